//! The findings of a text with their fixes, its canonical layout, its colours and its completions, each as one hash. A text
//! without a known hash is not compared; `BLESS=1` adds it. `LANESCOPE_DUMP=FOLDER` writes what was hashed, so the folders of
//! two commits can be compared.
#![cfg(not(target_arch = "wasm32"))] // reads folders

use crate::common::mutated::broken;
use crate::common::{Random, files, golden, name_of, root};
use lanescope_core::session::{Session, known_sets, text::Completion};
use lanescope_core::syntax::highlight;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::PathBuf;

/// The file with a line for each text: its hashes, and its name.
const KNOWN: &str = "core/tests/lines/hashes.txt";

/// The number of mutated texts.
const MUTATED: usize = 4000;

/// Mutated texts that share a line of the file.
const TOGETHER: usize = 50;

/// The distance in bytes of the carets whose completions count, in a text as it is and in a mutated one.
const CARETS: [usize; 2] = [13, 211];

/// The views of a text, in the order of the hashes.
const VIEWS: [&str; 4] = ["findings", "layout", "colours", "completions"];

/// Returns the texts, each with a name.
fn texts() -> Vec<(String, String)> {
    let mut texts = Vec::new();
    for folder in ["core/tests/cases", "static/examples", "core/tests/puzzles"] {
        texts.extend(files(&root(folder), "lane").into_iter().map(|(path, text)| (name_of(&path), text)));
    }
    for folder in ["core/tests/bad", "core/tests/syntax"] {
        texts.extend(golden::cases(folder).into_iter().map(|case| (case.name, case.text)));
    }
    texts
}

/// Returns the views of a text, with completions every `carets` bytes.
fn views(text: &str, carets: usize) -> [String; 4] {
    let pending = Session::begin(text, &known_sets());
    let opened = pending.session();
    let (mut findings, mut colours, mut completions) = (String::new(), String::new(), String::new());
    for found in &opened.diagnostics {
        writeln!(findings, "{} {:?} {} {:?}", found.code(), found.span, found.message, found.fix)
            .expect(FITS);
    }
    let highlighted = highlight(text, &known_sets());
    for (span, class) in &highlighted.places {
        writeln!(colours, "{} {}", class.name(), span.of(text)).expect(FITS);
    }
    for caret in (0..text.len()).step_by(carets).filter(|caret| text.is_char_boundary(*caret)) {
        let Some(Completion { span, items, is_called_for }) = opened.complete(caret) else { continue };
        writeln!(completions, "{caret} {span:?} {is_called_for}").expect(FITS);
        for item in items {
            writeln!(completions, "  {item:?}").expect(FITS);
        }
    }
    [findings, opened.formatted(), colours, completions]
}

const FITS: &str = "a string grows";

/// Returns a short hash that is the same on every machine: FNV-1a.
fn hash(view: &str) -> u32 {
    view.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Returns the hashes of all texts, a line for each name.
fn hashed() -> String {
    let dump = std::env::var_os("LANESCOPE_DUMP").map(PathBuf::from);
    let mut out = String::new();
    let mut add = |name: &str, together: &[String], carets: usize| {
        let views = together
            .iter()
            .map(|text| views(text, carets))
            .reduce(|[a, b, c, d], [e, f, g, h]| [a + &e, b + &f, c + &g, d + &h]);
        let views = views.expect("there is a text");
        for (what, view) in VIEWS.iter().zip(&views) {
            write!(out, "{:08x} ", hash(view)).expect(FITS);
            if let Some(folder) = &dump {
                let file = folder.join(format!("{}.{what}", name.replace('/', "-")));
                std::fs::write(file, view).expect("the folder is there");
            }
        }
        writeln!(out, "{name}").expect(FITS);
    };
    for (name, text) in texts() {
        add(&name, &[text], CARETS[0]);
    }
    let mut random = Random::new(44);
    for first in (0..MUTATED).step_by(TOGETHER) {
        let texts: Vec<String> = std::iter::repeat_with(|| broken(&mut random)).take(TOGETHER).collect();
        add(&format!("mutated-{first}"), &texts, CARETS[1]);
    }
    out
}

#[test]
fn views_of_lines_are_as_known() {
    let found = hashed();
    let path = root(KNOWN);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &found).expect("the file can be written");
        return;
    }
    let known = std::fs::read_to_string(&path).expect("the file can be read");
    let [known, found] = [&known, &found].map(|lines| lines.lines().collect::<BTreeSet<_>>());
    let changed: Vec<&str> = known.difference(&found).copied().collect();
    assert!(changed.is_empty(), "{}:\n{}\nsee LANESCOPE_DUMP above", VIEWS.join(", "), changed.join("\n"));
}
