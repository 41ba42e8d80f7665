//! From text to document: never fails, never panics, and a line that makes no sense stands alone.

use super::cursor::{Cursor, Parsed, text_rule};
use super::directive::{DIRECTIVES, LISTING, block, directive, is_listing};
use super::lexer::{Line, Token, TokenKind, lex, lines};
use super::{Directive, Document, Item, ItemKind, SpannedText, sass, visa};
use crate::base::{Clause, Kind, Rule, Span};
use crate::diag::{Diagnostic, Severity};
use crate::spec::{Isa, RollCall};

/// Longest text, in bytes.
pub const MAX_BYTES: usize = 256 * 1024;
/// Longest line, in bytes, with everything that it is joined to.
pub const MAX_LINE_BYTES: usize = 64 * 1024;
/// Most instructions of a document.
pub const MAX_INSTRUCTIONS: usize = 1000;
/// Most diagnostics of a document.
pub const MAX_DIAGNOSTICS: usize = 200;

/// Reads a scenario. Total: any text yields a document and what is wrong with the rest.
///
/// Lines that could not be understood are not in the document. Names and numbers are not resolved here: known
/// instructions have the modifiers and the operand forms of their rows, anything else is only well formed.
pub fn parse(text: &str, roll_call: &RollCall) -> (Document, Vec<Diagnostic>) {
    let source = read(text, roll_call);
    (source.document, source.diagnostics)
}

/// A text with all that is known of its lines.
pub(super) struct Source {
    pub tokens: Vec<Token>,
    /// Lines with the range of items that each holds, and whether it was understood in full.
    pub lines: Vec<(Line, std::ops::Range<usize>, bool)>,
    pub document: Document,
    pub diagnostics: Vec<Diagnostic>,
}

/// Lexes and parses; the formatter needs the lines as well.
pub(super) fn read(text: &str, roll_call: &RollCall) -> Source {
    let mut source = Source {
        tokens: Vec::new(),
        lines: Vec::new(),
        document: Document::default(),
        diagnostics: Vec::new(),
    };
    if text.len() > MAX_BYTES {
        let message = format!("the text has {} bytes, expected at most {MAX_BYTES}", text.len());
        source.diagnostics.push(Diagnostic::error(&BUDGET, Span::at(0), message));
        return source;
    }
    source.tokens = lex(text);
    let names: Vec<&str> = DIRECTIVES.iter().chain(LISTING).copied().collect();
    let lines = lines(text, &source.tokens, &names);
    let isa = first_isa(text, &source.tokens);
    let mut reader = Reader {
        text,
        roll_call,
        isa,
        document: Document::default(),
        diagnostics: Vec::new(),
        instructions: 0,
    };
    for line in lines {
        let first = reader.document.items.len();
        let before = reader.diagnostics.len();
        reader.line(&source.tokens, &line);
        let is_clean = !reader.diagnostics[before..].iter().any(|found| found.severity == Severity::Error);
        source.lines.push((line, first..reader.document.items.len(), is_clean));
    }
    source.document = reader.document;
    source.diagnostics = reader.diagnostics;
    cap(&mut source.diagnostics);
    source
}

/// The instruction set of the whole document: that of its first `.isa`; vISA without one.
pub(super) fn first_isa(text: &str, tokens: &[Token]) -> Isa {
    let is_word = |token: &Token, word: &str| token.span.of(text) == word;
    let mut found = tokens.windows(3).filter(|next| next[0].is('.') && is_word(&next[1], "isa"));
    match found.next() {
        Some(next) if is_word(&next[2], "sass") => Isa::Sass,
        _ => Isa::Visa,
    }
}

/// Sorts by place, and cuts a flood of diagnostics with a remark.
fn cap(diagnostics: &mut Vec<Diagnostic>) {
    diagnostics.sort_by_key(|found| found.span);
    if let Some(rest) = diagnostics.get(MAX_DIAGNOSTICS) {
        let count = diagnostics.len() - MAX_DIAGNOSTICS;
        let message = format!("{count} more findings from here on are not shown");
        let last = Diagnostic::error(&BUDGET, rest.span, message);
        diagnostics.truncate(MAX_DIAGNOSTICS);
        diagnostics.push(last);
    }
}

