//! Compilation of notation texts to code: the entry points of this module.

use super::check::Expressions;
use super::code::{Code, Environment, NotationText, OpBody};
use super::decided::outermost;
use super::lower::Lowering;
use super::names::Names;
use super::parser::{parse_main, parse_op};
use super::reports::NotationDiagnostic;
use super::tokens::{calls_op, op_mentions};
use super::values::Values;
use crate::diag::{Diagnostic, Severity, has_errors};

/// Compiles an instruction's text and that of its operation. Returns code exactly if the texts have no error; there may
/// still be warnings.
pub fn compile(
    main: NotationText,
    op: Option<NotationText>,
    env: &Environment,
) -> (Option<Code>, Vec<NotationDiagnostic>) {
    let mut lowering = Lowering::new(Expressions::new(env, op.as_ref().map(|op| op_mentions(&op.text))));
    lowering.expressions.names.calls_op = calls_op(&main.text);
    let (tree, found) = parse_main(&main.text);
    let understood = !has_errors(&found);
    lowering.expressions.values.begin(&main.text, 0, found);
    let address = if understood { lowering.main(&tree) } else { None };
    let statements = std::mem::take(&mut lowering.statements);
    let locals = std::mem::take(&mut lowering.expressions.names.locals);
    let body = op.as_ref().and_then(|text| operation(&mut lowering, text));
    let Expressions { values: Values { exprs, reports, decided, .. }, names: Names { result, .. }, .. } =
        lowering.expressions;
    let diagnostics = reports.findings;
    if diagnostics.iter().any(|d| d.diagnostic.severity == Severity::Error) {
        return (None, diagnostics);
    }
    let texts = std::iter::once(main).chain(op).collect();
    let float_rules = env.float;
    let decided = outermost(decided);
    let code = Code { texts, statements, exprs, locals, op: body, result, address, float_rules, decided };
    (Some(code), diagnostics)
}

/// Returns the findings in the text of an operation that no instruction uses.
pub fn check_op(op: &NotationText, env: &Environment) -> Vec<Diagnostic> {
    let mut lowering = Lowering::new(Expressions::new(env, None));
    operation(&mut lowering, op);
    lowering.expressions.values.reports.findings.into_iter().map(|finding| finding.diagnostic).collect()
}

fn operation<'a>(lowering: &mut Lowering<'a>, text: &'a NotationText) -> Option<OpBody> {
    let (tree, found) = parse_op(&text.text);
    let understood = !has_errors(&found);
    lowering.expressions.values.begin(&text.text, 1, found);
    understood.then(|| lowering.operation(text, &tree))
}

#[cfg(test)]
mod tests;
