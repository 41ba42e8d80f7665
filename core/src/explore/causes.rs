//! Why runs stop before their end, over all orders.

use super::witness::Witness;
use crate::base::LaneMask;
use crate::exec::{Fork, RunError};
use num_bigint::BigUint;
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// An error of an instruction that ends runs, over all orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// The index of the instruction.
    pub instruction: usize,
    /// The error.
    pub error: RunError,
    /// The lanes that have the error in some order.
    pub lanes: LaneMask,
    /// The number of orders that end with the error.
    pub orders: BigUint,
    /// One of these orders.
    pub witness: Witness,
}

/// The errors that have stopped a machine; empty for a machine that has not stopped.
#[derive(Clone, Debug, Default)]
pub(super) struct Errors {
    instruction: usize,
    errors: SmallVec<[(RunError, LaneMask); 1]>,
}

impl Errors {
    /// Returns the errors that have stopped a machine.
    pub fn from_fork(fork: &Fork) -> Self {
        match fork.is_halted() {
            true => Self { instruction: fork.current_loop().0, errors: fork.errors() },
            false => Self::default(),
        }
    }

    /// The errors without their lanes, and the instruction.
    pub fn kinds(&self) -> (usize, SmallVec<[RunError; 2]>) {
        (self.instruction, self.errors.iter().map(|(error, _)| *error).collect())
    }

    /// Returns whether that error is one of them.
    pub fn contains(&self, error: &RunError) -> bool {
        self.errors.iter().any(|(known, _)| known == error)
    }

    /// Adds the lanes of another machine with errors of the same kinds.
    pub fn join(&mut self, other: &Self) {
        for ((_, lanes), (_, others)) in self.errors.iter_mut().zip(&other.errors) {
            lanes.0 |= others.0;
        }
    }
}

/// The causes that have been found, by instruction and error.
#[derive(Clone, Debug, Default)]
pub(super) struct Causes(BTreeMap<(usize, RunError), Cause>);

impl Causes {
    /// Adds the errors of a machine to which that many orders lead.
    pub fn add(&mut self, errors: &Errors, orders: &BigUint, witness: &Witness) {
        let Errors { instruction, errors } = errors;
        for &(error, lanes) in errors {
            let cause = self.0.entry((*instruction, error)).or_insert_with(|| {
                let (orders, witness) = (BigUint::ZERO, witness.clone());
                Cause { instruction: *instruction, error, lanes, orders, witness }
            });
            cause.orders += orders;
            cause.lanes.0 |= lanes.0;
        }
    }

    /// The causes, those of the most orders first.
    pub fn sorted(self) -> Vec<Cause> {
        let mut all: Vec<Cause> = self.0.into_values().collect();
        all.sort_by(|a, b| b.orders.cmp(&a.orders));
        all
    }
}
