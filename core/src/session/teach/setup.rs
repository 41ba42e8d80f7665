//! The changes of misconceptions that are about directives: masks, predicates, orders and initial values.

use super::rewrite::program;
use crate::base::{Bits, LaneMask, Schedule, TextEdit};
use crate::exec::{Bound, BoundOperand};
use crate::machine::Variable;
use crate::session::text::{Session, spelt};
use crate::spec::Direction;
use crate::syntax::{Directive, InstructionLine};

/// Orders the lanes from the last to the first. `None` if they have this order already.
pub(super) fn descending(session: &Session) -> Option<String> {
    in_order(session, &Schedule::Descending)
}

pub(super) fn order_ignored(session: &Session) -> Option<String> {
    in_order(session, &Schedule::Ascending)
}

fn in_order(session: &Session, schedule: &Schedule) -> Option<String> {
    let is_other = |bound: &Bound| bound.schedule != *schedule;
    let program = &session.scenario.as_ref()?.program;
    program.iter().any(is_other).then(|| format!("  .order {schedule}\n"))
}

/// Enables all dispatched lanes, and removes all predicates.
pub(super) fn all_lanes(session: &Session) -> Option<String> {
    let lines: String = unmasked(session).into_iter().chain(unpredicated(session)).collect();
    (!lines.is_empty()).then_some(lines)
}

/// Enables all dispatched lanes, if predicates turn some off, too.
pub(super) fn mask_ignored(session: &Session) -> Option<String> {
    unpredicated(session).and(unmasked(session))
}

/// Removes all predicates, if the dispatch mask turns lanes off, too.
pub(super) fn predicate_ignored(session: &Session) -> Option<String> {
    unmasked(session).and(unpredicated(session))
}

fn unmasked(session: &Session) -> Option<String> {
    let line = session.document.lanes_lines().find(|line| line.active.is_some())?;
    Some(format!("  .lanes {}\n", line.count.value))
}

fn unpredicated(session: &Session) -> Option<String> {
    program(session, |_, instr: &InstructionLine| {
        let predicate = instr.guard.as_ref()?;
        Some(TextEdit { span: predicate.span, replacement: String::new() })
    })
}

/// Reads the digits of masks from the left: reverses the dispatch mask, and the values of predicates, in groups as large as the
/// largest execution size. `None` if all digits are the same.
pub(super) fn masks_from_the_left(session: &Session) -> Option<String> {
    let most_lanes = usize::from(session.scenario.as_ref()?.largest_exec_size()?);
    let mut lines = String::new();
    for (span, directive) in session.document.directives() {
        let mask = match directive {
            Directive::Lanes(line) => line.active.as_ref().map(|active| active.span),
            Directive::Set(line) => {
                let layout = &session.scenario.as_ref()?.layout;
                layout.predicate(&line.name.text).map(|_| line.values.span)
            }
            _ => None,
        };
        let reversed = mask.and_then(|mask| Some((mask, reversed(mask.of(&session.text), most_lanes)?)));
        if let Some((span_of_mask, replacement)) = reversed {
            lines += &session.line_with(span, vec![TextEdit { span: span_of_mask, replacement }]);
        }
    }
    (!lines.is_empty()).then_some(lines)
}

/// Returns a written mask with the binary digits of each group of `size` in the opposite order. `None` if it is not written in binary
/// or hexadecimal, or if all digits are the same.
fn reversed(mask: &str, size: usize) -> Option<String> {
    let digits = mask.trim().replace('_', "").to_lowercase();
    let bits: String = match (digits.strip_prefix("0b"), digits.strip_prefix("0x")) {
        (Some(bits), _) => bits.to_owned(),
        (None, Some(hex)) => {
            let digit = |digit: char| Some(format!("{:04b}", digit.to_digit(16)?));
            hex.chars().map(digit).collect::<Option<String>>()?
        }
        (None, None) => return None,
    };
    let is_mixed = bits.contains('0') && bits.contains('1');
    let digits: Vec<char> = bits.chars().collect();
    let groups = digits.rchunks(size).rev().flat_map(|group| group.iter().rev());
    is_mixed.then(|| format!("0b{}", groups.collect::<String>()))
}

/// Sets the elements that lanes which are off would get to 0, as if these lanes got a 0 back. `None` if no such element has
/// another value.
pub(super) fn off_lanes_get_zero(session: &Session) -> Option<String> {
    let (scenario, run) = (session.scenario.as_ref()?, session.run.as_ref()?);
    let variables = &scenario.layout.variables;
    let mut off = vec![LaneMask::default(); variables.len()];
    let mut on = off.clone();
    for (at, bound) in scenario.program.iter().enumerate() {
        let enabled = run.enabled(at).unwrap_or_default();
        for (operand, bound_operand) in bound.row.operands().iter().zip(&bound.operands) {
            let (space, first_byte) = match *bound_operand {
                BoundOperand::Elements { space, byte_offset, .. } => (space, byte_offset as usize),
                BoundOperand::Register { low, .. } => (low, 0),
                _ => continue,
            };
            let begins_there =
                |variable: &Variable| variable.space == space && variable.byte_offset == first_byte;
            if operand.direction == Some(Direction::Out)
                && let Some(index) = variables.iter().position(begins_there)
            {
                off[index].0 |= LaneMask::first(usize::from(bound.exec_size)).0 & !enabled.0;
                on[index].0 |= enabled.0;
            }
        }
    }
    let mut lines = String::new();
    for ((variable, off), on) in variables.iter().zip(off).zip(on) {
        let is_zeroed = |index: usize| off.contains(index) && !on.contains(index);
        let places = (0..variable.count).map(|index| variable.element(index));
        let initial: Vec<Bits> = places.map(|place| scenario.initial.read(place)).collect();
        if !initial.iter().enumerate().any(|(index, bits)| is_zeroed(index) && bits.value != 0) {
            continue;
        }
        let value = |(index, bits): (usize, &Bits)| match is_zeroed(index) {
            true => "0".to_owned(),
            false if bits.is_undefined(variable.ty.width_bits()) => "?".to_owned(),
            false => spelt(*bits, variable.ty),
        };
        let values: Vec<String> = initial.iter().enumerate().map(value).collect();
        lines += &format!("  .set {} = {}\n", variable.name, values.join(" "));
    }
    (!lines.is_empty()).then_some(lines)
}
