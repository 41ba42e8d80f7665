//! `.expect`: what a scenario claims about its end.

use super::declare::Declared;
use super::model::Model;
use super::{rules, values};
use crate::base::{Bits, ScalarType, Span};
use crate::diag::Diagnostic;
use crate::machine::Place;
use crate::syntax::{Directive, Document, Expect, SpannedText, ValueList};

/// The most elements that the lines of a scenario may claim something of.
const MAX_ELEMENTS: usize = 1 << 18;

/// What an `.expect` line claims.
#[derive(Clone, Debug, PartialEq)]
pub enum Expected {
    /// A claim about contents at the end of the run.
    Contents {
        /// The place of the line.
        span: Span,
        /// Name of the variable, predicate or surface.
        name: String,
        /// Element type.
        ty: ScalarType,
        /// The elements, each with what it must hold.
        elements: Vec<ExpectedElement>,
    },
    /// The claim that a diagnostic is reported.
    Diagnostic {
        /// The place of the line.
        span: Span,
        /// The diagnostic's code.
        code: String,
    },
}

/// An element of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpectedElement {
    /// The place of the element.
    pub place: Place,
    /// The bit that is the element, in a predicate; elsewhere all bits of the place are.
    pub bit: Option<u8>,
    /// The value that it must have; `None` when it is not looked at.
    pub value: Option<Bits>,
}

/// Reads the `.expect` lines.
pub(super) fn expected(
    document: &Document,
    declared: &Declared,
    model: &dyn Model,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Expected> {
    let mut out = Vec::new();
    let mut left = MAX_ELEMENTS;
    for (span, directive) in document.directives() {
        let Directive::Expect(expect) = directive else { continue };
        match expect {
            Expect::Diagnostic(code) => out.push(Expected::Diagnostic { span, code: code.text.clone() }),
            Expect::Contents { name, ty, values } => {
                let ty = ty.map(|(ty, _)| ty);
                let elements = contents(name, ty, values, declared, model, diagnostics);
                let count = elements.as_ref().map_or(0, |(_, _, elements)| elements.len());
                match left.checked_sub(count) {
                    Some(rest) => left = rest,
                    None => {
                        let message = "more elements are expected than a scenario may claim";
                        diagnostics.push(Diagnostic::error(&rules::EXPECT_BUDGET, span, message));
                        return out;
                    }
                }
                out.extend(elements.map(|(name, ty, elements)| Expected::Contents {
                    span,
                    name,
                    ty,
                    elements,
                }));
            }
        }
    }
    out
}

fn contents(
    name: &SpannedText,
    ty: Option<ScalarType>,
    list: &ValueList,
    declared: &Declared,
    model: &dyn Model,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<(String, ScalarType, Vec<ExpectedElement>)> {
    let layout = &declared.layout;
    let kept_name = declared.surface_name(&name.text);
    let what = format!("`{}`", name.text);
    if let Some(predicate) = layout.predicate(&name.text) {
        let place = Place { space: predicate.space, byte_offset: 0, size_bytes: 4 };
        let bits = values::predicate(list, predicate.count, &what, diagnostics).into_iter().enumerate();
        let bit = |(at, value)| ExpectedElement { place, bit: Some(at as u8), value };
        return Some((name.text.clone(), ScalarType::Ub, bits.map(bit).collect()));
    }
    if let Some(surface) = layout.surface(kept_name)
        && ty.is_none_or(|ty| ty.size_bytes() == surface.ty.size_bytes())
    {
        let ty = ty.unwrap_or(surface.ty);
        let elements = values::elements(list, ty, surface.count(), &what, diagnostics);
        let element = |(at, value)| ExpectedElement { place: surface.element(at), bit: None, value };
        let elements = elements.into_iter().enumerate().map(element).collect();
        return Some((name.text.clone(), ty, elements));
    }
    let (space, first, own, size_bytes) = if let Some(variable) = layout.variable(&name.text) {
        (variable.space, variable.byte_offset, variable.ty, variable.count * variable.ty.size_bytes())
    } else if let Some(surface) = layout.surface(kept_name) {
        (surface.space, 0, surface.ty, layout.space(surface.space).size_bytes)
    } else {
        if !declared.broken.contains(&name.text) {
            diagnostics.push(model.nothing_to_expect(declared, name));
        }
        return None;
    };
    let ty = ty.unwrap_or(own);
    let elements = values::elements(list, ty, size_bytes / ty.size_bytes(), &what, diagnostics);
    let element = |(at, value)| ExpectedElement {
        // Variables and surfaces have at most 64 KiB.
        place: Place {
            space,
            byte_offset: (first + at * ty.size_bytes()) as u32,
            size_bytes: ty.size_bytes() as u32,
        },
        bit: None,
        value,
    };
    Some((name.text.clone(), ty, elements.into_iter().enumerate().map(element).collect()))
}
