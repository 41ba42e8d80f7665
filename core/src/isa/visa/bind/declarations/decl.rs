//! `.decl`: variables, predicates and surfaces.

use super::declared_names::DeclaredNames;
use super::names;
use crate::base::{ScalarType, counted};
use crate::check::{LayoutBuilder, MAX_BYTES, MAX_NAMES, Reported};
use crate::diag::Diagnostic;
use crate::isa::visa::bind::rules;
use crate::isa::visa::readings::RESERVED_SURFACES;
use crate::machine::{Predicate, SpaceKind, Variable};
use crate::syntax::{DeclKind, DeclLine, SpannedText};

impl DeclaredNames {
    /// Declares the name of a `.decl` line.
    pub(crate) fn declare(&mut self, builder: &mut LayoutBuilder, decl: &DeclLine) {
        let name = &decl.name;
        let message = || format!("`{}` is declared twice", name.text);
        // Past the limit, second declarations are not looked for.
        if !builder.is_over_limit()
            && self.all.insert_first(name.text.clone(), name.span, builder.findings, message).is_err()
        {
            return;
        }
        if self.declare_first(builder, decl).is_err() {
            builder.broken.insert(name.text.clone());
        }
    }

    /// Declares a name that is not declared yet.
    fn declare_first(&mut self, builder: &mut LayoutBuilder, decl: &DeclLine) -> Result<(), Reported> {
        if builder.is_over_limit() || self.all.len() > MAX_NAMES {
            return Err(builder.report_limit(&decl.name.text, decl.name.span));
        }
        check_name(builder, decl)?;
        check_count(builder, decl)?;
        let name = decl.name.text.as_str();
        let count = decl.num_elts.value as usize;
        match &decl.kind {
            DeclKind::General { ty, alias: None, .. } => {
                let size_bytes = count * ty.size_bytes();
                let space = builder.add_space(name, SpaceKind::Variable, size_bytes, decl.name.span)?;
                let variable = Variable { name: name.to_owned(), ty: *ty, count, space, byte_offset: 0 };
                builder.layout.add_variable(variable);
            }
            DeclKind::General { ty, alias: Some((root, offset)), .. } => {
                declare_alias(builder, decl, *ty, root, offset.value)?;
            }
            DeclKind::Predicate => {
                if ![1, 2, 4, 8, 16, 32].contains(&decl.num_elts.value) {
                    let message = format!(
                        "a predicate of {}; expected 1, 2, 4, 8, 16 or 32",
                        counted(decl.num_elts.value, "element")
                    );
                    return Err(builder.findings.error(&rules::PREDICATE_SIZE, decl.num_elts.span, message));
                }
                let space = builder.add_space(name, SpaceKind::Predicate, 4, decl.name.span)?;
                builder.layout.add_predicate(Predicate { name: name.to_owned(), count, space });
            }
            DeclKind::Surface => {
                self.surfaces.insert(name.to_owned());
            }
            DeclKind::Address | DeclKind::Sampler => {
                let message = format!("`{name}` is not modelled: nothing that runs here can use it");
                builder.findings.push(Diagnostic::info(&rules::NOT_MODELLED, decl.name.span, message));
            }
        }
        Ok(())
    }
}

/// Reports a predefined name. A reading decides whether those of surfaces may be declared.
fn check_name(builder: &mut LayoutBuilder, decl: &DeclLine) -> Result<(), Reported> {
    let name = decl.name.text.as_str();
    if names::is_predefined(name) {
        let message = format!("`{name}` is predefined; expected another name");
        return Err(builder.findings.error(&rules::RESERVED_NAME, decl.name.span, message));
    }
    let is_reserved = |number| number < builder.settings.behaviour.first_user_surface;
    if decl.kind == DeclKind::Surface && names::numbered(name, 'T').is_some_and(is_reserved) {
        let rejects = builder.settings.readings.is(&RESERVED_SURFACES, "reject");
        let so = if rejects { "it cannot be declared" } else { "this line makes it an ordinary surface" };
        let message = format!("`{name}` is a predefined surface; {so}");
        let (rule, span) = (&rules::RESERVED_SURFACE, decl.name.span);
        if rejects {
            return Err(builder.findings.error(rule, span, message));
        }
        builder.findings.push(Diagnostic::warning(rule, span, message));
    }
    Ok(())
}

fn check_count(builder: &mut LayoutBuilder, decl: &DeclLine) -> Result<(), Reported> {
    let DeclKind::General { ty, .. } = decl.kind else { return Ok(()) };
    let (count, span) = (decl.num_elts.value, decl.num_elts.span);
    if count.saturating_mul(ty.size_bytes() as i128) > MAX_BYTES as i128 {
        let message = format!("`{}` would have more than 64 KiB", decl.name.text);
        return Err(builder.findings.error(&rules::VARIABLE_SIZE, span, message));
    }
    Ok(())
}

fn declare_alias(
    builder: &mut LayoutBuilder,
    decl: &DeclLine,
    ty: ScalarType,
    root_name: &SpannedText,
    offset: i128,
) -> Result<(), Reported> {
    let (count, span) = (decl.num_elts.value as usize, root_name.span);
    let Some(root) = builder.layout.variable(&root_name.text).cloned() else {
        if builder.broken.contains(&root_name.text) {
            return Err(builder.findings.already_reported(span));
        }
        let message = format!("`{}` is not declared before its alias", root_name.text);
        return Err(builder.findings.error(&rules::ALIAS, span, message));
    };
    let limit = builder.layout.space(root.space).size_bytes;
    let start = usize::try_from(offset).ok().and_then(|offset| root.byte_offset.checked_add(offset));
    let end = start.and_then(|start| start.checked_add(count * ty.size_bytes()));
    let (Some(start), Some(end)) = (start, end) else {
        let message = format!("offset {offset} lies outside `{}`", root_name.text);
        return Err(builder.findings.error(&rules::ALIAS, span, message));
    };
    if end > limit {
        let message = format!("the alias ends at byte {end}, and `{}` has {limit} bytes", root_name.text);
        return Err(builder.findings.error(&rules::ALIAS, span, message));
    }
    let variable =
        Variable { name: decl.name.text.clone(), ty, count, space: root.space, byte_offset: start };
    builder.layout.add_variable(variable);
    Ok(())
}
