//! Alignment of the steps of two runs by identity, not by time: instruction, lane, statement text and occurrence. The
//! remaining steps are paired by instruction, lane and phase.
//!
//! The different effects of A are kept, about 200 bytes each. Equal effects have equal numbers.

use super::ends::surfaces;
use crate::base::{Bits, LaneId, LaneMask, NumberFormat, show};
use crate::exec::{Run, Scenario, narrate};
use crate::machine::{Place, Surface};
use crate::semantics::{Site, TrapReason};
use crate::trace::{Effect, MicroStep, Phase};
use indexmap::IndexSet;
use serde::Serialize;
use std::collections::HashMap;
use std::hash::Hash;
use std::mem::{Discriminant, discriminant};

/// A pair of aligned steps. One of the two may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ComparedRow {
    /// The step of A.
    pub a: Option<u32>,
    /// The step of B.
    pub b: Option<u32>,
    /// Whether the row does not count as a difference: both sides have the step and do the same or, between different
    /// instruction sets, a step without a partner only prepares operands.
    pub is_same: bool,
}

/// The parts of a step that the alignment needs.
struct AlignedStep<'r> {
    instruction: u32,
    lane: Option<LaneId>,
    phase: Phase,
    /// The text of the statement; the phase for a step without one.
    statement: &'r str,
    /// The number of the step's effects; `None` if only B has such effects.
    effects: Option<usize>,
    /// The step is a latch, address or compute step without a memory access, so no other lane can notice it.
    is_private: bool,
    /// The step of the other side that it is paired with.
    partner: Option<u32>,
}

/// The effects of a step, as far as they are compared.
#[derive(PartialEq, Eq, Hash)]
enum ComparedEffects {
    /// Both layouts are equal: all effects.
    All(Vec<Effect>),
    /// The layouts differ: the sentence about the step, and the kinds of effects.
    InWords(String, Vec<Discriminant<Effect>>),
    /// The instruction sets differ.
    Shared(Vec<SharedEffect>),
}

/// An effect in terms that both instruction sets share.
#[derive(PartialEq, Eq, Hash)]
enum SharedEffect {
    Mask(LaneMask),
    Trap(TrapReason),
    /// The new value and the result.
    Modify(Bits, Bits),
    /// The place, whether it is within bounds, and the value.
    Read(SharedPlace, bool, Bits),
    /// The place, the value after the write, and whether the write was dropped.
    Write(SharedPlace, Bits, bool),
    Drop,
    Return(Bits),
}

/// The number of the surface pair, the element, and the offset in bytes from the element's start.
type SharedPlace = (Option<usize>, Option<usize>, u32);

struct Sides<'r> {
    is_laid_out_alike: bool,
    is_of_two_sets: bool,
    /// The surfaces of A and B, in pairs; `None` where a surface has no counterpart.
    surfaces: Vec<[Option<&'r Surface>; 2]>,
    /// The effects of A.
    effects: IndexSet<ComparedEffects>,
}

/// Aligns the steps of two runs, in the order of A. A step that only B has follows the paired step that precedes it in
/// B.
pub(super) fn rows(a: &Run, b: &Run) -> Vec<ComparedRow> {
    let mut sides = Sides {
        is_laid_out_alike: a.scenario().layout == b.scenario().layout,
        is_of_two_sets: a.scenario().set.key != b.scenario().set.key,
        surfaces: surfaces(&a.scenario().layout, &b.scenario().layout),
        effects: IndexSet::new(),
    };
    let (mut steps_a, mut steps_b) = (sides.steps(a, 0), sides.steps(b, 1));
    pair(&mut steps_a, &mut steps_b, |step| (step.instruction, step.lane, step.statement));
    pair(&mut steps_a, &mut steps_b, |step| (step.instruction, step.lane, step.phase));
    // Between different instruction sets, a private step without a partner does not count as a difference.
    let is_same_alone = |step: &AlignedStep| sides.is_of_two_sets && step.is_private;
    // The steps of B without a partner, from a step on.
    let only_b = |from: u32| {
        let alone = (from..).zip(&steps_b[from as usize..]).take_while(|(_, step)| step.partner.is_none());
        alone.map(|(at, step)| ComparedRow { a: None, b: Some(at), is_same: is_same_alone(step) })
    };
    let mut rows = Vec::with_capacity(steps_a.len());
    rows.extend(only_b(0));
    for (at, step) in (0..).zip(&steps_a) {
        let is_same = match step.partner {
            Some(partner) => step.effects == steps_b[partner as usize].effects,
            None => is_same_alone(step),
        };
        rows.push(ComparedRow { a: Some(at), b: step.partner, is_same });
        rows.extend(step.partner.into_iter().flat_map(|partner| only_b(partner + 1)));
    }
    rows
}

/// Returns the sentences of a step of B that is compared with a step of A. If both steps have the same sentences, the first value
/// that differs follows.
pub fn narrate_beside(a: (&Scenario, &MicroStep), b: (&Scenario, &MicroStep)) -> String {
    let [sentences_a, sentences_b] = [a, b].map(|(scenario, step)| narrate(scenario, step));
    match unspoken_difference(a.1, b.1).filter(|_| sentences_a == sentences_b) {
        Some(difference) => format!("{sentences_b} {difference}"),
        None => sentences_b,
    }
}

