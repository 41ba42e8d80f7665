//! Facts about the end of an order, as `.expect` lines state them.

use crate::base::{Bits, Span, one_of};
use crate::check::Expected;
use crate::diag::Severity;
use crate::exec::RunError;
use crate::explore::{Observation, Question};

/// A fact about the end of an order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fact {
    /// The contents of a place.
    Value(Observation),
    /// The error that the run ends with.
    Error(RunError),
}

/// Returns the result that a line claims to be possible or impossible; `None` for any other claim.
pub(in crate::session) fn observed(expected: &Expected) -> Option<Vec<Fact>> {
    match expected {
        Expected::Possible { ends, .. } => Some(ends.iter().flat_map(facts).collect()),
        _ => None,
    }
}

/// Splits facts into values and errors.
pub(super) fn parts(facts: &[Fact]) -> (Vec<Observation>, Vec<RunError>) {
    let (mut values, mut errors) = (Vec::new(), Vec::new());
    for fact in facts {
        match fact {
            Fact::Value(seen) => values.push(*seen),
            Fact::Error(error) => errors.push(*error),
        }
    }
    (values, errors)
}

/// Returns the question whether some order ends with these facts.
pub(super) fn question(facts: &[Fact], most_states: usize) -> Question {
    let (values, errors) = parts(facts);
    Question { most_states, errors, ..Question::possible(values) }
}

/// Returns the reason why a line is not about the end of one order, and what to do about it; `None` if it is about
/// that.
pub(super) fn not_of_one_order(expected: &Expected) -> Option<(Span, String)> {
    Some(match expected {
        Expected::Contents { .. } => return None,
        Expected::Diagnostic { severity: Severity::Error, code, .. }
            if RunError::from_code(code).is_some() =>
        {
            return None;
        }
        Expected::Diagnostic { span, severity: Severity::Error, code } => {
            let known = one_of(RunError::ALL.map(RunError::code));
            (*span, format!("no order ends with `{code}`; leave the line out, or name {known}"))
        }
        Expected::Diagnostic { span, severity, .. } => (*span, refusal(severity.word())),
        Expected::Outcomes { span, .. } => (*span, refusal("outcomes")),
        Expected::Possible { span, is_possible: true, .. } => (*span, refusal("possible")),
        Expected::Possible { span, is_possible: false, .. } => (*span, refusal("impossible")),
        Expected::Invariant { span, .. } => (*span, refusal("invariant")),
        Expected::OrderIndependent { span } => (*span, refusal("order-independent")),
        Expected::Cost { span, .. } | Expected::Limit { span, .. } => (
            *span,
            "a cost is not about the end of an order; leave the line out, and check it with `test`"
                .to_owned(),
        ),
    })
}

/// Returns the reason why a form of `.expect` cannot be checked for one order, and what to do about it.
pub(super) fn refusal(form: &str) -> String {
    match Severity::from_word(form) {
        Some(_) => format!("`.expect {form}` cannot be decided for each order; leave the line out"),
        None => format!(
            "`.expect {form}` is about all orders, not about one; leave the line out, and check it with `test`"
        ),
    }
}

/// Returns the facts that a line states about the end of one order.
pub(super) fn facts(expected: &Expected) -> Vec<Fact> {
    let (ty, elements) = match expected {
        Expected::Contents { ty, elements, .. } => (ty, elements),
        Expected::Diagnostic { severity: Severity::Error, code, .. } => {
            return RunError::from_code(code).map(Fact::Error).into_iter().collect();
        }
        _ => return Vec::new(),
    };
    let looked_at = elements.iter().filter_map(|element| {
        let value = element.value?;
        let (mask, bits) = match element.bit {
            Some(bit) => (1 << bit, Bits::new(value.value << bit, value.defined << bit)),
            None => (u64::MAX >> (64 - ty.width_bits()), value),
        };
        let bits = Bits::new(bits.value & mask, bits.defined & mask);
        Some(Fact::Value(Observation { place: element.place, mask, bits }))
    });
    looked_at.collect()
}
