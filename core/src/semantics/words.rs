//! The words that the notation keeps for itself.

use super::ast::TypeName;
use super::builtins::builtin;
use crate::base::ScalarType;

/// Words with a grammar of their own.
pub(super) const KEYWORDS: [&str; 9] =
    ["if", "else", "for", "foreach_active", "atomic", "trap", "op", "true", "false"];

/// The lanes' enable bits, indexed by lane.
pub(super) const ENABLED: &str = "ChEn";

/// The lanes' predicate bits, indexed by lane.
pub(super) const PREDICATE: &str = "Pred";

/// Statements of C that the notation leaves out.
pub(super) const FOREIGN: [&str; 8] =
    ["while", "do", "return", "break", "continue", "switch", "goto", "case"];

/// The type of that name, spelt as the manual spells it.
pub(super) fn type_name(word: &str) -> Option<TypeName> {
    match word {
        "T" => Some(TypeName::Access),
        "bool" => Some(TypeName::Bool),
        _ => ScalarType::ALL.into_iter().find(|ty| ty.name() == word).map(TypeName::Scalar),
    }
}

/// Whether no variable can have that name.
pub(super) fn is_reserved(word: &str) -> bool {
    KEYWORDS.contains(&word)
        || builtin(word).is_some()
        || FOREIGN.contains(&word)
        || type_name(word).is_some()
        || word == ENABLED
        || word == PREDICATE
}
