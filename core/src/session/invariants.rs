//! What became of the `.invariant` lines: in the run, and in all orders.

use super::outcomes::{OrderReport, share};
use super::{NumberFormat, Session};
use crate::exec::{Invariant, Run};
use crate::explore::Watched;
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

/// An invariant, and where the run breaks it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct InvariantReport {
    /// Its name.
    pub name: String,
    /// Its line, from 1.
    pub line: usize,
    /// Whether it holds all along.
    pub holds: bool,
    /// The first step behind which it does not; absent where it holds, and where it does not even hold at the start.
    pub step: Option<u32>,
    /// The instruction of that step, from 0.
    pub instruction: Option<usize>,
    /// The lane of that step; absent for a step of the whole instruction.
    pub lane: Option<u8>,
    /// The pieces of the condition, each with its value there as a pattern.
    pub values: Vec<(String, String)>,
}

/// An invariant, and what all orders make of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InvariantOrders {
    /// Its name.
    pub name: String,
    /// Its line, from 1.
    pub line: usize,
    /// How many orders break it: of all, where they could be gone through, else of those that were drawn.
    pub broken: String,
    /// How many orders there are, or were drawn.
    pub of: String,
    /// The part that breaks it.
    pub share: f64,
    /// Whether these are all orders. Where they are only drawn and none breaks it, that is not decided.
    pub is_known: bool,
    /// One that breaks it; empty where any does, or none is known.
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
    /// Whether some order is known to break it.
    pub fn can_break(&self) -> bool {
        self.broken != "0"
    }

    /// What all orders make of it, as half a sentence.
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
    /// What all orders make of the invariants, told.
    pub(super) fn invariant_orders(&self, watched: &[Watched]) -> Vec<InvariantOrders> {
        let Some(scenario) = &self.scenario else { return Vec::new() };
        let report = |(invariant, watched): (&Invariant, &Watched)| {
            let (broken, of, is_known, witness) = match watched {
                Watched::Known { orders, broken, witness } => (broken.clone(), orders.clone(), true, witness),
                Watched::Drawn { drawn, broken, witness } => {
                    (BigUint::from(*broken), BigUint::from(*drawn), false, witness)
                }
            };
            let witness = witness.as_ref().filter(|_| broken != of);
            InvariantOrders {
                name: invariant.name.clone(),
                line: self.line(invariant.span),
                share: share(&broken, &of),
                broken: broken.to_string(),
                of: of.to_string(),
                is_known,
                witness: witness.map_or_else(Vec::new, |witness| self.orders(scenario, witness)),
            }
        };
        scenario.invariants.iter().zip(watched).map(report).collect()
    }
}