/// Returns the first value of B that differs from that of A and that no caption names, as a sentence.
fn unspoken_difference(a: &MicroStep, b: &MicroStep) -> Option<String> {
    let auto = |bits, ty| show(bits, ty, NumberFormat::Auto);
    a.effects.iter().zip(&b.effects).find_map(|pair| {
        let (what, values) = match pair {
            (Effect::Modify { result: a, ty: type_a, .. }, Effect::Modify { result: b, ty: type_b, .. }) => {
                ("result", [auto(*a, *type_a), auto(*b, *type_b)])
            }
            (Effect::Local { before: a, ty: type_a, .. }, Effect::Local { before: b, ty: type_b, .. }) => {
                ("earlier value", [type_a.show(*a, NumberFormat::Auto), type_b.show(*b, NumberFormat::Auto)])
            }
            (
                Effect::Write { before: a, access: access_a, .. },
                Effect::Write { before: b, access: access_b, .. },
            ) => ("earlier value", [auto(*a, access_a.ty), auto(*b, access_b.ty)]),
            (Effect::Return { before: a, ty: type_a, .. }, Effect::Return { before: b, ty: type_b, .. }) => {
                ("earlier value", [auto(*a, *type_a), auto(*b, *type_b)])
            }
            _ => return None,
        };
        let [a, b] = values;
        (a != b).then(|| format!("The {what} is {b}, not {a}."))
    })
}

/// Pairs steps that have no partner yet: the first of each kind in A with the first in B, the second with the second,
/// and so on.
fn pair<'r, K: Eq + Hash>(
    a: &mut [AlignedStep<'r>],
    b: &mut [AlignedStep<'r>],
    kind: impl Fn(&AlignedStep<'r>) -> K,
) {
    let mut waiting: HashMap<K, Vec<u32>> = HashMap::new();
    // The lists are filled from the last step to the first, so that `pop` returns the first.
    for (at, step) in b.iter().enumerate().rev().filter(|(_, step)| step.partner.is_none()) {
        waiting.entry(kind(step)).or_default().push(at as u32);
    }
    for (at, step) in (0..).zip(a).filter(|(_, step)| step.partner.is_none()) {
        step.partner = waiting.get_mut(&kind(step)).and_then(Vec::pop);
        if let Some(partner) = step.partner {
            b[partner as usize].partner = Some(at);
        }
    }
}

impl Sides<'_> {
    /// Returns the steps of the run of a side, 0 or 1.
    fn steps<'s>(&mut self, run: &'s Run, side: usize) -> Vec<AlignedStep<'s>> {
        let aligned = |step: MicroStep| {
            let texts = &run.scenario().program[step.instruction as usize].code.texts;
            let statement = |site: Site| site.span.of(&texts[usize::from(site.text)].text);
            let effects = self.compared_effects(run.scenario(), side, &step);
            AlignedStep {
                instruction: step.instruction,
                lane: step.lane,
                phase: step.phase,
                statement: step.site.map_or(step.phase.word(), statement),
                // Only A's effects are kept, because a step of B with others differs from every step of A.
                effects: match side {
                    0 => Some(self.effects.insert_full(effects).0),
                    _ => self.effects.get_index_of(&effects),
                },
                is_private: matches!(step.phase, Phase::Latch | Phase::Address | Phase::Compute)
                    && step.accesses().next().is_none(),
                partner: None,
            }
        };
        run.steps().map(aligned).collect()
    }

    fn compared_effects(&self, scenario: &Scenario, side: usize, step: &MicroStep) -> ComparedEffects {
        if self.is_of_two_sets {
            let shared = step.effects.iter().filter_map(|effect| self.shared_effect(side, effect));
            return ComparedEffects::Shared(shared.collect());
        }
        match self.is_laid_out_alike {
            true => ComparedEffects::All(step.effects.clone()),
            false => {
                let kinds = step.effects.iter().map(discriminant).collect();
                ComparedEffects::InWords(narrate(scenario, step), kinds)
            }
        }
    }

    /// Returns an effect in terms that both instruction sets share; `None` for latches, locals and decisions.
    fn shared_effect(&self, side: usize, effect: &Effect) -> Option<SharedEffect> {
        Some(match *effect {
            Effect::Mask { enabled, .. } => SharedEffect::Mask(enabled),
            Effect::Trap { reason, .. } => SharedEffect::Trap(reason),
            Effect::Modify { new, result, .. } => SharedEffect::Modify(new, result),
            Effect::Read { access, value } => {
                SharedEffect::Read(self.shared_place(side, access.place), access.inside, value)
            }
            Effect::Write { access, after, dropped, .. } => {
                SharedEffect::Write(self.shared_place(side, access.place), after, dropped)
            }
            Effect::Drop { .. } => SharedEffect::Drop,
            Effect::Return { after, .. } => SharedEffect::Return(after),
            Effect::Latch { .. } | Effect::Local { .. } | Effect::Decide { .. } => return None,
        })
    }

    fn shared_place(&self, side: usize, place: Place) -> SharedPlace {
        let is_accessed =
            |pair: &[Option<&Surface>; 2]| pair[side].is_some_and(|surface| surface.space == place.space);
        let pair = self.surfaces.iter().position(is_accessed);
        let surface = pair.and_then(|pair| self.surfaces[pair][side]);
        let element = surface.and_then(|surface| surface.element_of(place.byte_offset as usize));
        let start = surface.zip(element).map_or(0, |(surface, element)| surface.element(element).byte_offset);
        (pair, element, place.byte_offset - start)
    }
}
