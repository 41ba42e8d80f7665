//! The syntax tree of a scenario text: its lines, before names and numbers are resolved.

use crate::base::{PackedType, ScalarType, Schedule, Span, SurfaceKind};
use crate::diag::Severity;
use crate::spec::{CostCount, CostModel, PredicateMode};

/// A word and its place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpannedText {
    /// The word.
    pub text: String,
    /// The place.
    pub span: Span,
}

/// A whole number and its place. It may be written as decimal, hex, binary or a constant expression, which is already
/// evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// The value.
    pub value: i128,
    /// The place.
    pub span: Span,
}

/// A parsed scenario.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    /// The items in order. Blank lines and comments have none.
    pub items: Vec<Item>,
    /// The variants, in order.
    pub variants: Vec<Variant>,
    /// The names declared by directives that could not be parsed. Uses of these names need no further error.
    pub unread: Vec<SpannedText>,
}

impl Document {
    /// Returns the items outside variants. [`Document::as_variant`] brings the items of a variant into force.
    pub fn in_force(&self) -> impl DoubleEndedIterator<Item = &Item> {
        self.items.iter().filter(|item| item.variant.is_none())
    }

    /// Returns the directives in order, each with the place of its item.
    pub fn directives(&self) -> impl DoubleEndedIterator<Item = (Span, &Directive)> {
        self.in_force().filter_map(|item| match &item.kind {
            ItemKind::Directive(directive) => Some((item.span, directive)),
            _ => None,
        })
    }

    /// Returns the `.order` lines.
    pub fn orders(&self) -> Orders<'_> {
        let orders = self.directives().filter_map(|(span, directive)| match directive {
            Directive::Order(schedule) => Some((span, schedule)),
            _ => None,
        });
        Orders(orders.collect())
    }

    /// Returns the instructions in order, each with the place of its item.
    pub fn instructions(&self) -> impl Iterator<Item = (Span, &Instr)> {
        self.in_force().filter_map(|item| match &item.kind {
            ItemKind::Instruction(instr) => Some((item.span, &**instr)),
            _ => None,
        })
    }
}

/// The `.order` lines of a document in order, each with the place of its item.
#[derive(Clone, Debug)]
pub struct Orders<'d>(pub Vec<(Span, &'d Schedule)>);

impl<'d> Orders<'d> {
    /// Returns the order for an instruction: the last one above it, or else the first one in the text.
    pub fn in_force(&self, instruction: Span) -> Option<(Span, &'d Schedule)> {
        let above = self.0.partition_point(|(span, _)| span.start < instruction.start);
        self.0.get(above.saturating_sub(1)).copied()
    }
}

/// A directive, instruction or label.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The place from the first to the last character, without a trailing comment.
    pub span: Span,
    /// The kind of item.
    pub kind: ItemKind,
    /// The index in [`Document::variants`] of the variant whose block contains the item.
    pub variant: Option<usize>,
}

/// A variant of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// The name.
    pub name: SpannedText,
    /// The place from `.variant` to the closing `}`.
    pub span: Span,
}

/// The kind of an item.
#[derive(Clone, Debug, PartialEq)]
pub enum ItemKind {
    /// A directive.
    Directive(Directive),
    /// A label, `name:`.
    Label(SpannedText),
    /// An instruction with a known or an unknown mnemonic. Boxed, because it is much larger than the other kinds.
    Instruction(Box<Instr>),
}

