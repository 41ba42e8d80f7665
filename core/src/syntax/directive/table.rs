//! The table of directives. The split of a text, the parser, highlighting, completion and the reference read it.

use super::super::ast::{Directive, DirectiveClass, Inheritance, ItemKind, Rank, SpannedText};
use super::super::cursor::{Cursor, Parsed, fail_unknown};
use super::super::offer::caret::CaretContext;
use super::super::offer::item::CompletionItem;
use super::super::reference_entry::ReferenceEntry;
use super::super::token_class::TokenClass;
use super::key::key_entries;
use super::parser::{BraceSpans, DirectiveLayout, DirectiveParser};
use super::{ask, blocks, decl, expect, memory, settings};
use crate::base::{SCENARIO_TEXT, Span, rules};
use crate::spec::InstructionSets;

/// A directive of the scenario text.
pub(in crate::syntax) struct DirectiveRow {
    /// The properties that its lines keep.
    pub class: DirectiveClass,
    /// The text after the word, for help.
    pub usage: fn(&InstructionSets) -> String,
    /// The purpose.
    pub prose: &'static str,
    /// An example line.
    pub example: fn(&InstructionSets) -> String,
    /// The explanations of its keys.
    pub keys: fn(&InstructionSets) -> Vec<ReferenceEntry>,
    /// Whether its first word names memory that it declares. If the line has an error, uses of that name are not reported.
    pub declares_memory: bool,
    /// Its contents besides the words of its line.
    pub body: DirectiveBody,
    /// Parses the text after the word, and offers the completions of each part.
    pub parse: fn(&mut DirectiveParser) -> Parsed<Directive>,
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
    class: class(""),
    usage: |_| String::new(),
    prose: "",
    example: |_| String::new(),
    keys: |_| Vec::new(),
    declares_memory: false,
    body: DirectiveBody::Line,
    parse: |parser| parser.fail_expected(&UNKNOWN, "a directive"),
};

/// Returns the class that most directives share.
const fn class(word: &'static str) -> DirectiveClass {
    DirectiveClass {
        word,
        rank: None,
        inheritance: Inheritance::UnlessReplaced,
        is_common: true,
        is_goal: false,
    }
}

