//! Variants of a scenario, and the differences between two runs.

use lanescope_core::session::{
    Job, Session,
    compare::{ComparisonReport, Limits},
};

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// Two lanes add 1 and 2 to one cell that holds 10.
const BASE: &str = ".isa visa grf=32
.lanes 8 active=0b11
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl VAL v_type=G type=ud num_elts=8 align=GRF
.decl OLD v_type=G type=ud num_elts=8 align=GRF
.decl BUF v_type=T num_elts=1
.set OFF = [0; 8]
.set VAL = 1 2
.surface BUF buffer ud = 10
dword_atomic.add (M1, 8) BUF OFF.0 VAL.0 V0.0 OLD.0
.expect BUF = 13
";

/// The semantics of the instruction without its `atomic` block, otherwise unchanged.
const DIVISIBLE: &str = ".semantics DWORD_ATOMIC {
foreach_active (i) {
  UD address = element_offset[i];
  T old = surface[address];
  T new = op(old, src0[i], src1[i]);
  surface[address] = new;
  dst[i] = result;
} }
";

fn compare(names: [&str; 2], a: &Session, b: &Session) -> ComparisonReport {
    lanescope_core::session::compare::compare(names, a, b, Limits::default(), Job::complete)
}

/// Returns the rows of the table: what differs, in A and in B.
fn table(report: &ComparisonReport) -> Vec<[String; 3]> {
    let rows = report.table(report.outcomes.as_ref()).into_iter();
    rows.map(|row| [row.place, row.now, row.then]).collect()
}

/// A stride of 1 word touches 16 * 4 = 64 bytes, which are 2 sectors of 32 bytes in 1 line of 128 bytes. A stride of 2 words
/// touches 128 bytes: 4 sectors. The line of the load is the one that differs.
#[test]
fn costs_are_compared_if_the_text_names_a_model() {
    let text = include_str!("../../static/examples/50-strides.lane");
    let costs = |text: &str| {
        let (base, other) = (Session::open(text), Session::open_as(text, Some("stride2")));
        let report = compare(["base", "stride2"], &base, &other);
        table(&report).into_iter().filter(|row| row[0].contains("line")).collect::<Vec<_>>()
    };
    assert_eq!(costs(text), [["Sectors, line 17", "2", "4"]]);
    let without = text.replace(".model volta\n", "\n").replace(".expect sectors", "// sectors");
    assert_eq!(costs(&without), [[""; 3]; 0]);
}

fn with(variant: &str) -> ComparisonReport {
    let text = format!("{BASE}.variant other {{\n{variant}\n}}\n");
    let (base, other) = (Session::open(&text), Session::open_as(&text, Some("other")));
    assert_eq!(base.diagnostics, [], "{text}");
    compare(["base", "other"], &base, &other)
}

#[test]
fn without_atomic_exactly_the_lost_updates_are_new() {
    let report = with(DIVISIBLE);
    let outcomes = report.outcomes.as_ref().expect("it is small");
    // With `atomic`, either order leaves 10 + 1 + 2. Without it, both lanes may read 10, and the last write leaves 10 +
    // 1 or 10 + 2.
    let values = |only: &[lanescope_core::session::compare::OnlyOutcome]| -> Vec<String> {
        only.iter().flat_map(|it| &it.values).map(|(place, value)| format!("{place} = {value}")).collect()
    };
    assert_eq!(values(&outcomes.only_b), ["BUF[0] = 11", "BUF[0] = 12"]);
    assert_eq!(values(&outcomes.only_a), [""; 0]);
    assert_eq!((outcomes.a, outcomes.b, outcomes.common), (1, 3, 1));
    assert_eq!(
        table(&report)[0],
        ["Memory in all orders", "1 outcome", "3 outcomes, 2 of them only on this side"]
    );
    // Each witness leads to its outcome.
    for (only, left) in outcomes.only_b.iter().zip([11, 12]) {
        let [order] = &only.witness[..] else { panic!("{only:?}") };
        let text = format!("{BASE}{DIVISIBLE}.order {}\n", order.order)
            .replace(".expect BUF = 13", &format!(".expect BUF = {left}"));
        let session = Session::open(&text);
        assert!(session.expectations.iter().all(|it| it.holds()), "{text}: {:?}", session.expectations);
    }
}

