//! Completion at the caret.

use super::ast::Rank;
use super::complete_directive::{directive_arguments, directive_words};
use super::cut::{Cut, LogicalLine, cut};
use super::declaration::add_lines;
use super::form::form_of;
use super::lexer::{Token, TokenKind, is_word_char, lex};
use super::snippet::{ModifierChoices, UsesOf};
use super::{Decl, DeclKind, Directive, Document, MAX_BYTES, Variant, parse};
use crate::base::{Span, TextEdit};
use crate::spec::{
    AtomicOp, Instruction, InstructionSet, Modifier, ModifierKind, OpUse, ReadingSet, RollCall,
    SettingValues, channel_letters,
};
use std::rc::Rc;

/// The completions at a place.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Completion {
    /// The typed text up to the caret, which an item's `insert` replaces.
    pub span: Span,
    /// The items. Those that start with the typed text come first.
    pub items: Vec<CompletionItem>,
    /// Whether the text before the caret calls for an item, so that the list may open by itself.
    pub is_called_for: bool,
}

/// A completion item.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct CompletionItem {
    /// The text shown in the list.
    pub label: String,
    /// A few words shown next to the label.
    pub detail: String,
    /// A sentence of explanation; may be empty.
    pub info: String,
    /// The text to insert.
    pub insert: String,
    /// The places to fill in within `insert`, in order. Each holds a default.
    pub stops: Vec<Span>,
    /// Additional edits elsewhere in the document.
    pub also: Vec<TextEdit>,
    /// Whether more has to follow, so that the next list opens at once.
    pub goes_on: bool,
}

impl CompletionItem {
    pub(super) fn new(word: &str, detail: &str, info: &str) -> Self {
        Self {
            label: word.to_owned(),
            detail: detail.to_owned(),
            info: info.to_owned(),
            insert: word.to_owned(),
            ..Self::default()
        }
    }

    pub(super) fn inserting(mut self, insert: impl Into<String>) -> Self {
        self.insert = insert.into();
        self
    }

    /// Appends a sign that has to be followed by something.
    pub(super) fn going_on(mut self, sign: &str) -> Self {
        self.insert += sign;
        self.goes_on = true;
        self
    }
}

/// The largest number of registers of one `NAME<N>` that are offered.
pub(super) const MOST_OFFERED: usize = 8;

/// Returns the completions at `byte_offset`. There are none inside comments and notation, or if nothing known fits.
pub fn complete(text: &str, byte_offset: usize, roll_call: &RollCall, uses_of: UsesOf) -> Option<Completion> {
    if text.len() > MAX_BYTES || !text.is_char_boundary(byte_offset) {
        return None;
    }
    let tokens = lex(text);
    let start = word_start(text, byte_offset);
    let Cut { set, lines, .. } = cut(text, &tokens, roll_call);
    // The caret's line, or the text itself after the last line.
    let line = line_at(&tokens, &lines, byte_offset);
    let set = line.map_or(set, |line| line.set);
    let left = left_of(text, &tokens, line, start, byte_offset)?;
    let (written, _) = parse(text, roll_call);
    let in_block =
        |variant: &Variant| variant.span.range().start <= start && byte_offset < variant.span.range().end;
    let variant = written.variants.iter().position(in_block);
    let document = variant.map_or_else(|| written.clone(), |at| written.as_variant(at));
    let place =
        CaretContext { text, left: &left, start, caret: byte_offset, set, roll_call, document, uses_of };
    let (from, items) = place.items();
    let typed = text[from..byte_offset].to_ascii_lowercase();
    let mut items: Vec<CompletionItem> =
        items.into_iter().filter(|item| item.label.to_ascii_lowercase().contains(&typed)).collect();
    items.sort_by_key(|item| !item.label.to_ascii_lowercase().starts_with(&typed));
    let span = Span::new(from, byte_offset);
    (!items.is_empty()).then_some(Completion { span, items, is_called_for: place.calls() })
}

