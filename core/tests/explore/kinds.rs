//! Kinds of scenarios that are drawn for the comparison with all orders. Each function draws a text of its kind.

use super::drawn::{mask, sass, visa};
use super::stopping::{SHARED, stopping_sass, stopping_visa};
use crate::common::{Random, VISA_OPS};
use std::fmt::Write;

/// One item of a list.
fn pick<T: Copy>(random: &mut Random, of: &[T]) -> T {
    of[random.below(of.len())]
}

/// Values of a `.set`: `count` items of a list.
fn some_of<T: Copy + ToString>(random: &mut Random, of: &[T], count: usize) -> String {
    (0..count).map(|_| pick(random, of).to_string()).collect::<Vec<_>>().join(" ")
}

/// 8 bits, most of them 1.
fn bits(random: &mut Random) -> String {
    some_of(random, &[0, 1, 1, 1], 8)
}

/// The first lines of a vISA text: lanes, readings and variables of 8 dwords.
fn visa_head(random: &mut Random, lanes: usize, readings: &[&str]) -> String {
    let mut text = format!(".isa visa grf=32\n.lanes 8 active={:#x}\n", mask(random, lanes));
    for reading in readings.iter().filter(|reading| !reading.is_empty()) {
        let _ = writeln!(text, ".reading {reading}");
    }
    for name in ["OFF", "A", "B", "OLD"] {
        let _ = writeln!(text, ".decl {name} v_type=G type=ud num_elts=8 align=GRF");
    }
    text
}

/// An operation of vISA on numbers without a sign, with its sources.
fn operation(random: &mut Random) -> (&'static str, &'static str) {
    loop {
        match pick(random, &VISA_OPS) {
            (op @ ("inc" | "dec" | "predec"), _) => return (op, "V0.0 V0.0"),
            ("cmpxchg", _) => return ("cmpxchg", "A.0 B.0"),
            (op, 'u') => return (op, "A.0 V0.0"),
            _ => {}
        }
    }
}

/// One or several instructions.
pub fn several(random: &mut Random, case: usize) -> String {
    let (lanes, instructions) = [(2, 2), (3, 2), (2, 3), (2, 4)][case % 4];
    if (case / 4).is_multiple_of(2) {
        visa(random, lanes, instructions)
    } else {
        sass(random, lanes, instructions)
    }
}

/// Runs that stop before the end of the program.
pub fn stopping(random: &mut Random, case: usize) -> String {
    let (lanes, instructions) = [(2, 1), (3, 1), (4, 1), (2, 1), (3, 1), (2, 2), (3, 2), (2, 3)][case % 8];
    match case / 8 % 2 {
        0 => stopping_visa(random, lanes, instructions),
        _ => stopping_sass(random, lanes, instructions),
    }
}

/// Lanes that write elements of a destination that other lanes write.
pub fn shared(random: &mut Random, case: usize) -> String {
    let reading = if case % 7 == 6 { "misaligned = error" } else { "" };
    let mut text = visa_head(random, 2 + case % 3, &[reading]);
    let offsets: &[u32] = if reading.is_empty() { &[0, 4, 8] } else { &[0, 4, 8, 2] };
    let _ = writeln!(text, ".set OFF = {}", some_of(random, offsets, 8));
    let _ = writeln!(text, ".set A = {}", some_of(random, &[0, 1, 2, 3], 8));
    let _ = writeln!(text, ".set B = {}", some_of(random, &[0, 1, 2, 3], 8));
    if random.below(2) == 0 {
        let _ = writeln!(text, ".set OLD = {}", some_of(random, &[0, 1, 2], 8));
    }
    let _ = writeln!(text, ".decl BUF v_type=T num_elts=1\n.surface BUF buffer ud = {} 1 2", random.below(4));
    let body = pick(random, &SHARED);
    let _ = writeln!(text, ".semantics DWORD_ATOMIC {{\n  foreach_active (i) {{\n    {body}\n  }}\n}}");
    let (mut op, mut sources) = operation(random);
    if body.contains("src1") || body.contains("src0") && sources.starts_with('V') {
        (op, sources) = ("cmpxchg", "A.0 B.0");
    }
    let _ = writeln!(text, "dword_atomic.{op} (M1, 8) BUF OFF.0 {sources} OLD.0");
    text
}

