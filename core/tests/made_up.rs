//! A made-up instruction set passes through every layer, from its text to its machine code. No file of the core knows
//! it.

mod set;

use lanescope_core::diag::render;
use lanescope_core::isa::{sass, side_by_side, visa};
use lanescope_core::session::{
    Session, SetsWithChecks,
    compare::VendorComparison,
    report::encode,
    run::{LaneMask, narrate},
    text::PanelEdit,
};
use std::borrow::Cow;
use std::rc::Rc;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// Three lanes meet at the first element. `q0` turns off the fourth lane, whose place is out of bounds.
const TEXT: &str = "\
// Three lanes at one scroll.
.isa quill ink=2
.lanes 4
.set x4 = 0 0 0 9
.set x5 = 1 2 3 4
.set q0 = 0b0111
.surface 0 1d R32_UINT 2 = 10 20
^q0 tally.grow x6, <x4>, x5, 0x0|
copy x7, x5|
.expect 0 = 16 20
.expect x6 = 10 11 13 0
.expect x7 = 2 4 6 8
";

fn alone() -> SetsWithChecks {
    SetsWithChecks::new(set::set(), [])
}

fn open(text: &str) -> Session {
    Session::open_with(text, &alone())
}

#[test]
fn it_runs() {
    let session = open(TEXT);
    assert_eq!(session.diagnostics, []);
    assert!(session.expectations.iter().all(|expectation| expectation.holds()), "{:?}", session.expectations);
    let without_set = TEXT.replace(".isa quill ink=2\n", "").replace("x7 = 2 4 6 8", "x7 = 1 2 3 4");
    assert!(
        open(&without_set).expectations.iter().all(|expectation| expectation.holds()),
        "a text without `.isa` uses the first set"
    );
    let outside =
        TEXT.replace("^q0 ", "^!qt ").replace("= 16 20", "= 10 20").replace("10 11 13 0", "0 0 0 0");
    assert!(
        open(&outside).expectations.iter().all(|expectation| expectation.holds()),
        "nothing runs under the opposite of qt"
    );
}

#[test]
fn its_reading_decides() {
    let line = ".reading quill_far = place\n";
    let text = format!("{line}{}", TEXT.replace("^q0 ", "")).replace("10 11 13 0", "10 11 13 9");
    let session = open(&text);
    assert_eq!(session.diagnostics, []);
    assert!(session.expectations.iter().all(|expectation| expectation.holds()), "{:?}", session.expectations);
    assert_eq!(session.reading_views().len(), 1);
}

#[test]
fn it_has_a_cost_model_of_its_own() {
    let model = |text: &str| {
        let session = open(text);
        assert_eq!(session.diagnostics, []);
        session.run.expect("it runs").scenario().cost_model.to_string()
    };
    assert_eq!(model(TEXT), "inkwell");
    assert_eq!(model(&format!(".model inkwell line=32\n{TEXT}")), "inkwell line=32");
    assert_eq!(finding(".model volta").1, "unknown cost model `volta`; expected `inkwell`");
}

#[test]
fn it_is_narrated() {
    let session = open(TEXT);
    let run = session.run.expect("it runs");
    let sentences: Vec<String> = run.steps().map(|step| narrate(run.scenario(), &step)).collect();
    assert!(sentences.iter().any(|line| line.contains("old + src0 = 10 + 1 = 11")), "{sentences:#?}");
    assert!(sentences[0].starts_with("tally.grow begins with lanes 0 to 2"), "{sentences:#?}");
    assert!(sentences.iter().any(|line| line.contains("returns 13 to x6[2]")), "{sentences:#?}");
}

/// Returns the code and the message of the first finding, and checks that it names no real instruction set.
fn finding(line: &str) -> (String, String) {
    let session = open(&format!(".isa quill\n{line}\n"));
    let found = session.diagnostics.first().unwrap_or_else(|| panic!("{line} is wrong"));
    let shown = render("text", &session.text, found);
    assert!(!shown.to_lowercase().contains("sass") && !shown.contains("vISA"), "{shown}");
    (found.code().to_owned(), found.message.clone())
}

