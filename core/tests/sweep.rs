//! Sweeps of elements over many values.

use lanescope_core::session::{
    Job, Session,
    compare::{Sweep, SweepAnswer, SweepPicture, SweepQuestion, Sweeping, SweptComparison},
    text::PanelEdit,
};

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// Opens a scenario in which one vISA lane increments a cell that holds 3. `VAL` holds `src0`, which only an operation
/// in `lines` reads.
fn visa(src0: u32, lines: &str) -> Session {
    // The manual's INC takes no source.
    let source = if lines.contains("src0") { "VAL.0" } else { "V0.0" };
    let text = format!(
        ".isa visa grf=32\n.lanes 1\n\
         .decl OFF v_type=G type=ud num_elts=8 align=GRF\n.decl VAL v_type=G type=ud num_elts=8 align=GRF\n\
         .decl OLD v_type=G type=ud num_elts=8 align=GRF\n.decl BUF v_type=T num_elts=1\n\
         .set OFF = [0; 8]\n.set VAL = [{src0}; 8]\n.surface BUF buffer ud = 3\n{lines}\n\
         dword_atomic.inc (M1, 1) BUF OFF.0 {source} V0.0 OLD.0\n"
    );
    Session::open(&text)
}

/// Opens a scenario in which one lane of SUATOM increments a texel that holds 3.
fn suatom(src0: u32) -> Session {
    let text = format!(
        ".isa sass sm=52\n.lanes 1\n.set R2 = 0\n.set R4 = {src0}\n.set R1 = 7\n\
         .surface 7 1d R32_UINT 1 = 3\nSUATOM.D.1D.INC.IGN R10, [R2], R4, R1;\n"
    );
    Session::open(&text)
}

/// Runs a sweep in slices, within `most_steps` micro-steps and with at most `most_rows` rows.
fn answer(
    session: &Session,
    other: Option<&Session>,
    places: &[&str],
    (most_steps, most_rows): (u64, usize),
) -> Result<SweepAnswer, String> {
    let places = places.iter().map(|place| (*place).to_owned()).collect();
    let sweeping = Sweeping::new(session, other, &SweepQuestion { places, seed: 7 }, most_steps)?;
    Ok(sweeping.with_rows(most_rows).complete())
}

/// More micro-steps than any sweep here takes.
const MOST_STEPS: u64 = 1_000_000_000;

fn sweep(session: &Session, place: &str) -> Result<(Sweep, Vec<SweepPicture>), String> {
    match answer(session, None, &[place], (MOST_STEPS, usize::MAX))? {
        SweepAnswer::Table { table, pictures } => Ok((table, pictures)),
        other => panic!("{other:?}"),
    }
}

fn beside(a: &Session, b: &Session, places: &[&str]) -> SweptComparison {
    match answer(a, Some(b), places, (MOST_STEPS, usize::MAX)) {
        Ok(SweepAnswer::Beside(found)) => found,
        other => panic!("{other:?}: {:?} {:?}", a.diagnostics, b.diagnostics),
    }
}

/// Returns each value of a sweep with the final values that it leads to.
fn table(session: &Session, place: &str) -> Vec<(String, Vec<String>)> {
    let (sweep, _) = sweep(session, place).unwrap_or_else(|why| panic!("{why}: {:?}", session.diagnostics));
    sweep.rows.into_iter().map(|row| (row.value, row.ends)).collect()
}

#[test]
fn inc_of_visa_that_wraps_at_src0_is_inc_of_suatom() {
    let wraps = ".op INC = old >= src0 ? 0 : old + 1";
    for src0 in [0, 1, 2, 5, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe, 0xffff_ffff] {
        let there = table(&suatom(src0), "7[0]");
        assert_eq!(table(&visa(src0, wraps), "BUF[0]"), there, "src0 {src0:#x}");
        // The manual's INC has no bound. The two agree only if `src0` is the largest number.
        assert_eq!(table(&visa(src0, ""), "BUF[0]") == there, src0 == u32::MAX, "src0 {src0:#x}");
    }
}