struct Reader<'a> {
    text: &'a str,
    roll_call: &'a RollCall,
    isa: Isa,
    document: Document,
    diagnostics: Vec<Diagnostic>,
    instructions: usize,
}

impl Reader<'_> {
    /// One line: items, or a diagnostic.
    fn line(&mut self, tokens: &[Token], line: &Line) {
        let range = line.tokens.clone();
        if let Some(open) = tokens[range.clone()].iter().find(|token| token.is_open_comment(self.text)) {
            let start = Span::new(open.span.range().start, open.span.range().start + 2);
            self.diagnostics.push(Diagnostic::error(&COMMENT, start, "`/*` is never closed, expected `*/`"));
        }
        let said: Vec<Token> = tokens[range].iter().filter(|token| !token.is_trivia()).copied().collect();
        let (Some(first), Some(last)) = (said.first(), said.last()) else { return };
        let whole = first.span.to(last.span);
        if whole.len() > MAX_LINE_BYTES {
            let message = format!("this line has {} bytes, expected at most {MAX_LINE_BYTES}", whole.len());
            self.diagnostics.push(Diagnostic::error(&BUDGET, first.span, message));
            return;
        }
        let mut cursor = Cursor::new(self.text, &said);
        let result = match line.block {
            Some(block) => self.block(&mut cursor, tokens, block.open, block.close),
            None => self.items(&mut cursor),
        };
        if let Err(diagnostic) = result {
            self.diagnostics.push(*diagnostic);
            self.unread(&said);
        }
    }

    /// Remembers the name that a broken `.decl` meant to declare.
    fn unread(&mut self, said: &[Token]) {
        let [dot, word, name, ..] = said else { return };
        if dot.is('.') && word.span.of(self.text) == "decl" && name.kind == TokenKind::Word {
            let text = name.span.of(self.text).to_owned();
            self.document.unread.push(SpannedText { text, span: name.span });
        }
    }

    /// `.semantics NAME { ... }` and `.op NAME { ... }`.
    fn block(
        &mut self,
        cursor: &mut Cursor,
        tokens: &[Token],
        open: usize,
        close: Option<usize>,
    ) -> Parsed<()> {
        let start = cursor.skip(1);
        let Some(word) = cursor.word() else { return cursor.expected(&LINE, "a directive") };
        let (open, close) = (tokens[open].span, close.map(|close| tokens[close].span));
        let is_before = |token: &&Token| token.span < open;
        let head: Vec<Token> = cursor.tokens.iter().take_while(is_before).copied().collect();
        let head: Vec<Token> = head.into_iter().filter(|token| token.kind != TokenKind::Newline).collect();
        let directive = block(&mut Cursor::new(self.text, &head), &word, open, close)?;
        let end = close.unwrap_or(open);
        if let Some(behind) = cursor.tokens.iter().position(|token| token.span > end) {
            cursor.skip(behind);
            cursor.need_end(&format!("`.{}`", word.text))?;
        }
        self.push(start.to(end), ItemKind::Directive(directive));
        Ok(())
    }

    fn push(&mut self, span: Span, kind: ItemKind) {
        self.document.items.push(Item { span, kind });
    }

    /// Labels, and then a directive or an instruction. `.kernel_attr` may have an instruction behind it.
    fn items(&mut self, cursor: &mut Cursor) -> Parsed<()> {
        while !cursor.is_done() {
            let start = cursor.here();
            let kind = self.item(cursor)?;
            if let Some(kind) = kind {
                let end = Span::at(cursor.skip(0).range().start);
                self.push(start.to(end), kind);
            }
        }
        Ok(())
    }

    fn item(&mut self, cursor: &mut Cursor) -> Parsed<Option<ItemKind>> {
        if let Some(label) = label(cursor, self.isa) {
            return Ok(Some(ItemKind::Label(label)));
        }
        if cursor.is_at(0, '.') {
            return self.directive(cursor).map(|directive| Some(ItemKind::Directive(directive)));
        }
        let is_brace = cursor.is_at(0, '{') || cursor.is_at(0, '}');
        if is_brace && cursor.tokens.len() == 1 {
            let span = cursor.skip(1);
            let text = span.of(self.text).to_owned();
            return Ok(Some(ItemKind::Directive(Directive::Listing(SpannedText { text, span }))));
        }
        self.instruction(cursor)
    }

    fn directive(&mut self, cursor: &mut Cursor) -> Parsed<Directive> {
        let dot = cursor.skip(1);
        let Some(word) = cursor.word().filter(|word| word.span.start == dot.end) else {
            let message = "a lone `.` says nothing, expected a directive such as `.set`";
            return Err(Box::new(Diagnostic::error(&LINE, dot, message)));
        };
        if !is_listing(&word.text) {
            return directive(cursor, &word);
        }
        let rest = if word.text == "kernel_attr" { attribute_len(cursor) } else { usize::MAX };
        cursor.skip(rest);
        let span = dot.to(word.span);
        Ok(Directive::Listing(SpannedText { text: span.of(self.text).to_owned(), span }))
    }

    fn instruction(&mut self, cursor: &mut Cursor) -> Parsed<Option<ItemKind>> {
        self.instructions += 1;
        if self.instructions > MAX_INSTRUCTIONS {
            let span = cursor.skip(usize::MAX);
            if self.instructions == MAX_INSTRUCTIONS + 1 {
                let message = format!("more than {MAX_INSTRUCTIONS} instructions, the rest is left out");
                self.diagnostics.push(Diagnostic::error(&BUDGET, span, message));
            }
            return Ok(None);
        }
        let instr = match self.isa {
            Isa::Visa => visa::instruction(cursor, self.roll_call, &mut self.diagnostics)?,
            Isa::Sass => sass::instruction(cursor)?,
        };
        Ok(Some(ItemKind::Instruction(Box::new(instr))))
    }
}

