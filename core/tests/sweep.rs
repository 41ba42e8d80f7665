//! One element over many values.

use lanescope_core::session::Session;

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// One lane of vISA counts a cell up; `VAL` is what `src0` would be.
fn visa(src0: u32, lines: &str) -> Session {
    // The page's own INC takes no source.
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

/// One lane of SUATOM counts a texel up.
fn suatom(src0: u32) -> Session {
    let text = format!(
        ".isa sass sm=52\n.lanes 1\n.set R2 = 0\n.set R4 = {src0}\n.set R1 = 7\n\
         .surface 7 1d R32_UINT 1 = 3\nSUATOM.D.1D.INC.IGN R10, [R2], R4, R1;\n"
    );
    Session::open(&text)
}

/// What comes of each value: the value, what lies in memory then and what came back.
fn table(session: &Session, place: &str) -> Vec<(String, Vec<String>)> {
    let sweep = session.sweep(place).unwrap_or_else(|why| panic!("{why}: {:?}", session.diagnostics));
    sweep.rows.into_iter().map(|row| (row.value, row.ends)).collect()
}

#[test]
fn inc_of_visa_that_wraps_at_src0_is_inc_of_suatom() {
    let wraps = ".op INC = old >= src0 ? 0 : old + 1";
    for src0 in [0, 1, 2, 5, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe, 0xffff_ffff] {
        let there = table(&suatom(src0), "7[0]");
        assert_eq!(table(&visa(src0, wraps), "BUF[0]"), there, "src0 {src0:#x}");
        // As the page has it, INC counts on; only where `src0` is the largest number of all do the two agree.
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
        let found = as_it_is.sweep_beside(other, "BUF[0]").expect("both have it");
        assert_eq!(found.counterexample, None);
        // Around each of 32 powers of two, their negatives and complements, and 0: none twice.
        assert!(!found.is_complete && found.count == 154, "{found:?}");
        assert_eq!(found.in_words(["a", "b"]), "No difference over 154 corners of UD in BUF[0].");
    }
    let found = visa(5, "")
        .sweep_beside(&visa(5, ".op INC = old >= src0 ? 0 : old + 1"), "BUF[0]")
        .expect("both have it");
    // 5 is the first that is not below 5; then 6 instead of 0.
    let first = found.counterexample.expect("they differ");
    assert_eq!(
        (&*first.value, &*first.ends[0].place, &*first.ends[0].now, &*first.ends[0].then),
        ("5", "BUF[0]", "6", "0")
    );
}

/// One lane adds 1 to a byte.
const BYTE: &str = ".isa visa grf=32\n.lanes 8\n.decl A v_type=G type=ub num_elts=32 align=GRF\n\
    .decl B v_type=G type=ub num_elts=32 align=GRF\n.set A = [0; 32]\n.set B = [0; 32]\n\
    add (M1, 1) B(0,0)<1> A(0,0)<0;1,0> 0x1:ub\n";

#[test]
fn all_values_of_a_narrow_element_are_gone_through() {
    let session = Session::open(BYTE);
    let sweep = session.sweep("A").unwrap_or_else(|why| panic!("{why}: {:?}", session.diagnostics));
    assert!(sweep.is_complete);
    assert_eq!((sweep.rows.len(), &*sweep.values), (256, "all 256 values of UB"));
    assert_eq!(sweep.columns, ["B[0]"]);
    for (value, row) in sweep.rows.iter().enumerate() {
        // A byte has no 256.
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
    let sweep = Session::open(&text).sweep("A[0]").expect("it runs");
    let said = |value: &str| sweep.rows.iter().find(|row| row.value == value).map(|row| row.ends.join(" "));
    // Twice one, twice infinity, and twice the largest, which is more than there is.
    assert_eq!(said("1.0").as_deref(), Some("2.0"));
    assert_eq!(said("inf").as_deref(), Some("inf"));
    assert_eq!(said("3.4028235e38").as_deref(), Some("inf"));
    assert_eq!(sweep.values, "24 values of F, of every class of floats");
}

#[test]
fn what_is_not_there_is_not_swept() {
    let session = Session::open(BYTE);
    for (place, why) in [
        ("C", "`C` is no surface and no variable of this scenario"),
        ("A[32]", "`A` has 32 elements; there is no `[32]`"),
        ("A[x]", "`A[x]` is no element; expected one such as `A[0]`"),
    ] {
        assert_eq!(session.sweep(place).expect_err("it is not there"), why);
    }
    assert_eq!(
        Session::open(".set A = 1").sweep("A").expect_err("it does not run"),
        "the text does not run as it stands"
    );
}
