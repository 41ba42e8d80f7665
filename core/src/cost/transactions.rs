//! The transactions of an instruction: its requests to global memory, its groups of lanes in shared memory, and its queues.

use crate::base::{LaneId, LaneMask, SurfaceKind};
use crate::exec::Run;
use crate::machine::{Layout, Place};
use crate::spec::{CostKey, CostModel};
use crate::trace::AccessKind;
use rustc_hash::FxHashMap;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A unit of memory, such as a byte or a sector: the index of its surface, or `None` if memory has addresses, and its number from
/// the start of memory.
pub type MemoryUnit = (Option<usize>, u64);

/// The kind of an instruction's accesses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Traffic {
    /// Reads alone.
    #[default]
    Load,
    /// Writes, also with reads.
    Store,
    /// Atomic operations.
    Atomic,
}

/// The transactions of an instruction, by a cost model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transactions {
    /// The kind of its accesses.
    pub traffic: Traffic,
    /// The lanes that access memory. A statement outside `foreach_active` counts as one lane.
    pub lanes: u32,
    /// The times that lanes access memory, or try to out of bounds. A lane that retries has several.
    pub accesses: u32,
    /// Those that are dropped, and so transfer nothing.
    pub dropped: u32,
    /// The requests to global memory, by lane.
    pub requests: Vec<Request>,
    /// The groups of lanes that shared memory serves together, by lane.
    pub groups: Vec<BankGroup>,
    /// The longest queue of atomic operations in each unit of `atomic_unit` bytes.
    pub queues: BTreeMap<MemoryUnit, u32>,
    /// The sectors and lines that memory transfers: those of each request, or, if the model transfers a sector once for all
    /// requests, those of all lanes together.
    pub transfers: Vec<Request>,
    /// The size of a sector in bytes.
    pub sector_bytes: u32,
}

/// A request of neighbouring lanes to global memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// Its lanes.
    pub lanes: LaneMask,
    /// The sectors that its lanes touch.
    pub sectors: BTreeMap<MemoryUnit, Sector>,
    /// The number of cache lines that they touch.
    pub lines: u32,
}

/// The part of a request in one sector.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sector {
    /// The lanes that touch it.
    pub lanes: LaneMask,
    /// The number of bytes that they touch.
    pub used_bytes: u32,
}

/// Neighbouring lanes that shared memory serves together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BankGroup {
    /// The words of each bank, in the order of lanes. The group takes a pass for each word of its busiest bank.
    pub banks: BTreeMap<u32, Vec<BankWord>>,
}

/// A word of a bank that one pass serves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BankWord {
    /// The word.
    pub word: MemoryUnit,
    /// The lanes that share it.
    pub lanes: LaneMask,
}

/// A place that a lane accesses.
struct Touched {
    space: Option<usize>,
    bytes: Range<u64>,
    is_shared: bool,
    is_written: bool,
}

/// The bytes that a lane accesses in one round.
#[derive(Default)]
struct LaneBytes {
    /// The bytes of global memory.
    global: BTreeSet<MemoryUnit>,
    /// The bytes of shared memory, each with whether it is written.
    shared: BTreeMap<MemoryUnit, bool>,
}

/// The lanes of a round with their bytes. Statements outside `foreach_active` have no lane.
type Lanes = BTreeMap<Option<LaneId>, LaneBytes>;

/// The rounds of an instruction. A lane that repeats an access at the same place, such as a lane that retries, does so in its next
/// round. A run may have many rounds, so these are places, not bytes.
type Rounds = BTreeMap<u32, BTreeMap<Option<LaneId>, Vec<Touched>>>;

/// Returns the first byte of a place. `None` if the place is in no surface.
pub fn first_byte(layout: &Layout, place: Place, model: &CostModel) -> Option<MemoryUnit> {
    let index = layout.surface_index_in(place.space)?;
    let offset = u64::from(model.get(CostKey::Base)) + u64::from(place.byte_offset);
    Some(match &layout.surfaces[index].header {
        Some(header) => (None, header.base + offset),
        None => (Some(index), offset),
    })
}

