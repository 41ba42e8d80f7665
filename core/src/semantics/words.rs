//! The reserved words of the notation.

use super::ast::TypeName;
use super::builtins::builtin;
use crate::base::ScalarType;

/// A word of the notation that is not called, as described in the reference.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)] // the names say it
pub struct NotationWord {
    pub name: &'static str,
    /// The syntax.
    pub form: &'static str,
    /// The meaning, in one sentence.
    pub prose: &'static str,
    /// An example statement.
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

/// Returns a word that is its own syntax.
const fn name(name: &'static str, prose: &'static str, example: &'static str) -> NotationWord {
    word(name, name, prose, example)
}

/// The words with a grammar of their own.
pub(super) const KEYWORDS: [NotationWord; 10] = [
    word(
        "if",
        "if (expr) body",
        "Runs the body if the condition is true.",
        "if (old > src0[i]) new = src0[i];",
    ),
    word(
        "else",
        "if (expr) body else body",
        "Runs the second body if the condition is false.",
        "if (old == 0) new = src0[i]; else new = old - 1;",
    ),
    word(
        "for",
        "for (simple; expr; simple) body",
        "Repeats the body while the condition is true; the third part runs after each round.",
        "for (UD c = 0; c < 4; c++) sum += src0[i];",
    ),
    word(
        "foreach_active",
        "foreach_active (NAME) body",
        "Runs the body once for each enabled lane, each in a thread of its own and in any order; the name is the lane's number.",
        "foreach_active (i) { dst[i] = src0[i]; }",
    ),
    word(
        "atomic",
        "atomic body",
        "Runs the body without an access of another lane in between, and so without a race.",
        "atomic { T old = surface[address]; surface[address] = old + 1; }",
    ),
    word(
        "trap",
        "trap(REASON, expr)",
        "Stops the lane if the condition is true, and the run once the other lanes have finished the loop.",
        "trap(outside, x < 0);",
    ),
    word(
        "drop",
        "drop(h, column, row, slice);",
        "Reports that the lane's access to this element of a header's surface is dropped, and why.",
        "drop(0, 4, 0, 0);",
    ),
    word(
        "op",
        "op NAME { ... }",
        "Names an operation. Its body computes `new`, and optionally `result`, from `old`, `src0` and `src1`.",
        "op ADD { new = old + src0; }",
    ),
    name("true", "The true condition.", "bool inside = true;"),
    name("false", "The false condition.", "bool inside = false;"),
];

/// The words for what every instruction has.
const GIVEN: [NotationWord; 4] = [
    word(ENABLED, "ChEn[expr]", "True if the lane with that number is enabled.", "if (ChEn[i]) count++;"),
    word(
        PREDICATE,
        "Pred[expr]",
        "The predicate's bit of that lane.",
        "dst[i] = Pred[i] ? src0[i] : src1[i];",
    ),
    name(
        "T",
        "The type of the memory access, which the suffixes of the line choose.",
        "T old = surface[address];",
    ),
    name("bool", "The type of a condition.", "bool inside = x < 4;"),
];

/// The name of the size of a lane's element, which may be a vector of values of the access type.
pub const ELEMENT_BYTES: &str = "element_bytes";

/// The names that a text may use without declaring them, in addition to the operands of its instruction.
pub const NAMES: [NotationWord; 17] = [
    name("exec_size", "The number of lanes of the instruction, a UD.", "UD pitch = max(exec_size, 8);"),
    name(
        "GRF_SIZE",
        "The size of a register in bytes, a UD; in an instruction set whose `.isa` line sets it.",
        "UD pitch = GRF_SIZE / 4;",
    ),
    name(
        "ch_mask",
        "For an instruction with channels such as `.RG` or with data such as `d32x4`: their mask, a UD with R in bit 0.",
        "UD count = popcount(ch_mask);",
    ),
    name(
        "num_blocks",
        "For an instruction with blocks such as `.4.2`: the number of blocks of a lane, a UD.",
        "UD bytes = num_blocks * sizeof(T);",
    ),
    name(
        "texel_channels",
        "For an instruction on channels of texels: the number of channels that the format has, a UD.",
        "bool has_green = texel_channels > 1;",
    ),
    name(
        "channel_bits",
        "For an instruction on channels of texels: the number of bits of a channel, a UD.",
        "UD last = channel_bits - 1;",
    ),
    name(
        "channel_is_signed",
        "For an instruction on channels of texels: 1 if channels are signed numbers, otherwise 0.",
        "UD has_sign = channel_is_signed;",
    ),
    name(
        "channel_is_float",
        "For an instruction on channels of texels: 1 if channels are floats, otherwise 0.",
        "UD one = channel_is_float == 1 ? 0x3f800000 : 1;",
    ),
    name(
        "address_size",
        "For an instruction whose line states the size of its address: 4 for `:a32` and 8 for `:a64`, a UD.",
        "bool is_short = address_size == 4;",
    ),
    name(
        "dst_size",
        "For an instruction that computes on variables: the size of an element of the destination in bytes, a UD.",
        "UD last = dst_size == 8 ? 63 : 31;",
    ),
    name(
        "scalar_src",
        "For an instruction that computes on variables or works on registers: 1 if its last operand is one value for all \
         lanes, otherwise 0.",
        "UD broadcast = scalar_src;",
    ),
    name(
        ELEMENT_BYTES,
        "For an instruction that works on registers: the size of a lane's element of a surface in bytes, a UD. A vector is \
         larger than `T`.",
        "Q column = Q(x[i]) * element_bytes;",
    ),
    name("old", "In an operation: the value in memory before it.", "op ADD { new = old + src0; }"),
    name("src0", "In an operation: the first source of the lane.", "op XCHG { new = src0; }"),
    name(
        "src1",
        "In an operation: the second source of the lane.",
        "op CMPXCHG { new = old == src0 ? src1 : old; }",
    ),
    name(
        "new",
        "In an operation: the value in memory after it; it must be assigned.",
        "op INC { new = old + 1; }",
    ),
    name(
        "result",
        "In an operation: the value that the lane gets back, `old` unless assigned. After a call of `op(...)`: that value.",
        "op PREDEC { new = old - 1; result = new; }",
    ),
];

/// Returns every word that is not called and has a meaning of its own.
pub fn notation_words() -> impl Iterator<Item = &'static NotationWord> {
    KEYWORDS.iter().chain(&GIVEN)
}

/// Returns whether a word has a grammar of its own.
pub(super) fn is_keyword(word: &str) -> bool {
    KEYWORDS.iter().any(|keyword| keyword.name == word)
}

/// The enable bits of the lanes, indexed by lane.
pub const ENABLED: &str = "ChEn";

/// The predicate bits of the lanes, indexed by lane.
pub const PREDICATE: &str = "Pred";

/// The keywords of C statements that the notation lacks.
pub(super) const FOREIGN: [&str; 8] =
    ["while", "do", "return", "break", "continue", "switch", "goto", "case"];

/// Returns the type with that name, in the manual's spelling.
pub(super) fn type_name(word: &str) -> Option<TypeName> {
    match word {
        "T" => Some(TypeName::Access),
        "bool" => Some(TypeName::Bool),
        _ => ScalarType::ALL.into_iter().find(|ty| ty.name() == word).map(TypeName::Scalar),
    }
}

/// Returns whether a word is reserved, so that no variable can have it as a name.
pub(super) fn is_reserved(word: &str) -> bool {
    is_keyword(word)
        || builtin(word).is_some()
        || FOREIGN.contains(&word)
        || type_name(word).is_some()
        || word == ENABLED
        || word == PREDICATE
}
