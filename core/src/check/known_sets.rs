//! Instruction sets as values, and those that a session knows.

use super::set_check::SetCheck;
use crate::spec::{InstructionSet, RollCall};
use crate::syntax::Document;
use std::ops::Deref;

/// An instruction set as one value.
#[derive(Clone, Debug)]
pub struct KnownSet {
    /// Its rows and rules, as every layer reads them.
    pub data: InstructionSet,
    /// The part of the check that it implements itself.
    pub check: &'static dyn SetCheck,
}

/// The instruction sets of a session, each with its check. Code that only reads the sets takes the [`RollCall`].
#[derive(Clone, Debug)]
pub struct KnownSets {
    roll_call: RollCall,
    /// The checks, in the order of the sets.
    checks: Vec<&'static dyn SetCheck>,
}

impl KnownSets {
    /// Creates the list. `first` is the default for documents without `.isa`.
    pub fn new(first: KnownSet, others: impl IntoIterator<Item = KnownSet>) -> Self {
        let (mut checks, mut data) = (vec![first.check], Vec::new());
        for set in others {
            checks.push(set.check);
            data.push(set.data);
        }
        Self { roll_call: RollCall::new(first.data, data), checks }
    }

    /// Returns the sets, extended by the instructions that a document defines.
    pub fn extended_by(&self, document: &Document) -> Self {
        let blocks = document.semantics_blocks();
        let blocks = blocks.filter_map(|block| Some((block.like.as_ref()?, &block.name)));
        let mut roll_call = self.roll_call.clone();
        for (like, name) in blocks {
            roll_call = roll_call.with_renamed(&like.text, &name.text);
        }
        Self { roll_call, checks: self.checks.clone() }
    }

    /// Returns the sets, each with its check.
    pub fn with_checks(&self) -> impl Iterator<Item = (&InstructionSet, &'static dyn SetCheck)> {
        self.sets().iter().map(AsRef::as_ref).zip(self.checks.iter().copied())
    }

    /// Returns the check of one of the sets.
    pub fn check_of(&self, set: &InstructionSet) -> &'static dyn SetCheck {
        let found = self.with_checks().find(|(known, _)| known.key == set.key);
        found.expect("the set is one of the list").1
    }
}

impl Deref for KnownSets {
    type Target = RollCall;

    fn deref(&self) -> &RollCall {
        &self.roll_call
    }
}

impl PartialEq for KnownSets {
    /// Compares by identity, as roll calls do.
    fn eq(&self, other: &Self) -> bool {
        self.roll_call == other.roll_call
    }
}
