//! The results of each lane: the values that it can return, each with the number of orders in which it does.

use super::count::Count;
use super::lanes::MeetingLanes;
use crate::base::{Bits, LaneId};
use crate::machine::Place;
use num_bigint::BigUint;
use rustc_hash::FxHashMap;

/// The maximum number of values of a lane that are listed.
pub(super) const MOST_VALUES: usize = 256;

/// The values that a lane can leave in one of its destinations. Values of two lanes need not occur together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The lane.
    pub lane: LaneId,
    /// The destination.
    pub place: Place,
    /// A mask of its bits.
    pub mask: u64,
    /// The values, ascending, each with the number of orders of the group in which the lane returns it. Only the first
    /// 256.
    pub values: Vec<(Bits, BigUint)>,
    /// The number of values.
    pub count: usize,
    /// The number of orders in which the lane returns one of them.
    pub orders: BigUint,
}

/// Returns the results of each lane, given the number of orders for each number in [`MeetingLanes::returned`].
pub(super) fn listed_results<C: Count>(lanes: &MeetingLanes, found: &[FxHashMap<u32, C>]) -> Vec<Seen> {
    lanes.lanes.iter().zip(found).flat_map(|(lane, found)| of_lane(lanes, *lane, found)).collect()
}

/// Returns the results of a lane in each of its destinations.
fn of_lane<C: Count>(lanes: &MeetingLanes, lane: LaneId, found: &FxHashMap<u32, C>) -> Vec<Seen> {
    // Values with their defined bits, each with its number of orders.
    type Results<C> = Vec<((u64, u64), C)>;
    let mut places = FxHashMap::<(Place, u64), Results<C>>::default();
    for (handed, ways) in found {
        for &(place, mask, bits) in lanes.returned.get(*handed) {
            places.entry((place, mask)).or_default().push(((bits.value, bits.defined), ways.clone()));
        }
    }
    let seen = |((place, mask), mut values): ((Place, u64), Results<C>)| {
        values.sort_unstable_by_key(|(bits, _)| *bits);
        values.dedup_by(|(bits, ways), (known, all)| {
            let is_same = bits == known;
            if is_same {
                all.add_product(ways, &C::new(1));
            }
            is_same
        });
        let first = values.iter().take(MOST_VALUES);
        let listed = first.map(|&((value, defined), ref ways)| (Bits { value, defined }, ways.big()));
        let mut orders = C::new(0);
        values.iter().for_each(|(_, ways)| orders.add_product(ways, &C::new(1)));
        Seen { lane, place, mask, values: listed.collect(), count: values.len(), orders: orders.big() }
    };
    let mut all: Vec<Seen> = places.into_iter().map(seen).collect();
    all.sort_by_key(|seen| (seen.place.space, seen.place.byte_offset));
    all
}
