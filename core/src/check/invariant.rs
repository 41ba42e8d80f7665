//! `.invariant`: conditions on memory that must hold throughout the run.

use super::compiler::notation_finding;
use super::context::Context;
use super::findings::Once;
use crate::base::{ScalarType, rules};
use crate::exec::{Bound, BoundOperand, Invariant, Region};
use crate::machine::Layout;
use crate::semantics::{Environment, NotationText, OperandBinding, OperandShape, Type, compile_invariant};
use crate::syntax::Directive;

/// The largest number of invariants in a scenario.
pub(crate) const MAX_INVARIANTS: usize = 64;

/// Compiles the `.invariant` lines. Without an instruction, nothing can break an invariant, so none is returned.
pub(super) fn invariants(cx: &mut Context, program: &[Bound]) -> Vec<Invariant> {
    let declared = declared(&cx.declared.layout);
    let (mut names, mut all) = (Once::default(), Vec::new());
    for (span, directive) in cx.document.directives() {
        let Directive::Invariant(line) = directive else { continue };
        if names.len() == MAX_INVARIANTS {
            let message = format!("more than {MAX_INVARIANTS} invariants");
            cx.error(&INVARIANTS, line.name.span, message);
            break;
        }
        let name = line.name.text.as_str();
        let message = || format!("a second invariant `{name}`");
        if !names.insert_first(name, line.name.span, &mut cx.findings, message) {
            continue;
        }
        let text = NotationText {
            name: line.name.text.clone(),
            text: line.condition.of(cx.text).into(),
            document_offset: Some(line.condition.start),
            is_changed: false,
        };
        let operands = declared.iter().map(|(name, shape, _)| OperandBinding { name, shape: *shape });
        let environment = Environment {
            access: ScalarType::Ud,
            constants: Vec::new(),
            operands: operands.collect(),
            readings: cx.settings.set.readings,
            chosen: &cx.settings.readings,
            modifiers: Vec::new(),
            float: cx.settings.dialect.float,
        };
        match compile_invariant(&text.text, &environment) {
            Ok(_) if program.is_empty() => {}
            Ok(condition) => {
                let (name, operands) =
                    (line.name.text.clone(), declared.iter().map(|(.., operand)| *operand));
                let layout = &cx.declared.layout;
                all.push(Invariant::new(name, span, condition, operands.collect(), layout));
            }
            Err(found) => {
                for finding in found {
                    notation_finding(cx, Some(&text), finding, span);
                }
            }
        }
    }
    all
}

/// Returns all declared names that an invariant may use. A surface of a header has only a number and is called
/// `surface7`.
fn declared(layout: &Layout) -> Vec<(String, OperandShape, BoundOperand)> {
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
    let surfaces = layout.surfaces.iter().enumerate().map(|(at, surface)| {
        let name = match &surface.header {
            Some(header) => format!("surface{}", header.index),
            None => surface.name.clone(),
        };
        (name, whole(Type::Scalar(surface.ty), surface.count()), BoundOperand::Surface(at))
    });
    variables.chain(predicates).chain(surfaces).collect()
}

rules! {
    INVARIANTS: "limit-invariants", Budget, "a scenario has at most 64 invariants", "Lanescope", "limits";
}