#[test]
fn compare_says_no_difference_over_the_sweep() {
    let (as_it_is, wraps, same) = (
        visa(u32::MAX, ""),
        visa(u32::MAX, ".op INC = old >= src0 ? 0 : old + 1"),
        visa(u32::MAX, ".op INC { new = 1 + old; }"),
    );
    for other in [&wraps, &same] {
        let found = beside(&as_it_is, other, &["BUF[0]"]);
        assert_eq!(found.counterexample, None);
        // 154 corners: the values around each of 32 powers of two, their negatives and complements, and 0, without
        // duplicates. 1000 more values are drawn.
        assert!(!found.is_complete && found.count == 1154, "{found:?}");
        assert_eq!(
            found.in_words(["a", "b"]),
            "No difference over 154 values of UD near powers of two in BUF[0], and 1000 drawn from seed 7."
        );
    }
    let found = beside(&visa(5, ""), &visa(5, ".op INC = old >= src0 ? 0 : old + 1"), &["BUF[0]"]);
    // 5 is the first value that is not below 5: the base text writes 6, the other writes 0.
    let first = found.counterexample.expect("they differ");
    assert_eq!(
        (&*first.values[0], &*first.ends[0].place, &*first.ends[0].now, &*first.ends[0].then),
        ("5", "BUF[0]", "6", "0")
    );
}

/// A scenario in which one lane adds 1 to a byte.
const BYTE: &str = ".isa visa grf=32\n.lanes 8\n.decl A v_type=G type=ub num_elts=32 align=GRF\n\
    .decl B v_type=G type=ub num_elts=32 align=GRF\n.set A = [0; 32]\n.set B = [0; 32]\n\
    add (M1, 1) B(0,0)<1> A(0,0)<0;1,0> 0x1:ub\n";

#[test]
fn the_sectors_of_a_stride_are_a_column() {
    let session = Session::open(include_str!("../../static/examples/50-strides.lane"));
    let (sweep, pictures) = sweep(&session, "STRIDE = 1 2 3 4 8 32").expect("it can be swept");
    assert_eq!(sweep.columns[0], "sectors of instruction 2");
    // 16 words: 64 bytes, 128 bytes, bytes 0 to 183, 0 to 243, and from 32 bytes on one sector for each lane.
    let sectors: Vec<&str> = sweep.rows.iter().map(|row| &*row.ends[0]).collect();
    assert_eq!(sectors, ["2", "4", "6", "8", "16", "16"]);
    assert_eq!(pictures[0].caption, "sectors of instruction 2");
    assert_eq!(pictures[0].ends, Some(("2".to_owned(), "16".to_owned())));
    // Without `.model` nothing is counted.
    let text = include_str!("../../static/examples/50-strides.lane").replace(".model volta\n", "");
    let (sweep, _) = self::sweep(&Session::open(&text), "STRIDE = 1 2").expect("it can be swept");
    assert!(sweep.columns.iter().all(|column| !column.contains("sectors")), "{:?}", sweep.columns);
}

#[test]
fn all_values_of_a_narrow_element_are_swept() {
    let session = Session::open(BYTE);
    let (sweep, pictures) =
        sweep(&session, "A").unwrap_or_else(|why| panic!("{why}: {:?}", session.diagnostics));
    assert!(sweep.is_complete);
    assert_eq!((sweep.rows.len(), &*sweep.values), (256, "all 256 values of UB in A[0]"));
    assert_eq!(sweep.columns, ["B[0]"]);
    // The results are 1 to 255 and then 0, in 256 columns. Each of the 128 rows of points covers two values.
    let [picture] = &pictures[..] else { panic!("{pictures:?}") };
    assert_eq!(
        (&*picture.caption, picture.across, picture.rows, picture.ends.clone()),
        ("B[0] at the end", 256, 128, Some(("0".to_owned(), "255".to_owned())))
    );
    assert_eq!(picture.points.len(), 256);
    assert_eq!([picture.points[0], picture.points[254], picture.points[255]], [(0, 0), (254, 127), (255, 0)]);
    for (value, row) in sweep.rows.iter().enumerate() {
        // A byte wraps at 256.
        let expected = ((value + 1) % 256).to_string();
        assert_eq!((&row.value, &row.ends[..]), (&value.to_string(), &[expected][..]));
    }
}

