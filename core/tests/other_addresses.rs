//! Other addresses and layouts that cost less: each change is a variant, with its cost calculated by hand.

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
    let gather = |surface: &str, name: &str, offsets: &str| {
        format!(
            ".lanes 16\n.model maxwell\n.decl OFF v_type=G type=ud num_elts=16 align=GRF\n\
             .decl DST v_type=G type=ud num_elts=16 align=GRF\n.decl BUF v_type=T num_elts=1\n{surface}\n.set OFF = {offsets}\n\
             gather_scaled.4 (M1, 16) {name} 0x0:ud OFF.0 DST.0\n"
        )
    };
    let buffer = ".surface BUF buffer ud 64 = [0; 64]";
    // Requests of 8 lanes. Even lanes read words 0 to 7 and odd lanes words 8 to 15, so each request has both sectors: 4. In
    // ascending order each request has one of them, and the words are consecutive then.
    let offsets = "0 32 4 36 8 40 12 44 16 48 20 52 24 56 28 60";
    let found = changes(&gather(buffer, "BUF", offsets));
    assert_eq!(found, [("Sorted addresses", [2, 0, 0]), ("Consecutive addresses", [2, 0, 0])]);
    // Stride 2 is sorted already: 2 sectors in each request, and consecutive 1. Structures of two words become two arrays.
    let found = changes(&gather(buffer, "BUF", "iota(0, 8)"));
    assert_eq!(found, [("Structure of arrays", [2, 0, 0]), ("Consecutive addresses", [2, 0, 0])]);
    // Nothing is better than consecutive words.
    assert_eq!(changes(&gather(buffer, "BUF", "iota(0, 4)")), []);
    // A column of shared memory: 16 passes, and 1 with consecutive words or a word of padding. A row of 32 words is a structure.
    let found = changes(&gather(".surface T0 slm ud 512 = [0; 512]", "T0", "iota(0, 128)"));
    let one_pass = [0, 1, 0];
    assert_eq!(
        found,
        [
            ("Structure of arrays", one_pass),
            ("Consecutive addresses", one_pass),
            ("Padding of one word", one_pass)
        ]
    );
}

/// Returns the lines of the variant with a change.
fn variant_lines(text: &str, title: &str) -> Option<String> {
    let found = Session::open(text).rearrangements(0).into_iter().find(|it| it.title == title)?;
    let VariantStart::Lines { lines, .. } = found.start else { panic!("{found:?}") };
    Some(lines)
}

/// Eight points of three dwords. `program` accesses them at the offsets OFF.
fn points(offsets: &str, program: &str) -> String {
    let decl = |name: &str| format!(".decl {name} v_type=G type=ud num_elts=8 align=GRF\n");
    let decls: String = ["OFF", "X", "Y", "Z", "OTHER"].map(decl).concat();
    format!(
        ".lanes 8\n.model volta\n{decls}.decl POINTS v_type=T num_elts=1\n.set OFF = {offsets}\n\
         .surface POINTS buffer ud = 1 101 201 2 102 202 3 103 203 4 104 204 5 105 205 6 106 206 7 107 207 8 108 208\n{program}"
    )
}

/// The points with all x, then all y, then all z.
const APART: &str = "  .surface POINTS buffer ud = 1 2 3 4 5 6 7 8 101 102 103 104 105 106 107 108 201 202 203 204 205 206 207 208\n";

#[test]
fn structures_become_arrays() {
    // Words 12 bytes apart are in bytes 0 to 87: 3 sectors. All x together are one sector of 32 bytes.
    let read_x = "gather_scaled.4 (M1, 8) POINTS 0x0:ud OFF.0 X.0\n";
    let text = points("iota(0, 12)", read_x);
    assert!(changes(&text).contains(&("Structure of arrays", [1, 0, 0])));
    let addresses = "  .set OFF = 0 4 8 12 16 20 24 28\n";
    assert_eq!(variant_lines(&text, "Structure of arrays"), Some(format!("{addresses}{APART}")));
    // The addresses of y start at byte 4, and then at byte 32. Lanes that are off have an address too.
    let text = points("iota(4, 12)", read_x).replace(".lanes 8", ".lanes 8 active=0xee");
    let lines = variant_lines(&text, "Structure of arrays").expect("six lanes read three sectors");
    assert_eq!(lines, format!("  .set OFF = 32 36 40 44 48 52 56 60\n{APART}"));
}

