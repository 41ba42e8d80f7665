//! Virtual registers: typed and named registers that a program declares, each in a scope.

use super::rule_table::rule_table;
use super::slots::SlotKind;
use crate::base::{Rule, ScalarType, one_of};

/// A register model: `.reg .TYPE NAME, NAME<N>;` declares registers, and statements end with `;`.
#[derive(Clone, Copy, Debug)]
pub struct Virtual {
    /// The types of a declaration, in the order of help.
    pub types: &'static [RegisterType],
    /// The rules for its statements.
    pub rules: &'static VirtualRules,
}

/// A type of registers.
#[derive(Clone, Copy, Debug)]
pub struct RegisterType {
    /// The word after the dot of a declaration.
    pub word: &'static str,
    /// The content of such a register in each lane.
    pub content: RegisterContent,
}

/// The content of a register in each lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegisterContent {
    /// A bit, which can guard statements.
    Predicate,
    /// A value of a scalar type.
    Value(ScalarType),
    /// A value of any scalar type with the width of this one.
    Bits(ScalarType),
}

impl RegisterContent {
    /// Returns the scalar type as which the content is shown; `None` for a predicate.
    pub fn ty(self) -> Option<ScalarType> {
        match self {
            RegisterContent::Predicate => None,
            RegisterContent::Value(ty) | RegisterContent::Bits(ty) => Some(ty),
        }
    }

    /// Returns whether a register holds values of a type. Signs make no difference. `is_untyped` values fit every register of
    /// their width. If `may_be_wider`, the register may have more bits than an integer value.
    pub fn holds(self, value: ScalarType, is_untyped: bool, may_be_wider: bool) -> bool {
        let Some(own) = self.ty() else { return false };
        let is_alike = own.is_float() == value.is_float();
        let is_free = is_untyped || matches!(self, RegisterContent::Bits(_));
        let is_wider = may_be_wider && own.width_bits() > value.width_bits();
        match own.width_bits() == value.width_bits() {
            true => is_free || is_alike,
            false => is_wider && (is_free || is_alike && !own.is_float()),
        }
    }
}

impl Virtual {
    /// Returns the type with that word.
    pub fn register_type(&self, word: &str) -> Option<&'static RegisterType> {
        self.types.iter().find(|ty| ty.word == word)
    }

    /// Returns the word of the first type whose registers hold values of a type.
    pub fn word_for(&self, value: ScalarType) -> Option<&'static str> {
        let exact = |ty: &&RegisterType| ty.content == RegisterContent::Value(value);
        let fitting = |ty: &&RegisterType| ty.content.holds(value, false, false);
        self.types.iter().find(exact).or(self.types.iter().find(fitting)).map(|ty| ty.word)
    }

    /// Returns the word of the first type of predicates.
    pub fn predicate_word(&self) -> Option<&'static str> {
        self.types.iter().find(|ty| ty.content == RegisterContent::Predicate).map(|ty| ty.word)
    }

    /// Describes what a slot accepts, for a message.
    pub fn wanted(kind: SlotKind) -> String {
        let wanted = match kind {
            SlotKind::Register => "a register",
            SlotKind::Address => "an address in brackets such as `[NAME]` or `[NAME+4]`",
            SlotKind::Predicate => "a predicate",
            SlotKind::Source | SlotKind::Half | SlotKind::Handle(_) => "a register or a whole number",
            SlotKind::Special(names) => return one_of(names.iter().map(|(name, _)| *name)),
        };
        wanted.to_owned()
    }
}

rule_table! {
    /// The rules for virtual registers, in the wording of one instruction set.
    VirtualRules {
        /// The form of a statement and its `;`.
        statement,
        /// The modifiers after a mnemonic.
        modifier,
        /// The syntax of a guard.
        guard,
        /// The number of operands.
        slots,
        /// The content of a slot.
        slot_kind,
        /// The form of a declaration.
        declaration,
        /// The declaration of a register before its use, in the same scope or around it.
        undeclared,
        /// A scope declares each name once.
        twice,
        /// The types of registers that an operand accepts.
        register_type,
        /// The range of a number in a statement.
        immediate,
        /// The braces of scopes.
        scope,
    }
}

#[cfg(test)]
mod tests {
    use super::RegisterContent::{Bits, Predicate, Value};
    use crate::base::ScalarType::{D, F, Ub, Ud, Uq};
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn a_register_holds_values_of_its_type_and_width() {
        let holds = [(Value(Ud), D), (Bits(Ud), F), (Bits(Ud), D), (Value(F), F)];
        assert!(holds.iter().all(|(register, value)| register.holds(*value, false, false)));
        let others = [(Value(Ud), F), (Value(F), D), (Value(Uq), Ud), (Bits(Uq), Ud), (Predicate, Ub)];
        assert!(!others.iter().any(|(register, value)| register.holds(*value, false, false)));
        assert!(Value(F).holds(Ud, true, false), "bits fit a float register of their width");
        assert!(Value(Ud).holds(Ub, false, true) && Bits(Uq).holds(F, false, true));
        assert!(!Value(F).holds(Ub, false, true) && !Value(Ud).holds(Uq, false, true));
    }
}
