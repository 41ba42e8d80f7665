//! Completion at the caret.

mod mnemonic;
pub(super) mod starter_scenario;

use super::ast::Variant;
use super::cursor::Cursor;
use super::directive::table::{self, DirectiveRow, directives};
use super::label::label;
use super::lexer::{Token, TokenKind, is_word_char};
use super::line_inserter::LineInserter;
use super::lines::LogicalLine;
use super::offer::caret::{CaretContext, CaretLine, CompletionsOf};
use super::offer::item::CompletionItem;
use super::parser::{MAX_TEXT_BYTES, ParsedLine, ParsedText, parse_text};
use super::walk::{NextPart, ParsedInstruction, walk};
use crate::base::Span;
use crate::spec::{FormPart, InstructionSets, Keyword, KeywordList};

/// The completions at a caret.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Completion {
    /// The typed text up to the caret, which an item's `insert` replaces.
    pub span: Span,
    /// The items. Those that start with the typed text come first.
    pub items: Vec<CompletionItem>,
    /// Whether the text before the caret calls for an item, so that the list may open by itself.
    pub is_called_for: bool,
}

/// Returns the completions at `byte_offset`. There are none inside comments and notation, in a line
/// beyond the limit, or if nothing known fits.
pub fn complete(
    text: &str,
    byte_offset: usize,
    sets: &InstructionSets,
    completions_of: CompletionsOf,
) -> Option<Completion> {
    if text.len() > MAX_TEXT_BYTES || !text.is_char_boundary(byte_offset) {
        return None;
    }
    let ParsedText { tokens, lines, document: written, set, .. } = parse_text(text, sets);
    // After the last line there is none.
    let line = line_at(&tokens, &lines, byte_offset);
    if line.is_some_and(|line| line.is_too_long(&tokens)) {
        return None;
    }
    let set = line.and_then(|line| line.variant_set).unwrap_or(set);
    let mut typed = Span::new(word_start(text, byte_offset), byte_offset);
    let before = tokens_before(text, &tokens, line, typed)?;
    // A line after a label is completed like one without it.
    let mut after_labels = Cursor::new(text, &before);
    while label(&mut after_labels, set).is_some() {}
    let mut before = after_labels.tokens;
    // The dot of a directive belongs to its word.
    if let [dot] = before
        && dot.is('.')
        && dot.span.end == typed.start
    {
        typed.start = dot.span.start;
        before = &[];
    }
    let in_block = |variant: &Variant| variant.span.start <= typed.start && typed.end <= variant.body.end;
    let variant = written.variants.iter().position(in_block);
    let document = &variant.map_or_else(|| written.clone(), |index| written.as_variant(index, sets));
    // After the labels of the line.
    let line_start = Span::at(before.first().map_or(typed, |token| token.span).range().start);
    let inserter = LineInserter::from_tokens(text, document, &tokens).with_current_line(line_start);
    let caret = CaretContext { text, before, typed, set, sets, document, completions_of, inserter };
    let typed_text = typed.of(text).to_ascii_lowercase();
    let mut items = items(&caret);
    items.retain(|item| item.label.to_ascii_lowercase().contains(&typed_text));
    items.sort_by_key(|item| !item.label.to_ascii_lowercase().starts_with(&typed_text));
    let is_called_for = calls_for_item(&caret);
    (!items.is_empty()).then_some(Completion { span: typed, items, is_called_for })
}

/// Returns whether the list may open by itself: a word has begun, or the caret follows a sign or a space that
/// requires a continuation.
fn calls_for_item(caret: &CaretContext) -> bool {
    let is_directive = caret.before.first().is_some_and(|dot| dot.is('.'));
    let sign = caret.before.last().filter(|last| last.span.end == caret.typed.end);
    let is_sign = sign.is_some_and(|sign| matches!(sign.kind, TokenKind::Punct('.' | '(' | '@' | '!' | '=')));
    !caret.typed.is_empty() || is_sign || !caret.before.is_empty() && sign.is_none() && !is_directive
}

/// Returns the start of the word before the caret.
fn word_start(text: &str, caret: usize) -> usize {
    let before = &text[..caret];
    before.trim_end_matches(|c: char| is_word_char(c) || matches!(c, '%' | '$')).len()
}

/// Returns the line that contains the caret.
fn line_at<'l, 'r>(
    tokens: &[Token],
    lines: &'l [ParsedLine<'r>],
    caret: usize,
) -> Option<&'l LogicalLine<'r>> {
    let reaches = |line: &LogicalLine| {
        line.tokens.end >= tokens.len() || tokens[line.tokens.end].span.range().start >= caret
    };
    lines.iter().map(|parsed| &parsed.line).find(|line| reaches(line))
}

