//! Directives, as written.

use super::value::ValueList;
use super::word::{Number, SpannedText};
use crate::base::{ScalarType, Schedule, Span, SurfaceKind};
use crate::diag::Severity;
use crate::spec::{CostCount, CostKey, CostModel, IsaParameter};
use std::fmt;

/// A directive. A line that could not be parsed has a diagnostic instead.
#[derive(Clone, Debug, PartialEq)]
pub enum Directive {
    /// `.isa`.
    Isa(IsaLine),
    /// `.lanes`.
    Lanes(LanesLine),
    /// `.decl`.
    Decl(DeclLine),
    /// `.set`.
    Set(SetLine),
    /// `.surface`.
    Surface(SurfaceLine),
    /// `.const`.
    Const(ConstLine),
    /// `.pool`, with its maximum.
    Pool(Key<()>),
    /// `.reading`.
    Reading(ReadingLine),
    /// `.model`.
    Model(ModelLine),
    /// `.order`.
    Order(Schedule),
    /// `.semantics`.
    Semantics(NotationBlock),
    /// `.op`.
    Op(NotationBlock),
    /// `.invariant`.
    Invariant(InvariantLine),
    /// `.expect`.
    Expect(ExpectLine),
    /// `.limit`.
    Limit(LimitLine),
    /// `.ask`.
    Ask(AskLine),
    /// `.hint`, with its text without the quotation marks.
    Hint(SpannedText),
    /// `.variant`, with its name. The lines up to the `}` belong to that variant.
    Variant(SpannedText),
}

impl Directive {
    /// Returns the key under which the document finds the directive among those of its word. Empty if a scenario has one setting
    /// of that word.
    pub(in crate::syntax) fn index_subject(&self) -> String {
        match self {
            Self::Decl(decl) => decl.name.text.clone(),
            Self::Set(line) => line.name.text.clone(),
            Self::Surface(line) => line.name.text.clone(),
            Self::Const(line) => line.address.value.to_string(),
            Self::Reading(line) => line.name.text.clone(),
            Self::Invariant(line) => line.name.text.clone(),
            // Names of the notation are case-insensitive.
            Self::Semantics(block) | Self::Op(block) => block.name.text.to_ascii_lowercase(),
            _ => String::new(),
        }
    }
}

/// An `.isa` line.
#[derive(Clone, Debug, PartialEq)]
pub struct IsaLine {
    /// The name of the instruction set.
    pub set: SpannedText,
    /// The settings; `None` for one that only other instruction sets have.
    pub keys: Vec<Key<Option<&'static IsaParameter>>>,
}

/// A `.model` line.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelLine {
    /// The cost model.
    pub model: &'static CostModel,
    /// The parameters with other values.
    pub keys: Vec<Key<CostKey>>,
}

/// `key=value`.
#[derive(Clone, Debug, PartialEq)]
pub struct Key<K> {
    /// The key.
    pub key: K,
    /// The key as written.
    pub name: SpannedText,
    /// The value as written.
    pub value: SpannedText,
    /// The value as a number, if it is one.
    pub number: Option<i128>,
}

impl<K> Key<K> {
    /// Returns the value with its span, if it is a number.
    pub(in crate::syntax) fn to_number(&self) -> Option<Number> {
        Some(Number { value: self.number?, span: self.value.span })
    }
}

/// A `.lanes` line.
#[derive(Clone, Debug, PartialEq)]
pub struct LanesLine {
    /// The number of dispatched lanes.
    pub count: Number,
    /// The dispatch mask; without one, all lanes are enabled.
    pub active: Option<Number>,
    /// The helper lanes.
    pub helpers: Option<Number>,
}

/// A `.decl` line.
#[derive(Clone, Debug, PartialEq)]
pub struct DeclLine {
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
        /// The span of the type.
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
pub struct SetLine {
    /// The name.
    pub name: SpannedText,
    /// The values.
    pub values: ValueList,
}

/// A `.surface` line.
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
    /// The keys in order.
    pub keys: Vec<Key<SurfaceKey>>,
    /// The `=` before the initial contents.
    pub equals: Option<Span>,
    /// The initial contents.
    pub values: Option<ValueList>,
}

