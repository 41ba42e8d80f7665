//! An instruction set as a value, and the roll call of those that a session knows.

use super::{Dialect, Instruction, Numbered, Reading, ReadingSet};
use crate::base::{Clause, Rule};
use std::rc::Rc;

/// An instruction set: all that tells it from another one.
#[derive(Clone, Debug)]
pub struct InstructionSet {
    /// Its word behind `.isa`.
    pub key: &'static str,
    /// Its name in prose.
    pub title: &'static str,
    /// The numbers that `.isa` may give.
    pub settings: &'static [Setting],
    /// How many lanes can be dispatched.
    pub lane_counts: &'static [u8],
    /// How many lanes are dispatched where no `.lanes` says it; `None` for the smallest of 8, 16 and 32 in which every
    /// instruction fits.
    pub default_lanes: Option<u8>,
    /// Whether lanes may be dispatched only to help their neighbours.
    pub has_helper_lanes: bool,
    /// Whether the assembler writes mnemonics and operations in lower case; rows have them in upper case.
    pub is_lower_case: bool,
    /// What its registers are and how its lines look.
    pub registers: RegisterModel,
    /// What holds for all of its instructions, under the readings in force.
    pub dialect: fn(&ReadingSet) -> Dialect,
    /// What a listing may hold besides, and what is passed over.
    pub listing: Listing,
    /// Instructions of its manual that have no row.
    pub not_modelled: &'static [NotModelled],
    /// The rows of its instructions.
    pub instructions: Vec<Rc<Instruction>>,
    /// Every reading that a scenario may choose.
    pub readings: &'static [&'static Reading],
    /// The rules that are its own to word.
    pub rules: SetRules,
    /// Where its manual says what general rules say, by their codes. Any other rule of a run is the instruction's page's.
    pub clauses: &'static [(&'static str, Clause)],
}

/// Instructions of a manual that have no row, for one reason.
#[derive(Clone, Copy, Debug)]
pub struct NotModelled {
    /// Their mnemonics, as rows have them.
    pub mnemonics: &'static [&'static str],
    /// A note that names a modelled way to do the same.
    pub instead: &'static str,
}

/// A number that `.isa` may give.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Its key.
    pub key: &'static str,
    /// The values that it may have.
    pub values: &'static [u32],
    /// Its value where none is given.
    pub default: u32,
    /// What each of the values is, for a message.
    pub what: &'static str,
    /// The name that notation texts know it by, where they do.
    pub constant: Option<&'static str>,
    /// The rule that another value breaks.
    pub rule: &'static Rule,
}

/// The numbers that hold for a scenario, by their keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SettingValues {
    values: Vec<(&'static str, u32)>,
}

/// What the registers of an instruction set are; its lines look accordingly.
#[derive(Clone, Debug)]
pub enum RegisterModel {
    /// Variables, predicates and surfaces that a program declares; operands are places in them.
    Declared,
    /// Registers with numbers, which every program has; surfaces are described by headers in memory.
    Numbered(&'static Numbered),
}

/// What a listing may hold that changes nothing that Lanescope shows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Listing {
    /// Dot words without their dot.
    pub directives: &'static [&'static str],
    /// Beginnings of dot words.
    pub prefixes: &'static [&'static str],
    /// Mnemonics, lower case.
    pub mnemonics: &'static [&'static str],
}

/// The rules on what every instruction set has, each as one set words it.
#[derive(Clone, Copy, Debug)]
pub struct SetRules {
    /// A program runs up to the first instruction that is not modelled.
    pub unknown_instruction: &'static Rule,
    /// A word behind the mnemonic is one that the row has there.
    pub unknown_modifier: &'static Rule,
    /// A word behind the mnemonic that cannot be left out is there.
    pub missing_modifier: &'static Rule,
    /// How many lanes can be dispatched.
    pub dispatch: &'static Rule,
}

impl InstructionSet {
    /// The row of a mnemonic, in any case.
    pub fn instruction(&self, mnemonic: &str) -> Option<&Rc<Instruction>> {
        self.instructions.iter().find(|row| row.mnemonic.eq_ignore_ascii_case(mnemonic))
    }

