//! Walks the texts in `tests/syntax`: what is wrong with each stands in the `.err` file beside it.
//! `BLESS=1` rewrites those files; read what changed.
#![cfg(not(target_arch = "wasm32"))] // reads files

use lanescope_core::diag::render;
use lanescope_core::syntax::{RULES, format, parse};
use lanescope_core::{base, spec};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

#[path = "../src/syntax/toy.rs"]
mod toy;

use toy::ROLL_CALL;

fn texts() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/syntax");
    let entries = std::fs::read_dir(folder).expect("the folder of texts is there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    paths.sort();
    paths
}

/// The findings as a terminal shows them, each with what its fix makes of its line.
fn shown(name: &str, text: &str) -> String {
    let mut out = String::new();
    for found in parse(text, &ROLL_CALL).1 {
        out.push_str(&render(name, text, &found));
        if let Some(fix) = &found.fix {
            let fixed = base::apply_edits(text, &fix.edits);
            let line = base::line_col(text, found.span.range().start).line;
            let _ = writeln!(out, "  = gives: {}", fixed.lines().nth(line - 1).unwrap_or(""));
        }
        out.push('\n');
    }
    out
}

#[test]
fn each_text_has_its_findings() {
    let bless = std::env::var_os("BLESS").is_some();
    let mut wrong = Vec::new();
    let paths = texts();
    assert!(paths.len() >= 40, "{} texts", paths.len());
    for path in paths {
        let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("the text is readable");
        let (golden, found) = (path.with_extension("err"), shown(&name, &text));
        if bless {
            std::fs::write(&golden, &found).expect("the folder is writable");
        } else if std::fs::read_to_string(&golden).unwrap_or_default() != found {
            wrong.push(format!("{name}:\n{found}"));
        }
    }
    assert!(wrong.is_empty(), "BLESS=1 if these are right:\n{}", wrong.join("\n"));
}

#[test]
fn each_rule_has_a_text_that_breaks_it() {
    let mut missing: BTreeSet<&str> = RULES.iter().map(|rule| rule.code).collect();
    assert_eq!(missing.len(), RULES.len(), "codes are unique");
    for path in texts() {
        let text = std::fs::read_to_string(&path).expect("the text is readable");
        for found in parse(&text, &ROLL_CALL).1 {
            assert!(RULES.contains(&found.rule), "{} is not listed", found.code());
            missing.remove(found.code());
        }
    }
    // Too large for a file; tested beside the parser.
    missing.remove("text-budget");
    assert_eq!(missing, BTreeSet::new());
}

#[test]
fn broken_texts_are_laid_out_once() {
    for path in texts() {
        let text = std::fs::read_to_string(&path).expect("the text is readable");
        let formatted = format(&text, &ROLL_CALL);
        assert_eq!(format(&formatted, &ROLL_CALL), formatted, "{}", path.display());
        let codes = |text: &str| parse(text, &ROLL_CALL).1.iter().map(|d| d.code()).collect::<Vec<_>>();
        assert_eq!(codes(&formatted), codes(&text), "{}", path.display());
    }
}
