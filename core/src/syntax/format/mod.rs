//! The formatter, which brings a scenario text into canonical layout.

mod layout;

use super::ast::Item;
use super::directive::parser::DirectiveLayout;
use super::lexer::{Token, TokenKind};
use super::lines::{Braces, LogicalLine, VariantPart};
use super::parser::{MAX_TEXT_BYTES, ParsedLine, ParsedText, parse_text};
use crate::spec::InstructionSets;
use layout::LineLayout;

/// Formats a text: one item per line, single spaces, `key=value`, two spaces before a trailing comment, notation
/// indented by its braces, at most one blank line in a row, a final newline. Words and numbers are kept as written.
/// Lines that could not be parsed are unchanged. Total and idempotent; the result parses to the same document.
pub fn format(text: &str, sets: &InstructionSets) -> String {
    if text.len() > MAX_TEXT_BYTES {
        return text.to_owned();
    }
    let source = parse_text(text, sets);
    let mut printer =
        Printer { text, source: &source, out: String::new(), needs_blank_line: false, is_in_variant: false };
    for parsed in &source.lines {
        let items = &source.document.items[parsed.items.clone()];
        printer.is_in_variant = matches!(parsed.line.variant, VariantPart::First | VariantPart::Inside);
        printer.line(parsed, items);
    }
    printer.out
}

struct Printer<'a> {
    text: &'a str,
    source: &'a ParsedText<'a>,
    out: String,
    /// Whether a blank line must precede the next line.
    needs_blank_line: bool,
    /// Whether the current line is in the block of a variant.
    is_in_variant: bool,
}

impl Printer<'_> {
    fn line(&mut self, parsed: &ParsedLine, items: &[Item]) {
        let ParsedLine { line, is_clean, layout, .. } = parsed;
        let tokens = without_trailing_continuations(&self.source.tokens[line.tokens.clone()]);
        let is_comment = tokens.iter().all(Token::is_trivia);
        if tokens.is_empty() {
            self.needs_blank_line = true;
        } else if *is_clean && is_comment {
            self.put(text_of(self.text, tokens));
        } else if !is_clean || items.is_empty() || line.notation.is_some() && items.len() > 1 {
            self.verbatim(line, tokens);
        } else if let Some(Braces { open, close: Some(close) }) = line.notation {
            self.block(line, tokens, open, close);
        } else {
            self.items(tokens, items, layout);
        }
    }

    /// Writes one line.
    fn put(&mut self, line: &str) {
        if self.needs_blank_line && !self.out.is_empty() {
            self.out.push('\n');
        }
        self.needs_blank_line = false;
        if self.is_in_variant {
            self.out.push_str("  ");
        }
        self.out.push_str(line.trim_end());
        self.out.push('\n');
    }

    /// Writes a line that could not be parsed, with its indentation.
    fn verbatim(&mut self, line: &LogicalLine, tokens: &[Token]) {
        let before =
            line.tokens.start.checked_sub(1).map(|newline| self.source.tokens[newline].span.range().end);
        let start = before.unwrap_or(0);
        let end = tokens.last().map_or(start, |last| last.span.range().end);
        // A byte order mark counts as one only at the start of the text, where this line may now be.
        let line = self.text[start..end].trim_start_matches('\u{feff}');
        // The line already has the indentation of the variant.
        self.put(if self.is_in_variant { line.strip_prefix("  ").unwrap_or(line) } else { line });
    }

    /// Writes each item on its own line. Comments stay with the preceding item.
    fn items(&mut self, tokens: &[Token], items: &[Item], layout: &DirectiveLayout) {
        let mut rest = tokens;
        for (i, item) in items.iter().enumerate() {
            let next = items.get(i + 1).map_or(u32::MAX, |next| next.span.start);
            let count = rest.iter().take_while(|token| token.span.start < next).count();
            let (mine, remaining) = rest.split_at(count);
            rest = remaining;
            let line = LineLayout::new(item, layout).print(self.text, without_trailing_continuations(mine));
            self.put(&line);
        }
    }

    /// Writes `.semantics NAME {`, the notation indented by its braces, and `}`.
    fn block(&mut self, line: &LogicalLine, tokens: &[Token], open: usize, close: usize) {
        let head = &self.source.tokens[line.tokens.start..open];
        if head.iter().any(Token::is_trivia) {
            // A comment between name and brace has no better place.
            return self.verbatim(line, tokens);
        }
        let words: Vec<Token> =
            head.iter().filter(|token| token.kind != TokenKind::Newline).copied().collect();
        let head =
            format!("{} {{", LineLayout::Directive(&DirectiveLayout::default()).print(self.text, &words));
        let body = &self.source.tokens[open + 1..close];
        let trailing = &self.source.tokens[close + 1..line.tokens.end];
        let tail = match text_of(self.text, without_trailing_continuations(trailing)) {
            "" => "}".to_owned(),
            comment => format!("}}  {comment}"),
        };
        if body.iter().any(|token| token.kind == TokenKind::Newline) {
            self.notation(head, body);
            self.put(&tail);
        } else {
            let gap = if body.is_empty() { "" } else { " " };
            self.put(&format!("{head} {}{gap}{tail}", text_of(self.text, body)));
        }
    }

    /// Writes the notation between the braces, starting with the line of the opening brace.
    fn notation(&mut self, mut head: String, body: &[Token]) {
        let mut lines =
            body.split(|token| token.kind == TokenKind::Newline).map(without_trailing_continuations);
        let first = lines.next().unwrap_or(&[]);
        let is_comment = first.iter().all(Token::is_trivia);
        if is_comment && !first.is_empty() {
            head = format!("{head}  {}", text_of(self.text, first));
        }
        self.put(&head);
        let mut depth = 1usize;
        let mut is_first = true;
        for line in std::iter::once(if is_comment { &[] } else { first }).chain(lines) {
            if line.is_empty() {
                self.needs_blank_line = !is_first;
                continue;
            }
            is_first = false;
            let closing = line.iter().take_while(|token| token.is('}')).count();
            let indent = "  ".repeat(depth.saturating_sub(closing));
            self.put(&format!("{indent}{}", text_of(self.text, line)));
            let opened = line.iter().filter(|token| token.is('{')).count();
            let closed = line.iter().filter(|token| token.is('}')).count();
            depth = (depth + opened).saturating_sub(closed);
        }
        self.needs_blank_line = false;
    }
}

