//! Conditions: one expression of the notation over named values, by which a run is searched.

use super::check::Expressions;
use super::names::Level;
use super::parser::parse_condition;
use super::values::Values;
use super::{Code, Environment, ExprId, NotationText, Type};
use crate::diag::{Diagnostic, Severity};

/// Checks and lowers a condition. The values of `names` become the first locals of an operation, in that order. There
/// is code where nothing is wrong, else the first error, whose places are in the text.
pub fn compile_condition(
    text: &str,
    names: &[(&str, Type)],
    env: &Environment,
) -> Result<(Code, ExprId), Box<Diagnostic>> {
    let (tree, mut found) = parse_condition(text);
    let mut expressions = Expressions::new(env, None);
    expressions.values.begin(text, 0, Vec::new());
    expressions.names.level = Level::Op;
    expressions.names.open();
    for (name, ty) in names {
        expressions.predeclare(name, *ty, None);
    }
    let root = tree.as_ref().and_then(|tree| expressions.condition(tree));
    let Values { exprs, reports, .. } = expressions.values;
    found.extend(reports.findings.into_iter().map(|finding| finding.diagnostic));
    let text = NotationText { name: "condition".to_owned(), text: text.into(), document_offset: None };
    let code = Code {
        texts: vec![text],
        statements: Vec::new(),
        exprs,
        locals: Vec::new(),
        op: None,
        result: None,
        address: None,
        float_rules: env.float,
    };
    let error = found.into_iter().find(|finding| finding.severity == Severity::Error);
    match (error, root) {
        (Some(error), _) => Err(Box::new(error)),
        (None, root) => Ok((code, root.expect("without an error there is an expression"))),
    }
}