#[test]
fn steps_are_aligned_by_what_they_are() {
    let report = with(".order descending");
    // Two steps of the whole instruction, five of each lane. In the other run lane 1 goes first. Every step has its
    // partner.
    assert_eq!(report.rows.len(), 12);
    assert!(report.rows.iter().all(|row| row.a.is_some() && row.b.is_some()));
    // Lane 0 has steps 2 to 6 in A and 7 to 11 in B, so its read is step 3 in A and step 8 in B.
    let first = report.first.as_ref().expect("it reads something else");
    assert_eq!((report.rows[first.row].a, report.rows[first.row].b), (Some(3), Some(8)));
    // The first lane finds 10. The second lane finds 10 + 1 or 10 + 2.
    let ends: Vec<_> = report.ends.iter().map(|it| (&*it.place, &*it.now, &*it.then)).collect();
    assert_eq!(ends, [("OLD[0]", "10", "12"), ("OLD[1]", "11", "10")]);
    let outcomes = report.outcomes.expect("it is small");
    assert_eq!((outcomes.common, outcomes.only_a.len(), outcomes.only_b.len()), (1, 0, 0));
}

/// Not even memory of both sides is explored.
#[test]
fn a_comparison_that_is_ended_early_does_not_know_the_outcomes() {
    use lanescope_core::session::compare::{OutcomeComparison, compare};
    let session = Session::open(BASE);
    let end_early = |mut job: OutcomeComparison| {
        assert!(!job.advance(1));
        job.finish()
    };
    let report = compare(["a", "b"], &session, &session, Limits::default(), end_early);
    assert!(report.ends.is_empty() && report.outcomes.is_none() && !report.is_same(), "{report:?}");
}

#[test]
fn a_variant_that_says_nothing_new_is_the_same() {
    for variant in ["", ".set VAL = 1 2", ".order ascending", "// nothing"] {
        let report = with(variant);
        assert!(report.is_same(), "{variant}: {report:?}");
    }
    assert!(!with(".set VAL = 1 3").is_same());
}

#[test]
fn what_a_variant_says_stands_in_for_what_the_scenario_says() {
    let end = |variant: &str| {
        let text = format!("{BASE}.variant other {{ {variant} }}\n");
        let session = Session::open_as(&text, Some("other"));
        assert_eq!(session.expectations.len(), variant.matches(".expect").count(), "its own alone");
        assert!(
            session.expectations.iter().all(|it| it.holds()),
            "{variant}: {:?} {:?}",
            session.expectations,
            session.diagnostics
        );
    };
    // Lane 0 alone: 10 + 1.
    end(".lanes 8 active=1\n.expect BUF = 11");
    // 100 + 1 + 2
    end(".surface BUF buffer ud = 100\n.expect BUF = 103");
    // The maximum of 10, 1 and 2 is 10; then the lanes add 3.
    end(
        "dword_atomic.max (M1, 8) BUF OFF.0 VAL.0 V0.0 OLD.0\ndword_atomic.add (M1, 8) BUF OFF.0 VAL.0 V0.0 OLD.0\n.expect BUF = 13",
    );
    // 10 - 1 - 2
    end(".op ADD = old - src0\n.expect BUF = 7");
    // The `.expect` lines of the base text do not apply to a variant.
    end(".set VAL = 5 6");
}

#[test]
fn a_variant_changes_nothing_of_the_scenario() {
    let plain = Session::open(BASE);
    let text = format!("{BASE}.variant a {{ .set VAL = 7 8 }}\n.variant b {{\n.lanes 8 active=1\n}}\n");
    let session = Session::open(&text);
    assert_eq!(session.variants().collect::<Vec<_>>(), ["a", "b"]);
    let end = |session: &Session| session.run.as_ref().map(|run| run.state(run.len()));
    assert_eq!(end(&session), end(&plain));
    assert!(session.expectations[0].holds());
}