/// A directive. A line that could not be parsed has a diagnostic instead.
#[derive(Clone, Debug, PartialEq)]
pub enum Directive {
    /// `.isa KEY setting=value`.
    Isa(IsaLine),
    /// `.lanes 8 active=0b1111_0111 helpers=0x0`.
    Lanes(LanesLine),
    /// `.decl ...`.
    Decl(Decl),
    /// `.reg .TYPE NAME, NAME<N>;`.
    Registers(RegistersLine),
    /// The `{` of a scope.
    BeginScope,
    /// The `}` of a scope.
    EndScope,
    /// `.set NAME = values`.
    Set(Assignment),
    /// `.surface ...`.
    Surface(SurfaceLine),
    /// `.const 0x400 = words`.
    Const {
        /// The byte address.
        address: Number,
        /// The words from that address on.
        values: ValueList,
    },
    /// `.pool max=N`.
    Pool(Vec<Key>),
    /// `.reading NAME = choice`.
    Reading(ReadingLine),
    /// `.model NAME key=value`.
    Model(ModelLine),
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
    /// `.variant NAME {`. The lines up to the `}` belong to that variant.
    Variant(SpannedText),
    /// The `}` of a variant.
    EndVariant,
    /// A line of a pasted listing without effect here (`.version`, `.kernel`, `.input`, ...), recognized by name.
    Listing(SpannedText),
}

/// `.isa NAME key=value ...`.
#[derive(Clone, Debug, PartialEq)]
pub struct IsaLine {
    /// The keyword of the instruction set.
    pub set: SpannedText,
    /// The settings.
    pub keys: Vec<Key>,
}

/// `.model NAME key=value ...`.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelLine {
    /// The cost model.
    pub model: &'static CostModel,
    /// The parameters with other values.
    pub keys: Vec<Key>,
}

/// `key=value`.
#[derive(Clone, Debug, PartialEq)]
pub struct Key {
    /// The key.
    pub name: SpannedText,
    /// The value as written.
    pub value: SpannedText,
    /// The value as a number, if it is one.
    pub number: Option<i128>,
}

/// `.lanes N active=MASK helpers=MASK`.
#[derive(Clone, Debug, PartialEq)]
pub struct LanesLine {
    /// The number of dispatched lanes.
    pub count: Number,
    /// The dispatch mask; without one, all lanes are enabled.
    pub active: Option<Number>,
    /// The helper lanes.
    pub helpers: Option<Number>,
}

/// `.decl NAME v_type=... ...`.
#[derive(Clone, Debug, PartialEq)]
pub struct Decl {
    /// The name.
    pub name: SpannedText,
    /// The class of the declaration.
    pub kind: DeclKind,
    /// `num_elts`.
    pub num_elts: Number,
}

/// The class of a `.decl`.
#[derive(Clone, Debug, PartialEq)]
pub enum DeclKind {
    /// `v_type=G`.
    General {
        /// The type of the elements.
        ty: ScalarType,
        /// The place of the type.
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

/// `.reg .TYPE NAME, NAME<N>;`.
#[derive(Clone, Debug, PartialEq)]
pub struct RegistersLine {
    /// The word of the type, without its dot.
    pub ty: SpannedText,
    /// The registers.
    pub names: Vec<RegisterNames>,
}

/// `NAME`, or `NAME<N>` for the registers `NAME0` to `NAMEn` with n = N - 1.
#[derive(Clone, Debug, PartialEq)]
pub struct RegisterNames {
    /// The name, or the part before the number.
    pub name: SpannedText,
    /// The number of registers; `None` for one without a number.
    pub count: Option<Number>,
}

/// `NAME = values`.
#[derive(Clone, Debug, PartialEq)]
pub struct Assignment {
    /// The name.
    pub name: SpannedText,
    /// The values.
    pub values: ValueList,
}

/// `.surface NAME|INDEX KIND [FORMAT] [EXTENT] [key=value ...] [= values]`.
#[derive(Clone, Debug, PartialEq)]
pub struct SurfaceLine {
    /// The name of a declared surface, or the index of a header.
    pub name: SpannedText,
    /// The kind.
    pub kind: SurfaceKind,
    /// The element type or texel format, as written.
    pub format: Option<SpannedText>,
    /// The extent, if written.
    pub extent: Option<ExtentText>,
    /// The keys, such as `size=` and `pitch=`.
    pub keys: Vec<Key>,
    /// The initial contents.
    pub values: Option<ValueList>,
}

/// The extent of a surface: `8`, `4x3` or `2x2x3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExtentText {
    /// One to three numbers.
    pub sizes: Vec<u64>,
    /// The place of the whole extent.
    pub span: Span,
}

/// A list of values, as written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ValueList {
    /// The values and generators.
    pub values: Vec<ValueText>,
    /// The place from the first value to the last. In an empty list, the empty place of the first value.
    pub span: Span,
}

