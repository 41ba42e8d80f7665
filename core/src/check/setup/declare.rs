//! The order of declarations and initial contents: implied declarations, directives of the instruction set, surfaces, then
//! `.set` and other contents.

use super::declared::Declared;
use super::layout_builder::LayoutBuilder;
use super::settings::ScenarioSettings;
use super::values;
use crate::base::{Bits, Span, listed};
use crate::check::binding::SetCheck;
use crate::check::findings::{Findings, Once};
use crate::check::rules;
use crate::diag::Diagnostic;
use crate::machine::{Declaration, Place, State};
use crate::spec::{InstructionSet, RollCall};
use crate::syntax::{Directive, DirectiveClass, Document, ItemKind, SetLine};

/// Reads all declarations and initial contents.
pub(in crate::check) fn declare(
    document: &Document,
    settings: &ScenarioSettings,
    set_check: &mut dyn SetCheck,
    roll_call: &RollCall,
    findings: &mut Findings,
) -> Declared {
    let mut builder = LayoutBuilder::new(settings, document, findings);
    set_check.declare_implied(&mut builder, document);
    for item in document.own_items() {
        let ItemKind::Directive(directive, class) = &item.kind else { continue };
        if builder.findings.stop_if_full(item.span) {
            break;
        }
        match misplaced(item.span, class, &builder.settings.set, roll_call) {
            Some(finding) => builder.findings.push(finding),
            None => set_check.declare_directive(&mut builder, directive),
        }
    }
    let mut contents = Vec::new();
    for (span, directive) in document.directives() {
        if builder.findings.stop_if_full(span) {
            break;
        }
        if let Directive::Surface(line) = directive
            && let Some(surface) = set_check.declare_surface(&mut builder, line, span)
        {
            contents.push((surface, line));
        }
    }
    let mut initial = set_check.initial(&builder.layout);
    for (surface, line) in contents {
        builder.write_surface_elements(surface, line, &mut initial);
    }
    let mut set_names = Once::default();
    for (span, directive) in document.directives() {
        if builder.findings.stop_if_full(span) {
            break;
        }
        match directive {
            Directive::Set(set) => {
                let name = set.name.text.as_str();
                let message = || format!("`{name}` is set twice");
                if set_names.insert_first(name, set.name.span, builder.findings, message) {
                    set_values(&mut builder, document, set, span, set_check, &mut initial);
                }
            }
            directive => set_check.write_contents(&mut builder, directive, &mut initial),
        }
    }
    builder.finish(initial)
}

/// Returns the error for a directive that only other instruction sets have.
fn misplaced(
    directive_span: Span,
    class: &DirectiveClass,
    set: &InstructionSet,
    roll_call: &RollCall,
) -> Option<Diagnostic> {
    let word = class.word;
    if class.is_common || set.directives.contains(&word) {
        return None;
    }
    let others = roll_call.sets().iter().filter(|other| other.directives.contains(&word));
    let titles = listed(&others.map(|other| other.title.to_owned()).collect::<Vec<_>>(), "and");
    let span = Span { end: directive_span.start + 1 + word.len() as u32, ..directive_span };
    Some(Diagnostic::error(
        &rules::OTHER_ISA,
        span,
        format!("`.{word}` belongs to {titles}, not to {}", set.title),
    ))
}

/// Writes the values of a `.set` line.
fn set_values(
    builder: &mut LayoutBuilder,
    document: &Document,
    set: &SetLine,
    directive_span: Span,
    set_check: &dyn SetCheck,
    initial: &mut State,
) {
    let name = set.name.text.as_str();
    let what = format!("`{name}`");
    match Declaration::find(&builder.layout, name) {
        Some(Declaration::Variable(variable)) => {
            let variable = variable.clone();
            let ty = set_check.element_type(name, &set.values).unwrap_or(variable.ty);
            let before = builder.findings.len();
            let elements = values::to_elements(&set.values, ty, variable.count, &what, builder.findings);
            let is_too_long = |finding: &&mut Diagnostic| finding.rule == &rules::VALUE_COUNT;
            if let Some(finding) = builder.findings.get_mut(before).filter(is_too_long) {
                set_check.offer_elements(document, finding, &variable, set.values.count());
            }
            builder.write_elements((0..).map(|at| variable.element(at)), elements, set.values.span, initial);
        }
        Some(Declaration::Predicate(predicate)) => {
            let elements = values::to_predicate_bits(&set.values, predicate.count, &what, builder.findings);
            let join = |bits: Bits, (at, element): (usize, &values::Element)| {
                let element = element.unwrap_or(Bits::new(0, 0));
                Bits::new(bits.value | (element.value & 1) << at, bits.defined | (element.defined & 1) << at)
            };
            let bits = elements.iter().enumerate().fold(Bits::new(0, 0), join);
            initial.write(Place { space: predicate.space, byte_offset: 0, size_bytes: 4 }, bits);
        }
        Some(Declaration::Surface(_)) | None => {
            let finding = set_check.unknown_in_set(builder, document, set, directive_span);
            builder.findings.extend(finding);
        }
    }
}
