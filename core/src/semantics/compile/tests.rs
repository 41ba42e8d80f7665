use super::*;
use crate::base::{ScalarType, Span, apply_edits, split_mix};
use crate::semantics::builtins::BUILTINS;
use crate::semantics::code::{
    Address, AssignTarget, Constant, Expr, ExprId, ExprKind, Local, NotationOperand, OperandShape, Statement,
    StatementKind,
};
use crate::semantics::lexer::SIGNS;
use crate::semantics::tokens::{NotationTokenClass, highlight, op_blocks, op_mentions};
use crate::semantics::vocabulary::{BinaryOp, Pc, Type};
use crate::semantics::words::notation_words;
use crate::spec::{Choice, ChosenReadings, FloatBehaviour, Reading};
use crate::test;

static OFFSET_UNIT: Reading = Reading {
    name: "offset_unit",
    question: "",
    choices: &[Choice { name: "bytes", prose: "" }, Choice { name: "elements", prose: "" }],
    statements: &[],
    practices: &[],
    because: "",
    example: "",
};
static READINGS: [&Reading; 1] = [&OFFSET_UNIT];

const ATOMIC: &str = "foreach_active (i) {
  UD address = element_offset[i];            // bytes
  if (reading(offset_unit, elements)) address = address * sizeof(T);
  atomic {
    T old = surface[address];
    T new = op(old, src0[i], src1[i]);
    surface[address] = new;
  }
  dst[i] = result;
}";
const SCATTER: &str = "UD ch_pos = 0; for (c = 0; c < 4; ++c) { if (ch_mask[c] == 1) { foreach_active (i) { UD \
    ch_start = ch_pos * max(exec_size, GRF_SIZE / 4); surface[((offset + element_offset[i]) / 4 + c) * 4] = \
    src0[ch_start + i]; } ch_pos++; } }";
const OPS: &str = "op CMPXCHG { new = (old == src1) ? src0 : old; }
// a remark
op PREDEC  { new = old - 1; result = new; }
op CLAMPED { if (src0 > 3) { new = min(old, 0x7); } else { T t = -old; new = t; } }";

fn notation(name: &str, text: &str) -> NotationText {
    NotationText::built_in(name, text.into())
}

fn compiled(access: ScalarType, main: &str, op: Option<&str>) -> (Option<Code>, [Vec<Diagnostic>; 2]) {
    let constant = |name, value| Constant { name, ty: ScalarType::Ud, value };
    let operand = |name, shape| NotationOperand { name, shape };
    let environment = Environment {
        access,
        modifiers: Vec::new(),
        float: FloatBehaviour::default(),
        constants: vec![constant("exec_size", 8), constant("GRF_SIZE", 32), constant("ch_mask", 5)],
        operands: vec![
            operand("surface", OperandShape::Surface),
            operand("element_offset", OperandShape::Input(ScalarType::Ud)),
            operand("offset", OperandShape::Input(ScalarType::Ud)),
            operand("src0", OperandShape::Input(access)),
            operand("src1", OperandShape::Input(access)),
            operand("dst", OperandShape::Output(access)),
        ],
        readings: &READINGS,
        chosen: &ChosenReadings::default(),
    };
    compile(notation("MAIN", main), op.map(|op| notation("OP", op)), &environment)
}

/// Asserts the invariants of the lowered form that execution relies on.
fn assert_sound(code: &Code) {
    for expr in &code.exprs {
        assert_expr(code, expr);
    }
    assert_statements(code, &code.statements, &code.locals, code.statements.len() - 1);
    assert!(matches!(code.statements.last(), Some(Statement { kind: StatementKind::Halt, .. })));
    if let Some(op) = &code.op {
        assert_statements(code, &op.statements, &op.locals, op.statements.len());
        let may_be_in_op = |kind: &StatementKind| match kind {
            StatementKind::Assign { target, .. } => matches!(target, AssignTarget::Local(_)),
            other => matches!(other, StatementKind::Branch { .. } | StatementKind::Jump(_)),
        };
        assert!(op.statements.iter().all(|statement| may_be_in_op(&statement.kind)));
    }
}

fn ty(code: &Code, id: ExprId) -> Type {
    code.expr(id).ty
}

