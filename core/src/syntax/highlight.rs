//! Syntax highlighting for the editor. Words of a directive to which its parser gives no class are coloured by their spelling.

use super::ast::{Leaf, Node, Piece, PieceKind};
use super::cursor::Cursor;
use super::directive::table::{DirectiveBody, find, token_classes};
use super::label::label;
use super::lexer::{Token, TokenKind, lex};
use super::lines::{Lines, LogicalLine, is_directive, split_lines};
use super::number::starts_number;
use super::parser::{MAX_TEXT_BYTES, skip_directive};
use super::token_class::TokenClass;
use super::value::value_words;
use super::walk::walk;
use crate::base::{ScalarType, Span};
use crate::spec::{InstructionSet, InstructionSets, OperandKind, Shape};

/// The highlighting of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Highlighted {
    /// The coloured spans outside notation, sorted and without overlaps. Other text has no colour of its own.
    pub places: Vec<(Span, TokenClass)>,
    /// The spans of notation, in order. Their braces may not be closed yet.
    pub notation: Vec<Span>,
}

/// Returns the highlighting of a text.
pub fn highlight(text: &str, sets: &InstructionSets) -> Highlighted {
    if text.len() > MAX_TEXT_BYTES {
        return Highlighted::default();
    }
    let tokens = lex(text);
    let Lines { set, lines, .. } = split_lines(text, &tokens, sets);
    let mut painter = Painter { text, sets, set };
    let mut classes = vec![None; tokens.len()];
    let mut notation: Vec<Span> = Vec::new();
    for line in lines.into_iter().filter(|line| !line.is_too_long(&tokens)) {
        painter.set = line.variant_set.unwrap_or(set);
        notation.extend(painter.line(&tokens, &line, &mut classes));
    }
    let mut places: Vec<(Span, TokenClass)> = Vec::new();
    for (token, class) in tokens.iter().zip(classes) {
        // The spans of notation are in order and apart.
        let begun = notation.partition_point(|body| body.start <= token.span.start);
        if notation[..begun].last().is_some_and(|body| token.span.end <= body.end) {
            continue;
        }
        let comment = matches!(token.kind, TokenKind::LineComment | TokenKind::BlockComment);
        match (class, places.last_mut()) {
            _ if comment => places.push((token.span, TokenClass::Comment)),
            (Some(class), Some((span, last)))
                if *last == class && token.is_glued && span.end == token.span.start =>
            {
                *span = span.to(token.span);
            }
            (Some(class), _) => places.push((token.span, class)),
            (None, _) => {}
        }
    }
    Highlighted { places, notation }
}

type Classes = [Option<TokenClass>];

struct Painter<'a> {
    text: &'a str,
    sets: &'a InstructionSets,
    set: &'a InstructionSet,
}

