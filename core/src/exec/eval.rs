//! Evaluation of a statement's operands and accesses. It changes slots only, so a statement can be evaluated again.

use super::active::Active;
use super::headers;
use super::memory;
use super::recorder::Recorder;
use super::scenario::{Bound, BoundOperand, Scenario};
use super::scratch::Scratch;
use super::thread::ThreadView;
use super::value::SlotValue;
use crate::base::{Bits, LaneMask, SurfaceKind};
use crate::machine::Latch;
use crate::semantics::SlotIndex;
use crate::trace::{Access, Effect, Phase};

/// The inputs of a statement's expressions that stay the same during an instruction.
pub(super) struct InstructionContext<'a> {
    pub scenario: &'a Scenario,
    pub bound: &'a Bound,
    /// The contents of input operands once they are latched; `None` if lanes read the live contents.
    pub latched: Option<&'a Latch>,
    pub enabled: LaneMask,
    /// Each lane's predicate bit; all set without a predicate.
    pub predicate: LaneMask,
}

/// The results of a statement's operations other than its value. The struct is large, so it is filled in place.
pub(super) struct StatementOutcome {
    /// The most significant phase so far, at least [`Phase::Address`].
    pub phase: Phase,
    /// The last read of shared memory, and the value that it returned.
    pub read: Option<(Access, Bits)>,
    /// The new value and the result of the applied operation.
    pub modified: Option<(Bits, Bits)>,
    /// Whether something happened that a run reports or marks: undefined bits, an access out of bounds or misaligned, a trap. The
    /// run then needs the full record of the step.
    pub is_reportable: bool,
    /// Whether an access was misaligned.
    pub is_misaligned: bool,
    /// Whether the statement changed something that lanes read.
    pub has_changed: bool,
    /// The number of evaluated expressions.
    pub work: u64,
}

impl StatementOutcome {
    /// Creates the outcome of a statement of `work` expressions, before anything is evaluated.
    pub fn new(work: u32) -> Self {
        Self {
            phase: Phase::Address,
            read: None,
            modified: None,
            is_reportable: false,
            is_misaligned: false,
            has_changed: false,
            work: u64::from(work),
        }
    }

    /// Records whether an access is misaligned, out of bounds or otherwise reportable.
    #[inline(always)]
    fn note(&mut self, access: &Access, is_odd: bool) {
        let is_misaligned = memory::is_misaligned(access);
        self.is_misaligned |= is_misaligned;
        self.is_reportable |= is_misaligned || is_odd || !access.inside;
    }
}

/// The evaluator of statements: inputs, slots, and where the results are recorded.
pub(super) struct Evaluator<'a, V, R> {
    pub eval: InstructionContext<'a>,
    pub scratch: &'a mut Scratch<V>,
    pub outcome: StatementOutcome,
    pub recorder: &'a mut R,
}

/// The index into a surface: a byte address, or the coordinates of a texel.
pub(super) enum SurfaceIndex {
    Byte(Bits),
    Texel([Bits; 4]),
}

impl<V: SlotValue, R: Recorder> Evaluator<'_, V, R> {
    /// Returns the coordinates of a texel, read from slots; `None` if a value does not fit `V`.
    pub fn texel(&self, now: ThreadView<'_>, [x, y, z, level]: [SlotIndex; 4]) -> Option<SurfaceIndex> {
        let bits = |slot| self.bits(now, slot);
        Some(SurfaceIndex::Texel([bits(x)?, bits(y)?, bits(z)?, bits(level)?]))
    }

    /// Resolves an access to a surface operand; `None` if the operand is not a surface.
    #[inline(always)]
    pub fn access(&mut self, operand: usize, at: SurfaceIndex) -> Option<Access> {
        let (access, is_odd) = match (&self.scratch.windows[operand], at) {
            (Some(window), SurfaceIndex::Byte(address)) => (window.resolve(address), false),
            (_, at) => self.eval.access_apart(operand, at)?,
        };
        self.outcome.note(&access, is_odd);
        Some(access)
    }

    /// Returns whether an access to a surface operand is in bounds; `None` if the address has undefined bits.
    pub fn is_inside(&self, operand: usize, at: SurfaceIndex) -> Option<bool> {
        let access = match (&self.scratch.windows[operand], at) {
            (Some(window), SurfaceIndex::Byte(address)) => window.resolve(address),
            (_, at) => match self.eval.access_apart(operand, at) {
                Some((access, _)) => access,
                None => return Some(false),
            },
        };
        access.address.is_defined(64).then_some(access.inside)
    }

    /// Reads shared memory; the value is undefined if the operand is not a surface.
    #[inline(always)]
    pub fn read(&mut self, now: ThreadView<'_>, operand: u32, at: SurfaceIndex) -> Bits {
        let Some(access) = self.access(operand as usize, at) else { return Bits::UNDEFINED };
        let is_slm = || self.eval.is_slm(&access);
        let value = memory::read(now.state, &access, self.eval.bound.memory, is_slm);
        let outcome = &mut self.outcome;
        // The outcome has room for one read, so a second one needs the full record.
        outcome.is_reportable |= outcome.read.is_some() || !value.is_defined(access.ty.width_bits());
        outcome.read = Some((access, value));
        outcome.phase = outcome.phase.max(Phase::Read);
        self.recorder.effect(|| Effect::Read { access, value });
        value
    }
}

impl<'a> InstructionContext<'a> {
    /// Collects the inputs that statements of the current instruction may read.
    #[inline]
    pub fn new(scenario: &'a Scenario, bound: &'a Bound, active: &Active, latched: &'a Latch) -> Self {
        Self {
            scenario,
            bound,
            latched: (!bound.memory.live_sources).then_some(latched),
            enabled: active.enabled,
            predicate: active.predicate.unwrap_or(LaneMask(u32::MAX)),
        }
    }
}

impl InstructionContext<'_> {
    /// Resolves an access that no [`memory::Window`] covers, and returns whether it is odd ([`headers::is_odd`]); `None` if the
    /// operand is not a surface.
    #[inline(never)]
    fn access_apart(&self, operand: usize, at: SurfaceIndex) -> Option<(Access, bool)> {
        let InstructionContext { scenario: Scenario { layout, .. }, bound, .. } = *self;
        // A row has a handful of operands.
        let (number, ty) = (operand as u8, bound.access);
        match (bound.operands[operand], at) {
            (BoundOperand::Surface(surface), SurfaceIndex::Texel(coordinates)) => {
                Some((memory::resolve_texel(layout, number, surface, coordinates, ty), false))
            }
            (BoundOperand::Memory, SurfaceIndex::Byte(address)) => {
                let access = memory::resolve_address(layout, number, address, ty)?;
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
