//! What could stand at the caret.

use super::complete_directive::{directive_arguments, directive_words};
use super::declaration::add_lines;
use super::edit::Rank;
use super::form::form_of;
use super::lexer::{Line, Token, TokenKind, is_word_char, lex, lines};
use super::parser::{directives, sets_of};
use super::snippet::{Chosen, UsesOf};
use super::{Decl, DeclKind, Directive, Document, MAX_BYTES, Variant, parse};
use crate::base::{Span, TextEdit};
use crate::spec::{
    AtomicOp, Instruction, InstructionSet, Modifier, ModifierKind, OpUse, ReadingSet, RollCall,
    SettingValues, channel_letters,
};
use std::rc::Rc;

/// What may be put at a place.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Completion {
    /// What is typed already, up to the caret: an item's `insert` replaces it.
    pub span: Span,
    /// The items; those that begin with what is typed come first.
    pub items: Vec<CompletionItem>,
    /// Whether what stands before the caret calls for one of them: the list may open without being asked for.
    pub is_called_for: bool,
}

/// An item that may be put there.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct CompletionItem {
    /// What the list shows.
    pub label: String,
    /// A few words beside it.
    pub detail: String,
    /// A sentence about it; may be empty.
    pub info: String,
    /// The text that goes in.
    pub insert: String,
    /// Places in that text that are to be filled in, in their order; each holds what may well stay.
    pub stops: Vec<Span>,
    /// Edits elsewhere in the document that belong to it.
    pub also: Vec<TextEdit>,
    /// Whether something has to follow, so that the next list opens at once.
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

    /// The item with a text behind it, behind which something has to follow.
    pub(super) fn going_on(mut self, sign: &str) -> Self {
        self.insert += sign;
        self.goes_on = true;
        self
    }
}

/// What could stand at `byte_offset`; none inside comments and notation, or where nothing known could.
pub fn complete(text: &str, byte_offset: usize, roll_call: &RollCall, uses_of: UsesOf) -> Option<Completion> {
    if text.len() > MAX_BYTES || !text.is_char_boundary(byte_offset) {
        return None;
    }
    let tokens = lex(text);
    let start = word_start(text, byte_offset);
    let lines = lines(text, &tokens, &directives(roll_call));
    let sets = sets_of(text, &tokens, &lines, roll_call);
    // The caret's line, or, behind all of them, the text itself.
    let at = line_at(&tokens, &lines, byte_offset);
    let set = at.map_or(sets.text, |at| sets.lines[at]);
    let left = left_of(text, &tokens, at.map(|at| &lines[at]), start, byte_offset)?;
    let (written, _) = parse(text, roll_call);
    let in_block = |it: &Variant| it.span.range().start <= start && byte_offset < it.span.range().end;
    let variant = written.variants.iter().position(in_block);
    let document = variant.map_or_else(|| written.clone(), |at| written.as_variant(at));
    let place = Place { text, left: &left, start, caret: byte_offset, set, roll_call, document, uses_of };
    let (from, items) = place.items();
    let typed = text[from..byte_offset].to_ascii_lowercase();
    let mut items: Vec<CompletionItem> =
        items.into_iter().filter(|item| item.label.to_ascii_lowercase().contains(&typed)).collect();
    items.sort_by_key(|item| !item.label.to_ascii_lowercase().starts_with(&typed));
    let span = Span::new(from, byte_offset);
    (!items.is_empty()).then_some(Completion { span, items, is_called_for: place.calls() })
}

/// Where the word before the caret begins.
fn word_start(text: &str, caret: usize) -> usize {
    let before = &text[..caret];
    before.trim_end_matches(|c: char| is_word_char(c) || matches!(c, '%' | '$')).len()
}

/// The line that reaches to the caret.
fn line_at(tokens: &[Token], lines: &[Line], caret: usize) -> Option<usize> {
    let reaches =
        |line: &Line| line.tokens.end >= tokens.len() || tokens[line.tokens.end].span.range().start >= caret;
    lines.iter().position(reaches)
}

/// The tokens of the caret's line that end before the word at the caret.
fn left_of(
    text: &str,
    tokens: &[Token],
    line: Option<&Line>,
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
    pub caret: usize,
    pub set: &'a InstructionSet,
    pub roll_call: &'a RollCall,
    /// What the text says; the caret's line may be missing in it.
    pub document: Document,
    pub uses_of: UsesOf,
}