impl Painter<'_> {
    fn word(&self, token: &Token) -> &str {
        token.span.of(self.text)
    }

    /// Sets the classes of a line's tokens. Returns the notation in it.
    fn line(&self, tokens: &[Token], line: &LogicalLine, classes: &mut Classes) -> Option<Span> {
        let end = line.notation.map_or(line.tokens.end, |block| block.open + 1);
        let significant: Vec<usize> = (line.tokens.start..end).filter(|&i| !tokens[i].is_trivia()).collect();
        let line_tokens: Vec<Token> = significant.iter().map(|&i| tokens[i]).collect();
        let mut line_classes = vec![None; significant.len()];
        let mut cursor = Cursor::new(self.text, &line_tokens);
        let mut notation = line.notation.map(|block| {
            let last = block.close.unwrap_or(line.tokens.end);
            let end = tokens.get(last).map_or(self.text.len(), |token| token.span.range().start);
            Span::new(tokens[block.open].span.range().end, end)
        });
        while !cursor.is_done() {
            let (rest, first) = (cursor.tokens, line_tokens.len() - cursor.tokens.len());
            match rest {
                _ if label(&mut cursor, self.set).is_some() => {
                    // The name of the label is before its colon.
                    line_classes[line_tokens.len() - cursor.tokens.len() - 2] = Some(TokenClass::Name);
                }
                [dot, word, after_word @ ..] if is_directive(*dot, *word) => {
                    cursor.skip(2);
                    skip_directive(&mut cursor, self.word(word), self.set);
                    let len = rest.len() - cursor.tokens.len();
                    self.directive(&rest[..len], &mut line_classes[first..]);
                    notation = notation.or_else(|| self.notation(word, after_word));
                }
                _ => {
                    cursor.skip_rest();
                    self.instruction(rest, &mut line_classes[first..]);
                }
            }
        }
        for (&i, class) in significant.iter().zip(line_classes) {
            classes[i] = class;
        }
        notation
    }

    /// Returns the notation after the `=` of an operation or after the `:` of an invariant.
    fn notation(&self, word: &Token, after_word: &[Token]) -> Option<Span> {
        let (DirectiveBody::Notation(Some(sign)) | DirectiveBody::Condition(sign)) =
            find(self.word(word), self.sets)?.body
        else {
            return None;
        };
        let sign = after_word.iter().position(|token| token.is(sign))?;
        let (first, last) = (after_word.get(sign + 1)?, after_word.last()?);
        Some(first.span.to(last.span))
    }

    /// Sets the classes of a directive's tokens: the class that its parser gives, or else one by their spelling.
    fn directive(&self, tokens: &[Token], classes: &mut Classes) {
        classes[0] = Some(TokenClass::Directive);
        classes[1] = Some(TokenClass::Directive);
        let mut cursor = Cursor::new(self.text, tokens);
        cursor.skip(2);
        let word = self.word(&tokens[1]);
        let ignores_directive = self.set.ignores_directive(word);
        let parsed = token_classes(cursor, word, self.sets);
        for i in 2..tokens.len() {
            let token = &tokens[i];
            let begun = parsed.partition_point(|(span, _)| span.start <= token.span.start);
            let known = parsed[..begun].last().filter(|(span, _)| token.span.end <= span.end);
            classes[i] = match token.kind {
                TokenKind::Word if ignores_directive => None,
                _ if known.is_some() => known.map(|(_, class)| *class),
                TokenKind::Text => Some(TokenClass::Text),
                TokenKind::Punct('?') => Some(TokenClass::Number),
                TokenKind::Punct('-') => self.negative_number(tokens, i),
                TokenKind::Word => Some(self.spelled_class(tokens, i)),
                _ => None,
            };
        }
    }

    fn negative_number(&self, tokens: &[Token], i: usize) -> Option<TokenClass> {
        let next = tokens.get(i + 1).filter(|next| next.is_glued && next.kind == TokenKind::Word)?;
        starts_number(self.word(next)).then_some(TokenClass::Number)
    }

    /// Returns the class of a word in a directive by its spelling.
    fn spelled_class(&self, tokens: &[Token], i: usize) -> TokenClass {
        let word = self.word(&tokens[i]);
        let is_before_equals = tokens.get(i + 1).is_some_and(|next| next.is('=') && next.is_glued);
        if value_words().any(|value| value.eq_ignore_ascii_case(word)) {
            TokenClass::Keyword
        } else if word == "_" || starts_number(word) {
            TokenClass::Number
        } else if is_before_equals {
            TokenClass::Key
        } else if ScalarType::from_name(word).is_some() {
            TokenClass::Type
        } else {
            TokenClass::Name
        }
    }

    fn instruction(&self, tokens: &[Token], classes: &mut Classes) {
        let mut cursor = Cursor::new(self.text, tokens);
        let mut instr = walk(&mut cursor, self.set).instr;
        if instr.mnemonic.text.is_empty() {
            instr.pieces.retain(|piece| piece.kind == PieceKind::Guard);
        }
        let row = self.set.instruction(&instr.mnemonic.text);
        let is_surface = |operand_index: usize| {
            // A stated address has more words than the name of a surface.
            row.and_then(|row| row.declared().filter(|row| row.stated.is_none())?.operands.get(operand_index))
                .is_some_and(|operand| matches!(operand.kind, OperandKind::Surface { .. }))
        };
        let mut keywords: Vec<Span> =
            instr.operands.iter().flat_map(|node| keywords(node, self.set.shape)).collect();
        keywords.sort_unstable();
        let mut rest = tokens.iter().zip(classes).peekable();
        let mut operand_index = 0;
        for piece in instr.pieces {
            while rest.next_if(|(token, _)| token.span.start < piece.span.start).is_some() {}
            while let Some((token, class)) = rest.next_if(|(token, _)| token.span.end <= piece.span.end) {
                *class = match keywords.binary_search(&token.span) {
                    Ok(_) => Some(TokenClass::Keyword),
                    Err(_) => self.in_piece(piece, token, is_surface(operand_index)),
                };
            }
            operand_index += usize::from(piece.kind == PieceKind::Operand);
        }
    }

    /// Returns the class of a token in a piece.
    fn in_piece(&self, piece: Piece, token: &Token, is_surface: bool) -> Option<TokenClass> {
        match piece.kind {
            PieceKind::Guard => Some(TokenClass::Predicate),
            PieceKind::Mnemonic => Some(TokenClass::Mnemonic),
            PieceKind::Modifiers => Some(TokenClass::Modifier),
            PieceKind::Exec => Some(TokenClass::Mask),
            PieceKind::Operand | PieceKind::Ignored | PieceKind::Separator => {
                self.operand_part(token, token.span.start == piece.span.start, is_surface)
            }
        }
    }

    fn operand_part(&self, token: &Token, is_first: bool, is_surface: bool) -> Option<TokenClass> {
        match token.kind {
            TokenKind::Text => Some(TokenClass::Text),
            TokenKind::Word if starts_number(self.word(token)) => Some(TokenClass::Number),
            TokenKind::Word if is_surface => Some(TokenClass::Surface),
            TokenKind::Word if !is_first && ScalarType::from_name(self.word(token)).is_some() => {
                Some(TokenClass::Type)
            }
            TokenKind::Word => Some(TokenClass::Operand),
            _ => None,
        }
    }
}

