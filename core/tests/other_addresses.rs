//! Other addresses and pitches that cost less: each change is a variant, with its cost calculated by hand.

use lanescope_core::session::{
    Session,
    text::{PanelEdit, VariantStart},
};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// Returns the changes that cost less, each with its title and its sectors, passes and queue.
fn changes(text: &str) -> Vec<(&'static str, [u32; 3])> {
    let session = Session::open(text);
    let found = session.rearrangements(0);
    for change in &found {
        // The variant that a press makes has the cost that was shown.
        let after =
            session.edit(&PanelEdit::AddVariant(change.start.clone())).expect("a variant can be added");
        let [(_, cost)] = &after.variant_costs(0)[..] else { panic!("{}", after.text) };
        assert_eq!(*cost, change.cost, "{}", after.text);
    }
    found.into_iter().map(|it| (it.title, [it.cost.sectors, it.cost.passes, it.cost.queue])).collect()
}

#[test]
fn other_addresses_are_tried() {
    let gather = |model: &str, surface: &str, name: &str, offsets: &str| {
        format!(
            ".lanes 16\n.model {model}\n.decl OFF v_type=G type=ud num_elts=16 align=GRF\n\
             .decl DST v_type=G type=ud num_elts=16 align=GRF\n.decl BUF v_type=T num_elts=1\n{surface}\n.set OFF = {offsets}\n\
             gather_scaled.4 (M1, 16) {name} 0x0:ud OFF.0 DST.0\n"
        )
    };
    let buffer = ".surface BUF buffer ud 64 = [0; 64]";
    // Requests of 8 lanes, each with its own transfers. Even lanes read words 0 to 7 and odd lanes words 8 to 15, so each request
    // has both sectors: 4. In ascending order each request has one of them, and the words are consecutive then.
    let offsets = "0 32 4 36 8 40 12 44 16 48 20 52 24 56 28 60";
    let repeating = "maxwell repeat=1";
    let found = changes(&gather(repeating, buffer, "BUF", offsets));
    assert_eq!(found, [("Sorted addresses", [2, 0, 0]), ("Consecutive addresses", [2, 0, 0])]);
    // Memory that transfers a sector once has nothing to gain.
    assert_eq!(changes(&gather("maxwell", buffer, "BUF", offsets)), []);
    // Stride 2 is sorted already: 2 sectors in each request, and consecutive 1.
    let found = changes(&gather("maxwell", buffer, "BUF", "iota(0, 8)"));
    assert_eq!(found, [("Consecutive addresses", [2, 0, 0])]);
    // Nothing is better than consecutive words.
    assert_eq!(changes(&gather("maxwell", buffer, "BUF", "iota(0, 4)")), []);
    // A column of shared memory: 16 passes, and 1 with consecutive words.
    let found = changes(&gather("maxwell", ".surface T0 slm ud 512 = [0; 512]", "T0", "iota(0, 128)"));
    assert_eq!(found, [("Consecutive addresses", [0, 1, 0])]);
}

/// Returns the lines of the variant with a change.
fn variant_lines(text: &str, title: &str) -> Option<String> {
    let found = Session::open(text).rearrangements(0).into_iter().find(|it| it.title == title)?;
    let VariantStart::Lines { lines, .. } = found.start else { panic!("{found:?}") };
    Some(lines)
}

#[test]
fn one_lane_has_no_neighbours() {
    let text = ".lanes 1\n.model volta\n.decl OFF v_type=G type=ud num_elts=8 align=GRF\n\
                .decl X v_type=G type=ud num_elts=8 align=GRF\n.decl BUF v_type=T num_elts=1\n.set OFF = 7\n\
                .surface BUF buffer ud = [0; 8]\ngather_scaled.4 (M1, 1) BUF 0x0:ud OFF.0 X.0\n";
    assert_eq!(changes(text), []);
}

#[test]
fn other_pitches_of_an_image_are_tried() {
    // Twelve rows of three dwords. Eight lanes read a column.
    let image = |pitch: &str| {
        format!(
            ".lanes 8\n.model volta\n.decl IMG v_type=T num_elts=1\n.decl X v_type=G type=ud num_elts=8 align=GRF\n\
             .decl Y v_type=G type=ud num_elts=8 align=GRF\n.surface IMG 2d R32_UINT 3x12{pitch} = iota(0, 1)\n\
             .set X = [0; 8]\n.set Y = iota(0, 1)\ntyped_atomic.inc (M1, 8) IMG X.0 Y.0 V0.0 V0.0 V0.0 V0.0 V0.0\n"
        )
    };
    // Rows 32 bytes apart: a sector for each row. Rows of 12 bytes: the dwords are in bytes 0 to 87, 3 sectors.
    let lines = variant_lines(&image(" pitch=32"), "Other pitch");
    assert_eq!(lines.as_deref(), Some("  .surface IMG 2d R32_UINT 3x12 pitch=12 = iota(0, 1)\n"));
    assert!(changes(&image(" pitch=32")).contains(&("Other pitch", [3, 0, 1])));
    // Rows without gaps cost no less with gaps.
    assert_eq!(variant_lines(&image(""), "Other pitch"), None);
    // Eight texels of a row of 9 dwords start at byte 36 of the packed image: 2 sectors. From byte 64 they are one.
    let row = image("")
        .replace("3x12", "9x4")
        .replace(".set X = [0; 8]", ".set X = iota(0, 1)")
        .replace("Y = iota(0, 1)", "Y = [1; 8]");
    let lines = variant_lines(&row, "Other pitch");
    assert_eq!(lines.as_deref(), Some("  .surface IMG 2d R32_UINT 9x4 pitch=64 = iota(0, 1)\n"));
    assert!(changes(&row).contains(&("Other pitch", [1, 0, 1])));
}