#[test]
fn floats_are_swept_by_their_classes() {
    let text = BYTE
        .replace("type=ub num_elts=32", "type=f num_elts=8")
        .replace("32]", "8]")
        .replace("= [0; 8]", "= [0.0; 8]");
    let text = text.replace("A(0,0)<0;1,0> 0x1:ub", "A(0,0)<0;1,0> A(0,0)<0;1,0>");
    let (sweep, _) = sweep(&Session::open(&text), "A[0]").expect("it runs");
    let said = |value: &str| sweep.rows.iter().find(|row| row.value == value).map(|row| row.ends.join(" "));
    // 1 + 1, infinity + infinity, and twice the largest float, which overflows.
    assert_eq!(said("1.0").as_deref(), Some("2.0"));
    assert_eq!(said("inf").as_deref(), Some("inf"));
    assert_eq!(said("3.4028235e38").as_deref(), Some("inf"));
    assert_eq!(sweep.values, "24 values of F, of every class of floats, in A[0]");
}

#[test]
fn invalid_places_and_values_are_refused() {
    let session = Session::open(&format!("{BYTE}.decl W v_type=G type=uq num_elts=4\n"));
    for (place, why) in [
        ("C", "`C` is neither a surface nor a variable of this scenario"),
        ("A[32]", "`A` has 32 elements; there is no `[32]`"),
        ("A[x]", "`A[x]` is not an element; expected one such as `A[0]`"),
        ("A = 256", "`256` does not fit UB, which holds 0 to 255"),
        ("A = 3..2", "`3..2` holds 0 values; expected 1 to 65536"),
        ("A = -1..1", "`-1` does not fit UB in a range; expected 0 to 255"),
        ("A = 5..-1", "`-1` does not fit UB in a range; expected 0 to 255"),
        (
            "W = 0..18446744073709551615",
            "`0..18446744073709551615` holds 18446744073709551616 values; expected 1 to 65536",
        ),
        ("W = 0..18446744073709551616", "`18446744073709551616` does not fit into 64 bits"),
        ("W = 0..65535 7", "`7` exceeds the limit of 65536 values"),
        ("W = 0..65535 3..5", "`3..5` exceeds the limit of 65536 values"),
        ("A = ?", "`?` is undefined; expected defined values"),
        ("A = _", "`_` leaves out an element; expected defined values"),
        ("A =", "expected a value, or a range such as `0..255`"),
    ] {
        assert_eq!(sweep(&session, place).expect_err("it is not there"), why);
    }
    let asked = |places: &[&str], most_steps: u64| {
        answer(&session, Some(&session), places, (most_steps, usize::MAX)).expect_err("it is too much")
    };
    assert_eq!(asked(&["A", "A[0]"], MOST_STEPS), "`A[0]` is swept twice");
    assert_eq!(asked(&[], MOST_STEPS), "expected an element, such as `A[0]`");
    assert_eq!(asked(&["A", "B", "A[1]", "A[2]"], MOST_STEPS), "at most 3 elements are swept at once");
    // A run has three micro-steps and reads 68 elements; 8 elements count as one step. Each value takes two runs.
    assert_eq!(
        asked(&["A = 0..99"], 2399),
        "100 runs take about 2400 micro-steps, but the limit is 2399; give fewer values"
    );
    assert_eq!(
        answer(&session, None, &["A", "B"], (MOST_STEPS, 1)).expect_err("it is no table"),
        "a table sweeps one element; to sweep several, compare with a variant"
    );
    assert_eq!(
        sweep(&Session::open(".set A = 1"), "A").expect_err("it does not run"),
        "the text has errors; fix them to sweep it"
    );
    let broken = format!("{BYTE}.variant broken {{ .set NONE = 1 }}\n");
    for (other, side) in [
        (Session::open_as(&broken, Some("broken")), "the variant `broken`"),
        (Session::open(".set A = 1"), "the other scenario"),
    ] {
        assert_eq!(
            answer(&session, Some(&other), &["A"], (MOST_STEPS, 1)).expect_err("it does not run"),
            format!(
                "in {side}: expected a complete run; fix the errors of the text, or make its run shorter"
            )
        );
    }
}

