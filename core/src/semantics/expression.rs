//! Expressions of their own: conditions for searching a run, and invariants.

use super::check::Expressions;
use super::code::{Environment, Expr, ExprId};
use super::names::Level;
use super::parser::parse_condition;
use super::values::Values;
use super::vocabulary::Type;
use crate::diag::{Diagnostic, Severity, has_errors};
use crate::spec::FloatRules;
use std::rc::Rc;

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
    pub float_rules: FloatRules,
}

/// Compiles a condition. It reads `names` as the locals of an operation, in order. The error is the first error; its places
/// are in `text`.
pub fn compile_condition(
    text: &str,
    names: &[(&str, Type)],
    env: &Environment,
) -> Result<Expression, Box<Diagnostic>> {
    compile(text, Level::Op, names, env).map_err(first_error)
}

/// Compiles an invariant. Its operands are those of the environment, each a whole surface, variable or predicate. The error
/// holds all findings; their places are in the text.
pub fn compile_invariant(text: &str, env: &Environment) -> Result<Expression, Vec<Diagnostic>> {
    compile(text, Level::Invariant, &[], env)
}

fn first_error(found: Vec<Diagnostic>) -> Box<Diagnostic> {
    let mut errors = found.into_iter().filter(|finding| finding.severity == Severity::Error);
    Box::new(errors.next().expect("only an error prevents an expression"))
}

fn compile(
    text: &str,
    level: Level,
    names: &[(&str, Type)],
    env: &Environment,
) -> Result<Expression, Vec<Diagnostic>> {
    let (tree, mut found) = parse_condition(text);
    let mut expressions = Expressions::new(env, None);
    expressions.values.begin(text, 0, Vec::new());
    expressions.names.level = level;
    expressions.names.open();
    for (name, ty) in names {
        expressions.predeclare(name, *ty, None);
    }
    let root = tree.as_ref().and_then(|tree| expressions.condition(tree));
    let Values { exprs, reports, .. } = expressions.values;
    found.extend(reports.findings.into_iter().map(|finding| finding.diagnostic));
    if has_errors(&found) {
        return Err(found);
    }
    let value = root.expect("without an error there is an expression");
    Ok(Expression { text: text.into(), exprs, value, float_rules: env.float })
}
