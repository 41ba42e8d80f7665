//! The parser of the scenario text. It never fails and never panics. A line that cannot be parsed does not affect
//! others.

use super::ast::{Directive, Document, InstructionLine, Item, ItemKind, Node, SpannedText, Variant};
use super::cursor::{Cursor, Parsed, fail};
use super::directive::blocks::{OPEN_BLOCK, VARIANT};
use super::directive::parser::{BraceSpans, DirectiveLayout};
use super::directive::table::{self, UNKNOWN};
use super::label::label;
use super::lexer::{Token, TokenKind, lex, text_start};
use super::line_inserter::line_ending;
use super::lines::{Lines, LogicalLine, MAX_LINE_BYTES, VariantPart, split_lines};
use super::walk::walk;
use crate::base::{SCENARIO_TEXT, Span, TextEdit, rules};
use crate::diag::{Diagnostic, Severity};
use crate::spec::{FormName, InstructionSet, InstructionSets};
use std::rc::Rc;

/// The longest text, in bytes.
pub const MAX_TEXT_BYTES: usize = 256 * 1024;
/// The largest number of instructions in a document.
pub const MAX_INSTRUCTIONS: usize = 1000;
/// The largest number of variants in a document.
pub const MAX_VARIANTS: usize = 16;
/// The largest number of notation texts in a document: `.op` and `.semantics`.
pub const MAX_NOTATIONS: usize = 256;
/// The largest number of names in directives that could not be parsed whose uses are not reported.
const MAX_BROKEN_DECLARATIONS: usize = 1000;
/// The number of errors after which the rest of a text is not parsed.
pub const MAX_ERRORS: usize = 200;

/// Parses a scenario. Total: any text yields a document, and diagnostics for the rest.
///
/// Lines that could not be parsed are not in the document. Names and numbers are not resolved here, and operands are not
/// compared with the rows of their instructions.
pub fn parse(text: &str, sets: &InstructionSets) -> (Document, Vec<Diagnostic>) {
    let parsed = parse_text(text, sets);
    (parsed.document, parsed.diagnostics)
}

/// A parsed text with its tokens and lines.
pub(super) struct ParsedText<'r> {
    pub tokens: Vec<Token>,
    /// The set of the text.
    pub set: &'r Rc<InstructionSet>,
    /// The lines.
    pub lines: Vec<ParsedLine<'r>>,
    pub document: Document,
    pub diagnostics: Vec<Diagnostic>,
}

/// A parsed line.
pub(super) struct ParsedLine<'r> {
    pub line: LogicalLine<'r>,
    /// The items of the line.
    pub items: std::ops::Range<usize>,
    /// The layout of the directives in the line.
    pub layout: DirectiveLayout,
    /// Whether the line was parsed without an error, and its items are all of it.
    pub is_clean: bool,
}

/// Lexes and parses a text. Unlike [`parse`], returns the lines too, for the formatter and for completion.
pub(super) fn parse_text<'r>(text: &str, sets: &'r InstructionSets) -> ParsedText<'r> {
    if text.len() > MAX_TEXT_BYTES {
        let message = format!("the text has {} bytes; expected at most {MAX_TEXT_BYTES}", text.len());
        return ParsedText {
            tokens: Vec::new(),
            set: sets.default_set(),
            lines: Vec::new(),
            document: Document::default(),
            diagnostics: vec![Diagnostic::error(&BUDGET, Span::at(0), message)],
        };
    }
    let tokens = lex(text);
    let Lines { set, named, lines, variant_ends } = split_lines(text, &tokens, sets);
    let mut parser = TextParser {
        text,
        tokens: &tokens,
        sets,
        variant_ends,
        variant: UNLISTED_VARIANT,
        document: Document { named_set: named.map(|set| set.key.to_owned()), ..Document::default() },
        diagnostics: Vec::new(),
        misses_isa: false,
        errors: 0,
        stray_braces: 0,
        instructions: ItemLimit { count: 0, most: MAX_INSTRUCTIONS, what: "instructions" },
        notations: ItemLimit { count: 0, most: MAX_NOTATIONS, what: "`.op` and `.semantics`" },
        variants: ItemLimit { count: 0, most: MAX_VARIANTS, what: "variants" },
        block_end: None,
    };
    let mut parsed_lines = Vec::new();
    for line in lines {
        let first_item = parser.document.items.len();
        let (layout, is_clean) = parser.parse_line(&line, line.variant_set.unwrap_or(set));
        let items = first_item..parser.document.items.len();
        parsed_lines.push(ParsedLine { line, items, layout, is_clean });
    }
    if !parser.has_given_up() {
        parser.report_open_variants();
    }
    let TextParser { mut document, mut diagnostics, misses_isa, .. } = parser;
    document.index_directives();
    document.is_unnamed_listing = misses_isa && document.directives().next().is_none();
    if document.is_unnamed_listing {
        diagnostics.retain(|found| found.rule == &MISSING_ISA);
    }
    diagnostics.sort_by_cached_key(|found| found.span);
    ParsedText { tokens, set, lines: parsed_lines, document, diagnostics }
}

