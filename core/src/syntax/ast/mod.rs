//! The syntax tree of a scenario text: its lines, before names and numbers are resolved.

mod directive;
mod instruction;
mod value;
mod word;

pub use directive::*;
pub use instruction::*;
pub use value::*;
pub use word::*;

use crate::base::{Schedule, Span};
use crate::spec::{InstructionSet, IsaValues};
use rustc_hash::FxHashMap;

/// A parsed scenario.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    /// The items in order. Blank lines and comments have none.
    pub items: Vec<Item>,
    /// The variants, in order.
    pub variants: Vec<Variant>,
    /// The names in declarations that could not be parsed. Uses of these names need no further error.
    pub broken_declarations: Vec<SpannedText>,
    /// The key of the first instruction set that an `.isa` line names, also if its other words are in error.
    pub(crate) named_set: Option<String>,
    /// Whether the text has no directive, and lines of an instruction set that it does not name. Nothing else is reported.
    pub(crate) is_unnamed_listing: bool,
    /// The index of the first directive outside variants with each word and written subject.
    pub(super) first_items: FxHashMap<&'static str, FxHashMap<String, usize>>,
}

impl Document {
    /// Returns the items outside variants. [`Document::as_variant`] brings the items of a variant into force.
    pub fn base_items(&self) -> impl DoubleEndedIterator<Item = &Item> {
        self.items.iter().filter(|item| item.variant.is_none())
    }

    /// Returns the directives in order, each with the span of its item.
    pub fn directives(&self) -> impl DoubleEndedIterator<Item = (Span, &Directive)> {
        self.base_items().filter_map(|item| match &item.kind {
            ItemKind::Directive(directive, _) => Some((item.span, directive)),
            _ => None,
        })
    }

    /// Indexes the directives by word and written subject, after all items are known.
    pub(super) fn index_directives(&mut self) {
        for (index, item) in self.items.iter().enumerate().filter(|(_, item)| item.variant.is_none()) {
            if let ItemKind::Directive(directive, class) = &item.kind {
                let subjects = self.first_items.entry(class.word).or_default();
                subjects.entry(directive.index_subject()).or_insert(index);
            }
        }
    }

    /// Returns the first directive with a word and a written subject, with the span of its item.
    fn first_directive(&self, word: &str, subject: &str) -> Option<(Span, &Directive)> {
        let item = &self.items[*self.first_items.get(word)?.get(subject)?];
        match &item.kind {
            ItemKind::Directive(directive, _) => Some((item.span, directive)),
            _ => None,
        }
    }

    /// Returns the first `.decl` line of a name.
    pub fn decl(&self, name: &str) -> Option<&DeclLine> {
        match self.first_directive("decl", name)?.1 {
            Directive::Decl(decl) => Some(decl),
            _ => None,
        }
    }

    /// Returns the first `.surface` line of a name.
    pub fn surface(&self, name: &str) -> Option<&SurfaceLine> {
        self.surface_item(name).map(|(_, line)| line)
    }

    /// Returns the first `.surface` line of a name, with the span of its item.
    pub(super) fn surface_item(&self, name: &str) -> Option<(Span, &SurfaceLine)> {
        match self.first_directive("surface", name)? {
            (span, Directive::Surface(line)) => Some((span, line)),
            _ => None,
        }
    }

    /// Returns the first `.set` line of a name.
    pub fn set_line(&self, name: &str) -> Option<&SetLine> {
        match self.first_directive("set", name)?.1 {
            Directive::Set(line) => Some(line),
            _ => None,
        }
    }

    /// Returns whether an `.invariant` line has a name.
    pub fn has_invariant(&self, name: &str) -> bool {
        self.first_directive("invariant", name).is_some()
    }

    /// Returns whether an `.op` block has a name, in upper or lower case.
    pub fn has_op(&self, name: &str) -> bool {
        self.first_directive("op", &name.to_ascii_lowercase()).is_some()
    }

    /// Returns the index of a variant.
    pub fn variant(&self, name: &str) -> Option<usize> {
        self.variants.iter().position(|variant| variant.name.text == name)
    }

    /// Returns the `.order` lines.
    pub fn orders(&self) -> Orders<'_> {
        let mut orders = Orders { lines: Vec::new(), above: FxHashMap::default() };
        for item in self.base_items() {
            match &item.kind {
                ItemKind::Directive(Directive::Order(schedule), _) => {
                    orders.lines.push((item.span, schedule))
                }
                ItemKind::Instruction(_) => {
                    orders.above.insert(item.span, orders.lines.len());
                }
                _ => {}
            }
        }
        orders
    }

    /// Returns the values of a set's parameters, given by `.isa` or by default. Values that are not allowed do not count.
    pub fn isa_values(&self, set: &InstructionSet) -> IsaValues {
        let mut values = set.default_values();
        for key in self.isa_lines().flat_map(|line| &line.keys) {
            if let Some(parameter) = key.key
                && let Some(value) = parameter.allowed(key.number)
            {
                values.choose(parameter, value);
            }
        }
        values
    }

    /// Returns the instructions in order, each with the span of its item.
    pub fn instructions(&self) -> impl Iterator<Item = (Span, &InstructionLine)> {
        self.base_items().filter_map(|item| match &item.kind {
            ItemKind::Instruction(instr) => Some((item.span, &**instr)),
            _ => None,
        })
    }
}

