//! Captions are complete: the final memory of a run is rebuilt from its captions and its initial memory. The parser of
//! captions in this file has its own rules and knows no instruction.
#![cfg(not(target_arch = "wasm32"))]

use crate::common::{Random, files, name_of, root};
use half::f16;
use lanescope_core::exec::{Run, Stop};
use lanescope_core::isa::known_sets;
use lanescope_core::machine::{Bytes, Layout, Place, SpaceKind};
use lanescope_core::session::{Session, run::narrate};
use std::collections::BTreeSet;

/// Number of scenarios to rebuild.
const SCENARIOS: usize = 1_300;
/// The maximum number of steps of a run; longer runs are skipped.
const MOST_STEPS: u32 = 4_000;

/// Memory as rebuilt from the sentences.
struct Rebuilt<'a> {
    layout: &'a Layout,
    spaces: Vec<Bytes>,
}

/// A piece of memory that a sentence names.
#[derive(Debug)]
struct Piece {
    place: Place,
    /// One bit of the place, or `None` for all of it.
    bit: Option<u32>,
}

impl Rebuilt<'_> {
    fn new(run: &Run) -> Rebuilt<'_> {
        let (layout, initial) = (&run.scenario().layout, &run.scenario().initial);
        let ids = (0..layout.spaces.len()).map(|index| lanescope_core::machine::SpaceId(index as u16));
        Rebuilt { layout, spaces: ids.map(|id| initial.space(id).clone()).collect() }
    }

    /// Applies the sentences of one step.
    fn apply(&mut self, sentences: &str) -> Result<(), String> {
        for sentence in sentences.split_inclusive(". ") {
            let sentence = sentence.trim_end().trim_end_matches('.');
            // Only a write to memory states the old value. The origin of the new value follows it.
            let Some((head, rest)) = sentence.split_once(" (was ") else { continue };
            let (was, _) = rest.split_once(')').ok_or("no end of `(was `")?;
            let (_, deed) = head
                .split_once(" writes ")
                .or(head.split_once(" returns "))
                .or(head.split_once(" sets "))
                .ok_or("no deed")?;
            let (piece, value) = match deed.strip_prefix("bit ") {
                // `sets bit 3 of P to 1`.
                Some(_) if head.contains(" sets ") => {
                    let (bit, value) = deed.rsplit_once(" to ").ok_or("no value")?;
                    (self.piece(bit)?, value)
                }
                // `writes 3 to R[0]`.
                _ => {
                    let (value, to) = deed.split_once(" to ").ok_or("no place")?;
                    (self.piece(to)?, value)
                }
            };
            let width_bits = if piece.bit.is_some() { 1 } else { 8 * piece.place.size_bytes };
            let (was, value) = (bits(was, width_bits)?, bits(value, width_bits)?);
            let found = self.read(&piece);
            if found != was {
                return Err(format!(
                    "the sentence states the old value {was:x?}, but the sentences so far give {found:x?}"
                ));
            }
            self.write(&piece, value);
        }
        Ok(())
    }

    /// Finds a piece by its name: `BUF[1]`, `BUF byte 5`, `BUF bytes 4–5`, `surface 7[1]`, `IMG (2, 1)`,
    /// `OLD[3]`, `bit 3 of P`.
    fn piece(&self, words: &str) -> Result<Piece, String> {
        let unknown = || format!("where is {words}?");
        let number = |text: &str| text.parse::<u32>().map_err(|_| unknown());
        let space =
            |name: &str| self.layout.spaces.iter().position(|space| space.name == name).ok_or_else(unknown);
        let whole = |space: usize, byte_offset: u32, size_bytes: u32| Piece {
            place: Place { space: lanescope_core::machine::SpaceId(space as u16), byte_offset, size_bytes },
            bit: None,
        };
        if let Some((bit, name)) = words.strip_prefix("bit ").and_then(|rest| rest.split_once(" of ")) {
            let bit = Some(number(bit)?);
            return Ok(Piece { bit, ..whole(space(name)?, 0, 4) });
        }
        // The number of bytes within bounds and the physical address follow from the rest.
        let words = words.split(", with ").next().unwrap_or(words);
        let words = words.split(" (address ").next().unwrap_or(words);
        let words = words.strip_prefix("surface ").unwrap_or(words);
        if let Some((name, range)) = words.split_once(" bytes ") {
            let (first, last) = range.split_once('–').ok_or_else(unknown)?;
            return Ok(whole(space(name)?, number(first)?, number(last)? - number(first)? + 1));
        }
        let surface =
            |name: &str| self.layout.surfaces.iter().find(|known| known.name == name).ok_or_else(unknown);
        if let Some((name, byte)) = words.split_once(" byte ") {
            return Ok(whole(space(name)?, number(byte)?, 1));
        }
        let (words, part) = words.split_once(", low ").unwrap_or((words, ""));
        let part = part.strip_suffix(" bits").map(number).transpose()?.map(|bits| bits / 8);
        if let Some((name, index)) = words.strip_suffix(']').and_then(|rest| rest.split_once('[')) {
            let index = number(index)?;
            let Some(variable) = self.layout.variable(name) else {
                let size = surface(name)?.ty.size_bytes() as u32;
                return Ok(whole(space(name)?, index * size, part.unwrap_or(size)));
            };
            let size = variable.ty.size_bytes() as u32;
            return Ok(whole(variable.space.index(), variable.byte_offset as u32 + index * size, size));
        }
        let (name, texel) = words.split_once(" (").ok_or_else(unknown)?;
        let surface = surface(name)?;
        let mut at = [0; 3];
        for (at, coordinate) in at.iter_mut().zip(texel.trim_end_matches(')').split(", ")) {
            *at = number(coordinate)? as usize;
        }
        let size = surface.ty.size_bytes() as u32;
        Ok(whole(surface.space.index(), surface.texel_byte(at) as u32, part.unwrap_or(size)))
    }

    /// Returns the value and the mask of defined bits.
    fn read(&self, piece: &Piece) -> (u64, u64) {
        let bytes = &self.spaces[piece.place.space.index()];
        let (mut value, mut defined) = (0, 0);
        for k in 0..piece.place.size_bytes as usize {
            let at = piece.place.byte_offset as usize + k;
            value |= u64::from(bytes.value.get(at).copied().unwrap_or(0)) << (8 * k);
            defined |= u64::from(bytes.defined.get(at).copied().unwrap_or(0)) << (8 * k);
        }
        match piece.bit {
            Some(bit) => (value >> bit & 1, defined >> bit & 1),
            None => (value, defined),
        }
    }

    fn write(&mut self, piece: &Piece, (value, defined): (u64, u64)) {
        let bytes = &mut self.spaces[piece.place.space.index()];
        if let Some(bit) = piece.bit {
            let (byte, mask) = (bit as usize / 8, 1 << (bit % 8));
            let set = |into: &mut u8, on: u64| if on == 1 { *into |= mask } else { *into &= !mask };
            set(&mut bytes.value[byte], value);
            set(&mut bytes.defined[byte], defined);
            return;
        }
        for k in 0..piece.place.size_bytes as usize {
            let at = piece.place.byte_offset as usize + k;
            // Bytes past the end are dropped.
            if at < bytes.value.len() {
                bytes.value[at] = (value >> (8 * k)) as u8;
                bytes.defined[at] = (defined >> (8 * k)) as u8;
            }
        }
    }
}

