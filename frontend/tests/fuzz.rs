//! The targets of fuzzing, each on a few inputs: no panic. `fuzz` runs them at length, with limits of time and memory.

#[path = "../../fuzz/src/targets/mod.rs"]
mod targets;

use crate::common::{Random, draws};
use std::path::Path;

/// Returns the contents of the files in a folder, sorted by name.
fn files(folder: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a folder lists its files").path()).collect();
    paths.retain(|path| path.is_file());
    paths.sort();
    paths.iter().map(|path| std::fs::read(path).expect("a file can be read")).collect()
}

/// Runs a target on some texts, and on texts with a few bytes changed.
fn run_on_texts(target: fn(&[u8]), texts: &[Vec<u8>], in_the_suite: usize) {
    let mut random = Random::new(1);
    for _ in 0..draws(in_the_suite) {
        let text = &texts[random.below(texts.len())];
        target(text);
        target(random.mutated(&String::from_utf8_lossy(text)).as_bytes());
    }
}

/// Runs a target on choices at random.
fn run_on_choices(target: fn(&[u8]), in_the_suite: usize) {
    let mut random = Random::new(2);
    for _ in 0..draws(in_the_suite) {
        let count = 20 + random.below(200);
        let choices: Vec<u8> = (0..count).map(|_| random.below(256) as u8).collect();
        target(&choices);
    }
}

#[test]
fn text() {
    run_on_texts(targets::text, &files("static/examples"), 10);
}

#[test]
fn notation() {
    run_on_texts(targets::notation, &files("fuzz/seeds/notation"), 10);
}

#[test]
fn link() {
    run_on_texts(targets::link, &files("fuzz/seeds/link"), 10);
}

#[test]
fn message() {
    run_on_texts(targets::message, &files("fuzz/seeds/message"), 10);
}

#[test]
fn edits() {
    run_on_choices(targets::edits, 20);
}

#[test]
fn page() {
    run_on_choices(targets::page, 20);
}
