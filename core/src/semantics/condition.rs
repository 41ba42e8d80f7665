//! Conditions for searching a run, and invariants: single expressions over named values.

use super::check::Expressions;
use super::code::{Code, Environment, NotationText, Statement, StatementKind};
use super::flatten::flatten;
use super::names::Level;
use super::parser::parse_condition;
use super::values::Values;
use super::vocabulary::{Pc, Type};
use crate::diag::{Diagnostic, Severity, has_errors};

/// Compiles a condition to a code with one statement, the branch on it. `names` become the locals of an operation, in
/// order. The error is the first error; its places are in `text`.
pub fn compile_condition(
    text: &str,
    names: &[(&str, Type)],
    env: &Environment,
) -> Result<Code, Box<Diagnostic>> {
    compile(text, "condition", Level::Op, names, env).map_err(first_error)
}

/// Compiles an invariant to a code with one statement, the branch on it. Its operands are those of the environment,
/// each a whole surface, variable or predicate. The error holds all findings; their places are in the text.
pub fn compile_invariant(text: &str, env: &Environment) -> Result<Code, Vec<Diagnostic>> {
    compile(text, "invariant", Level::Invariant, &[], env)
}

fn first_error(found: Vec<Diagnostic>) -> Box<Diagnostic> {
    let mut errors = found.into_iter().filter(|finding| finding.severity == Severity::Error);
    Box::new(errors.next().expect("there is no code because of an error"))
}

fn compile(
    text: &str,
    called: &str,
    level: Level,
    names: &[(&str, Type)],
    env: &Environment,
) -> Result<Code, Vec<Diagnostic>> {
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
    let condition = root.expect("without an error there is an expression");
    let statement = Statement {
        site: exprs[condition.0 as usize].site,
        kind: StatementKind::Branch { condition, otherwise: Pc(0) },
        accesses_memory: false,
        is_address: false,
    };
    let statements = vec![statement];
    let flat = flatten(&statements, &exprs, &[], None, names.iter().map(|(_, ty)| *ty));
    let text =
        NotationText { name: called.to_owned(), text: text.into(), document_offset: None, is_changed: false };
    Ok(Code {
        texts: vec![text],
        statements,
        exprs,
        locals: Vec::new(),
        op: None,
        result: None,
        address: None,
        float_rules: env.float,
        decided: Vec::new(),
        flat,
    })
}
