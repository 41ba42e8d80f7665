//! The numbered registers of an instruction set.

use crate::base::Rule;
use crate::spec::rule_table::rule_table;

/// The numbered registers of an instruction set.
#[derive(Clone, Copy, Debug)]
pub struct RegisterFile {
    /// The registers. The fixed register reads as 0.
    pub general: RegisterNames,
    /// The predicates. The fixed predicate is always true.
    pub predicates: RegisterNames,
    /// The constant bank.
    pub constant_bank: ConstantBank,
    /// The rules for its lines.
    pub rules: &'static RegisterRules,
    /// Returns what an operand does that is not modelled, such as "writes the carry".
    pub not_modelled: fn(&str) -> Option<&'static str>,
}

/// The names of the registers or predicates.
#[derive(Clone, Copy, Debug)]
pub struct RegisterNames {
    /// The prefix of a name, before the number.
    pub prefix: &'static str,
    /// The largest number. In machine code, the number after it is the fixed register or predicate.
    pub last: u8,
    /// The name of the fixed register, which reads as 0, or of the fixed predicate, which is always true.
    pub fixed: &'static str,
}

/// The constant bank of an instruction set, in words of 4 bytes.
#[derive(Clone, Copy, Debug)]
pub struct ConstantBank {
    /// The name in operands: `c` in `c[0x0][0x10]`.
    pub name: &'static str,
    /// The width of the index of a word.
    pub index_bits: u32,
}

impl ConstantBank {
    /// Returns the size in bytes.
    pub fn size_bytes(self) -> usize {
        4 << self.index_bits
    }
}

/// A register or predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegisterOrPredicate {
    /// The register or predicate with a number.
    Number(u8),
    /// The fixed register, which reads as 0, or the fixed predicate, which is always true.
    Fixed,
}

impl RegisterOrPredicate {
    /// Returns the number; `None` for the fixed register or predicate.
    pub fn number(self) -> Option<u8> {
        match self {
            RegisterOrPredicate::Number(number) => Some(number),
            RegisterOrPredicate::Fixed => None,
        }
    }
}

impl RegisterNames {
    /// Returns the member with a name.
    pub fn member(&self, name: &str) -> Option<RegisterOrPredicate> {
        if name == self.fixed {
            return Some(RegisterOrPredicate::Fixed);
        }
        let digits = name.strip_prefix(self.prefix).filter(|_| self.has_form_of_name(name))?;
        let is_plain = digits == "0" || !digits.starts_with('0');
        let number = digits.parse().ok().filter(|number| is_plain && *number <= self.last)?;
        Some(RegisterOrPredicate::Number(number))
    }

    /// Returns the number in a name; `None` for the fixed register or predicate too.
    pub fn number(&self, name: &str) -> Option<u8> {
        self.member(name)?.number()
    }

    /// Returns whether a word has the form of a member's name, even if its number is out of range.
    pub fn has_form_of_name(&self, word: &str) -> bool {
        let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        word == self.fixed || word.strip_prefix(self.prefix).is_some_and(is_number)
    }

    /// Returns the name for a number.
    pub fn name(&self, number: usize) -> String {
        format!("{}{number}", self.prefix)
    }

    /// Returns the range of numbered names for a message: `R0 to R254`.
    pub fn range(&self) -> String {
        format!("{0}0 to {0}{1}", self.prefix, self.last)
    }

    /// Returns the number of the fixed register or predicate in machine code.
    pub fn fixed_code(&self) -> u64 {
        u64::from(self.last) + 1
    }
}

rule_table! {
    /// The rules for numbered registers, in the wording of one instruction set.
    RegisterRules {
        /// The number of operands.
        slots,
        /// The content of a slot.
        slot_kind,
        /// The existing registers and predicates.
        register,
        /// The alignment of a vector of registers.
        alignment,
        /// The end of a vector of registers.
        vector_end,
        /// The places that do not accept the fixed register.
        fixed_register,
        /// The words of the constant bank that a header pointer can name.
        header_pointer,
        /// The range of a number in a line.
        immediate,
        /// The existing constant banks.
        bank,
        /// The addresses of a constant bank.
        constant_address,
        /// The cases in which the operation may be left out.
        unwritten_op,
    }
}
