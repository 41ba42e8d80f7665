//! Texts for the parser alone, with a toy set of instructions: what is wrong with each.

use crate::common::golden::{cases, hold};
use lanescope_core::diag::render;
use lanescope_core::syntax::{RULES, format, parse};
use lanescope_core::{base, spec};
use std::collections::BTreeSet;
use std::fmt::Write;

#[path = "../../src/syntax/toy.rs"]
mod toy;

use toy::ROLL_CALL;

const FOLDER: &str = "core/tests/syntax";

/// The findings as a terminal shows them, each with what its fix makes of its line.
fn told(name: &str, text: &str) -> String {
    let shown = parse(text, &ROLL_CALL).1.into_iter().map(|found| {
        let mut out = render(name, text, &found);
        if let Some(fix) = &found.fix {
            let fixed = base::apply_edits(text, &fix.edits);
            let line = base::line_col(text, found.span.range().start).line;
            let _ = writeln!(out, "  = gives: {}", fixed.lines().nth(line - 1).unwrap_or(""));
        }
        out
    });
    shown.collect::<Vec<_>>().join("\n")
}

#[test]
fn each_text_has_its_findings() {
    hold(FOLDER, |case| told(&case.name, &case.text));
}

#[test]
fn each_rule_has_a_text_that_breaks_it() {
    let mut missing: BTreeSet<&str> = RULES.iter().map(|rule| rule.code).collect();
    assert_eq!(missing.len(), RULES.len(), "codes are unique");
    for case in cases(FOLDER) {
        for found in parse(&case.text, &ROLL_CALL).1 {
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
    for case in cases(FOLDER) {
        let formatted = format(&case.text, &ROLL_CALL);
        assert_eq!(format(&formatted, &ROLL_CALL), formatted, "{}", case.name);
        let codes = |text: &str| parse(text, &ROLL_CALL).1.iter().map(|d| d.code()).collect::<Vec<_>>();
        assert_eq!(codes(&formatted), codes(&case.text), "{}", case.name);
    }
}