/// A sweep that is ended early says how far it got.
#[test]
fn a_part_of_a_sweep_is_reported_as_such() {
    let session = Session::open(BYTE);
    let question = SweepQuestion::parse("A[0]", 1);
    let begin =
        |other: Option<&Session>| Sweeping::new(&session, other, &question, MOST_STEPS).expect("it runs");
    let mut sweeping = begin(None);
    assert!(!sweeping.advance(1));
    let SweepAnswer::Table { table, .. } = sweeping.finish() else { panic!("it is a table") };
    assert!(
        table.values.starts_with("the first 1 of 256 runs of ") && !table.is_complete,
        "{}",
        table.values
    );
    let mut sweeping = begin(Some(&session));
    assert!(!sweeping.advance(1));
    let SweepAnswer::Beside(found) = sweeping.finish() else { panic!("it is a comparison") };
    let words = found.in_words(["a", "b"]);
    assert!(
        words.starts_with("No difference was found over the first 1 of 256 runs of ")
            && !found.is_complete
            && !found.is_same(),
        "{words}"
    );
}

/// The base run takes some ten steps, and each run of the sweep more than 10,000.
#[test]
fn a_sweep_ends_when_its_runs_have_taken_the_steps() {
    let text = ".isa visa grf=32\n.lanes 8\n.decl OFF v_type=G type=ud num_elts=8\n.decl VAL v_type=G type=ud num_elts=8\n\
                .decl BUF v_type=T num_elts=1\n.set OFF = 0\n.set VAL = 0\n.surface BUF buffer ud = 7\n\
                .semantics DWORD_ATOMIC {\n  foreach_active (i) {\n    UD x = 0;\n    \
                for (UD c = 0; c < src0[i]; c++) { x = x + 1; }\n    surface[0] = x;\n  }\n}\n\
                dword_atomic.add (M1, 1) BUF OFF.0 VAL.0 V0.0 V0.0\n";
    let session = Session::open(text);
    let found = answer(&session, None, &["VAL = 5000..5099"], (100_000, usize::MAX));
    let Ok(SweepAnswer::Table { table, .. }) = found else { panic!("{found:?} {:?}", session.diagnostics) };
    assert!(table.values.starts_with("the first ") && !table.is_complete, "{}", table.values);
    assert!((2..12).contains(&table.rows.len()), "{}", table.rows.len());
}

#[test]
fn both_sides_begin_with_a_written_counterexample() {
    // The old value is shifted by 1 and by 2, so only 0 gives the same result. Among 0 and 1, the first difference is
    // at 1 in `BUF` and 0 in `VAL`.
    let text = |buf: &str, val: &str, variant: &str| {
        format!(
            ".isa visa grf=32\n.lanes 1\n.decl OFF v_type=G type=ud num_elts=8 align=GRF\n\
             .decl VAL v_type=G type=ud num_elts=8 align=GRF\n.decl BUF v_type=T num_elts=1\n.set OFF = [0; 8]\n\
             .set VAL = {val}\n.surface BUF buffer ud = {buf}\n.op ADD = (old << 1) + src0\n\
             dword_atomic.add (M1, 1) BUF OFF.0 VAL.0 V0.0 V0.0\n\
             .variant other {{\n  .op ADD = (old << 2) + src0\n{variant}}}\n"
        )
    };
    let written = |text: &str, as_variant: Option<&str>| {
        let (base, other) = (Session::open(text), Session::open_as(text, Some("other")));
        let found = beside(&base, &other, &["BUF = 0 1", "VAL = 0 1"]);
        let counterexample = found.counterexample.expect("they differ");
        let values = found.places.into_iter().zip(counterexample.values).collect();
        let edit = PanelEdit::Counterexample { values, variant: "other".to_owned() };
        let after = Session::open_as(text, as_variant).edit(&edit).expect("both have place for it");
        assert_eq!(after.variant.as_deref(), as_variant);
        let end = |session: &Session| session.run.as_ref().map(|run| run.state(run.len()));
        let sides = [None, Some("other")].map(|side| end(&Session::open_as(&after.text, side)));
        assert!(sides[0].is_some() && sides[0] != sides[1], "{}", after.text);
        after.text.to_string()
    };
    // Values that both sides begin with are written once, whichever side is active.
    for side in [None, Some("other")] {
        assert_eq!(written(&text("3", "7 8", ""), side), text("1", "0 8", ""));
    }
    // A value that already holds keeps its spelling.
    assert_eq!(written(&text("0x1", "0 8", ""), None), text("0x1", "0 8", ""));
    // A variant that sets the element itself gets the value, too.
    let variant = "  .set VAL = 9 8\n";
    assert_eq!(written(&text("3", "7 8", variant), None), text("1", "0 8", "  .set VAL = 0 8\n"));
}

