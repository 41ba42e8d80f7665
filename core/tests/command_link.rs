//! `lanescope link`, and what `test` and `check` print for GitHub.
#![cfg(not(target_arch = "wasm32"))]

use crate::common::command::{HEAD, file, told};

const ADD: &str = "dword_atomic.add (M1, 1) BUF OFF.0 SRC.0 V0.0 V0.0\n";
/// Lane 0 accesses a texel out of bounds, and the clamp word stops the program.
const TRAP: &str = ".isa sass\n.lanes 1\n.const 0x140 = 0\n.surface 0 1d R32_UINT 4\n.set R1 = 9\n\
    SUATOM.D.1D.ADD.TRAP R0, [R1], R2, 0x50;\n";

#[test]
fn an_expected_error_is_no_annotation_and_no_complaint() {
    let expected = file("expected-error.lane", &format!("{TRAP}.expect error run-trap-outside\n"));
    let (status, out, _) = told(&["check", "--github", &expected.to_string_lossy()]);
    assert_eq!((status, out.contains("::error")), (Some(0), false), "{out}");
    let (status, _, complaints) = told(&["test", "--github", &expected.to_string_lossy()]);
    assert_eq!((status, complaints.as_str()), (Some(0), ""));
    // Without the `.expect error` line, it is both.
    let file = file("unexpected-error.lane", TRAP);
    let (status, out, complaints) = told(&["test", "--github", &file.to_string_lossy()]);
    assert_eq!(status, Some(1));
    assert!(out.contains("::error") && complaints.contains("run-trap-outside"), "{out}{complaints}");
}

#[test]
fn a_link_opens_the_text_at_a_step() {
    let text = format!("{HEAD}{ADD}.variant other {{\n  .set SRC = [2; 8]\n}}\n");
    let file = file("link.lane", &text);
    let file = file.to_string_lossy();
    let (status, out, _) = told(&["link", &file]);
    let code = out.trim_end().strip_prefix('#').expect("the fragment alone");
    assert_eq!(status, Some(0));
    assert_eq!(lanescope_core::session::text::decode_link(code).as_deref(), Ok(text.as_str()));
    let base = "https://example.org/l";
    let (_, out, _) =
        told(&["link", &file, "--base", base, "--step", "2", "--granularity", "step", "--variant", "other"]);
    let rest =
        out.strip_prefix(&format!("{base}/#{code}&c=2&g=phase&f=")).expect("step, size and fingerprint");
    assert!(rest.ends_with("&v=other\n"), "{out}");
    let (_, out, _) = told(&["link", &file, "--base", base, "--embed", "size=card,fits"]);
    assert_eq!(out, format!("{base}/embed.html?size=card&fits#{code}\n"));
    for (words, problem) in [
        (["--step", "99"], "step 99 does not exist; the run has steps 0 to "),
        (["--variant", "none"], "no variant is called `none`; its only variant is `other`"),
        (["--embed", "size=huge"], "`size` is `strip`, `card` or `full`, not `huge`"),
        (["--embed", "href=x"], "a frame takes `size=`, "),
        (["--embed", "size=card,size=strip"], "`size` is given twice"),
        (["--embed", "size=strip,compare=other"], "`compare` has no effect with `size=strip`"),
    ] {
        let (status, _, complaints) = told(&["link", &file, words[0], words[1]]);
        assert_eq!(status, Some(2));
        assert!(complaints.contains(problem), "{complaints}");
    }
}
