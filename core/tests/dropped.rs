//! Dropped accesses through a header: each lane states the reason, as for accesses out of bounds without a header.

use lanescope_core::session::{
    Session,
    run::{Run, outside_in_words},
};
use lanescope_core::trace::{Effect, MarkKind};

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn run(lines: &str) -> (Session, Run) {
    let session = Session::open(&format!(".isa sass sm=52\n.lanes 1\n.set R4 = 1\n{lines}\n"));
    let run = session.run.as_deref().expect("it runs").clone();
    (session, run)
}

/// Returns the reason why lane 0 drops its access.
fn why(lines: &str) -> String {
    let (_, run) = run(lines);
    let end = run.frame(run.len());
    assert!(end.lanes[0].dropped, "{lines}");
    let access = end.lanes[0].access.expect("it was to go somewhere");
    assert!(!access.inside, "{lines}");
    outside_in_words(&run.scenario().layout, &access)
}

#[test]
fn a_dropped_access_says_why() {
    for (lines, expected) in [
        // The texels are 0 to 3.
        (
            ".surface 0 1d R32_UINT 4\n.set R2 = 4\nSUATOM.D.1D.ADD.IGN R8, [R2], R4, 0x0;",
            "x = 4 is not in 0 to 3",
        ),
        (
            ".surface 0 1d R32_UINT 4\n.set R2 = -1\nSUATOM.D.1D.ADD.IGN R8, [R2], R4, 0x0;",
            "x = -1 is not in 0 to 3",
        ),
        // The surface has 2 by 3 texels, and the access goes to row 3.
        (
            ".surface 0 2d R32_UINT 2x3\n.set R2 = 1\n.set R3 = 3\nSUATOM.D.2D.ADD.IGN R8, [R2], R4, 0x0;",
            "y = 3 is not in 0 to 2",
        ),
        // Byte addressing: 8 bytes from byte 8 on reach byte 15, which is in texel 3 of 4 bytes each.
        (
            ".surface 0 1d R32_UINT 3\n.set R2 = 8\nSUATOM.D.BA.1D.ADD.U64.IGN R8, [R2], R4, 0x0;",
            "x = 3 is not in 0 to 2",
        ),
        // Element 2 of 8 bytes is texels 4 and 5.
        (
            ".surface 0 1d R32_UINT 4\n.set R2 = 2\nSUATOM.D.1D.ADD.U64.IGN R8, [R2], R4, 0x0;",
            "x = 4 is not in 0 to 3",
        ),
        (
            ".surface 0 1d R32_UINT 4 state=disabled\nSUATOM.D.1D.ADD.IGN R8, [R2], R4, 0x0;",
            "the surface is disabled",
        ),
        // Header 7 does not exist.
        (".surface 0 1d R32_UINT 4\n.set R7 = 7\nSUATOM.D.1D.ADD.IGN R8, [R2], R4, R7;", "no surface there"),
        // Texel 128 is byte 512, the first of page 1.
        (
            ".surface 0 1d R32_UINT 256 sparse=1\n.set R2 = 128\n.set R7 = 0\nSUATOM.D.1D.ADD.IGN P0, R8, [R2], R4, R7;",
            "page 1 has no memory",
        ),
    ] {
        assert_eq!(why(lines), expected, "{lines}");
    }
}

#[test]
fn a_dropped_access_is_found_marked_and_narrated() {
    let (session, run) =
        run(".surface 7 1d R32_UINT 4\n.set R2 = 9\n.set R7 = 7\nSUATOM.D.1D.ADD.IGN R8, [R2], R4, R7;");
    let found =
        session.diagnostics.iter().find(|found| found.code() == "run-out-of-bounds").expect("it is found");
    assert_eq!(found.message, "lane 0: surface 7[9]: x = 9 is not in 0 to 3");
    let steps: Vec<_> = run.steps().collect();
    let drops = |effects: &[Effect]| effects.iter().any(|effect| matches!(effect, Effect::Drop { .. }));
    let at = steps.iter().position(|step| drops(&step.effects)).expect("a step drops it");
    let sentence = lanescope_core::session::run::narrate(run.scenario(), &steps[at]);
    assert_eq!(sentence, "Lane 0 drops its access to surface 7[9]: x = 9 is not in 0 to 3.");
    let marks: Vec<_> = run.marks().iter().map(|mark| (mark.step as usize, mark.kind)).collect();
    assert_eq!(marks, [(at, MarkKind::OutOfBounds)]);
    let [target] = run.targets(0) else { panic!("one place") };
    assert_eq!((target.access.texel, target.visits.len()), (Some([9, 0, 0, 0]), 1));
}

#[test]
fn an_undefined_coordinate_counts_as_outside() {
    let (session, run) = run(".surface 0 1d R32_UINT 4\n.set R2 = ?\nSUATOM.D.1D.ADD.IGN R8, [R2], R4, 0x0;");
    assert!(run.frame(run.len()).lanes[0].dropped);
    let narrated = run.steps().map(|step| lanescope_core::session::run::narrate(run.scenario(), &step));
    let narrated: Vec<String> = narrated.collect();
    let sentence = "Lane 0 drops its access to memory: the address is undefined.";
    assert!(narrated.iter().any(|known| known == sentence), "{narrated:#?}");
    let found = session.diagnostics.iter().find(|found| found.code() == "run-undefined-source");
    let notes = &found.expect("it is found").notes;
    let note = "lane 0: its address has undefined bits; the access is dropped like one outside the surface";
    assert!(notes.iter().any(|known| known.text == note), "{notes:?}");
}

#[test]
fn an_access_in_bounds_is_not_dropped() {
    let (_, run) = run(".surface 0 1d R32_UINT 4\n.set R2 = 3\nSUATOM.D.1D.ADD.IGN R8, [R2], R4, 0x0;");
    assert!(!run.frame(run.len()).lanes[0].dropped);
}
