//! The cost of an instruction: textbook cases calculated by hand, and an independent count of random scenarios.

mod common;

use common::{Random, draws};
use lanescope_core::session::{Cost, PanelEdit, Run, Session, VariantStart, cost};
use lanescope_core::spec::{COST_MODELS, COST_PARAMETERS, CostKey, CostModel, MAXWELL, VOLTA, XE};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::rc::Rc;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn run(text: &str) -> Rc<Run> {
    let session = Session::open(text);
    session.run.unwrap_or_else(|| panic!("{text}\n{:?}", session.diagnostics))
}

/// Runs a gather of 32 lanes from a surface of 8 KiB. `bytes` is 1, 2 or 4 for each lane.
fn gather(bytes: u32, surface: &str, offsets: &str) -> Rc<Run> {
    let (name, line) = match surface {
        "slm" => ("T0", ".surface T0 slm ud 2048 = [0; 2048]"),
        _ => ("BUF", ".decl BUF v_type=T num_elts=1\n.surface BUF buffer ud 2048 = [0; 2048]"),
    };
    run(&format!(
        ".lanes 32\n.decl OFF v_type=G type=ud num_elts=32 align=GRF\n.decl DST v_type=G type=ud num_elts=32 align=GRF\n\
         {line}\n.set OFF = {offsets}\ngather_scaled.{bytes} (M1, 32) {name} 0x0:ud OFF.0 DST.0\n"
    ))
}

/// Runs a load of 8 or 16 bytes by each lane: a gather of 2 or 4 channels.
fn gather_channels(channels: &str, lanes: u32, offsets: &str) -> Rc<Run> {
    run(&format!(
        ".lanes {lanes}\n.decl OFF v_type=G type=ud num_elts={lanes} align=GRF\n.decl DST v_type=G type=ud num_elts=128 align=GRF\n\
         .decl BUF v_type=T num_elts=1\n.surface BUF buffer ud 2048 = [0; 2048]\n.set OFF = {offsets}\n\
         gather4_scaled.{channels} (M1, {lanes}) BUF 0x0:ud OFF.0 DST.0\n"
    ))
}

/// Returns sectors, lines, used and transferred bytes.
fn counts(run: &Run, model: &CostModel) -> (u32, u32, u32, u32) {
    let cost = cost(run, 0, model);
    (cost.sectors, cost.lines, cost.used_bytes, cost.transferred_bytes)
}

#[test]
fn textbook_loads_of_32_lanes() {
    // The base is aligned. Sectors have 32 bytes and lines 128. Maxwell counts each request of 8 lanes by itself.
    for (title, offsets, on_volta, sectors_on_maxwell) in [
        // 32 x 4 = 128 bytes: 4 sectors, 1 line. 8 lanes are 32 bytes: 1 sector in each of 4 requests.
        ("1: stride 1", "iota(0, 4)", (4, 1, 128, 128), 4),
        // 256 bytes: 8 sectors, 2 lines. 8 lanes are 64 bytes: 2 sectors.
        ("2: stride 2", "iota(0, 8)", (8, 2, 128, 256), 8),
        // 512 bytes: 16 sectors, 4 lines.
        ("3: stride 4", "iota(0, 16)", (16, 4, 128, 512), 16),
        // 128 bytes apart: each lane has its own line.
        ("4: stride 32", "iota(0, 128)", (32, 32, 128, 1024), 32),
        // Bytes 4 to 131: sectors 0 to 4, lines 0 and 1. Each request of 32 bytes crosses a sector boundary: 4 x 2.
        ("5: an offset of one word", "iota(4, 4)", (5, 2, 128, 160), 8),
        // One word: 1 sector. Each request of 8 lanes has it.
        ("6: one address", "iota(0, 0)", (1, 1, 4, 32), 4),
        // Structures of 12 bytes, one field: bytes 0 to 375, 12 sectors, 3 lines. 8 lanes: bytes 0 to 87 from a multiple of 96.
        ("9: an array of structures", "iota(0, 12)", (12, 3, 128, 384), 12),
    ] {
        let run = gather(4, "buffer", offsets);
        assert_eq!(counts(&run, &VOLTA), on_volta, "{title}");
        assert_eq!(cost(&run, 0, &MAXWELL).sectors, sectors_on_maxwell, "{title}");
        assert_eq!((cost(&run, 0, &VOLTA).requests, cost(&run, 0, &MAXWELL).requests), (1, 4), "{title}");
    }
    // 7: a permutation within 128 bytes. 5 i mod 32 visits each word once: the sectors of stride 1. On Maxwell, lanes 0 to 7 have
    // words 0, 5, 10, ... 35 - 32 = 3: of each eight consecutive numbers times 5, all four sectors.
    let offsets: Vec<String> = (0..32).map(|i| (4 * (5 * i % 32)).to_string()).collect();
    let permuted = gather(4, "buffer", &offsets.join(" "));
    assert_eq!(counts(&permuted, &VOLTA), (4, 1, 128, 128));
    assert_eq!(cost(&permuted, 0, &MAXWELL).sectors, 16);
    // 10: a structure of arrays is three loads like case 1, here with 12 sectors and 3 lines.
    let arrays: Vec<_> =
        [0, 128, 256].iter().map(|first| gather(4, "buffer", &format!("iota({first}, 4)"))).collect();
    assert_eq!(arrays.iter().map(|run| cost(run, 0, &VOLTA).sectors).sum::<u32>(), 12);
    assert_eq!(arrays.iter().map(|run| cost(run, 0, &VOLTA).lines).sum::<u32>(), 3);
}

