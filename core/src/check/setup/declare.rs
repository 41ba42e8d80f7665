//! The order of declarations and initial contents: implied declarations, directives of the instruction set, surfaces, then
//! `.set` and other contents.

use super::declared::Declared;
use super::layout_builder::LayoutBuilder;
use super::settings::ScenarioSettings;
use super::values;
use crate::base::{Bits, Span, listed};
use crate::check::findings::{Findings, FirstSpans};
use crate::check::rules;
use crate::check::set_check::DocumentCheck;
use crate::diag::Diagnostic;
use crate::machine::{Declaration, Place, State};
use crate::spec::{InstructionSet, InstructionSets};
use crate::syntax::{Directive, DirectiveClass, Document, ItemKind, SetLine};

/// Resolves all declarations and initial contents.
pub(in crate::check) fn declare(
    document: &Document,
    settings: &ScenarioSettings,
    document_check: &mut dyn DocumentCheck,
    sets: &InstructionSets,
    findings: &mut Findings,
) -> Declared {
    let mut builder = LayoutBuilder::new(settings, document, findings);
    document_check.declare_implied(&mut builder);
    for item in document.base_items() {
        let ItemKind::Directive(directive, class) = &item.kind else { continue };
        if builder.findings.is_full_at(item.span) {
            break;
        }
        builder.line_span = item.span;
        match other_set_error(item.span, class, &builder.settings.set, sets) {
            Some(finding) => {
                builder.findings.push(finding);
            }
            None => document_check.declare_directive(&mut builder, directive),
        }
    }
    let mut contents = Vec::new();
    for (span, directive) in document.directives() {
        if builder.findings.is_full_at(span) {
            break;
        }
        let Directive::Surface(line) = directive else { continue };
        builder.line_span = span;
        match document_check.declare_surface(&mut builder, line) {
            Ok(surface) => contents.push((surface, line)),
            Err(_) => {
                builder.broken.insert(line.name.text.clone());
            }
        }
    }
    let mut initial = document_check.initial(&builder.layout);
    for (surface, line) in contents {
        builder.write_surface_elements(surface, line, &mut initial);
    }
    let mut assigned_names = FirstSpans::default();
    for (span, directive) in document.directives() {
        if builder.findings.is_full_at(span) {
            break;
        }
        builder.line_span = span;
        match directive {
            Directive::Set(line) => {
                let name = line.name.text.as_str();
                let message = || format!("`{name}` is set twice");
                if assigned_names.insert_first(name, line.name.span, builder.findings, message).is_ok() {
                    write_set_line(&mut builder, line, document_check, &mut initial);
                }
            }
            directive => document_check.write_contents(&mut builder, directive, &mut initial),
        }
    }
    builder.finish(initial)
}

/// Returns the error for a directive that only other instruction sets have.
fn other_set_error(
    directive_span: Span,
    class: &DirectiveClass,
    set: &InstructionSet,
    sets: &InstructionSets,
) -> Option<Diagnostic> {
    let word = class.word;
    if class.is_common || set.directives.contains(&word) {
        return None;
    }
    let others = sets.all().iter().filter(|other| other.directives.contains(&word));
    let titles = listed(&others.map(|other| other.title.to_owned()).collect::<Vec<_>>(), "and");
    let span = Span { end: directive_span.start + 1 + word.len() as u32, ..directive_span };
    Some(Diagnostic::error(
        &rules::OTHER_ISA,
        span,
        format!("`.{word}` belongs to {titles}, not to {}", set.title),
    ))
}

/// Writes the values of a `.set` line.
fn write_set_line(
    builder: &mut LayoutBuilder,
    line: &SetLine,
    document_check: &mut dyn DocumentCheck,
    initial: &mut State,
) {
    let name = line.name.text.as_str();
    let what = format!("`{name}`");
    match Declaration::find(&builder.layout, name) {
        Some(Declaration::Variable(variable)) => {
            let variable = variable.clone();
            let ty = document_check.element_type(name, &line.values).unwrap_or(variable.ty);
            let document = builder.document;
            let grow = || document_check.more_elements(document, &variable, line.values.count());
            let (list, count) = (&line.values, variable.count);
            let elements = values::to_elements_or_grow(list, ty, count, &what, grow, builder.findings);
            builder.write_elements(
                (0..).map(|index| variable.element(index)),
                elements,
                line.values.span,
                initial,
            );
        }
        Some(Declaration::Predicate(predicate)) => {
            let place = Place { space: predicate.space, byte_offset: 0, size_bytes: 4 };
            let elements = values::to_predicate_bits(&line.values, predicate.count, &what, builder.findings);
            let elements = builder.without_ignored(elements, line.values.span);
            let join = |bits: Bits, (bit, element): (usize, &Bits)| {
                Bits::new(
                    bits.value | (element.value & 1) << bit,
                    bits.defined | (element.defined & 1) << bit,
                )
            };
            initial.write(place, elements.iter().enumerate().fold(Bits::new(0, 0), join));
        }
        Some(Declaration::Surface(_)) | None => {
            document_check.report_unsettable_name(builder, line);
        }
    }
}
