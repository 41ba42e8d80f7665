//! The cost of an instruction: textbook cases calculated by hand, and an independent count of random scenarios.

mod counter;

use crate::common::{Random, draws};
use counter::count;
use lanescope_core::isa::sass::cost::{MAXWELL, PASCAL, VOLTA};
use lanescope_core::isa::visa::cost::XE;
use lanescope_core::session::{
    Session,
    cost::{Cost, cost},
    known_sets,
    run::Run,
};
use lanescope_core::spec::{COST_PARAMETERS, CostKey, CostModel, CostParameter};
use std::fmt::Write;
use std::rc::Rc;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn run(text: &str) -> Rc<Run> {
    let session = Session::open(text);
    session.run.unwrap_or_else(|| panic!("{text}\n{:?}", session.diagnostics))
}

/// Returns the name and the lines of a surface of 8 KiB: shared memory ("slm"), or a buffer.
fn surface_line(surface: &str) -> (&'static str, &'static str) {
    match surface {
        "slm" => ("T0", ".surface T0 slm ud 2048 = [0; 2048]"),
        _ => ("BUF", ".decl BUF v_type=T num_elts=1\n.surface BUF buffer ud 2048 = [0; 2048]"),
    }
}

/// Runs a gather of 32 lanes from a surface of 8 KiB. `bytes` is 1, 2 or 4 for each lane.
fn gather(bytes: u32, surface: &str, offsets: &str) -> Rc<Run> {
    let (name, line) = surface_line(surface);
    run(&format!(
        ".lanes 32\n.decl OFF v_type=G type=ud num_elts=32 align=GRF\n.decl DST v_type=G type=ud num_elts=32 align=GRF\n\
         {line}\n.set OFF = {offsets}\ngather_scaled.{bytes} (M1, 32) {name} 0x0:ud OFF.0 DST.0\n"
    ))
}

/// Runs a load of 8 or 16 bytes by each of 16 lanes: a gather of 2 or 4 channels, from a surface of 8 KiB.
fn gather_channels(channels: &str, surface: &str, offsets: &str) -> Rc<Run> {
    let (name, line) = surface_line(surface);
    run(&format!(
        ".lanes 16\n.decl OFF v_type=G type=ud num_elts=16 align=GRF\n.decl DST v_type=G type=ud num_elts=128 align=GRF\n\
         {line}\n.set OFF = {offsets}\ngather4_scaled.{channels} (M1, 16) {name} 0x0:ud OFF.0 DST.0\n"
    ))
}

/// Returns sectors, lines, used and transferred bytes.
fn counts(run: &Run, model: &CostModel) -> (u32, u32, u64, u64) {
    let cost = cost(run, 0, model);
    (cost.sectors, cost.lines, cost.used_bytes, cost.transferred_bytes)
}

#[test]
fn textbook_loads_of_32_lanes() {
    // The base is aligned. Sectors have 32 bytes and lines 128. Maxwell has requests of 8 lanes. With `repeat=1`, each counts by itself;
    // without it, the counts are those of the whole warp, as on Pascal.
    let repeating = MAXWELL.clone().with(CostKey::Repeat, 1);
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
        assert_eq!(cost(&run, 0, &repeating).sectors, sectors_on_maxwell, "{title}");
        assert_eq!((counts(&run, &MAXWELL), counts(&run, &PASCAL)), (on_volta, on_volta), "{title}");
        assert_eq!((cost(&run, 0, &VOLTA).requests, cost(&run, 0, &MAXWELL).requests), (1, 4), "{title}");
    }
    // 7: a permutation within 128 bytes. 5 i mod 32 visits each word once: the sectors of stride 1. On Maxwell, lanes 0 to 7 have
    // words 0, 5, 10, ... 35 - 32 = 3: of each eight consecutive numbers times 5, all four sectors.
    let offsets: Vec<String> = (0..32).map(|i| (4 * (5 * i % 32)).to_string()).collect();
    let permuted = gather(4, "buffer", &offsets.join(" "));
    assert_eq!(counts(&permuted, &VOLTA), (4, 1, 128, 128));
    assert_eq!(cost(&permuted, 0, &repeating).sectors, 16);
    assert_eq!(counts(&permuted, &MAXWELL), (4, 1, 128, 128));
    // 9, all three fields: 12 sectors for each load. 10, a structure of arrays: three loads like case 1, 4 sectors and 1 line each.
    for (title, step, distance, total) in
        [("9: three fields", 12, 4, (36, 9, 384, 1152)), ("10: three arrays", 4, 128, (12, 3, 384, 384))]
    {
        let offsets = [0, 1, 2].map(|field| format!("iota({}, {step})", field * distance));
        let runs = offsets.map(|offsets| gather(4, "buffer", &offsets));
        let loads = runs.each_ref().map(|run| counts(run, &VOLTA));
        let sum = loads.into_iter().reduce(|a, b| (a.0 + b.0, a.1 + b.1, a.2 + b.2, a.3 + b.3));
        assert_eq!(sum, Some(total), "{title}");
        // Each request of 8 lanes has 3 of these sectors in case 9, and 1 in case 10.
        let on_maxwell: u32 = runs.iter().map(|run| cost(run, 0, &repeating).sectors).sum();
        assert_eq!(on_maxwell, total.0, "{title}");
    }
}

