//! Whether expectations hold.

use super::possible::observations;
use super::{Possibility, Session};
use crate::base::{Bits, NumberFormat, ScalarType, Span, show};
use crate::check::{Expected, ExpectedElement};
use crate::diag::Diagnostic;
use crate::explore::Question;
use crate::machine::State;
use num_bigint::BigUint;

/// An `.expect` line, judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    /// The place of the line.
    pub span: Span,
    /// Whether it holds.
    pub verdict: Verdict,
    /// What was found instead, one sentence for each difference.
    pub differences: Vec<String>,
}

/// Whether an expectation holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It does.
    Holds,
    /// It does not, or it asks of more orders than can be gone through.
    Fails,
    /// It asks of all orders, which nobody has gone through yet.
    NotJudged,
}

impl Expectation {
    /// Whether it is known to hold.
    pub fn holds(&self) -> bool {
        self.verdict == Verdict::Holds
    }

    /// A judged one: it holds where nothing else was found.
    pub fn judged(span: Span, differences: Vec<String>) -> Self {
        let verdict = if differences.is_empty() { Verdict::Holds } else { Verdict::Fails };
        Self { span, verdict, differences }
    }
}

impl Session {
    /// Judges the `.expect` lines that ask of all orders, which are gone through for that.
    pub fn judge_orders(&mut self) {
        let judged = |(expected, known): (&Expected, &Expectation)| {
            self.judge_order(expected).unwrap_or_else(|| known.clone())
        };
        self.expectations = self.expected.iter().zip(&self.expectations).map(judged).collect();
    }

    /// Judges a claim about all orders; `None` for any other.
    fn judge_order(&self, expected: &Expected) -> Option<Expectation> {
        let (span, differences) = match expected {
            Expected::Outcomes { span, results, count } => (*span, self.other_count(*results, *count)),
            Expected::OrderIndependent { span } => (*span, self.other_count(true, 1)),
            Expected::Possible { span, is_possible, ends } => {
                let observed: Vec<_> = ends.iter().flat_map(observations).collect();
                let difference = match (self.possible(&observed), is_possible) {
                    (Some(Possibility::Possible { orders, of, .. }), false) => {
                        Some(format!("it is possible in {orders} of {of} orders"))
                    }
                    (Some(Possibility::Impossible { because }), true) => {
                        Some(format!("it is impossible: {because}"))
                    }
                    (Some(Possibility::Undecided), _) => Some(UNDECIDED.to_owned()),
                    _ => None,
                };
                (*span, difference.into_iter().collect())
            }
            Expected::Contents { .. } | Expected::Diagnostic { .. } => return None,
        };
        let differences = if self.scenario.is_some() { differences } else { vec!["nothing ran".to_owned()] };
        Some(Expectation::judged(span, differences))
    }

    /// What is said where there is another number of outcomes.
    fn other_count(&self, results: bool, expected: u64) -> Vec<String> {
        let question = if results { Question::results() } else { Question::memory() };
        let found = self.explored(question).map(|explored| explored.outcomes());
        match found {
            Some(found) if found == BigUint::from(expected) => Vec::new(),
            Some(found) if found == BigUint::from(1u32) => {
                vec![format!("there is one outcome, expected {expected}")]
            }
            Some(found) => vec![format!("there are {found} outcomes, expected {expected}")],
            None => vec![UNDECIDED.to_owned()],
        }
    }
}

const UNDECIDED: &str = "not decided: there is more to go through than the budget allows";

/// Judges claims about the end of a run, and about the findings; those about all orders are left open.
pub(super) fn judge(
    expected: &[Expected],
    end: Option<&State>,
    diagnostics: &[Diagnostic],
) -> Vec<Expectation> {
    let of = |expected: &Expected| match expected {
        Expected::Contents { span, name, ty, elements } => {
            let differences = match end {
                Some(end) => differences(name, *ty, elements, end),
                None => vec!["nothing ran".to_owned()],
            };
            Expectation::judged(*span, differences)
        }
        Expected::Diagnostic { span, code } => {
            let holds = diagnostics.iter().any(|diagnostic| diagnostic.code() == code);
            let differences = if holds { Vec::new() } else { vec![format!("`{code}` was not reported")] };
            Expectation::judged(*span, differences)
        }
        &(Expected::Outcomes { span, .. }
        | Expected::Possible { span, .. }
        | Expected::OrderIndependent { span }) => {
            Expectation { span, verdict: Verdict::NotJudged, differences: Vec::new() }
        }
    };
    expected.iter().map(of).collect()
}

fn differences(name: &str, ty: ScalarType, elements: &[ExpectedElement], end: &State) -> Vec<String> {
    let mut out = Vec::new();
    for (at, element) in elements.iter().enumerate() {
        let Some(wanted) = element.value else { continue };
        let found = end.read(element.place);
        let (found, wanted, width_bits) = match element.bit {
            Some(bit) => (Bits::new(found.value >> bit & 1, found.defined >> bit & 1 | !1), wanted, 1),
            None => (found, wanted, ty.width_bits()),
        };
        if found.truncate(width_bits) != wanted.truncate(width_bits) {
            let text = |bits: Bits| {
                if bits.is_undefined(width_bits) {
                    "?".to_owned()
                } else {
                    show(bits.truncate(width_bits), ty, NumberFormat::Auto)
                }
            };
            out.push(format!("{name}[{at}] is {}, expected {}", text(found), text(wanted)));
        }
    }
    out
}