    /// Returns the note on an instruction without a row, by its mnemonic in any case. `None` for one that the manual does not
    /// have.
    pub fn instead_of(&self, mnemonic: &str) -> Option<&'static str> {
        let has =
            |group: &&NotModelled| group.mnemonics.iter().any(|name| name.eq_ignore_ascii_case(mnemonic));
        self.not_modelled.iter().find(has).map(|group| group.instead)
    }

    /// A mnemonic or operation as the assembler writes it.
    pub fn spelled(&self, name: &str) -> String {
        if self.is_lower_case { name.to_ascii_lowercase() } else { name.to_owned() }
    }

    /// Whether a dot word belongs to a pasted listing.
    pub fn is_listing(&self, word: &str) -> bool {
        let begins = |prefix: &&str| word.starts_with(prefix);
        self.listing.directives.contains(&word) || self.listing.prefixes.iter().any(begins)
    }

    /// Its settings where a scenario gives none.
    pub fn default_values(&self) -> SettingValues {
        SettingValues { values: self.settings.iter().map(|setting| (setting.key, setting.default)).collect() }
    }

    /// Its settings as `.isa` gives them where nothing else is wanted, each with a space before it.
    pub fn settings_in_words(&self) -> String {
        self.settings.iter().map(|setting| format!(" {}={}", setting.key, setting.default)).collect()
    }

    /// Where the manual says what a rule says that names the instruction's page.
    pub fn clause(&self, rule: &Rule, row: &Instruction) -> Clause {
        let own = self.clauses.iter().find(|(code, _)| *code == rule.code);
        rule.source.of(own.map_or(row.source, |(_, clause)| *clause))
    }
}

impl SettingValues {
    /// Gives a setting of the instruction set another value.
    pub fn choose(&mut self, key: &str, value: u32) {
        for (_, held) in self.values.iter_mut().filter(|(known, _)| *known == key) {
            *held = value;
        }
    }

    /// The value of a setting; 0 where the instruction set has none of that name.
    pub fn get(&self, key: &str) -> u32 {
        self.values.iter().find(|(known, _)| *known == key).map_or(0, |(_, value)| *value)
    }
}

/// The instruction sets that a session knows. Only `session` names the real ones; everything else takes a roll call as an
/// argument. Clones share the sets.
#[derive(Clone, Debug)]
pub struct RollCall {
    sets: Vec<Rc<InstructionSet>>,
}

impl RollCall {
    /// These sets; `first` is meant where a document has no `.isa`.
    pub fn new(first: InstructionSet, others: impl IntoIterator<Item = InstructionSet>) -> Self {
        Self { sets: std::iter::once(first).chain(others).map(Rc::new).collect() }
    }

    /// The sets, at least one.
    pub fn sets(&self) -> &[Rc<InstructionSet>] {
        &self.sets
    }

    /// The set with that word behind `.isa`.
    pub fn set(&self, key: &str) -> Option<&Rc<InstructionSet>> {
        self.sets.iter().find(|set| set.key == key)
    }

    /// The set that is meant where a document names none.
    pub fn default_set(&self) -> &Rc<InstructionSet> {
        &self.sets[0]
    }

    /// The same, with one more row in each set that has an instruction of the name `like`, in any case. A name that any set
    /// has is not given again.
    pub fn with_renamed(mut self, like: &str, mnemonic: &str) -> Self {
        if self.instructions().any(|row| row.mnemonic.eq_ignore_ascii_case(mnemonic)) {
            return self;
        }
        for set in &mut self.sets {
            if let Some(row) = set.instruction(like).filter(|row| row.made_from.is_none()) {
                let renamed = Rc::new(row.renamed(mnemonic));
                Rc::make_mut(set).instructions.push(renamed);
            }
        }
        self
    }

    /// The rows of all sets.
    pub fn instructions(&self) -> impl Iterator<Item = &Rc<Instruction>> + Clone {
        self.sets.iter().flat_map(|set| &set.instructions)
    }

    /// The readings of all sets.
    pub fn readings(&self) -> impl Iterator<Item = &'static Reading> + Clone + use<'_> {
        self.sets.iter().flat_map(|set| set.readings.iter().copied())
    }

    /// The reading of that name.
    pub fn reading(&self, name: &str) -> Option<&'static Reading> {
        self.readings().find(|reading| reading.name == name)
    }
}

impl PartialEq for RollCall {
    /// Whether both share their sets.
    fn eq(&self, other: &Self) -> bool {
        self.sets.len() == other.sets.len()
            && self.sets.iter().zip(&other.sets).all(|(one, other)| Rc::ptr_eq(one, other))
    }
}