#[test]
fn wide_loads_split_into_more_requests() {
    // 8: 32 lanes x 8 bytes = 256 bytes are 8 sectors and 2 lines. Each half has 16 lanes, 4 sectors and 1 line. Maxwell: 4 lanes
    // in a request, 32 bytes, 1 sector: 4 requests in each half.
    for offsets in ["iota(0, 8)", "iota(128, 8)"] {
        let run = gather_channels("RG", "buffer", offsets);
        assert_eq!(counts(&run, &VOLTA), (4, 1, 128, 128));
        let maxwell = cost(&run, 0, &MAXWELL);
        assert_eq!((maxwell.requests, maxwell.sectors), (4, 4));
    }
    // 16 lanes x 16 bytes = 256 bytes: 8 sectors, 2 lines. Maxwell: 2 lanes in a request: 8 requests.
    let run = gather_channels("RGBA", "buffer", "iota(0, 16)");
    assert_eq!(counts(&run, &VOLTA), (8, 2, 256, 256));
    assert_eq!((cost(&run, 0, &MAXWELL).requests, cost(&run, 0, &MAXWELL).sectors), (8, 8));
}

#[test]
fn intel_counts_lines_of_64_bytes() {
    // 16 dwords in one line: 1. At stride 2: 2. A message has at most 16 lanes, so 32 lanes are 2 messages.
    for (offsets, requests, lines) in
        [("iota(0, 4)", 2, 2), ("iota(0, 8)", 2, 4), ("iota(0, 0)", 2, 2), ("iota(4, 4)", 2, 4)]
    {
        let cost = cost(&gather(4, "buffer", offsets), 0, &XE.clone().with(CostKey::Repeat, 1));
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
    // 16 bytes down a column: groups of 8 lanes. With rows of 32 words all are in banks 0 to 3: 8 passes for each of two groups. With
    // rows of 36 words, lane k starts in bank 4 k mod 32: 1 pass for each.
    for (offsets, passes, conflicts) in [("iota(0, 128)", 16, 14), ("iota(0, 144)", 2, 0)] {
        let cost = cost(&gather_channels("RGBA", "slm", offsets), 0, &VOLTA);
        assert_eq!((cost.passes, cost.conflicts), (passes, conflicts), "{offsets}");
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

/// Runs an atomic operation of 8 lanes.
fn atomics(offsets: &str) -> Rc<Run> {
    run(&format!(
        ".lanes 8\n.decl OFF v_type=G type=ud num_elts=8 align=GRF\n.decl BUF v_type=T num_elts=1\n\
         .surface BUF buffer ud 64 = [0; 64]\n.set OFF = {offsets}\ndword_atomic.inc (M1, 8) BUF OFF.0 V0.0 V0.0 V0.0\n"
    ))
}

#[test]
fn a_dropped_access_is_no_transfer_and_no_lane_of_one() {
    // Lanes 6 and 7 are out of bounds, and lanes 0 and 1 meet.
    let some = cost(&atomics("0 0 8 12 16 20 256 -4"), 0, &VOLTA);
    assert_eq!((some.lanes, some.accesses, some.dropped), (6, 8, 2));
    assert_eq!(
        some.in_words(),
        "6 lanes, 1 sector, 1 line; 20 of 32 bytes used (62 %); up to 2 atomic operations on one address; \
         2 dropped accesses transfer nothing"
    );
    assert_eq!(
        some.total_in_words(),
        "8 accesses, 2 of them dropped; 1 sector, 0 more than the used bytes fill; \
         up to 2 atomic operations on one address"
    );
    // An instruction that drops every access still accesses memory.
    let none = cost(&atomics("256 -4 -4 -4 -4 -4 -4 -4"), 0, &VOLTA);
    assert_eq!(none.in_words(), "8 dropped accesses transfer nothing");
}

#[test]
fn atomics_wait_on_one_address() {
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
        let cost = cost(&atomics(offsets), 0, &VOLTA);
        assert_eq!(
            (cost.queue, cost.atomic_passes, cost.sectors),
            (queue, atomic_passes, sectors),
            "{offsets}"
        );
    }
}

/// A lane reads 16 sectors of 4096 bytes in each of 65,536 rounds: 2^20 sectors with 2^32 bytes. It uses 4 x 2^20 bytes.
#[test]
fn bytes_of_many_rounds_are_added_up() {
    let reads: Vec<String> = (0..16).map(|sector| format!("surface[{}]", 4096 * sector)).collect();
    let run = run(&format!(
        ".model xe sector=4096 line=4096\n.lanes 8\n.decl OFF v_type=G type=ud num_elts=8\n.decl BUF v_type=T num_elts=1\n\
         .set OFF = 0\n.surface BUF buffer ud = [1; 16384]\n.semantics DWORD_ATOMIC {{\n  foreach_active (i) {{\n    UD x = 0;\n    \
         for (UD c = 0; c < 65536; c++) {{ x += {}; }}\n  }}\n}}\ndword_atomic.add (M1, 1) BUF OFF.0 OFF.0 V0.0 V0.0\n",
        reads.join(" + ")
    ));
    let cost = cost(&run, 0, &run.scenario().cost_model);
    assert_eq!((cost.sectors, cost.used_bytes, cost.transferred_bytes), (1 << 20, 1 << 22, 1 << 32));
    assert!(cost.in_words().contains("4194304 of 4294967296 bytes used (0 %)"), "{}", cost.in_words());
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
            "sectors: 4 by the model `volta`, but the limit is 3",
            "",
            "",
            "queue: 3 by the model `volta`, but the limit is 2",
            "2 instructions, but the limit is 1",
            ""
        ]
    );
}