/// Parses a value as a sentence shows it. Returns the value and the mask of defined bits.
fn bits(text: &str, width_bits: u32) -> Result<(u64, u64), String> {
    let unreadable = || format!("what is {text}?");
    let all = u64::MAX >> (64 - width_bits);
    if matches!(text, "?" | "undefined") {
        return Ok((0, 0));
    }
    if let Some(pair) = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        let (low, high) = pair.split_once(", ").ok_or_else(unreadable)?;
        let (low, high) = (bits(low, 16)?.0, bits(high, 16)?.0);
        return Ok((high << 16 | low, all));
    }
    let pattern = text
        .strip_prefix("0x")
        .map(|digits| (digits, 4))
        .or(text.strip_prefix("0b").map(|digits| (digits, 1)));
    if let Some((digits, each)) = pattern {
        let (mut value, mut defined) = (0, 0);
        for digit in digits.chars() {
            let known = digit.to_digit(1 << each);
            value = value << each | u64::from(known.unwrap_or(0));
            defined = defined << each | if known.is_some() { (1 << each) - 1 } else { 0 };
        }
        return Ok((value, defined));
    }
    if let Some(nan) = text.strip_prefix("nan:0x") {
        return Ok((u64::from_str_radix(nan, 16).map_err(|_| unreadable())?, all));
    }
    if text.contains(['.', 'e']) || text.ends_with("inf") {
        let number: f64 = text.parse().map_err(|_| unreadable())?;
        let value = match width_bits {
            16 => u64::from(f16::from_f64(number).to_bits()),
            32 => u64::from((number as f32).to_bits()),
            64 => number.to_bits(),
            _ => return Err(unreadable()),
        };
        return Ok((value, all));
    }
    let number: i128 = text.parse().map_err(|_| unreadable())?;
    Ok((number as u64 & all, all))
}

