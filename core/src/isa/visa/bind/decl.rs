//! `.decl`: variables, predicates and surfaces.

use super::visa_check::VisaCheck;
use super::{names, rules};
use crate::base::{ScalarType, Span, counted};
use crate::check::{LayoutBuilder, MAX_BYTES, MAX_NAMES};
use crate::diag::Diagnostic;
use crate::isa::visa::readings::RESERVED_SURFACES;
use crate::machine::{Predicate, SpaceKind, Variable};
use crate::syntax::{DeclKind, DeclLine, SpannedText};

impl VisaCheck {
    /// Declares the name of a `.decl` line.
    pub(super) fn declare(&mut self, builder: &mut LayoutBuilder, decl: &DeclLine) {
        if builder.is_over_limit {
            builder.broken.insert(decl.name.text.clone());
            return;
        }
        if !self.declare_name(builder, &decl.name) {
            return;
        }
        let is_fine = name_is_free(builder, decl) && check_count(builder, decl);
        let declared = is_fine && self.declare_kind(builder, decl);
        if !declared {
            builder.broken.insert(decl.name.text.clone());
        }
    }

    /// Declares a name, unless it is declared already or the limit on names is exceeded. Both are reported.
    fn declare_name(&mut self, builder: &mut LayoutBuilder, name: &SpannedText) -> bool {
        let message = || format!("`{}` is declared twice", name.text);
        if !self.names.insert_first(name.text.clone(), name.span, builder.findings, message) {
            return false;
        }
        if self.names.len() > MAX_NAMES {
            builder.report_limit(&name.text, name.span);
            builder.broken.insert(name.text.clone());
        }
        !builder.is_over_limit
    }

    fn declare_kind(&mut self, builder: &mut LayoutBuilder, decl: &DeclLine) -> bool {
        let name = decl.name.text.as_str();
        let count = decl.num_elts.value as usize;
        match &decl.kind {
            DeclKind::General { ty, alias, .. } => match alias {
                None => {
                    let size_bytes = count * ty.size_bytes();
                    let Some(space) =
                        builder.add_space(name, SpaceKind::Variable, size_bytes, decl.name.span)
                    else {
                        return false;
                    };
                    let variable = Variable { name: name.to_owned(), ty: *ty, count, space, byte_offset: 0 };
                    builder.layout.add_variable(variable);
                    true
                }
                Some((root, offset)) => alias_of(builder, decl, *ty, root, offset.value, root.span),
            },
            DeclKind::Predicate => {
                if ![1, 2, 4, 8, 16, 32].contains(&count) {
                    let message = format!(
                        "a predicate of {}; expected 1, 2, 4, 8, 16 or 32",
                        counted(count, "element")
                    );
                    builder.findings.error(&rules::PREDICATE_SIZE, decl.num_elts.span, message);
                    return false;
                }
                let Some(space) = builder.add_space(name, SpaceKind::Predicate, 4, decl.name.span) else {
                    return false;
                };
                builder.layout.add_predicate(Predicate { name: name.to_owned(), count, space });
                true
            }
            DeclKind::Surface => {
                self.surfaces.insert(name.to_owned());
                true
            }
            DeclKind::Address | DeclKind::Sampler => {
                let message = format!("`{name}` is not modelled: nothing that runs here can use it");
                builder.findings.push(Diagnostic::info(&rules::NOT_MODELLED, decl.name.span, message));
                true
            }
        }
    }
}

/// Returns whether a name may be declared. Names of predefined variables may not; a reading decides on those of
/// surfaces.
fn name_is_free(builder: &mut LayoutBuilder, decl: &DeclLine) -> bool {
    let name = decl.name.text.as_str();
    let number = |prefix: char| name.strip_prefix(prefix).and_then(|digits| digits.parse::<u32>().ok());
    if names::is_predefined(name) {
        let message = format!("`{name}` is predefined; expected another name");
        builder.findings.error(&rules::RESERVED_NAME, decl.name.span, message);
        return false;
    }
    if decl.kind == DeclKind::Surface
        && number('T').is_some_and(|n| n < builder.settings.dialect.first_user_surface)
    {
        let rejects = builder.settings.readings.is(&RESERVED_SURFACES, "reject");
        let so = if rejects { "it cannot be declared" } else { "this line makes it an ordinary surface" };
        let message = format!("`{name}` is a predefined surface; {so}");
        let make = if rejects { Diagnostic::error } else { Diagnostic::warning };
        builder.findings.push(make(&rules::RESERVED_SURFACE, decl.name.span, message));
        return !rejects;
    }
    true
}

fn check_count(builder: &mut LayoutBuilder, decl: &DeclLine) -> bool {
    let (count, span) = (decl.num_elts.value, decl.num_elts.span);
    let size = match decl.kind {
        DeclKind::General { ty, .. } => ty.size_bytes() as i128,
        _ => 1,
    };
    if count.saturating_mul(size) > MAX_BYTES as i128 {
        builder.findings.error(
            &rules::VARIABLE_SIZE,
            span,
            format!("`{}` would have more than 64 KiB", decl.name.text),
        );
        return false;
    }
    true
}

fn alias_of(
    builder: &mut LayoutBuilder,
    decl: &DeclLine,
    ty: ScalarType,
    root_name: &SpannedText,
    offset: i128,
    span: Span,
) -> bool {
    let count = decl.num_elts.value as usize;
    let Some(root) = builder.layout.variable(&root_name.text).cloned() else {
        if !builder.broken.contains(&root_name.text) {
            builder.findings.error(
                &rules::ALIAS,
                span,
                format!("`{}` is not declared before its alias", root_name.text),
            );
        }
        return false;
    };
    let limit = builder.layout.space(root.space).size_bytes;
    let start = usize::try_from(offset).ok().and_then(|offset| root.byte_offset.checked_add(offset));
    let end = start.and_then(|start| start.checked_add(count * ty.size_bytes()));
    let (Some(start), Some(end)) = (start, end) else {
        builder.findings.error(
            &rules::ALIAS,
            span,
            format!("offset {offset} lies outside `{}`", root_name.text),
        );
        return false;
    };
    if end > limit {
        let message = format!("the alias ends at byte {end}, and `{}` has {limit} bytes", root_name.text);
        builder.findings.error(&rules::ALIAS, span, message);
        return false;
    }
    let variable =
        Variable { name: decl.name.text.clone(), ty, count, space: root.space, byte_offset: start };
    builder.layout.add_variable(variable);
    true
}