#[test]
fn its_mistakes_break_rules_of_its_own() {
    let wrong = |line: &str, code: &str, message: &str| {
        assert_eq!(finding(line), (code.to_owned(), message.to_owned()), "{line}");
    };
    wrong("copy x31, x1|", "quill-register", "there is no `x31`; expected x0 to x30 or xz");
    wrong("^q3 copy x1, x1|", "quill-register", "there is no `q3`; expected q0 to q2 or qt");
    wrong(".set R4 = 1\n", "quill-register", "there is no `R4`; expected x0 to x30 or q0 to q2");
    wrong(
        ".surface 0 1d R32_UINT 1\ntally.grow x1, x2, x3, 0x0|",
        "quill-slot",
        "expected a register in brackets such as `<x4>` for `place`",
    );
    wrong("copy x1|", "quill", "`COPY` takes 2 operands (to, from), found 1");
    wrong("copy.loud x1, x2|", "quill", "`copy` has no `loud` here; expected nothing more");
    wrong(
        "tally x1, <x2>, x3, 0x0|",
        "quill",
        "`tally` lacks its `op`; expected `grow` or `least` after a dot",
    );
    wrong("= 3", "quill", "expected an instruction, a directive or a label, found `=`");
    wrong("write x1, x2|", "quill-unknown", "unsupported instruction `write`; the program stops before it");
    wrong(".lanes 5", "quill", "5 lanes cannot be dispatched; expected 1, 2 or 4");
    wrong(".lanes 4 helpers=1", "text-lane-mask", "helper lanes exist in no instruction set here");
    assert_eq!(finding(".decl A v_type=P num_elts=8").0, "text-unknown-directive");
    let session = open(".isa quill\n.set X4 = 1\n");
    let fix = session.diagnostics[0].fix.as_ref().expect("its names are in lower case");
    assert_eq!(fix.edits[0].replacement, "x4");
    let session = open(".isa quill ink=3\n");
    assert_eq!(session.diagnostics[0].message, "expected 1 or 2 as the ink, found `3`");
    let session = open(".isa sass\n");
    assert_eq!(session.diagnostics[0].message, "unknown instruction set `sass`; expected `quill`");
}

#[test]
fn directives_of_its_listings_are_skipped() {
    let session = open(&TEXT.replace(".lanes 4\n", ".lanes 4\n.chapter 3\nblot\n"));
    assert_eq!(session.diagnostics, []);
}

#[test]
fn it_is_laid_out() {
    let session = open(".isa  quill\n ^ !q0   TALLY.grow  x6,<x4> ,x5,0x0 |");
    assert_eq!(session.formatted(), ".isa quill\n^!q0 TALLY.grow x6, <x4>, x5, 0x0|\n");
}

#[test]
fn it_is_completed_and_coloured() {
    let labels = |line: &str| {
        let text = format!(".isa quill\n{line}");
        let found = open(&text).complete(text.len());
        found.map_or(Vec::new(), |found| found.items.into_iter().map(|item| item.label).collect::<Vec<_>>())
    };
    assert_eq!(labels("t")[..1], ["tally"]);
    assert_eq!(labels("^q0 c"), ["copy"]);
    assert_eq!(labels("tally."), ["grow", "least"]);
    // The operand for a place is offered in brackets.
    assert_eq!(labels("tally.grow x1, "), ["<x4>"]);
    assert_eq!(labels(".reading "), ["quill_far"]);
    let text = ".isa quill\n^q0 tally.grow x6, <x4>, x5, 0x0|\n";
    let session = open(text);
    let classes: Vec<_> =
        session.highlight().iter().map(|piece| (piece.span.of(text).to_owned(), piece.class)).collect();
    let has = |piece: &str, class: &str| classes.iter().any(|(word, found)| word == piece && *found == class);
    assert!(has("quill", "keyword") && has("^q0", "predicate") && has("tally", "mnemonic"), "{classes:?}");
}

