//! Reports on `.invariant` lines: for one run, and for all orders.

use super::outcomes::{OrderReport, share};
use super::{NumberFormat, Session};
use crate::exec::{Invariant, Run};
use crate::explore::Watched;
use serde::{Deserialize, Serialize};

/// An invariant, and the step of the run that breaks it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct InvariantReport {
    /// The name.
    pub name: String,
    /// The number of its line, from 1.
    pub line: usize,
    /// Whether the invariant holds at the start and after every step.
    pub holds: bool,
    /// The first step after which it does not hold; absent if it holds, or if it does not hold at the start.
    pub step: Option<u32>,
    /// The instruction of that step, by its index in the program.
    pub instruction: Option<usize>,
    /// The lane of that step; absent for a step of the whole instruction.
    pub lane: Option<u8>,
    /// The operands of the condition, each with its value in hex after that step.
    pub values: Vec<(String, String)>,
}

/// An invariant, and the orders that break it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InvariantOrders {
    /// The name.
    pub name: String,
    /// The number of its line, from 1.
    pub line: usize,
    /// The number of orders that break it: of all orders or, if the budget ran out, of those that were drawn.
    pub broken: String,
    /// The number of all orders, or of those that were drawn.
    pub of: String,
    /// The share of orders that break it, of those in `of`.
    pub share: f64,
    /// Whether all orders were explored. If orders were drawn and none breaks the invariant, the question is open.
    pub is_known: bool,
    /// An order that breaks it; empty if every order does, or if none is known.
    pub witness: Vec<OrderReport>,
}

impl InvariantReport {
    pub(super) fn all(session: &Session, run: &Run) -> Vec<Self> {
        let report = |(at, invariant): (usize, &Invariant)| {
            let breach = run.breaches().iter().find(|breach| breach.invariant == at);
            Self {
                name: invariant.name.clone(),
                line: session.line(invariant.span),
                holds: breach.is_none(),
                step: breach.and_then(|it| it.step),
                instruction: breach.and_then(|it| it.instruction),
                lane: breach.and_then(|it| it.lane).map(|lane| lane.0),
                values: breach.map_or_else(Vec::new, |it| it.values_in(NumberFormat::Hex)),
            }
        };
        run.scenario().invariants.iter().enumerate().map(report).collect()
    }
}

impl InvariantOrders {
    /// Returns whether some order is known to break the invariant.
    pub fn can_break(&self) -> bool {
        self.broken != "0"
    }

    /// Describes the result as a clause.
    pub fn in_words(&self) -> String {
        let Self { broken, of, .. } = self;
        match (self.is_known, self.can_break()) {
            (true, false) if of == "1" => "holds in the one order that there is".to_owned(),
            (true, false) => format!("holds in all {of} orders"),
            (true, true) => format!("is broken in {broken} of {of} orders"),
            (false, false) if of == "0" => "is not decided: there is more than the budget allows".to_owned(),
            (false, false) => {
                format!(
                    "is not decided: there is more than the budget allows, and none of {of} drawn orders breaks it"
                )
            }
            (false, true) => format!("can be broken: {broken} of {of} drawn orders do"),
        }
    }
}

impl Session {
    /// Reports the orders that break each invariant.
    pub(super) fn invariant_orders(&self, watched: &[Watched]) -> Vec<InvariantOrders> {
        let Some(scenario) = &self.scenario else { return Vec::new() };
        let report = |(invariant, watched): (&Invariant, &Watched)| {
            let Watched { of, broken, witness, is_known } = watched;
            let witness = witness.as_ref().filter(|_| broken != of);
            InvariantOrders {
                name: invariant.name.clone(),
                line: self.line(invariant.span),
                share: share(broken, of),
                broken: broken.to_string(),
                of: of.to_string(),
                is_known: *is_known,
                witness: witness.map_or_else(Vec::new, |witness| self.orders(scenario, witness)),
            }
        };
        scenario.invariants.iter().zip(watched).map(report).collect()
    }
}
