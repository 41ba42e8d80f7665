//! Where spaces stand in the canonical form of a line.

use super::form::LineForm;
use super::lexer::{Token, TokenKind};
use super::{DeclKind, Directive, Expect, Instr, Item, ItemKind, Key, OperandText};
use crate::base::Span;

/// What a line's tokens alone do not tell about its spaces.
#[derive(Default)]
pub(super) struct Layout<'a> {
    /// Places whose text stays as it is, inner white space included.
    verbatim: Vec<Span>,
    /// Tokens that begin here have one space before them.
    breaks: Vec<u32>,
    /// The `=` that has spaces around it; any other has none.
    equals: Option<u32>,
    /// The form of lines whose signs hold their neighbours; `None` in a directive.
    form: Option<&'a dyn LineForm>,
}

impl<'a> Layout<'a> {
    /// For an item with its tokens.
    pub fn of(item: &Item, tokens: &[Token], form: &'a dyn LineForm) -> Self {
        let mut layout = Self::default();
        let mut equals_before = |place: Span| {
            let equals = tokens.iter().rfind(|token| token.is('=') && token.span.end <= place.start);
            equals.map(|token| token.span.start)
        };
        match &item.kind {
            ItemKind::Label(_) => layout.form = Some(form),
            ItemKind::Instruction(instr) => {
                layout.form = Some(form);
                layout.instruction(instr, tokens);
            }
            ItemKind::Directive(directive) => {
                layout.equals = value_place(directive).and_then(&mut equals_before);
                layout.directive(directive, item.span);
                if let Directive::Expect(Expect::Possible { braces: Some([_, close]), .. }) = directive {
                    layout.claims(tokens, *close);
                }
            }
        }
        // Long lines need them sorted: they are looked up for each token.
        layout.verbatim.sort_unstable();
        layout.breaks.sort_unstable();
        layout
    }

    fn instruction(&mut self, instr: &Instr, tokens: &[Token]) {
        self.verbatim = instr.operands.iter().map(OperandText::span).collect();
        self.breaks = self.verbatim.iter().map(|span| span.start).collect();
        self.breaks.push(instr.mnemonic.span.start);
        self.annotations(instr, tokens);
        self.breaks.extend(instr.exec.map(|exec| exec.span.start));
        self.breaks.extend(instr.predicate.as_ref().map(|predicate| predicate.span.start));
    }

    /// Scheduling annotations behind the operands stay as they are, with all that follows them.
    fn annotations(&mut self, instr: &Instr, tokens: &[Token]) {
        let end = tokens.iter().rfind(|token| !token.is_trivia());
        if let (Some(first), Some(end)) = (instr.annotations.first(), end) {
            self.verbatim.push(first.span.to(end.span));
        }
    }

    fn directive(&mut self, directive: &Directive, whole: Span) {
        let keys = |keys: &[Key]| keys.iter().map(|key| key.value.span).collect();
        self.verbatim = match directive {
            Directive::Listing(_) => vec![whole],
            Directive::Isa(line) => keys(&line.keys),
            Directive::Surface(line) => keys(&line.keys),
            Directive::Pool(line) => keys(line),
            Directive::Reading(line) => vec![line.name.span, line.choice.span],
            Directive::Expect(Expect::Diagnostic { code, .. }) => vec![code.span],
            Directive::Expect(Expect::Possible { errors, .. }) => {
                errors.iter().map(|code| code.span).collect()
            }
            Directive::Expect(Expect::OrderIndependent(words)) => vec![*words],
            Directive::Op(block) if block.is_expression => vec![block.body],
            Directive::Invariant(line) => vec![line.condition],
            Directive::Decl(decl) => {
                let align = match &decl.kind {
                    DeclKind::General { align, .. } => align.as_ref().map(|word| word.span),
                    _ => None,
                };
                std::iter::once(decl.num_elts.span).chain(align).collect()
            }
            _ => Vec::new(),
        };
    }