/// Returns the tokens of the caret's line that end before the word at the caret. Returns `None` in comments and
/// notation.
fn tokens_before(
    text: &str,
    tokens: &[Token],
    line: Option<&LogicalLine>,
    typed: Span,
) -> Option<Vec<Token>> {
    let in_comment = tokens.iter().any(|token| {
        let is_open = token.kind == TokenKind::LineComment || token.is_open_comment(text);
        let is_comment = is_open || token.kind == TokenKind::BlockComment;
        let is_before_end = typed.end < token.span.end || is_open && typed.end == token.span.end;
        is_comment && token.span.start < typed.end && is_before_end
    });
    let Some(line) = line else { return Some(Vec::new()) };
    let in_block = line.notation.is_some_and(|block| tokens[block.open].span.end <= typed.end);
    let before = tokens[line.tokens.clone()].iter().filter(|token| !token.is_trivia());
    let before = before.take_while(|token| token.span.end <= typed.start).copied().collect();
    (!in_comment && !in_block).then_some(before)
}

/// Returns the items that may replace the typed text.
fn items(caret: &CaretContext) -> Vec<CompletionItem> {
    match caret.before {
        [] => mnemonic::mnemonics(caret).into_iter().chain(directive_words(caret)).collect(),
        [dot, ..] if dot.is('.') => table::complete(caret),
        _ => in_instruction(caret),
    }
}

/// Returns the items in an instruction line, by the part of its shape that may follow.
fn in_instruction(caret: &CaretContext) -> Vec<CompletionItem> {
    let mut cursor = Cursor::new(caret.text, caret.before);
    let ParsedInstruction { instr, next, .. } = walk(&mut cursor, caret.set);
    let completions = (caret.completions_of)(caret.set);
    let row = caret.set.instruction(&instr.mnemonic.text);
    let line = row.map(|row| CaretLine { caret, row, instr: &instr });
    match (line, next) {
        (_, Some(NextPart::Mnemonic)) => mnemonic::mnemonics(caret),
        (_, Some(NextPart::Guard(parts))) => match parts.first() {
            Some(FormPart::Keyword(_, list)) => keyword_items(list, "predicate"),
            Some(FormPart::Flag(_) | FormPart::Name(..)) => completions.guards(caret),
            _ => Vec::new(),
        },
        (Some(_), Some(NextPart::ModifierOrExec)) if instr.exec.is_some() => Vec::new(),
        (Some(line), Some(NextPart::ModifierOrExec)) if caret.follows('.') => {
            mnemonic::modifiers(caret, line.row, &instr.modifiers)
        }
        (Some(line), Some(NextPart::ModifierOrExec)) => completions.execs(&line),
        (Some(line), Some(NextPart::Exec(parts))) => completions.in_exec(&line, &parts),
        (Some(_), Some(NextPart::Keyword(list))) => keyword_items(list, "operand"),
        (Some(line), Some(NextPart::Operand(index))) if !caret.follows('.') => {
            completions.operands(&line, index)
        }
        _ => Vec::new(),
    }
}

/// Returns the words of a list.
fn keyword_items(list: &KeywordList, detail: &str) -> Vec<CompletionItem> {
    let item = |word: &Keyword| CompletionItem::new(word.text, detail, word.prose);
    list.keywords.iter().map(item).collect()
}

