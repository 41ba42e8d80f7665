//! The register models, and the choice of one for an instruction set. Nothing else in this layer chooses.

use super::model::Model;
use super::{declared, numbered};
use crate::base::Rule;
use crate::spec::{InstructionSet, RegisterModel};

/// Returns the model of an instruction set.
pub(super) fn model_of(set: &InstructionSet) -> Box<dyn Model> {
    match set.registers {
        RegisterModel::Declared => Box::new(declared::DeclaredModel),
        RegisterModel::Numbered(registers) => Box::new(numbered::NumberedModel { registers }),
    }
}

/// The rules of all models, except those that the instruction sets word.
pub(super) const RULES: &[&Rule] = declared::RULES;
