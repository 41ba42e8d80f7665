//! Lookup of variables, predicates and surfaces, and errors for undeclared names.

use super::declared_names::DeclaredNames;
use super::undeclared::{NameUse, Undeclared};
use crate::base::Span;
use crate::check::{Context, Declared, Findings, Reported};
use crate::diag::Diagnostic;
use crate::isa::visa::bind::rules;
use crate::machine::{Layout, Variable};
use crate::spec::{FormName, Operand, OperandKind, PredefinedSurface, SetBehaviour};
use crate::syntax::{DeclKind, Document, Node, SpannedText};

/// The kind of a declared name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NameKind {
    Variable,
    Predicate,
    Surface,
}

impl NameKind {
    fn word(self) -> &'static str {
        match self {
            Self::Variable => "variable",
            Self::Predicate => "predicate",
            Self::Surface => "surface",
        }
    }
}

impl DeclaredNames {
    /// Returns the variable with that name. If there is none, reports an error with a fix that declares it for the use.
    pub(crate) fn find_variable(
        &mut self,
        cx: &mut Context,
        name: &SpannedText,
        name_use: NameUse,
    ) -> Result<Variable, Reported> {
        let declared = cx.declared;
        match declared.layout.variable(&name.text) {
            Some(variable) => Ok(variable.clone()),
            None => Err(self.report_unknown(cx, name, NameKind::Variable, name_use)),
        }
    }

    /// Returns the index of the predicate with that name. If there is none, reports an error with a fix that declares it for the
    /// use.
    pub(crate) fn find_predicate(
        &mut self,
        cx: &mut Context,
        name: &SpannedText,
        name_use: NameUse,
    ) -> Result<usize, Reported> {
        let index = cx.declared.layout.predicate_index(&name.text);
        index.ok_or_else(|| self.report_unknown(cx, name, NameKind::Predicate, name_use))
    }

    /// Reports the name in an operand if it is declared and of another kind than the operand takes.
    pub(crate) fn check_kind(
        &self,
        cx: &mut Context,
        node: &Node,
        operand: &Operand,
        operands: &[Node],
    ) -> Result<(), Reported> {
        let forms = [FormName::BARE_NAME, FormName::RAW, FormName::VECTOR];
        let Some(name) = node.name().filter(|_| forms.iter().any(|form| node.is(*form))) else {
            return Ok(());
        };
        let wanted = match operand.kind {
            OperandKind::Surface { .. } => NameKind::Surface,
            OperandKind::Predicate => NameKind::Predicate,
            _ => NameKind::Variable,
        };
        let takes_predicate = matches!(operand.kind, OperandKind::Vector { predicate: true, .. });
        match self.kind_of(cx.declared, &name.text) {
            Some(NameKind::Predicate) if takes_predicate => Ok(()),
            Some(kind) if kind != wanted => {
                let message = format!("`{}` is a {}; expected a {}", name.text, kind.word(), wanted.word());
                let finding = Diagnostic::error(&rules::WRONG_KIND, name.span, message);
                let lacks_surface = wanted == NameKind::Surface && !self.has_surface(cx, operands);
                Err(cx.findings.push_error(match lacks_surface {
                    true => finding.note("the surface is missing: no operand of this line is one"),
                    false => finding,
                }))
            }
            _ => Ok(()),
        }
    }

    /// Returns whether an operand names a surface.
    pub(crate) fn has_surface(&self, cx: &Context, operands: &[Node]) -> bool {
        operands.iter().filter_map(Node::name).any(|name| self.is_surface(cx, &name.text))
    }

    /// Returns whether a name is that of a surface, declared or predefined.
    pub(crate) fn is_surface(&self, cx: &Context, name: &str) -> bool {
        cx.settings.behaviour.surface(name).is_some()
            || matches!(self.kind_of(cx.declared, name), Some(NameKind::Surface))
    }

    /// Reports a name of the wrong kind or an undeclared name, unless its declaration has an error. If the name is close to no
    /// other of its kind, the fix declares it.
    fn report_unknown(
        &mut self,
        cx: &mut Context,
        name: &SpannedText,
        wanted: NameKind,
        name_use: NameUse,
    ) -> Reported {
        if cx.declared.is_broken(&name.text) {
            return cx.findings.already_reported(name.span);
        }
        let wanted_word = wanted.word();
        if let Some(kind) = self.kind_of(cx.declared, &name.text) {
            let message = format!("`{}` is a {}; expected a {wanted_word}", name.text, kind.word());
            return cx.findings.error(&rules::WRONG_KIND, name.span, message);
        }
        if let Some(kind) = unmodelled(cx.document, &name.text) {
            let message =
                format!("`{}` is {kind}, which is not modelled; expected a {wanted_word}", name.text);
            return cx.findings.error(&rules::WRONG_KIND, name.span, message);
        }
        let layout = &cx.declared.layout;
        let (message, close) = match wanted {
            NameKind::Variable => {
                let message = format!("`{}` is not declared", name.text);
                (message, similar(&cx.findings, &name.text, variables(layout)))
            }
            NameKind::Predicate => {
                let message = format!("predicate `{}` is not declared", name.text);
                (message, similar(&cx.findings, &name.text, predicates(layout)))
            }
            NameKind::Surface => {
                let known = cx.declared.surface_names().chain(self.surfaces.iter().map(String::as_str));
                let message = format!("surface `{}` is not declared", name.text);
                (message, similar(&cx.findings, &name.text, known))
            }
        };
        let finding = Diagnostic::error(&rules::UNKNOWN_NAME, name.span, message);
        match close {
            Some(close) => cx.findings.push_error(finding.write(close)),
            None if is_predefined(&name.text) => cx.findings.push_error(finding),
            None => self.report_undeclared(cx, finding, &name.text, name_use, false),
        }
    }