/// A value or a generator of values.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueText {
    /// The kind of value.
    pub kind: ValueKind,
    /// The place.
    pub span: Span,
}

/// The kind of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum ValueKind {
    /// A decimal whole number: a value of the element's type.
    Decimal(i128),
    /// A hex or binary number: always a bit pattern.
    Pattern(u64),
    /// A number with a point or exponent, or `nan`, `inf`, `-inf`.
    Float(f64),
    /// `?`: an undefined value.
    Undefined,
    /// `_`: an ignored element, in expectations only.
    Ignored,
    /// `[v; n]`: a value and the number of its repetitions.
    Repeat(Box<ValueText>, u64),
    /// `iota(start, step)`: fills the remaining elements.
    Iota {
        /// The first value.
        start: i128,
        /// The difference between successive values.
        step: i128,
    },
    /// `random(seed)`: fills the remaining elements.
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

/// A notation text in the document.
#[derive(Clone, Debug, PartialEq)]
pub struct NotationBlock {
    /// The instruction or operation.
    pub name: SpannedText,
    /// The instruction that a new one is based on (`.semantics NAME like INSTRUCTION { ... }`).
    pub like: Option<SpannedText>,
    /// The operation's type, if one is given (`.op FADD F = old + src0`).
    pub ty: Option<(ScalarType, Span)>,
    /// The notation text: the text between the braces, or the expression after `=`.
    pub body: Span,
    /// Whether the body is an expression (`.op NAME = ...`).
    pub is_expression: bool,
}

/// The claim of an `.expect` line.
#[derive(Clone, Debug, PartialEq)]
pub enum Expect {
    /// `.expect TARGET [type] = values`: a claim about contents at the end of the run.
    Contents(Claim),
    /// `.expect error CODE`, `.expect warning CODE`, `.expect note CODE`: a diagnostic with that code and severity is
    /// reported.
    Diagnostic {
        /// The severity.
        severity: Severity,
        /// The diagnostic's code.
        code: SpannedText,
    },
    /// `.expect outcomes memory N`, `.expect outcomes results N`: the number of distinct outcomes over all orders.
    Outcomes {
        /// Whether outcomes include all variables and predicates, and not only the surfaces.
        results: bool,
        /// The number of outcomes.
        count: Number,
    },
    /// `.expect possible { TARGET = values; error CODE; ... }`, `.expect possible error CODE`, or `impossible`: some order
    /// ends so, or none does.
    Possible {
        /// Whether such an order exists.
        is_possible: bool,
        /// The braces; absent for one error without them.
        braces: Option<[Span; 2]>,
        /// The contents at the end.
        claims: Vec<Claim>,
        /// The codes of the errors that it ends with.
        errors: Vec<SpannedText>,
    },
    /// `.expect invariant NAME`: all orders keep an invariant.
    Invariant(SpannedText),
    /// `.expect order-independent`: all orders have the same outcome.
    OrderIndependent(Span),
    /// `.expect sectors N`: what the instruction above costs.
    Cost {
        /// What is counted.
        what: CostCount,
        /// The number.
        count: Number,
    },
}

/// `TARGET [type] = values`: a claim about contents at the end of the run.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// The name of a variable, predicate or surface.
    pub name: SpannedText,
    /// The type as which the values are read; by default the target's own type.
    pub ty: Option<(ScalarType, Span)>,
    /// The expected values from the first element on. Elements past the end of the list are ignored.
    pub values: ValueList,
}

impl Expect {
    /// Returns the claims about contents at the end of one order.
    pub fn claims(&self) -> &[Claim] {
        match self {
            Self::Contents(claim) => std::slice::from_ref(claim),
            Self::Possible { claims, .. } => claims,
            Self::Diagnostic { .. }
            | Self::Outcomes { .. }
            | Self::Invariant(_)
            | Self::OrderIndependent(_)
            | Self::Cost { .. } => &[],
        }
    }
}

