//! What a scenario text says, line by line, before anything is resolved.

use crate::base::{PackedType, ScalarType, Schedule, Span, SurfaceKind};
use crate::diag::Severity;
use crate::spec::PredicateMode;

/// A word with its place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpannedText {
    /// The word.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// A whole number with its place, as written: decimal, hex, binary or a constant expression already evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// The value.
    pub value: i128,
    /// Its place.
    pub span: Span,
}

/// A parsed scenario.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    /// The lines that say something, in order. Blank lines and comments are in the text only.
    pub items: Vec<Item>,
    /// The variants, in order.
    pub variants: Vec<Variant>,
    /// Names that directives were about whose lines could not be understood: whoever resolves names need not
    /// report them again.
    pub unread: Vec<SpannedText>,
}

impl Document {
    /// The items that count: what stands in variants does only where [`Document::as_variant`] puts it into force.
    pub fn in_force(&self) -> impl DoubleEndedIterator<Item = &Item> {
        self.items.iter().filter(|item| item.variant.is_none())
    }

    /// The directives, in order, each with the place of its item.
    pub fn directives(&self) -> impl DoubleEndedIterator<Item = (Span, &Directive)> {
        self.in_force().filter_map(|item| match &item.kind {
            ItemKind::Directive(directive) => Some((item.span, directive)),
            _ => None,
        })
    }

    /// The orders of lanes that lines ask for.
    pub fn orders(&self) -> Orders<'_> {
        let orders = self.directives().filter_map(|(span, directive)| match directive {
            Directive::Order(schedule) => Some((span, schedule)),
            _ => None,
        });
        Orders(orders.collect())
    }

    /// The instructions, in order, each with the place of its item.
    pub fn instructions(&self) -> impl Iterator<Item = (Span, &Instr)> {
        self.in_force().filter_map(|item| match &item.kind {
            ItemKind::Instruction(instr) => Some((item.span, &**instr)),
            _ => None,
        })
    }
}

/// The `.order` lines of a document, in order, each with the place of its item.
#[derive(Clone, Debug)]
pub struct Orders<'d>(pub Vec<(Span, &'d Schedule)>);

impl<'d> Orders<'d> {
    /// The order for an instruction: the last one above it, or the first of all where none stands above.
    pub fn in_force(&self, instruction: Span) -> Option<(Span, &'d Schedule)> {
        let above = self.0.partition_point(|(span, _)| span.start < instruction.start);
        self.0.get(above.saturating_sub(1)).copied()
    }
}

/// A directive, instruction or label.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The place from its first to its last character, without a trailing comment.
    pub span: Span,
    /// What sort of line it is.
    pub kind: ItemKind,
    /// The variant in whose block it stands: index in [`Document::variants`].
    pub variant: Option<usize>,
}

/// A variant of a scenario: what its block says instead.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// Its name.
    pub name: SpannedText,
    /// The place from `.variant` to its `}`.
    pub span: Span,
}

/// What a line can be.
#[derive(Clone, Debug, PartialEq)]
pub enum ItemKind {
    /// A dot word.
    Directive(Directive),
    /// A label, `name:`.
    Label(SpannedText),
    /// An instruction of any mnemonic, known or not. Boxed: it is much larger than the rest.
    Instruction(Box<Instr>),
}

/// A directive. A line that could not be understood is not here: its diagnostic is.
#[derive(Clone, Debug, PartialEq)]
pub enum Directive {
    /// `.isa KEY setting=value`.
    Isa(IsaLine),
    /// `.lanes 8 active=0b1111_0111 helpers=0x0`.
    Lanes(LanesLine),
    /// `.decl ...`.
    Decl(Decl),
    /// `.set NAME = values`.
    Set(Assignment),
    /// `.surface ...`.
    Surface(SurfaceLine),
    /// `.const 0x400 = words`.
    Const {
        /// The byte address.
        address: Number,
        /// The words from there on.
        values: ValueList,
    },
    /// `.pool max=N`.
    Pool(Vec<Key>),
    /// `.reading NAME = choice`.
    Reading(ReadingLine),
    /// `.order ascending | descending | seed=N | 3 1 0 2 | 3 1 / 1 3`.
    Order(Schedule),
    /// `.semantics NAME [like INSTRUCTION] { ... }`.
    Semantics(NotationBlock),
    /// `.op NAME [TYPE] = expression` or `.op NAME [TYPE] { ... }`.
    Op(NotationBlock),
    /// `.invariant NAME: condition`.
    Invariant(InvariantLine),
    /// `.expect ...`.
    Expect(Expect),
    /// `.variant NAME {`: what follows up to the `}` counts in that variant only.
    Variant(SpannedText),
    /// The `}` of a variant.
    EndVariant,
    /// A line of a pasted listing that means nothing here (`.version`, `.kernel`, `.input`, ...): accepted by name.
    Listing(SpannedText),
}

