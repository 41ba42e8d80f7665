//! Texts for the parser alone, with the shapes of all instruction sets: the findings of each.

use crate::common::golden::{cases, hold};
use lanescope_core::base;
use lanescope_core::base::Rule;
use lanescope_core::diag::render;
use lanescope_core::isa::{self, known_sets};
use lanescope_core::syntax::{self, format, parse};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The codes of the rules on the shapes of lines.
const OF_LINES: &[&str] = &[
    "visa-address-size",
    "visa-channel-mask",
    "visa-comma",
    "visa-data-size",
    "visa-exec",
    "visa-exec-mask",
    "visa-instruction",
    "visa-modifier",
    "visa-predicate",
    "visa-stated-operand",
    "visa-stray-character",
    "text-sass-guard",
    "sass-instruction",
    "sass-modifier",
    "text-sass-operand",
];

/// Returns the rules that the parser cites. Instruction sets word those on the shapes of their lines.
fn parser_rules() -> Vec<&'static Rule> {
    let of_lines = isa::rules().into_iter().filter(|rule| OF_LINES.contains(&rule.code));
    syntax::rules().into_iter().chain(of_lines).collect()
}

const FOLDER: &str = "core/tests/syntax";

/// Renders the findings as a terminal shows them, each with its line after the fix.
fn rendered(name: &str, text: &str) -> String {
    let shown = parse(text, &known_sets()).1.into_iter().map(|found| {
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
    hold(FOLDER, |case| rendered(&case.name, &case.text));
}

#[test]
fn each_rule_has_a_text_that_breaks_it() {
    let rules = parser_rules();
    let mut missing: BTreeSet<&str> = rules.iter().map(|rule| rule.code).collect();
    assert_eq!(missing.len(), rules.len(), "codes are unique");
    for case in cases(FOLDER) {
        for found in parse(&case.text, &known_sets()).1 {
            assert!(rules.contains(&found.rule), "{} is not listed", found.code());
            missing.remove(found.code());
        }
    }
    // Its text is too large for a file. The parser's unit tests cover it.
    missing.remove("text-budget");
    assert_eq!(missing, BTreeSet::new());
}

#[test]
fn broken_texts_are_laid_out_once() {
    for case in cases(FOLDER) {
        let formatted = format(&case.text, &known_sets());
        assert_eq!(format(&formatted, &known_sets()), formatted, "{}", case.name);
        let codes = |text: &str| parse(text, &known_sets()).1.iter().map(|d| d.code()).collect::<Vec<_>>();
        assert_eq!(codes(&formatted), codes(&case.text), "{}", case.name);
    }
}