/// Texts that lanes go through in parts, each access a turn of its own.
const DIVISIBLE: [&str; 4] = [
    // A lost update.
    "T old = surface[element_offset[i]];
    T new = op(old, src0[i], src1[i]);
    surface[element_offset[i]] = new;
    dst[i] = result;",
    // Not every lane has as many turns.
    "T old = surface[element_offset[i]];
    T new = op(old, src0[i], src1[i]);
    if (new != old) surface[element_offset[i]] = new;
    dst[i] = result;",
    // Where a lane goes depends on what it finds.
    "T old = surface[element_offset[i]];
    T new = op(old, src0[i], src1[i]);
    surface[(old & 1) * 4] = new;
    dst[i] = result;",
    // A loop that ends when the lane has found what it waits for, or has waited long enough.
    "for (UD round = 0; round < 2; round += 1) {
      T old = surface[element_offset[i]];
      if ((old & 1) == 1) {
        T new = op(old, src0[i], src1[i]);
        surface[element_offset[i]] = new;
        round = 2;
      }
    }",
];

/// Lanes with several turns in a loop. In some texts an exchange before it decides how many turns they have.
pub fn divisible(random: &mut Random, case: usize) -> String {
    let mut text = visa_head(random, if case.is_multiple_of(10) { 3 } else { 2 }, &[]);
    let is_second = case % 4 == 3;
    let offsets: &[u32] = if is_second { &[0] } else { &[0, 0, 0, 0, 0, 0, 4] };
    let most = if is_second { 2 } else { 4 };
    let _ = writeln!(text, ".set OFF = {}", some_of(random, offsets, 8));
    for name in ["A", "B"] {
        let _ = writeln!(text, ".set {name} = {}", some_of(random, &[0, 1, 2, 3][..most], 8));
    }
    let _ =
        writeln!(text, ".decl BUF v_type=T num_elts=1\n.surface BUF buffer ud = {} 1", random.below(most));
    let body = DIVISIBLE[case / 3 % DIVISIBLE.len()];
    let _ = writeln!(
        text,
        ".semantics SPLIT like DWORD_ATOMIC {{\n  foreach_active (i) {{\n    {body}\n  }}\n}}"
    );
    if is_second {
        text.push_str("dword_atomic.xchg (M1, 8) BUF OFF.0 A.0 V0.0 OLD.0\n");
    }
    let operations =
        [("add", "A.0 V0.0"), ("xchg", "A.0 V0.0"), ("cmpxchg", "A.0 B.0"), ("inc", "V0.0 V0.0")];
    let (op, sources) = pick(random, &operations);
    let _ = writeln!(text, "split.{op} (M1, 8) BUF OFF.0 {sources} OLD.0");
    text
}

/// Loops outside `foreach_active`, in which all lanes go round together: a number of rounds, a number that memory decides, and
/// rounds with a step of the uniform thread between them.
const ROUNDS: [&str; 3] = [
    "for (UD round = 0; round < 2; ++round) { foreach_active (i) { BODY } }",
    "for (UD round = 0; round < 2 && surface[0] != 3; ++round) { foreach_active (i) { BODY } }",
    "for (UD round = 0; round < 2; ++round) { foreach_active (i) { BODY } surface[4] = surface[0] + round; }",
];

/// The turn of a lane in a round.
const ROUND_BODIES: [&str; 3] = [
    "T old = 0; atomic { old = surface[element_offset[i]]; T new = op(old, src0[i], src1[i]); \
     surface[element_offset[i]] = new; } dst[i] = old;",
    "atomic { T old = surface[element_offset[i]]; if ((old & 1) == 0) surface[element_offset[i]] = old + src0[i]; }",
    "atomic { T old = surface[element_offset[i]]; surface[(old & 1) * 4] = old + 1; dst[i] = old; }",
];

/// Lanes that go round together.
pub fn rounds(random: &mut Random, case: usize) -> String {
    let mut text = visa_head(random, 2 + usize::from(case.is_multiple_of(5)), &[]);
    let _ = writeln!(text, ".set OFF = {}", some_of(random, &[0, 0, 4], 8));
    for name in ["A", "B"] {
        let _ = writeln!(text, ".set {name} = {}", some_of(random, &[0, 1, 2, 3], 8));
    }
    let _ = writeln!(text, ".decl BUF v_type=T num_elts=1\n.surface BUF buffer ud = {} 1", random.below(4));
    let semantics = ROUNDS[case % ROUNDS.len()].replace("BODY", pick(random, &ROUND_BODIES));
    let _ = writeln!(text, ".semantics ROUND like DWORD_ATOMIC {{\n  {semantics}\n}}");
    let (op, sources) = pick(random, &[("add", "A.0 V0.0"), ("xchg", "A.0 V0.0"), ("cmpxchg", "A.0 B.0")]);
    let _ = writeln!(text, "round.{op} (M1, 8) BUF OFF.0 {sources} OLD.0");
    text
}

