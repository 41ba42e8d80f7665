//! What could stand at the caret.

use super::complete_directive::{directive_arguments, directive_words};
use super::form::form_of;
use super::lexer::{Line, Token, TokenKind, is_word_char, lex, lines};
use super::parser::{directives, first_set};
use super::{Decl, DeclKind, Directive, MAX_BYTES, parse};
use crate::base::Span;
use crate::spec::{AtomicOp, Instruction, InstructionSet, Modifier, ModifierKind, RollCall, channel_letters};
use std::rc::Rc;

/// What may be put at a place.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Completion {
    /// What is typed already, up to the caret: an item's `insert` replaces it.
    pub span: Span,
    /// The items; those that begin with what is typed come first.
    pub items: Vec<CompletionItem>,
}

/// An item that may be put there.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct CompletionItem {
    /// What the list shows.
    pub label: String,
    /// A few words beside it.
    pub detail: String,
    /// A sentence about it; may be empty.
    pub info: String,
    /// The text that goes in.
    pub insert: String,
}

impl CompletionItem {
    pub(super) fn new(word: &str, detail: &str, info: &str) -> Self {
        Self {
            label: word.to_owned(),
            detail: detail.to_owned(),
            info: info.to_owned(),
            insert: word.to_owned(),
        }
    }

    pub(super) fn inserting(mut self, insert: impl Into<String>) -> Self {
        self.insert = insert.into();
        self
    }
}

/// What could stand at `byte_offset`; none inside comments and notation, or where nothing known could.
pub fn complete(text: &str, byte_offset: usize, roll_call: &RollCall) -> Option<Completion> {
    if text.len() > MAX_BYTES || !text.is_char_boundary(byte_offset) {
        return None;
    }
    let tokens = lex(text);
    let set = first_set(text, &tokens, roll_call);
    let start = word_start(text, byte_offset);
    let lines = lines(text, &tokens, &directives(set));
    let left = left_of(text, &tokens, &lines, start, byte_offset)?;
    let place = Place { text, left: &left, start, set, roll_call };
    let (from, items) = place.items();
    let typed = text[from..byte_offset].to_ascii_lowercase();
    let mut items: Vec<CompletionItem> =
        items.into_iter().filter(|item| item.label.to_ascii_lowercase().contains(&typed)).collect();
    items.sort_by_key(|item| !item.label.to_ascii_lowercase().starts_with(&typed));
    (!items.is_empty()).then_some(Completion { span: Span::new(from, byte_offset), items })
}

/// Where the word before the caret begins.
fn word_start(text: &str, caret: usize) -> usize {
    let before = &text[..caret];
    before.trim_end_matches(|c: char| is_word_char(c) || matches!(c, '%' | '$')).len()
}

/// The tokens of the caret's line that end before the word at the caret.
fn left_of(text: &str, tokens: &[Token], lines: &[Line], start: usize, caret: usize) -> Option<Vec<Token>> {
    let in_comment = tokens.iter().any(|token| {
        let (begin, end) = (token.span.range().start, token.span.range().end);
        let is_open = token.kind == TokenKind::LineComment || token.is_open_comment(text);
        let is_comment = is_open || token.kind == TokenKind::BlockComment;
        is_comment && begin < caret && (caret < end || is_open && caret == end)
    });
    let reaches =
        |line: &&Line| line.tokens.end >= tokens.len() || tokens[line.tokens.end].span.range().start >= caret;
    let Some(line) = lines.iter().find(reaches) else { return Some(Vec::new()) };
    let in_block = line.block.is_some_and(|block| tokens[block.open].span.range().end <= caret);
    let left = tokens[line.tokens.clone()].iter().filter(|token| !token.is_trivia());
    let left = left.take_while(|token| token.span.range().end <= start).copied().collect();
    (!in_comment && !in_block).then_some(left)
}

/// The caret's place, seen from what stands before it.
pub(super) struct Place<'a> {
    pub text: &'a str,
    pub left: &'a [Token],
    /// Where the word at the caret begins.
    pub start: usize,
    pub set: &'a InstructionSet,
    pub roll_call: &'a RollCall,
}

impl Place<'_> {
    pub fn word(&self, i: usize) -> &str {
        self.left.get(i).map_or("", |token| token.span.of(self.text))
    }

    /// Whether the last token before the word is that character.
    pub fn is_behind(&self, punct: char) -> bool {
        self.left.last().is_some_and(|token| token.is(punct))
    }

    /// Where the text to replace begins, and what may replace it.
    fn items(&self) -> (usize, Vec<CompletionItem>) {
        match self.left {
            [] => {
                let mut items = self.mnemonics();
                items.extend(directive_words(self));
                (self.start, items)
            }
            [dot] if dot.is('.') => (dot.span.range().start, directive_words(self)),
            [dot, ..] if dot.is('.') => (self.start, directive_arguments(self)),
            _ => (self.start, form_of(self.set).complete(self)),
        }
    }

    /// Whether there is an `=` before the caret.
    pub fn has_equals(&self) -> bool {
        self.left.iter().skip(2).any(|token| token.is('='))
    }

    pub fn mnemonics(&self) -> Vec<CompletionItem> {
        let item = |row: &Rc<Instruction>| {
            CompletionItem::new(&self.set.spelled(&row.mnemonic), "instruction", row.prose)
        };
        self.set.instructions.iter().map(item).collect()
    }

    /// What may stand behind the last dot of a mnemonic, `rest` being what stands behind the mnemonic.
    pub fn modifiers(&self, row: &Instruction, rest: &[Token]) -> Vec<CompletionItem> {
        let words = rest.windows(2).filter(|pair| pair[0].is('.') && pair[1].kind == TokenKind::Word);
        modifiers(row, &words.map(|pair| pair[1].span.of(self.text)).collect::<Vec<_>>())
    }

    /// What the scenario declares.
    pub fn declared(&self, wanted: impl Fn(&DeclKind) -> bool) -> Vec<Decl> {
        let (document, _) = parse(self.text, self.roll_call);
        let decls = document.directives().filter_map(|(_, directive)| match directive {
            Directive::Decl(decl) if wanted(&decl.kind) => Some(decl.clone()),
            _ => None,
        });
        decls.collect()
    }

    pub fn names(&self, wanted: impl Fn(&DeclKind) -> bool, detail: &str) -> Vec<CompletionItem> {
        let item = |decl: Decl| CompletionItem::new(&decl.name.text, detail, "");
        self.declared(wanted).into_iter().map(item).collect()
    }
}