/// Returns a case with other values, another mask and another order.
fn varied(text: &str, random: &mut Random) -> String {
    let mut out = String::new();
    let offset = random.below(4);
    for line in text.lines() {
        let word = line.split_whitespace().next().unwrap_or("");
        match (word, line.split_once('=')) {
            (".expect", _) => continue,
            (".order", _) => {}
            (".set", Some((head, values))) => {
                out.push_str(&format!("{head}={}\n", values_like(values, offset, random)));
                continue;
            }
            (".surface", Some(_)) if line.contains(" = ") => {
                let (head, values) = line.split_once(" = ").expect("it is there");
                out.push_str(&format!("{head} = {}\n", values_like(values, 3, random)));
                continue;
            }
            (".lanes", _) if random.below(3) == 0 => {
                let lanes = line.split_whitespace().nth(1).unwrap_or("8");
                out.push_str(&format!(".lanes {lanes} active={:#x}\n", random.bits() & 0xff));
                continue;
            }
            _ => {
                out.push_str(line);
                out.push('\n');
                continue;
            }
        }
        out.push_str(&format!(".order seed={}\n", random.below(1000)));
    }
    if random.below(2) == 0 && !out.contains(".order") {
        out = format!(".order seed={}\n{out}", random.below(1000));
    }
    out
}

/// Keeps or replaces each decimal number. Small numbers make lanes meet and go out of bounds; other modes draw any
/// number.
fn values_like(values: &str, mode: usize, random: &mut Random) -> String {
    let (values, comment) = values.split_once("//").map_or((values, ""), |(values, _)| (values, ""));
    let word = |word: &str| match mode {
        _ if word.parse::<u32>().is_err() => word.to_owned(),
        0 => word.to_owned(),
        1 => (4 * random.below(6)).to_string(),
        2 => random.below(20).to_string(),
        _ if random.below(8) == 0 => "?".to_owned(),
        _ => (random.bits() >> random.below(32)).to_string(),
    };
    let words: Vec<String> = values.split_whitespace().map(word).collect();
    format!(" {}{comment}", words.join(" "))
}

/// Returns the part of a caption that is a false equation: two different numbers with `=` between them.
fn false_equation(sentences: &str) -> Option<String> {
    // Text in parentheses belongs to its side of the equation.
    let mut depth = 0;
    let outer = |c: char| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if depth == 0 || c == '(' { c } else { '_' }
    };
    let text: String = sentences.chars().map(outer).collect();
    let parts = text.split(". ").flat_map(|part| part.split(", ")).flat_map(|part| part.split(" to "));
    let is_number =
        |side: &&str| side.parse::<f64>().is_ok() || side.starts_with("0x") && !side.contains(' ');
    parts.map(str::to_owned).find(|part| {
        let sides: Vec<&str> = part.trim_end_matches('.').split(" = ").collect();
        sides.windows(2).any(|pair| pair.iter().all(is_number) && pair[0] != pair[1])
    })
}

#[test]
fn a_false_equation_is_found() {
    for sentence in [
        "Lane 4 writes src0[i] = 4 = 0 to bit 4 of ODD (was undefined).",
        "Lane 0 writes holds ? -1 : 0 = true ? -1 : -1 = -1 = 1 to bit 0 of P1 (was undefined).",
        "Lane 0 computes new = 5, newer = old = 10 = 0.",
        "The instruction sets x = src0[i] = 260 = 4.",
    ] {
        assert!(false_equation(sentence).is_some(), "{sentence}");
    }
    assert_eq!(false_equation("Lane 0 writes 1 + 2 = 3 to A[0] (was 4), from b = 5, new = 6."), None);
    assert_eq!(false_equation("Lane 0 computes x = 0x????0000 + 4 * 1 = 0x????0004."), None);
}

