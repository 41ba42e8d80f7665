//! The ends of a group of lanes that meet.

use super::count::OrderCounts;
use super::lanes::{CellValues, DestinationResults};
use crate::base::{LaneId, LaneMask};
use crate::semantics::TrapReason;
use num_bigint::BigUint;

/// One of the ends of a group.
#[derive(Clone, Debug)]
pub(super) struct GroupEnd {
    /// The contents of the cells.
    pub contents: CellValues,
    /// Results of the lanes in tracked destinations.
    pub returned: DestinationResults,
    /// The lanes that have trapped.
    pub trapped: Vec<(LaneId, TrapReason)>,
    /// Whether an access has stopped the machine.
    pub is_stopped: bool,
    /// The lanes that wait forever.
    pub gave_up: LaneMask,
    /// The orders that lead there.
    pub orders: OrderCounts,
    /// The turns of one of them.
    pub witness: Vec<u8>,
    /// The number of ends that it represents. They differ in which of the interchangeable lanes has which result.
    pub renamings: BigUint,
}

impl GroupEnd {
    /// Creates the end of lanes that all finish, without tracked results.
    pub fn finished(contents: CellValues, orders: OrderCounts, witness: Vec<u8>) -> Self {
        Self {
            contents,
            returned: Box::default(),
            trapped: Vec::new(),
            is_stopped: false,
            gave_up: LaneMask::default(),
            orders,
            witness,
            renamings: BigUint::from(1u32),
        }
    }
}
