//! Instruction sets as values, and those that a session knows.

use super::set_check::SetCheck;
use crate::spec::{InstructionSet, InstructionSets};
use crate::syntax::Document;
use std::ops::Deref;

/// An instruction set as one value.
#[derive(Clone, Debug)]
pub struct SetWithCheck {
    /// Its rows and rules, as every layer reads them.
    pub data: InstructionSet,
    /// The part of the check that it implements itself.
    pub check: &'static dyn SetCheck,
}

/// The instruction sets of a session, each with its check. Code that only reads the sets takes the [`InstructionSets`].
#[derive(Clone, Debug)]
pub struct SetsWithChecks {
    sets: InstructionSets,
    /// The checks, in the order of the sets.
    checks: Vec<&'static dyn SetCheck>,
}

impl SetsWithChecks {
    /// Creates the list. `first` is the default for documents without `.isa`.
    pub fn new(first: SetWithCheck, others: impl IntoIterator<Item = SetWithCheck>) -> Self {
        let (mut checks, mut data) = (vec![first.check], Vec::new());
        for set in others {
            checks.push(set.check);
            data.push(set.data);
        }
        Self { sets: InstructionSets::new(first.data, data), checks }
    }

    /// Returns the sets, extended by the instructions that a document defines.
    pub fn extended_by(&self, document: &Document) -> Self {
        let blocks = document.semantics_blocks();
        let blocks = blocks.filter_map(|block| Some((block.like.as_ref()?, &block.name)));
        let mut sets = self.sets.clone();
        for (like, name) in blocks {
            sets = sets.with_copy_of(&like.text, &name.text);
        }
        Self { sets, checks: self.checks.clone() }
    }

    /// Returns the sets, each with its check.
    pub fn with_checks(&self) -> impl Iterator<Item = (&InstructionSet, &'static dyn SetCheck)> {
        self.all().iter().map(AsRef::as_ref).zip(self.checks.iter().copied())
    }

    /// Returns the check of one of the sets.
    pub fn check_of(&self, set: &InstructionSet) -> &'static dyn SetCheck {
        let found = self.with_checks().find(|(known, _)| known.key == set.key);
        found.expect("the set is one of the list").1
    }
}

impl Deref for SetsWithChecks {
    type Target = InstructionSets;

    fn deref(&self) -> &InstructionSets {
        &self.sets
    }
}

impl PartialEq for SetsWithChecks {
    /// Compares by identity, as the list of sets does.
    fn eq(&self, other: &Self) -> bool {
        self.sets == other.sets
    }
}