impl SurfaceLine {
    /// Returns a key, if the line has it.
    pub fn key(&self, key: SurfaceKey) -> Option<&Key<SurfaceKey>> {
        self.keys.iter().find(|given| given.key == key)
    }

    /// Returns the value of `layout=`.
    pub fn layout(&self) -> Option<RowLayout> {
        RowLayout::from_word(&self.key(SurfaceKey::Layout)?.value.text)
    }

    /// Returns whether `state=` switches the surface off.
    pub fn is_disabled(&self) -> bool {
        self.key(SurfaceKey::State).is_some_and(|state| state.value.text == Self::DISABLED)
    }

    /// The value of `state=` for a surface that is switched off.
    pub(in crate::syntax) const DISABLED: &str = "disabled";
}

/// A key of `.surface`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // documented in the table of keys
pub enum SurfaceKey {
    Size,
    Pitch,
    Base,
    Layout,
    Block,
    Levels,
    State,
    Sparse,
}

/// The layout of a surface's rows in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowLayout {
    /// One row after the other.
    Pitch,
    /// In blocks.
    BlockLinear,
}

impl RowLayout {
    /// The words of both, in the order of the variants.
    pub(in crate::syntax) const WORDS: [&str; 2] = ["pitch", "blocklinear"];

    /// Returns the layout that a word names.
    pub(in crate::syntax) fn from_word(word: &str) -> Option<Self> {
        let mut layouts = [Self::Pitch, Self::BlockLinear].into_iter().zip(Self::WORDS);
        layouts.find(|(_, known)| *known == word).map(|(layout, _)| layout)
    }
}

/// The extent of a surface: `8`, `4x3` or `2x2x3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExtentText {
    /// One to three numbers.
    pub sizes: Vec<u64>,
    /// The span of the whole extent.
    pub span: Span,
}

/// A `.const` line.
#[derive(Clone, Debug, PartialEq)]
pub struct ConstLine {
    /// The byte address.
    pub address: Number,
    /// The words from that address on.
    pub values: ValueList,
}

/// A `.limit` line.
#[derive(Clone, Debug, PartialEq)]
pub struct LimitLine {
    /// The name of a count, or of an instruction.
    pub name: SpannedText,
    /// The limit on it.
    pub threshold: Threshold,
}

/// A limit on a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threshold {
    /// The largest number.
    AtMost(u64),
    /// The smallest number.
    AtLeast(u64),
}

impl Threshold {
    /// Returns whether a number is within the limit.
    pub fn allows(self, number: u64) -> bool {
        match self {
            Self::AtMost(most) => number <= most,
            Self::AtLeast(least) => number >= least,
        }
    }
}

impl fmt::Display for Threshold {
    /// Formats as `at most 3` or `at least 3`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::AtMost(most) => write!(f, "at most {most}"),
            Self::AtLeast(least) => write!(f, "at least {least}"),
        }
    }
}

/// A count that has a word after `.limit`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitCount {
    /// The instructions.
    Instructions,
    /// The instructions whose semantics or operation the text modifies.
    Modified,
    /// A count of the cost model.
    Cost(CostCount),
}

impl LimitCount {
    /// Returns all counts.
    pub(crate) fn all() -> impl Iterator<Item = Self> + Clone {
        [Self::Instructions, Self::Modified].into_iter().chain(CostCount::all().map(Self::Cost))
    }

    /// Returns the count that a word names.
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        Self::all().find(|count| count.word() == word)
    }

    /// Returns the word.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Instructions => "instructions",
            Self::Modified => "modified",
            Self::Cost(count) => count.word(),
        }
    }
}

