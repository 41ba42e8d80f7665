//! The scenario text: parsing that never fails, canonical formatting, and edits of single directives.

mod ast;
mod complete;
mod complete_directive;
mod cursor;
mod decl;
mod directive;
mod edit;
mod edit_values;
mod exec_mask;
mod format;
mod highlight;
mod key;
mod layout;
mod lexer;
mod manual;
#[cfg(test)]
mod mutate;
mod number;
mod operand;
mod parser;
mod sass;
mod surface;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod toy;
mod value;
mod visa;

pub use ast::{
    Assignment, Decl, DeclKind, Directive, Document, Exec, Expect, ExtentText, Instr, IsaLine, Item,
    ItemKind, Key, LanesLine, ModifierWord, NotationBlock, Number, OperandText, PredicateText, ReadingLine,
    Region, SpannedText, SurfaceLine, Value, ValueKind, ValueList,
};
pub use complete::{Completion, CompletionItem, complete};
pub use edit::{set_lane_mask, set_order, set_reading};
pub use edit_values::{NewValues, read_list, set_mask, set_surface_values, set_values};
pub(crate) use edit_values::{elements_of, list_of, surface_of};
pub use format::format;
pub use highlight::{TokenClass, highlight};
pub(crate) use lexer::words;
pub use number::read_mask;
pub use parser::{MAX_BYTES, MAX_ERRORS, MAX_INSTRUCTIONS, MAX_LINE_BYTES, parse};

use crate::base::Rule;
#[cfg(test)]
use crate::{base, spec};

const GROUPS: &[&[&Rule]] = &[
    parser::RULES,
    directive::RULES,
    key::RULES,
    surface::RULES,
    value::RULES,
    number::RULES,
    decl::RULES,
    visa::RULES,
    exec_mask::RULES,
    operand::RULES,
    manual::RULES,
    sass::RULES,
];

/// Every rule that this module cites.
pub const RULES: &[&Rule] = &joined();

const COUNT: usize = {
    let (mut count, mut group) = (0, 0);
    while group < GROUPS.len() {
        count += GROUPS[group].len();
        group += 1;
    }
    count
};

/// The groups one behind the other.
const fn joined() -> [&'static Rule; COUNT] {
    let mut rules = [GROUPS[0][0]; COUNT];
    let (mut at, mut group) = (0, 0);
    while group < GROUPS.len() {
        let mut i = 0;
        while i < GROUPS[group].len() {
            rules[at] = GROUPS[group][i];
            at += 1;
            i += 1;
        }
        group += 1;
    }
    rules
}
