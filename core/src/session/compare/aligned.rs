//! Alignment of the steps of two runs by identity, not by time: instruction, lane, statement text and occurrence. The
//! remaining steps are paired by instruction, lane and phase.
//!
//! Each step is reduced to a few numbers, so that runs of a million steps fit into some tens of megabytes.

use super::shared::surfaces;
use crate::base::LaneId;
use crate::exec::{Run, Scenario, narrate};
use crate::machine::{Place, Surface};
use crate::semantics::Site;
use crate::trace::{Access, Effect, MicroStep, Phase};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

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

/// The identity of a step apart from its occurrence: instruction, lane, and the number of the statement's text.
type StepKey = (u32, Option<LaneId>, u32);

/// Numbers for statement texts and kinds of steps, in order of first use.
#[derive(Default)]
struct Numbering {
    statements: HashMap<String, u32>,
    kinds: HashMap<StepKey, u32>,
}

fn number<K: Eq + Hash>(known: &mut HashMap<K, u32>, key: K) -> u32 {
    // There are at most as many keys as steps, and a run has at most a million steps.
    let next = known.len() as u32;
    *known.entry(key).or_insert(next)
}

/// The parts of a step that the alignment needs.
struct Traced {
    /// The kind of step, with the statement's text.
    kind: u32,
    /// The kind of step, with the phase in place of the statement's text.
    rough_kind: u32,
    /// A hash of the step's effects. Two steps with equal hashes count as the same.
    effect_hash: u64,
    /// The step is a latch, address or compute step without a memory access, so no other lane can notice it.
    is_private: bool,
}

/// Aligns the steps of two runs, in the order of A. A step that only B has follows the paired step that precedes it in
/// B.
pub(super) fn rows(a: &Run, b: &Run) -> Vec<ComparedRow> {
    let mut numbers = Numbering::default();
    let view = View::new(a.scenario(), b.scenario());
    let (steps_a, steps_b) = (traced(a, &view, 0, &mut numbers), traced(b, &view, 1, &mut numbers));
    let mut partner: Vec<Option<u32>> = vec![None; steps_a.len()];
    let mut is_taken = vec![false; steps_b.len()];
    for kind in [|step: &Traced| step.kind, |step: &Traced| step.rough_kind] {
        pair((&steps_a, &mut partner), (&steps_b, &mut is_taken), kind);
    }
    // Between different instruction sets, a private step without a partner does not count as a difference.
    let is_same_alone = |step: &Traced| view.is_of_two_sets && step.is_private;
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
            Some(partner) => step.effect_hash == steps_b[partner as usize].effect_hash,
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
    (a, partner): (&[Traced], &mut [Option<u32>]),
    (b, is_taken): (&[Traced], &mut [bool]),
    kind: impl Fn(&Traced) -> u32,
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

fn traced(run: &Run, view: &View, side: usize, numbers: &mut Numbering) -> Vec<Traced> {
    let mut statements: HashMap<(u32, Option<Site>, Phase), u32> = HashMap::new();
    let mut traced_step = |step: &MicroStep| {
        let statement = *statements.entry((step.instruction, step.site, step.phase)).or_insert_with(|| {
            let code = &run.scenario().program[step.instruction as usize].code;
            let text = step
                .site
                .map_or(step.phase.word(), |site| site.span.of(&code.texts[usize::from(site.text)].text));
            number(&mut numbers.statements, text.to_owned())
        });
        // The leading `;` keeps a phase apart from statement texts, which never begin with it.
        let phase = number(&mut numbers.statements, format!("; {}", step.phase.word()));
        Traced {
            kind: number(&mut numbers.kinds, (step.instruction, step.lane, statement)),
            rough_kind: number(&mut numbers.kinds, (step.instruction, step.lane, phase)),
            effect_hash: view.effect_hash(run.scenario(), side, step),
            is_private: matches!(step.phase, Phase::Latch | Phase::Address | Phase::Compute)
                && step.accesses().next().is_none(),
        }
    };
    run.steps().map(|step| traced_step(&step)).collect()
}

/// The properties of two scenarios that decide which effects of their steps are compared.
struct View<'r> {
    is_laid_out_alike: bool,
    is_of_two_sets: bool,
    /// The surfaces of A and B, in pairs; `None` where a surface has no counterpart.
    surfaces: Vec<[Option<&'r Surface>; 2]>,
}

impl<'r> View<'r> {
    fn new(a: &'r Scenario, b: &'r Scenario) -> Self {
        let surfaces = surfaces(&a.layout, &b.layout);
        Self {
            is_laid_out_alike: a.layout == b.layout,
            is_of_two_sets: a.set.key != b.set.key,
            surfaces: surfaces.into_iter().map(|(a, b)| [a, b]).collect(),
        }
    }

    /// Returns a hash of the effects of a step. If both layouts are equal, it covers the effects themselves. If the
    /// layouts differ, it covers the sentence and the kinds of the effects. If the instruction sets differ, it covers
    /// accesses, operations, masks, traps and returned values.
    fn effect_hash(&self, scenario: &Scenario, side: usize, step: &MicroStep) -> u64 {
        let mut hasher = DefaultHasher::new();
        match (self.is_of_two_sets, self.is_laid_out_alike) {
            (true, _) => step.effects.iter().for_each(|effect| self.hash_effect(side, effect, &mut hasher)),
            (false, true) => step.effects.hash(&mut hasher),
            (false, false) => {
                narrate(scenario, step).hash(&mut hasher);
                step.effects.iter().for_each(|effect| std::mem::discriminant(effect).hash(&mut hasher));
            }
        }
        hasher.finish()
    }

    /// Hashes an effect in terms that both instruction sets share. Latches, locals and decisions are left out.
    fn hash_effect(&self, side: usize, effect: &Effect, hasher: &mut impl Hasher) {
        let access = |access: &Access| self.element(side, access.place);
        match effect {
            Effect::Mask { enabled, .. } => ("mask", enabled).hash(hasher),
            Effect::Trap { reason } => ("trap", reason).hash(hasher),
            Effect::Modify { new, result, .. } => ("modify", new, result).hash(hasher),
            Effect::Read { access: at, value } => ("read", access(at), at.inside, value).hash(hasher),
            Effect::Write { access: at, after, dropped, .. } => {
                ("write", access(at), after, dropped).hash(hasher);
            }
            Effect::Drop { .. } => "drop".hash(hasher),
            Effect::Return { after, .. } => ("return", after).hash(hasher),
            Effect::Latch { .. } | Effect::Local { .. } | Effect::Decide { .. } => {}
        }
    }

    /// Returns a place in terms that both sides share: the number of the surface pair, the element, and the offset in
    /// bytes from the element's start.
    fn element(&self, side: usize, place: Place) -> (Option<usize>, Option<usize>, u32) {
        let is_accessed =
            |pair: &[Option<&Surface>; 2]| pair[side].is_some_and(|surface| surface.space == place.space);
        let at = self.surfaces.iter().position(is_accessed);
        let surface = at.and_then(|at| self.surfaces[at][side]);
        let element = surface.and_then(|surface| surface.element_of(place.byte_offset as usize));
        let start = surface.zip(element).map_or(0, |(surface, element)| surface.element(element).byte_offset);
        (at, element, place.byte_offset - start)
    }
}