/// Defines a function of [`Document`] for each of these kinds of directive.
macro_rules! lines_of_a_kind {
    ($($function:ident: $kind:ident($line:ty);)*) => {
        impl Document {
            $(
                #[doc = concat!("Returns the directives [`Directive::", stringify!($kind), "`] in order.")]
                pub fn $function(&self) -> impl DoubleEndedIterator<Item = &$line> {
                    self.directives().filter_map(|(_, directive)| match directive {
                        Directive::$kind(line) => Some(line),
                        _ => None,
                    })
                }
            )*
        }
    };
}

lines_of_a_kind! {
    isa_lines: Isa(IsaLine);
    decls: Decl(DeclLine);
    set_lines: Set(SetLine);
    surfaces: Surface(SurfaceLine);
    semantics_blocks: Semantics(NotationBlock);
    op_blocks: Op(NotationBlock);
    invariants: Invariant(InvariantLine);
    lanes_lines: Lanes(LanesLine);
    reading_lines: Reading(ReadingLine);
    const_lines: Const(ConstLine);
    limit_lines: Limit(LimitLine);
}

/// The `.order` lines of a document.
#[derive(Clone, Debug)]
pub struct Orders<'d> {
    /// The lines in order, each with the span of its item.
    pub lines: Vec<(Span, &'d Schedule)>,
    /// The number of lines above each instruction. The lines of a variant are in the places of those that they replace.
    above: FxHashMap<Span, usize>,
}

impl<'d> Orders<'d> {
    /// Returns the order for an instruction: the last one above it, or else the first one in the text.
    pub fn order_for(&self, instruction: Span) -> Option<(Span, &'d Schedule)> {
        let above = self.above.get(&instruction).copied().unwrap_or(self.lines.len());
        self.lines.get(above.saturating_sub(1)).copied()
    }
}

/// An item of a line: a directive, an instruction, a label or a brace.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The span from the first to the last character, without a trailing comment.
    pub span: Span,
    /// The kind of item.
    pub kind: ItemKind,
    /// The index in [`Document::variants`] of the variant whose block contains the item; past the end for a block that the
    /// document does not list.
    pub variant: Option<usize>,
}

impl Item {
    /// Returns whether it is a claim or a question: `.expect`, `.limit`, `.ask` or `.hint`. These are about the text that contains
    /// them, so no variant inherits them.
    pub fn is_claim_or_question(&self) -> bool {
        self.class().is_some_and(|class| class.inheritance == Inheritance::Never)
    }

    /// Returns the class of a directive.
    pub(crate) fn class(&self) -> Option<&'static DirectiveClass> {
        match self.kind {
            ItemKind::Directive(_, class) => Some(class),
            _ => None,
        }
    }
}

/// The properties that all directives of one word share.
#[derive(Debug, PartialEq, Eq)]
pub struct DirectiveClass {
    /// The word, without its dot.
    pub(crate) word: &'static str,
    /// The place of its lines among others; `None` for the end.
    pub(crate) rank: Option<Rank>,
    /// Its effect in variants.
    pub(crate) inheritance: Inheritance,
    /// Whether every instruction set has it.
    pub(crate) is_common: bool,
    /// Whether its lines belong to the goal of a puzzle, which a solution must keep.
    pub(crate) is_goal: bool,
}

/// The canonical order of directives in a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rank {
    Isa,
    Lanes,
    Decl,
    Set,
    Surface,
    Reading,
    Model,
    Order,
}

/// The effect of a scenario's directive in a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Inheritance {
    /// It applies.
    Always,
    /// It applies, unless the variant has a directive with the same word and subject.
    UnlessReplaced,
    /// It does not apply: a claim or a question about the base text.
    Never,
}

/// A variant of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// The name.
    pub name: SpannedText,
    /// The span from `.variant` to the closing `}`.
    pub span: Span,
    /// The span between the braces. A block that is not closed reaches up to the next variant or the end of the text.
    pub body: Span,
}

impl Variant {
    /// Returns whether the block has its `}`.
    pub(super) fn is_closed(&self) -> bool {
        self.span.end > self.body.end
    }
}

/// The kind of an item.
#[derive(Clone, Debug, PartialEq)]
pub enum ItemKind {
    /// A directive of the scenario text, and the class of its word.
    Directive(Directive, &'static DirectiveClass),
    /// The `}` of a variant.
    EndVariant,
    /// A directive or brace of a pasted listing, without effect here: `.version`, `.kernel`, `.input`, `{`.
    Ignored(SpannedText),
    /// A label, `name:`.
    Label(SpannedText),
    /// An instruction with a known or an unknown mnemonic. Boxed, because it is much larger than the other kinds.
    Instruction(Box<InstructionLine>),
}
