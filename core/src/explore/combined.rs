//! Lanes that combine the contents of a cell with a value of their own, by a commutative and associative operator. They
//! have one end. What a lane finds depends only on the set of lanes before it.

use super::count::{OrderCounts, factorial};
use super::group_end::GroupEnd;
use super::lanes::{MeetingLanes, TurnEnd};
use super::seen::{MOST_VALUES, Seen, listed_results};
use crate::base::Bits;
use crate::exec::Scenario;
use crate::semantics::arithmetic;
use crate::semantics::{BinaryOp, Builtin, Code, OpBody, Type};
use crate::spec::FloatRules;
use num_bigint::BigUint;
use rustc_hash::FxHashMap;

/// The maximum number of lanes whose sets are enumerated for the results of each lane.
const MOST_LANES: usize = 18;

/// A commutative and associative operator on integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CommutativeOperator {
    /// A binary operator.
    Sign(BinaryOp),
    /// A function of two arguments.
    Function(Builtin),
}

/// The operator, and the type in which it computes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Combines {
    pub operator: CommutativeOperator,
    pub ty: Type,
}

impl Combines {
    fn apply(self, rules: FloatRules, a: Bits, b: Bits) -> Bits {
        match self.operator {
            CommutativeOperator::Sign(sign) => arithmetic::binary(sign, self.ty, a, b, rules),
            CommutativeOperator::Function(function) => arithmetic::call(function, self.ty, &[a, b], rules),
        }
    }

    /// Returns the neutral element.
    fn neutral(self) -> Bits {
        let all = u64::MAX >> (64 - self.ty.width_bits().clamp(1, 64));
        let is_signed = matches!(self.ty, Type::Scalar(ty) if ty.is_signed());
        let (least, most) = if is_signed { (all ^ all >> 1, all >> 1) } else { (0, all) };
        Bits::known(match self.operator {
            CommutativeOperator::Sign(BinaryOp::And) => all,
            CommutativeOperator::Function(Builtin::Min) => most,
            CommutativeOperator::Function(_) => least,
            CommutativeOperator::Sign(_) => 0,
        })
    }
}

/// Returns the end of lanes that combine in one cell and, if they are known, the results of each lane. `None` if the
/// initial value or a lane's own value has undefined bits, since the own value is read off the result of combining it
/// with the neutral element.
pub(super) fn combined(
    scenario: &Scenario,
    lanes: &mut MeetingLanes,
    combines: Combines,
) -> Option<(GroupEnd, Option<Vec<Seen>>)> {
    let cell = lanes.cells[0];
    let width_bits = 8 * cell.size_bytes.min(8);
    let code = &scenario.program[lanes.base.place().0].code;
    let contents_of =
        |lanes: &mut MeetingLanes, bits: Bits| lanes.contents.id_of(&[bits.truncate(width_bits)]);
    let before = lanes.contents.get(MeetingLanes::BEFORE)[0];
    if !before.is_defined(width_bits) || combines.ty.width_bits() != width_bits {
        return None;
    }
    let neutral = contents_of(lanes, combines.neutral());
    let apply = |a: Bits, b: Bits| combines.apply(code.float_rules, a, b);
    let mut own = Vec::new();
    let mut last = before;
    for lane in 0..lanes.lanes.len() as u32 {
        let alone = lanes.turn(scenario, lane, neutral).ok()?;
        let bits = lanes.contents.get(alone.contents)[0];
        if alone.end != TurnEnd::Done || !bits.is_defined(width_bits) {
            return None;
        }
        // The machine confirms each step.
        let found = contents_of(lanes, last);
        let turn = lanes.turn(scenario, lane, found).ok()?;
        last = apply(last, bits);
        if turn.end != TurnEnd::Done || turn.contents != contents_of(lanes, last) {
            return None;
        }
        own.push(bits);
    }
    let count = lanes.lanes.len();
    let seen = if count <= MOST_LANES && hands_old(lanes, code) {
        Some(seen(scenario, lanes, before, &own, apply)?)
    } else {
        has_no_results(lanes).then(Vec::new)
    };
    let contents = [last.truncate(width_bits)].into();
    let orders = OrderCounts::new(count, BigUint::from(factorial(count)));
    let end = GroupEnd::finished(contents, orders, lanes.lanes.iter().map(|lane| lane.0).collect());
    Some((end, seen))
}

/// Returns whether [`combined`] finds the results of few lanes: there are none, or they hold all that the lanes have found.
pub(super) fn finds_results(lanes: &MeetingLanes, code: &Code) -> bool {
    has_no_results(lanes) || hands_old(lanes, code)
}

fn has_no_results(lanes: &MeetingLanes) -> bool {
    lanes.reach.iter().all(|reach| reach.returned().next().is_none())
}

/// Returns whether results hold all that the lanes have found: the old value, in destinations that are wide enough.
fn hands_old(lanes: &MeetingLanes, code: &Code) -> bool {
    let whole = code.op.as_ref().is_some_and(|op| !op.assigns(OpBody::RESULT));
    let has_room = |(place, mask): (crate::machine::Place, u64)| {
        mask == u64::MAX && place.size_bytes >= lanes.cells[0].size_bytes
    };
    whole && lanes.reach.iter().all(|reach| reach.returned().count() <= 1 && reach.returned().all(has_room))
}

/// Returns the results of each lane. A set of k other lanes comes before the lane in k! (n - 1 - k)! orders.
fn seen(
    scenario: &Scenario,
    lanes: &mut MeetingLanes,
    before: Bits,
    own: &[Bits],
    apply: impl Fn(Bits, Bits) -> Bits,
) -> Option<Vec<Seen>> {
    let count = own.len();
    let mut left = vec![before; 1 << count];
    for set in 1..left.len() {
        left[set] = apply(left[set & (set - 1)], own[set.trailing_zeros() as usize]);
    }
    let width_bits = 8 * lanes.cells[0].size_bytes.min(8);
    let mut sorted: Vec<(u64, u32)> =
        left.iter().map(|bits| bits.truncate(width_bits).value).zip(0..).collect();
    sorted.sort_unstable();
    let mut found: Vec<FxHashMap<u32, u128>> = vec![FxHashMap::default(); count];
    let mut counts = vec![0; count];
    let ways: Vec<u128> = (0..count).map(|k| factorial(k) * factorial(count - 1 - k)).collect();
    for lane in 0..count {
        let mut values: Vec<(u64, u128)> = Vec::new();
        let mut last = None;
        for &(value, set) in sorted.iter().filter(|(_, set)| set >> lane & 1 == 0) {
            if last.replace(value) != Some(value) {
                counts[lane] += 1;
                if values.len() < MOST_VALUES {
                    values.push((value, 0));
                }
            }
            if counts[lane] == values.len() {
                values[counts[lane] - 1].1 += ways[set.count_ones() as usize];
            }
        }
        for (value, ways) in values {
            let contents = lanes.contents.id_of(&[Bits::known(value).truncate(width_bits)]);
            let turn = lanes.turn(scenario, lane as u32, contents).ok()?;
            if turn.end != TurnEnd::Done {
                return None;
            }
            if turn.handed != 0 {
                *found[lane].entry(turn.handed).or_default() += ways;
            }
        }
    }
    let mut seen = listed_results(lanes, &found);
    for seen in &mut seen {
        let at = lanes.lanes.iter().position(|lane| *lane == seen.lane)?;
        seen.count = counts[at];
        seen.orders = BigUint::from(factorial(count));
    }
    Some(seen)
}