/// Creates the error that the rest of the text is not parsed. A text with more errors is not a scenario, or has one
/// mistake throughout.
fn too_many(tokens: &[Token], line: &LogicalLine) -> Diagnostic {
    let end = tokens[line.tokens.clone()].last().map_or(0, |token| token.span.range().end);
    let message = format!("more than {MAX_ERRORS} errors; the rest of the text is not read; fix these first");
    Diagnostic::error(&BUDGET, Span::at(end), message)
}

/// The index of a variant that the document does not list, because it is over the limit or its line could not be parsed.
const UNLISTED_VARIANT: usize = MAX_VARIANTS;

/// The state of a parser between lines.
struct TextParser<'a> {
    text: &'a str,
    tokens: &'a [Token],
    sets: &'a InstructionSets,
    /// The `}` of each variant, or the empty span at which its block ends.
    variant_ends: Vec<Span>,
    /// The index in the document of the variant that began last.
    variant: usize,
    document: Document,
    diagnostics: Vec<Diagnostic>,
    /// Whether a line of an instruction set that the text does not name was reported. Later ones are skipped.
    misses_isa: bool,
    /// The number of errors in the lines so far.
    errors: usize,
    /// The number of `}` without a `{` so far.
    stray_braces: usize,
    instructions: ItemLimit,
    notations: ItemLimit,
    variants: ItemLimit,
    /// The end of the last block of a directive.
    block_end: Option<Span>,
}

/// The number of items of one kind so far, with its limit.
struct ItemLimit {
    count: usize,
    most: usize,
    /// The items, for the message.
    what: &'static str,
}

impl ItemLimit {
    /// Counts an item, and returns whether it is within the limit. Reports the first one that is not.
    fn take(&mut self, span: Span, findings: &mut Vec<Diagnostic>) -> bool {
        let Self { count, most, what } = self;
        *count += 1;
        if *count == *most + 1 {
            let message = format!("more than {most} {what}; the rest is ignored");
            findings.push(Diagnostic::error(&BUDGET, span, message));
        }
        *count <= *most
    }
}

impl TextParser<'_> {
    /// Parses a line. Returns the layout of its directives, and whether it is clean. Does nothing after more than [`MAX_ERRORS`]
    /// errors.
    fn parse_line(&mut self, line: &LogicalLine, set: &InstructionSet) -> (DirectiveLayout, bool) {
        if self.has_given_up() {
            return (DirectiveLayout::default(), false);
        }
        if let VariantPart::Begin(_) = line.variant {
            self.variant = UNLISTED_VARIANT;
        }
        let first_finding = self.diagnostics.len();
        let mut parser =
            LineParser { out: self, line, set, layout: DirectiveLayout::default(), is_whole: true };
        parser.parse();
        let LineParser { layout, is_whole, .. } = parser;
        let is_error = |found: &&Diagnostic| found.severity == Severity::Error;
        let new = self.diagnostics[first_finding..].iter().filter(is_error).count();
        self.errors += new;
        if self.has_given_up() {
            self.diagnostics.push(too_many(self.tokens, line));
        }
        (layout, new == 0 && is_whole)
    }

    /// Returns whether the text has too many errors, so that the rest is not parsed.
    fn has_given_up(&self) -> bool {
        self.errors > MAX_ERRORS
    }

    /// Reports the missing braces of variants.
    fn report_open_variants(&mut self) {
        for Variant { name, span, .. } in self.document.variants.iter().filter(|variant| !variant.is_closed())
        {
            let message = format!("`{{` of `.variant {}` is never closed; expected `}}`", name.text);
            self.diagnostics.push(Diagnostic::error(&OPEN_BLOCK, *span, message));
        }
    }
}

