//! The words that the notation keeps for itself.

use super::Builtin;
use super::ast::TypeName;
use crate::base::ScalarType;

/// Words with a grammar of their own.
pub(super) const KEYWORDS: [&str; 9] =
    ["if", "else", "for", "foreach_active", "atomic", "trap", "op", "true", "false"];

/// Words that are called like functions.
pub(super) const BUILTINS: [&str; 19] = [
    "min",
    "max",
    "abs",
    "clamp",
    "bits",
    "as",
    "sizeof",
    "reading",
    "modifier",
    "defined",
    "header_usable",
    "header_matches",
    "header_signed",
    "header_float",
    "header_texel_bytes",
    "header_inside",
    "header_resident",
    "header_nearest",
    "texel_address",
];

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

/// The builtin that evaluates to a number or truth value of its arguments, and how many it takes.
pub(super) fn builtin(word: &str) -> Option<(Builtin, usize)> {
    Some(match word {
        "min" => (Builtin::Min, 2),
        "max" => (Builtin::Max, 2),
        "abs" => (Builtin::Abs, 1),
        "clamp" => (Builtin::Clamp, 3),
        "defined" => (Builtin::Defined, 1),
        _ => return None,
    })
}

/// Whether no variable can have that name.
pub(super) fn is_reserved(word: &str) -> bool {
    KEYWORDS.contains(&word)
        || BUILTINS.contains(&word)
        || FOREIGN.contains(&word)
        || type_name(word).is_some()
        || word == ENABLED
        || word == PREDICATE
}