#[test]
fn what_a_panel_changes_of_a_variant_stands_in_its_block() {
    use lanescope_core::session::{
        run::{LaneMask, Schedule},
        text::{Contents, PanelEdit, PartName},
    };
    let variant = ".variant other {\n  .order descending\n}\n";
    let text = format!("{BASE}{variant}");
    let session = Session::open_as(&text, Some("other"));
    let with = |line: &str| format!("{BASE}.variant other {{\n  .order descending\n  {line}\n}}\n");
    let elements = |of: Contents, index: usize, values: &str| PanelEdit::Elements {
        of,
        index,
        values: values.to_owned(),
    };
    let val = || Contents::Variable("VAL".to_owned());
    for (edit, expected) in [
        (PanelEdit::LaneMask(LaneMask(1)), with(".lanes 8 active=0b0000_0001")),
        (elements(val(), 0, "9"), with(".set VAL = 9 2")),
        (elements(Contents::Surface("BUF".to_owned()), 0, "7"), with(".surface BUF buffer ud = 7")),
        // A directive that the block already has is changed there.
        (
            PanelEdit::Order { instruction: 0, order: Schedule::Ascending },
            format!("{BASE}.variant other {{\n  .order ascending\n}}\n"),
        ),
    ] {
        let after = session.edit(&edit).unwrap_or_else(|why| panic!("{edit:?}: {why}"));
        assert_eq!((&*after.text, after.variant.as_deref()), (&*expected, Some("other")), "{edit:?}");
        assert!(after.run.is_some(), "{expected}");
        // The base text is unchanged.
        assert!(Session::open(&after.text).expectations[0].holds(), "{expected}");
    }
    // Two edits of the same directive leave one line.
    let after = session.edit(&elements(val(), 0, "9")).and_then(|it| it.edit(&elements(val(), 1, "8")));
    assert_eq!(&*after.expect("both can be").text, with(".set VAL = 9 8"));
    // The same for a block on one line, and for a text of the notation.
    let session = Session::open_as(&format!("{BASE}.variant other {{ .order descending }}\n"), Some("other"));
    let after = session.edit(&PanelEdit::LaneMask(LaneMask(1))).expect("it can be");
    assert_eq!(
        &*after.text,
        format!("{BASE}.variant other {{ .order descending\n  .lanes 8 active=0b0000_0001\n}}\n")
    );
    let name = PartName { instruction: "DWORD_ATOMIC".into(), operation: Some("ADD".into()) };
    let part = session.notation_part(&name).expect("it is there");
    let after = part.written("new = old - src0;").text;
    assert_eq!(after, format!("{BASE}.variant other {{ .order descending\n.op ADD = old - src0\n}}\n"));
    let (base, other) = (Session::open(&after), Session::open_as(&after, Some("other")));
    let end = |session: &Session| compare(["a", "b"], session, &base).ends.len();
    // 10 + 1 + 2 and 10 - 1 - 2: BUF[0], OLD[0] and OLD[1] differ.
    assert_eq!((base.diagnostics.len(), end(&other)), (0, 3));
}

#[test]
fn scenarios_that_are_laid_out_otherwise_are_compared_by_name() {
    let other =
        BASE.replace(".decl OFF", ".decl EXTRA v_type=G type=ud num_elts=8\n.decl OFF").replace("1 2", "1 4");
    let report = compare(["a", "b"], &Session::open(BASE), &Session::open(&other));
    assert_eq!(report.apart, ["EXTRA"]);
    let ends: Vec<_> = report.ends.iter().map(|it| (&*it.place, &*it.now, &*it.then)).collect();
    assert_eq!(ends, [("BUF[0]", "13", "15"), ("VAL[1]", "2", "4")]);
    let nothing = compare(["a", "b"], &Session::open(".set A = 1"), &Session::open(BASE));
    assert_eq!(nothing.problem.as_deref(), Some("a has errors; fix them to compare the two"));
}

/// Returns a text in which four lanes increment cells: in vISA without a bound, in SUATOM up to `bound`.
fn vendors(bound: u32) -> String {
    format!(
        ".isa visa grf=32\n.lanes 8\n.decl OFF v_type=G type=ud num_elts=8 align=GRF\n\
         .decl OLD v_type=G type=ud num_elts=8 align=GRF\n.decl BUF v_type=T num_elts=1\n.set OFF = 0 4 8 12\n\
         .surface BUF buffer ud = 2 5 9 0xffffffff\ndword_atomic.inc (M1, 4) BUF OFF.0 V0.0 V0.0 OLD.0\n\n\
         .variant suatom {{\n  .isa sass sm=52\n  .lanes 4\n  .set R0 = 0 1 2 3\n  .set R1 = [7; 4]\n  \
         .set R4 = [{bound}; 4]\n  .surface 7 1d R32_UINT 4 = 2 5 9 0xffffffff\n  SUATOM.D.1D.INC.IGN R8, [R0], R4, R1;\n}}\n"
    )
}

