//! The words that the notation keeps for itself.

use super::ast::TypeName;
use super::builtins::builtin;
use crate::base::ScalarType;

/// A word of the notation that is not called, for a reference.
#[derive(Clone, Copy, Debug)]
pub struct NotationWord {
    /// The word.
    pub name: &'static str,
    /// How it stands in a text.
    pub form: &'static str,
    /// What it means, one sentence.
    pub prose: &'static str,
    /// A statement with it.
    pub example: &'static str,
}

const fn word(
    name: &'static str,
    form: &'static str,
    prose: &'static str,
    example: &'static str,
) -> NotationWord {
    NotationWord { name, form, prose, example }
}

/// Words with a grammar of their own.
pub(super) const KEYWORDS: [NotationWord; 10] = [
    word(
        "if",
        "if (expr) body",
        "Does what follows where the condition holds.",
        "if (old > src0[i]) new = src0[i];",
    ),
    word(
        "else",
        "if (expr) body else body",
        "Does what follows where the condition before it does not hold.",
        "if (old == 0) new = src0[i]; else new = old - 1;",
    ),
    word(
        "for",
        "for (simple; expr; simple) body",
        "Repeats what follows while the condition holds; the last part is done behind each round.",
        "for (UD c = 0; c < 4; c++) sum += src0[i];",
    ),
    word(
        "foreach_active",
        "foreach_active (NAME) body",
        "Each lane that takes part does what follows, by itself and in any order; the name is its number.",
        "foreach_active (i) { dst[i] = src0[i]; }",
    ),
    word(
        "atomic",
        "atomic body",
        "No other lane comes between the accesses inside.",
        "atomic { T old = surface[address]; surface[address] = old + 1; }",
    ),
    word(
        "trap",
        "trap(REASON, expr)",
        "Stops the lane where the condition holds, and the run once the other lanes are done with the loop.",
        "trap(outside, x < 0);",
    ),
    word(
        "drop",
        "drop(h, column, row, slice);",
        "Notes that the lane's access to that element of a header's surface is dropped, and why.",
        "drop(0, 4, 0, 0);",
    ),
    word(
        "op",
        "op NAME { ... }",
        "Names an operation; its text makes `new`, and may make `result`, of `old`, `src0` and `src1`.",
        "op ADD { new = old + src0; }",
    ),
    word("true", "true", "A condition that always holds.", "bool inside = true;"),
    word("false", "false", "A condition that never holds.", "bool inside = false;"),
];

/// Words that stand for what every instruction has.
const GIVEN: [NotationWord; 4] = [
    word(ENABLED, "ChEn[expr]", "Whether the lane of that number takes part.", "if (ChEn[i]) count++;"),
    word(
        PREDICATE,
        "Pred[expr]",
        "The predicate's bit of that lane.",
        "dst[i] = Pred[i] ? src0[i] : src1[i];",
    ),
    word(
        "T",
        "T",
        "The type of the access, which the instruction's words choose.",
        "T old = surface[address];",
    ),
    word("bool", "bool", "The type of a condition.", "bool inside = x < 4;"),
];

/// Every word that is not called and has a meaning of its own.
pub fn notation_words() -> impl Iterator<Item = &'static NotationWord> {
    KEYWORDS.iter().chain(&GIVEN)
}

/// Whether a word has a grammar of its own.
pub(super) fn is_keyword(word: &str) -> bool {
    KEYWORDS.iter().any(|keyword| keyword.name == word)
}

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
    is_keyword(word)
        || builtin(word).is_some()
        || FOREIGN.contains(&word)
        || type_name(word).is_some()
        || word == ENABLED
        || word == PREDICATE
}