/// `.isa NAME key=value ...`.
#[derive(Clone, Debug, PartialEq)]
pub struct IsaLine {
    /// The word of the instruction set.
    pub set: SpannedText,
    /// Its settings.
    pub keys: Vec<Key>,
}

/// `key=value`.
#[derive(Clone, Debug, PartialEq)]
pub struct Key {
    /// The key.
    pub name: SpannedText,
    /// The value as written.
    pub value: SpannedText,
    /// The value as a number, where it is one.
    pub number: Option<i128>,
}

/// `.lanes N active=MASK helpers=MASK`.
#[derive(Clone, Debug, PartialEq)]
pub struct LanesLine {
    /// How many lanes were dispatched.
    pub count: Number,
    /// Their dispatch mask; all on when absent.
    pub active: Option<Number>,
    /// The helper lanes.
    pub helpers: Option<Number>,
}

/// `.decl NAME v_type=... ...`.
#[derive(Clone, Debug, PartialEq)]
pub struct Decl {
    /// The name.
    pub name: SpannedText,
    /// What is declared.
    pub kind: DeclKind,
    /// `num_elts`.
    pub num_elts: Number,
}

/// What a `.decl` declares.
#[derive(Clone, Debug, PartialEq)]
pub enum DeclKind {
    /// `v_type=G`.
    General {
        /// Type of its elements.
        ty: ScalarType,
        /// The place of the type's word.
        ty_span: Span,
        /// `align=GRF`, as written.
        align: Option<SpannedText>,
        /// `alias=<VAR, byte offset>`.
        alias: Option<(SpannedText, Number)>,
    },
    /// `v_type=P`.
    Predicate,
    /// `v_type=A`.
    Address,
    /// `v_type=T`.
    Surface,
    /// `v_type=S`.
    Sampler,
}

/// `NAME = values`.
#[derive(Clone, Debug, PartialEq)]
pub struct Assignment {
    /// The name that is set.
    pub name: SpannedText,
    /// The values.
    pub values: ValueList,
}

/// `.surface NAME|INDEX KIND [FORMAT] [EXTENT] [key=value ...] [= values]`.
#[derive(Clone, Debug, PartialEq)]
pub struct SurfaceLine {
    /// A declared surface, or the index of a header.
    pub name: SpannedText,
    /// Its kind.
    pub kind: SurfaceKind,
    /// Element type or texel format, as written.
    pub format: Option<SpannedText>,
    /// Extent, when written.
    pub extent: Option<ExtentText>,
    /// Keys such as `size=`, `pitch=`.
    pub keys: Vec<Key>,
    /// Initial contents.
    pub values: Option<ValueList>,
}

/// `8`, `4x3` or `2x2x3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExtentText {
    /// One to three numbers.
    pub sizes: Vec<u64>,
    /// The place of all of it.
    pub span: Span,
}

/// A list of values, as written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ValueList {
    /// The values and generators.
    pub values: Vec<Value>,
    /// The place from the first value to the last; empty, where the first would stand, if there is none.
    pub span: Span,
}

/// A value or a generator of values.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    /// What sort of value it is.
    pub kind: ValueKind,
    /// Its place.
    pub span: Span,
}