#[test]
fn wide_loads_split_into_more_requests() {
    // 8: 16 lanes x 8 bytes = 128 bytes are 4 sectors. Maxwell: 4 lanes in a request, 32 bytes, 1 sector: 4 requests.
    let run = gather_channels("RG", 16, "iota(0, 8)");
    assert_eq!(counts(&run, &VOLTA), (4, 1, 128, 128));
    let maxwell = cost(&run, 0, &MAXWELL);
    assert_eq!((maxwell.requests, maxwell.sectors), (4, 4));
    // 16 lanes x 16 bytes = 256 bytes: 8 sectors, 2 lines. Maxwell: 2 lanes in a request: 8 requests.
    let run = gather_channels("RGBA", 16, "iota(0, 16)");
    assert_eq!(counts(&run, &VOLTA), (8, 2, 256, 256));
    assert_eq!((cost(&run, 0, &MAXWELL).requests, cost(&run, 0, &MAXWELL).sectors), (8, 8));
}

#[test]
fn intel_counts_lines_of_64_bytes() {
    // 16 dwords in one line: 1. At stride 2: 2. A message has at most 16 lanes, so 32 lanes are 2 messages.
    for (offsets, requests, lines) in
        [("iota(0, 4)", 2, 2), ("iota(0, 8)", 2, 4), ("iota(0, 0)", 2, 2), ("iota(4, 4)", 2, 4)]
    {
        let cost = cost(&gather(4, "buffer", offsets), 0, &XE);
        assert_eq!((cost.requests, cost.lines, cost.sectors), (requests, lines, lines), "{offsets}");
    }
}

#[test]
fn banks_of_shared_memory() {
    // 11: at stride 32 words every lane is in bank 0: 32 passes. With a padding of one word, lane i is in bank i: 1 pass.
    // A stride of s words conflicts gcd(s, 32) times: 2 for 2, 4 for 12. One word is read by all lanes at once.
    for (offsets, passes) in [
        ("iota(0, 128)", 32),
        ("iota(0, 132)", 1),
        ("iota(0, 8)", 2),
        ("iota(0, 48)", 4),
        ("iota(0, 0)", 1),
        ("iota(0, 4)", 1),
    ] {
        let cost = cost(&gather(4, "slm", offsets), 0, &VOLTA);
        assert_eq!((cost.passes, cost.conflicts, cost.sectors), (passes, passes - 1, 0), "{offsets}");
    }
    // Intel has 16 banks and serves 16 lanes together: stride 16 is 16 passes for each half.
    let intel = cost(&gather(4, "slm", "iota(0, 64)"), 0, &XE);
    assert_eq!((intel.passes, intel.conflicts), (32, 30));
}

/// Runs a scatter of 8 lanes to shared memory.
fn scatter_to_shared(offsets: &str) -> Rc<Run> {
    run(&format!(
        ".lanes 8\n.decl OFF v_type=G type=ud num_elts=8 align=GRF\n.decl VAL v_type=G type=ud num_elts=8 align=GRF\n\
         .surface T0 slm ud 64 = [0; 64]\n.set OFF = {offsets}\nscatter_scaled.4 (M1, 8) T0 0x0:ud OFF.0 VAL.0\n"
    ))
}