#[test]
fn a_panel_changes_its_text() {
    // Lanes 0 and 1 alone: 10 + 1 + 2. The other two lanes get no result.
    let text =
        TEXT.replace("= 16 20", "= 13 20").replace("10 11 13 0", "10 11 0 0").replace("2 4 6 8", "2 4 0 0");
    let before = open(&text);
    let after = before.edit(&PanelEdit::LaneMask(LaneMask(0b0011))).expect("lanes can be switched off");
    assert!(after.sets == before.sets, "the text stays among the sets that it was opened with");
    assert_eq!(after.diagnostics, []);
    assert!(after.expectations.iter().all(|expectation| expectation.holds()), "{:?}", after.expectations);
}

#[test]
fn it_has_machine_code() {
    let session =
        open(&TEXT.replace("^q0 ", "^!q1 ").replace("grow x6", "grow xz").replace("grow", "grow.loud"));
    let run = session.run.expect("it runs");
    let code = encode(run.scenario(), 0).expect("its row says how it looks");
    // opcode 7a; q1 inverted: 1 << 45 | 1 << 43; loud: 1 << 42; GROW: 1 << 37; word 0; x5, x4 and xz, which is 31.
    let expected: u64 = 0x7a << 56 | 1 << 45 | 1 << 43 | 1 << 42 | 1 << 37 | 5 << 16 | 4 << 8 | 31;
    assert_eq!(code.digits(), format!("{expected:#018x}"));
    assert_eq!(encode(run.scenario(), 1), None, "COPY has no encoding");
}

#[test]
fn it_joins_the_real_sets() {
    let three = SetsWithChecks::new(visa::set(), [sass::set(), set::set()]);
    let below = TEXT.replace(".isa quill ink=2\n", "") + ".isa quill ink=2\n";
    for text in [TEXT, &below] {
        let session = Session::open_with(text, &three);
        assert!(session.run.is_some(), "{:?}", session.diagnostics);
        assert!(session.expectations.iter().all(|expectation| expectation.holds()), "{text}");
    }
    let add = side_by_side().into_iter().find(|text| text.starts_with("// Add\n")).expect("there is one");
    let block = "  ".to_owned() + &TEXT[TEXT.find(".isa").expect("it names its set")..];
    let add = VendorComparison::from_text(&format!("{add}.variant third {{\n{block}}}\n"), &three)
        .expect("all three run");
    assert_eq!(add.sides.len(), 3);
    assert!(add.differs() && add.sides[2].line.starts_with("^q0 tally.grow x6, "), "{:?}", add.sides[2]);
    // Lane 0 finds 5 and adds 9; in the third set it finds 10 and adds 1, and the last lane leaves 16.
    let first = &add.lanes[0].outcomes;
    let returned: Vec<Option<&str>> = first.iter().map(|outcome| outcome.returned.as_deref()).collect();
    assert_eq!(returned, [Some("5"), Some("5"), Some("10")]);
    assert_eq!(first[2].stored.as_deref(), Some("16"));
}

#[test]
fn a_text_can_add_to_it() {
    // The name and the semantics of an instruction can be made at run time.
    let mut set = set::set();
    let name = format!("TALLY{}", 2);
    let like = set.data.instruction("tally").expect("it has one");
    let semantics = like.semantics.replace("surface[address] = new;", "");
    let row = lanescope_core::spec::Instruction {
        mnemonic: Cow::Owned(name),
        semantics: Cow::Owned(semantics),
        ..like.as_ref().clone()
    };
    set.data.instructions.push(Rc::new(row));
    let text =
        TEXT.replace("tally.", "tally2.").replace("= 16 20", "= 10 20").replace("10 11 13 0", "10 10 10 0");
    let session = Session::open_with(&text, &SetsWithChecks::new(set, []));
    assert_eq!(session.diagnostics, []);
    assert!(session.expectations.iter().all(|expectation| expectation.holds()), "{:?}", session.expectations);
}
