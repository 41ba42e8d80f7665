//! Variants compared with the base text, and sweeps: the model, without a browser.

use crate::common::{self, answered};
use lanescope_core::session::{
    Wanted,
    compare::{SweepAnswer, SweepQuestion},
    known_sets,
    run::LaneMask,
    text::{PanelEdit, VariantStart, encode_link},
};
use lanescope_frontend::state::inquiries::Topic;
use lanescope_frontend::state::variants::compared;
use lanescope_frontend::state::{
    Action, ChromeAction, ComparePart, DocumentAction, EditorCommand, InquiryAction, LearningAction, Model,
    PageKind, Pair, Tab, link, reduce,
};

/// Two lanes add 1 and 2 to a cell with 10. In the variant, lane 1 is first.
const TEXT: &str = "\
.lanes 8 active=0b11
.decl OFF v_type=G type=ud num_elts=8
.set OFF = [0; 8]
.decl SRC v_type=G type=ud num_elts=8
.set SRC = 1 2 3 4 5 6 7 8
.decl OLD v_type=G type=ud num_elts=8
.decl BUF v_type=T num_elts=1
.surface BUF buffer ud = 10
dword_atomic.add (M1, 8) BUF OFF.0 SRC.0 V0.0 OLD.0
.variant other {
  .order descending
}
";

fn open() -> Model {
    Model::new(TEXT, None, PageKind::Full, &known_sets())
}

fn beside(is_active: bool) -> Action {
    DocumentAction::Pair(Some(Pair { variant: "other".into(), is_active })).into()
}

#[test]
fn the_two_sides_keep_in_step() {
    let model = reduce(open(), beside(false));
    let compared = compared(&model.document.session, &"other".into());
    // Two steps of all lanes, then five steps per lane. Lane 0 is first in the base text and second in the variant.
    let at = |cursor: u32| compared.in_step(cursor).map(|it| (it.cursor, it.result.word()));
    assert_eq!((at(0), at(2)), (Some((0, "same")), Some((2, "same"))));
    assert_eq!((at(3), at(4)), (Some((8, "same")), Some((9, "differs"))));
    assert_eq!(at(8), Some((3, "same")));
    // At the end, both sides have ended.
    assert_eq!(at(12).map(|it| it.0), Some(12));
    // The first difference is the read of lane 0.
    assert_eq!((compared.next_difference(0, true), compared.next_difference(4, false)), (Some(4), None));
}

/// Lanes 0 and 1 exchange 1 and 2. Lane 0 is first in the base text, and gets 10 back. In the variant, it gets 2 back, which the sentence
/// about its new value leaves out.
#[test]
fn steps_with_the_same_sentences_name_the_value_that_differs() {
    let text = TEXT.replace("dword_atomic.add", "dword_atomic.xchg");
    let model = Model::new(&text, None, PageKind::Full, &known_sets());
    let compared = compared(&model.document.session, &"other".into());
    let mut rows = compared.rows(0).into_iter().chain(compared.rows(5));
    let row = rows.find(|row| row.a.as_ref().is_some_and(|it| it.contains("Lane 0 computes")));
    let row = row.expect("the lane computes a value");
    assert_eq!(row.result.word(), "differs");
    assert_eq!(row.a.as_deref(), Some("Lane 0 computes new = 1: src0 = 1."));
    assert_eq!(row.b.as_deref(), Some("Lane 0 computes new = 1: src0 = 1. The result is 2, not 10."));
}

#[test]
fn questions_are_about_the_text_without_a_variant() {
    let model = reduce(open(), beside(true));
    assert_eq!(model.document.session.variant.as_deref(), Some("other"));
    let predicted = reduce(model, LearningAction::Predict { to_end: true }.into());
    assert!(predicted.is_hiding());
    assert_eq!((&predicted.document.pair, &predicted.document.session.variant), (&None, &None));
}

