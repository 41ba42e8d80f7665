//! The orders that break each `.invariant` line.

use super::words::share;
use crate::base::counted;
use crate::exec::Invariant;
use crate::explore::Watched;
use crate::session::text::{OrderReport, Session};
use serde::{Deserialize, Serialize};

/// An invariant, and the orders that break it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InvariantOrders {
    /// The name.
    pub name: String,
    /// The number of its line, from 1.
    pub line: usize,
    /// The number of orders that break it. If the budget ran out, only drawn orders are counted.
    pub broken: String,
    /// The number of all orders, or of the drawn orders if the budget ran out.
    pub of: String,
    /// The share of orders that break it, of those in `of`.
    pub share: f64,
    /// Whether it is known if any order breaks the invariant. It is unknown if only some orders were sampled and none
    /// of them breaks it.
    pub is_known: bool,
    /// An order that breaks it; empty if every order does, or if none is known.
    pub witness: Vec<OrderReport>,
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
            (true, true) => format!("is broken in {broken} of {}", counted(of, "order")),
            (false, false) if of == "0" => "is not decided: the budget ran out".to_owned(),
            (false, false) => {
                format!("is not decided: the budget ran out, and none of {of} drawn orders breaks it")
            }
            (false, true) => format!("can be broken: {broken} of {of} drawn orders do"),
        }
    }
}

impl Session {
    pub(in crate::session) fn invariant_orders(&self, watched: &[Watched]) -> Vec<InvariantOrders> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_says_what_is_known() {
        for (broken, of, is_known, words) in [
            ("0", "1", true, "holds in the one order that there is"),
            ("0", "24", true, "holds in all 24 orders"),
            ("3", "24", true, "is broken in 3 of 24 orders"),
            ("0", "0", false, "is not decided: the budget ran out"),
            ("0", "50", false, "is not decided: the budget ran out, and none of 50 drawn orders breaks it"),
            ("7", "50", false, "can be broken: 7 of 50 drawn orders do"),
        ] {
            let orders = InvariantOrders {
                name: "total".to_owned(),
                line: 1,
                broken: broken.to_owned(),
                of: of.to_owned(),
                share: 0.0,
                is_known,
                witness: Vec::new(),
            };
            assert_eq!(orders.in_words(), words);
        }
    }
}
