//! Texts with deterministic damage, for tests.

/// A text with most forms of the scenario syntax.
pub const SEED: &str = include_str!("seed.txt");

/// Pieces for damaging a text.
const PIECES: &[&str] = &[
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "<",
    ">",
    "=",
    ",",
    ";",
    ":",
    ".",
    "-",
    "--",
    "?",
    "_",
    "%",
    "$",
    "@",
    "!",
    "\"",
    "//",
    "/*",
    "*/",
    "\\\n",
    "\\",
    "\n",
    "\r\n",
    "\t",
    " ",
    "\u{feff}",
    "é",
    "𝟙",
    "\u{2028}",
    "0x",
    "1e",
    "9",
    ".5",
    "V32",
    "M1",
    ".op",
    ".semantics X {",
    ".decl ",
    "[1; 2]",
    "iota(",
    "99999999999999999999",
];

/// Returns `count` damaged texts, the same ones each time.
pub fn mutated(count: usize) -> impl Iterator<Item = String> {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut next = move |limit: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as usize % limit.max(1)
    };
    (0..count).map(move |_| {
        let mut text = SEED.to_owned();
        // Only a few lines are kept, so that the damages interact.
        let lines: Vec<&str> = SEED.lines().collect();
        let first = next(lines.len());
        let kept = &lines[first..(first + 1 + next(8)).min(lines.len())];
        text.replace_range(.., &kept.join("\n"));
        for _ in 0..1 + next(5) {
            let places: Vec<usize> = (0..=text.len()).filter(|&at| text.is_char_boundary(at)).collect();
            let (a, b) = (places[next(places.len())], next(4));
            match next(4) {
                0 => text.insert_str(a, PIECES[next(PIECES.len())]),
                1 => text.replace_range(a..places.iter().copied().find(|&at| at >= a + b).unwrap_or(a), ""),
                2 => {
                    let end = places[next(places.len())];
                    let piece = text[a.min(end)..a.max(end)].chars().take(30).collect::<String>();
                    text.insert_str(places[next(places.len())], &piece);
                }
                _ => {
                    let end = places.iter().copied().find(|&at| at > a).unwrap_or(a);
                    text.replace_range(a..end, PIECES[next(PIECES.len())]);
                }
            }
        }
        text
    })
}
