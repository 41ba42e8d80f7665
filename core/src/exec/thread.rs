//! The threads of an instruction: the progress of each lane, and access to the state that a statement of a thread uses.

use super::mask::Mask;
use crate::base::Bits;
use crate::machine::State;
use crate::semantics::Pc;
use crate::trace::{Access, LaneStatus, Phase, Returned};
use smallvec::SmallVec;

#[derive(Clone, Debug)]
pub(super) struct Lane {
    pub status: LaneStatus,
    pub pc: Pc,
    pub phase: Option<Phase>,
    pub access: Option<Access>,
    /// Whether the lane's last attempt to change shared memory was dropped.
    pub dropped: bool,
    pub old: Option<Bits>,
    pub new: Option<Bits>,
    /// The index of the element that the lane read last, for each input operand with several elements for each lane: operand and
    /// index.
    pub sources: SmallVec<[(u8, u32); 1]>,
    /// The last value of each output operand, the most recent at the end. A row has one or two output operands.
    pub returned: SmallVec<[Returned; 2]>,
}

impl Lane {
    pub fn new(mask: &Mask, id: u8) -> Self {
        Self {
            status: match mask.off.iter().find(|(off, _)| off.0 == id) {
                Some((_, reason)) => LaneStatus::Off(*reason),
                None => LaneStatus::Waiting,
            },
            pc: Pc(0),
            phase: None,
            access: None,
            dropped: false,
            old: None,
            new: None,
            sources: SmallVec::new(),
            returned: SmallVec::new(),
        }
    }

    /// Records the index of the element that the lane has read of an input operand, in place of an earlier one.
    pub fn note_source(&mut self, operand: u8, index: u32) {
        self.sources.retain(|known| known.0 != operand);
        self.sources.push((operand, index));
    }

    /// Records a value for an output operand, in place of an earlier one for the same operand.
    pub fn note_returned(&mut self, returned: Returned) {
        self.returned.retain(|known| known.operand != returned.operand);
        self.returned.push(returned);
    }
}

/// The state that a statement of a thread may change.
pub(super) struct ThreadMut<'a> {
    pub state: &'a mut State,
    /// The lane; `None` for the uniform thread.
    pub lane: Option<&'a mut Lane>,
    /// The thread's locals; `None` if not assigned yet.
    pub locals: &'a mut [Option<Bits>],
}
