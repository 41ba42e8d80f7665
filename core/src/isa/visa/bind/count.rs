//! The number of operands of a line.

use super::analysis::LineAnalysis;
use super::declarations::declared_names::DeclaredNames;
use super::line_parts::{ResolvedLine, has_manual_spelling};
use super::rules;
use crate::base::{Span, TextEdit, counted};
use crate::check::{Context, OperandCount, Reported};
use crate::diag::Diagnostic;
use crate::isa::visa::null::{Nullness, is_null, null_operand, nullness, sources_of};
use crate::semantics::op_mentions;
use crate::spec::{FormName, Operand, OperandKind};
use crate::syntax::Node;

/// Reports a line with more or fewer operands than its row.
pub(super) fn check(
    names: &DeclaredNames,
    cx: &mut Context,
    line: &ResolvedLine,
    analysis: Option<&LineAnalysis>,
) -> Result<(), Reported> {
    let ResolvedLine { instr, signature, exec, .. } = *line;
    let written = &instr.operands;
    if written.len() == signature.written_count() {
        return Ok(());
    }
    let operand_names = signature.written_names();
    let end = written.last().map_or(exec.span, |node| node.span).range().end;
    let takes = counted(operand_names.len(), "operand");
    let takes = format!("`{}` takes {takes} ({})", instr.mnemonic.text, operand_names.join(", "));
    let count = OperandCount {
        rule: &rules::COUNT,
        takes,
        most: operand_names.len(),
        extra: written.iter().position(|node| node.form.is_none()).unwrap_or(operand_names.len()),
        end: Span::at(end),
    };
    let finding = count.mismatch(cx.text, written);
    if let Some(missing) = missing_surface(names, cx, line) {
        let finding = Diagnostic { span: Span::at(missing.place), ..finding };
        let finding = finding.note("the surface is missing: no operand of this line is one");
        return Err(cx.findings.push_error(match missing.only_surface {
            Some(name) => finding.fix_here(format!("insert `{name}`"), format!("{name} ")),
            None => finding,
        }));
    }
    let nulls = analysis
        .filter(|_| !has_manual_spelling(instr))
        .and_then(|analysis| missing_nulls(cx, line, analysis));
    Err(cx.findings.push_error(match nulls {
        Some((index, count)) => {
            let nulls = [null_operand(signature)].repeat(count).join(" ");
            let (place, replacement) = match written.get(index) {
                Some(next) => (next.span.range().start, format!("{nulls} ")),
                None => (end, format!(" {nulls}")),
            };
            finding.fix(format!("insert `{nulls}`"), vec![TextEdit { span: Span::at(place), replacement }])
        }
        None => finding,
    }))
}

/// A surface that a line lacks.
struct MissingSurface {
    /// The place before which its name belongs.
    place: usize,
    /// The only surface that the instruction could access.
    only_surface: Option<String>,
}

/// Returns the missing surface of a line, if nothing else is missing.
fn missing_surface(names: &DeclaredNames, cx: &Context, line: &ResolvedLine) -> Option<MissingSurface> {
    let ResolvedLine { instr, signature, .. } = *line;
    let kinds = |index| match signature.main_operand_of_written(index)?.kind {
        OperandKind::Surface { kinds } => Some(kinds),
        _ => None,
    };
    let (index, kinds) = (0..signature.written_count()).find_map(|index| Some((index, kinds(index)?)))?;
    let next = instr.operands.get(index)?;
    let is_only_missing =
        instr.operands.len() + 1 == signature.written_count() && !next.is(FormName::BARE_NAME);
    if !is_only_missing || names.has_surface(cx, &instr.operands) {
        return None;
    }
    let mut fitting = cx.declared.layout.surfaces.iter().filter(|surface| kinds.contains(&surface.kind));
    let only_surface =
        fitting.next().filter(|_| fitting.next().is_none()).map(|surface| surface.name.to_string());
    Some(MissingSurface { place: next.span.range().start, only_surface })
}

/// Returns the index and number of missing null operands, if nothing else is wrong: the operation leaves a contiguous
/// group of operands unused, and the line has too few of these. No variable is in the place of a surface.
fn missing_nulls(cx: &Context, line: &ResolvedLine, analysis: &LineAnalysis) -> Option<(usize, usize)> {
    let ResolvedLine { instr, signature, .. } = *line;
    let missing = signature.written_count().checked_sub(instr.operands.len())?;
    if instr.operands.iter().any(|node| node.is_broken || node.form.is_none()) {
        return None;
    }
    let used_sources = analysis.op.as_ref().map_or([true; 2], |op| sources_of(op_mentions(&op.text.text)));
    let is_unused = |index: &usize| {
        let operand = &signature.operands[signature.row_operands_of_written(*index).start];
        nullness(operand, used_sources, None, [false; 2]) == Nullness::Required
    };
    let unused: Vec<usize> = (0..signature.written_count()).filter(is_unused).collect();
    let (first, last) = (*unused.first()?, *unused.last()?);
    let is_null = |operand: &Node| operand.name().is_some_and(|name| is_null(&name.text));
    let there = instr.operands.iter().skip(first).take_while(|operand| is_null(operand)).count();
    let is_contiguous = last - first + 1 == unused.len();
    let index = first + there;
    let is_variable =
        |operand: &Node| operand.name().is_some_and(|name| cx.declared.layout.variable(&name.text).is_some());
    let has_misplaced = (0..signature.written_count()).any(|at| {
        let written = instr.operands.get(if at < index { at } else { at.saturating_sub(missing) });
        let is_surface = |operand: &Operand| matches!(operand.kind, OperandKind::Surface { .. });
        signature.main_operand_of_written(at).is_some_and(is_surface) && written.is_some_and(is_variable)
    });
    (is_contiguous && there + missing == unused.len() && !has_misplaced).then_some((index, missing))
}
