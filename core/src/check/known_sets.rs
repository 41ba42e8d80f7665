//! Instruction sets as values, and those that a session knows.

use super::binding::Binding;
use crate::spec::{InstructionSet, RollCall};
use crate::syntax::Document;
use std::ops::Deref;

/// An instruction set as one value.
#[derive(Clone, Debug)]
pub struct KnownSet {
    /// Its rows and rules, as every layer reads them.
    pub data: InstructionSet,
    /// The part of the check that it implements itself.
    pub binding: &'static dyn Binding,
}

/// The instruction sets of a session, each with its binding. Code that only reads the sets takes the [`RollCall`].
#[derive(Clone, Debug)]
pub struct KnownSets {
    roll_call: RollCall,
    /// The bindings, in the order of the sets.
    bindings: Vec<&'static dyn Binding>,
}

impl KnownSets {
    /// Creates the list. `first` is the default for documents without `.isa`.
    pub fn new(first: KnownSet, others: impl IntoIterator<Item = KnownSet>) -> Self {
        let (mut bindings, mut data) = (vec![first.binding], Vec::new());
        for set in others {
            bindings.push(set.binding);
            data.push(set.data);
        }
        Self { roll_call: RollCall::new(first.data, data), bindings }
    }

    /// Returns the sets, extended by the instructions that a document defines.
    pub fn extended_by(&self, document: &Document) -> Self {
        let blocks = document.semantics_blocks();
        let blocks = blocks.filter_map(|block| Some((block.like.as_ref()?, &block.name)));
        let mut roll_call = self.roll_call.clone();
        for (like, name) in blocks {
            roll_call = roll_call.with_renamed(&like.text, &name.text);
        }
        Self { roll_call, bindings: self.bindings.clone() }
    }

    /// Returns the sets, each with its binding.
    pub fn with_bindings(&self) -> impl Iterator<Item = (&InstructionSet, &'static dyn Binding)> {
        self.sets().iter().map(AsRef::as_ref).zip(self.bindings.iter().copied())
    }

    /// Returns the binding of one of the sets.
    pub fn binding(&self, set: &InstructionSet) -> &'static dyn Binding {
        let found = self.with_bindings().find(|(known, _)| known.key == set.key);
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