/// Scenarios with unusual writes: other bits, narrower and wider elements, compound assignments.
const NOTATIONS: [&str; 7] = [
    REVERSED,
    NEWER,
    "\
.lanes 8
.decl A v_type=G type=d num_elts=8 align=GRF
.decl ODD v_type=P num_elts=8
.set A = 0 1 2 3 4 5 6 7
.semantics CMP { foreach_active (i) { dst[i] = src0[i]; } }
cmp.eq (M1, 8) ODD A(0,0)<1;1,0> 2:d
",
    "\
.lanes 8
.decl A v_type=G type=d num_elts=8 align=GRF
.decl P v_type=P num_elts=8
.set A = 0 1 2 3 4 5 6 7
.set P = 0xf0
.semantics CMP { foreach_active (i) { bool less = src0[i] < src1[i]; dst[3] = less ? -1 : 0; } }
cmp.eq (M1, 8) P A(0,0)<1;1,0> 2:d
",
    "\
.lanes 8
.decl A v_type=G type=uw num_elts=8 align=GRF
.decl D v_type=G type=ud num_elts=8 align=GRF
.set A = 1 2 3 4 5 6 7 65535
add (M1, 8) D(0,0)<1> A(0,0)<1;1,0> A(0,0)<1;1,0>
",
    "\
.lanes 4
.decl A v_type=G type=ud num_elts=8 align=GRF
.decl D v_type=G type=ud num_elts=8 align=GRF
.set A = 1 2 3 4
.semantics ADD {
  UD total = 0;
  for (UD c = 0; c < 4; ++c) { total += c * 2; }
  foreach_active (i) {
    UD sum = src0[i];
    // Twice.
    sum *= src1[i] + 1;
    sum--;
    dst[i] = sum + total;
  }
}
add (M1, 4) D(0,0)<1> A(0,0)<1;1,0> A(0,0)<1;1,0>
",
    "\
.isa sass
.lanes 4
.set R2 = -1 0 1 2
.set R3 = 1 1 1 1
ISETP.LT.AND P0, PT, R2, R3, PT;
@P0 IADD R4, R2, R3;
",
];

/// Lane `i` writes bit `7 - i`.
const REVERSED: &str = "\
.lanes 8
.decl A v_type=G type=d num_elts=8 align=GRF
.decl P1 v_type=P num_elts=8
.set A = 1 1 1 1 0 0 0 1
.semantics CMP { foreach_active (i) { dst[7 - i] = src0[i] == src1[i] ? -1 : 0; } }
cmp.eq (M1, 8) P1 A(0,0)<1;1,0> 1:d
";

/// An operation with a local whose name starts with `new`.
const NEWER: &str = "\
.lanes 1
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl VAL v_type=G type=ud num_elts=8 align=GRF
.decl OLD v_type=G type=ud num_elts=8 align=GRF
.decl BUF v_type=T num_elts=1
.set OFF = 0
.set VAL = 5
.surface BUF buffer ud = 10
.op ADD { T newer = old; new = newer + src0; newer = 0; }
dword_atomic.add (M1, 1) BUF OFF.0 VAL.0 V0.0 OLD.0
";

/// Rebuilds memory from the sentences of a run.
fn rebuild(run: &Run, mut narrated: impl FnMut(&str)) -> Result<(), String> {
    let mut rebuilt = Rebuilt::new(run);
    for step in run.steps() {
        let sentences = narrate(run.scenario(), &step);
        let applied =
            rebuilt.apply(&sentences).map_err(|why| format!("step {}: {sentences}\n{why}", step.index));
        applied?;
        if let Some(sentence) = false_equation(&sentences) {
            return Err(format!("step {}: a false equation: {sentence}", step.index));
        }
        let row = &run.scenario().program[step.instruction as usize].row;
        // An instruction that the text defines counts as the instruction that it derives from.
        narrated(row.made_from.as_ref().unwrap_or(&row.mnemonic));
    }
    let end = run.state(run.len());
    for (index, space) in rebuilt.layout.spaces.iter().enumerate() {
        let found = end.space(lanescope_core::machine::SpaceId(index as u16));
        assert!(space.kind != SpaceKind::Predicate || space.size_bytes == 4);
        if rebuilt.spaces[index] != *found {
            return Err(format!("{}: rebuilt {:?}, expected {found:?}", space.name, rebuilt.spaces[index]));
        }
    }
    Ok(())
}