#[test]
fn panels_change_the_side_at_hand_and_a_link_carries_it() {
    let model =
        reduce(reduce(open(), beside(true)), DocumentAction::Edit(PanelEdit::LaneMask(LaneMask(1))).into());
    let changed = TEXT.replace("descending\n", "descending\n  .lanes 8 active=0b0000_0001\n");
    assert_eq!((&*model.document.session.text, &model.document.rejected[..]), (&*changed, &[][..]));
    // The stage shows the variant, with one lane. The base text has two.
    let lanes = |model: &Model| model.run().map(|run| run.scenario().dispatch_mask);
    assert_eq!(lanes(&model), Some(LaneMask(1)));
    let base = reduce(model.clone(), beside(false));
    assert_eq!((&*base.document.session.text, lanes(&base)), (&*changed, Some(LaneMask(3))));
    let code = encode_link(&model.document.session.text).expect("it is short");
    let fragment = link::fragment(&code, &model.linked_view());
    assert_eq!(fragment, format!("{code}&b=other"));
    let linked = link::parse(&fragment).and_then(Result::ok).expect("it opens");
    let opened = reduce(open(), Action::Follow(linked));
    assert_eq!(
        (opened.document.pair.clone(), lanes(&opened)),
        (model.document.pair.clone(), Some(LaneMask(1)))
    );
    // Another scenario has other variants.
    let other = reduce(opened, Action::Load { text: ".lanes 8\n".into(), cursor: 0, granularity: None });
    assert_eq!(other.document.pair, None);
}

#[test]
fn the_chosen_variant_stays_when_the_second_side_leaves() {
    let text = format!("{TEXT}.variant third {{\n  .order 1 0\n}}\n");
    let model = reduce(
        Model::new(&text, None, PageKind::Full, &known_sets()),
        ChromeAction::Tab(Tab::Compare).into(),
    );
    assert_eq!(model.compared_variant().as_deref(), Some("other"));
    // The choice alone puts nothing on the stage.
    let model = reduce(model, DocumentAction::Variant("third".into()).into());
    assert_eq!((model.compared_variant().as_deref(), &model.document.pair), (Some("third"), &None));
    let third = Pair { variant: "third".into(), is_active: false };
    let model = reduce(model, DocumentAction::Pair(Some(third)).into());
    let model = reduce(model, DocumentAction::Pair(None).into());
    assert_eq!((model.compared_variant().as_deref(), &model.document.pair), (Some("third"), &None));
    // A side on the stage changes with the choice, and stays active.
    let model = reduce(reduce(model, beside(true)), DocumentAction::Variant("third".into()).into());
    assert_eq!(model.document.pair, Some(Pair { variant: "third".into(), is_active: true }));
    assert_eq!(model.document.session.variant.as_deref(), Some("third"));
    let other = reduce(model, Action::Load { text: TEXT.into(), cursor: 0, granularity: None });
    assert_eq!(other.compared_variant().as_deref(), Some("other"));
}

#[test]
fn all_orders_of_both_are_looked_for_where_they_are_compared() {
    let model = answered(reduce(open(), InquiryAction::BeginQuietly.into()), Topic::Orders);
    // No comparison is open yet.
    assert_eq!(model.inquiries.of(Topic::Variants).job, None);
    let model = reduce(model, ChromeAction::Tab(Tab::Compare).into());
    let wanted = model.inquiries.of(Topic::Variants).job.as_ref().map(|job| job.inquiry.wanted.clone());
    assert_eq!(wanted, Some(Wanted::Beside("other".to_owned())));
    let model = answered(model, Topic::Variants);
    let known = model.pair_outcomes().expect("it is known");
    // 10 + 1 + 2 in any order.
    let outcomes = known.outcomes.as_ref().expect("it is small");
    assert_eq!(
        (outcomes.common, outcomes.is_same(), model.inquiries.of(Topic::Variants).job.clone()),
        (1, true, None)
    );
    assert_eq!(reduce(model, DocumentAction::Type("// b\n".into()).into()).pair_outcomes(), None);
}

#[test]
fn a_sweep_is_of_the_side_at_hand() {
    let ask = |variant: Option<&str>| {
        let question = SweepQuestion::parse("SRC = 5 6", 1);
        InquiryAction::Begin(Wanted::Sweep(question, variant.map(str::to_owned))).into()
    };
    // Lane 0 is second in the variant, and lane 1 adds 2. OLD[1] is 10 whatever lane 0 adds.
    let swept = |model: &Model| match model.swept().map(|swept| swept.answer.clone()) {
        Some(Ok(SweepAnswer::Table { table, .. })) => table.columns,
        other => panic!("{other:?}"),
    };
    let base = answered(reduce(open(), ask(None)), Topic::Sweep);
    assert_eq!(swept(&base), ["BUF[0]", "OLD[1]"]);
    let other = reduce(base, beside(true));
    assert!(other.swept().is_none(), "that was the text's");
    assert_eq!(swept(&answered(reduce(other, ask(None)), Topic::Sweep)), ["BUF[0]"]);
    let both = answered(reduce(open(), ask(Some("other"))), Topic::Sweep);
    let Some(Ok(SweepAnswer::Beside(found))) = both.swept().map(|swept| swept.answer.clone()) else {
        panic!("it is there")
    };
    // The returned values depend on the first lane.
    assert_eq!((found.differing, found.count), (2, 2));
}

