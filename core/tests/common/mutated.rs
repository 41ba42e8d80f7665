//! Valid texts with changes at random. Few of them stay valid.

use super::Random;

/// The texts to mutate.
const TEXTS: [&str; 12] = [
    include_str!("../../../static/examples/01-collision.lane"),
    include_str!("../../../static/examples/09-masks-and-predicates.lane"),
    include_str!("../../../static/examples/12-sixteen-bits.lane"),
    include_str!("../../../static/examples/17-cas-loop.lane"),
    include_str!("../../../static/examples/20-slm-and-stateless.lane"),
    include_str!("../../../static/examples/21-own-operation.lane"),
    include_str!("../../../static/examples/22-lost-update.lane"),
    include_str!("../../../static/examples/23-pasted-listing.lane"),
    include_str!("../../../static/examples/27-compare-and-swap-pair.lane"),
    include_str!("../../../static/examples/29-block-linear.lane"),
    include_str!("../../../static/examples/31-sparse-status.lane"),
    include_str!("../../../static/examples/38-channels.lane"),
];

/// Pieces of text that are valid in some places or in none.
const PIECES: [&str; 48] = [
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "<",
    ">",
    ";",
    ",",
    ".",
    "=",
    "!",
    "?",
    "_",
    "-",
    "0",
    "-1",
    "8",
    "32",
    "33",
    "4294967296",
    "0xffff_ffff",
    "99999999999999999999",
    "1e400",
    "nan",
    "iota(0)",
    "random(1)",
    "[1; 4]",
    "[0; 99999999]",
    ".any",
    ".16",
    "_NM",
    "M9",
    "V0.0",
    "%null.0",
    "%slm",
    "T0",
    "T5",
    "ud",
    "hf",
    "q",
    "\n",
    "\\\n",
    "/*",
    "//",
    "\u{fc}",
    "\u{1f30a}",
];

/// Separators of two words.
const GAPS: [&str; 8] = ["\t", "  ", " \t  ", " /* between */ ", "/**/", " \\\n", " // end\n", "\r\n"];

/// Names of every kind: declared, predefined, reserved, of other instruction sets, and words that cannot be names.
const NAMES: [&str; 26] = [
    "BUF",
    "buf",
    "OFF",
    "OFFS",
    "P1",
    "P0",
    "P33",
    "V5",
    "V0",
    "V33",
    "%B",
    "%null",
    "%slm",
    "%stateless",
    "T0",
    "T3",
    "T5",
    "T9",
    "R4",
    "R256",
    "PT",
    "7",
    "0x7",
    "017",
    "surface",
    "_",
];

/// Splits a text into words and single other characters.
fn pieces(text: &str) -> Vec<&str> {
    let mut out: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let end =
            if is_word(first) { rest.find(|c| !is_word(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        let (piece, after) = rest.split_at(end);
        out.push(piece);
        rest = after;
    }
    out
}

/// Returns one of the texts with one to four changes at random.
pub fn broken(random: &mut Random) -> String {
    let text = TEXTS[random.below(TEXTS.len())];
    let mut all = pieces(text);
    for _ in 0..=random.below(3) {
        let at = random.below(all.len().max(1)).min(all.len().saturating_sub(1));
        let other = random.below(all.len().max(1)).min(all.len().saturating_sub(1));
        match random.below(9) {
            _ if all.is_empty() => break,
            7 => {
                let gaps: Vec<usize> = (0..all.len()).filter(|&at| all[at] == " ").collect();
                if !gaps.is_empty() {
                    all[gaps[random.below(gaps.len())]] = GAPS[random.below(GAPS.len())];
                }
            }
            8 => {
                let is_word = |at: &usize| all[*at].starts_with(char::is_alphanumeric);
                let words: Vec<usize> = (0..all.len()).filter(is_word).collect();
                if !words.is_empty() {
                    all[words[random.below(words.len())]] = NAMES[random.below(NAMES.len())];
                }
            }
            0 => drop(all.remove(at)),
            1 => all.insert(at, all[other]),
            2 => all.swap(at, other),
            3 => all[at] = PIECES[random.below(PIECES.len())],
            4 => all.insert(at, PIECES[random.below(PIECES.len())]),
            5 => all[at] = all[other],
            _ if random.below(8) == 0 => all.truncate(at),
            _ => drop(all.drain(at..(at + random.below(12)).min(all.len()))),
        }
    }
    all.concat()
}