/// Splits lanes into groups of `size` neighbours. The statements without a lane are a group of their own.
fn groups<'a, T>(
    lanes: impl Iterator<Item = (Option<LaneId>, &'a T)>,
    size: u32,
) -> BTreeMap<Option<u32>, Vec<(Option<LaneId>, &'a T)>> {
    let mut groups = BTreeMap::<_, Vec<_>>::new();
    for (lane, bytes) in lanes {
        groups.entry(lane.map(|lane| u32::from(lane.0) / size)).or_default().push((lane, bytes));
    }
    groups
}

/// Returns the parameter for the most bytes that a lane accesses.
fn by_width(model: &CostModel, most_bytes: usize, [up_to_4, up_to_8, more]: [CostKey; 3]) -> u32 {
    model.get(match most_bytes {
        ..=4 => up_to_4,
        5..=8 => up_to_8,
        _ => more,
    })
}

fn add(lanes: &mut LaneMask, lane: Option<LaneId>) {
    if let Some(lane) = lane {
        *lanes = lanes.with(lane.index(), true);
    }
}

impl Transactions {
    /// Returns the transactions of an instruction. An instruction that never began has none.
    pub fn new(run: &Run, instruction: usize, model: &CostModel) -> Self {
        let layout = &run.scenario().layout;
        let program = &run.scenario().program;
        let is_atomic = program.get(instruction).is_some_and(|bound| bound.row.op_table().is_some());
        let mut rounds = Rounds::new();
        let mut repeated = FxHashMap::<_, u32>::default();
        let mut attempts = BTreeSet::new();
        let mut addresses = BTreeMap::<MemoryUnit, BTreeSet<(Option<LaneId>, u32)>>::new();
        let (mut has_texels, mut traffic) = (false, Traffic::Load);
        for event in &run.accesses(instruction) {
            let place = event.access.place;
            let times = repeated.entry((event.lane, event.site, event.number, place)).or_default();
            let round = std::mem::replace(times, *times + 1);
            attempts.insert((event.lane, round));
            if event.is_dropped() {
                continue;
            }
            let Some(surface) = layout.surface_in(place.space) else { continue };
            has_texels |= !SurfaceKind::RAW.contains(&surface.kind);
            let Some((space, first)) = first_byte(layout, place, model) else { continue };
            if event.kind == AccessKind::Write {
                traffic = Traffic::Store;
            }
            addresses.entry((space, first)).or_default().insert((event.lane, round));
            rounds.entry(round).or_default().entry(event.lane).or_default().push(Touched {
                space,
                bytes: first..first + u64::from(place.size_bytes),
                is_shared: surface.kind == SurfaceKind::Slm,
                is_written: event.kind == AccessKind::Write,
            });
        }
        let mut queues = BTreeMap::<MemoryUnit, u32>::new();
        if is_atomic {
            for ((space, address), waiting) in addresses {
                let unit = address / u64::from(model.get(CostKey::AtomicUnit));
                let longest = queues.entry((space, unit)).or_default();
                *longest = (*longest).max(waiting.len() as u32);
            }
        }
        let lanes: BTreeSet<_> = rounds.values().flat_map(BTreeMap::keys).collect();
        let transferred: usize = rounds.values().map(BTreeMap::len).sum();
        let mut transactions = Self {
            traffic: if is_atomic { Traffic::Atomic } else { traffic },
            lanes: lanes.len() as u32,
            accesses: attempts.len() as u32,
            dropped: (attempts.len() - transferred) as u32,
            queues,
            sector_bytes: model.get(CostKey::Sector),
            ..Self::default()
        };
        for round in rounds.values() {
            let lanes = round.iter().map(|(lane, places)| (*lane, LaneBytes::new(places))).collect();
            transactions.requests.extend(requests(&lanes, has_texels, model));
            transactions.transfers.extend(transfers(&lanes, has_texels, model));
            transactions.groups.extend(bank_groups(&lanes, is_atomic, model));
        }
        transactions
    }
}

impl LaneBytes {
    fn new(places: &[Touched]) -> Self {
        let mut lane = Self::default();
        for place in places {
            for byte in place.bytes.clone().map(|byte| (place.space, byte)) {
                if place.is_shared {
                    *lane.shared.entry(byte).or_default() |= place.is_written;
                } else {
                    lane.global.insert(byte);
                }
            }
        }
        lane
    }
}

impl Request {
    /// Returns the number of sectors beyond those that the used bytes would fill.
    pub(super) fn excess(&self, sector_bytes: u32) -> u32 {
        let used: u32 = self.sectors.values().map(|sector| sector.used_bytes).sum();
        self.sectors.len() as u32 - used.div_ceil(sector_bytes)
    }
}

