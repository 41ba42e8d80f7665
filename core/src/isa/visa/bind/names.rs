//! Lookup of variables, predicates and surfaces, and errors for undeclared names.

use super::rules;
use crate::base::Span;
use crate::check::context::Context;
use crate::check::findings::Findings;
use crate::check::undeclared::NameUse;
use crate::diag::Diagnostic;
use crate::machine::{Layout, Variable};
use crate::spec::PredefinedSurface;
use crate::syntax::{DeclKind, Document, SpannedText};

/// Returns the variable with that name. If there is none, reports an error with a fix that declares it for the use.
pub(super) fn variable(cx: &mut Context, name: &SpannedText, used: NameUse) -> Option<Variable> {
    let declared = cx.declared;
    if let Some(variable) = declared.layout.variable(&name.text) {
        return Some(variable.clone());
    }
    if !declared.broken.contains(&name.text) {
        let known = declared.layout.variables.iter().map(|variable| variable.name.as_str());
        unknown(cx, name, "variable", known, used);
    }
    None
}

/// Reports an undeclared predicate that needs `count` bits.
pub(super) fn unknown_predicate(cx: &mut Context, name: &SpannedText, count: usize, is_read: bool) {
    let known = cx.declared.layout.predicates.iter().map(|predicate| predicate.name.as_str());
    unknown(cx, name, "predicate", known, NameUse::of_predicate(count, is_read));
}

/// Reports a name of the wrong kind, or an undeclared name. If the name is close to none of `known`, the fix declares
/// it.
fn unknown<'a>(
    cx: &mut Context<'a>,
    name: &SpannedText,
    wanted_word: &str,
    known: impl Iterator<Item = &'a str>,
    used: NameUse,
) {
    if let Some(what) = cx.declared.what_is(&name.text) {
        let message = format!("`{}` is a {what}; expected a {wanted_word}", name.text);
        cx.error(&rules::WRONG_KIND, name.span, message);
        return;
    }
    if let Some(kind) = unmodelled(cx.document, &name.text) {
        let message = format!("`{}` is {kind}, which is not modelled; expected a {wanted_word}", name.text);
        cx.error(&rules::WRONG_KIND, name.span, message);
        return;
    }
    // A name without a kind is a variable's.
    let named = if wanted_word == "variable" { String::new() } else { format!("{wanted_word} ") };
    let message = format!("{named}`{}` is not declared", name.text);
    let finding = Diagnostic::error(&rules::UNKNOWN_NAME, name.span, message);
    match similar(&cx.findings, &name.text, known) {
        Some(close) => cx.findings.push(finding.write(close)),
        None if is_predefined(&name.text) => cx.findings.push(finding),
        None => cx.report_undeclared(finding, &name.text, used, false),
    }
}

/// Returns the kind of a declared name that nothing can use.
pub(super) fn unmodelled(document: &Document, name: &str) -> Option<&'static str> {
    match document.decl(name)?.kind {
        DeclKind::Address => Some("an address variable"),
        DeclKind::Sampler => Some("a sampler"),
        _ => None,
    }
}

/// Returns the names of all variables and predicates.
pub(super) fn with_values(layout: &Layout) -> impl Iterator<Item = &str> {
    let variables = layout.variables.iter().map(|variable| variable.name.as_str());
    variables.chain(layout.predicates.iter().map(|predicate| predicate.name.as_str()))
}

/// Returns the only known name that another one may misspell, if the next finding may have a suggestion.
pub(super) fn similar<'a>(
    findings: &Findings,
    name: &str,
    known: impl Iterator<Item = &'a str>,
) -> Option<&'a str> {
    findings.similar(name, known.filter(|known| !is_sibling(name, known)))
}

/// Returns whether two names differ only in their trailing number. Then neither is a misspelling of the other.
fn is_sibling(one: &str, other: &str) -> bool {
    let letters = |name: &str| name.trim_end_matches(|c: char| c.is_ascii_digit()).to_ascii_uppercase();
    letters(one) == letters(other) && !one.eq_ignore_ascii_case(other)
}

/// Returns whether a variable or predicate with that name is predefined, so that it cannot be declared.
pub(super) fn is_predefined(name: &str) -> bool {
    let number = name.strip_prefix('V').and_then(|digits| digits.parse::<u32>().ok());
    name.starts_with('%') || number.is_some_and(|number| number < 32) || name == "P0"
}

/// Reports a surface without a `.surface` line, or a name that is not a surface.
pub(super) fn missing_surface(cx: &mut Context, word: &SpannedText, name: &str, used: NameUse) {
    let declared = cx.declared;
    if declared.broken.contains(&word.text) || declared.broken.contains(name) {
        return;
    }
    let is_predefined = cx.settings.dialect.surface(&word.text).is_some();
    if is_predefined || declared.declared_surfaces.contains(&word.text) {
        let message = format!("`{}` has no contents; expected a `.surface` line", word.text);
        let finding = Diagnostic::error(&rules::SURFACE_CONTENTS, word.span, message);
        cx.report_undeclared(finding, name, used, true);
        return;
    }
    let known = declared.surface_names().chain(declared.declared_surfaces.iter().map(String::as_str));
    unknown(cx, word, "surface", known, used);
}

/// Reports a predefined surface without a `.surface` line that an instruction accesses without naming it.
pub(super) fn missing_memory(cx: &mut Context, surface: PredefinedSurface, mnemonic: Span, used: NameUse) {
    let name = surface.name;
    if surface.names.iter().any(|name| cx.declared.broken.contains(*name)) {
        return;
    }
    let message = format!("`{name}` has no contents; expected a `.surface` line");
    let finding = Diagnostic::error(&rules::SURFACE_CONTENTS, mnemonic, message)
        .note("the instruction accesses it without naming it");
    cx.report_undeclared(finding, name, used, true);
}
