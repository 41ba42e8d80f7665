//! Drawn scenarios: their lanes often meet, and their numbers often collide.

use crate::common::{Random, VISA_OPS};
use std::fmt::Write;

/// Operations of SUATOM with their sizes, each with the kind of its numbers: integers, floats or halves.
const SASS: [(&str, char); 30] = [
    ("ADD", 'u'),
    ("ADD.S32", 'u'),
    ("ADD.SD32", 'u'),
    ("ADD.U64", 'u'),
    ("ADD.F32.FTZ.RN", 'f'),
    ("ADD.F16x2.FTZ.RN", 'h'),
    ("ADD.F16x2.RN", 'h'),
    ("MIN", 'u'),
    ("MIN.S32", 'u'),
    ("MIN.SD32", 'u'),
    ("MIN.S64", 'u'),
    ("MAX.U64", 'u'),
    ("MAX.SD64", 'u'),
    ("MIN.F16x2.FTZ.RN", 'h'),
    ("MAX.F16x2.RN", 'h'),
    ("INC", 'u'),
    ("DEC", 'u'),
    ("AND", 'u'),
    ("AND.U64", 'u'),
    ("OR", 'u'),
    ("OR.S32", 'u'),
    ("XOR", 'u'),
    ("XOR.U64", 'u'),
    ("EXCH", 'u'),
    ("EXCH.U64", 'u'),
    ("CAS", 'u'),
    ("CAS.S32", 'u'),
    ("CAS.U64", 'u'),
    ("MAX", 'u'),
    ("MAX.S32", 'u'),
];

/// Draws one of a few numbers, so that numbers often collide.
fn number(random: &mut Random, kind: char) -> String {
    let dwords = ["0", "1", "2", "3", "5", "7", "0x80000000", "0xffffffff", "0xffff", "0x00010001"];
    let floats = [
        "0x3f800000",
        "0xbf800000",
        "0x7f800000",
        "0x7fc00000",
        "0x80000000",
        "0",
        "0x4b800000",
        "0xcb800000",
        "0x00000001",
    ];
    let halves =
        ["0x3c003c00", "0xbc00bc00", "0x68003c00", "0xe800bc00", "0x00010001", "0x80000000", "0x7e007c00"];
    match kind {
        'f' => floats[random.below(floats.len())],
        'h' => halves[random.below(halves.len())],
        _ => dwords[random.below(dwords.len())],
    }
    .to_owned()
}

fn numbers(random: &mut Random, kind: char, count: usize) -> String {
    (0..count).map(|_| number(random, kind)).collect::<Vec<_>>().join(" ")
}

/// Draws a mask of 8 lanes with `on` lanes enabled.
pub fn mask(random: &mut Random, on: usize) -> u32 {
    let mut mask = 0u32;
    while mask.count_ones() < on as u32 {
        mask |= 1 << random.below(8);
    }
    mask
}

/// Draws a text with vISA instructions on one or two small surfaces.
pub fn visa(random: &mut Random, lanes: usize, instructions: usize) -> String {
    let (op, kind) = VISA_OPS[random.below(VISA_OPS.len())];
    let cells = 1 + random.below(3);
    let mut text = format!(".isa visa grf=32\n.lanes 8 active={:#x}\n", mask(random, lanes));
    let active = random.below(3);
    for name in ["OFF", "U", "ZERO", "A", "B", "OLD", "MORE"] {
        let is_number = ["A", "B", "OLD", "MORE"].contains(&name);
        let ty = match kind {
            'f' if is_number => "f",
            'd' if is_number => "d",
            _ => "ud",
        };
        let _ = writeln!(text, ".decl {name} v_type=G type={ty} num_elts=16 align=GRF");
    }
    text.push_str(".decl BUF v_type=T num_elts=1\n.decl IMG v_type=T num_elts=1\n");
    let offsets: Vec<String> =
        (0..8).map(|_| (4 * random.below(cells + usize::from(active == 0))).to_string()).collect();
    let units: Vec<String> = (0..8).map(|_| random.below(cells).to_string()).collect();
    let _ =
        writeln!(text, ".set OFF = {}\n.set U = {}\n.set ZERO = [0; 8]", offsets.join(" "), units.join(" "));
    for name in ["A", "B"] {
        let _ = writeln!(text, ".set {name} = {}", numbers(random, kind, 8));
    }
    let _ = writeln!(text, ".surface BUF buffer ud = {}", numbers(random, kind, cells));
    let format = match kind {
        'f' => "R32_FLOAT",
        'd' => "R32_SINT",
        _ => "R32_UINT",
    };
    let _ = writeln!(text, ".surface IMG 2d {format} {cells}x1 = {}", numbers(random, kind, cells));
    if random.below(6) == 0 {
        // Operations that the text defines. The first can be applied in any order unless a lane finds 7.
        let own = [
            ".op ADD = old == 7 ? src0 : old + src0",
            ".op ADD = old + src0 * 2",
            ".op ADD = (old ^ src0) - 1",
            ".op ADD { new = src0; if (src0 > 3) new = old; }",
            ".op XCHG = src0 | 1",
            ".op XCHG { new = old; new = src0; result = new; }",
        ];
        let _ = writeln!(text, "{}", own[random.below(own.len())]);
    }
    for at in 0..instructions {
        let (op, kind) = if at == 0 { (op, kind) } else { pick_of(random, kind) };
        let word = if kind == 'u' && random.below(5) == 0 { ".16" } else { "" };
        let sources = match op {
            "inc" | "dec" | "predec" => "V0.0 V0.0",
            "cmpxchg" | "fcmpwr" => "A.0 B.0",
            _ => "A.0 V0.0",
        };
        let dst = ["OLD.0", "V0.0", "MORE.0", "A.0"][random.below(4)];
        match random.below(6) {
            0 if word.is_empty() => _ = writeln!(text, "scatter_scaled.4 (M1, 8) BUF 0x0:ud OFF.0 A.0"),
            1 if word.is_empty() && kind != 'f' => {
                let _ = writeln!(text, "typed_atomic.{op} (M1, 8) IMG U.0 ZERO.0 V0.0 V0.0 {sources} {dst}");
            }
            _ => _ = writeln!(text, "dword_atomic.{op}{word} (M1, 8) BUF OFF.0 {sources} {dst}"),
        }
    }
    text
}