fn vendors_compared(bound: u32) -> ComparisonReport {
    let text = vendors(bound);
    let (base, other) = (Session::open(&text), Session::open_as(&text, Some("suatom")));
    assert_eq!((&*base.diagnostics, &*other.diagnostics), (&[][..], &[][..]), "{text}");
    assert_eq!(base.formatted(), text);
    compare(["base", "suatom"], &base, &other)
}

#[test]
fn a_variant_of_another_instruction_set_is_held_against_the_text() {
    // With the bound 5, cells 5 and 9 become 0 instead of 6 and 10. In both sets, 2 becomes 3 and the largest number
    // becomes 0.
    let report = vendors_compared(5);
    let ends: Vec<_> = report.ends.iter().map(|it| (&*it.place, &*it.now, &*it.then)).collect();
    assert_eq!(ends, [("BUF[1]", "6", "0"), ("BUF[2]", "10", "0")]);
    // The four steps that differ: lanes 1 and 2 compute and write other values.
    assert_eq!(report.differing, 4, "{:?}", report.in_words());
    let first = report.first.as_ref().expect("they differ");
    let starts =
        |sentence: &Option<String>| sentence.as_ref().is_some_and(|it| it.starts_with("Lane 1 computes new"));
    assert!(starts(&first.a) && starts(&first.b), "{first:?}");
    let outcomes = report.outcomes.as_ref().expect("it is small");
    assert_eq!((outcomes.common, outcomes.only_a.len(), outcomes.only_b.len()), (0, 1, 1));
    // Each step of the vISA run has its partner in the other: mask, latch, and read, write and return of 4 lanes.
    let both = report.rows.iter().filter(|row| row.a.is_some() && row.b.is_some()).count();
    let a = report.rows.iter().filter(|row| row.a.is_some()).count();
    assert_eq!(both, a, "{report:?}");
}

#[test]
fn with_the_largest_bound_the_two_instruction_sets_do_the_same() {
    let report = vendors_compared(u32::MAX);
    assert!(report.is_same(), "{:?}", report.in_words());
    assert_eq!(
        report.in_words(),
        ["base and suatom change memory in the same way and return the same values.", "Both end the same."]
    );
    // Each lane has a word of its own, so it finds the same in every order.
    assert_eq!(
        table(&report),
        [
            ["Memory in all orders", "1 outcome", "1 outcome"],
            ["Memory and results in all orders", "1 outcome", "1 outcome"]
        ]
    );
}

