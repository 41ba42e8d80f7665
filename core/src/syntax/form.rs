//! What differs between the texts of instruction sets, and the one place of this layer that chooses between them.

use super::complete::{CompletionItem, Place};
use super::cursor::{Cursor, Parsed};
use super::snippet::{Chosen, Line, UsesOf};
use super::{Directive, Document, Instr, sass, visa};
use crate::base::Rule;
use crate::diag::Diagnostic;
use crate::spec::{Instruction, InstructionSet, RegisterModel};

/// The lines of an instruction set.
pub(super) trait LineForm {
    /// Returns the instruction at the cursor, up to the end of its line. Findings that do not end the line go to
    /// `findings`.
    fn instruction(&self, cursor: &mut Cursor, findings: &mut Vec<Diagnostic>) -> Parsed<Instr>;

    /// What could stand at the caret, in a line that is no directive.
    fn complete(&self, place: &Place) -> Vec<CompletionItem>;

    /// Returns a line of a row with places to fill in, whose words chose that.
    fn line(&self, document: &Document, row: &Instruction, chosen: &Chosen, uses_of: UsesOf) -> Line;

    /// Returns the words for masks and sizes behind a mnemonic, each with what it means; none where lines have none.
    fn masks(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// How many tokens before an instruction say how it is scheduled, and nothing else.
    fn schedule_len(&self, _cursor: &Cursor) -> usize {
        0
    }

    /// How many tokens before the mnemonic are its predicate.
    fn guard_len(&self, cursor: &Cursor) -> usize;

    /// How many tokens behind the mnemonic are execution size and mask.
    fn exec_len(&self, _cursor: &Cursor) -> usize {
        0
    }

    /// How many tokens behind a dot word of a listing belong to it.
    fn listing_len(&self, _word: &str, _cursor: &Cursor) -> usize {
        usize::MAX
    }

    /// Returns whether a sign has no space behind it in the canonical layout of an instruction.
    fn holds_next(&self, sign: char) -> bool;

    /// Returns whether a sign has no space before it there.
    fn holds_previous(&self, _sign: char) -> bool {
        false
    }
}

/// Returns the lines of an instruction set, by what its registers are.
pub(super) fn form_of(set: &InstructionSet) -> Box<dyn LineForm + '_> {
    match set.registers {
        RegisterModel::Declared => Box::new(visa::Lines { set }),
        RegisterModel::Numbered(registers) => Box::new(sass::Lines { set, registers }),
    }
}

/// A directive that only one form of lines has.
pub(super) struct OwnDirective {
    /// The dot word, without its dot.
    pub word: &'static str,
    /// What stands behind it, for help.
    pub form: &'static str,
    /// What it is for.
    pub info: &'static str,
    /// A line with it.
    pub example: &'static str,
    /// Its keys, each with an explanation and an example.
    pub keys: &'static [(&'static str, &'static str, &'static str)],
    /// Reads what stands behind it.
    pub parse: fn(&mut Cursor) -> Parsed<Directive>,
    /// What could stand at the caret behind it.
    pub complete: fn(&Place) -> Vec<CompletionItem>,
}

/// Every directive that only one form of lines has.
pub(super) const OWN_DIRECTIVES: [&[OwnDirective]; 2] = [visa::DIRECTIVES, sass::DIRECTIVES];

/// The rules of all forms of lines.
pub(super) const RULES: &[&[&Rule]] = visa::ALL_RULES;

/// Returns the directive of that word, if it is one that only one form of lines has.
pub(super) fn own_directive(word: &str) -> Option<&'static OwnDirective> {
    OWN_DIRECTIVES.iter().copied().flatten().find(|own| own.word == word)
}
