//! The table of directives. The split of a text, the parser, highlighting, completion and the reference read it.

use super::super::ast::{Directive, DirectiveClass, Inheritance, ItemKind, Rank, SpannedText};
use super::super::cursor::{Cursor, Parsed, fail_unknown};
use super::super::offer::caret::CaretContext;
use super::super::offer::item::CompletionItem;
use super::super::token_class::TokenClass;
use super::key::{KeyRow, for_help};
use super::parser::{BraceSpans, DirectiveLayout, DirectiveParser};
use super::{ask, blocks, decl, expect, memory, settings};
use crate::base::{SCENARIO_TEXT, Span, rules};
use crate::spec::RollCall;

/// A directive of the scenario text.
pub(in crate::syntax) struct DirectiveRow {
    /// The word, without its dot.
    pub word: &'static str,
    /// The text after the word, for help.
    pub usage: Usage,
    /// The purpose.
    pub prose: &'static str,
    /// An example line; empty for `.isa`, whose example is the first set of the roll call.
    pub example: &'static str,
    /// The keys, but for the settings of `.isa` and the parameters of `.model`.
    pub keys: fn() -> Vec<KeyRow<()>>,
    /// The place of its lines among others; `None` for the end.
    pub rank: Option<Rank>,
    /// Its effect in variants.
    pub inheritance: Inheritance,
    /// Whether every instruction set has it.
    pub is_common: bool,
    /// Whether its lines belong to the goal of a puzzle, which a solution must keep.
    pub is_goal: bool,
    /// Its contents besides the words of its line.
    pub body: DirectiveBody,
    /// Parses the text after the word, and offers the completions of each part.
    pub parse: fn(&mut DirectiveParser) -> Parsed<Directive>,
}

/// The text after a directive's word, for help.
#[derive(Clone, Copy)]
pub(in crate::syntax) enum Usage {
    /// This text.
    Text(&'static str),
    /// The instruction sets of the roll call, each with its settings.
    InstructionSets,
    /// The forms of `.expect`.
    ExpectForms,
}

/// The contents of a directive besides the words of its line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::syntax) enum DirectiveBody {
    /// No contents: the directive ends with its line.
    Line,
    /// Notation in braces, and notation up to the end of the line after this sign.
    Notation(Option<char>),
    /// Notation up to the end of the line after this sign.
    Condition(char),
    /// The lines of a variant, in braces.
    Variant,
}

/// The values that most directives share.
const PLAIN: DirectiveRow = DirectiveRow {
    word: "",
    usage: Usage::Text(""),
    prose: "",
    example: "",
    keys: Vec::new,
    rank: None,
    inheritance: Inheritance::UnlessReplaced,
    is_common: true,
    is_goal: false,
    body: DirectiveBody::Line,
    parse: |line| line.fail_expected(&UNKNOWN, "a directive"),
};

impl DirectiveRow {
    /// Returns the class of the directive.
    pub fn class(&self) -> DirectiveClass {
        let &Self { word, rank, inheritance, is_common, is_goal, .. } = self;
        DirectiveClass { word, rank, inheritance, is_common, is_goal }
    }

    /// Returns the text after the word, for help.
    pub fn usage_in(&self, roll_call: &RollCall) -> String {
        match self.usage {
            Usage::Text(text) => text.to_owned(),
            Usage::InstructionSets => instruction_sets(roll_call).join(" | "),
            Usage::ExpectForms => expect::all_usages(),
        }
    }

    /// Returns an example line.
    pub fn example_in(&self, roll_call: &RollCall) -> String {
        match self.usage {
            Usage::InstructionSets => format!(".isa {}", instruction_sets(roll_call)[0]),
            Usage::Text(_) | Usage::ExpectForms => self.example.to_owned(),
        }
    }
}

/// Returns each instruction set with its settings.
fn instruction_sets(roll_call: &RollCall) -> Vec<String> {
    roll_call.sets().iter().map(|set| format!("{}{}", set.key, set.parameters_in_words())).collect()
}

