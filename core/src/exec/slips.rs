//! Likely slips: inputs that are legal and seldom meant. Each is a note.

use super::active::Active;
use super::scenario::{Bound, BoundOperand, Scenario};
use super::step::StepAccess;
use crate::base::{Bits, LaneId, LaneMask, ScalarType};
use crate::machine::State;
use crate::semantics::Type;
use crate::spec::{AddressUnit, ExecutionUnit, Modifier};
use crate::trace::AccessKind;

/// A slip of some lanes, in words.
#[derive(Clone, Debug)]
pub(super) struct Slip {
    pub lanes: LaneMask,
    pub words: String,
}

/// The distance between the offsets of successive lanes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stride {
    units: u64,
    /// Whether a unit is a byte; otherwise it is an element.
    counts_bytes: bool,
}

/// The inputs of an instruction that has just begun.
#[derive(Clone, Copy)]
pub(super) struct BegunInputs<'a> {
    pub scenario: &'a Scenario,
    pub active: &'a Active,
    pub state: &'a State,
}

impl BegunInputs<'_> {
    fn bound(&self) -> &Bound {
        &self.scenario.program[self.active.instruction]
    }

    fn values(&self, operand: usize, ty: ScalarType) -> impl Iterator<Item = (LaneId, Bits)> {
        let Self { scenario, active, state } = *self;
        let operand = (operand, Type::Scalar(ty));
        active.enabled.lanes().map(move |lane| (lane, active.own_element(scenario, state, lane, operand)))
    }

    fn operand(&self, name: &str) -> Option<usize> {
        self.bound().row.operands().iter().position(|operand| operand.name == name)
    }

    /// Returns the difference of the offsets of successive lanes, if it is the same for all of them.
    pub fn stride(&self) -> Option<Stride> {
        let bound = self.bound();
        if bound.row.unit != ExecutionUnit::Memory {
            return None;
        }
        let is_offset = |at: usize| matches!(bound.operands.get(at), Some(BoundOperand::Elements { .. }));
        let mut operands = bound.row.operands().iter().enumerate();
        let (at, operand) = operands.rfind(|(at, operand)| {
            matches!(operand.unit, Some(AddressUnit::Bytes | AddressUnit::Elements)) && is_offset(*at)
        })?;
        let offsets: Vec<(LaneId, Bits)> = self.values(at, ScalarType::Ud).collect();
        let mut strides = offsets.windows(2).map(|pair| {
            let [(lane, offset), (next, further)] = pair else { return None };
            let is_known = |bits: &Bits| bits.is_defined(ScalarType::Ud.width_bits());
            let is_next = lane.0 + 1 == next.0 && is_known(offset) && is_known(further);
            is_next.then(|| further.value.wrapping_sub(offset.value))
        });
        let stride = strides.next()??;
        let is_same = strides.all(|other| other == Some(stride));
        is_same.then_some(Stride { units: stride, counts_bytes: operand.unit == Some(AddressUnit::Bytes) })
    }

    fn slip(&self, words: String) -> Slip {
        Slip { lanes: self.active.enabled, words }
    }

    /// Returns a slip if byte offsets advance by 1, and elements are wider.
    pub fn byte_stride(&self, stride: Stride) -> Option<Slip> {
        let size = self.bound().access.size_bytes();
        let is_slip = stride.counts_bytes && stride.units == 1 && size > 1;
        is_slip.then(|| {
            self.slip(format!("offsets advance by 1 byte from lane to lane, but an element has {size} bytes"))
        })
    }

    /// Returns a slip if offsets advance by the element's size once more than their unit does. It is a slip if lanes miss the
    /// surface because of it.
    pub fn scaled_stride(&self, stride: Stride) -> Option<Slip> {
        let size = self.bound().access.size_bytes() as u64;
        let has_channels = |modifier: &Modifier| {
            modifier.values.listed().iter().any(|word| word.attributes.channels.is_some())
        };
        let one_element = size > 1 && !self.bound().row.modifiers.iter().any(has_channels);
        let (once, unit) = if stride.counts_bytes { (size, "bytes") } else { (1, "elements") };
        (one_element && stride.units == once * size).then(|| {
            self.slip(format!(
                "offsets advance by {} {unit} from lane to lane; possibly they are multiplied by {size}, the size of an \
                element, once too often",
                stride.units
            ))
        })
    }

    /// Returns a slip if each lane's source of the operation is a value that is seldom meant.
    pub fn rare_source(&self) -> Option<Slip> {
        let bound = self.bound();
        let (rare, why) = bound.row.op_table()?.op(bound.op.as_deref()?)?.rare_source?;
        let mut sources = self.values(self.operand("src0")?, bound.access).peekable();
        sources.peek()?;
        let is_rare = sources.all(|(_, value)| value == Bits::known(rare));
        is_rare.then(|| self.slip(format!("the source is {rare}: {why}")))
    }
}

/// The comparisons of an instruction whose operation compares memory with one of two sources and may write the other.
#[derive(Clone, Debug)]
pub(super) struct Comparisons {
    /// The sources of each lane. Instruction sets differ in which of them is compared.
    sources: Vec<(LaneId, [Bits; 2])>,
    /// The lanes that have read memory.
    lanes: LaneMask,
    has_matched: bool,
}

impl Comparisons {
    /// Begins an instruction. Returns `None` if its operation has no second source.
    pub fn begin(inputs: BegunInputs) -> Option<Self> {
        let bound = inputs.bound();
        bound.op.as_ref()?;
        let (first, second) = (inputs.operand("src0")?, inputs.operand("src1")?);
        if matches!(bound.operands.get(second), None | Some(BoundOperand::Null)) {
            return None;
        }
        let seconds = inputs.values(second, bound.access).map(|(_, value)| value);
        let sources = inputs.values(first, bound.access).zip(seconds);
        let sources = sources.map(|((lane, first), second)| (lane, [first, second])).collect();
        Some(Self { sources, lanes: LaneMask::default(), has_matched: false })
    }

    pub fn note_access(&mut self, lane: LaneId, found: &StepAccess) {
        let own = self.sources.iter().find(|(own, _)| *own == lane);
        if let (Some((_, sources)), AccessKind::Read) = (own, found.kind) {
            self.lanes = self.lanes.with(lane.index(), true);
            self.has_matched |= sources.contains(&found.value);
        }
    }

    /// Returns a slip if no lane has found a value that it compares with.
    pub fn failed(&self) -> Option<Slip> {
        let words = "no value in memory was equal to the one that it is compared with".to_owned();
        (!self.has_matched && !self.lanes.is_empty()).then_some(Slip { lanes: self.lanes, words })
    }
}