/// `name:` or `.L_1:`.
fn label(cursor: &mut Cursor, isa: Isa) -> Option<SpannedText> {
    if isa == Isa::Sass && sass::is_scheduling(cursor) {
        return None;
    }
    let dots = usize::from(cursor.is_at(0, '.'));
    let is_word = cursor
        .tokens
        .get(dots)
        .is_some_and(|token| token.kind == TokenKind::Word && (dots == 0 || token.glued));
    if !is_word || !cursor.is_at(dots + 1, ':') {
        return None;
    }
    let span = cursor.skip(dots + 1);
    cursor.skip(1);
    Some(SpannedText { text: span.of(cursor.text).to_owned(), span })
}

/// `NAME`, `NAME=3`, `NAME=-1` or `NAME="text"`.
fn attribute_len(cursor: &Cursor) -> usize {
    let is_word = |i: usize| {
        let token = cursor.tokens.get(i);
        token.is_some_and(|token| matches!(token.kind, TokenKind::Word | TokenKind::Text))
    };
    match (is_word(0), cursor.is_at(1, '='), cursor.is_at(2, '-')) {
        (true, false, _) => 1,
        (true, true, false) if is_word(2) => 3,
        (true, true, true) if is_word(3) => 4,
        _ => usize::MAX,
    }
}

const BUDGET: Rule = Rule {
    code: "text-budget",
    kind: Kind::Budget,
    statement: "a text has at most 256 KiB, a line 64 KiB, a document 1,000 instructions and 200 findings",
    source: Clause { page: "Lanescope scenario text", heading: "Limits" },
};
const COMMENT: Rule = text_rule("text-open-comment", "Comments", "each `/*` has its `*/`");
const LINE: Rule =
    text_rule("text-line", "Lines", "a line is a directive, a label, an instruction, a comment or blank");

pub(super) const RULES: &[&Rule] = &[&BUDGET, &COMMENT, &LINE];