/// Instructions that access the same bytes as elements of 1, 2, 4 and 8 bytes.
pub fn widths(random: &mut Random, case: usize) -> String {
    let (lanes, instructions) = [(2, 2), (3, 2), (2, 3), (4, 1), (3, 1)][case % 5];
    if (case / 5).is_multiple_of(2) {
        visa_widths(random, lanes, instructions)
    } else {
        sass_widths(random, lanes, instructions)
    }
}

fn visa_widths(random: &mut Random, lanes: usize, instructions: usize) -> String {
    let reading = pick(random, &["", "", "misaligned = error", "upper_half = zero"]);
    let mut text = visa_head(random, lanes, &[reading]);
    let numbers = ["0", "1", "0xffff", "0x10000", "0xffffffff", "0x80008000", "0x00ff00fe"];
    // Most bytes are multiples of 2 and many of 4.
    let bytes = [0, 0, 4, 4, 8, 2, 6, 1];
    let _ = writeln!(
        text,
        ".decl AT v_type=G type=ud num_elts=8 align=GRF\n.set AT = {}",
        some_of(random, &bytes, 8)
    );
    let _ = writeln!(text, ".set OFF = {}", some_of(random, &[0, 0, 4, 8], 8));
    for name in ["A", "B", "OLD"] {
        let _ = writeln!(text, ".set {name} = {}", some_of(random, &numbers, 8));
    }
    let _ = writeln!(
        text,
        ".decl BUF v_type=T num_elts=1\n.surface BUF buffer ud = {}",
        some_of(random, &numbers, 2)
    );
    for _ in 0..instructions {
        let (op, sources) = operation(random);
        let dst = pick(random, &["OLD.0", "A.0", "B.0", "V0.0"]);
        let _ = match random.below(6) {
            0 => writeln!(text, "scatter_scaled.{} (M1, 8) BUF 0x0:ud AT.0 A.0", pick(random, &[1, 2, 4])),
            1 => writeln!(
                text,
                "gather_scaled.{} (M1, 8) BUF 0x0:ud AT.0 {}",
                pick(random, &[1, 2, 4]),
                pick(random, &["OLD.0", "A.0"])
            ),
            2 | 3 => writeln!(
                text,
                "dword_atomic.{op}.16 (M1, 8) BUF {} {sources} {dst}",
                pick(random, &["AT.0", "OFF.0"])
            ),
            _ => writeln!(text, "dword_atomic.{op} (M1, 8) BUF OFF.0 {sources} {dst}"),
        };
    }
    text
}

/// Two surfaces in the same bytes, one of texels of 4 bytes and one of 8.
fn sass_widths(random: &mut Random, lanes: usize, instructions: usize) -> String {
    let mut text = format!(".isa sass sm=52\n.lanes 8 active={:#x}\n", mask(random, lanes));
    let numbers = ["0", "1", "2", "0xffffffff", "0x80000000", "7"];
    let _ = writeln!(
        text,
        ".set R0 = {}\n.set R1 = {}",
        some_of(random, &[0, 0, 1, 2, 3], 8),
        some_of(random, &[0, 0, 1, 2], 8)
    );
    for register in 4..=9 {
        let _ = writeln!(text, ".set R{register} = {}", some_of(random, &numbers, 8));
    }
    let _ = writeln!(text, ".surface 0 1d_buffer R32_UINT 4 base=0x1000 = {}", some_of(random, &numbers, 4));
    let _ = writeln!(text, ".surface 1 1d_buffer R64_UINT 2 base=0x2000 = {}", some_of(random, &numbers, 2));
    for _ in 0..instructions {
        let narrow = ["ADD", "MIN", "MAX.S32", "EXCH", "CAS", "INC", "DEC", "XOR"];
        let wide = ["ADD.U64", "MIN.S64", "MAX.U64", "EXCH.U64", "CAS.U64", "XOR.U64", "AND.U64"];
        let clamp = pick(random, &["IGN", "NEAR", "TRAP"]);
        let dst = pick(random, &["R4", "R6", "R8", "RZ", "R0"]);
        let _ = match random.below(2) {
            0 => writeln!(text, "SUATOM.D.1D_BUFFER.{}.{clamp} {dst}, [R0], R4, 0x0;", pick(random, &narrow)),
            _ => writeln!(text, "SUATOM.D.1D_BUFFER.{}.{clamp} {dst}, [R1], R4, 0x1;", pick(random, &wide)),
        };
    }
    text
}