    /// Reports a surface without a `.surface` line, or a name that is not a surface.
    pub(crate) fn missing_surface(
        &mut self,
        cx: &mut Context,
        name: &SpannedText,
        name_use: NameUse,
    ) -> Reported {
        if cx.declared.is_broken(&name.text) {
            return cx.findings.already_reported(name.span);
        }
        let is_predefined = cx.settings.behaviour.surface(&name.text).is_some();
        if is_predefined || self.surfaces.contains(&name.text) {
            let message = format!("`{}` has no contents; expected a `.surface` line", name.text);
            let finding = Diagnostic::error(&rules::SURFACE_CONTENTS, name.span, message);
            return self.report_undeclared(cx, finding, cx.declared.surface_name(&name.text), name_use, true);
        }
        self.report_unknown(cx, name, NameKind::Surface, name_use)
    }

    /// Reports a predefined surface without a `.surface` line that an instruction accesses without naming it.
    pub(crate) fn missing_memory(
        &mut self,
        cx: &mut Context,
        surface: PredefinedSurface,
        mnemonic: Span,
        name_use: NameUse,
    ) -> Reported {
        let name = surface.name;
        if cx.declared.is_broken(name) {
            return cx.findings.already_reported(mnemonic);
        }
        let message = format!("`{name}` has no contents; expected a `.surface` line");
        let finding = Diagnostic::error(&rules::SURFACE_CONTENTS, mnemonic, message)
            .note("the instruction accesses it without naming it");
        self.report_undeclared(cx, finding, name, name_use, true)
    }

    /// Reports an undeclared name, which a fix can declare. `lacks_only_contents` is true for a surface that only has no contents.
    fn report_undeclared(
        &mut self,
        cx: &mut Context,
        finding: Diagnostic,
        name: &str,
        name_use: NameUse,
        lacks_only_contents: bool,
    ) -> Reported {
        let may_suggest = cx.findings.may_suggest();
        let (reported, id) = cx.findings.push_deferred(finding);
        let (finding, name, line) = (may_suggest.then_some(id), name.to_owned(), cx.line_span);
        self.undeclared.push(Undeclared { finding, name, name_use, lacks_only_contents, line });
        reported
    }

    /// Returns the kind of a declared name.
    fn kind_of(&self, declared: &Declared, name: &str) -> Option<NameKind> {
        if declared.layout.variable(name).is_some() {
            return Some(NameKind::Variable);
        }
        if declared.layout.predicate(name).is_some() {
            return Some(NameKind::Predicate);
        }
        let is_surface =
            declared.layout.surface(declared.surface_name(name)).is_some() || self.surfaces.contains(name);
        is_surface.then_some(NameKind::Surface)
    }

    /// Returns the number of a surface in machine code.
    pub(crate) fn surface_number(&self, behaviour: &SetBehaviour, name: &str) -> Option<u32> {
        match self.surfaces.get_index_of(name) {
            // A document declares at most 1,000 names.
            Some(index) => Some(behaviour.first_user_surface + index as u32),
            None => behaviour.surface(name).map(|surface| surface.number.into()),
        }
    }
}

/// Returns the kind of a declared name that nothing can use.
pub(crate) fn unmodelled(document: &Document, name: &str) -> Option<&'static str> {
    match document.decl(name)?.kind {
        DeclKind::Address => Some("an address variable"),
        DeclKind::Sampler => Some("a sampler"),
        _ => None,
    }
}

fn variables(layout: &Layout) -> impl Iterator<Item = &str> {
    layout.variables.iter().map(|variable| variable.name.as_str())
}

fn predicates(layout: &Layout) -> impl Iterator<Item = &str> {
    layout.predicates.iter().map(|predicate| predicate.name.as_str())
}

/// Returns the names of all variables and predicates.
pub(crate) fn with_values(layout: &Layout) -> impl Iterator<Item = &str> {
    variables(layout).chain(predicates(layout))
}

/// Returns the only known name that another one may misspell, if the next finding may have a suggestion.
pub(crate) fn similar<'a>(
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
pub(crate) fn is_predefined(name: &str) -> bool {
    name.starts_with('%') || numbered(name, 'V').is_some_and(|number| number < 32) || name == "P0"
}

/// Returns the number of a name that consists of a letter and a number without leading zeros.
pub(crate) fn numbered(name: &str, letter: char) -> Option<u32> {
    let digits = name.strip_prefix(letter)?;
    digits.parse().ok().filter(|number: &u32| number.to_string() == digits)
}