/// The directives: those of every instruction set, and those that a set lists.
pub(in crate::syntax) const DIRECTIVES: &[DirectiveRow] = &[
    DirectiveRow {
        word: "isa",
        usage: Usage::InstructionSets,
        prose: "The instruction set of the scenario, with its settings.",
        rank: Some(Rank::Isa),
        inheritance: Inheritance::Always,
        is_goal: true,
        parse: settings::isa,
        ..PLAIN
    },
    DirectiveRow {
        word: "lanes",
        usage: Usage::Text("N [active=MASK] [helpers=MASK]"),
        prose: "The number of lanes that are dispatched, and which of them are on.",
        example: ".lanes 8 active=0b1111_0111",
        keys: || for_help(settings::LANES_KEYS),
        rank: Some(Rank::Lanes),
        parse: settings::lanes,
        ..PLAIN
    },
    DirectiveRow {
        word: "decl",
        usage: Usage::Text(
            "NAME v_type=G type=TYPE num_elts=N [align=WORD] [alias=<NAME,OFFSET>] | NAME v_type=P num_elts=N | NAME v_type=T num_elts=1",
        ),
        prose: "Declares a variable, predicate or surface.",
        example: ".decl OFF v_type=G type=ud num_elts=8 align=GRF",
        keys: || for_help(decl::DECL_KEYS),
        rank: Some(Rank::Decl),
        is_common: false,
        parse: decl::decl,
        ..PLAIN
    },
    DirectiveRow {
        word: "set",
        usage: Usage::Text("NAME = values"),
        prose: "The initial values of a variable, predicate or register.",
        example: ".set OFF = 0 4 8 12",
        rank: Some(Rank::Set),
        parse: memory::set,
        ..PLAIN
    },
    DirectiveRow {
        word: "surface",
        usage: Usage::Text("NAME|INDEX KIND [FORMAT] [EXTENT] [key=value ...] [= values]"),
        prose: "The shape of a surface and its initial values.",
        example: ".surface BUF buffer ud = 10 20 30 40",
        keys: || for_help(memory::SURFACE_KEYS),
        rank: Some(Rank::Surface),
        parse: memory::surface,
        ..PLAIN
    },
    DirectiveRow {
        word: "const",
        usage: Usage::Text("ADDRESS = words"),
        prose: "Words of the constant bank `c[0x0]`, from a byte address on.",
        example: ".const 0x400 = 0x00300005",
        rank: Some(Rank::Surface),
        is_common: false,
        parse: memory::constants,
        ..PLAIN
    },
    DirectiveRow {
        word: "pool",
        usage: Usage::Text("max=N"),
        prose: "The size of the pool of surface headers.",
        example: ".pool max=7",
        keys: || for_help(memory::POOL_KEYS),
        rank: Some(Rank::Surface),
        is_common: false,
        parse: memory::pool,
        ..PLAIN
    },
    DirectiveRow {
        word: "reading",
        usage: Usage::Text("NAME = choice"),
        prose: "Chooses an answer to a question that the manual leaves open.",
        example: ".reading bounds = first_byte",
        rank: Some(Rank::Reading),
        is_goal: true,
        parse: settings::reading,
        ..PLAIN
    },
    DirectiveRow {
        word: "model",
        usage: Usage::Text("NAME [key=value]"),
        prose: "The cost model that counts sectors, lines and conflicts, with other values of its numbers.",
        example: ".model volta base=4",
        rank: Some(Rank::Model),
        is_goal: true,
        parse: settings::model,
        ..PLAIN
    },
    DirectiveRow {
        word: "order",
        usage: Usage::Text("ascending | descending | seed=N | random(N) | lanes [/ lanes]"),
        prose: "The order in which lanes take turns. After `/`, the order for the next `foreach_active`.",
        example: ".order descending",
        rank: Some(Rank::Order),
        parse: settings::order,
        ..PLAIN
    },
    DirectiveRow {
        word: "semantics",
        usage: Usage::Text("NAME [like INSTRUCTION] { ... }"),
        prose: "Replaces the semantics of an instruction, or makes a new instruction with the operands and suffixes of another one.",
        example: ".semantics ADD { foreach_active (i) { dst[i] = src0[i] + src1[i]; } }",
        body: DirectiveBody::Notation(None),
        parse: blocks::semantics,
        ..PLAIN
    },
    DirectiveRow {
        word: "op",
        usage: Usage::Text("NAME [TYPE] = expression | NAME [TYPE] { ... }"),
        prose: "Replaces or adds an operation.",
        example: ".op NAND = ~(old & src0)",
        body: DirectiveBody::Notation(Some('=')),
        parse: blocks::operation,
        ..PLAIN
    },
    DirectiveRow {
        word: "invariant",
        usage: Usage::Text("NAME: condition"),
        prose: "A condition that must hold at the start and after every step outside an `atomic` block.",
        example: ".invariant total: sum(BUF) == 100",
        is_goal: true,
        body: DirectiveBody::Condition(':'),
        parse: blocks::invariant,
        ..PLAIN
    },
    DirectiveRow {
        word: "variant",
        usage: Usage::Text("NAME { directives }"),
        prose: "An alternative to compare with. Its directives replace those of the scenario, and it is checked against its own \
               `.expect` lines. A variant that begins with `.isa` is a scenario of its own.",
        example: ".variant other {\n.order descending\n}",
        inheritance: Inheritance::Always,
        is_goal: true,
        body: DirectiveBody::Variant,
        parse: blocks::variant,
        ..PLAIN
    },
    DirectiveRow {
        word: "expect",
        usage: Usage::ExpectForms,
        prose: "A claim about the end of the run, about a diagnostic, or about all orders of the lanes.",
        example: ".expect BUF = 26 30 34 46",
        inheritance: Inheritance::Never,
        is_goal: true,
        parse: expect::expect,
        ..PLAIN
    },
    DirectiveRow {
        word: "limit",
        usage: Usage::Text("NAME N | NAME min=N"),
        prose: "The largest number, or with `min=` the smallest one, of instructions, of `modified` instructions, of one instruction such as `dword_atomic` or \
               `dword_atomic.xchg`, or of a count of the cost model, added up over the program.",
        example: ".limit instructions 2",
        keys: || for_help(settings::LIMIT_KEYS),
        inheritance: Inheritance::Never,
        is_goal: true,
        parse: settings::limit,
        ..PLAIN
    },
    DirectiveRow {
        word: "ask",
        usage: Usage::Text(
            "element NAME[INDEX] | lanes | ends [memory | results] | schedule [{ NAME = values; ... }] [\"TEXT\"] [points=N | value_points=N]",
        ),
        prose: "A question to the reader: contents at the end, the lanes of the instruction above, the number of outcomes of all \
               orders, or an order that ends with these values.",
        example: ".ask element BUF[2] \"Why is it not 5?\" points=2",
        keys: || for_help(ask::ASK_KEYS),
        inheritance: Inheritance::Never,
        parse: ask::ask,
        ..PLAIN
    },
    DirectiveRow {
        word: "hint",
        usage: Usage::Text("\"TEXT\""),
        prose: "A hint for the question above, which the reader can ask for.",
        example: ".hint \"Which lane comes first?\"",
        inheritance: Inheritance::Never,
        parse: ask::hint,
        ..PLAIN
    },
];

