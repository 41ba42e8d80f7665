//! The elements that a sweep changes, and their values.

use crate::base::{Bits, NumberFormat, ScalarType, counted, split_mix};
use crate::check::parse_values;
use crate::exec::Scenario;
use crate::explore::Cell;
use crate::machine::Layout;
use crate::semantics::FloatFormat;
use crate::session::text::{NamedElement, value_in_words};

/// The maximum number of values that may be given for an element.
pub(in crate::session) const MOST_GIVEN: usize = 1 << 16;

/// The number of random runs if corners are used instead of all values.
const DRAWN: u64 = 1000;

/// The values of all runs of a sweep: first each combination, with the last element changing fastest, then random values.
#[derive(Debug)]
pub(super) struct SweptRuns {
    pub swept: Vec<Swept>,
    pub count: u64,
    drawn: u64,
    seed: u64,
    state: u64,
}

impl SweptRuns {
    /// Uses corners instead of all values if these take more than `most_runs` runs. Random values follow corners if
    /// `has_drawn` is set.
    pub fn new(mut swept: Vec<Swept>, seed: u64, most_runs: u64, has_drawn: bool) -> Self {
        let combinations = |swept: &[Swept]| {
            swept.iter().map(|element| element.values.len() as u64).fold(1, u64::saturating_mul)
        };
        if combinations(&swept) > most_runs {
            swept.iter_mut().for_each(Swept::narrow);
        }
        let by_corners = swept.iter().any(|swept| swept.kind == ValuesKind::Corners);
        let drawn = if has_drawn && by_corners { DRAWN } else { 0 };
        Self { count: combinations(&swept).saturating_add(drawn), swept, drawn, seed, state: seed }
    }

    /// Returns the values of a run, one for each element. Random runs must be asked for in order.
    pub fn values(&mut self, run: u64) -> Vec<u64> {
        if run >= self.count - self.drawn {
            return self.swept.iter().map(|swept| swept.drawn(&mut self.state)).collect();
        }
        let mut at = run;
        let mut values = vec![0; self.swept.len()];
        for (value, swept) in values.iter_mut().zip(&self.swept).rev() {
            let count = swept.values.len() as u64;
            // The remainder is less than the number of values, so it fits.
            *value = swept.values[(at % count) as usize];
            at /= count;
        }
        values
    }

    pub fn in_words(&self) -> String {
        let all: Vec<String> = self.swept.iter().map(Swept::in_words).collect();
        let mut words = all.join(" with ");
        if self.swept.len() > 1 {
            words.push_str(&format!(", {} in all", self.count - self.drawn));
        }
        if self.drawn > 0 {
            words.push_str(&format!(", and {} drawn from seed {}", self.drawn, self.seed));
        }
        words
    }
}

#[derive(Clone, Debug)]
pub(super) struct Swept {
    pub element: NamedElement,
    pub values: Vec<u64>,
    kind: ValuesKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ValuesKind {
    All,
    Given,
    /// Values at which the result is likely to change.
    Corners,
}

impl Swept {
    /// Finds an element written as `NAME[3]`, or as `NAME` for the first one. Values may follow: `= 0..9`.
    pub fn find(scenario: &Scenario, written: &str) -> Result<Self, String> {
        let (element, given) = match written.split_once('=') {
            Some((element, given)) => (element.trim(), Some(given.trim())),
            None => (written.trim(), None),
        };
        let element = NamedElement::find(scenario, element)?;
        let ty = element.ty;
        let (values, kind) = match given {
            Some(given) => (parse_values(given, ty, MOST_GIVEN)?, ValuesKind::Given),
            None if ty.width_bits() <= 16 => ((0..1 << ty.width_bits()).collect(), ValuesKind::All),
            None => (corners(ty), ValuesKind::Corners),
        };
        Ok(Self { element, values, kind })
    }

    /// Replaces the full range of a type with its corner values.
    fn narrow(&mut self) {
        if self.kind == ValuesKind::All {
            (self.values, self.kind) = (corners(self.element.ty), ValuesKind::Corners);
        }
    }

    /// Returns true if the element takes all values of its type.
    pub fn is_complete(&self) -> bool {
        self.kind == ValuesKind::All
    }

    pub fn in_words(&self) -> String {
        let Self { element: NamedElement { ty, name, .. }, values, .. } = self;
        let count = values.len();
        match (self.kind, ty.is_float()) {
            (ValuesKind::All, _) => format!("all {count} values of {ty} in {name}"),
            (ValuesKind::Given, _) => format!("{} of {name}", counted(count, "value")),
            (ValuesKind::Corners, true) => {
                format!("{count} values of {ty}, of every class of floats, in {name}")
            }
            (ValuesKind::Corners, false) => format!("{count} values of {ty} near powers of two in {name}"),
        }
    }

    /// Draws a random value: one of the given values, or any value of the type.
    fn drawn(&self, state: &mut u64) -> u64 {
        let drawn = split_mix(state);
        match self.kind {
            // There are between 1 and 2^16 values, so the remainder fits.
            ValuesKind::Given => self.values[(drawn % self.values.len() as u64) as usize],
            _ => drawn & u64::MAX >> (64 - self.element.ty.width_bits()),
        }
    }

    pub fn shown(&self, layout: &Layout, value: u64, format: NumberFormat) -> String {
        value_in_words(layout, Cell::from(self.element.place), Bits::known(value), format)
    }
}

/// Returns values at which the result is likely to change. For integers, they are near 0, near both ends, and near each
/// power of two. For floats, they are the ends of each class.
pub(super) fn corners(ty: ScalarType) -> Vec<u64> {
    let width = ty.width_bits();
    let mask = u64::MAX >> (64 - width);
    let mut all: Vec<u64> = match ty.is_float() {
        false => (0..width)
            .flat_map(|bit| {
                let power = 1u64 << bit;
                [power.wrapping_sub(1), power, power.wrapping_add(1), power.wrapping_neg(), !power]
            })
            .chain([0, mask])
            .collect(),
        true => {
            let fraction = FloatFormat::from_type(ty).fraction_bits;
            let sign = 1u64 << (width - 1);
            let infinity = mask & !sign & !((1 << fraction) - 1);
            let one = infinity >> 1 & infinity;
            let of_sign = [
                // Zero, the smallest and the largest denormal, and the smallest normal.
                0,
                1,
                (1 << fraction) - 1,
                1 << fraction,
                // Values near one, the largest finite value, infinity, and NaNs (signalling and quiet).
                one - 1,
                one,
                one + 1,
                infinity - 1,
                infinity,
                infinity + 1,
                infinity | 1 << (fraction - 1),
                mask & !sign,
            ];
            of_sign.into_iter().flat_map(|bits| [bits, bits | sign]).collect()
        }
    };
    all.iter_mut().for_each(|value| *value &= mask);
    all.sort_unstable();
    all.dedup();
    all
}
