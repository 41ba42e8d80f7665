//! Scheduling annotations: a check that the result of a memory access is waited for before it is read. Annotations
//! have no effect on results here, but they do on hardware. A text without annotations is not checked.

use super::rules::BARRIER;
use crate::base::Span;
use crate::diag::Diagnostic;
use crate::exec::{Bound, BoundOperand};
use crate::machine::{Layout, SpaceId};
use crate::spec::{Direction, ExecutionUnit};
use crate::syntax::{Document, InstructionLine};

/// The instruction that waits for a barrier. `TEXDEPBAR` waits for loads of textures, which no row has.
pub(super) const DEPBAR: &str = "DEPBAR";

/// A register or predicate with an outstanding load.
struct Pending {
    space: SpaceId,
    /// The barrier released when the value arrives.
    barrier: Option<u64>,
    writer: Span,
}

/// Returns the numbers that annotations give to a key: `&req={0,2}`, `&wr=0x3`.
fn barrier_numbers(instr: &InstructionLine, key: &str) -> Vec<u64> {
    let number = |word: &str| match word.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        // A word that is not a whole number names no barrier.
        None => word.parse().ok(),
    };
    let parts = instr.annotations.iter().flat_map(|annotation| annotation.text.split(['&', '?']));
    let values = parts.filter_map(|part| part.trim().strip_prefix(key)?.trim_start().strip_prefix('='));
    let words = values.flat_map(|value| value.split(['{', '}', ',', ' ', ';']));
    words.filter(|word| !word.is_empty()).filter_map(number).collect()
}

/// Returns the registers and predicates that an instruction reads or writes.
fn spaces(bound: &Bound, direction: Direction) -> Vec<SpaceId> {
    let pairs = bound.row.operands().iter().zip(&bound.operands);
    let operands = pairs.filter(|(operand, _)| operand.direction == Some(direction));
    let mut out: Vec<SpaceId> = Vec::new();
    for (_, operand) in operands {
        match *operand {
            BoundOperand::Register { low, high, .. } => out.extend([Some(low), high].into_iter().flatten()),
            BoundOperand::Bits { space, .. } => out.push(space),
            _ => {}
        }
    }
    if direction == Direction::In {
        out.extend(bound.predicate.map(|predicate| predicate.space));
    }
    out
}

/// Returns a warning for each read of a loaded value before the `&req` of its barrier.
pub(super) fn early_reads(document: &Document, program: &[Bound], layout: &Layout) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    let has_barriers =
        |instr: &InstructionLine| ["wr", "req"].iter().any(|key| !barrier_numbers(instr, key).is_empty());
    if !document.instructions().any(|(_, instr)| has_barriers(instr)) {
        return warnings;
    }
    let mut pending: Vec<Pending> = Vec::new();
    // The program has the instructions in the order of the document, without those that have no row.
    let mut bounds = program.iter().peekable();
    for (span, instr) in document.instructions() {
        let waits = barrier_numbers(instr, "req");
        pending.retain(|load| !load.barrier.is_some_and(|barrier| waits.contains(&barrier)));
        let Some(bound) = bounds.next_if(|bound| bound.span == span) else {
            // `DEPBAR` names the barrier in its operands, which nothing here reads, so all loads count as waited for.
            // Other lines without a row, such as `NOP`, wait only for the barriers of their `&req`.
            if instr.mnemonic.text.eq_ignore_ascii_case(DEPBAR) {
                pending.clear();
            }
            continue;
        };
        for space in spaces(bound, Direction::In) {
            let Some(load_index) = pending.iter().position(|load| load.space == space) else { continue };
            let Pending { barrier, writer, .. } = pending.remove(load_index);
            let name = &layout.space(space).name;
            let expected = match barrier {
                Some(barrier) => format!("`&req={{{barrier}}}`"),
                None => "`&wr` where it is written, and `&req` here".to_owned(),
            };
            let message = format!("`{name}` is read before it is waited for; expected {expected}");
            warnings.push(
                Diagnostic::warning(&BARRIER, span, message).note_at(writer, "it is loaded from memory here"),
            );
        }
        let written = spaces(bound, Direction::Out);
        pending.retain(|load| !written.contains(&load.space));
        if bound.row.unit == ExecutionUnit::Memory {
            let barrier = barrier_numbers(instr, "wr").first().copied();
            pending.extend(written.into_iter().map(|space| Pending { space, barrier, writer: span }));
        }
    }
    warnings
}
