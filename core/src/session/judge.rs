//! Whether expectations hold.

use super::possible::observations;
use super::{Possibility, Session};
use crate::base::{Bits, NumberFormat, ScalarType, Span, show};
use crate::check::{Expected, ExpectedElement};
use crate::diag::Diagnostic;
use crate::explore::Question;
use crate::machine::State;
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
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

/// What came of a claim about all orders.
pub(super) enum Judgement {
    /// It holds.
    Holds,
    /// It does not; what was found instead, as a sentence.
    Differs(String),
    /// The budget is spent.
    Undecided,
}

impl Session {
    /// Judges the `.expect` lines that ask of all orders, which are gone through for that.
    pub fn judge_orders(&mut self) {
        let count = |question: Question| self.explored(question).map(|explored| explored.outcomes());
        let asks = |expected: &Expected| {
            matches!(expected, Expected::Outcomes { .. } | Expected::OrderIndependent { .. })
        };
        let counts = if self.expected.iter().any(asks) {
            let results = count(Question::results()).or_else(|| count(Question::renamed()));
            [count(Question::memory()), results]
        } else {
            [None, None]
        };
        let judged = |(expected, known): (&Expected, &Expectation)| {
            let most_states = Question::memory().most_states;
            let Some((span, judgement)) = self.judge_order(expected, counts.clone(), most_states) else {
                return known.clone();
            };
            let difference = match judgement {
                _ if self.scenario.is_none() => Some("nothing ran".to_owned()),
                Judgement::Holds => None,
                Judgement::Differs(difference) => Some(difference),
                Judgement::Undecided => Some(UNDECIDED.to_owned()),
            };
            Expectation::judged(span, difference.into_iter().collect())
        };
        self.expectations = self.expected.iter().zip(&self.expectations).map(judged).collect();
    }

    /// Judges a claim about all orders; `None` for any other. The counts are of the outcomes of memory and of results,
    /// where these are known.
    pub(super) fn judge_order(
        &self,
        expected: &Expected,
        counts: [Option<BigUint>; 2],
        most_states: usize,
    ) -> Option<(Span, Judgement)> {
        let [memory, results] = counts;
        Some(match expected {
            Expected::Outcomes { span, results: true, count } => (*span, of_count(results, *count)),
            Expected::Outcomes { span, results: false, count } => (*span, of_count(memory, *count)),
            Expected::OrderIndependent { span } => (*span, of_count(results, 1)),
            Expected::Possible { span, is_possible, ends } => {
                let observed: Vec<_> = ends.iter().flat_map(observations).collect();
                let judgement = match (self.possible_within(&observed, most_states), is_possible) {
                    (Some(Possibility::Possible { orders, of, .. }), false) => {
                        Judgement::Differs(format!("it is possible in {orders} of {of} orders"))
                    }
                    (Some(Possibility::Impossible { because }), true) => {
                        Judgement::Differs(format!("it is impossible: {because}"))
                    }
                    (Some(Possibility::Undecided), _) => Judgement::Undecided,
                    _ => Judgement::Holds,
                };
                (*span, judgement)
            }
            Expected::Contents { .. } | Expected::Diagnostic { .. } => return None,
        })
    }
}

/// What comes of a claim that there are so many outcomes.
fn of_count(found: Option<BigUint>, expected: u64) -> Judgement {
    match found {
        None => Judgement::Undecided,
        Some(found) if found == BigUint::from(expected) => Judgement::Holds,
        Some(found) if found == BigUint::from(1u32) => {
            Judgement::Differs(format!("there is one outcome, expected {expected}"))
        }
        Some(found) => Judgement::Differs(format!("there are {found} outcomes, expected {expected}")),
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