/// The key of an image with block-linear memory.
const BLOCKS: &str = " layout=blocklinear block=1x1";

/// Runs an operation of 32 lanes on texels (x, y) of an image of 32 by 32 dwords.
fn texels(layout: &str, x: &str, y: &str) -> Rc<Run> {
    run(&format!(
        ".isa sass sm=52\n.lanes 32\n.surface 0 2d R32_UINT 32x32{layout}\n.set R2 = {x}\n.set R3 = {y}\n\
         SUATOM.D.2D.ADD.IGN R8, [R2], R4, 0x0;\n"
    ))
}

#[test]
fn texels_of_block_linear_and_of_pitch_linear_images() {
    // 12: a GOB is 64 bytes wide and 8 rows high. A sector has 16 bytes (4 texels) of 2 rows, a line 32 bytes (8 texels) of 4 rows.
    // In pitch-linear memory a sector has 32 bytes of a row, and a row of 128 bytes is a line.
    let numbers =
        |number: fn(u32) -> u32| (0..32).map(|lane| number(lane).to_string() + " ").collect::<String>();
    let (zero, all) = ("0", "iota(0, 1)");
    let (x, y) = (numbers(|lane| lane % 8), numbers(|lane| lane / 8));
    for (title, layout, x, y, expected) in [
        // A row of 32 texels: 128 / 16 = 8 sectors, 128 / 32 = 4 lines.
        ("row in blocks", BLOCKS, all, zero, (8, 4, 128, 256)),
        // A column of 32 texels: 32 / 2 = 16 sectors, 32 / 4 = 8 lines.
        ("column in blocks", BLOCKS, zero, all, (16, 8, 128, 512)),
        // 8 x 4 texels: 2 x 2 sectors, 1 line.
        ("rectangle in blocks", BLOCKS, &x, &y, (4, 1, 128, 128)),
        // 128 bytes in a row: 4 sectors, 1 line.
        ("row by pitch", "", all, zero, (4, 1, 128, 128)),
        // Each texel of a column has a line of its own.
        ("column by pitch", "", zero, all, (32, 32, 128, 1024)),
        // 4 rows of 32 bytes.
        ("rectangle by pitch", "", &x, &y, (4, 4, 128, 128)),
    ] {
        assert_eq!(counts(&texels(layout, x, y), &VOLTA), expected, "{title}");
    }
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

/// Semantics in which lane i executes its operation 1 + i mod 3 times.
const RETRIES: &str = ".semantics DWORD_ATOMIC { foreach_active (i) { UD a = element_offset[i]; T old; \
    for (UD k = 0; k <= i % 3; ++k) { atomic { old = surface[a]; T new = op(old, src0[i], src1[i]); surface[a] = new; } } \
    dst[i] = old; } }\n";

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
        // Every second atomic operation is repeated, as in a loop that retries: lane i one to three times.
        _ => format!(
            "{}dword_atomic.{} (M1, {lanes}) {name} OFF.0 V0.0 V0.0 DST.0",
            pick(random, &["", RETRIES]),
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

#[test]
fn the_numbers_of_each_model_are_allowed() {
    let models = known_sets().cost_models();
    assert_eq!(
        models.iter().map(|model| model.key).collect::<Vec<_>>(),
        ["maxwell", "pascal", "volta", "xe"]
    );
    for (model, parameter) in
        models.iter().flat_map(|model| COST_PARAMETERS.iter().map(move |it| (model, it)))
    {
        assert!(parameter.allows(model.get(parameter.key)), "{} {}", model.key, parameter.keyword);
    }
}

/// Draws a model: a built-in one with some other numbers.
fn model(random: &mut Random) -> CostModel {
    let models = [&MAXWELL, &PASCAL, &VOLTA, &XE];
    let mut model = models[random.below(models.len())].clone();
    for _ in 0..random.below(4) {
        let parameter = &COST_PARAMETERS[random.below(COST_PARAMETERS.len())];
        let value = if parameter.is_power_of_two { 1 << random.below(8) } else { random.below(64) as u32 };
        if parameter.allows(value) {
            model = model.with(parameter.key, value);
        }
    }
    model
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

/// A run, a count, and its values by Maxwell, Volta and Xe: with the numbers of the model, and with another number. Pascal counts like
/// Volta here.
struct Changed {
    run: Rc<Run>,
    count: fn(&Cost) -> u32,
    before: [u32; 3],
    other: [u32; 3],
    after: [u32; 3],
}

/// Returns a run whose count depends on a parameter.
fn changed(key: CostKey) -> Changed {
    let row = |run: Rc<Run>, count: fn(&Cost) -> u32, before: [u32; 3], other: u32, after: [u32; 3]| {
        Changed { run, count, before, other: [other; 3], after }
    };
    match key {
        // 128 bytes: four requests of one sector, one of 4, two of one. All sectors of 16 bytes: 8.
        CostKey::Sector => row(gather(4, "buffer", "iota(0, 4)"), |it| it.sectors, [4, 4, 2], 16, [8; 3]),
        // 512 bytes in lines of 128 and of 64 bytes. All lines of 32 bytes: 16.
        CostKey::Line => row(gather(4, "buffer", "iota(0, 16)"), |it| it.lines, [4, 4, 8], 32, [16; 3]),
        // 32 lanes, by 8, by 32 and by 16. By 4: 8 requests.
        CostKey::LanesUpTo4Bytes => {
            row(gather(4, "buffer", "iota(0, 4)"), |it| it.requests, [4, 1, 2], 4, [8; 3])
        }
        // 16 lanes of 8 bytes, by 4, by 32 and by 16. By 2: 8 requests.
        CostKey::LanesUpTo8Bytes => {
            row(gather_channels("RG", "buffer", "iota(0, 8)"), |it| it.requests, [4, 1, 1], 2, [8; 3])
        }
        // 16 lanes of 16 bytes, by 2, by 32 and by 16. By 1: 16 requests.
        CostKey::LanesOver8Bytes => {
            row(gather_channels("RGBA", "buffer", "iota(0, 16)"), |it| it.requests, [8, 1, 1], 1, [16; 3])
        }
        // 32 texels, by 8, by 32 and by 8. By 4: 8 requests.
        CostKey::TexelLanes => row(texels(BLOCKS, "iota(0, 1)", "0"), |it| it.requests, [4, 1, 4], 4, [8; 3]),
        // Words 0, 2, 4 to 62 in 32 banks: 2 in each. Xe has 16 banks and two groups of 16 lanes: 2 in each, twice. In 64 banks
        // none meets another: a pass for each group.
        CostKey::BankCount => row(gather(4, "slm", "iota(0, 8)"), |it| it.passes, [2, 2, 4], 64, [1, 1, 2]),
        // The same, in words of 8 bytes: each lane has the next word.
        CostKey::BankBytes => row(gather(4, "slm", "iota(0, 8)"), |it| it.passes, [2, 2, 4], 8, [1, 1, 2]),
        // 32 lanes without conflicts, by 32, by 32 and by 16. By 8: 4 groups.
        CostKey::GroupUpTo4Bytes => row(gather(4, "slm", "iota(0, 4)"), |it| it.passes, [1, 1, 2], 8, [4; 3]),
        // 16 lanes with 32 words in a row: one pass of 32 banks, or two of 16. By 4: 4 groups with 8 words each.
        CostKey::GroupUpTo8Bytes => {
            row(gather_channels("RG", "slm", "iota(0, 8)"), |it| it.passes, [1, 1, 2], 4, [4; 3])
        }
        // 16 lanes with 64 words in a row: two groups with 32 words each, or one with 4 words in each of 16 banks. By 2: 8 groups
        // with 8 words each.
        CostKey::GroupOver8Bytes => {
            row(gather_channels("RGBA", "slm", "iota(0, 16)"), |it| it.passes, [2, 2, 4], 2, [8; 3])
        }
        // Four lanes write word 0: together, or one after another.
        CostKey::WritesMerge => {
            let run = scatter_to_shared("0 0 0 0 4 8 12 16");
            Changed { run, count: |it| it.passes, before: [1, 1, 4], other: [0, 0, 1], after: [4, 4, 1] }
        }
        // Queues of 3 at byte 0, 3 at byte 32 and 2 at byte 36. Units of 32 bytes: 3 + 3. One unit of 64 bytes: 3. Units of 4
        // bytes: 3 + 3 + 2.
        CostKey::AtomicUnit => {
            row(atomics("0 0 0 32 32 32 36 36"), |it| it.atomic_passes, [6, 6, 3], 4, [8; 3])
        }
        // Requests of 8 lanes, 32 bytes from byte 4. Bytes 4 to 131 are sectors 0 to 4 of 32 bytes, or 0 to 2 of 64. With repetition,
        // each of four requests has two sectors of 32 bytes; of 64 bytes, every second request crosses a boundary: 1 + 2 + 1 + 2.
        CostKey::Repeat => row(gather(4, "buffer", "iota(4, 4)"), |it| it.sectors, [5, 5, 3], 1, [8, 8, 6]),
        // 128 bytes from byte 4: 5 sectors of 32 bytes, or 3 of 64.
        CostKey::Base => row(gather(4, "buffer", "iota(0, 4)"), |it| it.sectors, [4, 4, 2], 4, [5, 5, 3]),
    }
}

#[test]
fn every_number_of_each_model_changes_a_count() {
    for CostParameter { key, keyword: word, .. } in &COST_PARAMETERS {
        let Changed { run, count, before, other, after } = changed(*key);
        for (at, model) in [(0, &MAXWELL), (1, &PASCAL), (1, &VOLTA), (2, &XE)] {
            let title = format!("{word} of {}", model.key);
            // Requests of all lanes repeat nothing.
            let model = match key {
                CostKey::Repeat => model.clone().with(CostKey::LanesUpTo4Bytes, 8),
                _ => model.clone(),
            };
            assert_eq!(count(&cost(&run, 0, &model)), before[at], "{title}");
            assert_ne!(model.get(*key), other[at], "{title}");
            assert_eq!(count(&cost(&run, 0, &model.clone().with(*key, other[at]))), after[at], "{title}");
            assert_ne!(before[at], after[at], "{title}");
        }
    }
}