impl BankGroup {
    /// Returns the number of passes.
    pub fn passes(&self) -> u32 {
        self.banks.values().map(Vec::len).max().unwrap_or(0) as u32
    }
}

/// Returns the requests to global memory, or one request of all lanes if the model transfers each sector once.
fn transfers(lanes: &Lanes, has_texels: bool, model: &CostModel) -> Vec<Request> {
    match model.get(CostKey::Repeat) {
        0 => joined(lanes, LaneMask::LANES as u32, model),
        _ => requests(lanes, has_texels, model),
    }
}

/// Returns the requests to global memory.
fn requests(lanes: &Lanes, has_texels: bool, model: &CostModel) -> Vec<Request> {
    let global = || lanes.iter().map(|(lane, it)| (*lane, &it.global)).filter(|(_, it)| !it.is_empty());
    let most_bytes = global().map(|(_, bytes)| bytes.len()).max().unwrap_or(0);
    let size = match has_texels {
        true => model.get(CostKey::TexelLanes),
        false => by_width(
            model,
            most_bytes,
            [CostKey::LanesUpTo4Bytes, CostKey::LanesUpTo8Bytes, CostKey::LanesOver8Bytes],
        ),
    };
    joined(lanes, size, model)
}

/// Joins `size` neighbouring lanes to a request each.
fn joined(lanes: &Lanes, size: u32, model: &CostModel) -> Vec<Request> {
    let global = lanes.iter().map(|(lane, it)| (*lane, &it.global)).filter(|(_, it)| !it.is_empty());
    let sector_bytes = u64::from(model.get(CostKey::Sector));
    let line_bytes = u64::from(model.get(CostKey::Line));
    let request = |lanes: &Vec<(Option<LaneId>, &BTreeSet<MemoryUnit>)>| {
        let mut request = Request::default();
        let mut bytes = BTreeSet::new();
        for (lane, own) in lanes {
            add(&mut request.lanes, *lane);
            for (space, byte) in *own {
                let sector = request.sectors.entry((*space, byte / sector_bytes)).or_default();
                sector.used_bytes += u32::from(bytes.insert((*space, *byte)));
                add(&mut sector.lanes, *lane);
            }
        }
        let lines: BTreeSet<MemoryUnit> =
            bytes.iter().map(|(space, byte)| (*space, byte / line_bytes)).collect();
        Request { lines: lines.len() as u32, ..request }
    };
    groups(global, size).values().map(request).collect()
}

/// Returns the groups of lanes in shared memory.
fn bank_groups(lanes: &Lanes, is_atomic: bool, model: &CostModel) -> Vec<BankGroup> {
    let shared = || lanes.iter().map(|(lane, it)| (*lane, &it.shared)).filter(|(_, it)| !it.is_empty());
    let most_bytes = shared().map(|(_, bytes)| bytes.len()).max().unwrap_or(0);
    let size = by_width(
        model,
        most_bytes,
        [CostKey::GroupUpTo4Bytes, CostKey::GroupUpTo8Bytes, CostKey::GroupOver8Bytes],
    );
    let banks = u64::from(model.get(CostKey::BankCount));
    let bank_bytes = u64::from(model.get(CostKey::BankBytes));
    let writes_merge = model.get(CostKey::WritesMerge) == 1;
    let group = |lanes: &Vec<(Option<LaneId>, &BTreeMap<MemoryUnit, bool>)>| {
        // A lane that does not share its word has an entry of its own. Its key names the lane.
        let mut words = BTreeMap::<(MemoryUnit, Option<Option<LaneId>>), LaneMask>::new();
        for (lane, bytes) in lanes {
            for ((space, byte), is_written) in *bytes {
                let is_shared = !is_atomic && (!is_written || writes_merge);
                let own = (!is_shared).then_some(*lane);
                add(words.entry(((*space, byte / bank_bytes), own)).or_default(), *lane);
            }
        }
        let mut group = BankGroup::default();
        for ((word, _), lanes) in words {
            let bank = (word.1 % banks) as u32;
            group.banks.entry(bank).or_default().push(BankWord { word, lanes });
        }
        group
    };
    groups(shared(), size).values().map(group).collect()
}
