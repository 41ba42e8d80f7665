//! Tests of the parser: sketches of the text forms, and extreme texts.

use super::*;
use super::{ContentsText, DeclKind, ExpectLine, InstructionLine, Piece, ValueKind, ValueText};
use crate::base::{ScalarType, Schedule, Span, SurfaceKind, TextEdit};
use crate::diag::Diagnostic;
pub(super) use crate::isa::known_sets;
use crate::spec::PartKey;
use crate::test;

/// Returns the completions with the real instruction sets.
pub(super) fn complete_in(text: &str, caret: usize) -> Option<Completion> {
    let sets = known_sets();
    complete(text, caret, &sets, &|set| sets.check_of(set))
}

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
    let (document, diagnostics) = parse(text, &known_sets());
    assert_eq!(diagnostics, [], "{text}");
    document.items.into_iter().map(|item| item.kind).collect()
}

fn instr(line: &str) -> InstructionLine {
    match clean(line).pop() {
        Some(ItemKind::Instruction(instr)) => *instr,
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn the_visa_sketch_parses() {
    let items = clean(VISA);
    assert_eq!(items.len(), 11);
    let ItemKind::Directive(Directive::Lanes(lanes), _) = &items[1] else { panic!() };
    assert_eq!((lanes.count.value, lanes.active.map(|mask| mask.value)), (8, Some(0xf7)));
    let ItemKind::Directive(Directive::Decl(decl), _) = &items[2] else { panic!() };
    assert!(
        matches!(&decl.kind, DeclKind::General { ty: ScalarType::Ud, align: Some(align), .. } if align.text == "GRF")
    );
    let ItemKind::Directive(Directive::Surface(surface), _) = &items[8] else { panic!() };
    assert_eq!(
        (surface.kind, surface.format.as_ref().map(|f| f.text.as_str())),
        (SurfaceKind::Buffer, Some("ud"))
    );
    assert_eq!(surface.values.as_ref().map(|list| list.values.len()), Some(4));
    let ItemKind::Instruction(instr) = &items[9] else { panic!() };
    assert_eq!(instr.operands.len(), 5);
    let ItemKind::Directive(Directive::Expect(ExpectLine::Contents(ContentsText { ty, .. })), _) = &items[10]
    else {
        panic!()
    };
    assert!(matches!(ty, Some((ScalarType::Ud, _))));
}

#[test]
fn the_sass_sketch_parses() {
    let items = clean(SASS);
    assert_eq!(items.len(), 9);
    let ItemKind::Directive(Directive::Surface(surface), _) = &items[5] else { panic!() };
    assert_eq!(surface.name.text, "7");
    assert_eq!(surface.extent.as_ref().map(|extent| &extent.sizes[..]), Some(&[4, 3][..]));
    assert_eq!(surface.keys.iter().map(|key| key.number).collect::<Vec<_>>(), [Some(32), Some(0x1000)]);
    assert_eq!(surface.values.as_ref().map(|list| list.values.len()), Some(12));
    let ItemKind::Instruction(instr) = &items[7] else { panic!() };
    let words: Vec<&str> = instr.modifiers.iter().map(|word| word.text.as_str()).collect();
    assert_eq!((instr.mnemonic.text.as_str(), &words[..]), ("SUATOM", &["D", "2D", "ADD", "IGN"][..]));
    let operands: Vec<&str> = instr.operands.iter().map(|operand| operand.span.of(SASS)).collect();
    assert_eq!(operands, ["R10", "[R2]", "R4", "R1"]);
    let negative = ValueText { kind: ValueKind::Decimal(-1), span: Span::new(0, 0) };
    let ItemKind::Directive(Directive::Set(set), _) = &items[2] else { panic!() };
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
        let guard = instr.guard.as_ref().expect("it has a guard");
        assert_eq!(guard.name().map(|name| name.text.as_str()), Some("P0"));
        assert!(guard.has(PartKey::INVERTED));
        assert_eq!((instr.mnemonic.text.as_str(), instr.operands.len()), ("SUATOM", 4), "{line}");
    }
}

#[test]
fn predicates_masks_and_offsets() {
    let line = "(!P1.any) dword_atomic.cmpxchg.16 (M3_NM, 8) %slm V32.(4*8 + 0x10) %null.0 V0.4 V34.0 /// $4";
    let instr = instr(line);
    let guard = instr.guard.as_ref().expect("it has a predicate");
    assert_eq!((guard.has(PartKey::INVERTED), guard.span.of(line)), (true, "(!P1.any)"));
    let exec = instr.exec.as_ref().expect("it has a mask");
    assert_eq!(exec.text(PartKey::MASK).map(|mask| mask.text.as_str()), Some("M3_NM"));
    assert_eq!(exec.number(PartKey::SIZE).map(|size| size.value), Some(8));
    assert_eq!(exec.span.of(line), "(M3_NM, 8)");
    let offset = &instr.operands[1];
    assert_eq!(offset.number(PartKey::OFFSET).map(|offset| offset.value), Some(48));
    assert_eq!(offset.span.of(line), "V32.(4*8 + 0x10)");
}

/// The pieces of a line have all of its tokens, whatever it is.
#[test]
fn nothing_of_a_line_is_lost() {
    for line in [
        "(!P1.any) dword_atomic.cmpxchg.16 (M3_NM, 8) %slm V32.(4*8 + 0x10), %null.0 V0.4 V34.0",
        "gather.4 (M1, 16).mod T6 0x0:ud V32.0 V34.0",
        "(P1 add. (M9, 8 A ; B",
        "3 (M1",
        "add .",
        ".isa sass\n--:-:1:-:1 { @!P0 SUATOM.D.2D R10, [R2], R4, 0x7 &req={0} ?WAIT1 ; }",
        ".isa sass\nSUATOM , , R1 ; x",
        ".isa sass\n@ R1",
    ] {
        let line_start = line.rfind('\n').map_or(0, |newline| newline + 1);
        let tokens = lexer::lex(&line[line_start..]);
        let sets = known_sets();
        let set = &sets.all()[usize::from(line_start > 0)];
        let mut cursor = cursor::Cursor::new(&line[line_start..], &tokens);
        let pieces = walk::walk(&mut cursor, set).instr.pieces;
        let in_piece = |token: &lexer::Token| {
            let holds =
                |piece: &&Piece| piece.span.start <= token.span.start && token.span.end <= piece.span.end;
            pieces.iter().filter(holds).count()
        };
        assert!(tokens.iter().all(|token| in_piece(token) == 1), "{line}: {pieces:?}");
        assert!(pieces.is_sorted_by_key(|piece| piece.span), "{line}: {pieces:?}");
    }
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
    let source = &mov.operands[1];
    assert_eq!(source.text(PartKey::SOURCE_MODIFIER).map(|modifier| modifier.text.as_str()), Some("(-)"));
    assert_eq!(
        [PartKey::ROW, PartKey::STRIDE].map(|key| source.number(key).map(|number| number.value)),
        [Some(1), Some(8)]
    );
    assert!(matches!(&items[10], ItemKind::Label(label) if label.text == "BB_0"));
    let ItemKind::Instruction(add) = &items[11] else { panic!("{items:?}") };
    assert_eq!(add.operands[2].text(PartKey::TYPE).map(|ty| ty.text.as_str()), Some("ud"));
}

#[test]
fn blocks_reach_to_their_brace() {
    let text = ".semantics DWORD_ATOMIC { // }\n  if (a) { /* } */ b = 1; }\n}\n.op FADD f = old + src0 // sum\n.op X { new = old; }";
    let items = clean(text);
    let bodies: Vec<&str> = items
        .iter()
        .map(|item| match item {
            ItemKind::Directive(Directive::Semantics(block) | Directive::Op(block), _) => block.body.of(text),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(bodies, [" // }\n  if (a) { /* } */ b = 1; }\n", "old + src0", " new = old; "]);
}

#[test]
fn an_open_block_swallows_no_directive() {
    let (document, diagnostics) = parse(".semantics X {\n a = 1;\n.lanes 8\n", &known_sets());
    assert_eq!(diagnostics.iter().map(Diagnostic::code).collect::<Vec<_>>(), ["text-open-block"]);
    assert!(matches!(document.items[0].kind, ItemKind::Directive(Directive::Lanes(_), _)));
}

#[test]
fn orders_and_expected_diagnostics() {
    let items = clean(
        ".order descending\n.order seed=7\n.order random(7)\n.order 3, 1 0\n.expect error visa-exec-size\n.expect error = 1\n",
    );
    let order = |i: usize| match &items[i] {
        ItemKind::Directive(Directive::Order(order), _) => order.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(
        [order(0), order(1), order(2)],
        [Schedule::Descending, Schedule::Seeded(7), Schedule::Seeded(7)]
    );
    assert_eq!(order(3), Schedule::Explicit(vec![vec![3, 1, 0]]));
    assert!(
        matches!(&items[4], ItemKind::Directive(Directive::Expect(ExpectLine::Diagnostic { code, .. }), _) if code.text == "visa-exec-size")
    );
    assert!(matches!(&items[5], ItemKind::Directive(Directive::Expect(ExpectLine::Contents(_)), _)));
}

#[test]
fn limits_are_one_diagnostic_each() {
    let codes = |text: &str| parse(text, &known_sets()).1.iter().map(Diagnostic::code).collect::<Vec<_>>();
    assert_eq!(codes(&"x".repeat(MAX_TEXT_BYTES + 1)), ["text-budget"]);
    assert_eq!(codes(&format!(".set A = {}\n", "1 ".repeat(MAX_LINE_BYTES))), ["text-budget"]);
    assert_eq!(codes(&"ret (M1, 1)\n".repeat(MAX_INSTRUCTIONS + 5)), ["text-budget"]);
    assert_eq!(codes(&".x\n".repeat(1000)).len(), MAX_ERRORS + 2);
    let text = format!("// c\nret{}", " A.".repeat(MAX_LINE_BYTES / 3));
    assert_eq!(highlight(&text, &known_sets()).places, [(Span::new(0, 4), TokenClass::Comment)]);
    assert_eq!(complete_in(&text, text.len()), None);
}

#[test]
fn a_broken_declaration_keeps_its_name() {
    for label in ["", "x: ", "x: .L_1: "] {
        let (document, _) = parse(&format!("{label}.decl OFF v_type=G num_elts=8\n"), &known_sets());
        assert_eq!(
            document.broken_declarations.iter().map(|word| word.text.as_str()).collect::<Vec<_>>(),
            ["OFF"]
        );
    }
    // A claim declares nothing.
    assert_eq!(parse(".expect OFF = x\n", &known_sets()).0.broken_declarations, []);
}

#[test]
fn deep_and_long_lines_end() {
    for piece in ["(", "[", "-", "{", "<", "V1.(", "[1;", "a.", "/*", "\"", "@", ".op X {"] {
        for head in ["", ".set A = ", "dword_atomic.add (M1, 8) B ", "mov (M1, 8) V1.", ".decl A num_elts="] {
            let text = format!("{head}{}", piece.repeat(10_000));
            let _ =
                (parse(&text, &known_sets()), format(&text, &known_sets()), highlight(&text, &known_sets()));
        }
    }
}

#[test]
fn what_the_assembler_accepts_parses() {
    for line in [
        "dword_atomic.add (M1, 16) T6 V32.0 V33.0 V0.0 V34.0",
        "dword_atomic.inc (M1_NM, 16) T6 V32.0 %null.0 %null.0 V34.0",
        "dword_atomic.add (M3, 8) T6 V32.32 V33.32 V0.0 V34.32",
        "(!P1) dword_atomic.cmpxchg (M1, 16) T6 V32.0 V33.0 V35.0 V34.0",
        "(P1.any) dword_atomic.add (M1, 16) %slm V32.0 V33.0 %null.0 V34.0",
        "dword_atomic.minsint (M1, 8) T6 V32.0 V36.0 V0.0 V36.0",
        "dword_atomic.add.16 (16) T6 V32.0 V33.0 V0.0 V34.0",
        "dword_atomic.add (NoMask, 8) %scratch V32.(4*8) V33.(1 << 5) %null.0 %null.0",
        "gather.4 (M1, 16).mod T6 0x0:ud V32.0 V34.0",
        "scatter4_scaled.RGBA (M1, 8) T6 V38(0,0)<0;1,0> V32.0 V35.0",
        "media_ld.nomod (8,4) T6 0 0x0:ud 0x0:ud V35.0",
        "add.sat (M1, 16) V32(0,0)<1> V33(0,0)<8;8,1> (-abs)V34(0,0)<1;1,0>",
        "svm_gather.4.1 (M1, 16) $0.0 V52.0",
        "movs (M1_NM, 1) %bss(0) bindlessOffset(0,0)<0;1,0>",
        "(!my_P1) goto (M1, 1) my_label0",
        ".surface %slm slm ud 64 = [0; 64]",
        ".surface 3 1d_array R16_SINT 8x2 layout=blocklinear block=2x1 levels=1 state=disabled sparse=(0,1)",
        ".surface 4 3d R32_FLOAT 2x2x3 = iota(0, 1)",
        ".surface OUT buffer size=64",
        ".set P1 = 0b1010_1010",
        ".expect OLD d = -1 _ 0xffff_ffff ?",
        ".expect 7 = 1 2, 3",
        ".expect error ud = 1",
        ".expect possible { note ud = 1 }",
        ".surface BUF buffer ud 0x10",
        ".pool max=16",
    ] {
        clean(line);
    }
}

#[test]
fn white_space_may_follow_a_source_modifier() {
    let line = "add (M1, 16) V32(0,0)<1> (-) V33(0,0)<8;8,1> (-abs) V34(0,0)<1;1,0>";
    let instr = instr(line);
    let places: Vec<&str> = instr.operands.iter().map(|operand| operand.span.of(line)).collect();
    assert_eq!(places, ["V32(0,0)<1>", "(-) V33(0,0)<8;8,1>", "(-abs) V34(0,0)<1;1,0>"]);
    assert!(instr.operands[1..].iter().all(|operand| operand.has(PartKey::SOURCE_MODIFIER)));
}

#[test]
fn every_line_of_a_text_knows_its_variant() {
    // A label does not begin the block.
    let (document, diagnostics) = parse(".variant v {\nx:\n.isa sass\nIADD R0, R1, R2;\n}\n", &known_sets());
    assert_eq!(diagnostics, []);
    assert_eq!(document.items.iter().filter(|item| item.variant == Some(0)).count(), 3);
    let late = ".variant v {\n.lanes 4\n.isa sass\n.isa sass\n}\n";
    let (_, diagnostics) = parse(late, &known_sets());
    assert_eq!(diagnostics.iter().map(Diagnostic::code).collect::<Vec<_>>(), ["text-variant"; 2]);
    // Labels before the brace are not control codes.
    let (document, diagnostics) = parse(".isa sass\n.variant v {\na:b:c: }\n.lanes 4\n", &known_sets());
    assert_eq!(diagnostics, []);
    assert_eq!(document.base_items().count(), 4, "two directives and the ends of the block");
    assert_eq!(parse(".isa sass\na:b:c: .variant v {\n}\n", &known_sets()).1, []);
}

#[test]
fn braces_without_a_beginning_have_a_limit() {
    assert_eq!(parse(&"}\n".repeat(1000), &known_sets()).1.len(), MAX_ERRORS);
}

#[test]
fn the_longest_texts_stay_cheap() {
    for piece in [
        "a ",
        ".op X {\n",
        ".x\n",
        "mov (M1, 8) a.0\n",
        "a:",
        "/*",
        "[1; 2] ",
        "{\n",
        "V32.(1) ",
        "flat[O]:a32 ",
        ".variant v{}",
    ] {
        for head in [
            "",
            "lsc_load.slm (1) ",
            "mov (M1, 8) ",
            ".set A = ",
            ".isa sass\nMOV ",
            ".isa sass\n",
            ".op X {\n",
        ] {
            // The bracket prevents that labels without white space between them are control codes.
            let text = format!("{head}{}(", piece.repeat((MAX_LINE_BYTES - head.len() - 1) / piece.len()));
            let _ =
                (parse(&text, &known_sets()), format(&text, &known_sets()), highlight(&text, &known_sets()));
            let _ = complete_in(&text, text.len());
        }
    }
}

#[test]
fn a_dot_apart_from_its_word_is_no_directive() {
    for text in
        [". op X { old }\n", ". op X = old\n", ". variant v {\n.lanes 8\n}\n", ". isa sass\nret (M1, 1)\n"]
    {
        let (document, diagnostics) = parse(text, &known_sets());
        assert_eq!(diagnostics.iter().map(Diagnostic::code).collect::<Vec<_>>(), ["text-line"], "{text}");
        assert!(document.named_set.is_none() && document.variants.is_empty(), "{text}");
        let Highlighted { places, notation } = highlight(text, &known_sets());
        assert_eq!(notation, [], "{text}");
        assert!(places.first().is_none_or(|(place, _)| place.start > 0), "the dot of {text} has no colour");
    }
}

#[test]
fn a_directive_may_follow_a_label() {
    let items = clean("x: .op MIX {\n new = old;\n}\ny: z: .variant v {\n.lanes 8\n}\n");
    let [
        ItemKind::Label(x),
        ItemKind::Directive(Directive::Op(_), _),
        ItemKind::Label(_),
        ItemKind::Label(_),
        rest @ ..,
    ] = &items[..]
    else {
        panic!("{items:?}")
    };
    assert_eq!((x.text.as_str(), rest.len()), ("x", 3), "the variant, its line and its end");
    let (document, diagnostics) = parse("x: .isa sass\nIADD R0, R1, R2;\n", &known_sets());
    assert_eq!((document.items.len(), diagnostics), (3, Vec::new()));
    for text in ["x: .op MIX {\n new = old;\n}\n", "x: .variant v {\n.lanes 8\n}\n"] {
        let formatted = format(text, &known_sets());
        assert_eq!(format(&formatted, &known_sets()), formatted);
    }
}

#[test]
fn the_formatter_keeps_a_line_that_was_read_in_part() {
    // Labels before an instruction of a set that the text does not name, and before one over the limit.
    let unnamed = "01:-:1:-:2      SUATOM.D.1D.ADD R6, [R2], R4, 0x0;\n";
    let many = format!("{}x:  ret  (M1, 1)\n", "ret (M1, 1)\n".repeat(MAX_INSTRUCTIONS + 1));
    for text in [unnamed, &many] {
        assert_eq!(format(text, &known_sets()).lines().last(), text.lines().last());
    }
}

#[test]
fn a_block_whose_variant_is_in_error_does_not_belong_to_the_base_text() {
    let base = ".isa sass\n.lanes 8\n";
    for (line, end) in
        [(".variant {", "}"), (".variant a b {", "}"), (".variant {", ""), (".variant a {\n.variant {", "}")]
    {
        let text = format!("{base}{line}\n.lanes 4\n{end}\n");
        let (document, diagnostics) = parse(&text, &known_sets());
        assert_eq!(
            document.base_items().filter(|item| item.span.of(&text) == ".lanes 4").count(),
            0,
            "{text}"
        );
        assert!(diagnostics.iter().any(|found| found.code() == "text-variant"), "{text}");
        assert!(!diagnostics.iter().any(|found| found.code() == "text-lone-brace"), "{text}");
        assert_eq!(document.as_variant(0, &known_sets()).lanes_lines().count(), 1, "{text}");
        assert_eq!(format(&text, &known_sets()).matches("  .lanes 4").count(), 1, "{text}");
    }
    let (document, diagnostics) = parse(".kernel_attr a .variant v {\n.lanes 4\n}\n", &known_sets());
    assert_eq!(diagnostics.iter().map(Diagnostic::code).collect::<Vec<_>>(), ["text-variant"]);
    assert!(document.variants.is_empty());
}

#[test]
fn a_brace_of_two_lines_ends_no_variant() {
    let text = ".isa sass\n.variant a {\n{ IADD R0, R1, R2;\nIADD R3, R1, R2; }\nIADD R6, R1, R2;\n}\nIADD R7, R1, R2;\n";
    let (document, diagnostics) = parse(text, &known_sets());
    assert_eq!(diagnostics, []);
    let of_variant = document.items.iter().filter(|item| item.variant.is_some());
    assert_eq!(of_variant.map(|item| item.span.of(text)).next_back(), Some("IADD R6, R1, R2;"));
    assert_eq!(document.variants[0].span.of(text).matches("IADD").count(), 3);
}

#[test]
fn a_directive_without_its_name_is_no_label() {
    let codes = |text: &str| parse(text, &known_sets()).1.iter().map(Diagnostic::code).collect::<Vec<_>>();
    assert_eq!(codes(".invariant: sum(BUF) == 100\n"), ["text-invariant"]);
    assert_eq!(codes(".set: A = 1\n"), ["text-assignment"]);
    assert_eq!(codes(".isa sass\n.L_1:\n"), [""; 0]);
    for claim in ["sum(BUF) == 100", "BUF = 1"] {
        assert_eq!(codes(&format!(".invarant: {claim}\n")), ["text-unknown-directive"]);
    }
    // Labels, whose names resemble directives.
    let labels =
        ".invarant:\n.lane: x: mov (M1, 8) D(0,0)<1> 1:d\n.lane: jmp (M1, 1) x\n.lane: my_own (M1, 1) x\n";
    assert_eq!(codes(labels), [""; 0]);
}

#[test]
fn a_shift_is_no_bracket() {
    let instr = instr("dword_atomic.add (M1, 8) BUF A.1<<5 B.0 V0.0 D.0");
    assert_eq!(instr.operands.len(), 5);
    assert_eq!(instr.operands[1].number(PartKey::OFFSET).map(|offset| offset.value), Some(32));
    clean(".decl A v_type=G type=ud num_elts=1<<3 align=GRF");
}

#[test]
fn an_error_in_a_number_says_what_is_wrong_with_it() {
    let messages = |line: &str| {
        let (_, found) = parse(line, &known_sets());
        found.into_iter().map(|found| (found.code(), found.message)).collect::<Vec<_>>()
    };
    let [(code, message)] = &messages(".isa sass\nIADD R0, R1, 017;\n")[..] else { panic!() };
    assert!(*code == "text-number" && message.contains("octal"), "{message}");
    let [(code, _)] = &messages("mov (M1, 8) D(0,0)<1> -0x10:d\n")[..] else { panic!() };
    assert_eq!(*code, "text-negative-pattern");
}

#[test]
fn a_missing_isa_is_put_after_the_byte_order_mark() {
    let (_, found) = parse("\u{feff}MOV R0, 0x7;\r\n", &known_sets());
    let edits = found[0].fix.as_ref().map(|fix| &fix.edits[..]);
    let edit = TextEdit { span: Span::at(3), replacement: ".isa sass\r\n".to_owned() };
    assert_eq!(edits, Some(&[edit][..]), "{found:?}");
}

#[test]
fn an_order_applies_to_what_follows_it_wherever_its_variant_stands() {
    let program = "dword_atomic.inc (M1, 8) BUF A.0 V0.0 V0.0 D.0\n";
    let variant = ".variant v {\n.order descending\n.order ascending\n}\n";
    let of = |text: &str| {
        let (document, _) = parse(text, &known_sets());
        let document = document.as_variant(0, &known_sets());
        let (span, _) = document.instructions().next().expect("there is an instruction");
        document.orders().order_for(span).map(|(_, order)| order.clone())
    };
    assert_eq!(of(&format!("{variant}{program}")), of(&format!("{program}{variant}")));
}

#[test]
fn a_text_that_is_not_read_to_its_end_leaves_no_variant_open() {
    let text = format!(".variant v {{\n{}}}\n", ".x\n".repeat(205));
    let (_, diagnostics) = parse(&text, &known_sets());
    assert!(diagnostics.iter().all(|found| found.code() != "text-open-block"));
}

#[test]
fn the_first_line_of_a_name_counts_and_lines_of_variants_do_not() {
    let text = "\
        .decl A v_type=G type=ud num_elts=1\n\
        .decl A v_type=G type=ud num_elts=2\n\
        .op Mine = old\n\
        .invariant I: sum(A) == 0\n\
        .variant v {\n.set A = 1\n.surface B buffer = 1\n}\n";
    let (document, _) = parse(text, &known_sets());
    assert_eq!(document.decl("A").map(|decl| decl.num_elts.value), Some(1));
    assert!(
        document.decl("B").is_none() && document.surface("B").is_none() && document.set_line("A").is_none()
    );
    assert!(document.has_op("mine") && document.has_op("MINE") && !document.has_op("A"));
    assert!(document.has_invariant("I") && !document.has_invariant("i"));
    let variant = document.as_variant(0, &known_sets());
    assert!(variant.set_line("A").is_some() && variant.surface("B").is_some());
}