/// Predicates as sources and as destinations.
pub fn predicates(random: &mut Random, case: usize) -> String {
    let lanes = 2 + case / 2 % 2;
    if case.is_multiple_of(2) { visa_predicates(random, lanes) } else { sass_predicates(random, lanes) }
}

/// An atomic instruction, a comparison of its results, and another atomic instruction under the predicate.
fn visa_predicates(random: &mut Random, lanes: usize) -> String {
    let mut text = visa_head(random, lanes, &[]);
    let _ = writeln!(text, ".decl P1 v_type=P num_elts=8\n.set P1 = {}", bits(random));
    let _ = writeln!(text, ".set OFF = {}", some_of(random, &[0, 0, 4], 8));
    for name in ["A", "B", "OLD"] {
        let _ = writeln!(text, ".set {name} = {}", some_of(random, &[0, 1, 2, 3], 8));
    }
    let _ = writeln!(text, ".decl BUF v_type=T num_elts=1\n.surface BUF buffer ud = {} 1", random.below(4));
    let guard =
        |random: &mut Random| pick(random, &["", "(P1) ", "(!P1) ", "(P1.any) ", "(P1.all) ", "(!P1.any) "]);
    let (op, sources) = operation(random);
    let _ = writeln!(text, "{}dword_atomic.{op} (M1, 8) BUF OFF.0 {sources} OLD.0", guard(random));
    let compare = pick(random, &["lt", "eq", "ge", "ne"]);
    if random.below(4) > 0 {
        let _ = writeln!(text, "cmp.{compare} (M1, 8) P1 OLD(0,0)<1;1,0> {}:d", random.below(4));
    }
    let (op, sources) = operation(random);
    let dst = pick(random, &["OLD.0", "A.0", "V0.0"]);
    let _ = writeln!(text, "{}dword_atomic.{op} (M1, 8) BUF OFF.0 {sources} {dst}", guard(random));
    text
}

/// Texts of a SUATOM that writes bits of its predicate: each lane its own, or one that other lanes write too.
const STATUS: [&str; 4] = [
    "Ps[i] = old > src0[i];",
    "Ps[0] = old > 1;",
    "Ps[i & 1] = (old & 1) == 1;",
    "Ps[old & 3] = src0[i] > 1;",
];

fn sass_predicates(random: &mut Random, lanes: usize) -> String {
    let mut text = format!(".isa sass sm=52\n.lanes 8 active={:#x}\n", mask(random, lanes));
    let _ = writeln!(text, ".set P0 = {}\n.set P1 = {}", bits(random), bits(random));
    let is_sparse = random.below(3) == 0;
    let places: &[u32] = if is_sparse { &[0, 0, 1, 128, 128, 256] } else { &[0, 0, 1, 2] };
    let _ = writeln!(text, ".set R0 = {}", some_of(random, places, 8));
    for register in [4, 5, 8] {
        let _ = writeln!(text, ".set R{register} = {}", some_of(random, &[0, 1, 2, 3], 8));
    }
    text.push_str(".set R12 = [0; 8]\n");
    match is_sparse {
        true => text.push_str(".surface 0 1d_buffer R32_UINT 256 sparse=1 = [1; 256]\n"),
        false => _ = writeln!(text, ".surface 0 1d_buffer R32_UINT 2 = {}", some_of(random, &[0, 1, 2], 2)),
    }
    if !is_sparse && random.below(2) == 0 {
        let status = pick(random, &STATUS);
        let _ = writeln!(
            text,
            ".semantics SUATOM {{\n  foreach_active (i) {{\n    UD address = texel_address(Sc[i] & 0xfffff, Q(x[i]) * 4, 0, 0);\n\
                 T old = 0;\n    atomic {{\n      old = surface[address];\n      surface[address] = op(old, src0[i], src1[i]);\n    }}\n\
                 Rd[i] = result;\n    if (modifier(Ps, given)) {{ {status} }}\n  }}\n}}"
        );
    }
    let guard = |random: &mut Random| pick(random, &["", "", "@P0 ", "@!P0 ", "@P1 "]);
    for _ in 0..2 {
        let op = pick(random, &["ADD", "EXCH", "INC", "MAX", "CAS"]);
        let clamp = pick(random, &["IGN", "NEAR", "TRAP"]);
        // The header pointer of a text with a status is a register. It holds 0.
        let (status, header) = pick(random, &[("", "0x0"), ("P0, ", "R12"), ("P1, ", "R12")]);
        let dst = pick(random, &["R8", "R10", "R4"]);
        let _ = writeln!(
            text,
            "{}SUATOM.D.1D_BUFFER.{op}.{clamp} {status}{dst}, [R0], R4, {header};",
            guard(random)
        );
        if random.below(3) == 0 {
            let compare = pick(random, &["LT", "EQ", "GE"]);
            let _ = writeln!(text, "ISETP.{compare}.AND P0, PT, R8, {:#x}, PT;", random.below(4));
        }
    }
    text
}