/// Returns the directives of the sets in a roll call, in the order of their ranks.
pub(in crate::syntax) fn directives(roll_call: &RollCall) -> Vec<&'static DirectiveRow> {
    let mut all: Vec<&DirectiveRow> = DIRECTIVES.iter().filter(|row| is_known(row, roll_call)).collect();
    all.sort_by_cached_key(|row| row.rank.map_or(u32::MAX, |rank| rank as u32));
    all
}

/// Returns whether a directive is one of every set, or of a set in a roll call.
fn is_known(row: &DirectiveRow, roll_call: &RollCall) -> bool {
    row.is_common || roll_call.sets().iter().any(|set| set.directives.contains(&row.word))
}

/// Returns the row of a word, whatever sets have the directive.
pub(in crate::syntax) fn row(word: &str) -> Option<&'static DirectiveRow> {
    DIRECTIVES.iter().find(|row| row.word == word)
}

/// Returns the directive with that word. The check reports one that the set of the text does not have.
pub(in crate::syntax) fn find(word: &str, roll_call: &RollCall) -> Option<&'static DirectiveRow> {
    row(word).filter(|row| is_known(row, roll_call))
}

/// Parses a directive. The cursor is after the directive's word, and afterwards at the end of the directive or of its head.
pub(in crate::syntax) fn parse(
    cursor: &mut Cursor,
    word: &SpannedText,
    block: Option<BraceSpans>,
    roll_call: &RollCall,
) -> Parsed<(ItemKind, DirectiveLayout)> {
    let Some(row) = find(&word.text, roll_call) else {
        let known: Vec<&str> = directives(roll_call).iter().map(|row| row.word).collect();
        return fail_unknown(&UNKNOWN, word, "directive", known);
    };
    let mut line = DirectiveParser::new(*cursor, roll_call);
    line.block = block;
    let directive = (row.parse)(&mut line)?;
    line.need_end(&format!("`.{}`", word.text))?;
    cursor.skip_rest();
    Ok((ItemKind::Directive(directive, row.class()), line.layout))
}

/// Returns the classes of the parts after a directive's word up to an error, in order.
pub(in crate::syntax) fn token_classes(
    cursor: Cursor,
    word: &str,
    roll_call: &RollCall,
) -> Vec<(Span, TokenClass)> {
    let Some(row) = find(word, roll_call) else { return Vec::new() };
    let mut line = DirectiveParser::new(cursor, roll_call);
    let _ = (row.parse)(&mut line);
    line.classes.sort_by_cached_key(|(span, _)| span.start);
    line.classes
}

/// Returns the completions at a caret after a directive's word.
pub(in crate::syntax) fn complete(caret: &CaretContext) -> Vec<CompletionItem> {
    let word = caret.before.get(1).map_or("", |word| word.span.of(caret.text));
    let Some(row) = find(word, caret.roll_call) else { return Vec::new() };
    let mut line = DirectiveParser::up_to_caret(caret);
    // A line up to the caret is seldom whole. After an error in it, nothing is offered.
    let _ = (row.parse)(&mut line);
    line.into_items()
}

rules! {
    UNKNOWN: "text-unknown-directive", Invalid, "a line that begins with a dot is one of the directives",
        SCENARIO_TEXT, "Directives";
}