/// Returns the start of the word before the caret.
fn word_start(text: &str, caret: usize) -> usize {
    let before = &text[..caret];
    before.trim_end_matches(|c: char| is_word_char(c) || matches!(c, '%' | '$')).len()
}

/// Returns the line that contains the caret. A statement without its end extends over the blank lines after it.
fn line_at<'l, 'r>(
    tokens: &[Token],
    lines: &'l [LogicalLine<'r>],
    caret: usize,
) -> Option<&'l LogicalLine<'r>> {
    let reaches = |line: &LogicalLine| {
        line.tokens.end >= tokens.len() || tokens[line.tokens.end].span.range().start >= caret
    };
    let at = lines.iter().position(reaches);
    let mut before = lines[..at.map_or(lines.len(), |at| at + 1)].iter().rev();
    let last = before.find(|line| !tokens[line.tokens.clone()].iter().all(Token::is_trivia));
    last.filter(|line| line.is_open).or(at.map(|at| &lines[at]))
}

/// Returns the tokens of the caret's line that end before the word at the caret. Returns `None` in comments and
/// notation.
fn left_of(
    text: &str,
    tokens: &[Token],
    line: Option<&LogicalLine>,
    start: usize,
    caret: usize,
) -> Option<Vec<Token>> {
    let in_comment = tokens.iter().any(|token| {
        let (begin, end) = (token.span.range().start, token.span.range().end);
        let is_open = token.kind == TokenKind::LineComment || token.is_open_comment(text);
        let is_comment = is_open || token.kind == TokenKind::BlockComment;
        is_comment && begin < caret && (caret < end || is_open && caret == end)
    });
    let Some(line) = line else { return Some(Vec::new()) };
    let in_block = line.block.is_some_and(|block| tokens[block.open].span.range().end <= caret);
    let terminator = form_of(line.set).terminator();
    let left = tokens[line.tokens.clone()].iter().filter(|token| !token.is_trivia());
    let left = left.filter(|token| terminator.is_none() || token.kind != TokenKind::Newline);
    let mut left: Vec<Token> = left.take_while(|token| token.span.range().end <= start).copied().collect();
    let is_brace = matches!(&left[..], [brace] if brace.is('{') || brace.is('}'));
    let is_over = terminator.is_some_and(|sign| is_brace || left.last().is_some_and(|last| last.is(sign)));
    if is_over {
        // The caret is after the end of a statement.
        left.clear();
    }
    (!in_comment && !in_block).then_some(left)
}

/// The context of the caret.
pub(super) struct CaretContext<'a> {
    pub text: &'a str,
    pub left: &'a [Token],
    /// The start of the word at the caret.
    pub start: usize,
    pub caret: usize,
    pub set: &'a InstructionSet,
    pub roll_call: &'a RollCall,
    /// The parsed text, possibly without the caret's line.
    pub document: Document,
    pub uses_of: UsesOf,
}

