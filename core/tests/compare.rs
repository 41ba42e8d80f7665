//! Variants of a scenario, and what tells two runs apart.

use lanescope_core::session::{ComparisonReport, Limits, Session};

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

/// The text of the instruction without its `atomic`, and with nothing else changed.
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
    lanescope_core::session::compare(names, a, b, Limits::default())
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
    // With `atomic`, 10 + 1 + 2 in either order. Without it, both may read 10: who writes last leaves 10 + 1 or 10 + 2.
    let values = |only: &[lanescope_core::session::OnlyOutcome]| -> Vec<String> {
        only.iter().flat_map(|it| &it.values).map(|(place, value)| format!("{place} = {value}")).collect()
    };
    assert_eq!(values(&outcomes.only_b), ["BUF[0] = 11", "BUF[0] = 12"]);
    assert_eq!(values(&outcomes.only_a), [""; 0]);
    assert_eq!((outcomes.a, outcomes.b, outcomes.common), (1, 3, 1));
    assert!(report.in_words().contains(&"other can end in 2 ways that base cannot.".to_owned()));
    // The witnesses lead there.
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
    // Two steps of the whole, five of each lane; lane 1 goes first in the other. Every step has its partner.
    assert_eq!(report.rows.len(), 12);
    assert!(report.rows.iter().all(|row| row.a.is_some() && row.b.is_some()));
    // Lane 0 in A is steps 2 to 6, and in B 7 to 11: its read is step 3 and step 8.
    let first = report.first.as_ref().expect("it reads something else");
    assert_eq!((report.rows[first.row].a, report.rows[first.row].b), (Some(3), Some(8)));
    // 10 is found by whoever is first; the other finds 10 + 1, or 10 + 2.
    let ends: Vec<_> = report.ends.iter().map(|it| (&*it.place, &*it.now, &*it.then)).collect();
    assert_eq!(ends, [("OLD[0]", "10", "12"), ("OLD[1]", "11", "10")]);
    let outcomes = report.outcomes.expect("it is small");
    assert_eq!((outcomes.common, outcomes.only_a.len(), outcomes.only_b.len()), (1, 0, 0));
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
    // The larger of 10, 1 and 2, and once more what the lanes add: 10 + 3.
    end(
        "dword_atomic.max (M1, 8) BUF OFF.0 VAL.0 V0.0 OLD.0\ndword_atomic.add (M1, 8) BUF OFF.0 VAL.0 V0.0 OLD.0\n.expect BUF = 13",
    );
    // 10 - 1 - 2
    end(".op ADD = old - src0\n.expect BUF = 7");
    // What the scenario itself expects is not expected of a variant.
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
    use lanescope_core::session::{Contents, LaneMask, PanelEdit, PartName, Schedule};
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
        // What stands in the block already is changed there.
        (
            PanelEdit::Order { instruction: 0, order: Schedule::Ascending },
            format!("{BASE}.variant other {{\n  .order ascending\n}}\n"),
        ),
    ] {
        let after = session.edit(&edit).unwrap_or_else(|why| panic!("{edit:?}: {why}"));
        assert_eq!((&*after.text, after.variant.as_deref()), (&*expected, Some("other")), "{edit:?}");
        assert!(after.run.is_some(), "{expected}");
        // The scenario itself is as it was.
        assert!(Session::open(&after.text).expectations[0].holds(), "{expected}");
    }
    // Twice the same line is one line.
    let after = session.edit(&elements(val(), 0, "9")).and_then(|it| it.edit(&elements(val(), 1, "8")));
    assert_eq!(&*after.expect("both can be").text, with(".set VAL = 9 8"));
    // The same of a block in one line, and of a text of the notation.
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
    let end = |session: &Session| {
        lanescope_core::session::compare(["a", "b"], session, &base, Limits::default()).ends.len()
    };
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
    assert_eq!(nothing.problem.as_deref(), Some("a does not run as it stands"));
}
