//! The register models and address models, and the choice of one of each for an instruction set. Nothing else in this
//! layer chooses.

use super::model::{Addresses, Model};
use super::registers;
use super::registers::HeaderPool;
use crate::base::Rule;
use crate::isa::visa::bind;
use crate::spec::{AddressModel, InstructionSet, RegisterModel};
use crate::syntax::Directive;

/// Returns the register model of an instruction set.
pub(super) fn model_of(set: &InstructionSet) -> Box<dyn Model> {
    match set.registers {
        RegisterModel::Declared => Box::new(bind::DeclaredModel),
        RegisterModel::Numbered(registers) => Box::new(registers::NumberedModel { registers }),
    }
}

/// Returns the address model of an instruction set.
pub(super) fn addresses_of(set: &InstructionSet) -> Box<dyn Addresses> {
    match set.addresses {
        AddressModel::Named => Box::new(bind::NamedSurfaces),
        AddressModel::HeaderPool(rules) => Box::new(HeaderPool { rules }),
    }
}

/// Returns whether one of the models of an instruction set has a directive that is not common to all sets.
pub(super) fn has_directive(set: &InstructionSet, directive: &Directive) -> bool {
    model_of(set).has(directive) || addresses_of(set).has(directive)
}

/// The rules of all models, except those that the instruction sets word.
pub(super) const RULES: &[&Rule] = bind::RULES;