fn pick_of(random: &mut Random, kind: char) -> (&'static str, char) {
    loop {
        let (op, known) = VISA_OPS[random.below(VISA_OPS.len())];
        if known == kind {
            return (op, kind);
        }
    }
}

/// Draws a text with SUATOM instructions on a small surface.
pub fn sass(random: &mut Random, lanes: usize, instructions: usize) -> String {
    let mut text = format!(".isa sass sm=52\n.lanes 8 active={:#x}\n", mask(random, lanes));
    let (_, kind) = SASS[random.below(SASS.len())];
    let cells = 1 + random.below(3);
    let format = ["R32_UINT", "R32_SINT"][random.below(2)];
    let is_wide = random.below(5) == 0;
    let format = if is_wide { "R32G32_UINT" } else { format };
    let format = if kind == 'f' { "R32_FLOAT" } else { format };
    let format = if kind == 'h' { "R16G16_FLOAT" } else { format };
    let is_wide = format == "R32G32_UINT";
    let xs: Vec<String> = (0..8)
        .map(|_| {
            let beyond = usize::from(random.below(8) == 0);
            random.below(cells + beyond).to_string()
        })
        .collect();
    let _ = writeln!(text, ".set R0 = {}", xs.join(" "));
    for register in [4, 5, 6, 7] {
        let _ = writeln!(text, ".set R{register} = {}", numbers(random, kind, 8));
    }
    let _ = writeln!(text, ".surface 0 1d_buffer {format} {cells} = {}", numbers(random, kind, cells));
    for _ in 0..instructions {
        let (op, _) = loop {
            let (op, known) = SASS[random.below(SASS.len())];
            if known == kind && op.ends_with("64") == is_wide {
                break (op, known);
            }
        };
        let clamp = ["IGN", "NEAR", "TRAP"][random.below(3)];
        let (size, rest) = op.split_once('.').unwrap_or((op, ""));
        let rest = if rest.is_empty() { String::new() } else { format!(".{rest}") };
        let dst = ["R8", "R10", "RZ", "R4"][random.below(4)];
        let _ = writeln!(text, "SUATOM.D.1D_BUFFER.{size}{rest}.{clamp} {dst}, [R0], R4, 0x0;");
    }
    text
}

/// Returns a text in which all lanes access one dword with different numbers: 16 lanes in vISA, 32 in SASS.
pub fn crowd(random: &mut Random, set: &str, line: &str) -> String {
    let some = |random: &mut Random| (0..32).map(|_| random.bits().to_string()).collect::<Vec<_>>().join(" ");
    match set {
        "visa" => format!(
            ".isa visa grf=64\n.lanes 16\n.decl OFF v_type=G type=ud num_elts=16 align=GRF\n\
             .decl A v_type=G type=ud num_elts=16 align=GRF\n.decl OLD v_type=G type=ud num_elts=16 align=GRF\n\
             .decl BUF v_type=T num_elts=1\n.set OFF = [0; 16]\n.set A = {}\n.surface BUF buffer ud = 77\n{line}\n",
            some(random).split(' ').take(16).collect::<Vec<_>>().join(" ")
        ),
        _ => format!(
            ".isa sass sm=52\n.lanes 32\n.set R4 = {}\n.surface 0 1d_buffer R32_UINT 1 = 77\n{line}\n",
            some(random)
        ),
    }
}
