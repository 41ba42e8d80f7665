//! Helpers that several tests share.
#![allow(dead_code)] // benches, and the tests as WebAssembly, use a part of them

#[cfg(not(target_arch = "wasm32"))]
pub mod command;
pub mod crowded;
pub mod golden;
pub mod mutated;
pub mod slow;

use std::path::{Path, PathBuf};

/// The operations of vISA by their assembler names, each with the kind of its operands: unsigned, signed (`d`) or
/// float.
pub const VISA_OPS: [(&str, char); 17] = [
    ("add", 'u'),
    ("sub", 'u'),
    ("inc", 'u'),
    ("dec", 'u'),
    ("min", 'u'),
    ("max", 'u'),
    ("xchg", 'u'),
    ("cmpxchg", 'u'),
    ("and", 'u'),
    ("or", 'u'),
    ("xor", 'u'),
    ("minsint", 'd'),
    ("maxsint", 'd'),
    ("predec", 'u'),
    ("fmax", 'f'),
    ("fmin", 'f'),
    ("fcmpwr", 'f'),
];

/// Returns a path below the top of the repository.
pub fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// Reads the files with this extension in a folder and its subfolders. Sorts them by path.
pub fn files(folder: &Path, extension: &str) -> Vec<(PathBuf, String)> {
    let mut out = Vec::new();
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries {
        let path = entry.expect("a folder lists its files").path();
        if path.is_dir() {
            out.extend(files(&path, extension));
        } else if path.extension().is_some_and(|found| found == extension) {
            let text =
                std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            out.push((path, text));
        }
    }
    out.sort();
    out
}

/// Returns whether an example is a puzzle, which fails until it is solved.
pub fn is_puzzle(path: &Path) -> bool {
    path.file_stem().is_some_and(|name| name.to_string_lossy().starts_with("puzzle"))
}

/// Returns the last two parts of a path, with `/` between them on every system.
pub fn name_of(path: &Path) -> String {
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    parts[parts.len().saturating_sub(2)..].join("/")
}

/// Returns a text with some replacements. Each replaces the first place of what it changes, which must exist.
pub fn edited<'a>(text: &str, edits: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    edits.into_iter().fold(text.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "no `{from}` in {text}");
        text.replacen(from, to, 1)
    })
}

/// Returns the number of cases to draw: `in_the_suite`, times the factor that `cargo xtask sweep` sets.
pub fn draws(in_the_suite: usize) -> usize {
    let times = std::env::var("LANESCOPE_SWEEP").ok().and_then(|times| times.parse().ok());
    in_the_suite * times.unwrap_or(1)
}

/// A linear congruential generator with Knuth's constants. It draws the same numbers on every machine.
pub struct Random(u64);

impl Random {
    /// Creates the generator for a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Draws 32 bits. The low bits of such a generator have a short period, so they are left out.
    pub fn bits(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 32) as u32
    }

    /// Draws a number from 0 to `end - 1`.
    pub fn below(&mut self, end: usize) -> usize {
        self.bits() as usize % end
    }
}