/// Returns the words of lists in an operand.
fn keywords(node: &Node, shape: &Shape) -> impl Iterator<Item = Span> {
    let form = shape.operands.iter().find(|form| node.is(form.name));
    node.parts.iter().filter_map(move |(key, leaf)| match leaf {
        Leaf::Text(word) if form.is_some_and(|form| form.keyword_list(*key).is_some()) => Some(word.span),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::known_sets;
    use super::*;
    use crate::test;

    fn check(text: &str, expected: &[(&str, TokenClass)]) {
        let places = highlight(text, &known_sets()).places;
        let shown: Vec<_> = places.iter().map(|(span, class)| (span.of(text), *class)).collect();
        assert_eq!(shown, expected);
    }

    #[test]
    fn words_of_a_list_within_an_operand() {
        let expected = [
            ("lsc_load", TokenClass::Mnemonic),
            (".slm", TokenClass::Modifier),
            ("(1)", TokenClass::Mask),
            ("D", TokenClass::Operand),
            ("d32x2", TokenClass::Keyword),
            ("flat", TokenClass::Keyword),
            ("4", TokenClass::Number),
            ("O", TokenClass::Operand),
            ("a32", TokenClass::Keyword),
        ];
        check("lsc_load.slm (1) D:d32x2 flat[4*O]:a32", &expected);
    }

    #[test]
    fn directives() {
        use TokenClass::*;
        check(
            ".surface BUF buffer ud size=16 = -1 ? // c",
            &[
                (".surface", Directive),
                ("BUF", Name),
                ("buffer", Keyword),
                ("ud", Type),
                ("size", Key),
                ("16", Number),
                ("-1", Number),
                ("?", Number),
                ("// c", Comment),
            ],
        );
        check(".op X { T a = 1; }", &[(".op", Directive), ("X", Name)]);
        check(".expect error run-race", &[(".expect", Directive), ("error", Keyword), ("run-race", Name)]);
        check(".ask lanes", &[(".ask", Directive), ("lanes", Keyword)]);
        check(
            ".expect possible { A = 1; error run-trap }",
            &[
                (".expect", Directive),
                ("possible", Keyword),
                ("A", Name),
                ("1", Number),
                ("error", Keyword),
                ("run-trap", Name),
            ],
        );
        check(
            ".decl ud v_type=G type=uw",
            &[
                (".decl", Directive),
                ("ud", Name),
                ("v_type", Key),
                ("G", Keyword),
                ("type", Key),
                ("uw", Type),
            ],
        );
        check(".expect order-independent", &[(".expect", Directive), ("order-independent", Keyword)]);
        check(".order seed=7", &[(".order", Directive), ("seed", Keyword), ("7", Number)]);
        check(".expect error = 1", &[(".expect", Directive), ("error", Name), ("1", Number)]);
        check(".set A = NAN", &[(".set", Directive), ("A", Name), ("NAN", Keyword)]);
        check(".set A = random(7)", &[(".set", Directive), ("A", Name), ("random", Keyword), ("7", Number)]);
    }

    #[test]
    fn notation_is_left_to_its_own_colours() {
        let notation = |text: &str| {
            let spans = highlight(text, &known_sets()).notation.into_iter();
            spans.map(|span| span.of(text).to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(notation(".op X { a = 1; } // c\n.op Y = old + 1 // c\n"), [" a = 1; ", "old + 1"]);
        assert_eq!(notation(".semantics X {\n  if (a) {\n"), ["\n  if (a) {\n"], "while it is typed");
        assert_eq!(notation(".op X = \n.set A = 1\n"), [""; 0]);
    }

    #[test]
    fn a_directive_after_labels() {
        use TokenClass::*;
        check(
            "x: .L_1: .set A = 1",
            &[("x", Name), ("L_1", Name), (".set", Directive), ("A", Name), ("1", Number)],
        );
        let text = "x: .op Y = old";
        let notation: Vec<&str> =
            highlight(text, &known_sets()).notation.iter().map(|span| span.of(text)).collect();
        assert_eq!(notation, ["old"]);
    }

    #[test]
    fn instructions() {
        use TokenClass::*;
        check(
            ".kernel_attr A=1 ret (M1, 1)",
            &[(".kernel_attr", Directive), ("ret", Mnemonic), ("(M1,", Mask), ("1)", Mask)],
        );
        check(
            "(!P1.any) dword_atomic.add.16 (M1, 8) BUF V32.0 0x1:ud",
            &[
                ("(!P1.any)", Predicate),
                ("dword_atomic", Mnemonic),
                (".add.16", Modifier),
                ("(M1,", Mask),
                ("8)", Mask),
                ("BUF", Surface),
                ("V32", Operand),
                ("0", Number),
                ("0x1", Number),
                ("ud", Type),
            ],
        );
    }
}
