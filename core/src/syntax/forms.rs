//! The choice of the completions for an instruction set: the only place of this layer that chooses between sets.

use super::offers::Offers;
use super::{declared, numbered};
use crate::spec::{InstructionSet, RegisterModel};

/// Returns the completions of an instruction set, by its registers.
pub(super) fn offers_of(set: &InstructionSet) -> Box<dyn Offers + '_> {
    match set.registers {
        RegisterModel::Declared => Box::new(declared::DeclaredOffers { set }),
        RegisterModel::Numbered(registers) => Box::new(numbered::NumberedOffers { set, registers }),
    }
}
