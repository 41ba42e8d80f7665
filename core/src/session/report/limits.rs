//! The limits of a scenario, from the constants that enforce them.

use crate::base::LaneMask;
use crate::session::compare::{MOST_GIVEN, MOST_PLACES};
use crate::session::text::{MAX_COMPRESSED, MAX_FINDINGS, MOST_TRIED_STEPS};
use crate::{check, exec, semantics, syntax};

/// A limit of a scenario, of its run, or of a question about it.
#[derive(Clone, Copy, Debug)]
pub struct ScenarioLimit {
    /// The limited quantity.
    pub what: &'static str,
    /// The largest value that is allowed.
    pub most: u64,
    /// Whether the value is a number of bytes.
    pub is_bytes: bool,
    /// The code of the diagnostic that reports an excess; `None` if no diagnostic does.
    pub code: Option<&'static str>,
}

impl ScenarioLimit {
    /// Returns the largest value with its unit: `64 KiB`, `1,000`.
    pub fn in_words(&self) -> String {
        match self.most {
            most if self.is_bytes && most.is_multiple_of(1 << 20) => format!("{} MiB", most >> 20),
            most if self.is_bytes => format!("{} KiB", most >> 10),
            most => grouped(most),
        }
    }
}

/// Formats a number with commas between groups of three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Returns the limits, those of the text first.
pub fn scenario_limits() -> Vec<ScenarioLimit> {
    let count = |what, most: u64, code: &'static str| ScenarioLimit {
        what,
        most,
        is_bytes: false,
        code: Some(code).filter(|code| !code.is_empty()),
    };
    let bytes = |what, most: usize, code| ScenarioLimit { is_bytes: true, ..count(what, most as u64, code) };
    vec![
        bytes("Size of a text", syntax::MAX_TEXT_BYTES, "text-budget"),
        bytes("Size of a line", syntax::MAX_LINE_BYTES, "text-budget"),
        count("Instructions", syntax::MAX_INSTRUCTIONS as u64, "text-budget"),
        count("`.op` and `.semantics` directives", syntax::MAX_NOTATIONS as u64, "text-budget"),
        count("Variants", syntax::MAX_VARIANTS as u64, "text-budget"),
        count("Errors until the parser gives up", syntax::MAX_ERRORS as u64, "text-budget"),
        count("Errors until the check gives up", syntax::MAX_ERRORS as u64, "limit-errors"),
        count("Diagnostics in the list", MAX_FINDINGS as u64, "limit-findings"),
        count("Lanes", LaneMask::LANES as u64, ""),
        count("Declared names", check::MAX_NAMES as u64, "limit-declarations"),
        bytes("Size of a surface", check::MAX_BYTES, "limit-surface-size"),
        bytes("Size of a variable", check::MAX_BYTES, "limit-variable-size"),
        bytes("Size of all surfaces and variables", check::MAX_TOTAL_BYTES, "limit-declarations"),
        count("Invariants", check::MAX_INVARIANTS as u64, "limit-invariants"),
        count("Questions", check::MAX_QUESTIONS as u64, "limit-questions"),
        count("Claims about what is possible", check::MAX_POSSIBLE as u64, "limit-possible"),
        count("Elements in `.expect` and `.ask` lines", check::MAX_ELEMENTS as u64, "limit-expectations"),
        bytes("Size of a notation text", semantics::MAX_TEXT, "notation-too-long"),
        count("Nesting in a notation text", u64::from(semantics::MAX_NESTING), "notation-too-deep"),
        bytes("Size of a program's notation texts", check::MAX_COMPILED_BYTES, "limit-notation"),
        count("Micro-steps of a run", u64::from(exec::STEP_BUDGET), "run-step-budget"),
        count("Expressions that a run evaluates", exec::WORK_BUDGET, "run-step-budget"),
        count(
            "Elements that invariants read in a run",
            exec::INVARIANT_BUDGET_ELEMENTS,
            "run-invariant-budget",
        ),
        count(
            "Micro-steps of a run that is tried with changes, and of each trial",
            u64::from(MOST_TRIED_STEPS),
            "",
        ),
        count("Elements of a sweep", MOST_PLACES as u64, ""),
        count("Values given for an element of a sweep", MOST_GIVEN as u64, ""),
        bytes("Size of the compressed text in a link", MAX_COMPRESSED, ""),
    ]
}