fn captions(text: &str) -> Vec<String> {
    let session = Session::open(text);
    let run = session.run.unwrap_or_else(|| panic!("does not run: {:?}", session.diagnostics));
    run.steps().map(|step| narrate(run.scenario(), &step)).collect()
}

#[test]
fn captions_of_other_notations_are_complete() {
    for text in NOTATIONS {
        let session = Session::open(text);
        let run = session.run.unwrap_or_else(|| panic!("{text} does not run: {:?}", session.diagnostics));
        rebuild(&run, |_| {}).unwrap_or_else(|why| panic!("{text}\n{why}"));
    }
}

#[test]
fn a_caption_names_the_bit_of_a_predicate_that_is_written() {
    let sentences = captions(REVERSED);
    let lane_1 = "Lane 1 sets bit 6 of P1 to 1 (was undefined): src0[i] == src1[i] (1 == 1) is true.";
    assert!(sentences.iter().any(|caption| caption == lane_1), "{sentences:#?}");
    let sentences = captions(NOTATIONS[2]);
    let lane_4 = "Lane 4 sets bit 4 of ODD to 0 (was undefined): the lowest bit of src0[i] = 4.";
    assert!(sentences.iter().any(|caption| caption == lane_4), "{sentences:#?}");
}

#[test]
fn the_line_that_assigns_new_is_found_by_its_variable() {
    let sentences = captions(NEWER);
    let computes: Vec<_> = sentences.iter().filter(|caption| caption.contains("computes")).collect();
    assert_eq!(computes, ["Lane 0 computes new = 15: newer = old = 10; newer + src0 = 10 + 5 = 15."]);
}

#[test]
fn loops_and_compound_assignments_are_equations() {
    let sentences = captions(NOTATIONS[5]);
    for sentence in [
        "The instruction sets total to 2: total + c * 2 = 0 + 1 * 2 = 2.",
        "The loop goes on: c < 4 (3 < 4) is true.",
        "The loop ends: c < 4 (4 < 4) is false.",
        "The instruction increments c to 1.",
        "Lane 1 sets sum to 6: sum * (src1[i] + 1) = 2 * (2 + 1) = 6.",
        "Lane 1 decrements sum to 5.",
        "Lane 1 writes 17 to D[1] (was undefined): sum + total = 5 + 12 = 17.",
    ] {
        assert!(sentences.iter().any(|caption| caption == sentence), "{sentence}\n{sentences:#?}");
    }
}