#[cfg(test)]
mod tests {
    use super::super::toy::ROLL_CALL;
    use super::super::{DeclKind, Exec, Expect, Instr, OperandText, OrderLine, Value, ValueKind};
    use super::*;
    use crate::base::{ScalarType, SurfaceKind};
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    const VISA: &str = "\
// Eight lanes meet at four counters.
.isa visa grf=32
.lanes 8 active=0b1111_0111
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl VAL v_type=G type=ud num_elts=8 align=GRF
.decl OLD v_type=G type=ud num_elts=8 align=GRF
.decl BUF v_type=T num_elts=1
.set OFF = 0 0 4 8 0 12 4 0
.set VAL = 1 2 3 4 5 6 7 8
.surface BUF buffer ud = 10 20 30 40
dword_atomic.add (M1, 8) BUF OFF.0 VAL.0 V0.0 OLD.0
.expect BUF ud = 26 30 30 46
";

    const SASS: &str = "\
.isa sass sm=52
.lanes 32 active=0xff helpers=0x0
.set R2 = 0 3 1 1 -1 4 2 0
.set R1 = [7; 32]
.set R4 = [1; 32]
.surface 7 2d R32_UINT 4x3 pitch=32 base=0x1000 = 0 1 2 3  10 11 12 13  20 21 22 23
.const 0x400 = 0x00300005
SUATOM.D.2D.ADD.IGN R10, [R2], R4, R1;
.expect R10 = 0 3 1 2 0 0 2 1
";

    fn clean(text: &str) -> Vec<ItemKind> {
        let (document, diagnostics) = parse(text, &ROLL_CALL);
        assert_eq!(diagnostics, [], "{text}");
        document.items.into_iter().map(|item| item.kind).collect()
    }

