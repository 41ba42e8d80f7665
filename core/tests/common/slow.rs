//! Texts that try to be slow, each in several ways at once: long loops, many instructions, large values, the maximum of
//! memory, lanes that all meet, findings of every kind.

use super::Random;
use std::fmt::Write;

/// Loop bodies. `AT` and `OTHER` are replaced by addresses.
const BODIES: [&str; 16] = [
    // The reads stay open, because other bytes are written.
    "atomic { surface[AT] = surface[OTHER]; }",
    "surface[AT] = surface[OTHER];",
    "T old = surface[AT]; T new = op(old, src0[i], src1[i]); surface[AT] = new;",
    "atomic { T old = surface[AT]; T new = op(old, src0[i], src1[i]); surface[AT] = new; } dst[i] = result;",
    "dst[i] = surface[AT] + surface[OTHER];",
    "surface[AT] = T(k);",
    "T sum = surface[AT]; for (UD n = 0; n < 50; ++n) sum = sum + surface[OTHER + 4 * n]; surface[AT] = sum;",
    "UD nothing; surface[nothing] = src0[i];",
    "T left = surface[AT]; if (left % 2 == 0) surface[OTHER] = left; else dst[i] = left;",
    "surface[AT + 1] = surface[OTHER + 3];",
    "DF x = DF(UD(surface[AT])); x = x * 1.5 + DF(k) / 3.0; surface[AT] = T(UQ(x));",
    "UQ x = UQ(src0[i]); x = x * 0x5851f42d4c957f2d / 3 % 0xffffffff; surface[OTHER] = T(x);",
    "bool odd = k % 2 == 1; dst[i] = odd ? surface[AT] : surface[OTHER];",
    "dst[i + k] = T(k); dst[k * 7] = src0[i + k];",
    "surface[AT] = surface[AT]; surface[AT] = surface[AT]; surface[OTHER] = surface[OTHER];",
    "",
];

/// Addresses of lane `i` in round `k`.
const ADDRESSES: [&str; 10] = [
    "element_offset[i]",
    "4 * k",
    "4 * (i + k * exec_size)",
    "4 * ((i * 37 + k * 11) % 16384)",
    "0",
    "k",
    "element_offset[i] + 4 * (k % 300)",
    "0xfffffffc",
    "4 * ((k * k * i) % 1024)",
    "65532 - 4 * k",
];

const COUNTS: [u32; 8] = [1, 10, 300, 2_000, 12_000, 70_000, 1_000_000, 4_000_000_000];

/// A text whose reads stay open for all later writes, since no lane writes the bytes that are read.
const OPEN_READS: &str = "\
.lanes 16
.decl OFF v_type=G type=ud num_elts=16 align=GRF
.decl VAL v_type=G type=ud num_elts=16 align=GRF
.decl BUF v_type=T num_elts=1
.set OFF = [0; 16]
.set VAL = [1; 16]
.surface BUF buffer ud = 1 2
.semantics DWORD_ATOMIC {
  foreach_active (i) {
    for (UD k = 0; k < 1000000; ++k) {
      atomic { surface[4] = surface[0]; }
    }
  }
}
dword_atomic.add (M1, 16) BUF OFF.0 VAL.0 V0.0 V0.0
";

/// Yields texts without end, the same sequence each time.
pub fn texts() -> impl Iterator<Item = String> {
    let mut random = Random::new(14);
    std::iter::once(OPEN_READS.to_owned()).chain(std::iter::repeat_with(move || text(&mut random)))
}

fn text(random: &mut Random) -> String {
    if random.below(4) == 0 { sass(random) } else { visa(random) }
}

fn pick<T: Copy>(random: &mut Random, of: &[T]) -> T {
    of[random.below(of.len())]
}

fn visa(random: &mut Random) -> String {
    let lanes = pick(random, &[1, 8, 16, 16, 16]);
    let mut text = format!(".lanes {}\n", lanes.max(8));
    let elements = pick(random, &[16, 16, 512, 16_384]);
    for name in ["OFF", "VAL", "MORE", "OLD"] {
        let _ = writeln!(text, ".decl {name} v_type=G type=ud num_elts={elements} align=GRF");
    }
    let offsets = ["[0; 16]", "iota(0, 4)", "iota(1, 3)", "0 4 0 ? 8 8 0xfffffffc 3", "random(7)"];
    let _ = writeln!(text, ".set OFF = {}", pick(random, &offsets));
    for name in ["VAL", "MORE"] {
        let values = ["iota(1, 1)", "random(3)", "? ? ? 4", "[0xffffffff; 16]"];
        let _ = writeln!(text, ".set {name} = {}", pick(random, &values));
    }
    for extra in 0..pick(random, &[0, 0, 0, 10, 400]) {
        let size = if extra < 10 { 16_384 } else { 8 };
        let _ = writeln!(text, ".decl EXTRA{extra} v_type=G type=ud num_elts={size} align=GRF");
    }
    text += ".decl BUF v_type=T num_elts=1\n";
    let contents = ["", "", " = iota(0, 1)", " = random(1)", " = 1 ? 3 ?"];
    let _ = writeln!(
        text,
        ".surface BUF buffer ud {}{}",
        pick(random, &[4, 16, 4_096, 16_384]),
        pick(random, &contents)
    );
    let mnemonic = pick(random, &["DWORD_ATOMIC", "DWORD_ATOMIC", "DWORD_ATOMIC", "SCATTER_SCALED"]);
    let body = pick(random, &BODIES);
    let is_scatter = mnemonic == "SCATTER_SCALED";
    if random.below(8) > 0 && !(is_scatter && ["src0", "dst", "op("].iter().any(|word| body.contains(word))) {
        let _ = write!(text, ".semantics {mnemonic} {{\n{}}}\n", looped(random, body));
    }
    if random.below(6) == 0 {
        text += ".reading misaligned = error\n";
    }
    let line = match (is_scatter, random.below(3)) {
        (true, _) => format!("scatter_scaled.4 (M1, {}) BUF 0x0:ud OFF.0 VAL.0\n", lanes.max(8)),
        (false, 0) => format!("dword_atomic.cmpxchg (M1, {lanes}) BUF OFF.0 VAL.0 MORE.0 OLD.0\n"),
        (false, _) => format!("dword_atomic.add (M1, {lanes}) BUF OFF.0 VAL.0 V0.0 OLD.0\n"),
    };
    text + &lines(random, &line)
}

