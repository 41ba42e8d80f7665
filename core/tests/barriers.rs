//! Scheduling annotations: the reads that give a warning.

use lanescope_core::session::Session;

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// Returns the barrier warnings of a program, each with its line. The first instruction is line 1.
fn warnings(program: &str) -> Vec<(usize, String)> {
    let text = format!(".isa sass sm=52\n.lanes 32\n.surface 0 1d R32_UINT 1 = 5\n{program}");
    let session = Session::open(&text);
    let of_barriers = session.diagnostics.iter().filter(|found| found.code() == "sass-barrier");
    of_barriers.map(|found| (session.line(found.span) - 3, found.message.clone())).collect()
}

const WRITE: &str = "SUATOM.D.1D.ADD R4, [R0], R2, 0x0 &wr=0x3 ?W1;\n";

#[test]
fn a_read_that_waits_gives_no_warning() {
    assert_eq!(warnings(&format!("{WRITE}IADD R6, R4, R2 &req={{3}};\n")), []);
    assert_eq!(warnings(&format!("{WRITE}IADD R6, R2, R2 &req={{0,3}} ?W1;\nIADD R7, R4, R2;\n")), []);
}

#[test]
fn a_read_that_does_not_wait_gives_one_warning() {
    let message = "`R4` is read before it is waited for; expected `&req={3}`".to_owned();
    // The second read repeats the mistake of the first one and is not reported.
    let program = format!("{WRITE}IADD R6, R4, R2 &req={{1}};\nIADD R7, R4, R2;\n");
    assert_eq!(warnings(&program), [(2, message)]);
}

#[test]
fn a_write_without_a_barrier_cannot_be_waited_for() {
    let program = "SUATOM.D.1D.ADD R4, [R0], R2, 0x0;\nIADD R6, R4, R2 &req={0};\n";
    let message = "`R4` is read before it is waited for; expected `&wr` where it is written, and `&req` here";
    assert_eq!(warnings(program), [(2, message.to_owned())]);
}

#[test]
fn pairs_and_guards_are_read_too() {
    let pair = "SUATOM.D.1D.ADD.U64 R4, [R0], R2, 0x0 &wr=1;\nIADD R6, R5, R2;\n";
    assert_eq!(warnings(pair).len(), 1);
    let guard = "SUATOM.D.1D.CAS P0, R4, [R0], R2, 0x0 &wr=1;\n@P0 IADD R6, R2, R2;\n";
    assert_eq!(warnings(guard).len(), 1);
    let data = format!("{WRITE}SUATOM.D.1D.ADD R8, [R0], R4, 0x0 &wr=4;\n");
    assert_eq!(warnings(&data).len(), 1);
}

#[test]
fn a_text_without_barriers_gives_no_warning() {
    let plain = "SUATOM.D.1D.ADD R4, [R0], R2, 0x0;\nIADD R6, R4, R2;\n";
    assert_eq!(warnings(plain), []);
    // A stall count alone does not mean that the text uses barriers.
    assert_eq!(warnings(&plain.replace(';', " ?W1;")), []);
    // `MOV` overwrites the value from memory. `DEPBAR` waits by itself.
    assert_eq!(warnings(&format!("{WRITE}MOV R4, R2;\nIADD R6, R4, R2;\n")), []);
    assert_eq!(warnings(&format!("{WRITE}DEPBAR.LE SB3, 0x0;\nIADD R6, R4, R2;\n")), []);
}

#[test]
fn a_line_without_effect_does_not_wait() {
    for line in ["NOP", "MEMBAR.GL"] {
        assert_eq!(warnings(&format!("{WRITE}{line};\nIADD R6, R4, R2;\n")).len(), 1, "{line}");
    }
}
