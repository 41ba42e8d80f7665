//! The entry points: compilation of notation texts to code, and of conditions and invariants to expressions of their own.

use super::checker::{Checker, ThreadKind};
use super::code::{Code, Environment, Expr, ExprId, NotationText, OpBody};
use super::decided::outermost;
use super::lower::Lowering;
use super::parser::{parse_condition, parse_main, parse_op};
use super::tokens::Tokens;
use super::vocabulary::Type;
use crate::diag::{Diagnostic, Severity, has_errors};
use crate::spec::FloatBehaviour;
use std::rc::Rc;

/// Compiles an instruction's text and that of its operation. Returns the code and the findings in each text. There is code
/// exactly if the texts have no error; there may still be warnings.
pub fn compile(
    main: NotationText,
    op: Option<NotationText>,
    env: &Environment,
) -> (Option<Code>, [Vec<Diagnostic>; 2]) {
    let main_tokens = Tokens::lex(&main.text);
    let op_tokens = op.as_ref().map(|op| Tokens::lex(&op.text));
    let (calls_op, operation) = (main_tokens.calls_op(), op_tokens.as_ref().map(Tokens::mentions));
    let mut lowering =
        Lowering::new(Checker { operation, calls_op, ..Checker::new(env, ThreadKind::Uniform) });
    let (tree, found) = parse_main(main_tokens);
    let understood = !has_errors(&found);
    lowering.checker.begin(&main.text, 0, found);
    let address = if understood { lowering.lower_main(&tree) } else { None };
    let statements = std::mem::take(&mut lowering.statements);
    let locals = std::mem::take(&mut lowering.checker.locals);
    let body = op_tokens.and_then(|tokens| operation_body(&mut lowering, tokens));
    let Checker { exprs, reports, decided, result, .. } = lowering.checker;
    if reports.findings.iter().any(|found| has_errors(found)) {
        return (None, reports.findings);
    }
    let texts = std::iter::once(main).chain(op).collect();
    let float_behaviour = env.float;
    let decided = outermost(decided);
    let code = Code { texts, statements, exprs, locals, op: body, result, address, float_behaviour, decided };
    (Some(code), reports.findings)
}

/// Returns the findings in the text of an instruction's semantics that need no instruction.
pub fn check_main_syntax(text: &str) -> Vec<Diagnostic> {
    parse_main(Tokens::lex(text)).1
}

/// Returns the findings in the text of an operation that need no instruction.
pub fn check_op_syntax(text: &str) -> Vec<Diagnostic> {
    parse_op(Tokens::lex(text)).1
}

/// Returns the findings in the text of an operation that no instruction uses, with types.
pub fn check_op(text: &str, env: &Environment) -> Vec<Diagnostic> {
    let mut lowering = Lowering::new(Checker::new(env, ThreadKind::Op));
    operation_body(&mut lowering, Tokens::lex(text));
    let [_, found] = lowering.checker.reports.findings;
    found
}

fn operation_body<'a>(lowering: &mut Lowering<'a>, tokens: Tokens<'a>) -> Option<OpBody> {
    let text = tokens.text;
    let (tree, found) = parse_op(tokens);
    let understood = !has_errors(&found);
    lowering.checker.begin(text, 1, found);
    understood.then(|| lowering.lower_operation(&tree))
}

/// A checked expression that belongs to no statement.
#[derive(Clone, Debug)]
pub struct Expression {
    /// The text as written.
    pub text: Rc<str>,
    /// The expressions that it consists of, each after its operands.
    pub exprs: Vec<Expr>,
    /// The whole one, of type bool.
    pub value: ExprId,
    /// The treatment of NaN, zeros and denormals.
    pub float_behaviour: FloatBehaviour,
}

/// Compiles a condition. It reads `names` as the locals of an operation, in order. The error is the first error; its places
/// are in `text`.
pub fn compile_condition(
    text: &str,
    names: &[(&str, Type)],
    env: &Environment,
) -> Result<Expression, Box<Diagnostic>> {
    compile_expression(text, ThreadKind::Op, names, env).map_err(first_error)
}

/// Compiles an invariant. Its operands are those of the environment, each a whole surface, variable or predicate. The error
/// holds all findings; their places are in the text.
pub fn compile_invariant(text: &str, env: &Environment) -> Result<Expression, Vec<Diagnostic>> {
    compile_expression(text, ThreadKind::Invariant, &[], env)
}

fn first_error(found: Vec<Diagnostic>) -> Box<Diagnostic> {
    let mut errors = found.into_iter().filter(|finding| finding.severity == Severity::Error);
    Box::new(errors.next().expect("only an error prevents an expression"))
}

fn compile_expression(
    text: &str,
    thread: ThreadKind,
    names: &[(&str, Type)],
    env: &Environment,
) -> Result<Expression, Vec<Diagnostic>> {
    let (tree, found) = parse_condition(text);
    let mut checker = Checker::new(env, thread);
    checker.begin(text, 0, found);
    checker.open_scope();
    for (name, ty) in names {
        checker.predeclare(name, *ty, None);
    }
    let root = tree.as_ref().and_then(|tree| checker.condition(tree));
    let Checker { exprs, reports, .. } = checker;
    let [found, _] = reports.findings;
    if has_errors(&found) {
        return Err(found);
    }
    let value = root.expect("without an error there is an expression");
    Ok(Expression { text: text.into(), exprs, value, float_behaviour: env.float })
}

#[cfg(test)]
mod tests;
