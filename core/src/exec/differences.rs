//! Differences between two moments of a run.

use super::run::Run;
use crate::base::LaneMask;
use crate::machine::{Layout, Place, State};

/// The differences between two moments, as (index in the layout, index of the element or bit), ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Differences {
    /// Elements of surfaces.
    pub cells: Vec<(usize, usize)>,
    /// Elements of variables.
    pub registers: Vec<(usize, usize)>,
    /// Bits of predicates.
    pub bits: Vec<(usize, usize)>,
    /// Lanes whose state differs: position or values. Empty if the current instructions differ.
    pub lanes: LaneMask,
}

impl Differences {
    /// Returns the differences between two states of the same layout. `lanes` stays empty.
    pub fn between(layout: &Layout, old: &State, new: &State) -> Self {
        let differs = |place: Place| old.read(place) != new.read(place);
        let mut differences = Self::default();
        for (at, surface) in layout.surfaces.iter().enumerate() {
            let elements = (0..surface.count()).filter(|element| differs(surface.element(*element)));
            differences.cells.extend(elements.map(|element| (at, element)));
        }
        for (at, variable) in layout.variables.iter().enumerate() {
            let elements = (0..variable.count).filter(|element| differs(variable.element(*element)));
            differences.registers.extend(elements.map(|element| (at, element)));
        }
        for (at, predicate) in layout.predicates.iter().enumerate() {
            let place = Place { space: predicate.space, byte_offset: 0, size_bytes: 4 };
            let (old, new) = (old.read(place), new.read(place));
            let changed = old.value ^ new.value | old.defined ^ new.defined;
            differences
                .bits
                .extend((0..predicate.count).filter(|bit| changed >> bit & 1 == 1).map(|bit| (at, bit)));
        }
        differences
    }
}

impl Run {
    /// Returns the differences between the moments after `a` and after `b` micro-steps.
    pub fn differences(&self, a: u32, b: u32) -> Differences {
        let ((before, old), (after, new)) = (self.moment(a), self.moment(b));
        let mut differences = Differences::between(&self.scenario().layout, &old, &new);
        if before.instruction == after.instruction {
            for (one, other) in before.lanes.iter().zip(&after.lanes) {
                differences.lanes = differences.lanes.with(one.lane.index(), one != other);
            }
        }
        differences
    }
}
