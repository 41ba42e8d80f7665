//! Names of variables, predicates and surfaces, and what to say where there is none.

use super::rules;
use crate::base::{Span, SurfaceKind, TextEdit, closest};
use crate::check::context::Context;
use crate::diag::Diagnostic;
use crate::machine::Variable;
use crate::syntax::SpannedText;

pub(super) fn variable(cx: &mut Context, name: &SpannedText) -> Option<Variable> {
    let declared = cx.declared;
    if let Some(variable) = declared.layout.variable(&name.text) {
        return Some(variable.clone());
    }
    if !declared.broken.contains(&name.text) {
        let known = declared.layout.variables.iter().map(|variable| variable.name.as_str());
        let form = "a variable is declared by `.decl NAME v_type=G type=ud num_elts=8 align=GRF`";
        unknown(cx, name, "variable", known, form.to_owned());
    }
    None
}

pub(super) fn unknown_predicate(cx: &mut Context, name: &SpannedText) {
    let known = cx.declared.layout.predicates.iter().map(|predicate| predicate.name.as_str());
    unknown(
        cx,
        name,
        "predicate",
        known,
        format!("expected `.decl {} v_type=P num_elts=8` above", name.text),
    );
}

/// Reports a name that stands for something else than what is wanted, or for nothing. A note says how it is declared
/// where it is close to no name of `known`.
fn unknown<'a>(
    cx: &mut Context<'a>,
    name: &SpannedText,
    wanted: &str,
    known: impl Iterator<Item = &'a str>,
    form: String,
) {
    if let Some(what) = cx.declared.what_is(&name.text) {
        let message = format!("`{}` is a {what}; expected a {wanted}", name.text);
        cx.error(&rules::WRONG_KIND, name.span, message);
        return;
    }
    // Where a name stands alone it is a variable's.
    let named = if wanted == "variable" { String::new() } else { format!("{wanted} ") };
    let message = format!("{named}`{}` is not declared", name.text);
    let finding = Diagnostic::error(&rules::UNKNOWN_NAME, name.span, message);
    cx.findings.push(match closest(&name.text, known) {
        Some(close) => finding.write(close),
        None => finding.note(form),
    });
}

/// Reports a surface without contents, or a name that is no surface at all.
pub(super) fn missing_surface(cx: &mut Context, word: &SpannedText, name: &str) {
    let declared = cx.declared;
    if declared.broken.contains(&word.text) || declared.broken.iter().any(|broken| broken == name) {
        return;
    }
    let predefined = cx.settings.dialect.surface(&word.text);
    if predefined.is_some() || declared.declared_surfaces.iter().any(|bare| bare.text == word.text) {
        let kind = predefined.map_or(SurfaceKind::Buffer, |surface| surface.kind);
        let line = format!(".surface {} {} ud size=64\n", word.text, kind.word());
        let at = first_instruction(cx);
        let edit = TextEdit { span: Span { start: at, end: at }, replacement: line };
        let message = format!("`{}` has no contents; expected a `.surface` line", word.text);
        let finding = Diagnostic::error(&rules::SURFACE_CONTENTS, word.span, message);
        cx.findings.push(finding.fix("describe it as 64 bytes", vec![edit]));
        return;
    }
    let known =
        declared.surface_names().chain(declared.declared_surfaces.iter().map(|bare| bare.text.as_str()));
    unknown(cx, word, "surface", known, format!("expected `.decl {} v_type=T num_elts=1` above", word.text));
}

fn first_instruction(cx: &Context) -> u32 {
    cx.document.instructions().next().map_or(0, |(span, _)| span.start)
}
