//! Parsing of one form: a guard, an execution size or an operand.

use crate::base::{PackedType, ScalarType, Span, TextEdit};
use crate::diag::Diagnostic;
use crate::spec::{Form, FormPart, KeywordList, PartKey};
use crate::syntax::ast::{Leaf, Node, SpannedText, ValueKind, ValueText};
use crate::syntax::constant::constant;
use crate::syntax::cursor::{Cursor, Parsed, excerpt};
use crate::syntax::lexer::TokenKind;
use crate::syntax::number::{is_at_number, need_whole, starts_number};
use crate::syntax::value::value;

/// A parsed guard, execution size or operand.
pub(super) struct ParsedForm {
    /// The parts up to an error.
    pub node: Node,
    pub error: Option<Box<Diagnostic>>,
    /// The parts that may follow where the tokens end.
    pub expected: Vec<&'static FormPart>,
}

/// Parses the next operand, which `cursor` contains alone. Once the parts of a form rule out all others, an error ends the parsing: the
/// operand lacks a part of that form.
pub(super) fn parse_operand(cursor: Cursor, forms: &[Form]) -> ParsedForm {
    let span = cursor.rest_span();
    for form in forms {
        let mut parser = FormParser::new(cursor, form);
        match parser.parts(form.parts) {
            Ok(()) if parser.cursor.is_done() => {
                return ParsedForm { expected: Vec::new(), ..parser.finish(span, None) };
            }
            Err(error) if parser.is_cut => return parser.finish(span, Some(error)),
            _ => {}
        }
    }
    let node = Node { form: None, parts: Vec::new(), is_broken: false, span };
    ParsedForm { node, error: None, expected: Vec::new() }
}

/// Parses a guard or an execution size, and moves the cursor past it.
pub(super) fn parse_form(cursor: &mut Cursor, form: &Form) -> ParsedForm {
    let start = cursor.here();
    let mut parser = FormParser::new(*cursor, form);
    let error = parser.parts(form.parts).err();
    *cursor = parser.cursor;
    let end = cursor.previous_end();
    parser.finish(start.to(end), error)
}

/// The state of parsing a form.
struct FormParser<'a, 'f> {
    cursor: Cursor<'a>,
    form: &'f Form,
    parts: Vec<(PartKey, Leaf)>,
    is_cut: bool,
    /// The parts that may follow where the tokens end.
    expected: Vec<&'static FormPart>,
}

impl<'a, 'f> FormParser<'a, 'f> {
    fn new(cursor: Cursor<'a>, form: &'f Form) -> Self {
        Self { cursor, form, parts: Vec::new(), is_cut: false, expected: Vec::new() }
    }

    fn finish(self, span: Span, error: Option<Box<Diagnostic>>) -> ParsedForm {
        let node = Node { form: Some(self.form.name), parts: self.parts, is_broken: error.is_some(), span };
        ParsedForm { node, error, expected: self.expected }
    }

    fn push_text(&mut self, key: PartKey, text: SpannedText) {
        self.parts.push((key, Leaf::Text(text)));
    }

    fn push_next(&mut self, key: PartKey, count: usize) {
        let span = self.cursor.skip(count);
        self.push_text(key, SpannedText::at(self.cursor.text, span));
    }

    fn parts(&mut self, parts: &'static [FormPart]) -> Parsed<()> {
        for part in parts {
            let is_group = matches!(part, FormPart::Sequence(_) | FormPart::Optional(_) | FormPart::Cut);
            if self.cursor.is_done() && !is_group {
                self.expected.push(part);
            }
            self.part(part)?;
        }
        Ok(())
    }

    fn part(&mut self, part: &'static FormPart) -> Parsed<()> {
        match *part {
            FormPart::Sign(sign, what) => self.sign(sign, what)?,
            FormPart::Flag(key) => {
                if let Some(count) = self.flag_len(key) {
                    self.push_next(key, count);
                }
            }
            FormPart::Name(key, what) => self.word_if(key, what, |word| !starts_number(word))?,
            FormPart::DottedName(key) => self.dotted_name(key)?,
            FormPart::RegisterName(key, names, what) => {
                self.word_if(key, what, |word| names.has_form_of_name(word))?
            }
            FormPart::Keyword(key, list) => self.keyword(key, list)?,
            FormPart::NameOrNumber(key, what) if !self.is_at_number() => self.word_if(key, what, |_| true)?,
            FormPart::Number(key, what) | FormPart::NameOrNumber(key, what) => {
                let number = need_whole(&mut self.cursor, what)?;
                self.parts.push((key, Leaf::Number(number)));
            }
            FormPart::Expression(key, rule) => {
                let number = constant(self.cursor, rule)?;
                self.cursor.skip_rest();
                self.parts.push((key, Leaf::Number(number)));
            }
            FormPart::Value { key, takes_negative_patterns } => {
                // A text that begins with a digit is a value.
                self.is_cut |= self.is_at_number();
                let value = self.value(takes_negative_patterns)?;
                self.parts.push((key, Leaf::Value(value)));
            }
            FormPart::Type(key) => self.word_if(key, "a type", is_type)?,
            FormPart::Parenthesis(key) => self.parenthesis(key)?,
            FormPart::Sequence(parts) => self.parts(parts)?,
            FormPart::Optional(parts) => self.optional(parts)?,
            FormPart::Cut => self.is_cut = true,
        }
        Ok(())
    }

