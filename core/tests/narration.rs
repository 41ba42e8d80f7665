//! The sentences tell all: from them alone, and from what lies where at the start, the memory at the end is rebuilt.
//! Whoever rebuilds it here reads the sentences with rules of its own and knows no instruction.
#![cfg(not(target_arch = "wasm32"))]

mod common;

use common::{Random, files, name_of, root};
use half::f16;
use lanescope_core::exec::{Run, Stop};
use lanescope_core::isa::roll_call;
use lanescope_core::machine::{Bytes, Layout, Place, SpaceKind};
use lanescope_core::session::{Session, narrate};
use std::collections::BTreeSet;

/// Scenarios that are rebuilt.
const SCENARIOS: usize = 500;
/// Longer runs are left to others.
const MOST_STEPS: u32 = 4_000;

/// Memory as the sentences tell it.
struct Told<'a> {
    layout: &'a Layout,
    spaces: Vec<Bytes>,
}

/// A piece of memory that a sentence names.
#[derive(Debug)]
struct Piece {
    place: Place,
    /// One bit of it.
    bit: Option<u32>,
}

impl Told<'_> {
    fn new(run: &Run) -> Told<'_> {
        let (layout, initial) = (&run.scenario().layout, &run.scenario().initial);
        let ids = (0..layout.spaces.len()).map(|index| lanescope_core::machine::SpaceId(index as u16));
        Told { layout, spaces: ids.map(|id| initial.space(id).clone()).collect() }
    }

    /// Takes what the sentences of one step say.
    fn hear(&mut self, sentences: &str) -> Result<(), String> {
        for sentence in sentences.split_inclusive(". ") {
            let sentence = sentence.trim_end().trim_end_matches('.');
            // Only what changes memory says what was there.
            let Some((head, was)) = sentence.strip_suffix(')').and_then(|it| it.rsplit_once(" (was ")) else {
                continue;
            };
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
                // `writes 1 + 2 = 3 to R[0]`: behind the last sign is what counts.
                _ => {
                    let (value, to) = deed.rsplit_once(" to ").ok_or("no place")?;
                    (self.piece(to)?, value.rsplit_once(" = ").map_or(value, |(_, value)| value))
                }
            };
            let width_bits = if piece.bit.is_some() { 1 } else { 8 * piece.place.size_bytes };
            let (was, value) = (bits(was, width_bits)?, bits(value, width_bits)?);
            let found = self.read(&piece);
            if found != was {
                return Err(format!("{was:x?} was there, says the sentence, and {found:x?} is told so far"));
            }
            self.write(&piece, value);
        }
        Ok(())
    }

    /// `BUF byte 4`, `BUF bytes 4–5`, `surface 7 byte 4 (address 0x1004)`, `IMG (2, 1)`, `OLD[3]`, `bit 3 of P`.
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
        // How much of it lies inside, and its physical address, follow from the rest.
        let words = words.split(", of which ").next().unwrap_or(words);
        let words = words.split(" (address ").next().unwrap_or(words);
        let words = words.strip_prefix("surface ").unwrap_or(words);
        if let Some((name, range)) = words.split_once(" bytes ") {
            let (first, last) = range.split_once('–').ok_or_else(unknown)?;
            return Ok(whole(space(name)?, number(first)?, number(last)? - number(first)? + 1));
        }
        let surface = |name: &str| self.layout.surfaces.iter().find(|it| it.name == name).ok_or_else(unknown);
        if let Some((name, byte)) = words.split_once(" byte ") {
            return Ok(whole(space(name)?, number(byte)?, surface(name)?.ty.size_bytes() as u32));
        }
        if let Some((name, index)) = words.strip_suffix(']').and_then(|rest| rest.split_once('[')) {
            let variable = self.layout.variable(name).ok_or_else(unknown)?;
            let (index, size) = (number(index)?, variable.ty.size_bytes() as u32);
            return Ok(whole(variable.space.index(), variable.byte_offset as u32 + index * size, size));
        }
        let (name, texel) = words.split_once(" (").ok_or_else(unknown)?;
        let surface = surface(name)?;
        let mut at = [0; 3];
        for (at, coordinate) in at.iter_mut().zip(texel.trim_end_matches(')').split(", ")) {
            *at = number(coordinate)? as usize;
        }
        Ok(whole(surface.space.index(), surface.texel_byte(at) as u32, surface.ty.size_bytes() as u32))
    }

    /// Value and defined bits.
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
            // What reaches over the end is gone.
            if at < bytes.value.len() {
                bytes.value[at] = (value >> (8 * k)) as u8;
                bytes.defined[at] = (defined >> (8 * k)) as u8;
            }
        }
    }
}

/// A value as a sentence shows it: its bits, and which of them are defined.
fn bits(text: &str, width_bits: u32) -> Result<(u64, u64), String> {
    let unreadable = || format!("what is {text}?");
    let all = u64::MAX >> (64 - width_bits);
    if text == "?" {
        return Ok((0, 0));
    }
    let pattern =
        text.strip_prefix("0x").map(|digits| (digits, 4)).or(text.strip_prefix("0b").map(|it| (it, 1)));
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

/// A case with other values, another mask and another order.
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

/// Each decimal number as it is, or another: small ones, so that lanes meet and go outside, or any.
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

#[test]
fn memory_is_rebuilt_from_the_sentences_alone() {
    let texts = files(&root("core/tests/cases"), "lane");
    let mut random = Random::new(20);
    let (mut rebuilt, mut heard) = (0, BTreeSet::new());
    let mut tried = 0;
    while rebuilt < SCENARIOS {
        // Every case once as it is, then any with other values.
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
        let mut told = Told::new(&run);
        for step in run.steps() {
            let sentences = narrate(run.scenario(), &step);
            if let Err(why) = told.hear(&sentences) {
                panic!("{} (varied):\n{text}\nstep {}: {sentences}\n{why}", name_of(path), step.index);
            }
            let row = &run.scenario().program[step.instruction as usize].row;
            // What a case makes up is told as the instruction that it is made from.
            heard.insert(row.made_from.as_ref().unwrap_or(&row.mnemonic).to_string());
        }
        let end = run.state(run.len());
        for (index, space) in told.layout.spaces.iter().enumerate() {
            let found = end.space(lanescope_core::machine::SpaceId(index as u16));
            assert_eq!(told.spaces[index], *found, "{} in {} (varied):\n{text}", space.name, name_of(path));
            assert!(space.kind != SpaceKind::Predicate || space.size_bytes == 4);
        }
        rebuilt += 1;
    }
    let all: BTreeSet<_> = roll_call().instructions().map(|row| row.mnemonic.to_string()).collect();
    assert_eq!(heard, all, "every instruction is told");
}

#[test]
fn an_element_is_named_by_a_variable_that_holds_it() {
    // `A` begins behind the element that is returned: it must not be counted from there.
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
    assert_eq!(narrate(run.scenario(), &last), "Lane 0 returns 2 to B[0] (was ?).");
}

/// A number cannot be counted up, so no sentence says that one was.
#[test]
fn what_is_counted_keeps_its_name() {
    let text = std::fs::read_to_string(root("static/examples/38-channels.lane")).expect("it is there");
    let session = Session::open(&text);
    let run = session.run.as_ref().expect("it runs");
    let sentences: Vec<String> = run.steps().map(|step| narrate(run.scenario(), &step)).collect();
    assert!(sentences.contains(&"The instruction sets c = ++c = 1.".to_owned()), "{sentences:#?}");
}
