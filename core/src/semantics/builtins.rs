//! The builtins of the notation. The parser, type checker, lowering, highlighting and completion read this table. The
//! functions of invariants over many elements (`sum`, `lowest`, `highest`) are in `spec/fold.rs`.

use super::header_query::HeaderQuery;
use super::vocabulary::{Builtin, Type};
use BuiltinKind::{Bits, Function, Header, Inside, Modifier, Op, Reading, Reinterpret, SizeOf};

/// A builtin, which is called like a function.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)] // the names say it
pub struct BuiltinRow {
    pub name: &'static str,
    pub arguments: &'static [&'static str],
    /// The result, in one sentence.
    pub prose: &'static str,
    pub example: &'static str,
    pub(super) meaning: BuiltinKind,
}

/// The way in which a builtin is parsed and lowered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BuiltinKind {
    /// A function of numbers, which are converted to their common type.
    Function(Builtin),
    /// A function of a header's index (UD) and coordinates (Q).
    Header(HeaderQuery),
    /// An element of shared memory.
    Inside,
    /// The bits of a value, as an unsigned number.
    Bits,
    /// The bits of a value, as another type.
    Reinterpret,
    /// The size of a type.
    SizeOf,
    /// A test for the choice of a reading.
    Reading,
    /// A test for the word of a modifier.
    Modifier,
    /// The instruction's operation.
    Op,
}

const fn row(
    name: &'static str,
    arguments: &'static [&'static str],
    meaning: BuiltinKind,
    example: &'static str,
    prose: &'static str,
) -> BuiltinRow {
    BuiltinRow { name, arguments, prose, example, meaning }
}

/// The arguments of queries about an element: the header, the byte in the row, then the other axes.
const ELEMENT: &[&str] = &["h", "column", "row", "slice"];

/// The sources of an operation. Its body uses these names, and rows give them to the operands that hold the sources.
pub const OP_SOURCES: [&str; 2] = ["src0", "src1"];
/// The parameters of an operation, which are the first locals of its body.
pub(super) const PARAMETERS: [&str; 3] = ["old", OP_SOURCES[0], OP_SOURCES[1]];

/// Returns the names that every operation may use: its parameters and its outputs.
pub fn op_names() -> impl Iterator<Item = &'static str> {
    PARAMETERS.into_iter().chain(["new", "result"])
}