impl CaretContext<'_> {
    pub fn word(&self, i: usize) -> &str {
        self.left.get(i).map_or("", |token| token.span.of(self.text))
    }

    /// Returns whether the last token before the word is `punct`.
    pub fn is_behind(&self, punct: char) -> bool {
        self.left.last().is_some_and(|token| token.is(punct))
    }

    /// Returns the rest of the line after the caret.
    pub fn behind(&self) -> &str {
        self.text[self.caret..].lines().next().unwrap_or("")
    }

    /// Returns the start of the caret's line.
    pub fn line(&self) -> Span {
        Span::at(self.left.first().map_or(self.start, |token| token.span.range().start))
    }

    /// Returns whether only a comment follows the caret on its line.
    fn is_last(&self) -> bool {
        let following = self.behind().trim_start();
        following.is_empty() || following.starts_with("//")
    }

    /// Returns whether the list may open by itself: a word has begun, or the caret follows a sign or a space that
    /// requires a continuation.
    fn calls(&self) -> bool {
        let is_directive = self.left.first().is_some_and(|dot| dot.is('.'));
        let sign = self.left.last().filter(|last| last.span.range().end == self.caret);
        let is_sign =
            sign.is_some_and(|sign| matches!(sign.kind, TokenKind::Punct('.' | '(' | '@' | '!' | '=')));
        self.start < self.caret || is_sign || !self.left.is_empty() && sign.is_none() && !is_directive
    }

    /// Returns the start of the text to replace, and the items.
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

    /// Returns whether there is an `=` before the caret.
    pub fn has_equals(&self) -> bool {
        self.left.iter().skip(2).any(|token| token.is('='))
    }

    /// Returns the instructions. If the text has not yet determined its instruction set, they are those of all sets.
    pub fn mnemonics(&self) -> Vec<CompletionItem> {
        let names_set =
            self.document.directives().any(|(_, directive)| matches!(directive, Directive::Isa(_)));
        let is_this = |span: Span| span.touches(self.caret);
        let is_first = self.document.instructions().all(|(span, _)| is_this(span));
        let is_open = !names_set && self.left.is_empty() && is_first;
        let is_offered = |set: &&Rc<InstructionSet>| set.key == self.set.key || is_open;
        let sets = self.roll_call.sets().iter().filter(is_offered);
        let mut sets: Vec<&Rc<InstructionSet>> = sets.collect();
        sets.sort_by_key(|set| set.key != self.set.key);
        sets.iter().flat_map(|set| set.instructions.iter().map(|row| self.mnemonic(set, row))).collect()
    }

    fn mnemonic(&self, set: &InstructionSet, row: &Instruction) -> CompletionItem {
        let item = CompletionItem::new(&set.spelled(&row.mnemonic), "instruction", row.prose);
        let mut item = match row.modifiers.iter().any(is_needed) {
            _ if !self.is_last() => item,
            true => item.going_on("."),
            false => self.with_operands(set, item, row, &ModifierChoices::default()),
        };
        if set.key != self.set.key {
            let line = format!(".isa {}{}", set.key, set.settings_in_words());
            item.also.splice(0..0, add_lines(self.text, &self.document, self.line(), &[(Rank::Isa, line)]));
            item.detail = format!("instruction, {}", set.title);
        }
        item
    }

    /// Adds the rest of the line to an item, and the text before the mnemonic if that is missing.
    fn with_operands(
        &self,
        set: &InstructionSet,
        item: CompletionItem,
        row: &Instruction,
        chosen: &ModifierChoices,
    ) -> CompletionItem {
        let line = form_of(set).line(&self.document, row, chosen, self.uses_of);
        let item = if self.left.is_empty() { line.lead.before(item) } else { item };
        line.rest.behind(item)
    }

    /// Returns the words that may follow the last dot of a mnemonic. `rest` holds the tokens after the mnemonic. The
    /// last required word of a line brings the operands with it.
    pub fn modifiers(&self, row: &Instruction, rest: &[Token]) -> Vec<CompletionItem> {
        let words = rest.windows(2).filter(|pair| pair[0].is('.') && pair[1].kind == TokenKind::Word);
        let typed: Vec<&str> = words.map(|pair| pair[1].span.of(self.text)).collect();
        let settings = self.settings();
        let mut items = Vec::new();
        let mut next: Vec<usize> = next_modifiers(row, &typed).collect();
        // Required words come before optional ones.
        next.sort_by_key(|at| !is_needed(&row.modifiers[*at]));
        for at in next {
            let (modifier, later) = (&row.modifiers[at], &row.modifiers[at + 1..]);
            for item in modifier_words(modifier).into_iter().chain(self.own_operations(modifier)) {
                let words: Vec<&str> = typed.iter().copied().chain(item.label.split('.')).collect();
                let chosen = ModifierChoices::from_words(row, &words);
                if row.registers.is_some() && chosen.fit(row, &settings).is_none() {
                    continue;
                }
                items.push(match later.iter().any(is_needed) {
                    _ if !self.is_last() => item,
                    true => item.going_on("."),
                    false => self.with_operands(self.set, item, row, &chosen),
                });
            }
        }
        items
    }

    /// Returns the modifiers that a line has so far. `rest` are the tokens after its mnemonic.
    pub fn chosen(&self, row: &Instruction, rest: &[Token]) -> ModifierChoices {
        let glued = rest.iter().take_while(|token| token.glued);
        let words = glued.filter(|token| token.kind == TokenKind::Word);
        ModifierChoices::from_words(row, &words.map(|token| token.span.of(self.text)).collect::<Vec<_>>())
    }

    /// Returns the item for a predicate that may guard the line.
    pub fn guard(&self, name: &str) -> CompletionItem {
        let info = "Turns off the lanes whose bit is 0; with `!` before it those whose bit is 1.";
        let space = if self.behind().starts_with(' ') { "" } else { " " };
        CompletionItem::new(name, "guard", info).inserting(format!("{name}{space}"))
    }

    /// Returns the values of the settings, given by `.isa` or by default.
    fn settings(&self) -> SettingValues {
        let mut values = self.set.default_values();
        let lines = self.document.directives().filter_map(|(_, directive)| match directive {
            Directive::Isa(line) => Some(&line.keys),
            _ => None,
        });
        for key in lines.flatten() {
            let setting = self.set.settings.iter().find(|setting| setting.key == key.name.text);
            let known = setting.into_iter().flat_map(|setting| setting.values);
            if let Some(value) = known.into_iter().find(|value| key.number == Some(i128::from(**value))) {
                values.choose(&key.name.text, *value);
            }
        }
        values
    }

    /// Returns the operations that the document adds, for a modifier that is an operation.
    fn own_operations(&self, modifier: &Modifier) -> Vec<CompletionItem> {
        let ModifierKind::Op(table) = modifier.kind else { return Vec::new() };
        let own = self.document.directives().filter_map(|(_, directive)| match directive {
            Directive::Op(block) if table.by_text(&block.name.text).is_none() => Some(&block.name.text),
            _ => None,
        });
        own.map(|name| CompletionItem::new(&self.set.spelled(name), "operation of this text", "")).collect()
    }

    /// Returns the declarations whose class is wanted.
    pub fn declared(&self, wanted: impl Fn(&DeclKind) -> bool) -> Vec<Decl> {
        let decls = self.document.directives().filter_map(|(_, directive)| match directive {
            Directive::Decl(decl) if wanted(&decl.kind) => Some(decl.clone()),
            _ => None,
        });
        decls.collect()
    }

    /// Returns the registers that directives declare, without regard to their scopes.
    pub fn registers(&self) -> Vec<CompletionItem> {
        let lines = self.document.directives().filter_map(|(_, directive)| match directive {
            Directive::Registers(line) => Some(line),
            _ => None,
        });
        let names = lines.flat_map(|line| &line.names).flat_map(|names| names.each().take(MOST_OFFERED));
        names.map(|name| CompletionItem::new(&name, "register", "")).collect()
    }

    pub fn names(&self, wanted: impl Fn(&DeclKind) -> bool, detail: &str) -> Vec<CompletionItem> {
        let item = |decl: Decl| CompletionItem::new(&decl.name.text, detail, "");
        self.declared(wanted).into_iter().map(item).collect()
    }
}

