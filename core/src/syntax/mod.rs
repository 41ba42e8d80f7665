//! The scenario text: a parser that never fails, a formatter, completion, highlighting, and edits of single
//! directives.
//!
//! `lexer` makes tokens without a loss, and `lines` groups them into logical lines. `parser` makes a [`Document`] of the
//! lines: `walk` parses instructions by the shape of their set, and `directive` parses directives by a table. Both also say
//! which parts may follow a token, for `complete`, and which text belongs together, for `format`. `edit` changes the text of
//! single directives, so the text is the only state.

mod ast;
mod complete;
mod constant;
mod cursor;
mod directive;
mod edit;
mod entered;
mod format;
mod highlight;
mod label;
mod lexer;
mod line_inserter;
mod line_modifiers;
mod lines;
mod number;
mod offer;
mod parser;
mod reference;
mod reference_entry;
mod subject;
#[cfg(test)]
mod tests;
mod token_class;
mod value;
mod variant;
mod walk;

pub use ast::*;
pub use complete::starter_scenario::starter_scenario;
pub use complete::{Completion, complete};
pub(crate) use cursor::excerpt;
pub(crate) use directive::decl::CONSTANT;
pub(crate) use directive::table::is_directive_word;
pub(crate) use edit::values::elements_of;
pub use edit::values::{
    ElementChange, NewValues, set_mask, set_pitch, set_surface_count, set_surface_values, set_values,
};
pub use edit::{
    append_lines, end_of_block, line_start, set_lane_mask, set_model, set_order, set_orders, set_reading,
};
pub use entered::{EnteredList, parse_lanes, parse_list, parse_mask, parse_order};
pub use format::format;
pub use highlight::{Highlighted, highlight};
pub(crate) use lexer::{is_word_char, word_len, word_spans};
pub(crate) use line_inserter::add_lines;
pub use line_inserter::line_ending;
pub(crate) use line_modifiers::{LineModifiers, ModifierError, dotted};
pub use lines::MAX_LINE_BYTES;
pub(crate) use number::parse_u64;
pub(crate) use offer::caret::{CaretContext, CaretLine, LineCompletions};
pub use offer::item::CompletionItem;
pub(crate) use offer::snippet::{LEAST_DWORDS, LineSnippet, surface_line};
pub use parser::{MAX_ERRORS, MAX_INSTRUCTIONS, MAX_NOTATIONS, MAX_TEXT_BYTES, MAX_VARIANTS, parse};
pub use reference::text_reference;
pub use reference_entry::ReferenceEntry;
pub(crate) use reference_entry::heading;
pub use token_class::TokenClass;

use crate::base::Rule;

/// Returns every rule that this module cites.
pub fn rules() -> Vec<&'static Rule> {
    [cursor::RULES, parser::RULES, value::RULES, number::RULES, &directive::rules()].concat()
}