#[test]
fn the_numbers_of_fields_move_with_their_arrays() {
    let read =
        |name: &str, offset: &str| format!("gather_scaled.4 (M1, 8) POINTS {offset}:ud OFF.0 {name}.0\n");
    let program = read("X", "0x0") + &read("Y", "4") + &read("Z", "0x8");
    let text = points("iota(0, 12)", &program);
    // Each array of eight dwords has 32 bytes: y starts at 32 and z at 64. The number keeps its notation.
    let lines = variant_lines(&text, "Structure of arrays").expect("three sectors become one");
    let moved: String = [read("X", "0x0"), read("Y", "32"), read("Z", "0x40")]
        .iter()
        .map(|line| format!("  {line}"))
        .collect();
    assert_eq!(lines, format!("  .set OFF = 0 4 8 12 16 20 24 28\n{APART}{moved}"));
    // The variant reads the same values: its own expectations hold.
    let session = Session::open(&text);
    let start = VariantStart::Lines {
        name: "arrays",
        lines: lines + "  .expect X = iota(1, 1)\n  .expect Y = iota(101, 1)\n  .expect Z = iota(201, 1)\n",
    };
    let with = session.edit(&PanelEdit::AddVariant(start)).expect("a variant can be added");
    assert!(with.each_variant().all(|variant| variant.is_as_expected()));
}

#[test]
fn each_variable_with_addresses_moves() {
    // OTHER has the addresses of y. Both are numbers of bytes, so the program stays.
    let read =
        |offsets: &str, to: &str| format!("gather_scaled.4 (M1, 8) POINTS 0x0:ud {offsets}.0 {to}.0\n");
    let text = points("iota(0, 12)", &(read("OFF", "X") + &read("OTHER", "Y")));
    let text = text.replace(".surface", ".set OTHER = iota(4, 12)\n.surface");
    let lines = variant_lines(&text, "Structure of arrays").expect("three sectors become one");
    let [x, y] = ["OFF = 0 4 8 12 16 20 24 28", "OTHER = 32 36 40 44 48 52 56 60"];
    assert_eq!(lines, format!("  .set {x}\n  .set {y}\n{APART}"));
}

#[test]
fn writes_to_structures_are_compared_at_the_end() {
    // Lanes add to y: the array of y has the sums, and the other arrays stay.
    let text = points("iota(4, 12)", "dword_atomic.inc (M1, 8) POINTS OFF.0 V0.0 V0.0 V0.0\n");
    let lines = variant_lines(&text, "Structure of arrays").expect("three sectors become one");
    assert_eq!(lines, format!("  .set OFF = 32 36 40 44 48 52 56 60\n{APART}"));
}

#[test]
fn some_structures_stay() {
    let read = |offsets: &str| format!("gather_scaled.4 (M1, 8) POINTS 0x0:ud {offsets}.0 X.0\n");
    for (why, text) in [
        ("no lane skips a field", points("iota(0, 4)", &read("OFF"))),
        ("the distance varies", points("0 12 24 36 48 60 72 88", &read("OFF"))),
        ("the field does not divide the distance", points("iota(0, 6)", &read("OFF"))),
        // The second instruction reads a row across the structures.
        (
            "neighbours are read too",
            points("iota(0, 12)", &(read("OFF") + &read("OTHER")))
                .replace(".surface", ".set OTHER = iota(0, 4)\n.surface"),
        ),
        // The addresses are computed, and their variable ends with other values.
        (
            "addresses are computed",
            points(
                "iota(0, 12)",
                "mov (M1, 8) OTHER(0,0)<1> OFF(0,0)<1;1,0>\ngather_scaled.4 (M1, 8) POINTS 0x0:ud OTHER.0 X.0\n",
            ),
        ),
        // A variant lists at most 512 values.
        (
            "the contents are long",
            points("iota(0, 12)", &read("OFF"))
                .replace("ud = 1 101", "ud 600 = 1 101")
                .replace("8 108 208", "iota(0, 1)"),
        ),
        ("one lane alone", points("iota(0, 12)", &read("OFF")).replace(".lanes 8", ".lanes 8 active=1")),
    ] {
        let found = (0..2).flat_map(|at| Session::open(&text).rearrangements(at));
        assert!(Session::open(&text).run.is_some(), "{why}: {:?}", Session::open(&text).diagnostics);
        assert!(found.into_iter().all(|it| it.title != "Structure of arrays"), "{why}");
    }
}

#[test]
fn one_lane_has_no_neighbours() {
    let text =
        points("7", "gather_scaled.4 (M1, 1) POINTS 0x0:ud OFF.0 X.0\n").replace(".lanes 8", ".lanes 1");
    assert_eq!(changes(&text), []);
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

#[test]
fn the_other_layout_of_an_image_is_tried() {
    let image = |layout: &str| {
        format!(
            ".isa sass sm=52\n.lanes 32 active=0xff\n.model volta\n.surface 0 2d R32_UINT 16x8{layout}\n.set R0 = 3\n\
             .set R1 = iota(0, 1)\n.set R2 = [1; 32]\nSUATOM.D.2D.ADD.IGN R4, [R0], R2, 0x0;\n"
        )
    };
    // A column of 8 texels: 4 sectors of 2 rows, or a sector for each row.
    assert!(changes(&image("")).contains(&("Other layout", [4, 0, 1])), "{:?}", changes(&image("")));
    assert!(changes(&image(" layout=blocklinear block=1x1")).contains(&("Other layout", [8, 0, 1])));
}