    /// Claims between braces have spaces around their `=`, and inside of the braces.
    fn claims(&mut self, tokens: &[Token], close: Span) {
        for pair in tokens.windows(2) {
            let is_apart = pair[0].is('{') || pair.iter().any(|token| token.is('='));
            self.breaks.extend(is_apart.then_some(pair[1].span.start));
        }
        self.breaks.extend(tokens.iter().find(|token| token.is('{')).map(|open| open.span.start));
        self.breaks.push(close.start);
    }

    /// The line, without its newline.
    pub fn print(&self, text: &str, tokens: &[Token]) -> String {
        let mut out = String::new();
        let said = tokens.iter().rposition(|token| !token.is_trivia());
        let mut is_line_start = true;
        for (i, token) in tokens.iter().enumerate() {
            let before = i.checked_sub(1).map(|before| tokens[before]);
            let is_verbatim = before.is_some_and(|before| self.is_verbatim(before, *token));
            if let (true, Some(before)) = (is_verbatim, before) {
                out.push_str(&text[before.span.range().end..token.span.range().start]);
            } else if token.kind == TokenKind::Continuation {
                if !is_line_start {
                    out.push_str(" \\\n    ");
                }
                is_line_start = true;
                continue;
            } else if let (false, Some(before)) = (is_line_start, before) {
                let is_tail = said.is_some_and(|said| i == said + 1) && token.is_trivia();
                out.push_str(if is_tail { "  " } else { self.gap(before, *token) });
            }
            out.push_str(token.span.of(text));
            is_line_start = false;
        }
        out
    }

    /// Whether both tokens belong to one piece that stays as it is.
    fn is_verbatim(&self, before: Token, token: Token) -> bool {
        let behind = self.verbatim.partition_point(|span| span.start <= before.span.start);
        behind.checked_sub(1).is_some_and(|i| token.span.end <= self.verbatim[i].end)
    }

    /// What stands between two tokens.
    fn gap(&self, before: Token, token: Token) -> &'static str {
        let is_equals = |token: Token| Some(token.span.start) == self.equals;
        if before.is_trivia() || token.is_trivia() || is_equals(before) || is_equals(token) {
            return " ";
        }
        if self.breaks.binary_search(&token.span.start).is_ok() {
            return " ";
        }
        if (before.is('=') || token.is('=')) && self.form.is_none() {
            return "";
        }
        let TokenKind::Punct(next) = token.kind else { return self.gap_before_word(before, token) };
        let is_generator = before.kind == TokenKind::Word && next == '(' && self.form.is_none();
        let holds = match next {
            ')' | ']' | ',' | ';' | '>' => true,
            '.' | ':' => self.form.is_some(),
            sign => is_generator || self.form.is_some_and(|form| form.holds_previous(sign)),
        };
        if holds { "" } else { self.gap_before_word(before, token) }
    }

    fn gap_before_word(&self, before: Token, token: Token) -> &'static str {
        match before.kind {
            TokenKind::Punct(',' | ';') => " ",
            TokenKind::Punct('(' | '[' | '<') => "",
            TokenKind::Punct('.') if self.form.is_some() => "",
            TokenKind::Punct(sign) if self.form.is_some_and(|form| form.holds_next(sign)) => "",
            _ if token.glued => "",
            _ => " ",
        }
    }
}

/// Where the values behind the directive's `=` begin.
fn value_place(directive: &Directive) -> Option<Span> {
    match directive {
        Directive::Set(line) => Some(line.values.span),
        Directive::Surface(line) => line.values.as_ref().map(|values| values.span),
        Directive::Const { values, .. } => Some(values.span),
        Directive::Reading(line) => Some(line.choice.span),
        Directive::Op(block) if block.is_expression => Some(block.body),
        Directive::Invariant(line) => Some(line.condition),
        Directive::Expect(Expect::Contents(claim)) => Some(claim.values.span),
        _ => None,
    }
}
