//! Execution size, mask and predicate of a line, which determine the lanes that run.

use super::declarations::declared_names::DeclaredNames;
use super::declarations::undeclared::NameUse;
use super::line_parts::{Execution, ResolvedLine, mode};
use super::rules;
use crate::base::{TextEdit, counted, one_of};
use crate::check::{Context, Reported};
use crate::diag::Diagnostic;
use crate::exec::{BoundPredicate, PredicateMode, WrittenPredicate};
use crate::isa::visa::readings;
use crate::isa::visa::shape::exec_mask::NO_MASK_SUFFIX;
use crate::spec::PartKey;

/// Returns the number of lanes that run, after a check of the size, of its mask and of the dispatched lanes.
pub(super) fn checked_size(cx: &mut Context, line: &ResolvedLine) -> Result<u8, Reported> {
    let size = listed_size(cx, line)?;
    check_alignment(cx, line.exec, size)?;
    check_end(cx, line.exec, size)?;
    Ok(size)
}

/// Returns the size if the row has it. A larger one may be accepted for the first lanes.
fn listed_size(cx: &mut Context, line: &ResolvedLine) -> Result<u8, Reported> {
    let ResolvedLine { exec, signature, .. } = *line;
    let sizes = (signature.exec_sizes)(&cx.settings.readings, &cx.settings.isa_values);
    let larger = signature.larger_size.filter(|(_, choice)| choice.holds(&cx.settings.readings));
    match (u8::try_from(exec.size.value), larger, sizes.last()) {
        (Ok(size), ..) if sizes.contains(&size) => return Ok(size),
        (Ok(size), Some((larger, _)), Some(largest)) if size == larger => return Ok(*largest),
        _ => {}
    }
    let sizes: Vec<String> = sizes.iter().map(u8::to_string).collect();
    let expected = one_of(sizes.iter().map(String::as_str));
    let message = format!("execution size {}; expected {expected}", exec.size.value);
    let finding = Diagnostic::error(&rules::EXEC_SIZE, exec.size.span, message);
    Err(cx.findings.push_error(write_if_single(finding, &sizes)))
}

/// Requires a mask that begins at a multiple of the size.
fn check_alignment(cx: &mut Context, exec: Execution, size: u8) -> Result<(), Reported> {
    if exec.mask.is_aligned(size) {
        return Ok(());
    }
    let aligned_masks: Vec<String> = (0..32 / size).map(|k| format!("M{}", k * size / 4 + 1)).collect();
    let expected = one_of(aligned_masks.iter().map(String::as_str));
    let offset = exec.mask.first_lane;
    let message = format!("the mask starts at lane {offset}; expected {expected} for {size} lanes");
    let finding = Diagnostic::error(&rules::MASK_ALIGN, exec.mask_span.unwrap_or(exec.span), message);
    let suffix = if exec.mask.ignores_dispatch { NO_MASK_SUFFIX } else { "" };
    let aligned_masks: Vec<String> = aligned_masks.into_iter().map(|mask| mask + suffix).collect();
    Err(cx.findings.push_error(write_if_single(finding, &aligned_masks)))
}

/// Requires lanes that are dispatched. By a reading, the last one is not among them.
fn check_end(cx: &mut Context, exec: Execution, size: u8) -> Result<(), Reported> {
    let lanes = cx.settings.lanes;
    let limit = lanes - u8::from(cx.settings.readings.is(&readings::MASK_END, "error"));
    if exec.mask.ends_within(size, limit) {
        return Ok(());
    }
    let offset = exec.mask.first_lane;
    let end = offset + size;
    let last = end - 1;
    let message = if end == lanes {
        format!("this needs lane {last}, the last one (reading `mask_end`)")
    } else {
        format!("this needs lanes {offset} to {last}, but only {lanes} lanes are dispatched")
    };
    let finding = Diagnostic::error(&rules::MASK_END, exec.span, message);
    let step = if size < 8 { 4 } else { size };
    let fits = |first: &u8| first + size <= limit;
    let fitting_lanes: Vec<u8> = (0..lanes).step_by(step.into()).filter(fits).collect();
    Err(cx.findings.push_error(match (fitting_lanes.as_slice(), exec.mask_span) {
        ([first], Some(span)) => {
            let replacement = format!("M{}", first / 4 + 1);
            finding.fix(format!("change to `{replacement}`"), vec![TextEdit { span, replacement }])
        }
        _ => finding,
    }))
}

/// Adds a fix that writes the only possible word, if there is only one.
fn write_if_single(finding: Diagnostic, words: &[String]) -> Diagnostic {
    match words {
        [word] => finding.write(word),
        _ => finding,
    }
}

/// Binds the predicate before the mnemonic: for execution, and as it is written.
pub(super) fn bind_guard(
    names: &mut DeclaredNames,
    cx: &mut Context,
    line: &ResolvedLine,
    exec: Result<(Execution, u8), Reported>,
) -> Result<Option<(BoundPredicate, WrittenPredicate)>, Reported> {
    let Some(guard) = &line.instr.guard else { return Ok(None) };
    let Some(name) = guard.name() else { return Ok(None) };
    let (mode, inverted) = (mode(guard), guard.has(PartKey::INVERTED));
    if !line.row.guard.is_accepted(&cx.settings.readings) {
        let message = format!("`{}` takes no predicate", line.instr.mnemonic.text);
        return Err(cx.findings.error(&rules::NOT_PREDICABLE, guard.span, message));
    }
    let bits = exec.map_or(8, |(exec, size)| exec.mask.first_lane + size);
    let index = names.find_predicate(cx, name, NameUse::for_predicate(bits.into(), true))?;
    let (exec, exec_size) = exec?;
    let predicate = &cx.declared.layout.predicates[index];
    let (count, end) = (predicate.count, exec.mask.first_lane + exec_size);
    if count < usize::from(end) {
        let message = format!(
            "`{}` has {}, but lanes read bits up to {}; the missing ones count as 0",
            predicate.name,
            counted(count, "element"),
            end - 1
        );
        cx.findings.push(Diagnostic::warning(&rules::PREDICATE_WIDTH, guard.span, message));
    }
    let by_declared = cx.settings.readings.is(&readings::ANY_ALL_WIDTH, "declared");
    let combines = mode != PredicateMode::PerLane;
    if combines && count != usize::from(exec_size) {
        let combined = if by_declared { count } else { usize::from(exec_size) };
        let message = format!(
            "`{}` has {} for {}; combined: {}",
            predicate.name,
            counted(count, "element"),
            counted(exec_size, "lane"),
            counted(combined, "bit")
        );
        cx.findings.push(Diagnostic::warning(&rules::ANY_ALL, guard.span, message));
    }
    let (first_bit, bit_count) =
        if by_declared { (0, count as u8) } else { (exec.mask.first_lane, exec_size) };
    let space = predicate.space;
    // A document declares at most 1,000 names.
    let written = WrittenPredicate { number: Some(index as u16), mode, inverted, span: guard.span };
    Ok(Some((BoundPredicate { space, mode, first_bit, bit_count, inverted }, written)))
}