/// The parser of one line.
struct LineParser<'l, 'a> {
    /// The parser of the text, which takes the items and the findings.
    out: &'l mut TextParser<'a>,
    line: &'l LogicalLine<'l>,
    /// The instruction set of the line.
    set: &'l InstructionSet,
    /// The layout of the directives so far.
    layout: DirectiveLayout,
    /// Whether everything so far has become an item: nothing was skipped, and no item was over a limit.
    is_whole: bool,
}

impl LineParser<'_, '_> {
    /// Parses the line to items or a diagnostic.
    fn parse(&mut self) {
        let (text, tokens) = (self.out.text, self.out.tokens);
        let range = self.line.tokens.clone();
        if let Some(open) = tokens[range.clone()].iter().find(|token| token.is_open_comment(text)) {
            let start = Span::new(open.span.range().start, open.span.range().start + 2);
            self.report(Diagnostic::error(&COMMENT, start, "`/*` is never closed; expected `*/`"));
        }
        let Some(whole) = self.line.span(tokens) else { return };
        let significant: Vec<Token> =
            tokens[range].iter().filter(|token| !token.is_trivia()).copied().collect();
        if self.line.is_too_long(tokens) {
            let message = format!("this line has {} bytes; expected at most {MAX_LINE_BYTES}", whole.len());
            self.report(Diagnostic::error(&BUDGET, significant[0].span, message));
            return;
        }
        if let Err(diagnostic) = self.items(&mut Cursor::new(text, &significant)) {
            self.report(*diagnostic);
        }
    }

    fn report(&mut self, found: Diagnostic) {
        self.out.diagnostics.push(found);
    }

    /// Records the name in a declaration that could not be parsed: its first word. A word of no directive may be a misspelt
    /// declaration.
    fn record_broken_declaration(&mut self, declaration: Cursor) {
        if let [dot, word, name, ..] = declaration.tokens
            && dot.is('.')
            && table::row(declaration.slice(*word)).is_none_or(|row| row.declares_memory)
            && name.kind == TokenKind::Word
            && self.out.document.broken_declarations.len() < MAX_BROKEN_DECLARATIONS
        {
            self.out.document.broken_declarations.push(SpannedText::at(self.out.text, name.span));
        }
    }

    /// Adds an item. An item over a limit is reported and left out.
    fn add_item(&mut self, span: Span, kind: ItemKind) -> Parsed<()> {
        let is_notation = matches!(kind, ItemKind::Directive(Directive::Op(_) | Directive::Semantics(_), _));
        if is_notation && !self.out.notations.take(span, &mut self.out.diagnostics) {
            return Ok(());
        }
        match &kind {
            ItemKind::Directive(Directive::Variant(name), _) => self.begin_variant(name, span)?,
            ItemKind::Directive(Directive::Isa(_), _) if self.line.variant == VariantPart::Inside => {
                let message = "`.isa` makes a variant a scenario of its own; expected it in the first line of its block";
                self.report(Diagnostic::error(&VARIANT, span, message));
                return Ok(());
            }
            _ => {}
        }
        let is_inside = matches!(self.line.variant, VariantPart::First | VariantPart::Inside);
        let variant = is_inside.then_some(self.out.variant);
        self.out.document.items.push(Item { span, kind, variant });
        Ok(())
    }

    /// Begins the variant of `.variant NAME {`.
    fn begin_variant(&mut self, name: &SpannedText, span: Span) -> Parsed<()> {
        let VariantPart::Begin(number) = self.line.variant else {
            return fail(&VARIANT, span, "a variant begins on a line of its own");
        };
        if !self.out.variants.take(name.span, &mut self.out.diagnostics) {
            return Ok(());
        }
        let variants = &mut self.out.document.variants;
        if let Some(first) = variants.iter().find(|other| other.name.text == name.text) {
            let message = format!("a second variant `{}`", name.text);
            self.out.diagnostics.push(Diagnostic::second(&VARIANT, name.span, first.name.span, message));
        }
        let end = self.out.variant_ends[number];
        let body = Span { start: span.end, end: end.start };
        let span = if end.is_empty() { span } else { span.to(end) };
        self.out.variant = variants.len();
        variants.push(Variant { name: name.clone(), span, body });
        Ok(())
    }

