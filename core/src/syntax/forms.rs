//! The choice of a line syntax: the only place of this layer that chooses between instruction sets.

use super::form::LineForm;
use super::{declared, numbered};
use crate::base::Rule;
use crate::spec::{InstructionSet, RegisterModel};

/// Returns the line syntax of an instruction set, by its register model.
pub(super) fn form_of(set: &InstructionSet) -> Box<dyn LineForm + '_> {
    match set.registers {
        RegisterModel::Declared => Box::new(declared::DeclaredLines { set }),
        RegisterModel::Numbered(registers) => Box::new(numbered::NumberedLines { set, registers }),
    }
}

/// The rules of all line syntaxes.
pub(super) const RULES: &[&[&Rule]] = declared::ALL_RULES;