/// The directives: those of every instruction set, and those that a set lists.
pub(in crate::syntax) const DIRECTIVES: &[DirectiveRow] = &[
    DirectiveRow {
        class: DirectiveClass {
            rank: Some(Rank::Isa),
            inheritance: Inheritance::Always,
            is_goal: true,
            ..class("isa")
        },
        usage: |sets| settings::instruction_sets(sets).join(" | "),
        prose: "The instruction set of the scenario, with its settings.",
        example: |sets| format!(".isa {}", settings::instruction_sets(sets)[0]),
        keys: settings::isa_key_entries,
        parse: settings::isa,
        ..PLAIN
    },
    DirectiveRow {
        class: DirectiveClass { rank: Some(Rank::Lanes), ..class("lanes") },
        usage: |_| "N [active=MASK] [helpers=MASK]".to_owned(),
        prose: "The number of lanes that are dispatched, and which of them are on.",
        example: |_| ".lanes 8 active=0b1111_0111".to_owned(),
        keys: |_| key_entries("lanes", settings::LANES_KEYS),
        parse: settings::lanes,
        ..PLAIN
    },
    DirectiveRow {
        class: DirectiveClass { rank: Some(Rank::Decl), is_common: false, ..class("decl") },
        usage: |_| {
            "NAME v_type=G type=TYPE num_elts=N [align=WORD] [alias=<NAME,OFFSET>] | NAME v_type=P num_elts=N | NAME v_type=T num_elts=1".to_owned()
        },
        prose: "Declares a variable, predicate or surface.",
        example: |_| ".decl OFF v_type=G type=ud num_elts=8 align=GRF".to_owned(),
        keys: |_| key_entries("decl", decl::DECL_KEYS),
        declares_memory: true,
        parse: decl::decl,
        ..PLAIN
    },
    DirectiveRow {
        class: DirectiveClass { rank: Some(Rank::Set), ..class("set") },
        usage: |_| "NAME = values".to_owned(),
        prose: "The initial values of a variable, predicate or register.",
        example: |_| ".set OFF = 0 4 8 12".to_owned(),
        parse: memory::set,
        ..PLAIN
    },
    DirectiveRow {
        class: DirectiveClass { rank: Some(Rank::Surface), ..class("surface") },
        usage: |_| "NAME|INDEX KIND [FORMAT] [EXTENT] [key=value ...] [= values]".to_owned(),
        prose: "The shape of a surface and its initial values.",
        example: |_| ".surface BUF buffer ud = 10 20 30 40".to_owned(),
        keys: |_| key_entries("surface", memory::SURFACE_KEYS),
        declares_memory: true,
        parse: memory::surface,
        ..PLAIN
    },
    DirectiveRow {
        class: DirectiveClass { rank: Some(Rank::Surface), is_common: false, ..class("const") },
        usage: |_| "ADDRESS = words".to_owned(),
        prose: "Words of the constant bank `c[0x0]`, from a byte address on.",
        example: |_| ".const 0x400 = 0x00300005".to_owned(),
        parse: memory::constants,
        ..PLAIN
    },
    DirectiveRow {
        class: DirectiveClass { rank: Some(Rank::Surface), is_common: false, ..class("pool") },
        usage: |_| "max=N".to_owned(),
        prose: "The size of the pool of surface headers.",
        example: |_| ".pool max=7".to_owned(),
        keys: |_| key_entries("pool", memory::POOL_KEYS),
        parse: memory::pool,
        ..PLAIN
    },
    DirectiveRow {
        class: DirectiveClass { rank: Some(Rank::Reading), is_goal: true, ..class("reading") },
        usage: |_| "NAME = choice".to_owned(),
        prose: "Chooses an answer to a question that the manual leaves open.",
        example: |_| ".reading bounds = first_byte".to_owned(),
        parse: settings::reading,
        ..PLAIN
    },
    DirectiveRow {
        class: DirectiveClass { rank: Some(Rank::Model), is_goal: true, ..class("model") },
        usage: |_| "NAME [key=value]".to_owned(),
        prose: "The cost model that counts sectors, lines and conflicts, with other values of its numbers.",
        example: |_| ".model volta base=4".to_owned(),
        keys: settings::model_key_entries,
        parse: settings::model,
        ..PLAIN
    },
    DirectiveRow {
        class: DirectiveClass { rank: Some(Rank::Order), ..class("order") },
        usage: |_| settings::order_usage(),
        prose: "The order in which lanes take turns. After `/`, the order for the next `foreach_active`.",
        example: |_| ".order descending".to_owned(),
        parse: settings::order,
        ..PLAIN
    },
    DirectiveRow {
        class: class("semantics"),
        usage: |_| "NAME [like INSTRUCTION] { ... }".to_owned(),
        prose: "Replaces the semantics of an instruction, or makes a new instruction with the operands and suffixes of another one.",
        example: |_| ".semantics ADD { foreach_active (i) { dst[i] = src0[i] + src1[i]; } }".to_owned(),
        body: DirectiveBody::Notation(None),
        parse: blocks::semantics,
        ..PLAIN
    },
    DirectiveRow {
        class: class("op"),
        usage: |_| "NAME [TYPE] = expression | NAME [TYPE] { ... }".to_owned(),
        prose: "Replaces or adds an operation.",
        example: |_| ".op NAND = ~(old & src0)".to_owned(),
        body: DirectiveBody::Notation(Some('=')),
        parse: blocks::operation,
        ..PLAIN
    },
    DirectiveRow {
        class: DirectiveClass { is_goal: true, ..class("invariant") },
        usage: |_| "NAME: condition".to_owned(),
        prose: "A condition that must hold at the start and after every step outside an `atomic` block.",
        example: |_| ".invariant total: sum(BUF) == 100".to_owned(),
        body: DirectiveBody::Condition(':'),
        parse: blocks::invariant,
        ..PLAIN
    },
    DirectiveRow {
        class: DirectiveClass { inheritance: Inheritance::Always, is_goal: true, ..class("variant") },
        usage: |_| "NAME { directives }".to_owned(),
        prose: "An alternative to compare with. Its directives replace those of the scenario, and it is checked against its own \
               `.expect` lines. A variant that begins with `.isa` is a scenario of its own.",
        example: |_| ".variant other {\n.order descending\n}".to_owned(),
        body: DirectiveBody::Variant,
        parse: blocks::variant,
        ..PLAIN
    },
    DirectiveRow {
        class: DirectiveClass { inheritance: Inheritance::Never, is_goal: true, ..class("expect") },
        usage: |_| expect::all_usages(),
        prose: "A claim about the end of the run, about a diagnostic, or about all orders of the lanes.",
        example: |_| ".expect BUF = 26 30 34 46".to_owned(),
        parse: expect::expect,
        ..PLAIN
    },
    DirectiveRow {
        class: DirectiveClass { inheritance: Inheritance::Never, is_goal: true, ..class("limit") },
        usage: |_| "NAME N | NAME min=N".to_owned(),
        prose: "The largest number, or with `min=` the smallest one, of instructions, of `modified` instructions, of one instruction such as `dword_atomic` or \
               `dword_atomic.xchg`, or of a count of the cost model, added up over the program.",
        example: |_| ".limit instructions 2".to_owned(),
        keys: |_| key_entries("limit", settings::LIMIT_KEYS),
        parse: settings::limit,
        ..PLAIN
    },
    DirectiveRow {
        class: DirectiveClass { inheritance: Inheritance::Never, ..class("ask") },
        usage: |_| {
            "element NAME[INDEX] | lanes | ends [memory | results] | schedule [{ NAME = values; ... }] [\"TEXT\"] [points=N | value_points=N]".to_owned()
        },
        prose: "A question to the reader: contents at the end, the lanes of the instruction above, the number of outcomes of all \
               orders, or an order that ends with these values.",
        example: |_| ".ask element BUF[2] \"Why is it not 5?\" points=2".to_owned(),
        keys: |_| key_entries("ask", ask::ASK_KEYS),
        parse: ask::ask,
        ..PLAIN
    },
    DirectiveRow {
        class: DirectiveClass { inheritance: Inheritance::Never, ..class("hint") },
        usage: |_| "\"TEXT\"".to_owned(),
        prose: "A hint for the question above, which the reader can ask for.",
        example: |_| ".hint \"Which lane comes first?\"".to_owned(),
        parse: ask::hint,
        ..PLAIN
    },
];