/// Two lanes take the maximum of two halves of a word. As one operation, the second lane finds the values of the first one in
/// both halves: 2 results. As an operation for each half, lanes can have one order in the low half and the other order in the
/// high half: 4 results, 2 of them new. Memory ends with the larger values in any case.
#[test]
fn results_are_compared_over_all_orders() {
    let text = "\
.isa sass sm=53
.lanes 32 active=0b11
.set R0 = 0 0
.set R4 = 0x3c003c00 0x40004000
.surface 0 1d R16G16_FLOAT 1 = 0
SUATOM.D.1D.MAX.F16x2.RN.IGN R8, [R0], R4, 0x0;
.variant each_half {
  .semantics SUATOM {
    foreach_active (i) {
      UD address = texel_address(0, Q(x[i]) * sizeof(T), 0, 0);
      UD low = 0;
      UD high = 0;
      atomic {
        low = surface[address];
        surface[address] = low & 0xffff0000 | op(low, src0[i], 0) & 0xffff;
      }
      atomic {
        high = surface[address];
        surface[address] = high & 0xffff | op(high, src0[i], 0) & 0xffff0000;
      }
      Rd[i] = low & 0xffff | high & 0xffff0000;
    }
  }
}
";
    let (base, other) = (Session::open(text), Session::open_as(text, Some("each_half")));
    let report = compare(["base", "each_half"], &base, &other);
    let outcomes = report.outcomes.as_ref().expect("it is small");
    assert_eq!((outcomes.common, outcomes.only_a.len(), outcomes.only_b.len()), (1, 0, 0));
    let results = outcomes.results.as_ref().expect("it is small");
    assert_eq!((results.a, results.b, results.common), (2, 4, 2));
    // One half is of the other lane: 1.0 is 0x3c00, and 2.0 is 0x4000.
    let values = |at: usize| {
        let values = outcomes.only()[1][at].values.iter();
        values.map(|(place, value)| format!("{place} = {value}")).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(outcomes.only()[1].len(), 2);
    let mut only = [values(0), values(1)];
    only.sort();
    assert!(!outcomes.is_same() && !report.is_same());
    // 0x40000000 and 0x3c00: lane 0 is second in the high half, and lane 1 in the low half.
    // 0x4000 and 0x3c000000: the other way round.
    assert_eq!(only, ["R8[0] = 1073741824, R8[1] = 15360", "R8[0] = 16384, R8[1] = 1006632960"]);
    assert_eq!(
        table(&report)[1],
        ["Memory and results in all orders", "2 outcomes", "4 outcomes, 2 of them only on this side"]
    );
}

#[test]
fn what_is_shared_by_two_instruction_sets_can_be_swept() {
    use lanescope_core::session::compare::{SweepAnswer, SweepQuestion, Sweeping};
    let sweep = |bound: u32| {
        let text = vendors(bound).replace("= 2 5 9 0xffffffff", "= 2 2 2 2");
        let (base, other) = (Session::open(&text), Session::open_as(&text, Some("suatom")));
        let question = SweepQuestion::parse("BUF[0]", 7);
        let sweeping = Sweeping::new(&base, Some(&other), &question, 1_000_000_000).expect("it is there");
        match sweeping.complete() {
            SweepAnswer::Beside(found) => found,
            SweepAnswer::Table { .. } => panic!("two were asked about"),
        }
    };
    assert_eq!(sweep(u32::MAX).counterexample, None);
    let found = sweep(5).counterexample.expect("5 is the first that starts again");
    assert_eq!((&*found.values[0], &*found.ends[0].place, &*found.ends[0].then), ("5", "BUF[0]", "0"));
    // `OFF` has no counterpart: vISA offsets are bytes, SUATOM coordinates are texels.
    let text = vendors(5);
    let (base, other) = (Session::open(&text), Session::open_as(&text, Some("suatom")));
    let question = SweepQuestion::parse("OFF[0]", 7);
    let why = Sweeping::new(&base, Some(&other), &question, 1_000_000_000).expect_err("nothing is that");
    assert_eq!(why, "no counterpart of `OFF[0]` in the other scenario");
}

#[test]
fn what_a_panel_changes_of_a_variant_of_another_instruction_set_stays_in_its_block() {
    use lanescope_core::session::{
        run::{LaneMask, Schedule},
        text::{Contents, PanelEdit},
    };
    let text = vendors(5);
    let session = Session::open_as(&text, Some("suatom"));
    let elements =
        |of: Contents, values: &str| PanelEdit::Elements { of, index: 0, values: values.to_owned() };
    for (edit, from, to) in [
        (PanelEdit::LaneMask(LaneMask(1)), "  .lanes 4\n", "  .lanes 4 active=0b0001\n"),
        (elements(Contents::Surface("7".to_owned()), "8"), "R32_UINT 4 = 2 5", "R32_UINT 4 = 8 5"),
        (elements(Contents::Variable("R0".to_owned()), "3"), ".set R0 = 0 1", ".set R0 = 3 1"),
        (
            PanelEdit::Order { instruction: 0, order: Schedule::Descending },
            "  SUATOM",
            "  .order descending\n  SUATOM",
        ),
    ] {
        let after = session.edit(&edit).unwrap_or_else(|why| panic!("{edit:?}: {why}"));
        assert_eq!(&*after.text, text.replace(from, to), "{edit:?}");
        assert!(after.run.is_some() && after.variant.as_deref() == Some("suatom"));
        assert_eq!(Session::open(&after.text).diagnostics, [], "{edit:?}");
    }
}

#[test]
fn a_block_of_another_instruction_set_is_completed_as_a_text_of_that_set() {
    let labels = |text: &str| -> Vec<String> {
        let caret = text.find('|').expect("the caret is marked");
        let items = Session::open(&text.replace('|', "")).complete(caret).map(|found| found.items);
        items.unwrap_or_default().into_iter().map(|item| item.label).collect()
    };
    let (visa, sass) =
        (".isa visa\n.decl BUF v_type=T num_elts=1\n", ".isa sass sm=52\n.surface 3 1d R32_UINT 4\n");
    for (line, alone) in [
        ("SUAT|", format!("{sass}SUAT|\n")),
        ("SUATOM.D.1D.A|", format!("{sass}SUATOM.D.1D.A|\n")),
        (".surface 4 1|", format!("{sass}.surface 4 1|\n")),
        (".reading |", format!("{sass}.reading |\n")),
    ] {
        let inside = labels(&format!("{visa}.variant other {{\n{sass}{line}\n}}\ndword_atomic.inc\n"));
        assert!(!inside.is_empty(), "{line}");
        assert_eq!(inside, labels(&alone), "{line}");
    }
    // Before and after the block, completion uses the instruction set of the text. A block without `.isa` does, too.
    for (before, behind) in [("dword_a|", ""), ("", "dword_a|")] {
        let text = format!("{visa}{before}\n.variant other {{\n{sass}}}\n{behind}\n");
        assert_eq!(labels(&text), ["dword_atomic"], "{text}");
    }
    assert_eq!(labels(&format!("{visa}.variant other {{\ndword_a|\n}}\n")), ["dword_atomic"]);
    // Completion in the block offers a name that only the block declares.
    let own = ".decl MINE v_type=T num_elts=1\ndword_atomic.add (M1, 8) M|";
    assert_eq!(labels(&format!("{visa}.variant other {{\n{own}\n}}\n"))[0], "MINE");
}

#[test]
fn a_block_of_another_instruction_set_has_the_colours_of_that_set() {
    let line = "@P0 SUATOM.D.1D.INC.IGN R8, [R0], R4, R1;";
    let colours = |text: &str| {
        let from = text.find(line).expect("it is there");
        let highlight = Session::open(text).highlight();
        let places =
            highlight.into_iter().filter(|it| (from..from + line.len()).contains(&it.span.range().start));
        places.map(|it| (it.span.of(text).to_owned(), it.class)).collect::<Vec<_>>()
    };
    let alone = colours(&format!(".isa sass\n{line}\n"));
    assert!(alone.len() > 5, "{alone:?}");
    let inside = format!(
        ".isa visa\n.variant other {{\n  .isa sass\n  {line}\n}}\ndword_atomic.inc (M1, 1) A B.0 V0.0 V0.0 V0.0\n"
    );
    assert_eq!(colours(&inside), alone);
}

/// Returns a text in which each lane adds 1 to the counter `times` times, with an interruption after each.
fn counting(times: u32) -> String {
    let text = BASE
        .replace(".set VAL = 1 2", &format!(".set VAL = {times} {times}"))
        .replace(".expect BUF = 13\n", "");
    format!(
        "{text}.semantics DWORD_ATOMIC {{\n  foreach_active (i) {{\n    UD address = element_offset[i];\n    \
         for (UD k = 0; k < src0[i]; k++) {{\n      atomic {{ T old = surface[address]; surface[address] = old + 1; }}\n    \
         }}\n  }}\n}}\n.variant other {{ .set VAL = {times} {} }}\n",
        times - 1
    )
}

#[test]
fn runs_of_a_hundred_thousand_steps_are_compared() {
    let text = counting(15_000);
    let (base, other) = (Session::open(&text), Session::open_as(&text, Some("other")));
    let steps = base.run.as_ref().map_or(0, |run| run.len());
    assert!(steps > 100_000, "{steps}: {:?}", base.diagnostics);
    let limits = Limits::default();
    let report = lanescope_core::session::compare::compare_runs(["a", "b"], &base, &other, limits.steps);
    assert_eq!(report.problem, None);
    assert_eq!(report.rows.len(), steps as usize);
    // The base run ends with 10 + 15,000 + 15,000, the other run with one less.
    let ends: Vec<_> = report.ends.iter().map(|it| (&*it.place, &*it.now, &*it.then)).collect();
    assert_eq!(ends, [("BUF[0]", "30010", "30009"), ("VAL[1]", "15000", "14999")]);
}
