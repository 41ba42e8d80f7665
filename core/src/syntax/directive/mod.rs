//! Directives: a table with a row for each, and their parsers.

pub(super) mod ask;
pub(super) mod blocks;
pub(super) mod decl;
pub(super) mod expect;
pub(super) mod items;
pub(super) mod key;
pub(super) mod memory;
pub(super) mod parser;
pub(super) mod settings;
pub(super) mod table;

use crate::base::Rule;

/// The rules of directives.
pub(super) fn rules() -> Vec<&'static Rule> {
    let all = [
        ask::RULES,
        blocks::RULES,
        decl::RULES,
        expect::RULES,
        key::RULES,
        memory::RULES,
        parser::RULES,
        settings::RULES,
        table::RULES,
    ];
    all.concat()
}