fn assert_expr(code: &Code, expr: &Expr) {
    let ud = Type::Scalar(ScalarType::Ud);
    match &expr.kind {
        ExprKind::Constant(bits) => assert_eq!(*bits, bits.truncate(expr.ty.width_bits())),
        ExprKind::Local(id) => assert_eq!(code.locals[usize::from(id.0)].ty, expr.ty),
        ExprKind::OpLocal(id) => {
            let op = code.op.as_ref().expect("only an operation has them");
            assert_eq!(op.locals[usize::from(id.0)].ty, expr.ty);
        }
        ExprKind::Memory { at, .. } | ExprKind::Inside { at, .. } => assert_address(code, at),
        ExprKind::Element { index: x, .. } | ExprKind::Enabled(x) | ExprKind::Predicated(x) => {
            assert_eq!(ty(code, *x), ud);
        }
        ExprKind::Unary(_, x) => assert_eq!(ty(code, *x), expr.ty),
        ExprKind::Binary(op, a, b) => {
            let is_shift = matches!(op, BinaryOp::ShiftLeft | BinaryOp::ShiftRight);
            assert!(is_shift || ty(code, *a) == ty(code, *b), "{op:?}");
            assert!(op.is_comparison() || ty(code, *a) == expr.ty, "{op:?}");
        }
        ExprKind::Select(c, a, b) => {
            assert_eq!(ty(code, *c), Type::Bool);
            assert_eq!([ty(code, *a), ty(code, *b)], [expr.ty; 2]);
        }
        ExprKind::Call(_, arguments) => {
            assert!(arguments.iter().all(|x| ty(code, *x) == ty(code, arguments[0])));
        }
        ExprKind::Header(..) | ExprKind::Fold { .. } => {}
        ExprKind::Convert(x) => assert_ne!(ty(code, *x), expr.ty),
        ExprKind::Saturate(x) => {
            assert!([ty(code, *x), expr.ty].iter().all(|ty| matches!(ty, Type::Scalar(ty) if !ty.is_float())))
        }
        ExprKind::Reinterpret(x) => assert_eq!(ty(code, *x).width_bits(), expr.ty.width_bits()),
        ExprKind::Op(arguments) => assert!(arguments.iter().all(|x| ty(code, *x) == expr.ty)),
    }
}

fn assert_address(code: &Code, at: &Address) {
    let (ud, uq) = (Type::Scalar(ScalarType::Ud), Type::Scalar(ScalarType::Uq));
    match at[..] {
        [byte_address] => assert!([ud, uq].contains(&ty(code, byte_address))),
        _ => assert!((2..=4).contains(&at.len()) && at.iter().all(|part| ty(code, *part) == ud)),
    }
}

/// Checks statements with those locals, in which a jump leads at most to the statement `end`.
fn assert_statements(code: &Code, statements: &[Statement], locals: &[Local], end: usize) {
    let inside = |pc: Pc| assert!(pc.0 as usize <= end);
    for statement in statements {
        match &statement.kind {
            StatementKind::Assign { target: AssignTarget::Local(id), value } => {
                assert_eq!(locals[usize::from(id.0)].ty, ty(code, *value));
            }
            StatementKind::Assign { target: AssignTarget::Surface { at, .. }, .. } => {
                assert_address(code, at)
            }
            StatementKind::Assign { target: AssignTarget::Element { index, .. }, .. } => {
                assert_eq!(ty(code, *index), Type::Scalar(ScalarType::Ud));
            }
            StatementKind::Branch { condition, otherwise, .. } => {
                assert_eq!(ty(code, *condition), Type::Bool);
                inside(*otherwise);
            }
            StatementKind::Jump(pc) | StatementKind::Foreach { end: pc, .. } => inside(*pc),
            _ => {}
        }
    }
}

#[test]
fn a_text_whose_only_expression_is_wrong_is_checked() {
    let (code, [found, _]) = compiled(ScalarType::Ud, "if (missing) { }", None);
    assert!(code.is_none() && found.len() == 1, "{found:?}");
}

#[test]
fn mentions_are_syntactic() {
    assert_eq!(op_mentions("op XCHG { new = src0; }"), [false, true, false]);
    assert_eq!(op_mentions("op old { new = src0; } // src1"), [false, true, false]);
    assert_eq!(op_mentions("(old == src1) ? src0 : old"), [true, true, true]);
}

#[test]
fn a_table_is_cut_into_its_blocks() {
    let blocks = op_blocks(OPS);
    let names: Vec<&str> = blocks.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["CMPXCHG", "PREDEC", "CLAMPED"]);
    assert_eq!(blocks[1].1.of(OPS), "op PREDEC  { new = old - 1; result = new; }");
    assert_eq!(op_blocks("op A { new = 1;").len(), 1);
    assert_eq!(op_blocks("op op op {"), [("op".to_owned(), Span::new(3, 10))]);
}

#[test]
fn highlighting_classes() {
    use NotationTokenClass::{Builtin, Comment, Keyword, Name, Number, Operator, Type};
    let classes: Vec<NotationTokenClass> =
        highlight("if (UD x = op(1)) // c").into_iter().map(|(_, c)| c).collect();
    assert_eq!(
        classes,
        [Keyword, Operator, Type, Name, Operator, Builtin, Operator, Number, Operator, Operator, Comment]
    );
    assert_eq!(highlight("op ADD {")[0].1, Keyword);
}