/// Returns the directives of these sets, in the order of their ranks.
pub(in crate::syntax) fn directives(sets: &InstructionSets) -> Vec<&'static DirectiveRow> {
    let mut all: Vec<&DirectiveRow> = DIRECTIVES.iter().filter(|row| is_known(row, sets)).collect();
    all.sort_by_key(|row| (row.class.rank.is_none(), row.class.rank));
    all
}

/// Returns whether a directive is one of every set, or of one of these sets.
fn is_known(row: &DirectiveRow, sets: &InstructionSets) -> bool {
    row.class.is_common || sets.all().iter().any(|set| set.directives.contains(&row.class.word))
}

/// Returns the row of a word, whatever sets have the directive.
pub(in crate::syntax) fn row(word: &str) -> Option<&'static DirectiveRow> {
    DIRECTIVES.iter().find(|row| row.class.word == word)
}

/// Returns the directive with that word. The check reports one that the set of the text does not have.
pub(in crate::syntax) fn find(word: &str, sets: &InstructionSets) -> Option<&'static DirectiveRow> {
    row(word).filter(|row| is_known(row, sets))
}

/// Returns whether a directive of these sets has that word.
pub(crate) fn is_directive_word(word: &str, sets: &InstructionSets) -> bool {
    find(word, sets).is_some()
}

/// Parses a directive. The cursor is after the directive's word, and afterwards at the end of the directive or of its head.
pub(in crate::syntax) fn parse(
    cursor: &mut Cursor,
    word: &SpannedText,
    block: Option<BraceSpans>,
    sets: &InstructionSets,
) -> Parsed<(ItemKind, DirectiveLayout)> {
    let Some(row) = find(&word.text, sets) else {
        let known: Vec<&str> = directives(sets).iter().map(|row| row.class.word).collect();
        return fail_unknown(&UNKNOWN, word, "directive", known);
    };
    let mut parser = DirectiveParser::new(*cursor, sets);
    parser.block = block;
    let directive = (row.parse)(&mut parser)?;
    parser.need_end(&format!("`.{}`", word.text))?;
    cursor.skip_rest();
    Ok((ItemKind::Directive(directive, &row.class), parser.layout))
}

/// Returns the classes of the parts after a directive's word up to an error, in order.
pub(in crate::syntax) fn token_classes(
    cursor: Cursor,
    word: &str,
    sets: &InstructionSets,
) -> Vec<(Span, TokenClass)> {
    let Some(row) = find(word, sets) else { return Vec::new() };
    let mut parser = DirectiveParser::new(cursor, sets);
    let _ = (row.parse)(&mut parser);
    parser.classes.sort_by_cached_key(|(span, _)| span.start);
    parser.classes
}

/// Returns the completions at a caret after a directive's word.
pub(in crate::syntax) fn complete(caret: &CaretContext) -> Vec<CompletionItem> {
    let word = caret.before.get(1).map_or("", |word| word.span.of(caret.text));
    let Some(row) = find(word, caret.sets) else { return Vec::new() };
    let mut parser = DirectiveParser::up_to_caret(caret);
    // A line up to the caret is seldom whole. After an error in it, nothing is offered.
    let _ = (row.parse)(&mut parser);
    parser.into_items()
}

rules! {
    UNKNOWN: "text-unknown-directive", Invalid, "a line that begins with a dot is one of the directives",
        SCENARIO_TEXT, "Directives";
}