#[test]
fn each_form_of_an_expression_has_its_formula() {
    // Lane 0 has src0 = 1 and src1 = 3, and T is UD.
    let table = [
        ("UD x = src0[i] + src1;", "src0[i] + src1 = 1 + 3 = 4"),
        ("UD x = (src0[i] + 1) * 2 - src1[i];", "(src0[i] + 1) * 2 - src1[i] = (1 + 1) * 2 - 3 = 1"),
        // Parentheses are written where they matter.
        ("UD x = (src0[i] * 2) + (src1[i] << 1);", "src0[i] * 2 + (src1[i] << 1) = 1 * 2 + (3 << 1) = 8"),
        ("UD x = src1[i] - (src1[i] - 1);", "src1[i] - (src1[i] - 1) = 3 - (3 - 1) = 1"),
        ("UD x = 7; x *= 1 + 1;", "x * (1 + 1) = 7 * 2 = 14"),
        ("UD x = 7; x *= (1 + 1);", "x * (1 + 1) = 7 * 2 = 14"),
        ("UD x = 7; x += sizeof(T);", "x + sizeof(T) = 7 + 4 = 11"),
        ("D x = -(-D(src1[i]));", "-(-D(src1[i])) = -(-3) = 3"),
        ("UD x = 7; x <<= src1[i] & 1;", "x << (src1[i] & 1) = 7 << (3 & 1) = 14"),
        ("UD x = src0[i] /* one */ +\n  0x10; // seventeen", "src0[i] + 0x10 = 1 + 0x10 = 17"),
        // A conversion in the text shows its operand; inside another expression, it shows its result.
        ("UB x = UB(src1[i] + 255);", "UB(src1[i] + 255) = UB(3 + 255) = 2"),
        ("UD x = UB(src1[i] + 255) + 1;", "UB(src1[i] + 255) + 1 = 2 + 1 = 3"),
        ("UB x = src1[i] + 255;", "from src1[i] + 255 = 3 + 255"),
        ("UD x = T(D(src0[i]));", "T(D(src0[i])) = T(1) = 1"),
        ("F x = as(F, src0[i]) + 1.0;", "as(F, src0[i]) + 1.0 = 1e-45 + 1.0 = 1.0"),
        ("UD x = bits(F(src0[i]));", "bits(F(src0[i])) = bits(1.0) = 1065353216"),
        // Names of numbers have values, and literals stay as they are written.
        ("UD x = sizeof(T) * src1[i];", "sizeof(T) * src1[i] = 4 * 3 = 12"),
        (
            "UD x = max(src0[i], src1[i]) + exec_size;",
            "max(src0[i], src1[i]) + exec_size = max(1, 3) + 1 = 4",
        ),
        ("UD x = -src0[i] & ~0xf0;", "-src0[i] & ~0xf0 = -1 & ~0xf0 = 4294967055"),
        // A choice names its reason, and shows only the value that was chosen.
        (
            "UD x = src0[i] > 2 ? src0[i] : src1[i] + 1;",
            "src0[i] > 2 (1 > 2) is false, so src1[i] + 1 = 3 + 1 = 4",
        ),
        // Truth values.
        ("bool x = !(src0[i] == 2) && ChEn[i];", "!(src0[i] == 2) && ChEn[i] (!(1 == 2) && ChEn[0])"),
    ];
    for (statements, formula) in table {
        let text = format!(
            ".isa visa grf=32\n.lanes 1\n.decl A v_type=G type=ud num_elts=8 align=GRF\n.decl B v_type=G type=ud \
             num_elts=8 align=GRF\n.decl OFF v_type=G type=ud num_elts=8 align=GRF\n\
             .decl BUF v_type=T num_elts=1\n.set OFF = 0\n.set A = 1\n.set B = 3\n\
             .surface BUF buffer ud = 0\n.semantics DWORD_ATOMIC {{\n  foreach_active (i) {{\n{statements}\n  }}\n}}\n\
             dword_atomic.cmpxchg (M1, 1) BUF OFF.0 A.0 B.0 V0.0\n"
        );
        let sentences = captions(&text);
        let found = sentences.iter().any(|caption| caption.ends_with(&format!(": {formula}.")));
        assert!(found, "{statements}: {formula}\n{sentences:#?}");
    }
}

#[test]
fn a_caption_shows_only_the_branch_that_runs() {
    let sentences = captions(".isa sass\n.lanes 1\n.set R0 = 6\n.set R1 = 3\nLOP.AND R2, R0, R1;\n");
    let writes = sentences.last().expect("it runs");
    assert_eq!(writes, "Lane 0 writes 2 to R2[0] (was 0): a[i] & b[i] = 6 & 3 = 2.");
}

#[test]
fn memory_is_rebuilt_from_the_sentences_alone() {
    let texts = files(&root("core/tests/cases"), "lane");
    let mut random = Random::new(20);
    let (mut rebuilt, mut narrated) = (0, BTreeSet::new());
    let mut tried = 0;
    while rebuilt < SCENARIOS {
        // Every case runs unchanged first. After that, random cases run with other values.
        let (path, text) = match texts.get(tried) {
            Some((path, text)) => (path, text.clone()),
            None => {
                let (path, text) = &texts[random.below(texts.len())];
                (path, varied(text, &mut random))
            }
        };
        tried += 1;
        assert!(tried < 20 * SCENARIOS, "most scenarios must run");
        let session = Session::open(&text);
        let Some(run) = session.run.filter(|run| run.len() <= MOST_STEPS && run.stop() != Stop::Budget)
        else {
            continue;
        };
        rebuild(&run, |mnemonic| {
            narrated.insert(mnemonic.to_owned());
        })
        .unwrap_or_else(|why| panic!("{} (varied):\n{text}\n{why}", name_of(path)));
        rebuilt += 1;
    }
    let all: BTreeSet<_> = known_sets().instructions().map(|row| row.mnemonic.to_string()).collect();
    assert_eq!(narrated, all, "every instruction has captions");
}