impl Place<'_> {
    pub fn word(&self, i: usize) -> &str {
        self.left.get(i).map_or("", |token| token.span.of(self.text))
    }

    /// Whether the last token before the word is that character.
    pub fn is_behind(&self, punct: char) -> bool {
        self.left.last().is_some_and(|token| token.is(punct))
    }

    /// The rest of the line behind the caret.
    pub fn behind(&self) -> &str {
        self.text[self.caret..].lines().next().unwrap_or("")
    }

    /// Where the line at hand begins.
    pub fn line(&self) -> Span {
        Span::at(self.left.first().map_or(self.start, |token| token.span.range().start))
    }

    /// Whether nothing but a comment stands behind the caret in its line.
    fn is_last(&self) -> bool {
        let behind = self.behind().trim_start();
        behind.is_empty() || behind.starts_with("//")
    }

    /// Whether a word has begun, or a sign or a space stands before the caret behind which something has to follow.
    fn calls(&self) -> bool {
        let is_directive = self.left.first().is_some_and(|dot| dot.is('.'));
        let sign = self.left.last().filter(|last| last.span.range().end == self.caret);
        let is_sign =
            sign.is_some_and(|sign| matches!(sign.kind, TokenKind::Punct('.' | '(' | '@' | '!' | '=')));
        self.start < self.caret || is_sign || !self.left.is_empty() && sign.is_none() && !is_directive
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

    /// The instructions; those of every set, where the text has neither named one nor begun with one.
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
            false => self.with_operands(set, item, row, &Chosen::default()),
        };
        if set.key != self.set.key {
            let line = format!(".isa {}{}", set.key, set.settings_in_words());
            item.also.splice(0..0, add_lines(self.text, &self.document, self.line(), &[(Rank::Isa, line)]));
            item.detail = format!("instruction, {}", set.title);
        }
        item
    }

    /// The item with the rest of its line behind it.
    fn with_operands(
        &self,
        set: &InstructionSet,
        item: CompletionItem,
        row: &Instruction,
        chosen: &Chosen,
    ) -> CompletionItem {
        let line = form_of(set).line(&self.document, row, chosen, self.uses_of);
        let item = if self.left.is_empty() { line.lead.before(item) } else { item };
        line.rest.behind(item)
    }

    /// What may stand behind the last dot of a mnemonic, `rest` being what stands behind the mnemonic. Behind the last
    /// word that a line needs come its operands.
    pub fn modifiers(&self, row: &Instruction, rest: &[Token]) -> Vec<CompletionItem> {
        let words = rest.windows(2).filter(|pair| pair[0].is('.') && pair[1].kind == TokenKind::Word);
        let typed: Vec<&str> = words.map(|pair| pair[1].span.of(self.text)).collect();
        let settings = self.settings();
        let mut items = Vec::new();
        let mut next: Vec<usize> = next_modifiers(row, &typed).collect();
        // What a line needs comes before what it may have.
        next.sort_by_key(|at| !is_needed(&row.modifiers[*at]));
        for at in next {
            let (modifier, later) = (&row.modifiers[at], &row.modifiers[at + 1..]);
            for item in modifier_words(modifier).into_iter().chain(self.own_operations(modifier)) {
                let words: Vec<&str> = typed.iter().copied().chain(item.label.split('.')).collect();
                let chosen = Chosen::of(row, &words);
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

    /// What the document says that it is for: the values that `.isa` gives.
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

    /// The operations that the document adds, where a modifier is one.
    fn own_operations(&self, modifier: &Modifier) -> Vec<CompletionItem> {
        let ModifierKind::Op(table) = modifier.kind else { return Vec::new() };
        let own = self.document.directives().filter_map(|(_, directive)| match directive {
            Directive::Op(block) if table.by_text(&block.name.text).is_none() => Some(&block.name.text),
            _ => None,
        });
        own.map(|name| CompletionItem::new(&self.set.spelled(name), "operation of this text", "")).collect()
    }

    /// What the scenario declares.
    pub fn declared(&self, wanted: impl Fn(&DeclKind) -> bool) -> Vec<Decl> {
        let decls = self.document.directives().filter_map(|(_, directive)| match directive {
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

/// Whether a line needs a word there. An operation may go without saying only where a reading allows it.
pub(super) fn is_needed(modifier: &Modifier) -> bool {
    !modifier.optional || matches!(modifier.kind, ModifierKind::Op(_))
}

/// The modifiers, as indices, that may stand behind the last dot when those words stand behind the dots before.
fn next_modifiers(row: &Instruction, typed: &[&str]) -> std::ops::Range<usize> {
    let (mut at, mut typed) = (0, typed.iter());
    let mut next = typed.next();
    while let (Some(word), Some(modifier)) = (next, row.modifiers.get(at)) {
        let first = |item: &CompletionItem| item.label.split('.').next() == Some(*word);
        match modifier_words(modifier).iter().find(|item| first(item)) {
            Some(item) => {
                // A word with dots inside counts as several.
                let inner = item.label.matches('.').count();
                next = typed.nth(inner);
                at += 1;
            }
            None if modifier.optional => at += 1,
            None => break,
        }
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

    /// The labels at `|`, with what they replace.
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

    /// The item of that label at `|`, and whether the list opens by itself.
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
        // In a line that is there already nothing is written twice.
        let (plain, _) = item("dword_atomic.| (M1, 8) BUF OFF.0 OFF.0 V0.0 OFF.0", "add");
        assert_eq!(plain.insert, "add");
        // An operation of the document is one like others.
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
