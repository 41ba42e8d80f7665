//! The orders in which a run stops before its end.

use crate::explore::Explored;
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

/// The orders in which the run stops before its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoppingReport {
    /// The number of orders.
    pub orders: String,
    /// The number of all orders.
    pub of: String,
}

impl StoppingReport {
    /// Counts the orders in which the run stops. Returns `None` if there are none.
    pub(super) fn new(explored: &Explored) -> Option<Self> {
        let (orders, of) = (explored.stopping(), &explored.orders);
        (orders != BigUint::ZERO).then(|| Self { orders: orders.to_string(), of: of.to_string() })
    }

    /// `the run stops before its end in 4 of 16 orders`.
    pub fn in_words(&self) -> String {
        let Self { orders, of } = self;
        match (orders == of, &**of) {
            (true, "1") => "the run stops before its end".to_owned(),
            (true, _) => format!("the run stops before its end in all {of} orders"),
            (false, _) => format!("the run stops before its end in {orders} of {of} orders"),
        }
    }
}