/// What may stand behind the last dot, when those words stand behind the dots before.
fn modifiers(row: &Instruction, typed: &[&str]) -> Vec<CompletionItem> {
    let mut rest = row.modifiers.iter().peekable();
    let mut typed = typed.iter();
    let mut next = typed.next();
    while let (Some(word), Some(modifier)) = (next, rest.peek()) {
        let first = |item: &CompletionItem| item.label.split('.').next() == Some(*word);
        match modifier_words(modifier).iter().find(|item| first(item)) {
            Some(item) => {
                // A word with dots inside counts as several.
                let inner = item.label.matches('.').count();
                next = typed.nth(inner);
                rest.next();
            }
            None if modifier.optional => drop(rest.next()),
            None => break,
        }
    }
    let mut items = Vec::new();
    for modifier in rest {
        items.extend(modifier_words(modifier));
        if !modifier.optional {
            break;
        }
    }
    items
}

fn modifier_words(modifier: &Modifier) -> Vec<CompletionItem> {
    match modifier.kind {
        ModifierKind::Op(table) => {
            let item = |op| CompletionItem::new(&AtomicOp::text_word(op), op.name, op.prose);
            table.ops.iter().map(item).collect()
        }
        ModifierKind::Width16 => vec![CompletionItem::new("16", modifier.name, modifier.prose)],
        ModifierKind::Choice(words) => {
            let items = words.iter().filter(|word| word.runs);
            items.map(|word| CompletionItem::new(word.text, modifier.name, word.prose)).collect()
        }
        ModifierKind::Size(sizes) => {
            sizes.iter().map(|(word, _)| CompletionItem::new(word, modifier.name, modifier.prose)).collect()
        }
        ModifierKind::Channels => {
            let item = |mask| CompletionItem::new(&channel_letters(mask), modifier.name, modifier.prose);
            [1, 2, 4, 8, 3, 7, 15].into_iter().map(item).collect()
        }
        ModifierKind::Ignored(_) => Vec::new(),
        ModifierKind::Saturate => vec![CompletionItem::new("sat", modifier.name, modifier.prose)],
    }
}

#[cfg(test)]
mod tests {
    use super::super::mutate::mutated;
    use super::super::toy::roll_call;
    use super::*;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    const DECLS: &str = ".decl OFF v_type=G type=ud num_elts=8\n.decl P1 v_type=P num_elts=8\n.decl BUF v_type=T num_elts=1\n";

    /// The labels at `|`, with what they replace.
    fn labels(line: &str) -> (String, Vec<String>) {
        let text = format!("{DECLS}{line}\n.lanes 8\n");
        let caret = text.find('|').expect("the caret is marked");
        let text = text.replace('|', "");
        match complete(&text, caret, &roll_call()) {
            Some(Completion { span, items }) => {
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
        check(".reading |", "", &["toy_zero"]);
        check(".reading toy_zero = |", "", &["yes", "no"]);
        check(".order d|", "d", &["descending"]);
        check(".set O|", "O", &["OFF"]);
        check(".set OFF = i|", "i", &["iota(start, step)", "inf"]);
        check(".expect BUF |", "", &["ub"]);
        check(".op |", "", &["ADD", "INC"]);
        check(".semantics d|", "d", &["DWORD_ATOMIC"]);
    }

    #[test]
    fn instructions() {
        check("dword_atomic.|", "", &["add", "inc"]);
        check("dword_atomic.add.|", "", &["16"]);
        check("dword_atomic.add (|", "", &["M1"]);
        check("dword_atomic.add (M2_|", "M2_", &["M2_NM"]);
        check("dword_atomic.add (M1, |", "", &["1", "2", "4", "8", "16"]);
        check("dword_atomic.add (M1, 8) |", "", &["BUF", "%slm"]);
        check("dword_atomic.add (M1, 8) BUF |", "", &["OFF", "%null"]);
        check("dword_atomic.add (M1, 8) BUF OFF.0 %|", "%", &["%null"]);
        check("dword_atomic.add (M1, 8) BUF OFF.|", "", &[]);
        check("(!|", "", &["P1"]);
        check("(P1.a|", "a", &["any", "all"]);
        check("(P1) |", "", &["dword_atomic"]);
    }

    #[test]
    fn nothing_in_comments_and_notation() {
        check("// d|", "", &[]);
        check("/* d| */", "", &[]);
        check(".op X { a|", "", &[]);
    }

    #[test]
    fn any_text_and_any_caret() {
        for text in mutated(60) {
            for caret in 0..=text.len() {
                if let Some(Completion { span, .. }) = complete(&text, caret, &roll_call()) {
                    assert!(text.get(span.range()).is_some(), "{text:?}");
                }
            }
        }
    }
}