    /// Parses a sign. If a comma is missing between two words, the error has a fix.
    fn sign(&mut self, sign: char, what: &str) -> Parsed<()> {
        let previous = self.cursor.previous_end();
        let found = self.cursor.need(sign, self.form.rule, what);
        found.map(drop).map_err(|found| self.with_missing_comma_fix(sign, previous, found))
    }

    /// Parses a word that `accepts` allows.
    fn word_if(&mut self, key: PartKey, what: &str, accepts: impl Fn(&str) -> bool) -> Parsed<()> {
        let Some(word) = self.cursor.word_if(accepts) else {
            return self.cursor.fail_expected(self.form.rule, what);
        };
        self.push_text(key, word);
        Ok(())
    }

    /// Parses a name with further words after dots.
    fn dotted_name(&mut self, key: PartKey) -> Parsed<()> {
        let mut count = 1;
        while self.cursor.is_at(count, '.') {
            count += 2;
        }
        let mut words = self.cursor.tokens.iter().take(count).step_by(2);
        if !self.is_at_name() || words.any(|token| token.kind != TokenKind::Word) {
            return self.cursor.fail_expected(self.form.rule, "a name");
        }
        self.push_next(key, count);
        Ok(())
    }

    /// Parses a word of a list.
    fn keyword(&mut self, key: PartKey, list: &KeywordList) -> Parsed<()> {
        let word = self.cursor.need_word(self.form.rule, "a word")?;
        if list.keywords.iter().all(|known| known.text != word.text) {
            let found = Diagnostic::error(list.rule, word.span, (list.unknown_message)(&excerpt(&word.text)));
            return Err(Box::new(found.write_if((list.suggestion)(&word.text))));
        }
        self.push_text(key, word);
        Ok(())
    }

    /// Parses the text from a `(` to the next `)`.
    fn parenthesis(&mut self, key: PartKey) -> Parsed<()> {
        let close = self.cursor.tokens.iter().position(|token| token.is(')'));
        let Some(close) = close.filter(|_| self.cursor.is_at(0, '(')) else {
            return self.cursor.fail_expected(self.form.rule, "`(`");
        };
        self.push_next(key, close + 1);
        Ok(())
    }

    /// Parses parts that may be absent.
    fn optional(&mut self, parts: &'static [FormPart]) -> Parsed<()> {
        if parts.first().is_some_and(|first| self.may_begin(first)) {
            return self.parts(parts);
        }
        if self.cursor.is_done() {
            self.expected.extend(parts.first());
        }
        Ok(())
    }

    /// Parses a value, or a bit pattern with a sign if that is allowed.
    fn value(&mut self, takes_negative_patterns: bool) -> Parsed<ValueText> {
        let mut ahead = self.cursor;
        if let Some(sign) = ahead.eat('-').filter(|_| takes_negative_patterns)
            && let Ok(number) = need_whole(&mut ahead, "a number")
        {
            self.cursor = ahead;
            return Ok(ValueText { kind: ValueKind::Decimal(-number.value), span: sign.to(number.span) });
        }
        value(&mut self.cursor)
    }

    /// Returns whether the next word can be a name.
    fn is_at_name(&self) -> bool {
        self.cursor.peek_word().is_some_and(|word| !starts_number(word))
    }

    /// Returns whether a number is next, perhaps with a sign.
    fn is_at_number(&self) -> bool {
        let mut ahead = self.cursor;
        ahead.eat('-');
        is_at_number(&ahead)
    }

    /// Returns the number of tokens of a flag, if it is next.
    fn flag_len(&self, flag: PartKey) -> Option<usize> {
        match flag.0.strip_prefix('.') {
            Some(word) => {
                let is_next = |token: &crate::syntax::lexer::Token| self.cursor.slice(*token) == word;
                let is_there = self.cursor.is_at(0, '.') && self.cursor.tokens.get(1).is_some_and(is_next);
                is_there.then_some(2)
            }
            None => flag.0.chars().next().filter(|sign| self.cursor.is_at(0, *sign)).map(|_| 1),
        }
    }

    /// Returns whether a part can begin with the next token.
    fn may_begin(&self, part: &FormPart) -> bool {
        match *part {
            FormPart::Sequence(parts) => parts.first().is_some_and(|first| self.may_begin(first)),
            FormPart::Sign(sign, _) => self.cursor.is_at(0, sign),
            FormPart::Parenthesis(_) => self.cursor.is_at(0, '('),
            FormPart::Flag(flag) => self.flag_len(flag).is_some(),
            FormPart::Name(..) | FormPart::Keyword(..) => self.is_at_name(),
            FormPart::Number(..) => self.is_at_number(),
            _ => !self.cursor.is_done(),
        }
    }

    /// Adds the fix to an error about a sign, if it is a comma that is missing between two words.
    fn with_missing_comma_fix(&self, sign: char, previous: Span, found: Box<Diagnostic>) -> Box<Diagnostic> {
        if sign != ',' || self.cursor.peek_word().is_none() {
            return found;
        }
        let gap = Span::new(previous.range().end, self.cursor.here().range().start);
        let edit = TextEdit { span: gap, replacement: ", ".to_owned() };
        Box::new(found.fix("insert a comma", vec![edit]))
    }
}

/// Returns whether a word is a scalar or packed type.
fn is_type(word: &str) -> bool {
    PackedType::from_name(word).is_some() || ScalarType::from_name(word).is_some()
}