/// Returns the directives, including their dots.
fn directive_words(caret: &CaretContext) -> Vec<CompletionItem> {
    let item = |row: &&DirectiveRow| {
        CompletionItem::new(&format!(".{}", row.class.word), &(row.usage)(caret.sets), row.prose)
    };
    directives(caret.sets).iter().map(item).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::complete_in;
    use super::*;
    use crate::test;

    const DECLS: &str = ".decl OFF v_type=G type=ud num_elts=8\n.decl P1 v_type=P num_elts=8\n.decl BUF v_type=T num_elts=1\n";

    /// Returns the labels at `|`, and the text that they replace.
    fn labels(line: &str) -> (String, Vec<String>) {
        let text = format!("{DECLS}{line}\n.lanes 8\n");
        let caret = text.find('|').expect("the caret is marked");
        let text = text.replace('|', "");
        match complete_in(&text, caret) {
            Some(Completion { span, items, .. }) => {
                (span.of(&text).to_owned(), items.into_iter().map(|item| item.label).collect())
            }
            None => (String::new(), Vec::new()),
        }
    }

    fn check(line: &str, typed: &str, first: &[&str]) {
        let (replaced, labels) = labels(line);
        assert_eq!(replaced, typed, "{line}");
        let labels: Vec<&str> = labels.iter().take(first.len().max(1)).map(String::as_str).collect();
        assert_eq!(labels, first, "{line}");
    }

    #[test]
    fn words_within_an_operand() {
        check("lsc_load.ugm (M1, 8) D:|", "", &["d8u32", "d16u32", "d32"]);
        check("lsc_load.ugm (M1, 8) D:d6|", "d6", &["d64", "d64x1"]);
        check("lsc_load_quad.ugm (M1, 8) D:d32.|", "", &["x", "y", "xy"]);
        check("lsc_load.ugm (M1, 8) D:d32 flat[4*OFF+8]:|", "", &["a32", "a64"]);
    }

    #[test]
    fn lines_and_directives() {
        check("dw|", "dw", &["dword_atomic"]);
        check(".la|", ".la", &[".lanes"]);
        check(".isa |", "", &["visa", "sass"]);
        check(".isa visa g|", "g", &["grf"]);
        check(".decl A v_type=|", "", &["G", "P"]);
        check(".decl A type=u|", "u", &["ub", "uw", "ud", "uq"]);
        check(".decl A v_type=G |", "", &["type", "num_elts"]);
        check(".surface B|", "B", &["BUF"]);
        check(".surface BUF 1|", "1", &["1d", "1d_buffer"]);
        check(".surface BUF buffer ud p|", "p", &["pitch"]);
        check(".reading stateless|", "stateless", &["stateless_name"]);
        check(".reading stateless_name = |", "", &["scratch", "T255", "T5"]);
        check(".order d|", "d", &["descending"]);
        check(".set O|", "O", &["OFF"]);
        check(".set OFF = i|", "i", &["iota(start, step)", "inf"]);
        check(".surface BUF 1d R32_UINT state=e|", "e", &["enabled"]);
        check(".expect BUF |", "", &["ub"]);
        check(".expect acc|", "acc", &["accesses"]);
        check(".expect possible |", "", &["error"]);
        check(".expect possible { OFF = 1; OFF |", "", &["ub"]);
        check(".expect error |", "", &[]);
        check(".reading stateless_name |", "", &[]);
        // A part that is wrong does not hide the parts after it.
        check(".decl A v_type=Z t|", "t", &["type"]);
        check(".invariant total: sum(BUF) == 1\n.expect invariant |", "", &["total"]);
        check(".op |", "", &["ADD", "SUB"]);
        check(".semantics d|", "d", &["DWORD_ATOMIC"]);
        check(".semantics X l|", "l", &["like"]);
        check(".semantics X like d|", "d", &["DWORD_ATOMIC"]);
    }

    #[test]
    fn instructions() {
        check("dword_atomic.|", "", &["add", "sub"]);
        check("dword_atomic.add.|", "", &["16"]);
        check("dword_atomic.add (|", "", &["M1"]);
        check("dword_atomic.add ) (|", "", &[]);
        check("dword_atomic.add (M2_|", "M2_", &["M2_NM"]);
        check("dword_atomic.add |", "", &["(M1, 8)", "(M1, 1)", "(M1, 2)", "(M1, 4)", "(M2, 1)"]);
        check("dword_atomic.add (M1, |", "", &["8", "1", "2", "4"]);
        check("dword_atomic.add (M2, |", "", &["1", "2", "4"]);
        check("dword_atomic.add (M5_NM, |", "", &["8", "1", "2", "4", "16"]);
        // The page lists 8 and 16, and the default of the reading `scaled_exec` adds fewer.
        check("gather4_scaled.R (M1, |", "", &["8", "1", "2", "4"]);
        check("dword_atomic.add (M1, 8) |", "", &["BUF", "BUF_2", "%slm"]);
        check("dword_atomic.add (M1, 8) BUF |", "", &["OFFSET", "OFF"]);
        check("dword_atomic.add (M1, 16) BUF |", "", &["OFFSET"]);
        check("dword_atomic.minsint (M1, 8) BUF OFF.0 |", "", &["SRC0"]);
        check("dword_atomic.add (M1, 8) BUF OFF.0 OFF.0 OFF.0 %|", "%", &["%null"]);
        check("dword_atomic.add (M1, 8) BUF OFF.|", "", &[]);
        check("(!|", "", &["P1"]);
        check("(P1.a|", "a", &["any", "all"]);
        check("(P1) |", "", &["dword_atomic"]);
        check("(P1 |", "", &[]);
        check("dword_atomic.add (M1, 8 BUF |", "", &[]);
        check("dword_atomic.add (M1, 8) BUF OFF.0, |", "", &["SRC0"]);
    }

    #[test]
    fn a_line_after_labels() {
        check(".L_1: dw|", "dw", &["dword_atomic"]);
        check("x: y: dword_atomic.|", "", &["add", "sub"]);
        check("x: .la|", ".la", &[".lanes"]);
        check("x: .L_1: .set O|", "O", &["OFF"]);
    }

    /// Returns the item with that label at `|`, and whether the list opens by itself.
    fn item(text: &str, label: &str) -> (CompletionItem, bool) {
        let caret = text.find('|').expect("the caret is marked");
        let text = text.replace('|', "");
        let found = complete_in(&text, caret).expect("a list");
        let item = found.items.into_iter().find(|item| item.label == label).expect("the item is there");
        (item, found.is_called_for)
    }

    #[test]
    fn the_last_word_that_a_line_needs_brings_its_operands() {
        let (name, _) = item("dw|", "dword_atomic");
        assert_eq!((name.insert.as_str(), name.needs_more), ("dword_atomic.", true));
        let (add, opens) = item("dword_atomic.|", "add");
        assert_eq!(add.insert, "add (M1, 8) BUF OFFSET.0 SRC0.0 V0.0 DST.0");
        let stops: Vec<&str> = add.stops.iter().map(|stop| stop.of(&add.insert)).collect();
        assert_eq!(stops, ["M1", "8", "BUF", "OFFSET.0", "SRC0.0", "DST.0"]);
        assert!(opens && add.also.is_empty());
        let (cas, _) = item("dword_atomic.|", "cmpxchg");
        assert!(cas.insert.ends_with("SRC0.0 SRC1.0 DST.0"), "{}", cas.insert);
        // In a line that is complete already, nothing is written twice.
        let (plain, _) = item("dword_atomic.| (M1, 8) BUF OFF.0 OFF.0 V0.0 OFF.0", "add");
        assert_eq!(plain.insert, "add");
        // An operation of the document is completed like the others.
        let (own, _) = item(".op MIX = old\ndword_atomic.m|", "mix");
        assert!(own.insert.starts_with("mix (M1, 8) "), "{}", own.insert);
    }

    #[test]
    fn names_of_an_open_variant() {
        for end in ["", "}"] {
            let text = format!(".variant v {{\n.decl MINE v_type=G type=ud num_elts=1\n.set MI|\n{end}");
            assert_eq!(item(&text, "MINE").0.insert, "MINE");
        }
    }

    #[test]
    fn a_name_that_nothing_has_is_declared_with_it() {
        let (new, opens) = item(".lanes 8\ndword_atomic.add (M1, 4) |", "BUF");
        assert!(opens);
        let lines: Vec<&str> = new.also.iter().map(|edit| edit.replacement.as_str()).collect();
        assert_eq!(lines, [".decl BUF v_type=T num_elts=1\n", ".surface BUF buffer ud 16 = iota(10, 10)\n"]);
        assert!(new.also.iter().all(|edit| edit.span == Span::at(".lanes 8\n".len())));
        let (offset, _) = item("dword_atomic.add (M1, 4) BUF |", "OFFSET");
        assert_eq!(offset.insert, "OFFSET.0");
        let lines: Vec<&str> = offset.also.iter().map(|edit| edit.replacement.as_str()).collect();
        assert_eq!(lines[0], ".decl OFFSET v_type=G type=ud num_elts=4 align=GRF\n");
    }

    #[test]
    fn a_list_opens_by_itself_where_something_has_to_follow() {
        let opens = |text: &str| {
            let caret = text.len();
            complete_in(text, caret).is_some_and(|found| found.is_called_for)
        };
        for text in ["d", ".", "dword_atomic.", "dword_atomic.add ", "dword_atomic.add (", ".decl A type="] {
            assert!(opens(text), "{text}");
        }
        for text in ["", "\n", ".lanes 8 ", ".set A = 1 "] {
            assert!(!opens(text), "{text:?}");
        }
    }

    #[test]
    fn nothing_in_comments_and_notation() {
        check("// d|", "", &[]);
        check("/* d| */", "", &[]);
        check(".op X { a|", "", &[]);
    }
}
