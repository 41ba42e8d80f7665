//! Evaluating what a statement consists of. Nothing is changed by it but slots.

use super::active::Active;
use super::headers;
use super::memory;
use super::record::Recorder;
use super::slots::Slots;
use super::value::Value;
use super::{Bound, BoundOperand, Scenario};
use crate::base::{Bits, LaneMask, SurfaceKind};
use crate::machine::{Latch, State};
use crate::semantics::Slot;
use crate::trace::{Access, Effect, Phase};

/// What the expressions of a statement may look at, but for what statements change.
pub(super) struct Eval<'a> {
    pub scenario: &'a Scenario,
    pub bound: &'a Bound,
    /// The contents of input operands once they are latched; `None` where the live ones count.
    pub latched: Option<&'a Latch>,
    pub enabled: LaneMask,
    /// Each lane's predicate as it counts; all on without one.
    pub predicate: LaneMask,
}

/// What a statement finds.
#[derive(Clone, Copy)]
pub(super) struct Now<'a> {
    pub state: &'a State,
    /// The thread's locals; `None` where not assigned yet.
    pub locals: &'a [Option<Bits>],
}

/// What came of a statement's operations beside its value. It is large, so it stays where it is and is filled in.
pub(super) struct Outcome {
    /// The most telling thing that they did, so far; [`Phase::Address`] is the least that a statement can do.
    pub phase: Phase,
    /// The last access to shared memory, and the value that came back.
    pub read: Option<(Access, Bits)>,
    /// The new value and the result of the operation that they applied.
    pub modified: Option<(Bits, Bits)>,
    /// Whether something happened that a run reports or marks, so that all of the step is looked at.
    pub is_rare: bool,
    /// Whether an access was misaligned.
    pub is_misaligned: bool,
    /// How many expressions were evaluated.
    pub work: u64,
}

impl Outcome {
    /// The outcome before anything is evaluated of a statement that consists of so many expressions.
    pub fn new(work: u32) -> Self {
        Self {
            phase: Phase::Address,
            read: None,
            modified: None,
            is_rare: false,
            is_misaligned: false,
            work: u64::from(work),
        }
    }

    /// Takes note of what is rare in an access.
    #[inline(always)]
    fn note(&mut self, access: &Access, is_odd: bool) {
        let is_misaligned = memory::is_misaligned(access);
        self.is_misaligned |= is_misaligned;
        self.is_rare |= is_misaligned || is_odd || !access.inside;
    }
}

/// Statements while they are evaluated: what they may look at, where their values are, and where what comes of them is noted.
pub(super) struct Evaluation<'a, V, R> {
    pub eval: Eval<'a>,
    pub slots: &'a mut Slots<V>,
    pub outcome: Outcome,
    pub recorder: &'a mut R,
}

/// What a surface is indexed with: a byte address, or the coordinates of a texel.
pub(super) enum Where {
    Byte(Bits),
    Texel([Bits; 4]),
}

impl<V: Value, R: Recorder> Evaluation<'_, V, R> {
    /// The coordinates of a texel.
    pub fn texel(&self, now: Now<'_>, [x, y, z, level]: [Slot; 4]) -> Option<Where> {
        let bits = |slot| self.bits(now, slot);
        Some(Where::Texel([bits(x)?, bits(y)?, bits(z)?, bits(level)?]))
    }

    /// Where an access to a surface operand goes; `None` when the operand is not a surface.
    #[inline(always)]
    pub fn access(&mut self, operand: usize, at: Where) -> Option<Access> {
        let (access, is_odd) = match (&self.slots.windows[operand], at) {
            (Some(window), Where::Byte(address)) => (window.resolve(address), false),
            (_, at) => self.eval.access_apart(operand, at)?,
        };
        self.outcome.note(&access, is_odd);
        Some(access)
    }

    /// Whether an access to a surface operand would be within bounds.
    pub fn is_inside(&self, operand: usize, at: Where) -> bool {
        match (&self.slots.windows[operand], at) {
            (Some(window), Where::Byte(address)) => window.resolve(address).inside,
            (_, at) => self.eval.access_apart(operand, at).is_some_and(|(access, _)| access.inside),
        }
    }

    /// What lies in shared memory there; undefined where the operand is no surface.
    #[inline(always)]
    pub fn read(&mut self, now: Now<'_>, operand: u32, at: Where) -> Bits {
        let Some(access) = self.access(operand as usize, at) else { return Bits::UNDEFINED };
        let is_slm = || self.eval.is_slm(&access);
        let value = memory::read(now.state, &access, self.eval.bound.memory, is_slm);
        let outcome = &mut self.outcome;
        // Of several reads in one statement only the last is in the outcome.
        outcome.is_rare |= outcome.read.is_some() || !value.is_defined(access.ty.width_bits());
        outcome.read = Some((access, value));
        outcome.phase = outcome.phase.max(Phase::Read);
        self.recorder.effect(|| Effect::Read { access, value });
        value
    }
}

impl<'a> Eval<'a> {
    /// What the statements of the instruction under way may look at.
    #[inline]
    pub fn of(scenario: &'a Scenario, bound: &'a Bound, active: &Active, latched: &'a Latch) -> Self {
        Self {
            scenario,
            bound,
            latched: (!bound.memory.live_sources).then_some(latched),
            enabled: active.enabled,
            predicate: active.predicate.unwrap_or(LaneMask(u32::MAX)),
        }
    }
}

impl Eval<'_> {
    /// Where an access goes that is not one to a byte of a surface; `None` when the operand is not a surface. Says, too, whether
    /// it is odd.
    #[inline(never)]
    fn access_apart(&self, operand: usize, at: Where) -> Option<(Access, bool)> {
        let Eval { scenario: Scenario { layout, .. }, bound, .. } = *self;
        // A row has a handful of operands.
        let (number, ty) = (operand as u8, bound.access);
        match (bound.operands[operand], at) {
            (BoundOperand::Surface(surface), Where::Texel(coordinates)) => {
                Some((memory::resolve_texel(layout, number, surface, coordinates, ty), false))
            }
            (BoundOperand::HeaderPool, Where::Byte(address)) => {
                let access = memory::resolve_physical(layout, number, address, ty)?;
                Some((access, headers::is_odd(layout, &access, bound.takes_sign)))
            }
            _ => None,
        }
    }

    fn is_slm(&self, access: &Access) -> bool {
        let surface = self.scenario.layout.surface_in(access.place.space);
        surface.is_some_and(|surface| surface.kind == SurfaceKind::Slm)
    }
}
