//! The scenario text: a parser that never fails, a formatter, completion, highlighting, and edits of single
//! directives.

mod ast;
mod complete;
mod constant;
mod cursor;
mod cut;
mod directive;
mod edit;
mod format;
mod highlight;
mod lexer;
mod number;
mod parser;
mod reference;
#[cfg(test)]
mod tests;
mod value;
mod variant;
mod walk;
mod words;

pub use ast::*;
pub use complete::blank::blank;
pub(crate) use complete::caret::{CaretContext, Offers};
pub use complete::item::CompletionItem;
pub(crate) use complete::snippet::{LEAST_DWORDS, LineSnippet, surface_line};
pub use complete::{Completion, complete};
pub(crate) use cursor::excerpt;
pub(crate) use directive::decl::CONSTANT;
pub use directive::settings::read_order;
pub(crate) use directive::settings::{INSTRUCTIONS, MODIFIED, limit_words};
pub(crate) use edit::add_lines;
pub use edit::values::{NewValues, read_list, set_mask, set_surface_count, set_surface_values, set_values};
pub(crate) use edit::values::{elements_of, list_of, surface_of};
pub use edit::{
    append, insert_above, line_above, line_ending, set_lane_mask, set_model, set_order, set_reading,
};
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
pub(crate) use words::{LineWords, WordError, dotted};

use crate::base::Rule;

/// Returns every rule that this module cites.
pub fn rules() -> Vec<&'static Rule> {
    [cursor::RULES, parser::RULES, value::RULES, number::RULES, &directive::rules()].concat()
}
