//! The codes of diagnostics, as `.expect error CODE` names them.

use crate::base::Rule;
use crate::isa;
use crate::session::text::rules;

/// The severities of codes that are not always errors. `isa` lists those of single instruction sets.
const NOT_ERRORS: &[(&str, &[&str])] = &[
    ("limit-findings", &["note"]),
    ("notation-element-zero", &["warning"]),
    ("order-lane", &["warning"]),
    ("order-repeated", &["warning"]),
    ("order-without-turns", &["warning"]),
    ("run-misaligned", &["error", "warning"]),
    ("run-out-of-bounds", &["note"]),
    ("run-race", &["warning"]),
    ("run-slip-comparison", &["note"]),
    ("run-slip-source", &["note"]),
    ("run-slip-stride", &["note"]),
    ("run-surface-format", &["warning"]),
    ("run-undefined-address", &["warning"]),
    ("run-undefined-memory", &["warning"]),
    ("run-undefined-overlap", &["warning"]),
    ("run-undefined-predicate", &["warning"]),
    ("run-undefined-source", &["warning"]),
    ("text-lane-mask", &["error", "warning"]),
    ("text-lone-brace", &["warning"]),
];

/// The code of a diagnostic.
#[derive(Clone, Copy, Debug)]
pub struct CodeEntry {
    /// The rule that the code belongs to.
    pub rule: &'static Rule,
    /// The severities of its diagnostics, as `.expect` spells them.
    pub severities: &'static [&'static str],
}

/// Returns every code, in alphabetical order.
pub fn codes() -> Vec<CodeEntry> {
    let sets = isa::roll_call();
    let listed = sets.sets().iter().map(|set| set.not_errors).chain([NOT_ERRORS]);
    let listed: Vec<_> = listed.flatten().collect();
    let entry = |rule: &'static Rule| {
        let own = listed.iter().find(|(code, _)| *code == rule.code);
        CodeEntry { rule, severities: own.map_or(&["error"], |(_, severities)| severities) }
    };
    let mut all: Vec<CodeEntry> = rules().into_iter().map(entry).collect();
    all.sort_by_key(|entry| entry.rule.code);
    all
}
