//! Alignment of the steps of two runs by identity, not by time: instruction, lane, statement text and occurrence. The
//! remaining steps are paired by instruction, lane and phase.
//!
//! Each step is reduced to a few numbers. Equal numbers are equal things. The different effects of A are kept, about
//! 200 bytes each.

use super::ends::surfaces;
use crate::base::{Bits, LaneId, LaneMask};
use crate::exec::{Run, Scenario, narrate};
use crate::machine::{Place, Surface};
use crate::semantics::{Site, TrapReason};
use crate::trace::{Effect, MicroStep, Phase};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
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

/// The parts of a step that the alignment needs. Things are numbered in the order of their first use.
struct AlignedStep {
    /// The number of the instruction, the lane and the statement's text.
    kind: u32,
    /// The number of the instruction, the lane and the phase.
    rough_kind: u32,
    /// The number of the step's effects; `None` if only B has such effects.
    effects: Option<u32>,
    /// The step is a latch, address or compute step without a memory access, so no other lane can notice it.
    is_private: bool,
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

/// Numbers for things, in the order of their first use.
struct Numbers<K>(HashMap<K, u32>);

impl<K: Eq + Hash> Numbers<K> {
    fn number(&mut self, key: K) -> u32 {
        // There are at most two for each step, and a run has at most a million steps.
        let next = self.0.len() as u32;
        *self.0.entry(key).or_insert(next)
    }
}

/// Two scenarios whose steps are compared.
struct Sides<'r> {
    is_laid_out_alike: bool,
    is_of_two_sets: bool,
    /// The surfaces of A and B, in pairs; `None` where a surface has no counterpart.
    surfaces: Vec<[Option<&'r Surface>; 2]>,
    statements: Numbers<String>,
    kinds: Numbers<(u32, Option<LaneId>, u32)>,
    effects: Numbers<ComparedEffects>,
}

/// Aligns the steps of two runs, in the order of A. A step that only B has follows the paired step that precedes it in
/// B.
pub(super) fn rows(a: &Run, b: &Run) -> Vec<ComparedRow> {
    let mut sides = Sides {
        is_laid_out_alike: a.scenario().layout == b.scenario().layout,
        is_of_two_sets: a.scenario().set.key != b.scenario().set.key,
        surfaces: surfaces(&a.scenario().layout, &b.scenario().layout),
        statements: Numbers(HashMap::new()),
        kinds: Numbers(HashMap::new()),
        effects: Numbers(HashMap::new()),
    };
    let (steps_a, steps_b) = (sides.steps(a, 0), sides.steps(b, 1));
    let mut partner: Vec<Option<u32>> = vec![None; steps_a.len()];
    let mut is_taken = vec![false; steps_b.len()];
    for kind in [|step: &AlignedStep| step.kind, |step: &AlignedStep| step.rough_kind] {
        pair((&steps_a, &mut partner), (&steps_b, &mut is_taken), kind);
    }
    // Between different instruction sets, a private step without a partner does not count as a difference.
    let is_same_alone = |step: &AlignedStep| sides.is_of_two_sets && step.is_private;
    // The steps that only B has, by the last paired step of B before them.
    let mut only_b_after: BTreeMap<Option<u32>, Vec<u32>> = BTreeMap::new();
    let mut before = None;
    for (at, taken) in (0..).zip(is_taken) {
        match taken {
            true => before = Some(at),
            false => only_b_after.entry(before).or_default().push(at),
        }
    }
    let only_b = |rows: &mut Vec<ComparedRow>, before: Option<u32>| {
        let all = only_b_after.get(&before).into_iter().flatten();
        let row =
            |at: &u32| ComparedRow { a: None, b: Some(*at), is_same: is_same_alone(&steps_b[*at as usize]) };
        rows.extend(all.map(row));
    };
    let mut rows = Vec::with_capacity(steps_a.len());
    only_b(&mut rows, None);
    for (at, (step, partner)) in (0..).zip(steps_a.iter().zip(partner)) {
        let is_same = match partner {
            Some(partner) => step.effects == steps_b[partner as usize].effects,
            None => is_same_alone(step),
        };
        rows.push(ComparedRow { a: Some(at), b: partner, is_same });
        if partner.is_some() {
            only_b(&mut rows, partner);
        }
    }
    rows
}

/// Pairs steps that have no partner yet: the first of each kind in A with the first in B, the second with the second,
/// and so on.
fn pair(
    (a, partner): (&[AlignedStep], &mut [Option<u32>]),
    (b, is_taken): (&[AlignedStep], &mut [bool]),
    kind: impl Fn(&AlignedStep) -> u32,
) {
    let mut waiting: HashMap<u32, Vec<u32>> = HashMap::new();
    // The lists are filled from the last step to the first, so that `pop` returns the first.
    for (at, step) in b.iter().enumerate().rev().filter(|(at, _)| !is_taken[*at]) {
        waiting.entry(kind(step)).or_default().push(at as u32);
    }
    for (step, partner) in a.iter().zip(partner).filter(|(_, partner)| partner.is_none()) {
        *partner = waiting.get_mut(&kind(step)).and_then(Vec::pop);
        if let Some(at) = *partner {
            is_taken[at as usize] = true;
        }
    }
}

impl Sides<'_> {
    /// Returns the steps of the run of a side, 0 or 1.
    fn steps(&mut self, run: &Run, side: usize) -> Vec<AlignedStep> {
        let mut statements: HashMap<(u32, Option<Site>, Phase), u32> = HashMap::new();
        let mut aligned = |step: &MicroStep| {
            let statement =
                *statements.entry((step.instruction, step.site, step.phase)).or_insert_with(|| {
                    let code = &run.scenario().program[step.instruction as usize].code;
                    let text = step.site.map_or(step.phase.word(), |site| {
                        site.span.of(&code.texts[usize::from(site.text)].text)
                    });
                    self.statements.number(text.to_owned())
                });
            // The leading `;` keeps a phase apart from statement texts, which never begin with it.
            let phase = self.statements.number(format!("; {}", step.phase.word()));
            let effects = self.compared_effects(run.scenario(), side, step);
            AlignedStep {
                kind: self.kinds.number((step.instruction, step.lane, statement)),
                rough_kind: self.kinds.number((step.instruction, step.lane, phase)),
                // Only A's effects are kept, because a step of B with others differs from every step of A.
                effects: match side {
                    0 => Some(self.effects.number(effects)),
                    _ => self.effects.0.get(&effects).copied(),
                },
                is_private: matches!(step.phase, Phase::Latch | Phase::Address | Phase::Compute)
                    && step.accesses().next().is_none(),
            }
        };
        run.steps().map(|step| aligned(&step)).collect()
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
            Effect::Trap { reason } => SharedEffect::Trap(reason),
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