/// The builtins.
pub const BUILTINS: &[BuiltinRow] = &[
    row("min", &["a", "b"], Function(Builtin::Min), "min(1, 2)", "The smaller of two numbers."),
    row("max", &["a", "b"], Function(Builtin::Max), "max(1, 2)", "The larger of two numbers."),
    row("abs", &["a"], Function(Builtin::Abs), "abs(-1)", "The number without its sign."),
    row(
        "clamp",
        &["a", "low", "high"],
        Function(Builtin::Clamp),
        "clamp(7, 0, 4)",
        "The number, limited to the range between two others.",
    ),
    row(
        "add_sat",
        &["a", "b"],
        Function(Builtin::AddSat),
        "add_sat(250, 10)",
        "The sum of two integers, or the nearest number of their type where it does not fit.",
    ),
    row(
        "sub_sat",
        &["a", "b"],
        Function(Builtin::SubSat),
        "sub_sat(1, 2)",
        "The difference of two integers, or the nearest number of their type where it does not fit.",
    ),
    row(
        "carry",
        &["a", "b"],
        Function(Builtin::Carry),
        "carry(1, 2)",
        "True if the sum of two integers does not fit their type: a carry, or an overflow of signed ones.",
    ),
    row(
        "borrow",
        &["a", "b"],
        Function(Builtin::Borrow),
        "borrow(1, 2)",
        "True if the difference of two integers does not fit their type: a borrow, or an overflow of signed ones.",
    ),
    row(
        "popcount",
        &["a"],
        Function(Builtin::Popcount),
        "popcount(7)",
        "The number of set bits of an integer.",
    ),
    row("bits", &["a"], Bits, "bits(1.5)", "The same bits as the unsigned type of that width."),
    row("as", &["TYPE", "a"], Reinterpret, "as(UD, 1.5)", "The same bits as another type of that width."),
    row("sizeof", &["TYPE"], SizeOf, "sizeof(T)", "The size of a type in bytes."),
    row(
        "reading",
        &["NAME", "CHOICE"],
        Reading,
        "reading(cas_swap, sum)",
        "True if the reading has that choice.",
    ),
    row(
        "modifier",
        &["NAME", "WORD"],
        Modifier,
        "modifier(clamp, NEAR)",
        "True if the line has that word after its mnemonic.",
    ),
    row(
        "defined",
        &["a"],
        Function(Builtin::Defined),
        "defined(1)",
        "True if all bits of a value are defined.",
    ),
    row(
        "inside",
        &["surface[...]"],
        Inside,
        "inside(surface[0])",
        "True if an access to that element of memory is within bounds; memory is not read.",
    ),
    row(
        "header_usable",
        &["h"],
        Header(HeaderQuery::Usable),
        "header_usable(0)",
        "True if the pool has a surface with that header, and it is enabled.",
    ),
    row(
        "header_matches",
        &["h"],
        Header(HeaderQuery::Matches),
        "header_matches(0)",
        "True if that surface is of the kind that the instruction names.",
    ),
    row(
        "header_signed",
        &["h"],
        Header(HeaderQuery::Signed),
        "header_signed(0)",
        "True if the format of its texels is a signed integer one.",
    ),
    row(
        "header_float",
        &["h"],
        Header(HeaderQuery::Float),
        "header_float(0)",
        "True if the format of its texels is a float one.",
    ),
    row(
        "header_texel_bytes",
        &["h"],
        Header(HeaderQuery::TexelBytes),
        "header_texel_bytes(0)",
        "The size of a texel.",
    ),
    row(
        "header_inside",
        ELEMENT,
        Header(HeaderQuery::Inside),
        "header_inside(0, 4, 0, 0)",
        "True if the whole element is in bounds.",
    ),
    row(
        "header_resident",
        ELEMENT,
        Header(HeaderQuery::Resident),
        "header_resident(0, 4, 0, 0)",
        "True if the element is backed by memory.",
    ),
    row(
        "header_nearest",
        &["h", "axis", "coordinate"],
        Header(HeaderQuery::Nearest),
        "header_nearest(0, 1, -1)",
        "The nearest coordinate of that axis that an element can have.",
    ),
    row(
        "texel_address",
        ELEMENT,
        Header(HeaderQuery::Address),
        "texel_address(0, 4, 0, 0)",
        "The physical byte address of the element.",
    ),
    row(
        "op",
        &PARAMETERS,
        Op,
        "op(1, 2, 3)",
        "The new value that the instruction's operation makes of the old one; sets `result`.",
    ),
];

/// Returns the builtin with that name.
pub(super) fn builtin(word: &str) -> Option<&'static BuiltinRow> {
    BUILTINS.iter().find(|row| row.name == word)
}

impl Builtin {
    /// Returns the name in calls.
    pub fn name(self) -> &'static str {
        name_of(&BuiltinKind::Function(self))
    }
}

impl HeaderQuery {
    /// Returns the name in calls.
    pub fn name(self) -> &'static str {
        name_of(&BuiltinKind::Header(self))
    }
}

/// Returns the name of a builtin that has a row.
fn name_of(meaning: &BuiltinKind) -> &'static str {
    BUILTINS.iter().find(|row| row.meaning == *meaning).map_or("", |row| row.name)
}

impl BuiltinRow {
    /// Formats the call: `clamp(a, low, high)`.
    pub fn signature(&self) -> String {
        format!("{}({})", self.name, self.arguments.join(", "))
    }

    /// Returns the result type, in words.
    pub fn gives(&self) -> &'static str {
        match self.meaning {
            BuiltinKind::Function(builtin) if !builtin.is_truth() => "that of its arguments",
            BuiltinKind::Function(_) | BuiltinKind::Reading | BuiltinKind::Modifier | BuiltinKind::Inside => {
                Type::Bool.name()
            }
            BuiltinKind::Header(query) => query.ty().name(),
            BuiltinKind::Bits => "the unsigned type of that width",
            BuiltinKind::Reinterpret => "TYPE",
            BuiltinKind::SizeOf => "the type of the adjacent integer",
            BuiltinKind::Op => "T",
        }
    }
}