/// The execution size and mask: `(M1, 16)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exec {
    /// The execution size.
    pub size: Number,
    /// The first lane of the dispatch mask that applies: 0, 4, ..., 28 for M1 to M8.
    pub mask_offset: u8,
    /// Whether the dispatch mask is ignored (`_NM`).
    pub no_mask: bool,
    /// The place of the mask, if one is written.
    pub mask_span: Option<Span>,
    /// The place of the whole parenthesis.
    pub span: Span,
}

/// `(!P1.any)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PredicateText {
    /// The predicate.
    pub name: SpannedText,
    /// Whether it is inverted by `!`.
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
    /// The words after its dots.
    pub modifiers: Vec<ModifierWord>,
    /// The execution size and mask.
    pub exec: Option<Exec>,
    /// The operands in the order of the assembler's text. Operands in the manual's order are already reordered.
    pub operands: Vec<OperandText>,
    /// Whether it is written in the manual's upper-case form.
    pub manual_form: bool,
    /// The scheduling annotations after the operands: `&req={0}`, `&wr=1`, `?WAIT4_END_GROUP`. They have no effect on
    /// results.
    pub annotations: Vec<SpannedText>,
}

/// A word after a dot.
pub type ModifierWord = SpannedText;

/// An operand as written.
#[derive(Clone, Debug, PartialEq)]
pub enum OperandText {
    /// A bare name: a surface, a predicate or a special register.
    Name(SpannedText),
    /// `VAR.byte_offset`.
    Raw {
        /// The variable.
        name: SpannedText,
        /// The byte offset.
        offset: Number,
        /// The place of the whole operand.
        span: Span,
    },
    /// `VAR(R,C)<V;W,H>`.
    Vector {
        /// The source modifier such as `(-)`, as written.
        modifier: Option<SpannedText>,
        /// The variable.
        name: SpannedText,
        /// The row, in GRFs.
        row: Number,
        /// The column, in elements.
        column: Number,
        /// The region, if written.
        region: Option<RegionText>,
        /// The place of the whole operand.
        span: Span,
    },
    /// `0x10:ud`.
    Immediate {
        /// The value.
        value: ValueText,
        /// The type, if written.
        ty: Option<(ScalarType, Span)>,
        /// The place of the whole operand.
        span: Span,
    },
    /// `0x76543210:v`.
    Packed {
        /// The value.
        value: ValueText,
        /// The type.
        ty: PackedType,
        /// The place of the whole operand.
        span: Span,
    },
    /// `R4`, `-R4`, `RZ`, `R4.H1`.
    Register {
        /// The register, without sign and flags.
        name: SpannedText,
        /// Whether it is preceded by `-`.
        negated: bool,
        /// Whether it is followed by `.H1`, which selects the upper half.
        upper: bool,
        /// The place of the whole operand.
        span: Span,
    },
    /// `P0`, `!P0`, `PT`.
    Predicate {
        /// The predicate.
        name: SpannedText,
        /// Whether it is preceded by `!`.
        inverted: bool,
        /// The place of the whole operand.
        span: Span,
    },
    /// `[R4]`, `[R4+8]`.
    Address {
        /// The register.
        name: SpannedText,
        /// The number that is added to it, if written.
        offset: Option<Number>,
        /// The place of the whole operand.
        span: Span,
    },
    /// `c[0x0][0x10]`, `c[0x0][0x10].H1`.
    Constant {
        /// The bank.
        bank: Number,
        /// The byte address in the bank.
        offset: Number,
        /// Whether it is followed by `.H1`, which selects the upper half.
        upper: bool,
        /// The place of the whole operand.
        span: Span,
    },
    /// Any other text, which is reported once, when the operand is used.
    Other(SpannedText),
}

/// `<V;W,H>`, or `<H>` for a destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegionText {
    /// The vertical stride, for sources.
    pub vertical: Option<u32>,
    /// The width, for sources.
    pub width: Option<u32>,
    /// The horizontal stride.
    pub horizontal: u32,
}

impl OperandText {
    /// Returns the place of the whole operand.
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
