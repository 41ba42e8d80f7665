//! MOV, S2R, IADD, IMAD, XMAD, SHL, LOP and ISETP of Maxwell, which compute without memory.

use super::bits::{Value, low, signed};
use super::surface_access::{PT, RZ, predicate_name, register_name};
use super::warp::Warp;
use crate::common::Random;

const MNEMONICS: [&str; 8] = ["MOV", "S2R", "IADD", "IMAD", "XMAD", "SHL", "LOP", "ISETP"];

/// A source of 32 bits.
#[derive(Clone, Copy, Debug)]
enum Source {
    Register(usize),
    Immediate(u64),
    /// A word of the constant bank.
    Constant(usize),
}

/// A predicate that is read, and whether it is negated.
type Predicate = (usize, bool);

/// A line of one of these instructions.
#[derive(Clone, Debug)]
pub struct Plain {
    guard: Option<Predicate>,
    mnemonic: &'static str,
    /// The words after the mnemonic.
    words: Vec<&'static str>,
    /// The sources, each with whether it is negated or its high half is meant.
    sources: Vec<(Source, bool)>,
    register: usize,
    /// The destinations and the source of ISETP.
    results: [usize; 2],
    combined: Predicate,
}

impl Plain {
    pub fn draw(random: &mut Random, warp: &Warp) -> Self {
        let mnemonic = MNEMONICS[random.below(MNEMONICS.len())];
        let mut one_of = |words: &[&'static str]| words[random.below(words.len())];
        let words = match mnemonic {
            "XMAD" => vec![
                one_of(&["", "S16.S16", "S16.U16", "U16.S16"]),
                one_of(&["", "", "PSL"]),
                one_of(&["", "MRG", "CBCC", "CLO", "CHI"]),
            ],
            "SHL" => vec![one_of(&["", "W"])],
            "LOP" => vec![one_of(&["AND", "OR", "XOR", "PASS_B"])],
            "ISETP" => vec![
                one_of(&["LT", "EQ", "LE", "GT", "NE", "GE"]),
                one_of(&["", "U32"]),
                one_of(&["AND", "OR", "XOR"]),
            ],
            _ => Vec::new(),
        };
        let count = match mnemonic {
            "S2R" => 0,
            "MOV" => 1,
            "IMAD" | "XMAD" => 3,
            _ => 2,
        };
        let mut sources = Vec::new();
        for index in 0..count {
            // The second source is the one that need not be a register.
            let is_free = index == 1 || mnemonic == "MOV";
            let is_marked = match mnemonic {
                "IADD" => index == 1 && random.below(3) == 0,
                "XMAD" => index < 2 && random.below(2) == 0,
                _ => false,
            };
            sources.push(match random.below(4) {
                0 if is_free => (Source::Immediate(random.below(0x1_0000) as u64), false),
                1 if is_free => {
                    let (word, _) = warp.constants[random.below(warp.constants.len())];
                    (Source::Constant(word), is_marked && mnemonic == "XMAD")
                }
                _ => (Source::Register(draw_register(random)), is_marked),
            });
        }
        let mut predicate = || [0, 1, 2, 3, PT][random.below(5)];
        let (results, combined) = ([predicate(), predicate()], predicate());
        Self {
            guard: (random.below(3) == 0).then(|| ([0, 1, 2, 3, PT][random.below(5)], random.below(3) == 0)),
            mnemonic,
            words,
            sources,
            register: draw_register(random),
            // No page says which of two results a predicate keeps.
            results: if results[0] == results[1] { [results[0], PT] } else { results },
            combined: (combined, random.below(3) == 0),
        }
    }

    pub fn line(&self) -> String {
        let Self { guard, mnemonic, words, sources, .. } = self;
        let predicate = |(number, is_negated): Predicate| {
            format!("{}{}", if is_negated { "!" } else { "" }, predicate_name(number))
        };
        let guard = guard.map_or(String::new(), |guard| format!("@{} ", predicate(guard)));
        let words: String =
            words.iter().filter(|word| !word.is_empty()).map(|word| format!(".{word}")).collect();
        let source = |(source, is_marked): &(Source, bool)| {
            let (minus, half) = match (*is_marked, *mnemonic) {
                (false, _) => ("", ""),
                (true, "XMAD") => ("", ".H1"),
                (true, _) => ("-", ""),
            };
            match source {
                Source::Register(number) => format!("{minus}{}{half}", register_name(*number)),
                Source::Immediate(number) => format!("{number:#x}"),
                Source::Constant(word) => format!("c[0x0][{:#x}]{half}", 4 * word),
            }
        };
        let mut operands: Vec<String> = match *mnemonic {
            "ISETP" => self.results.iter().map(|number| predicate_name(*number)).collect(),
            _ => vec![register_name(self.register)],
        };
        operands.extend(sources.iter().map(source));
        match *mnemonic {
            "ISETP" => operands.push(predicate(self.combined)),
            "S2R" => operands.push("SR_LANEID".to_owned()),
            _ => {}
        }
        format!("{guard}{mnemonic}{words} {};\n", operands.join(", "))
    }

    /// Runs the line. Helper lanes compute, too. Returns `None` if a result depends on undefined bits.
    pub fn run(&self, warp: &mut Warp) -> Option<()> {
        let bit = |bits: u32, lane: usize| bits >> lane & 1 == 1;
        let before = warp.clone();
        let is_true = |(number, is_negated): Predicate, lane: usize| {
            (number == PT || bit(before.predicates[number], lane)) != is_negated
        };
        let is_executing =
            |lane: &usize| bit(before.active, *lane) && self.guard.is_none_or(|guard| is_true(guard, *lane));
        for lane in (0..before.lanes).filter(is_executing) {
            let sources: Vec<u64> = self
                .sources
                .iter()
                .map(|source| self.source(&before, lane, *source))
                .collect::<Option<_>>()?;
            if self.mnemonic == "ISETP" {
                let holds = self.compares(sources[0], sources[1]);
                let combined = is_true(self.combined, lane);
                for (number, holds) in self.results.into_iter().zip([holds, !holds]) {
                    let holds = match self.words[2] {
                        "AND" => holds & combined,
                        "OR" => holds | combined,
                        _ => holds ^ combined,
                    };
                    if number != PT {
                        warp.predicates[number] &= !(1 << lane);
                        warp.predicates[number] |= u32::from(holds) << lane;
                    }
                }
            } else if self.register != RZ {
                let result = if self.mnemonic == "S2R" { lane as u64 } else { self.result(&sources) };
                warp.registers[self.register][lane] = Value::known(result & low(32));
            }
        }
        Some(())
    }

    fn source(&self, warp: &Warp, lane: usize, (source, is_marked): (Source, bool)) -> Option<u64> {
        let number = match source {
            Source::Register(RZ) => 0,
            Source::Register(number) => warp.registers[number][lane].number(32)?,
            Source::Immediate(number) => number,
            Source::Constant(word) => warp.constants.iter().find(|(known, _)| *known == word)?.1.into(),
        };
        Some(match self.mnemonic {
            "IADD" if is_marked => number.wrapping_neg() & low(32),
            "XMAD" if is_marked => number >> 16 | (number & 0xffff) << 32,
            _ => number,
        })
    }

    fn result(&self, sources: &[u64]) -> u64 {
        let has = |word: &str| self.words.contains(&word);
        let (a, b) = (sources[0], sources.get(1).copied().unwrap_or(0));
        match self.mnemonic {
            "MOV" => a,
            "IADD" => a.wrapping_add(b),
            "IMAD" => a.wrapping_mul(b).wrapping_add(sources[2]),
            "SHL" if has("W") => a << (b & 31),
            "SHL" => {
                if b < 32 {
                    a << b
                } else {
                    0
                }
            }
            "LOP" if has("AND") => a & b,
            "LOP" if has("OR") => a | b,
            "LOP" if has("XOR") => a ^ b,
            "LOP" => b,
            // The high half that a factor means is in its low bits, and its low half above the other 32 bits.
            "XMAD" => {
                let factor = |x: u64, is_signed: bool| match is_signed {
                    true => signed(x & 0xffff, 16) as u64,
                    false => x & 0xffff,
                };
                let whole = if self.sources[1].1 { (b & 0xffff) << 16 | b >> 32 } else { b };
                let (is_a_signed, is_b_signed) =
                    (self.words[0].starts_with("S16"), self.words[0].ends_with("S16"));
                let product = factor(a, is_a_signed).wrapping_mul(factor(b, is_b_signed));
                let product = if has("PSL") { product << 16 } else { product };
                let third = match self.words[2] {
                    "CLO" => sources[2] & 0xffff,
                    "CHI" => sources[2] >> 16,
                    "CBCC" => sources[2].wrapping_add(whole << 16),
                    _ => sources[2],
                };
                let sum = product.wrapping_add(third);
                if has("MRG") { sum & 0xffff | whole << 16 } else { sum }
            }
            mnemonic => unreachable!("{mnemonic} has no result of its own"),
        }
    }

    fn compares(&self, a: u64, b: u64) -> bool {
        let order = match self.words[1] {
            "U32" => a.cmp(&b),
            _ => signed(a, 32).cmp(&signed(b, 32)),
        };
        match self.words[0] {
            "LT" => order.is_lt(),
            "EQ" => order.is_eq(),
            "LE" => order.is_le(),
            "GT" => order.is_gt(),
            "NE" => order.is_ne(),
            _ => order.is_ge(),
        }
    }
}

fn draw_register(random: &mut Random) -> usize {
    if random.below(12) == 0 { RZ } else { random.below(32) }
}