#[test]
fn values_can_be_listed() {
    let session = Session::open(BYTE);
    for (written, words, values) in [
        ("A = 254..255", "2 values of A[0]", ["254", "255"]),
        ("A[0]=0xff, 7", "2 values of A[0]", ["255", "7"]),
        ("A = [3; 2]", "2 values of A[0]", ["3", "3"]),
    ] {
        let (sweep, _) = sweep(&session, written).expect("it runs");
        assert_eq!((&*sweep.values, sweep.is_complete), (words, false), "{written}");
        assert_eq!(sweep.rows.iter().map(|row| &*row.value).collect::<Vec<_>>(), values, "{written}");
    }
}

#[test]
fn an_element_that_ends_the_same_for_all_values_depends_on_none() {
    // The exchange stores 5 and returns what was there.
    let session = Session::open(
        ".isa visa grf=32\n.lanes 1\n.decl OFF v_type=G type=ud num_elts=8 align=GRF\n\
         .decl VAL v_type=G type=ud num_elts=8 align=GRF\n.decl OLD v_type=G type=ud num_elts=8 align=GRF\n\
         .decl BUF v_type=T num_elts=1\n.set OFF = [0; 8]\n.set VAL = [5; 8]\n.surface BUF buffer ud = 3\n\
         dword_atomic.xchg (M1, 1) BUF OFF.0 VAL.0 V0.0 OLD.0\n",
    );
    let (sweep, pictures) = sweep(&session, "BUF = 0..9").expect("it runs");
    assert_eq!(sweep.columns, ["OLD[0]"]);
    assert_eq!((pictures.len(), &*sweep.rows[9].ends), (1, &["9".to_owned()][..]));
}

#[test]
fn a_cut_table_lists_the_corner_values() {
    let session = Session::open(BYTE);
    let Ok(SweepAnswer::Table { table, .. }) = answer(&session, None, &["A"], (MOST_STEPS, 100)) else {
        panic!("it runs")
    };
    // Corners of 8 bits: 2^k - 1, 2^k and 2^k + 1, their negatives and complements, and both ends.
    let corner = |value: u32| {
        (0..8).map(|bit| 1u32 << bit).any(|power| {
            [power - 1, power, (power + 1) % 256, 256 - power, 255 - power].contains(&value) || value == 255
        })
    };
    let expected: Vec<String> =
        (0..256).filter(|value| corner(*value)).map(|value| value.to_string()).collect();
    assert_eq!(table.rows.iter().map(|row| row.value.clone()).collect::<Vec<_>>(), expected);
    assert_eq!(table.rows.len() + table.more_rows, 256);
}

/// Opens a scenario in which one lane adds two bytes, followed by `semantics`.
fn sum(semantics: &str) -> Session {
    Session::open(&format!("{}{semantics}", BYTE.replace("0x1:ub", "A(0,1)<0;1,0>")))
}

