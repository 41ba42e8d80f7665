//! The orders in which a run stops before its end, and why.

use super::words::share;
use crate::base::{LaneMask, counted};
use crate::diag::Severity;
use crate::exec::{Run, Scenario};
use crate::explore::{Cause, Explored, Sample, Witness};
use crate::session::text::{OrderReport, Session};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// The orders in which a run stops before its end, with the causes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoppingReport {
    /// The number of orders.
    pub orders: String,
    /// The number of all orders, or of those in the sample.
    pub of: String,
    /// Whether all orders were explored; `false` for a sample.
    pub is_known: bool,
    /// The causes. Each error of each instruction is listed once. The error that ends the most orders is first.
    pub causes: Vec<CauseReport>,
}

/// An error of an instruction that ends runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CauseReport {
    /// The code of the error.
    pub code: String,
    /// The index of the instruction in the program, from 0.
    pub instruction: usize,
    /// The line of the instruction, from 1.
    pub line: usize,
    /// The lanes that have the error in some order.
    pub lanes: LaneMask,
    /// The number of orders that end with the error, of those in `of`.
    pub orders: String,
    /// Their share of all orders, or of the sample.
    pub share: f64,
    /// The message of the error in the example order; absent if this run and those before it have too many steps.
    pub message: Option<String>,
    /// An example order; empty if any order is one.
    pub witness: Vec<OrderReport>,
}

/// The maximum number of micro-steps of all runs that are repeated to find the messages of their errors.
const MOST_STEPS: u32 = 200_000;

impl StoppingReport {
    /// Describes the number of orders: `the run stops before its end in 4 of 16 orders`.
    pub fn in_words(&self) -> String {
        let Self { orders, of, is_known, .. } = self;
        let all = if *is_known { "orders" } else { "drawn orders" };
        match (orders == of, &**of) {
            (true, "1") => "the run stops before its end".to_owned(),
            (true, _) => format!("the run stops before its end in all {of} {all}"),
            (false, _) => format!("the run stops before its end in {orders} of {of} {all}"),
        }
    }
}

impl CauseReport {
    /// Describes the cause: `line 9, run-trap-outside, lanes 0 and 1: 4 orders`.
    pub fn in_words(&self) -> String {
        let Self { code, line, lanes, orders, .. } = self;
        format!("line {line}, {code}, {}: {}", lanes.in_words(), counted(orders, "order"))
    }
}

impl Session {
    /// Reports the orders in which the run stops: of all, or of a sample. `None` if there are none.
    pub(super) fn stopping(
        &self,
        explored: Option<&Explored>,
        sample: Option<&Sample>,
    ) -> Option<StoppingReport> {
        let (orders, of, causes) = match (explored, sample) {
            (Some(explored), _) => (explored.stopping(), explored.orders.clone(), &explored.causes),
            (None, Some(sample)) => (sample.stopping.into(), sample.drawn.into(), &sample.causes),
            (None, None) => return None,
        };
        let scenario = self.scenario.as_ref().filter(|_| orders != BigUint::ZERO)?;
        let is_known = explored.is_some();
        let mut most_steps = MOST_STEPS;
        let cause = |cause: &Cause| {
            let is_any = is_known && cause.orders == of;
            CauseReport {
                code: cause.error.code().to_owned(),
                instruction: cause.instruction,
                line: self.line(scenario.program[cause.instruction].span),
                lanes: cause.lanes,
                orders: cause.orders.to_string(),
                share: share(&cause.orders, &of),
                message: message(scenario, cause, &mut most_steps),
                witness: if is_any { Vec::new() } else { self.orders(scenario, &cause.witness) },
            }
        };
        let causes = causes.iter().map(cause).collect();
        Some(StoppingReport { orders: orders.to_string(), of: of.to_string(), is_known, causes })
    }
}

/// Runs the example order of a cause and returns the message of its error. Takes the steps of the run from `most_steps`.
fn message(scenario: &Scenario, cause: &Cause, most_steps: &mut u32) -> Option<String> {
    let mut running = Run::begin(Rc::new(ordered(scenario, &cause.witness)));
    let is_over = running.advance(*most_steps);
    *most_steps = most_steps.saturating_sub(running.steps());
    let run = is_over.then(|| running.finish())?;
    let span = scenario.program[cause.instruction].span;
    let mut errors = run.diagnostics().iter().filter(|found| found.severity == Severity::Error);
    errors
        .find(|found| found.code() == cause.error.code() && found.span == span)
        .map(|error| error.message.clone())
}

fn ordered(scenario: &Scenario, witness: &Witness) -> Scenario {
    let mut scenario = scenario.clone();
    for (instruction, schedule) in witness.schedules() {
        scenario.program[instruction].schedule = schedule;
    }
    scenario
}
