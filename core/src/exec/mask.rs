//! The mask of an instruction: the lanes that take part, and the effect on the destinations of the others.

use super::memory;
use super::scenario::{Bound, BoundOperand, Scenario};
use super::source_line::PredicateMode;
use super::step::StepOutcome;
use crate::base::{Bits, LaneId, LaneMask};
use crate::machine::{Place, SpaceId, State};
use crate::spec::{Direction, GuardUse};
use crate::trace::{Effect, OffReason};
use smallvec::SmallVec;

/// The lanes that take part in an instruction, and those that do not.
pub(super) struct Mask {
    pub enabled: LaneMask,
    /// The lanes that do not take part, ascending, each with the reason.
    pub off: SmallVec<[(LaneId, OffReason); 32]>,
    /// Each lane's predicate bit, after `.any`, `.all` and `!` are applied; `None` without a predicate.
    pub predicate: Option<LaneMask>,
    /// The lanes whose predicate depends on undefined bits.
    pub undefined: LaneMask,
}

impl Mask {
    /// Computes the mask of an instruction from the contents of memory when it begins. Source: the manual's page Execution Model,
    /// Execution mask.
    pub fn new(state: &State, scenario: &Scenario, bound: &Bound) -> Self {
        let (predicate, undefined) = predicate_lanes(state, bound);
        let exited = scenario
            .layout
            .exited
            .map_or(LaneMask::default(), |space| LaneMask(lane_bits(state, space).value as u32));
        let (mut enabled, mut off) = (LaneMask::default(), SmallVec::new());
        for lane in 0..bound.exec_size {
            let dispatched = scenario.dispatch_mask.contains(usize::from(lane + bound.mask_offset));
            if !bound.no_mask && !dispatched {
                off.push((LaneId(lane), OffReason::Mask));
            } else if exited.contains(usize::from(lane)) {
                off.push((LaneId(lane), OffReason::Exited));
            } else if bound.skips_helpers && scenario.helpers.contains(usize::from(lane)) {
                off.push((LaneId(lane), OffReason::Helper));
            } else if bound.row.guard != GuardUse::IsOperand
                && predicate.is_some_and(|bits| !bits.contains(usize::from(lane)))
            {
                off.push((LaneId(lane), OffReason::Predicate));
            } else {
                enabled = enabled.with(usize::from(lane), true);
            }
        }
        Self { enabled, off, predicate, undefined }
    }
}

fn lane_bits(state: &State, space: SpaceId) -> Bits {
    state.read(Place::predicate(space))
}

/// Returns the predicate's bit for each lane, after `.any`, `.all` and `!`, and the lanes for which it depends on undefined bits.
fn predicate_lanes(state: &State, bound: &Bound) -> (Option<LaneMask>, LaneMask) {
    let Some(predicate) = bound.predicate else { return (None, LaneMask::default()) };
    let bits = lane_bits(state, predicate.space);
    let group = LaneMask::first(usize::from(predicate.bit_count)).0;
    let each = |bits: u64| (bits as u32).checked_shr(u32::from(bound.mask_offset)).unwrap_or(0);
    let together = |bits: u64| (bits as u32).checked_shr(u32::from(predicate.first_bit)).unwrap_or(0) & group;
    let all_lanes = |holds: bool| if holds { u32::MAX } else { 0 };
    let (lanes, undefined) = match predicate.mode {
        PredicateMode::PerLane => (each(bits.value), each(!bits.defined)),
        PredicateMode::Any => (all_lanes(together(bits.value) != 0), all_lanes(together(!bits.defined) != 0)),
        PredicateMode::All => {
            (all_lanes(together(bits.value) == group), all_lanes(together(!bits.defined) != 0))
        }
    };
    let lanes = if predicate.inverted { !lanes } else { lanes };
    let executed = LaneMask::first(usize::from(bound.exec_size)).0;
    (Some(LaneMask(lanes & executed)), LaneMask(undefined & executed))
}

/// Makes a lane's destination elements undefined. A helper lane keeps its bits of predicates: the reading is about registers.
pub(super) fn forget(
    state: &mut State,
    bound: &Bound,
    (lane, reason): (LaneId, OffReason),
    outcome: &mut StepOutcome,
) {
    for (operand, (row, place)) in bound.row.operands().iter().zip(&bound.operands).enumerate() {
        let is_kept = reason == OffReason::Helper && matches!(place, BoundOperand::Bits { .. });
        if row.direction != Some(Direction::Out) || is_kept {
            continue;
        }
        let ty = memory::output_type(*place, bound.access);
        for block in 0..bound.blocks.count {
            let index = lane.index() + block * bound.blocks.pitch;
            let parts = memory::output(state, *place, index, Bits::UNDEFINED, bound.memory);
            let (bit, whole) = (place.bit(index), matches!(place, BoundOperand::Elements { .. }));
            for (place, after) in parts.into_iter().flatten() {
                // If an element is wider than the data, its upper part becomes undefined too.
                let after = if whole { Bits::UNDEFINED } else { after };
                let before = state.read(place);
                state.write(place, after);
                outcome.returned.push((place, bit));
                let (operand, place, value) = (operand as u8, Some(place), Bits::UNDEFINED);
                outcome.add_effect(|| Effect::Return { operand, place, ty, before, after, bit, value });
            }
        }
    }
}