/// What a value can be.
#[derive(Clone, Debug, PartialEq)]
pub enum ValueKind {
    /// A decimal whole number: a value of the element's type.
    Decimal(i128),
    /// Hex or binary: always a bit pattern.
    Pattern(u64),
    /// A number with a point or exponent, or `nan`, `inf`, `-inf`.
    Float(f64),
    /// `?`: undefined.
    Undefined,
    /// `_`: not looked at (expectations only).
    Ignored,
    /// `[v; n]`: a value and how often.
    Repeat(Box<Value>, u64),
    /// `iota(start, step)`: fills what is left.
    Iota {
        /// The first value.
        start: i128,
        /// The distance from each value to the next.
        step: i128,
    },
    /// `random(seed)`: fills what is left.
    Random(u64),
}

/// `.reading NAME = choice`.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadingLine {
    /// The reading.
    pub name: SpannedText,
    /// The choice.
    pub choice: SpannedText,
}

/// `.invariant NAME: condition`.
#[derive(Clone, Debug, PartialEq)]
pub struct InvariantLine {
    /// The name.
    pub name: SpannedText,
    /// The condition, an expression of the notation.
    pub condition: Span,
}

/// A block of notation text in the document.
#[derive(Clone, Debug, PartialEq)]
pub struct NotationBlock {
    /// The instruction or operation.
    pub name: SpannedText,
    /// The instruction that a new one is made from (`.semantics NAME like INSTRUCTION { ... }`).
    pub like: Option<SpannedText>,
    /// The operation's type, where one is given (`.op FADD F = old + src0`).
    pub ty: Option<(ScalarType, Span)>,
    /// The notation text: what stands between the braces, or the expression behind `=`.
    pub body: Span,
    /// Whether the body is an expression (`.op NAME = ...`).
    pub is_expression: bool,
}

/// What a scenario claims.
#[derive(Clone, Debug, PartialEq)]
pub enum Expect {
    /// `.expect TARGET [type] = values`: what lies somewhere at the end of the run.
    Contents(Claim),
    /// `.expect error CODE`, `.expect warning CODE`, `.expect note CODE`: a diagnostic with that code must be reported with
    /// that severity.
    Diagnostic {
        /// The severity.
        severity: Severity,
        /// The diagnostic's code.
        code: SpannedText,
    },
    /// `.expect outcomes memory N`, `.expect outcomes results N`: how many outcomes all orders have.
    Outcomes {
        /// Whether outcomes tell every variable and predicate, and not the surfaces alone.
        results: bool,
        /// How many there are.
        count: Number,
    },
    /// `.expect possible { TARGET = values; error CODE; ... }`, `.expect possible error CODE`, or `impossible`: whether some
    /// order ends so.
    Possible {
        /// Whether one does.
        is_possible: bool,
        /// The braces; absent for one error without them.
        braces: Option<[Span; 2]>,
        /// The contents at its end.
        claims: Vec<Claim>,
        /// The codes of the errors that it ends with.
        errors: Vec<SpannedText>,
    },
    /// `.expect invariant NAME`: all orders keep an invariant.
    Invariant(SpannedText),
    /// `.expect order-independent`: all orders end alike.
    OrderIndependent(Span),
}

/// `TARGET [type] = values`: what lies somewhere at the end.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// The name of a variable, predicate or surface.
    pub name: SpannedText,
    /// How the values are to be read; the target's own type when absent.
    pub ty: Option<(ScalarType, Span)>,
    /// What it must hold, from its first element on; elements behind the list are not looked at.
    pub values: ValueList,
}

impl Expect {
    /// What it says of the end of one order.
    pub fn claims(&self) -> &[Claim] {
        match self {
            Self::Contents(claim) => std::slice::from_ref(claim),
            Self::Possible { claims, .. } => claims,
            Self::Diagnostic { .. }
            | Self::Outcomes { .. }
            | Self::Invariant(_)
            | Self::OrderIndependent(_) => &[],
        }
    }
}

/// How lanes are chosen: `(M1, 16)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exec {
    /// Execution size.
    pub size: Number,
    /// First lane of the dispatch mask that counts: 0, 4, ..., 28 for M1 to M8.
    pub mask_offset: u8,
    /// Whether the dispatch mask is ignored (`_NM`).
    pub no_mask: bool,
    /// The place of the mask word, if one is written.
    pub mask_span: Option<Span>,
    /// The place of the whole parenthesis.
    pub span: Span,
}