fn sass(random: &mut Random) -> String {
    let mut text = String::from(".isa sass sm=52\n.lanes 32\n");
    let places = ["iota(0, 1)", "[0; 32]", "iota(0, 40)", "random(2)", "0 1 ? -1 5 5 5 70000"];
    let _ = writeln!(text, ".set R0 = {}", pick(random, &places));
    let _ = writeln!(text, ".set R2 = {}", pick(random, &["[1; 32]", "iota(0, 9)", "? ? 3"]));
    for surface in 0..pick(random, &[1, 1, 1, 15]) {
        let size = pick(random, &[1, 64, 1_024, 16_384]);
        let _ = writeln!(text, ".surface {surface} 1d_buffer R32_UINT {size} = iota(0, 1)");
    }
    if random.below(3) > 0 {
        let address = pick(
            random,
            &[
                "texel_address(Sc[i] & 0xfffff, Q(x[i]) * 4, 0, 0)",
                "texel_address(0, Q(k % 1024) * 4, 0, 0)",
                "texel_address(k, 0, k, k)",
            ],
        );
        let body = format!(
            "UD address = {address}; {}",
            pick(
                random,
                &[
                    "atomic { surface[address] = surface[address + 4]; }",
                    "T old = surface[address]; T new = op(old, src0[i], src1[i]); surface[address] = new; Rd[i] = result;",
                    "Rd[i] = surface[address]; surface[address] = surface[address] * 3 + k;",
                    "surface[k] = T(i);",
                ],
            )
        );
        let _ = write!(text, ".semantics SUATOM {{\n{}}}\n", looped(random, &body));
    }
    let clamp = pick(random, &["IGN", "IGN", "NEAR", "TRAP"]);
    let line = format!("SUATOM.D.1D_BUFFER.ADD.{clamp} R4, [R0], R2, 0x0;\n");
    text + &lines(random, &line)
}

/// Puts the body in loops: of each lane, of the instruction, or of both, sometimes with nested blocks.
fn looped(random: &mut Random, body: &str) -> String {
    let body = body.replace("OTHER", pick(random, &ADDRESSES)).replace("AT", pick(random, &ADDRESSES));
    let count = pick(random, &COUNTS);
    match random.below(6) {
        0 => format!("for (UD k = 0; k < {count}; ++k) {{\n  foreach_active (i) {{ {body} }}\n}}\n"),
        1 => {
            let inner = pick(random, &COUNTS[..4]);
            format!(
                "for (UD n = 0; n < {count}; ++n) {{\n  foreach_active (i) {{\n    for (UD k = 0; k < {inner}; ++k) {{ {body} }}\n  }}\n}}\n"
            )
        }
        2 => {
            // The maximum depth of nested blocks.
            let (open, close) = ("if (k >= 0) { ".repeat(50), "}".repeat(50));
            format!(
                "foreach_active (i) {{\n  for (UD k = 0; k < {count}; ++k) {{ {open} {body} {close} }}\n}}\n"
            )
        }
        3 => {
            // The maximum number of parts in an expression, in many statements.
            let other = if body.contains("src0") { "src0[i]" } else { "exec_size" };
            let long = format!(
                "UD long = k; {}",
                format!("long = {}long; ", format!("k * 3 + {other} - ").repeat(15)).repeat(40)
            );
            format!("foreach_active (i) {{\n  for (UD k = 0; k < {count}; ++k) {{ {long}{body} }}\n}}\n")
        }
        _ => format!("foreach_active (i) {{\n  for (UD k = 0; k < {count}; ++k) {{ {body} }}\n}}\n"),
    }
}

/// Repeats the instruction up to the maximum of a document, with one `.order` for all or one for each.
fn lines(random: &mut Random, line: &str) -> String {
    let count = pick(random, &[1, 1, 2, 100, 900]);
    let order = match random.below(5) {
        0 => ".order seed=77\n".to_owned(),
        1 => ".order descending\n".to_owned(),
        2 => format!(".order {}\n", "3 0 3 1 ".repeat(20).trim_end()),
        _ => String::new(),
    };
    if random.below(2) == 0 { order + &line.repeat(count) } else { (order + line).repeat(count) }
}