#[test]
fn a_fix_mends_what_it_is_for() {
    for broken in [
        "UD a = 1\nUD b = 2;",
        "F f = 1; UD a = f * 2;",
        "UD a = 1; F f = a;",
        "UD a = 2.5;",
        "UD address = 1; UD b = adress;",
        "if (reading(offset_unt, bytes)) { UD a = 1; }",
        "UD a = mx(1, 2);",
    ] {
        let (code, [diagnostics, _]) = compiled(ScalarType::Ud, broken, None);
        assert!(code.is_none() && diagnostics.len() == 1, "{broken}: {diagnostics:?}");
        let fix = diagnostics[0].fix.as_ref().expect(broken);
        let mended = apply_edits(broken, &fix.edits);
        let (code, diagnostics) = compiled(ScalarType::Ud, &mended, None);
        assert!(code.is_some(), "{mended}: {diagnostics:?}");
    }
}

/// Returns what a mutation inserts: every sign, word and call of the tables, and pieces that no table has.
fn pieces() -> Vec<&'static str> {
    let others =
        ["1.5", "18446744073709551615", "é", "\"", "/*", "surface[", "UD a = F(", "result", "old", "0"];
    let words = notation_words().map(|row| row.name);
    let calls = BUILTINS.iter().map(|row| row.example);
    SIGNS.into_iter().chain(words).chain(calls).chain(others).collect()
}

const OP_TEXTS: [&str; 3] = [
    "old + src0",
    "op PREDEC { T t = old - 1; new = t; if (src0 > 1) { result = t; } }",
    "new = old; result = -src0;",
];

/// Applies up to four mutations. `below` draws a number below a limit.
fn mutated(text: &str, pieces: &[&str], below: &mut impl FnMut(usize) -> usize) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..below(5) {
        let start = below(characters.len());
        let length = below(12).min(characters.len() - start);
        match below(3) {
            0 => drop(characters.drain(start..start + length)),
            1 => {
                let copy: Vec<char> = characters[start..start + length].to_vec();
                let to = below(characters.len());
                characters.splice(to..to, copy);
            }
            _ => {
                let piece = format!(" {} ", pieces[below(pieces.len())]);
                characters.splice(start..start, piece.chars());
            }
        }
    }
    characters.into_iter().collect()
}

#[test]
fn no_text_panics_and_what_compiles_is_sound() {
    let mut seed = 1;
    let mut below = |limit: usize| split_mix(&mut seed) as usize % limit.max(1);
    let pieces = pieces();
    let mut survivors = 0;
    for round in 0..4000 {
        let main = mutated([ATOMIC, SCATTER][round % 2], &pieces, &mut below);
        let op = mutated(OP_TEXTS[round % OP_TEXTS.len()], &pieces, &mut below);
        let access = ScalarType::ALL[round % ScalarType::ALL.len()];
        let (code, diagnostics) = compiled(access, &main, (round % 5 != 0).then_some(&op));
        assert_eq!(code.is_none(), diagnostics.iter().any(|found| has_errors(found)));
        for (text, findings) in [&main, &op].into_iter().zip(&diagnostics) {
            for found in findings {
                crate::diag::render("x", text, found);
                assert!(text.get(found.span.range()).is_some(), "{text}");
            }
        }
        if let Some(code) = code {
            survivors += 1;
            assert_sound(&code);
        }
        highlight(&main);
        op_blocks(&op);
    }
    assert!(survivors > 200, "{survivors}: the mutations are too wild to test anything");
}

/// A browser gives WebAssembly 1 MiB of stack. An accepted text must compile within half of that, unoptimized.
#[cfg(not(target_arch = "wasm32"))]
#[test]
fn the_deepest_text_that_is_accepted_fits_a_small_stack() {
    let nested = format!(
        "{}UD a = 1{};{}",
        "if (exec_size) { ".repeat(29),
        " + (1".repeat(20) + &")".repeat(20),
        "}".repeat(29)
    );
    let long = format!("foreach_active (i) {{ dst[i] = i{}; }}", " + i".repeat(255));
    let shut = format!("UD a = {}exec_size{};", "(".repeat(61), ")".repeat(61));
    let prefixes = format!("foreach_active (i) {{ UD a = {}i; }}", "- ".repeat(59));
    let run = move || {
        for text in [nested, long, shut, prefixes] {
            let (code, diagnostics) = compiled(ScalarType::Ud, &text, Some("old"));
            assert!(code.is_some(), "{diagnostics:?}");
        }
    };
    let thread = std::thread::Builder::new().stack_size(512 * 1024).spawn(run).expect("a thread starts");
    thread.join().expect("it does not overflow");
}

#[test]
fn many_mistakes_cost_little_and_warnings_hide_no_error() {
    let names: String = (0..6000).map(|n| format!("x{n}=1;")).collect();
    let (code, [diagnostics, _]) = compiled(ScalarType::Ud, &names, None);
    assert!(code.is_none());
    assert_eq!(diagnostics.len(), 50);
    let warnings = format!("foreach_active (i) {{ {} dst[i] = 1.5; }}", "dst[i] = op(src0); ".repeat(60));
    assert!(compiled(ScalarType::Ud, &warnings, Some("old")).0.is_none());
}
