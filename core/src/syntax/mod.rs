//! The scenario text: a parser that never fails, a formatter, completion, highlighting, and edits of single
//! directives.

mod ask;
mod ast;
mod blank;
mod caret;
mod complete;
mod complete_directive;
mod completion_item;
mod constant;
mod cursor;
mod cut;
mod decl;
mod directive;
mod directive_row;
mod directive_table;
mod edit;
mod edit_values;
mod expect_forms;
mod format;
mod highlight;
mod key;
mod layout;
mod lexer;
mod number;
mod parser;
mod reference;
mod snippet;
mod surface;
#[cfg(test)]
mod tests;
mod value;
mod variant;
mod walk;
mod words;

pub use ask::read_order;
pub use ast::*;
pub use blank::blank;
pub(crate) use caret::{CaretContext, CaretLine, Offers};
pub use complete::{Completion, complete};
pub use completion_item::CompletionItem;
pub(crate) use cursor::excerpt;
pub(crate) use decl::CONSTANT;
pub(crate) use directive::{INSTRUCTIONS, MODIFIED, limit_words};
pub(crate) use edit::add_lines;
pub use edit::{
    append, insert_above, line_above, line_ending, set_lane_mask, set_model, set_order, set_reading,
};
pub use edit_values::{NewValues, read_list, set_mask, set_surface_count, set_surface_values, set_values};
pub(crate) use edit_values::{elements_of, list_of, surface_of};
pub use format::format;
pub use highlight::{Highlighted, TokenClass, highlight};
pub(crate) use lexer::{is_word_char, word_len, words};
pub use number::read_mask;
pub(crate) use parser::meant_for;
pub use parser::{
    MAX_BYTES, MAX_ERRORS, MAX_INSTRUCTIONS, MAX_LINE_BYTES, MAX_NOTATIONS, MAX_VARIANTS, parse,
};
pub(crate) use reference::heading;
pub use reference::{ReferenceEntry, text_words};
pub(crate) use snippet::LineSnippet;
pub(crate) use snippet::{LEAST_DWORDS, surface_line};
pub(crate) use words::{LineWords, WordError, dotted};

use crate::base::Rule;

/// Returns every rule that this module cites.
pub fn rules() -> Vec<&'static Rule> {
    let general = [
        cursor::RULES,
        parser::RULES,
        directive::RULES,
        ask::RULES,
        key::RULES,
        surface::RULES,
        value::RULES,
        number::RULES,
        decl::RULES,
    ];
    general.concat()
}