/// A `.reading` line.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadingLine {
    /// The reading.
    pub name: SpannedText,
    /// The choice.
    pub choice: SpannedText,
}

/// An `.invariant` line.
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

/// An `.expect` line.
#[derive(Clone, Debug, PartialEq)]
pub enum ExpectLine {
    /// `.expect TARGET [type] = values`: a claim about contents at the end of the run.
    Contents(ContentsText),
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
        /// The contents of an outcome.
        contents: OutcomeContents,
        /// The number of outcomes.
        number: Number,
    },
    /// `.expect possible { TARGET = values; error CODE; ... }`, `.expect possible error CODE`, or `impossible`: some order
    /// ends so, or none does.
    Possible {
        /// Whether such an order exists.
        is_possible: bool,
        /// The end.
        end: EndText,
    },
    /// `.expect invariant NAME`: all orders keep an invariant.
    Invariant(SpannedText),
    /// `.expect order-independent`: all orders have the same outcome.
    OrderIndependent,
    /// `.expect sectors N`: what the instruction above costs.
    Cost {
        /// The count.
        count: CostCount,
        /// Its number.
        number: Number,
    },
}

/// `TARGET [type] = values`: a claim about contents at the end of the run.
#[derive(Clone, Debug, PartialEq)]
pub struct ContentsText {
    /// The name of a variable, predicate or surface.
    pub name: SpannedText,
    /// The type as which the values are read; by default the target's own type.
    pub ty: Option<(ScalarType, Span)>,
    /// The expected values from the first element on. Elements past the end of the list are ignored.
    pub values: ValueList,
}

/// `{ TARGET = values; error CODE; ... }`: the end of an order.
#[derive(Clone, Debug, PartialEq)]
pub struct EndText {
    /// The contents at the end.
    pub contents: Vec<ContentsText>,
    /// The codes of the errors that the order ends with.
    pub errors: Vec<SpannedText>,
}

/// The contents of an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutcomeContents {
    /// The surfaces.
    Memory,
    /// The surfaces, variables and predicates.
    Results,
}

impl OutcomeContents {
    /// The words of both, in the order of the variants.
    pub(in crate::syntax) const WORDS: [&str; 2] = ["memory", "results"];

    /// Returns the contents that a word names.
    pub(in crate::syntax) fn from_word(word: &str) -> Option<Self> {
        let mut contents = [Self::Memory, Self::Results].into_iter().zip(Self::WORDS);
        contents.find(|(_, known)| *known == word).map(|(contents, _)| contents)
    }
}

/// An `.ask` line.
#[derive(Clone, Debug, PartialEq)]
pub struct AskLine {
    /// The content that the reader is asked for.
    pub content: QuestionText,
    /// The author's own words, without their quotation marks.
    pub text: Option<SpannedText>,
    /// The points.
    pub points: Points,
}

/// The points of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Points {
    /// `points=N`: for a right answer.
    OfAnswer(u32),
    /// `value_points=N`: for each right value.
    OfValue(u32),
}

impl Points {
    /// Returns the points for one answer, or for one value.
    pub fn number(self) -> u32 {
        let (Self::OfAnswer(number) | Self::OfValue(number)) = self;
        number
    }
}

/// The content of a question.
#[derive(Clone, Debug, PartialEq)]
pub enum QuestionText {
    /// `element NAME` or `element NAME[3]`: the contents of a variable, predicate or surface, or of one element.
    Element {
        /// The name.
        name: SpannedText,
        /// The element; `None` for all of them.
        index: Option<Number>,
        /// The span of name and index.
        span: Span,
    },
    /// `lanes`: the lanes that take part in the instruction above.
    Lanes,
    /// `ends memory` or `ends results`: the number of outcomes of all orders.
    Outcomes(OutcomeContents),
    /// `schedule { NAME = values; ... }`: an order of the lanes that ends so. Without braces, the end is that of the
    /// `.expect possible` line above.
    Schedule(Option<EndText>),
}
