//! `.invariant`: conditions on memory that must hold throughout the run.

use super::findings::{Findings, FirstSpans};
use super::quota::Quota;
use super::setup::declared::Declared;
use super::setup::settings::ScenarioSettings;
use crate::base::rules;
use crate::check::lines::compiler::{bare_environment, report_in_notation};
use crate::diag::Diagnostic;
use crate::exec::{BoundOperand, Invariant, Region};
use crate::machine::Layout;
use crate::semantics::{Environment, NotationOperand, NotationText, OperandShape, Type, compile_invariant};
use crate::syntax::{Directive, Document};

/// The largest number of invariants in a scenario.
pub(crate) const MAX_INVARIANTS: usize = 64;

/// Compiles the `.invariant` lines, which may use everything that the text declares and its instructions use.
pub(super) fn compile_invariants(
    source: &str,
    document: &Document,
    settings: &ScenarioSettings,
    declared: &Declared,
    findings: &mut Findings,
) -> Vec<Invariant> {
    let operands = named_operands(&declared.layout);
    let (mut names, mut quota, mut all) = (FirstSpans::default(), Quota::new(MAX_INVARIANTS), Vec::new());
    for (span, directive) in document.directives() {
        let Directive::Invariant(line) = directive else { continue };
        if findings.is_full_at(span) {
            break;
        }
        let name = line.name.text.as_str();
        let message = || format!("a second invariant `{name}`");
        if names.insert_first(name, line.name.span, findings, message).is_err() {
            continue;
        }
        let excess = || {
            let message = format!("more than {MAX_INVARIANTS} invariants");
            Diagnostic::error(&INVARIANTS, line.name.span, message)
        };
        if quota.take(1, findings, excess).is_err() {
            break;
        }
        let text = NotationText {
            name: line.name.text.clone(),
            text: line.condition.of(source).into(),
            document_offset: Some(line.condition.start),
            is_changed: false,
        };
        let named = operands.iter().map(|(name, shape, _)| NotationOperand { name, shape: *shape });
        let environment = Environment { operands: named.collect(), ..bare_environment(settings) };
        match compile_invariant(&text.text, &environment) {
            Ok(condition) => {
                let operands = operands.iter().map(|(.., operand)| *operand).collect();
                let (name, layout) = (line.name.text.clone(), &declared.layout);
                all.push(Invariant::new(name, span, condition, operands, layout));
            }
            Err(found) => {
                let is_earlier = |finding: &Diagnostic| is_broken(finding.span.of(&text.text), declared);
                let new = found.into_iter().filter(|finding| !is_earlier(finding)).collect();
                report_in_notation(findings, &text, new, span);
            }
        }
    }
    all
}

/// The word before the number of a header, which is the whole name of its surface in other lines.
const SURFACE: &str = "surface";

/// Returns whether a word of an invariant is a name whose declaration had an error.
fn is_broken(word: &str, declared: &Declared) -> bool {
    declared.is_broken(word) || word.strip_prefix(SURFACE).is_some_and(|number| declared.is_broken(number))
}

/// Returns the declared names that an invariant may use, each with its operand. A surface of a header has only a number and is called
/// `surface7`.
fn named_operands(layout: &Layout) -> Vec<(String, OperandShape, BoundOperand)> {
    // Variables, predicates and surfaces have at most 64 KiB each.
    let whole = |ty, count: usize| OperandShape::Whole { ty, count: count as u32 };
    let variables = layout.variables.iter().map(|variable| {
        let operand = BoundOperand::Elements {
            space: variable.space,
            byte_offset: variable.byte_offset as u32,
            ty: variable.ty,
            data: variable.ty,
            region: Region::CONTIGUOUS,
            modifier: None,
        };
        (variable.name.clone(), whole(Type::Scalar(variable.ty), variable.count), operand)
    });
    let predicates = layout.predicates.iter().map(|predicate| {
        let operand = BoundOperand::Bits { space: predicate.space, first_bit: 0, inverted: false };
        (predicate.name.clone(), whole(Type::Bool, predicate.count), operand)
    });
    let surfaces = layout.surfaces.iter().enumerate().map(|(index, surface)| {
        let name = match &surface.header {
            Some(header) => format!("{SURFACE}{}", header.index),
            None => surface.name.clone(),
        };
        (name, whole(Type::Scalar(surface.ty), surface.count()), BoundOperand::Surface(index))
    });
    variables.chain(predicates).chain(surfaces).collect()
}

rules! {
    INVARIANTS: "limit-invariants", Budget, "a scenario has at most 64 invariants", "Lanescope", "limits";
}
