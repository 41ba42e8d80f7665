//! An instruction set as a value.

use super::behaviour::SetBehaviour;
use super::foreign_names::ForeignNames;
use crate::base::{Clause, Rule};
use crate::spec::cost_model::CostModel;
use crate::spec::isa_parameter::{IsaParameter, IsaValues};
use crate::spec::line::register_file::RegisterFile;
use crate::spec::line::shape::Shape;
use crate::spec::row::instruction::Instruction;
use crate::spec::row::reading::{ChosenReadings, Reading};
use crate::spec::rule_table::rule_table;
use std::rc::Rc;

/// An instruction set.
#[derive(Clone, Debug)]
pub struct InstructionSet {
    /// The word after `.isa`.
    pub key: &'static str,
    /// Its name in prose.
    pub title: &'static str,
    /// The parameters that `.isa` accepts.
    pub parameters: &'static [IsaParameter],
    /// The numbers of lanes that can be dispatched.
    pub lane_counts: &'static [u8],
    /// The number of dispatched lanes without `.lanes`. `None` means that the document's instructions
    /// decide, as the check of the set says.
    pub default_lanes: Option<u8>,
    /// Whether helper lanes can be dispatched.
    pub has_helper_lanes: bool,
    /// Whether the assembler writes mnemonics and operations in lower case. Rows have them in upper case.
    pub is_lower_case: bool,
    /// The directives that not every set has, by their words.
    pub directives: &'static [&'static str],
    /// The shape of instruction lines.
    pub shape: &'static Shape,
    /// The numbered registers, if it has any. Otherwise, programs declare variables.
    pub registers: Option<&'static RegisterFile>,
    /// The cost models of its products. The first one is that of a scenario that chooses none.
    pub cost_models: &'static [&'static CostModel],
    /// Returns the rules of all its instructions, under the readings in force.
    pub behaviour: fn(&ChosenReadings) -> SetBehaviour,
    /// Lines of a listing that are ignored.
    pub listing: Listing,
    /// Instructions of its manual that have no row.
    pub not_modelled: &'static [NotModelled],
    /// Names of other languages for its atomic instructions.
    pub foreign_names: &'static ForeignNames,
    /// The source of its machine code.
    pub encoding_source: Clause,
    /// The rows of its instructions.
    pub instructions: Vec<Rc<Instruction>>,
    /// Every reading that a scenario may choose.
    pub readings: &'static [&'static Reading],
    /// The general rules in its own wording.
    pub rules: &'static SetRules,
    /// Every rule that it words itself, the general ones among them.
    pub own_rules: Vec<&'static Rule>,
    /// The clauses of its manual for general rules. Any other rule of a run cites the instruction's page.
    pub clauses: &'static [(&'static Rule, Clause)],
}

/// Instructions of a manual that have no row, for one reason.
#[derive(Clone, Copy, Debug)]
pub struct NotModelled {
    /// The mnemonics, in upper case as in rows.
    pub mnemonics: &'static [&'static str],
    /// A note that names a modelled alternative.
    pub instead: &'static str,
}

/// Lines of a listing without effect in Lanescope.
#[derive(Clone, Copy, Debug, Default)]
pub struct Listing {
    /// Dot words, without the dot.
    pub directives: &'static [&'static str],
    /// The dot words that have one attribute, after which an instruction may follow.
    pub with_attribute: &'static [&'static str],
    /// Prefixes of dot words.
    pub prefixes: &'static [&'static str],
    /// Mnemonics, in upper case as in rows.
    pub mnemonics: &'static [&'static str],
}

rule_table! {
    /// The rules that apply to every instruction set, in the wording of one set.
    SetRules {
        /// A program runs up to the first instruction that is not modelled.
        unknown_instruction,
        /// A word after the mnemonic must be one that the row accepts there.
        unknown_modifier,
        /// A required word after the mnemonic must be present.
        missing_modifier,
        /// The numbers of lanes that can be dispatched.
        dispatch,
    }
}

impl InstructionSet {
    /// Returns the row of a mnemonic, in any case.
    pub fn instruction(&self, mnemonic: &str) -> Option<&Rc<Instruction>> {
        self.instructions.iter().find(|row| row.is_called(mnemonic))
    }

    /// Returns the manual's name of an instruction, or the given name in upper case if no instruction has it.
    pub fn mnemonic(&self, name: &str) -> String {
        self.instruction(name).map_or_else(|| name.to_ascii_uppercase(), |row| row.mnemonic.to_string())
    }

    /// Returns the manual's name of an operation, or the given name in upper case if no operation has it.
    pub fn op_name(&self, name: &str) -> String {
        let op = self.instructions.iter().find_map(|row| row.op_table()?.op(name));
        op.map_or_else(|| name.to_ascii_uppercase(), |op| op.name.to_owned())
    }

    /// Returns the note on an instruction without a row, by its mnemonic in any case. `None` for one that the manual does not
    /// have.
    pub fn instead_of(&self, mnemonic: &str) -> Option<&'static str> {
        let has =
            |group: &&NotModelled| group.mnemonics.iter().any(|name| name.eq_ignore_ascii_case(mnemonic));
        self.not_modelled.iter().find(has).map(|group| group.instead)
    }

    /// Returns a mnemonic or operation as the assembler writes it.
    pub fn spelled(&self, name: &str) -> String {
        if let Some(own) = self.instruction(name).and_then(|row| row.assembler_name) {
            return own.to_owned();
        }
        if self.is_lower_case { name.to_ascii_lowercase() } else { name.to_owned() }
    }

    /// Returns whether a dot word belongs to a pasted listing.
    pub fn ignores_directive(&self, word: &str) -> bool {
        let begins = |prefix: &&str| word.starts_with(prefix);
        self.listing.directives.contains(&word) || self.listing.prefixes.iter().any(begins)
    }

    /// Returns the parameter with a key.
    pub fn parameter(&self, key: &str) -> Option<&'static IsaParameter> {
        self.parameters.iter().find(|parameter| parameter.key == key)
    }

    /// Returns the default values of the parameters.
    pub fn default_values(&self) -> IsaValues {
        IsaValues::new(self.parameters.iter().map(|parameter| (parameter.key, parameter.default)).collect())
    }

    /// Formats the default values as in `.isa`, each with a leading space.
    pub fn default_values_text(&self) -> String {
        self.parameters.iter().map(|parameter| format!(" {}={}", parameter.key, parameter.default)).collect()
    }

    /// Returns the clause of the manual for a rule that cites the instruction's page.
    pub fn clause(&self, rule: &Rule, row: &Instruction) -> Clause {
        let own = self.clauses.iter().find(|(known, _)| known.code == rule.code);
        rule.source.of(own.map_or(row.source, |(_, clause)| *clause))
    }
}