/// Returns whether a line needs the modifier. An operation counts as needed, because only a reading allows its
/// omission.
pub(super) fn is_needed(modifier: &Modifier) -> bool {
    !modifier.optional || matches!(modifier.kind, ModifierKind::Op(_))
}

/// Returns the indices of the modifiers that may follow the last dot, given the words already typed.
fn next_modifiers(row: &Instruction, mut typed: &[&str]) -> std::ops::Range<usize> {
    let mut at = 0;
    while let Some(modifier) = row.modifiers.get(at).filter(|_| !typed.is_empty()) {
        match modifier.choice(typed) {
            Some((_, count)) => typed = &typed[count..],
            None if modifier.optional => {}
            None => break,
        }
        at += 1;
    }
    let rest = &row.modifiers[at..];
    let end = rest.iter().position(is_needed).map_or(rest.len(), |last| last + 1);
    at..at + end
}

pub(super) fn modifier_words(modifier: &Modifier) -> Vec<CompletionItem> {
    match modifier.kind {
        ModifierKind::Op(table) => {
            let item = |op| CompletionItem::new(&AtomicOp::text_word(op), op.name, op.prose);
            let runs =
                |op: &&AtomicOp| !matches!((table.op_use)(op, &ReadingSet::default()), OpUse::Refused(_));
            table.ops.iter().filter(runs).map(item).collect()
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

    /// Returns the labels at `|`, and the text that they replace.
    fn labels(line: &str) -> (String, Vec<String>) {
        let text = format!("{DECLS}{line}\n.lanes 8\n");
        let caret = text.find('|').expect("the caret is marked");
        let text = text.replace('|', "");
        match complete(&text, caret, &roll_call(), |_, _| [true; 3]) {
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
        check(".expect possible |", "", &["error"]);
        check(".invariant total: sum(BUF) == 1\n.expect invariant |", "", &["total"]);
        check(".op |", "", &["ADD", "INC"]);
        check(".semantics d|", "d", &["DWORD_ATOMIC"]);
        check(".semantics X l|", "l", &["like"]);
        check(".semantics X like d|", "d", &["DWORD_ATOMIC"]);
    }

    #[test]
    fn instructions() {
        check("dword_atomic.|", "", &["add", "inc"]);
        check("dword_atomic.add.|", "", &["16"]);
        check("dword_atomic.add (|", "", &["M1"]);
        check("dword_atomic.add (M2_|", "M2_", &["M2_NM"]);
        check("dword_atomic.add |", "", &["(M1, 8)", "(M1, 1)", "(M1, 2)", "(M1, 4)", "(M2, 1)"]);
        check("dword_atomic.add (M1, |", "", &["8", "1", "2", "4"]);
        check("dword_atomic.add (M2, |", "", &["1", "2", "4"]);
        check("dword_atomic.add (M5_NM, |", "", &["8", "1", "2", "4", "16"]);
        check("dword_atomic.add (M1, 8) |", "", &["BUF", "BUF_2", "%slm"]);
        check("dword_atomic.add (M1, 8) BUF |", "", &["OFFSET", "OFF"]);
        check("dword_atomic.add (M1, 16) BUF |", "", &["OFFSET"]);
        check("dword_atomic.minsint (M1, 8) BUF OFF.0 |", "", &["SRC0"]);
        check("dword_atomic.add (M1, 8) BUF OFF.0 OFF.0 OFF.0 %|", "%", &["%null"]);
        check("dword_atomic.add (M1, 8) BUF OFF.|", "", &[]);
        check("(!|", "", &["P1"]);
        check("(P1.a|", "a", &["any", "all"]);
        check("(P1) |", "", &["dword_atomic"]);
    }

    /// Returns the item with that label at `|`, and whether the list opens by itself.
    fn item(text: &str, label: &str) -> (CompletionItem, bool) {
        let caret = text.find('|').expect("the caret is marked");
        let text = text.replace('|', "");
        let found =
            complete(&text, caret, &roll_call(), |_, op| [true, true, op.name == "CMPXCHG"]).expect("a list");
        let item = found.items.into_iter().find(|item| item.label == label).expect("the item is there");
        (item, found.is_called_for)
    }

    #[test]
    fn the_last_word_that_a_line_needs_brings_its_operands() {
        let (name, _) = item("dw|", "dword_atomic");
        assert_eq!((name.insert.as_str(), name.goes_on), ("dword_atomic.", true));
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
            complete(text, caret, &roll_call(), |_, _| [true; 3]).is_some_and(|found| found.is_called_for)
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

    #[test]
    fn any_text_and_any_caret() {
        for text in mutated(60) {
            for caret in 0..=text.len() {
                if let Some(Completion { span, .. }) = complete(&text, caret, &roll_call(), |_, _| [true; 3])
                {
                    assert!(text.get(span.range()).is_some(), "{text:?}");
                }
            }
        }
    }
}