#[test]
fn writes_of_one_word_conflict_on_intel_alone() {
    let run = scatter_to_shared("0 0 0 0 4 8 12 16");
    // Four lanes write word 0: with merging 1 pass, without 4.
    assert_eq!(cost(&run, 0, &VOLTA).passes, 1);
    assert_eq!(cost(&run, 0, &XE).passes, 4);
}

#[test]
fn atomics_wait_on_one_address() {
    let text = |offsets: &str| {
        format!(
            ".lanes 8\n.decl OFF v_type=G type=ud num_elts=8 align=GRF\n.decl BUF v_type=T num_elts=1\n\
             .surface BUF buffer ud 64 = [0; 64]\n.set OFF = {offsets}\ndword_atomic.inc (M1, 8) BUF OFF.0 V0.0 V0.0 V0.0\n"
        )
    };
    for (offsets, queue, atomic_passes, sectors) in [
        // All on one counter: a queue of 8.
        ("0 0 0 0 0 0 0 0", 8, 8, 1),
        // Eight counters in one sector: none waits.
        ("0 4 8 12 16 20 24 28", 1, 1, 1),
        // Counters 0 (lanes 0, 1, 4, 7), 4 (2, 6), 12 (3) and 8 (5) in one sector: the longest queue is 4.
        ("0 0 4 12 0 8 4 0", 4, 4, 1),
        // Three lanes in sector 0 on one address, five in sector 1 on two addresses (3 and 2): 3 + 3.
        ("0 0 0 32 32 32 36 36", 3, 6, 2),
    ] {
        let cost = cost(&run(&text(offsets)), 0, &VOLTA);
        assert_eq!(
            (cost.queue, cost.atomic_passes, cost.sectors),
            (queue, atomic_passes, sectors),
            "{offsets}"
        );
    }
}

#[test]
fn a_count_that_differs_is_named_with_its_model() {
    let session = Session::open(
        ".lanes 8\n.model volta base=4\n.decl OFF v_type=G type=ud num_elts=8 align=GRF\n.decl BUF v_type=T num_elts=1\n\
         .surface BUF buffer ud = [0; 8]\n.set OFF = iota(0, 4)\n\
         dword_atomic.inc (M1, 8) BUF OFF.0 V0.0 V0.0 V0.0\n.expect sectors 1\n.expect sectors 2\n",
    );
    let differences: Vec<_> = session.expectations.iter().map(|it| it.differences.join("; ")).collect();
    // Bytes 4 to 35 are in sectors 0 and 1.
    assert_eq!(differences, ["sectors: found 2, expected 1, by the model `volta base=4`", ""]);
}

#[test]
fn a_limit_is_about_the_whole_program() {
    let session = Session::open(
        ".lanes 8\n.model volta\n.decl OFF v_type=G type=ud num_elts=8 align=GRF\n.decl BUF v_type=T num_elts=1\n\
         .surface BUF buffer ud 16 = [0; 16]\n.set OFF = 0 0 0 32 32 36 40 44\n\
         dword_atomic.inc (M1, 8) BUF OFF.0 V0.0 V0.0 V0.0\ndword_atomic.inc (M1, 8) BUF OFF.0 V0.0 V0.0 V0.0\n\
         .limit sectors 3\n.limit sectors 4\n.limit queue 3\n.limit queue 2\n.limit instructions 1\n.limit instructions 2\n",
    );
    let differences: Vec<_> = session.expectations.iter().map(|it| it.differences.join("; ")).collect();
    // Twice 2 sectors. Three lanes wait on byte 0, in each of the two instructions.
    assert_eq!(
        differences,
        [
            "4 sectors by the model `volta`, and the limit is 3",
            "",
            "",
            "3 lanes in a queue by the model `volta`, and the limit is 2",
            "2 instructions, and the limit is 1",
            ""
        ]
    );
}

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
        ("the distance is no multiple of the field", points("iota(0, 6)", &read("OFF"))),
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

/// Runs an operation of 32 lanes on texels (x, y) of a block-linear image of 32 by 32 dwords.
fn texels(coordinates: &str) -> Rc<Run> {
    run(&format!(
        ".isa sass sm=52\n.lanes 32\n.surface 0 2d R32_UINT 32x32 layout=blocklinear block=1x1\n{coordinates}\n\
         SUATOM.D.2D.ADD.IGN R8, [R2], R4, 0x0;\n"
    ))
}