/// Returns the scenario's text with `value` in place of the sum in ADD.
fn add_as(session: &Session, value: &str) -> String {
    let name = lanescope_core::session::text::PartName { instruction: "ADD".into(), operation: None };
    let part = session.notation_part(&name).expect("it has a text");
    let text = part.text.replace("src0[i] + src1[i]", value);
    assert_ne!(*text, *part.text, "{}", part.text);
    part.written(&text).text
}

#[test]
fn two_operations_are_compared_over_all_bytes() {
    let plain = sum("");
    let same = Session::open(&add_as(&plain, "src1[i] + src0[i]"));
    let found = beside(&plain, &same, &["A[0]", "A[1]"]);
    assert!(found.is_complete && found.counterexample.is_none() && found.tried == 65_536, "{found:?}");
    assert_eq!(
        found.in_words(["a", "b"]),
        "No difference over all 256 values of UB in A[0] with all 256 values of UB in A[1], 65536 in all."
    );
    let other = Session::open(&add_as(&plain, "(src0[i] | src1[i]) + (src0[i] & src1[i] & 0x7f)"));
    let found = beside(&plain, &other, &["A[0]", "A[1]"]);
    // a + b is (a | b) + (a & b). Without its highest bit, a & b is wrong where both operands have that bit: a quarter
    // of all pairs.
    assert_eq!((found.differing, found.count), (16_384, 65_536));
    let first = found.counterexample.as_ref().expect("they differ");
    // 128 + 128 = 256 wraps to 0 in a byte; the other computes 128 + 0.
    assert_eq!(
        (&first.values[..], &*first.ends[0].now, &*first.ends[0].then),
        (&["128", "128"].map(str::to_owned)[..], "0", "128")
    );
}

#[test]
fn a_counterexample_over_three_bytes_ends_the_sweep() {
    let plain = sum("");
    let other = Session::open(&add_as(&plain, "src0[i] - src1[i]"));
    let found = beside(&plain, &other, &["A[2]", "A[0]", "A[1]"]);
    // The first difference is 0 + 1 and 0 - 1: run 2 of 2^24.
    assert_eq!((found.tried, found.count, found.is_complete), (2, 1 << 24, false));
    assert_eq!(
        found.in_words(["a", "b"]),
        "The two differ (the first 2 of 16777216 runs of all 256 values of UB in A[2] with all 256 values of UB in A[0] with all 256 values of UB in A[1], \
         16777216 in all). For example: with A[2] = 0 and A[0] = 0 and A[1] = 1, B[0] = 1 in a and 255 in b."
    );
    // With too few micro-steps for all values, the sweep uses corners and says so.
    let Ok(SweepAnswer::Beside(found)) =
        answer(&plain, Some(&plain), &["A[2]", "A[0]", "A[1]"], (2_000_000, usize::MAX))
    else {
        panic!("it runs")
    };
    assert!(!found.is_complete && found.counterexample.is_none(), "{found:?}");
    assert!(found.in_words(["a", "b"]).contains("values of UB near powers of two in A[0]"), "{found:?}");
    assert!(found.in_words(["a", "b"]).ends_with("and 1000 drawn from seed 7."), "{found:?}");
}

/// Lane 0 waits as long as the cell holds `VAL[0]`, and counts to it. Nothing changes the 3 in the cell.
#[test]
fn each_value_with_which_a_run_does_not_reach_its_end_is_marked() {
    let session = visa(
        1,
        ".semantics DWORD_ATOMIC {\n foreach_active (i) {\n  for (; surface[0] == src0[i]; ) { }\n  \
         for (UD c = 0; c < src0[i]; c++) { }\n  surface[0] = op(0, src0[i], 0);\n } }\n.op INC = old + src0",
    );
    let (sweep, _) = sweep(&session, "VAL[0] = 3 4 1000000").expect("it runs");
    let rows: Vec<_> = sweep.rows.iter().map(|row| (&*row.value, row.stops)).collect();
    assert_eq!(rows, [("3", true), ("4", false), ("1000000", true)], "{sweep:?}");
}