/// `(!P1.any)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PredicateText {
    /// The predicate.
    pub name: SpannedText,
    /// Whether `!` stands before it.
    pub inverted: bool,
    /// `.any`, `.all` or neither.
    pub mode: PredicateMode,
    /// The place of the whole parenthesis.
    pub span: Span,
}

/// An instruction as written.
#[derive(Clone, Debug, PartialEq)]
pub struct Instr {
    /// The predicate, if any.
    pub predicate: Option<PredicateText>,
    /// The mnemonic as written.
    pub mnemonic: SpannedText,
    /// The words behind its dots.
    pub modifiers: Vec<ModifierWord>,
    /// Execution size and mask.
    pub exec: Option<Exec>,
    /// The operands, in the order of the assembler's text (the manual's order is already undone).
    pub operands: Vec<OperandText>,
    /// Whether it was written in the manual's upper-case form.
    pub manual_form: bool,
    /// Scheduling annotations behind the operands: `&req={0}`, `&wr=1`, `?WAIT4_END_GROUP`. They change nothing.
    pub annotations: Vec<SpannedText>,
}

/// A word behind a dot.
pub type ModifierWord = SpannedText;

/// An operand as written.
#[derive(Clone, Debug, PartialEq)]
pub enum OperandText {
    /// A bare name: a surface.
    Name(SpannedText),
    /// `VAR.byte_offset`.
    Raw {
        /// The variable.
        name: SpannedText,
        /// Byte offset.
        offset: Number,
        /// The place of the whole operand.
        span: Span,
    },
    /// `VAR(R,C)<V;W,H>`.
    Vector {
        /// Source modifier such as `(-)`, as written.
        modifier: Option<SpannedText>,
        /// The variable.
        name: SpannedText,
        /// Row, in GRFs.
        row: Number,
        /// Column, in elements.
        column: Number,
        /// Region, where written.
        region: Option<Region>,
        /// The place of the whole operand.
        span: Span,
    },
    /// `0x10:ud`.
    Immediate {
        /// The value.
        value: Value,
        /// Its type, if written.
        ty: Option<(ScalarType, Span)>,
        /// The place of the whole operand.
        span: Span,
    },
    /// `0x76543210:v`.
    Packed {
        /// The value.
        value: Value,
        /// Its type.
        ty: PackedType,
        /// The place of the whole operand.
        span: Span,
    },
    /// `R4`, `-R4`, `RZ`, `R4.H1`.
    Register {
        /// The register, without sign and flags.
        name: SpannedText,
        /// Whether `-` stands before it.
        negated: bool,
        /// Whether `.H1` stands behind it: the upper half is meant.
        upper: bool,
        /// The place of the whole operand.
        span: Span,
    },
    /// `P0`, `!P0`, `PT`.
    Predicate {
        /// The predicate.
        name: SpannedText,
        /// Whether `!` stands before it.
        inverted: bool,
        /// The place of the whole operand.
        span: Span,
    },
    /// `[R4]`.
    Address {
        /// The register.
        name: SpannedText,
        /// The place of the whole operand.
        span: Span,
    },
    /// `c[0x0][0x10]`, `c[0x0][0x10].H1`.
    Constant {
        /// The bank.
        bank: Number,
        /// Byte address in it.
        offset: Number,
        /// Whether `.H1` stands behind it: the upper half is meant.
        upper: bool,
        /// The place of the whole operand.
        span: Span,
    },
    /// Something else, as written: reported once where it is looked at.
    Other(SpannedText),
}

/// `<V;W,H>`, or `<H>` for a destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// Vertical stride, for sources.
    pub vertical: Option<u32>,
    /// Width, for sources.
    pub width: Option<u32>,
    /// Horizontal stride.
    pub horizontal: u32,
}

impl OperandText {
    /// The place of the whole operand.
    pub fn span(&self) -> Span {
        match self {
            OperandText::Name(word) | OperandText::Other(word) => word.span,
            OperandText::Raw { span, .. }
            | OperandText::Vector { span, .. }
            | OperandText::Immediate { span, .. }
            | OperandText::Packed { span, .. }
            | OperandText::Register { span, .. }
            | OperandText::Predicate { span, .. }
            | OperandText::Address { span, .. }
            | OperandText::Constant { span, .. } => *span,
        }
    }
}