    /// Parses labels, then a directive or an instruction. Another item may follow a listing directive.
    fn items(&mut self, cursor: &mut Cursor) -> Parsed<()> {
        while !cursor.is_done() {
            let start = *cursor;
            let count = self.out.document.items.len();
            let item = self.item(cursor);
            if let Some(item) = item.inspect_err(|_| self.record_broken_declaration(start))? {
                self.add_item(start.here().to(cursor.previous_end()), item)?;
            }
            self.is_whole &= self.out.document.items.len() > count;
        }
        Ok(())
    }

    fn item(&mut self, cursor: &mut Cursor) -> Parsed<Option<ItemKind>> {
        if let Some(label) = label(cursor, self.set) {
            return Ok(Some(ItemKind::Label(label)));
        }
        if cursor.is_at(0, '.') {
            return self.directive(cursor);
        }
        let is_brace = cursor.is_at(0, '{') || cursor.is_at(0, '}');
        if is_brace && cursor.tokens.len() == 1 {
            let span = cursor.skip(1);
            if self.line.variant == VariantPart::End {
                self.out.block_end = Some(span);
                return Ok(Some(ItemKind::EndVariant));
            }
            if self.line.is_stray_brace {
                self.report_stray_brace(span);
            }
            return Ok(Some(ItemKind::Ignored(SpannedText::at(self.out.text, span))));
        }
        Ok(self.instruction(cursor)?.map(|instr| ItemKind::Instruction(Box::new(instr))))
    }

    /// Reports a `}` without a `{`, and shows the end of the block that it may have been meant for. Reports at most as many as
    /// errors.
    fn report_stray_brace(&mut self, span: Span) {
        self.out.stray_braces += 1;
        if self.out.stray_braces > MAX_ERRORS {
            return;
        }
        let finding = Diagnostic::warning(&LONE_BRACE, span, "this `}` has no `{` and is ignored");
        let edit = TextEdit { span, replacement: String::new() };
        let finding = finding.fix("remove it", vec![edit]);
        self.report(match self.out.block_end {
            Some(end) => finding.note_at(end, "the block above it ends here already"),
            None => finding,
        });
    }

    fn directive(&mut self, cursor: &mut Cursor) -> Parsed<Option<ItemKind>> {
        let dot = cursor.skip(1);
        let Some(word) = cursor.word().filter(|word| word.span.start == dot.end) else {
            let message = "a lone `.` has no meaning; expected a directive such as `.set`";
            return fail(&LINE, dot, message);
        };
        if self.set.ignores_directive(&word.text) {
            return Ok(Some(self.listing_directive(cursor, dot, &word)));
        }
        let parsed = match self.line.notation.map(|braces| braces.spans(self.out.tokens)) {
            Some(block) => self.directive_with_block(cursor, &word, block),
            None => table::parse(cursor, &word, None, self.out.sets),
        };
        let is_unknown = parsed.as_ref().is_err_and(|found| found.rule == &UNKNOWN);
        if is_unknown && self.skips_other_set(word.span, |set| set.ignores_directive(&word.text)) {
            cursor.skip_rest();
            return Ok(None);
        }
        let (item, layout) = parsed?;
        self.layout.append(layout);
        Ok(Some(item))
    }

    /// Parses the text after the word of a listing directive: one attribute, or the rest of the line.
    fn listing_directive(&mut self, cursor: &mut Cursor, dot: Span, word: &SpannedText) -> ItemKind {
        skip_directive(cursor, &word.text, self.set);
        self.layout.verbatim.push(dot.to(cursor.previous_end()));
        ItemKind::Ignored(SpannedText::at(self.out.text, dot.to(word.span)))
    }

    /// Parses the head of a directive alone, and moves the cursor past its block.
    fn directive_with_block(
        &mut self,
        cursor: &mut Cursor,
        word: &SpannedText,
        block: BraceSpans,
    ) -> Parsed<(ItemKind, DirectiveLayout)> {
        let head = cursor.tokens.iter().take_while(|token| token.span < block.open);
        let head: Vec<Token> = head.filter(|token| token.kind != TokenKind::Newline).copied().collect();
        let parsed = table::parse(&mut cursor.with_tokens(&head), word, Some(block), self.out.sets)?;
        self.out.block_end = block.close;
        let end = block.close.unwrap_or(block.open);
        cursor.skip(cursor.tokens.iter().take_while(|token| token.span <= end).count());
        cursor.need_end(&format!("`.{}`", word.text))?;
        Ok(parsed)
    }

