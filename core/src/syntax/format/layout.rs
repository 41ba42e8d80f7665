//! The spaces in the canonical layout of a line.

use super::super::ast::{InstructionLine, Item, ItemKind, Piece, PieceKind};
use super::super::directive::parser::DirectiveLayout;
use super::super::lexer::{Token, TokenKind};
use crate::base::Span;

/// The layout of a line: the parts that its tokens alone do not determine.
pub(super) enum LineLayout<'a> {
    /// An instruction, laid out by its pieces.
    Instruction(&'a InstructionLine),
    /// A label.
    Label,
    /// A directive.
    Directive(&'a DirectiveLayout),
}

impl<'a> LineLayout<'a> {
    /// Returns the layout of an item. `directive` is that of the directives in its line.
    pub fn new(item: &'a Item, directive: &'a DirectiveLayout) -> Self {
        match &item.kind {
            ItemKind::Label(_) => Self::Label,
            ItemKind::Instruction(instr) => Self::Instruction(instr),
            ItemKind::Directive(..) | ItemKind::EndVariant | ItemKind::Ignored(_) => {
                Self::Directive(directive)
            }
        }
    }

    /// Formats the line, without its newline.
    pub fn print(&self, text: &str, tokens: &[Token]) -> String {
        let mut out = String::new();
        let last_significant = tokens.iter().rposition(|token| !token.is_trivia());
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
                let is_tail = last_significant.is_some_and(|last| i == last + 1) && token.is_trivia();
                out.push_str(if is_tail { "  " } else { self.gap(before, *token) });
            }
            out.push_str(token.span.of(text));
            is_line_start = false;
        }
        out
    }

    /// Returns whether both tokens belong to a piece that is kept unchanged.
    fn is_verbatim(&self, before: Token, token: Token) -> bool {
        match self {
            Self::Label => false,
            Self::Instruction(instr) => {
                let piece = piece_of(instr, before);
                piece.is_some_and(|piece| {
                    matches!(piece.kind, PieceKind::Operand | PieceKind::Ignored)
                        && token.span.end <= piece.span.end
                })
            }
            Self::Directive(layout) => is_inside(&layout.verbatim, before, token),
        }
    }

    /// Returns the white space between two tokens.
    fn gap(&self, before: Token, token: Token) -> &'static str {
        if before.is_trivia() || token.is_trivia() {
            return " ";
        }
        match self {
            Self::Label => "",
            Self::Instruction(instr) => gap_in_instruction(instr, before, token),
            Self::Directive(layout) => gap_in_directive(layout, before, token),
        }
    }
}

/// Returns the piece of an instruction to which a token belongs.
fn piece_of(instr: &InstructionLine, token: Token) -> Option<Piece> {
    let index = instr.pieces.partition_point(|piece| piece.span.start <= token.span.start);
    index.checked_sub(1).map(|index| instr.pieces[index])
}

/// Returns the white space between two tokens of an instruction: one space between pieces, and none before a separator
/// and within a piece, except after its commas.
fn gap_in_instruction(instr: &InstructionLine, before: Token, token: Token) -> &'static str {
    let [Some(left), Some(right)] = [before, token].map(|token| piece_of(instr, token)) else { return " " };
    let is_same = left == right;
    match right.kind {
        PieceKind::Separator | PieceKind::Modifiers => "",
        // A text of no known form keeps its words together.
        PieceKind::Operand
            if token.is_glued && matches!(left.kind, PieceKind::Operand | PieceKind::Mnemonic) =>
        {
            ""
        }
        _ if is_same && !before.is(',') => "",
        _ => " ",
    }
}

/// Returns whether two tokens are in the same of these spans, which are sorted.
fn is_inside(spans: &[Span], before: Token, token: Token) -> bool {
    let index = spans.partition_point(|span| span.start <= before.span.start);
    index.checked_sub(1).is_some_and(|i| token.span.end <= spans[i].end)
}

/// Returns the white space between two tokens of a directive.
fn gap_in_directive(layout: &DirectiveLayout, before: Token, token: Token) -> &'static str {
    // The list is searched for each token, which must be fast in long lines.
    if [before, token].iter().any(|token| layout.spaced.binary_search(&token.span).is_ok()) {
        return " ";
    }
    let is_generator = before.kind == TokenKind::Word && token.is('(');
    let is_tight = before.is('=')
        || token.is('=')
        || is_generator
        || matches!(token.kind, TokenKind::Punct(')' | ']' | ',' | ';' | '>'));
    if is_tight { "" } else { gap_after(before, token) }
}

/// Returns the white space between two tokens, by the sign of the first one or else as in the text.
fn gap_after(before: Token, token: Token) -> &'static str {
    match before.kind {
        TokenKind::Punct(',' | ';') => " ",
        TokenKind::Punct('(' | '[' | '<') => "",
        _ if token.is_glued => "",
        _ => " ",
    }
}