#[test]
fn a_block_linear_image_has_short_rows_and_columns() {
    // 12: a GOB is 64 bytes wide and 8 rows high. A sector has 16 bytes (4 texels) of 2 rows, a line 32 bytes of 4 rows. A row of
    // 32 texels: 128 / 16 = 8 sectors, 128 / 32 = 4 lines. A column of 32 texels: 32 / 2 = 16 sectors, 32 / 4 = 8 lines.
    let row = texels(".set R2 = iota(0, 1)\n.set R3 = 0");
    assert_eq!(counts(&row, &VOLTA), (8, 4, 128, 256));
    let column = texels(".set R2 = 0\n.set R3 = iota(0, 1)");
    assert_eq!(counts(&column, &VOLTA), (16, 8, 128, 512));
}

/// Draws an offset: of a word, of a sector, misaligned, or out of bounds.
fn offset(random: &mut Random) -> u32 {
    match random.below(8) {
        0 => random.bits(),
        1 => random.below(600) as u32,
        2 => 4 * random.below(8) as u32,
        3 => 32 * random.below(9) as u32,
        _ => 4 * random.below(128) as u32,
    }
}

fn list(random: &mut Random, mut draw: impl FnMut(&mut Random) -> u32) -> String {
    (0..32).map(|_| draw(random).to_string()).collect::<Vec<_>>().join(" ")
}