    fn instruction(&mut self, cursor: &mut Cursor) -> Parsed<Option<InstructionLine>> {
        let rest = cursor.rest_span();
        if !self.out.instructions.take(rest, &mut self.out.diagnostics) {
            cursor.skip_rest();
            return Ok(None);
        }
        let line = *cursor;
        let mut parsed = walk(cursor, self.set);
        let has_row = self.set.instruction(&parsed.instr.mnemonic.text).is_some();
        if (parsed.error.is_some() || !has_row)
            && self.skips_other_set(line.here(), |set| is_line_of(set, line))
        {
            cursor.skip_rest();
            return Ok(None);
        }
        if let Some(error) = parsed.error {
            return Err(Box::new(error));
        }
        self.out.diagnostics.append(&mut parsed.findings);
        Ok(Some(parsed.instr))
    }

    /// Returns whether a line belongs to another instruction set, and the text names none. Reports the first such line.
    fn skips_other_set(&mut self, span: Span, is_own: impl Fn(&InstructionSet) -> bool) -> bool {
        if self.out.document.named_set.is_some() {
            return false;
        }
        let mut others = self.out.sets.all().iter().filter(|set| set.key != self.set.key);
        let Some(set) = others.find(|set| is_own(set)) else { return false };
        if !std::mem::replace(&mut self.out.misses_isa, true) {
            self.report(missing_isa(self.out.text, set, span));
        }
        true
    }
}

/// Returns whether a line is an instruction of a set: the mnemonic has the spelling of the set, and no operand is a
/// bare name or of an unknown form.
fn is_line_of(set: &InstructionSet, mut line: Cursor) -> bool {
    let parsed = walk(&mut line, set);
    let row = set.instruction(&parsed.instr.mnemonic.text);
    let is_own = |operand: &Node| operand.form.is_some_and(|form| form != FormName::BARE_NAME);
    parsed.error.is_none()
        && row.is_some_and(|row| set.spelled(&row.mnemonic) == parsed.instr.mnemonic.text)
        && parsed.instr.operands.iter().all(is_own)
}

/// Creates the finding that a line belongs to an instruction set that the text does not name.
fn missing_isa(text: &str, set: &InstructionSet, span: Span) -> Diagnostic {
    let line = format!(".isa {}", set.key);
    let replacement = format!("{line}{}", line_ending(text));
    let edit = TextEdit { span: Span::at(text_start(text)), replacement };
    let message = format!("this is a line of {}; expected `{line}` in the first line", set.title);
    Diagnostic::error(&MISSING_ISA, span, message)
        .fix(format!("put `{line}` into the first line"), vec![edit])
}

/// Skips the text after the word of a directive: one attribute of a listing directive, or the rest of the line.
pub(super) fn skip_directive(cursor: &mut Cursor, word: &str, set: &InstructionSet) {
    let has_attribute = set.listing.with_attribute.contains(&word);
    cursor.skip(if has_attribute { attribute_len(cursor) } else { cursor.tokens.len() });
}

/// Returns the number of tokens of `NAME`, `NAME=3`, `NAME=-1` or `NAME="text"`; all tokens for any other text.
fn attribute_len(cursor: &Cursor) -> usize {
    let is_word = |i: usize| {
        let token = cursor.tokens.get(i);
        token.is_some_and(|token| matches!(token.kind, TokenKind::Word | TokenKind::Text))
    };
    match (is_word(0), cursor.is_at(1, '='), cursor.is_at(2, '-')) {
        (true, false, _) => 1,
        (true, true, false) if is_word(2) => 3,
        (true, true, true) if is_word(3) => 4,
        _ => cursor.tokens.len(),
    }
}

rules! {
    MISSING_ISA: "text-missing-isa", Invalid, "a text for another instruction set than the first names it in `.isa`",
        SCENARIO_TEXT, ".isa";
    BUDGET: "text-budget", Budget,
        "a text has at most 256 KiB, a line 64 KiB, a document 1,000 instructions, 256 `.op` and `.semantics`, 16 variants and 200 errors", SCENARIO_TEXT, "Limits";
    COMMENT: "text-open-comment", Invalid, "each `/*` has its `*/`", SCENARIO_TEXT, "Comments";
    LONE_BRACE: "text-lone-brace", Note, "a `}` on a line of its own closes a `{` before it, as listings have them",
        SCENARIO_TEXT, "Lines", ["warning"];
    LINE: "text-line", Invalid, "a line is a directive, a label, an instruction, a comment or blank", SCENARIO_TEXT, "Lines";
}