/// Instructions whose results are the addresses and sources of the next.
pub fn chained(random: &mut Random, case: usize) -> String {
    let (lanes, instructions) = [(2, 2), (2, 3), (3, 2)][case % 3];
    match case / 3 % 2 {
        0 => visa_chained(random, lanes, instructions),
        _ => sass_chained(random, lanes, instructions),
    }
}

fn visa_chained(random: &mut Random, lanes: usize, instructions: usize) -> String {
    let readings = [
        pick(random, &["", "", "sources = live"]),
        pick(random, &["", "", "misaligned = error"]),
        pick(random, &["", "", "off_lanes = undefined"]),
    ];
    let mut text = visa_head(random, lanes, &readings);
    let numbers: &[u32] = if random.below(3) == 0 { &[0, 4, 8, 2] } else { &[0, 4, 4, 8] };
    for name in ["OFF", "A", "B", "OLD"] {
        let _ = writeln!(text, ".set {name} = {}", some_of(random, numbers, 8));
    }
    let _ = writeln!(
        text,
        ".decl BUF v_type=T num_elts=1\n.surface BUF buffer ud = {}",
        some_of(random, numbers, 3)
    );
    for _ in 0..instructions {
        let (op, sources) = operation(random);
        let sources = if random.below(4) == 0 { sources.replace('A', "OLD") } else { sources.to_owned() };
        let [address, dst] = [0, 1].map(|_| pick(random, &["OFF.0", "OLD.0"]));
        let dst = if random.below(3) == 0 { pick(random, &["A.0", "B.0", "V0.0"]) } else { dst };
        let _ = match random.below(5) {
            0 => writeln!(text, "scatter_scaled.4 (M1, 8) BUF 0x0:ud {address} A.0"),
            1 => writeln!(
                text,
                "gather_scaled.4 (M1, 8) BUF 0x0:ud {address} {}",
                pick(random, &["OFF.0", "OLD.0", "A.0"])
            ),
            _ => writeln!(text, "dword_atomic.{op} (M1, 8) BUF {address} {sources} {dst}"),
        };
    }
    text
}

fn sass_chained(random: &mut Random, lanes: usize, instructions: usize) -> String {
    let mut text = format!(".isa sass sm=52\n.lanes 8 active={:#x}\n", mask(random, lanes));
    if random.below(2) == 0 {
        text.push_str(".reading trap_effects = partial\n");
    }
    for register in [0, 1, 4, 5, 8] {
        let _ = writeln!(text, ".set R{register} = {}", some_of(random, &[0, 0, 1, 2, 3], 8));
    }
    let _ = writeln!(text, ".surface 0 1d_buffer R32_UINT 3 = {}", some_of(random, &[0, 1, 2, 3], 3));
    for _ in 0..instructions {
        let op = pick(random, &["ADD", "MIN", "MAX", "EXCH", "EXCH", "CAS", "INC", "DEC", "XOR"]);
        let clamp = pick(random, &["IGN", "IGN", "NEAR", "TRAP"]);
        let [address, dst] = [0, 1].map(|_| pick(random, &["R0", "R8"]));
        let dst = if random.below(3) == 0 { pick(random, &["R4", "R5", "RZ"]) } else { dst };
        let _ = writeln!(text, "SUATOM.D.1D_BUFFER.{op}.{clamp} {dst}, [{address}], R4, 0x0;");
    }
    text
}