/// Draws a scenario with one memory instruction: vISA on a buffer or on shared memory, or an atomic operation on an image.
fn scenario(random: &mut Random) -> String {
    let active = random.bits();
    let mut text = String::new();
    let pick = |random: &mut Random, from: &[&'static str]| from[random.below(from.len())];
    if random.below(4) == 0 {
        let (shape, op) = (pick(random, &["1d", "2d"]), pick(random, &["ADD", "MAX", "EXCH"]));
        let layout = pick(random, &["", " layout=blocklinear block=1x1", " layout=blocklinear block=2x1"]);
        let extent = if shape == "1d" { "100" } else { "20x12" };
        let layout = if shape == "1d" { "" } else { layout };
        let _ = write!(
            text,
            ".isa sass sm=52\n.lanes 32 active={active:#x}\n.surface 0 {shape} R32_UINT {extent}{layout}\n.set R2 = {}\n.set R3 = {}\n\
             SUATOM.D.{}.{op}.IGN R8, [R2], R4, 0x0;\n",
            list(random, |random| random.below(22) as u32),
            list(random, |random| random.below(13) as u32),
            shape.to_uppercase(),
        );
        return text;
    }
    if random.below(4) == 0 {
        let op = pick(random, &["inc", "dec"]);
        let _ = write!(
            text,
            ".isa visa grf=32\n.lanes 8 active={:#x}\n.decl X v_type=G type=ud num_elts=32 align=GRF\n\
             .decl Y v_type=G type=ud num_elts=32 align=GRF\n.decl IMG v_type=T num_elts=1\n\
             .surface IMG 2d R32_UINT 20x12\n.set X = {}\n.set Y = {}\n\
             typed_atomic.{op} (M1, 8) IMG X.0 Y.0 V0.0 V0.0 V0.0 V0.0 V0.0\n",
            active & 0xff,
            list(random, |random| random.below(22) as u32),
            list(random, |random| random.below(13) as u32),
        );
        return text;
    }
    let is_shared = random.below(3) == 0;
    let (name, surface) = if is_shared {
        ("T0", ".surface T0 slm ub 500 = [0; 500]".to_owned())
    } else {
        ("BUF", ".decl BUF v_type=T num_elts=1\n.surface BUF buffer ub 500 = [0; 500]".to_owned())
    };
    let lanes = [8, 16][random.below(2)];
    let line = match random.below(5) {
        0 => format!(
            "gather_scaled.{} (M1, {lanes}) {name} 0x0:ud OFF.0 DST.0",
            pick(random, &["1", "2", "4"])
        ),
        1 => format!(
            "scatter_scaled.{} (M1, {lanes}) {name} 0x0:ud OFF.0 DST.0",
            pick(random, &["1", "2", "4"])
        ),
        2 => format!(
            "gather4_scaled.{} (M1, {lanes}) {name} 0x0:ud OFF.0 DST.0",
            pick(random, &["R", "RG", "RGBA", "GA"])
        ),
        3 => format!(
            "scatter4_scaled.{} (M1, {lanes}) {name} 0x0:ud OFF.0 DST.0",
            pick(random, &["R", "RB", "RGBA"])
        ),
        _ => format!(
            "dword_atomic.{} (M1, {lanes}) {name} OFF.0 V0.0 V0.0 DST.0",
            pick(random, &["inc", "dec"])
        ),
    };
    let _ = write!(
        text,
        ".isa visa grf=32\n.lanes {lanes} active={:#x}\n.decl OFF v_type=G type=ud num_elts=32 align=GRF\n\
         .decl DST v_type=G type=ud num_elts=128 align=GRF\n{surface}\n.set OFF = {}\n{line}\n",
        active & ((1 << lanes) - 1),
        list(random, offset)
    );
    text
}

/// Draws a model: a built-in one with some other numbers.
fn model(random: &mut Random) -> CostModel {
    let mut model = COST_MODELS[random.below(3)].clone();
    for _ in 0..random.below(4) {
        let parameter = &COST_PARAMETERS[random.below(COST_PARAMETERS.len())];
        let value = if parameter.is_power { 1 << random.below(8) } else { random.below(64) as u32 };
        if parameter.allows(value) {
            model = model.with(parameter.key, value);
        }
    }
    model
}

/// One byte that a lane accesses: the lane, the surface, the address, and whether it is written.
type Touch = (u8, usize, u64, bool);

/// Counts from the description of the model, over a flat list of bytes: sorts and removes duplicates instead of keeping sets.
fn count(run: &Run, model: &CostModel) -> Cost {
    let layout = &run.scenario().layout;
    let get = |key| u64::from(model.get(key));
    let title = run.scenario().program[0].title.to_lowercase();
    let is_atomic = title.contains("atom");
    let (mut touches, mut starts) = (Vec::<Touch>::new(), Vec::new());
    let has_texels = ["suatom", "typed"].iter().any(|word| title.contains(word));
    for step in (0..run.len()).filter_map(|step| run.step(step)) {
        for effect in &step.effects {
            use lanescope_core::trace::Effect::{Read, Write};
            let (access, is_written) = match effect {
                Read { access, .. } => (access, false),
                Write { access, .. } => (access, true),
                _ => continue,
            };
            let surface = layout.surfaces.iter().position(|it| it.space == access.place.space);
            let (Some(surface), true) = (surface, access.inside) else { continue };
            let base = layout.surfaces[surface].base.unwrap_or(get(CostKey::Base));
            let lane = step.lane.expect("an access by a lane").0;
            starts.push((lane, surface, base + u64::from(access.place.byte_offset)));
            let bytes = 0..u64::from(access.place.size_bytes);
            touches.extend(
                bytes.map(|byte| {
                    (lane, surface, base + u64::from(access.place.byte_offset) + byte, is_written)
                }),
            );
        }
    }
    let distinct = |mut keys: Vec<(u64, u64, u64)>| {
        keys.sort_unstable();
        keys.dedup();
        keys
    };
    let lanes = distinct(touches.iter().map(|it| (u64::from(it.0), 0, 0)).collect()).len() as u32;
    let is_shared =
        |touch: &&Touch| layout.surfaces[touch.1].name == "T0" || layout.surfaces[touch.1].name == "%slm";
    let (shared, global): (Vec<&Touch>, Vec<&Touch>) = touches.iter().partition(is_shared);
    let most = |touches: &[&Touch]| {
        let bytes = distinct(touches.iter().map(|it| (u64::from(it.0), it.1 as u64, it.2)).collect());
        (0..32).map(|lane| bytes.iter().filter(|it| it.0 == lane).count()).max().unwrap_or(0)
    };
    let size = |touches: &[&Touch], keys: [CostKey; 3]| {
        get(keys[usize::from(most(touches) > 4) + usize::from(most(touches) > 8)])
    };

    let mut request = size(&global, [CostKey::Lanes4, CostKey::Lanes8, CostKey::Lanes16]);
    if has_texels {
        request = request.min(get(CostKey::TexelLanes));
    }
    let units = |unit: u64| {
        distinct(global.iter().map(|it| (u64::from(it.0) / request, it.1 as u64, it.2 / unit)).collect())
            .len()
    };
    let requests = distinct(global.iter().map(|it| (u64::from(it.0) / request, 0, 0)).collect()).len() as u32;

    let group = size(&shared, [CostKey::Group4, CostKey::Group8, CostKey::Group16]);
    let (mut passes, mut groups) = (0, 0);
    for number in 0..32 {
        let own: Vec<&&Touch> = shared.iter().filter(|it| u64::from(it.0) / group == number).collect();
        let of_bank = |bank: u64| {
            // A word that a lane both reads and writes is a written one.
            let written =
                |it: &Touch| shared.iter().any(|other| other.0 == it.0 && other.2 == it.2 && other.3);
            let alone = |it: &Touch| is_atomic || written(it) && get(CostKey::WritesMerge) == 0;
            let words = own.iter().filter(|it| it.2 / get(CostKey::BankBytes) % get(CostKey::Banks) == bank);
            let key = |it: &&&Touch| {
                (it.2 / get(CostKey::BankBytes), if alone(it) { u64::from(it.0) + 1 } else { 0 }, 0)
            };
            distinct(words.map(key).collect()).len()
        };
        if !own.is_empty() {
            groups += 1;
            passes += (0..get(CostKey::Banks)).map(of_bank).max().unwrap_or(0) as u32;
        }
    }

    let mut queues = BTreeMap::new();
    for (_, surface, at) in distinct(starts.iter().map(|it| (u64::from(it.0), it.1 as u64, it.2)).collect()) {
        *queues.entry((surface, at)).or_insert(0) += 1;
    }
    let unit = |at: &(u64, u64)| (at.0, at.1 / get(CostKey::AtomicUnit));
    let longest = |in_unit: (u64, u64)| {
        queues.iter().filter(|(at, _)| unit(at) == in_unit).map(|it| *it.1).max().unwrap_or(0)
    };
    let atomic_units = distinct(queues.keys().map(|at| (unit(at).0, unit(at).1, 0)).collect());
    let sectors = units(get(CostKey::Sector)) as u32;
    Cost {
        lanes,
        requests,
        sectors,
        lines: units(get(CostKey::Line)) as u32,
        used_bytes: units(1) as u32,
        transferred_bytes: sectors * model.get(CostKey::Sector),
        passes,
        conflicts: passes - groups,
        queue: if is_atomic { queues.values().copied().max().unwrap_or(0) } else { 0 },
        atomic_passes: if is_atomic { atomic_units.iter().map(|it| longest((it.0, it.1))).sum() } else { 0 },
    }
}

/// Number of random scenarios. Wasm has fewer: it is slow without optimization and only has to behave the same.
const SCENARIOS: usize = if cfg!(target_arch = "wasm32") { 100 } else { 1_000 };

#[test]
fn an_independent_count_agrees() {
    let mut random = Random::new(30);
    let mut seen = [0; 6];
    for _ in 0..draws(SCENARIOS) {
        let text = scenario(&mut random);
        let (run, model) = (run(&text), model(&mut random));
        let counted = cost(&run, 0, &model);
        assert_eq!(counted, count(&run, &model), "{model}\n{text}");
        let kinds = [
            counted.sectors > 8,
            counted.conflicts > 0,
            counted.queue > 1,
            counted.requests > 1,
            counted.lanes == 0,
        ];
        for (seen, is_there) in seen.iter_mut().zip(kinds) {
            *seen += usize::from(is_there);
        }
    }
    assert!(seen[..4].iter().all(|count| *count > SCENARIOS / 20), "too few of a kind: {seen:?}");
}

#[test]
fn every_number_of_a_model_matters() {
    let mut random = Random::new(1);
    let runs: Vec<_> = (0..400).map(|_| run(&scenario(&mut random))).collect();
    for parameter in &COST_PARAMETERS {
        let values = (0..8).map(|bit| 1 << bit).chain([0, 1, 4]).filter(|value| parameter.allows(*value));
        let changes = values.into_iter().any(|value| {
            let other = VOLTA.clone().with(parameter.key, value);
            runs.iter().any(|run| cost(run, 0, &other) != cost(run, 0, &VOLTA))
        });
        assert!(changes, "{}", parameter.word);
    }
}