#[test]
fn an_element_is_named_by_a_variable_that_holds_it() {
    // `A` begins after the returned element, so the element must not be counted from `A`.
    let text = "\
.lanes 8 active=0b1
.decl ALL v_type=G type=ub num_elts=64 align=GRF
.decl A v_type=G type=ud num_elts=8 alias=<ALL, 32>
.decl B v_type=G type=ud num_elts=8 alias=<ALL, 0>
.decl BUF v_type=T num_elts=1
.set A = [4; 8]
.surface BUF buffer ud = 1 2
dword_atomic.inc (M1, 8) BUF A.0 V0.0 V0.0 B.0
";
    let session = Session::open(text);
    let run = session.run.unwrap_or_else(|| panic!("does not run: {:?}", session.diagnostics));
    let last = run.step(run.len() - 1).expect("it ends with a return");
    assert_eq!(narrate(run.scenario(), &last), "Lane 0 returns 2 to B[0] (was undefined).");
}

#[test]
fn the_latch_is_of_the_lanes_that_take_part() {
    let some = "All lanes read their sources before the first lane runs.";
    let one = "Lane 0 reads its sources before it runs.";
    let none = "No lane reads its sources.";
    let live = "Sources are not latched: each lane reads them when it needs them.";
    for (mask, reading, predicate, sentence) in [
        ("0b1111", "", "0b1111", some),
        ("0b0001", "", "0b1111", one),
        ("0b0000", "", "0b1111", none),
        ("0b0110", "", "0b1001", none),
        ("0b0001", ".reading sources = live\n", "0b1111", live),
        ("0b0000", ".reading sources = live\n", "0b1111", none),
    ] {
        let text = format!(
            ".lanes 4 active={mask}\n{reading}.decl A v_type=G type=ud num_elts=8 align=GRF\n.decl P v_type=P num_elts=4\n\
             .set A = 1 2 3 4\n.set P = {predicate}\n(P) add (M1, 4) A(0,0)<1> A(0,0)<1;1,0> 1:ud\n"
        );
        assert_eq!(captions(&text)[1], sentence, "{text}");
    }
}

#[test]
fn an_instruction_with_a_mask_offset_names_its_dispatched_lanes() {
    let text = ".lanes 8 active=0xe3\n.decl A v_type=G type=ud num_elts=8\nadd (M2, 4) A(0,0)<1> A(0,0)<1;1,0> 1:ud\n";
    let begins = "add begins with lanes 1 to 3: lane 0 is masked off; lane 0 is dispatched lane 4.";
    assert_eq!(captions(text)[0], begins);
}

/// Each choice between alternatives is nested in the previous one.
#[test]
fn deeply_nested_choices_are_narrated() {
    let chain = "exec_size == 32 ? src1[i] : ".repeat(40);
    let text = format!(
        ".lanes 8\n.decl A v_type=G type=ud num_elts=8 align=GRF\n.decl D v_type=G type=ud num_elts=8 align=GRF\n\
         .set A = [5; 8]\n.semantics ADD {{ foreach_active (i) {{ dst[i] = {chain}src0[i]; }} }}\n\
         add (M1, 8) D(0,0)<1> A(0,0)<1;1,0> A(0,0)<1;1,0>\n"
    );
    let sentences = captions(&text);
    assert_eq!(
        sentences.last().map(String::as_str),
        Some("Lane 7 writes 5 to D[7] (was undefined): src0[i] = 5.")
    );
}

#[test]
fn a_loop_of_an_example_counts_up() {
    let text = std::fs::read_to_string(root("static/examples/38-channels.lane")).expect("it is there");
    let sentences = captions(&text);
    assert!(sentences.contains(&"The instruction increments c to 1.".to_owned()), "{sentences:#?}");
}