/// Returns the text of the tokens, including the white space between them.
fn text_of<'t>(text: &'t str, tokens: &[Token]) -> &'t str {
    match (tokens.first(), tokens.last()) {
        (Some(first), Some(last)) => first.span.to(last.span).of(text).trim_end(),
        _ => "",
    }
}

/// Removes trailing continuations, which would join the line with the next one.
fn without_trailing_continuations(tokens: &[Token]) -> &[Token] {
    let count = tokens.iter().rev().take_while(|token| token.kind == TokenKind::Continuation).count();
    &tokens[..tokens.len() - count]
}

#[cfg(test)]
mod tests {
    use super::super::tests::known_sets;
    use super::format;
    use crate::test;

    fn check(text: &str, expected: &str) {
        let formatted = format(text, &known_sets());
        assert_eq!(formatted, expected);
        assert_eq!(format(&formatted, &known_sets()), expected, "a second time");
    }

    #[test]
    fn spaces_and_keys() {
        check(".lanes  8   active = 0xFf\n", ".lanes 8 active=0xFf\n");
        check(".set A=1,2   [ 7;3 ] iota( 0,-4 )", ".set A = 1, 2 [7; 3] iota(0, -4)\n");
        check(".surface 7 2d R32_UINT 4x3 pitch = 32= 0 1", ".surface 7 2d R32_UINT 4x3 pitch=32 = 0 1\n");
        check(
            ".decl A v_type = G type=ud num_elts=8 alias=< B,32 >",
            ".decl A v_type=G type=ud num_elts=8 alias=<B, 32>\n",
        );
        check(".order random ( 7 )", ".order random(7)\n");
        check(".expect possible{A=1,2;B ud=[0;3] ;}", ".expect possible { A = 1, 2; B ud = [0; 3]; }\n");
        check(".expect   outcomes  memory   4", ".expect outcomes memory 4\n");
        check(".expect  order-independent // so", ".expect order-independent  // so\n");
    }

    #[test]
    fn instructions() {
        check(
            "  ( !P1.any )  dword_atomic.add(M1,16)BUF  A.0  V32.( 4*8 ) V0.0 D.0",
            "(!P1.any) dword_atomic.add (M1, 16) BUF A.0 V32.( 4*8 ) V0.0 D.0\n",
        );
        check("BB_0 :  mov (M1,8)  A(0,0)<1>  B(0,0)<8;8,1>", "BB_0:\nmov (M1, 8) A(0,0)<1> B(0,0)<8;8,1>\n");
        check(".isa sass\n@ !P0  SUATOM.D  R1 ,[R2],R3 ;", ".isa sass\n@!P0 SUATOM.D R1, [R2], R3;\n");
    }

    #[test]
    fn comments_and_blank_lines() {
        check(
            "\u{feff}\r\n\r\n// a\r\n\r\n\r\n.lanes 8// b\r\n  /* c */ .set A = 1 /* d */ 2 // e\r\n\r\n",
            "// a\n\n.lanes 8  // b\n/* c */ .set A = 1 /* d */ 2  // e\n",
        );
        check(
            ".variant v { // why\n.lanes 8\n}// end\n.variant w { /* c */ .lanes 8 }\n",
            ".variant v {  // why\n  .lanes 8\n}  // end\n.variant w {\n  /* c */ .lanes 8\n}\n",
        );
        check(".set A = 1 \\\n 2 \\\n", ".set A = 1 \\\n    2\n");
    }

    #[test]
    fn notation_is_indented_by_its_braces() {
        check(
            ".semantics X\n{ // why\n\n foreach_active (i) {\na = 1;\n\n\n  b = 2; }\n\n}// end\n.op Y{new=old;}",
            ".semantics X {  // why\n  foreach_active (i) {\n    a = 1;\n\n    b = 2; }\n}  // end\n.op Y { new=old; }\n",
        );
    }

    #[test]
    fn broken_lines_stay() {
        check("  .lanes   x8 \n\t.foo  (\n.lanes  8", "  .lanes   x8\n\t.foo  (\n.lanes 8\n");
    }
}