#[test]
fn a_new_variant_differs_in_what_was_asked_for() {
    let text = TEXT.split(".variant").next().expect("the text without its variant");
    let open = || Model::new(text, None, PageKind::Full, &known_sets());
    let added = |start| reduce(open(), DocumentAction::Edit(PanelEdit::AddVariant(start)).into());
    for (start, lines) in [
        (VariantStart::Order, ".order descending"),
        // The choices differ in addresses, because bytes and elements differ.
        (VariantStart::Reading, ".reading offset_unit = elements"),
        (VariantStart::Value, ".surface BUF buffer ud = 0"),
        (VariantStart::Instruction, "dword_atomic.add (M1, 8) BUF OFF.0 SRC.0 V0.0 OLD.0"),
    ] {
        let model = added(start.clone());
        assert_eq!(
            &*model.document.session.text,
            format!("{text}\n.variant other {{\n  {lines}\n}}\n"),
            "{start:?}"
        );
        assert!(
            model.document.session.diagnostics.is_empty(),
            "{start:?}: {:?}",
            model.document.session.diagnostics
        );
        // The editor selects the lines of the variant.
        let Some(EditorCommand::Select(span)) = model.document.editor_command.1 else { panic!("{start:?}") };
        assert_eq!(span.of(&model.document.session.text), lines, "{start:?}");
    }
    // The semantics of the variant are opened for editing.
    let model = added(VariantStart::Semantics);
    assert_eq!(&*model.document.session.text, format!("{text}\n.variant other {{\n}}\n"));
    assert_eq!(model.document.pair, Some(Pair { variant: "other".into(), is_active: true }));
    let edit = model.document.notation_edit.as_ref().expect("an editor is open");
    let typed = edit.typed.replacen("new = op", "new = 1 + op", 1);
    assert_ne!(*typed, *edit.typed);
    let model = reduce(model, DocumentAction::TypeNotation(typed.into()).into());
    let (base, block) =
        model.document.session.text.split_once(".variant other {").expect("it is still there");
    assert_eq!(base.trim_end(), text.trim_end());
    assert!(block.contains(".semantics DWORD_ATOMIC {"), "{block}");
    // A second variant has its own name.
    let two = reduce(
        added(VariantStart::Order),
        DocumentAction::Edit(PanelEdit::AddVariant(VariantStart::Value)).into(),
    );
    assert!(two.document.session.text.contains(".variant other2 {"), "{}", two.document.session.text);
    // If a variant is active, the new one replaces it beside the base text, and the base text becomes active, with its session.
    let pair = Pair { variant: "other".into(), is_active: true };
    let paired = reduce(added(VariantStart::Order), DocumentAction::Pair(Some(pair)).into());
    assert_eq!(paired.document.session.variant.as_deref(), Some("other"));
    let replaced = reduce(paired, DocumentAction::Edit(PanelEdit::AddVariant(VariantStart::Value)).into());
    assert_eq!(replaced.document.pair, Some(Pair { variant: "other2".into(), is_active: false }));
    assert_eq!(replaced.document.session.variant, None);
}

#[test]
fn a_counterexample_is_shown_at_the_ends_of_both_sides() {
    let edit = PanelEdit::Counterexample { values: Vec::new(), variant: "other".to_owned() };
    let pair = Pair { variant: "other".into(), is_active: false };
    let shown = ChromeAction::ComparePart(ComparePart::Sweep).into();
    let model = common::after(open(), [shown, Action::ShowCounterexample { pair: pair.clone(), edit }]);
    assert_eq!((model.document.pair.clone(), model.chrome.compare_part), (Some(pair), ComparePart::Variant));
    assert_eq!(model.playback.cursor, model.run_len());
}
