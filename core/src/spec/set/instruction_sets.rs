//! The instruction sets that a session knows.

use super::instruction_set::InstructionSet;
use crate::spec::cost_model::CostModel;
use crate::spec::row::instruction::Instruction;
use crate::spec::row::reading::Reading;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The instruction sets that a session knows. `isa::known_sets` lists the real ones; all other code takes the sets as an
/// argument. Clones share them.
#[derive(Clone, Debug)]
pub struct InstructionSets {
    sets: Vec<Rc<InstructionSet>>,
}

impl InstructionSets {
    /// Creates the list. `first` is the default for documents without `.isa`.
    pub fn new(first: InstructionSet, others: impl IntoIterator<Item = InstructionSet>) -> Self {
        Self { sets: std::iter::once(first).chain(others).map(Rc::new).collect() }
    }

    /// Returns the sets, at least one.
    pub fn all(&self) -> &[Rc<InstructionSet>] {
        &self.sets
    }

    /// Returns the set with a key.
    pub fn set(&self, key: &str) -> Option<&Rc<InstructionSet>> {
        self.sets.iter().find(|set| set.key == key)
    }

    /// Returns the set that a document names, or the default set.
    pub fn set_or_default(&self, key: Option<&str>) -> &Rc<InstructionSet> {
        key.and_then(|key| self.set(key)).unwrap_or(self.default_set())
    }

    /// Returns the set of documents without `.isa`.
    pub fn default_set(&self) -> &Rc<InstructionSet> {
        &self.sets[0]
    }

    /// Returns the sets with a copy of the instruction `original` (in any case) under another name, in each set whose manual has
    /// it. A name that any set has is not added.
    pub fn with_copy_of(mut self, original: &str, mnemonic: &str) -> Self {
        if self.instructions().any(|row| row.is_called(mnemonic)) {
            return self;
        }
        for set in &mut self.sets {
            if let Some(row) = set.instruction(original).filter(|row| row.made_from.is_none()) {
                let renamed = Rc::new(row.renamed(mnemonic));
                Rc::make_mut(set).instructions.push(renamed);
            }
        }
        self
    }

    /// Returns the rows of all sets.
    pub fn instructions(&self) -> impl Iterator<Item = &Rc<Instruction>> + Clone {
        self.sets.iter().flat_map(|set| &set.instructions)
    }

    /// Returns the names, in lower case, of the instructions and operations that a word finds by their synonyms. `word` is in lower
    /// case.
    pub fn names_by_synonym(&self, word: &str) -> BTreeSet<String> {
        let is_found = |synonyms: &str| synonyms.to_lowercase().contains(word);
        let mut names = BTreeSet::new();
        for row in self.instructions() {
            if is_found(row.synonyms) {
                names.insert(row.mnemonic.to_lowercase());
            }
            for op in
                row.op_table().into_iter().flat_map(|table| table.ops).filter(|op| is_found(op.synonyms))
            {
                names.extend(op.assembler_names.iter().chain([&op.name]).map(|name| name.to_lowercase()));
            }
        }
        names
    }

    /// Returns the cost models of all sets, in the order of their keys.
    pub fn cost_models(&self) -> Vec<&'static CostModel> {
        let mut models: Vec<&CostModel> = self.sets.iter().flat_map(|set| set.cost_models).copied().collect();
        models.sort_by_cached_key(|model| model.key);
        models
    }

    /// Returns the cost model with a key.
    pub fn cost_model(&self, key: &str) -> Option<&'static CostModel> {
        self.cost_models().into_iter().find(|model| model.key == key)
    }

    /// Returns the readings of all sets.
    pub fn readings(&self) -> impl Iterator<Item = &'static Reading> + Clone + use<'_> {
        self.sets.iter().flat_map(|set| set.readings.iter().copied())
    }

    /// Returns the reading with a name.
    pub fn reading(&self, name: &str) -> Option<&'static Reading> {
        self.readings().find(|reading| reading.name == name)
    }
}

impl PartialEq for InstructionSets {
    /// Compares by identity: returns whether both share their sets.
    fn eq(&self, other: &Self) -> bool {
        self.sets.len() == other.sets.len()
            && self.sets.iter().zip(&other.sets).all(|(one, other)| Rc::ptr_eq(one, other))
    }
}