/// Instructions of the document's own, whose statements are drawn.
pub fn own(random: &mut Random, case: usize) -> String {
    let lanes = if case % 4 == 3 { 3 } else { 2 };
    let readings = [pick(random, &["", "", "misaligned = error"]), pick(random, &["", "", "sources = live"])];
    let mut text = visa_head(random, lanes, &readings);
    for name in ["OFF", "A", "B", "OLD"] {
        let numbers: &[u32] = if name == "OFF" { &[0, 0, 4, 4, 8] } else { &[0, 1, 2, 4] };
        let _ = writeln!(text, ".set {name} = {}", some_of(random, numbers, 8));
    }
    if !readings[0].is_empty() && random.below(2) == 0 {
        text = text.replacen(".set OFF = 4", ".set OFF = 2", 1);
    }
    let _ = writeln!(
        text,
        ".decl BUF v_type=T num_elts=1\n.surface BUF buffer ud = {}",
        some_of(random, &[0, 1, 2, 4], 3)
    );
    let mut body = Body { text: String::new(), names: 0, accesses: if lanes == 3 { 2 } else { 3 } };
    let statements = 1 + random.below(4);
    (0..statements).for_each(|_| body.statement(random, 0));
    let _ =
        writeln!(text, ".semantics OWN like DWORD_ATOMIC {{\n  foreach_active (i) {{\n{}  }}\n}}", body.text);
    let instructions = if lanes == 2 && body.accesses > 0 { 1 + random.below(2) } else { 1 };
    for _ in 0..instructions {
        let dst = pick(random, &["OLD.0", "OLD.0", "A.0", "OFF.0"]);
        let _ = writeln!(text, "own.cmpxchg (M1, 8) BUF OFF.0 A.0 B.0 {dst}");
    }
    text
}

/// The body of a loop while its statements are drawn.
struct Body {
    text: String,
    /// The number of locals so far: `v1`, `v2` and so on.
    names: usize,
    /// The most turns that a lane may still have.
    accesses: usize,
}

impl Body {
    fn value(&self, random: &mut Random) -> String {
        let name = format!("v{}", 1 + random.below(self.names.max(1)));
        match random.below(if self.names == 0 { 3 } else { 6 }) {
            0 => "src0[i]".to_owned(),
            1 => "src1[i]".to_owned(),
            2 => random.below(3).to_string(),
            3 => name,
            4 => format!("{name} + src0[i]"),
            _ => format!("{name} * 2 + 1"),
        }
    }

    fn address(&self, random: &mut Random) -> String {
        match random.below(5) {
            0 => "4".to_owned(),
            1 => format!("4 * (({}) & 1)", self.value(random)),
            _ => "element_offset[i]".to_owned(),
        }
    }

    fn line(&mut self, depth: usize, line: &str) {
        let _ = writeln!(self.text, "{}{line}", "  ".repeat(depth + 2));
    }

    /// Adds a statement. Names that a block declares are forgotten after it.
    fn statement(&mut self, random: &mut Random, depth: usize) {
        match random.below(8) {
            0 | 1 if self.accesses > 0 => {
                self.accesses -= 1;
                let line = format!("UD v{} = surface[{}];", self.names + 1, self.address(random));
                self.names += 1;
                self.line(depth, &line);
            }
            2 if self.accesses > 0 => {
                self.accesses -= 1;
                let line = format!("surface[{}] = {};", self.address(random), self.value(random));
                self.line(depth, &line);
            }
            3 | 4 if self.accesses > 0 => {
                self.accesses -= 1;
                let (name, address) = (format!("v{}", self.names + 1), self.address(random));
                self.line(depth, &format!("UD {name} = 0;"));
                let new = pick(
                    random,
                    &["op(NAME, src0[i], src1[i])", "NAME + src0[i]", "NAME * 2 + 1", "src0[i]"],
                );
                let new = new.replace("NAME", &name);
                self.line(
                    depth,
                    &format!("atomic {{ {name} = surface[{address}]; surface[{address}] = {new}; }}"),
                );
                self.names += 1;
            }
            5 if depth == 0 => {
                let condition = format!(
                    "if (({}) {} {}) {{",
                    self.value(random),
                    pick(random, &["==", ">", "!="]),
                    random.below(3)
                );
                self.line(depth, &condition);
                let names = self.names;
                self.statement(random, depth + 1);
                self.names = names;
                self.line(depth, "}");
            }
            _ => {
                let element = match random.below(4) {
                    0 => "0".to_owned(),
                    1 => format!("({}) & 3", self.value(random)),
                    _ => "i".to_owned(),
                };
                let line = format!("dst[{element}] = {};", self.value(random));
                self.line(depth, &line);
            }
        }
    }
}