    fn instr(line: &str) -> Instr {
        match clean(line).pop() {
            Some(ItemKind::Instruction(instr)) => *instr,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn the_visa_sketch_parses() {
        let items = clean(VISA);
        assert_eq!(items.len(), 11);
        let ItemKind::Directive(Directive::Lanes(lanes)) = &items[1] else { panic!() };
        assert_eq!((lanes.count.value, lanes.active.map(|mask| mask.value)), (8, Some(0xf7)));
        let ItemKind::Directive(Directive::Decl(decl)) = &items[2] else { panic!() };
        assert!(
            matches!(&decl.kind, DeclKind::General { ty: ScalarType::Ud, align: Some(align), .. } if align.text == "GRF")
        );
        let ItemKind::Directive(Directive::Surface(surface)) = &items[8] else { panic!() };
        assert_eq!(
            (surface.kind, surface.format.as_ref().map(|f| f.text.as_str())),
            (SurfaceKind::Buffer, Some("ud"))
        );
        assert_eq!(surface.values.as_ref().map(|list| list.values.len()), Some(4));
        let ItemKind::Instruction(instr) = &items[9] else { panic!() };
        assert_eq!(instr.operands.len(), 5);
        let ItemKind::Directive(Directive::Expect(Expect::Contents { ty, .. })) = &items[10] else {
            panic!()
        };
        assert!(matches!(ty, Some((ScalarType::Ud, _))));
    }

    #[test]
    fn the_sass_sketch_parses() {
        let items = clean(SASS);
        assert_eq!(items.len(), 9);
        let ItemKind::Directive(Directive::Surface(surface)) = &items[5] else { panic!() };
        assert_eq!(surface.name.text, "7");
        assert_eq!(surface.extent.as_ref().map(|extent| &extent.sizes[..]), Some(&[4, 3][..]));
        assert_eq!(surface.keys.iter().map(|key| key.number).collect::<Vec<_>>(), [Some(32), Some(0x1000)]);
        assert_eq!(surface.values.as_ref().map(|list| list.values.len()), Some(12));
        let ItemKind::Instruction(instr) = &items[7] else { panic!() };
        let words: Vec<&str> = instr.modifiers.iter().map(|word| word.text.as_str()).collect();
        assert_eq!((instr.mnemonic.text.as_str(), &words[..]), ("SUATOM", &["D", "2D", "ADD", "IGN"][..]));
        let operands: Vec<&str> = instr.operands.iter().map(|operand| operand.span().of(SASS)).collect();
        assert_eq!(operands, ["R10", "[R2]", "R4", "R1"]);
        let negative = Value { kind: ValueKind::Decimal(-1), span: Span::new(0, 0) };
        let ItemKind::Directive(Directive::Set(set)) = &items[2] else { panic!() };
        assert_eq!(set.values.values[4].kind, negative.kind);
    }

    #[test]
    fn sass_lines_may_carry_scheduling() {
        for line in [
            "--:-:1:-:1    @!P0 SUATOM.D.2D.ADD.IGN R10, [R2], R4, 0x7;",
            "/*0008*/ @!P0 SUATOM.D.2D.ADD.IGN R10, [R2], R4, 0x7 ;  /* 0xeac */",
            "08:1:-:Y:4 @!P0 SUATOM.D.2D.ADD.IGN R10, [R2], R4, 0x7 &req={0} &wr=0x0 ?WAIT1_END_GROUP ;",
            "{ @!P0 SUATOM.D.2D.ADD.IGN R10, [R2], R4, 0x7 }",
        ] {
            let instr = instr(&format!(".isa sass\n.L_1:\n{line}\n"));
            assert_eq!(
                instr.predicate.map(|guard| (guard.name.text, guard.inverted)),
                Some(("P0".to_owned(), true))
            );
            assert_eq!((instr.mnemonic.text.as_str(), instr.operands.len()), ("SUATOM", 4), "{line}");
        }
    }

    #[test]
    fn predicates_masks_and_offsets() {
        let line =
            "(!P1.any) dword_atomic.cmpxchg.16 (M3_NM, 8) %slm V32.(4*8 + 0x10) %null.0 V0.4 V34.0 /// $4";
        let instr = instr(line);
        let predicate = instr.predicate.expect("it has a predicate");
        assert_eq!((predicate.inverted, predicate.span.of(line)), (true, "(!P1.any)"));
        let Exec { mask_offset, no_mask, span, .. } = instr.exec.expect("it has a mask");
        assert_eq!((mask_offset, no_mask, span.of(line)), (8, true, "(M3_NM, 8)"));
        let OperandText::Raw { offset, span, .. } = &instr.operands[1] else { panic!() };
        assert_eq!((offset.value, span.of(line)), (48, "V32.(4*8 + 0x10)"));
    }

    #[test]
    fn the_manuals_form_is_noted_and_mended() {
        let text = "(P1) DWORD_ATOMIC.IMIN.16 (8) BUF OFF SRC V0 /* unused */ DST.32\n";
        let (document, diagnostics) = parse(text, &ROLL_CALL);
        assert_eq!(document.items.len(), 1);
        let [note] = &diagnostics[..] else { panic!("{diagnostics:?}") };
        assert_eq!(note.code(), "visa-manual-form");
        let mended = crate::base::apply_edits(text, &note.fix.as_ref().expect("there is a fix").edits);
        assert_eq!(mended, "(P1) dword_atomic.minsint.16 (M1, 8) BUF OFF.0 SRC.0 V0.0 /* unused */ DST.32\n");
        clean(&mended);
    }

    #[test]
    fn the_manuals_order_is_undone() {
        let text = "TOY_ATOMIC (8) D BUF S\n";
        let (document, diagnostics) = parse(text, &ROLL_CALL);
        let mended =
            crate::base::apply_edits(text, &diagnostics[0].fix.as_ref().expect("there is a fix").edits);
        assert_eq!(mended, "toy_atomic (M1, 8) BUF S.0 D.0\n");
        let ItemKind::Instruction(instr) = &document.items[0].kind else { panic!() };
        let operands: Vec<&str> = instr.operands.iter().map(|operand| operand.span().of(text)).collect();
        assert_eq!(operands, ["BUF", "S", "D"]);
    }

    #[test]
    fn pasted_listings_are_accepted() {
        let items = clean(
            "\u{feff}.version 3.6\r\n.kernel \"k // no comment\"\r\n.kernel_attr SIMD=8 .kernel_attr Target=\"cm\" mov (M1, 8) V32(0,0)<1> (-)V33(1,2)<8;8,1>\r\n\
             .decl V33 v_type=G type=d num_elts=8*2 alias=<V32, 0> align=GRF attrs={Input}\r\n.decl T6 v_type=T num_elts=1 v_name=x\r\n\
             .input V33 offset=32 size=4\r\n.implicit_X V1 offset=0 size=4\r\n{\r\nBB_0: add (M1, 8) \\\r\n V32<1> V33(0,0)<0;1,0> 0x10:ud\r\n}\r\nret (M1, 1)",
        );
        assert_eq!(items.len(), 14);
        let ItemKind::Instruction(mov) = &items[4] else { panic!("{items:?}") };
        assert!(
            matches!(&mov.operands[1], OperandText::Vector { modifier: Some(_), row, region: Some(_), .. } if row.value == 1)
        );
        assert!(matches!(&items[10], ItemKind::Label(label) if label.text == "BB_0"));
        let ItemKind::Instruction(add) = &items[11] else { panic!("{items:?}") };
        assert!(matches!(add.operands[2], OperandText::Immediate { ty: Some((ScalarType::Ud, _)), .. }));
    }

    #[test]
    fn blocks_reach_to_their_brace() {
        let text = ".semantics DWORD_ATOMIC { // }\n  if (a) { /* } */ b = 1; }\n}\n.op FADD f = old + src0 // sum\n.op X { new = old; }";
        let items = clean(text);
        let bodies: Vec<&str> = items
            .iter()
            .map(|item| match item {
                ItemKind::Directive(Directive::Semantics(block) | Directive::Op(block)) => {
                    block.body.of(text)
                }
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(bodies, [" // }\n  if (a) { /* } */ b = 1; }\n", "old + src0", " new = old; "]);
    }

    #[test]
    fn an_open_block_swallows_no_directive() {
        let (document, diagnostics) = parse(".semantics X {\n a = 1;\n.lanes 8\n", &ROLL_CALL);
        assert_eq!(diagnostics.iter().map(Diagnostic::code).collect::<Vec<_>>(), ["text-open-block"]);
        assert!(matches!(document.items[0].kind, ItemKind::Directive(Directive::Lanes(_))));
    }

    #[test]
    fn orders_and_expected_diagnostics() {
        let items = clean(
            ".order descending\n.order seed=7\n.order random(7)\n.order 3, 1 0\n.expect error visa-exec-size\n.expect error = 1\n",
        );
        let order = |i: usize| match &items[i] {
            ItemKind::Directive(Directive::Order(order)) => order.clone(),
            other => panic!("{other:?}"),
        };
        assert_eq!(
            [order(0), order(1), order(2)],
            [OrderLine::Descending, OrderLine::Seeded(7), OrderLine::Seeded(7)]
        );
        assert_eq!(order(3), OrderLine::Explicit(vec![3, 1, 0]));
        assert!(
            matches!(&items[4], ItemKind::Directive(Directive::Expect(Expect::Diagnostic(code))) if code.text == "visa-exec-size")
        );
        assert!(matches!(&items[5], ItemKind::Directive(Directive::Expect(Expect::Contents { .. }))));
    }

    #[test]
    fn limits_are_one_diagnostic_each() {
        let codes = |text: &str| parse(text, &ROLL_CALL).1.iter().map(Diagnostic::code).collect::<Vec<_>>();
        assert_eq!(codes(&"x".repeat(MAX_BYTES + 1)), ["text-budget"]);
        assert_eq!(codes(&format!(".set A = {}\n", "1 ".repeat(MAX_LINE_BYTES))), ["text-budget"]);
        assert_eq!(codes(&"ret (M1, 1)\n".repeat(MAX_INSTRUCTIONS + 5)), ["text-budget"]);
        assert_eq!(codes(&".x\n".repeat(1000)).len(), MAX_DIAGNOSTICS + 1);
    }

    #[test]
    fn a_broken_declaration_keeps_its_name() {
        let (document, _) = parse(".decl OFF v_type=G num_elts=8\n", &ROLL_CALL);
        assert_eq!(document.unread.iter().map(|word| word.text.as_str()).collect::<Vec<_>>(), ["OFF"]);
    }
}
