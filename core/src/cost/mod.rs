//! The cost of the accesses of an instruction, counted with a cost model.
//!
//! 1. An instruction counts as one access of each lane: all bytes that the lane reads or writes during the instruction, whatever the
//!    rounds of its notation. A lane that is off or out of bounds accesses none.
//! 2. In global memory, neighbouring lanes form requests (`lanes4`, `lanes8`, `lanes16` or `texel_lanes` of the model). A request
//!    transfers each sector that its lanes touch once. Requests are added up, so a sector that two requests touch counts twice.
//! 3. In shared memory (surfaces of the kind `slm`), neighbouring lanes form groups. A group takes as many passes as the busiest
//!    bank has words. Lanes that access the same word share it, except writes if the model says so, and atomic operations.
//! 4. An atomic operation waits for those of other lanes on the same address.

use crate::base::{LaneId, SurfaceKind, counted};
use crate::exec::Run;
use crate::spec::{CostCount, CostKey, CostModel};
use crate::trace::AccessKind;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The counts of an instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Cost {
    /// The lanes that access memory.
    pub lanes: u32,
    /// Requests to global memory.
    pub requests: u32,
    /// Sectors of all requests.
    pub sectors: u32,
    /// Cache lines of all requests.
    pub lines: u32,
    /// Bytes of those sectors that lanes access.
    pub used_bytes: u32,
    /// All bytes of those sectors.
    pub transferred_bytes: u32,
    /// Passes over shared memory.
    pub passes: u32,
    /// Passes beyond one for each group of lanes.
    pub conflicts: u32,
    /// The most lanes with an atomic operation on one address.
    pub queue: u32,
    /// The atomic operations that execute one after another: for each unit of memory the longest queue, added up.
    pub atomic_passes: u32,
}

/// A byte of memory: its surface, or `None` if memory has addresses, and its address.
type Byte = (Option<usize>, u64);

/// The bytes that a lane accesses in one instruction.
#[derive(Default)]
struct LaneBytes {
    /// The bytes of global memory.
    global: BTreeSet<Byte>,
    /// The bytes of shared memory, each with whether it is written.
    shared: BTreeMap<Byte, bool>,
}

/// The lanes of an instruction with their bytes. Statements outside `foreach_active` have no lane.
type Lanes = BTreeMap<Option<LaneId>, LaneBytes>;

/// Counts the accesses of an instruction. An instruction that never began costs nothing.
pub fn cost(run: &Run, instruction: usize, model: &CostModel) -> Cost {
    let layout = &run.scenario().layout;
    let is_atomic = run.scenario().program[instruction].row.op_table().is_some();
    let mut lanes = Lanes::new();
    let mut queues = BTreeMap::<Byte, BTreeSet<Option<LaneId>>>::new();
    let mut has_texels = false;
    for event in run.accesses(instruction).iter().filter(|event| !event.is_dropped()) {
        let place = event.access.place;
        let Some(surface) = layout.surface_in(place.space) else { continue };
        let index = layout.surfaces.iter().position(|it| it.space == place.space);
        let byte = |offset: u32| match surface.base {
            Some(base) => (None, base + u64::from(offset)),
            None => (index, u64::from(model.get(CostKey::Base)) + u64::from(offset)),
        };
        has_texels |= !SurfaceKind::RAW.contains(&surface.kind);
        queues.entry(byte(place.byte_offset)).or_default().insert(event.lane);
        let bytes = lanes.entry(event.lane).or_default();
        for byte in (place.byte_offset..place.byte_offset + place.size_bytes).map(byte) {
            if surface.kind == SurfaceKind::Slm {
                *bytes.shared.entry(byte).or_default() |= event.kind == AccessKind::Write;
            } else {
                bytes.global.insert(byte);
            }
        }
    }
    let mut cost = Cost { lanes: lanes.len() as u32, ..Cost::default() };
    cost.count_requests(&lanes, has_texels, model);
    cost.count_passes(&lanes, is_atomic, model);
    if is_atomic {
        cost.count_queues(&queues, model);
    }
    cost
}

/// Splits lanes with bytes into groups of `size` neighbours. The statements without a lane are a group of their own.
fn groups<'a, T>(
    lanes: impl Iterator<Item = (Option<LaneId>, &'a T)>,
    size: u32,
) -> BTreeMap<Option<u32>, Vec<&'a T>> {
    let mut groups = BTreeMap::<_, Vec<&T>>::new();
    for (lane, bytes) in lanes {
        groups.entry(lane.map(|lane| u32::from(lane.0) / size)).or_default().push(bytes);
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

impl Cost {
    /// Returns a count.
    pub fn get(&self, count: CostCount) -> u32 {
        match count {
            CostCount::Requests => self.requests,
            CostCount::Sectors => self.sectors,
            CostCount::Lines => self.lines,
            CostCount::Passes => self.passes,
            CostCount::Conflicts => self.conflicts,
            CostCount::Queue => self.queue,
        }
    }

    /// Returns the counts in words. Empty if no lane accesses memory.
    pub fn in_words(&self) -> String {
        let mut parts = Vec::new();
        if self.sectors > 0 {
            let (used, all) = (self.used_bytes, self.transferred_bytes);
            let mut counts = vec![counted(self.sectors, "sector"), counted(self.lines, "line")];
            if self.requests > 1 {
                counts.insert(0, counted(self.requests, "request"));
            }
            parts.push(counts.join(", "));
            parts.push(format!("{used} of {all} bytes used ({} %)", 100 * used / all));
        }
        if self.passes > 0 {
            let passes =
                if self.passes == 1 { "1 pass".to_owned() } else { format!("{} passes", self.passes) };
            let conflicts = counted(self.conflicts, "bank conflict");
            parts.push(format!("{passes} over shared memory, {conflicts}"));
        }
        if self.queue > 1 {
            parts.push(format!("{} wait on one address", counted(self.queue, "lane")));
        }
        match parts.is_empty() {
            true => String::new(),
            false => format!("{}, {}", counted(self.lanes, "lane"), parts.join("; ")),
        }
    }

    /// Counts the requests to global memory.
    fn count_requests(&mut self, lanes: &Lanes, has_texels: bool, model: &CostModel) {
        let global = || lanes.iter().map(|(lane, it)| (*lane, &it.global)).filter(|(_, it)| !it.is_empty());
        let most_bytes = global().map(|(_, bytes)| bytes.len()).max().unwrap_or(0);
        let mut size = by_width(model, most_bytes, [CostKey::Lanes4, CostKey::Lanes8, CostKey::Lanes16]);
        if has_texels {
            size = size.min(model.get(CostKey::TexelLanes));
        }
        let sector_bytes = model.get(CostKey::Sector);
        for lanes in groups(global(), size).values() {
            let bytes: BTreeSet<Byte> = lanes.iter().flat_map(|bytes| bytes.iter().copied()).collect();
            let units = |size: u32| {
                bytes.iter().map(|(space, at)| (*space, at / u64::from(size))).collect::<BTreeSet<_>>().len()
            };
            self.requests += 1;
            self.sectors += units(sector_bytes) as u32;
            self.lines += units(model.get(CostKey::Line)) as u32;
            self.used_bytes += bytes.len() as u32;
        }
        self.transferred_bytes = self.sectors * sector_bytes;
    }

    /// Counts the passes over shared memory.
    fn count_passes(&mut self, lanes: &Lanes, is_atomic: bool, model: &CostModel) {
        let shared = || lanes.iter().map(|(lane, it)| (*lane, &it.shared)).filter(|(_, it)| !it.is_empty());
        let most_bytes = shared().map(|(_, bytes)| bytes.len()).max().unwrap_or(0);
        let size = by_width(model, most_bytes, [CostKey::Group4, CostKey::Group8, CostKey::Group16]);
        let (banks, bank_bytes) =
            (u64::from(model.get(CostKey::Banks)), u64::from(model.get(CostKey::BankBytes)));
        let writes_merge = model.get(CostKey::WritesMerge) == 1;
        for lanes in groups(shared(), size).values() {
            // For each bank, its words: each once for all lanes that share it, and once for each lane that does not.
            let mut words = BTreeMap::<u64, BTreeSet<(Option<usize>, u64, Option<usize>)>>::new();
            for (number, bytes) in lanes.iter().enumerate() {
                for ((space, at), is_written) in *bytes {
                    let is_shared = !is_atomic && (!is_written || writes_merge);
                    let word = at / bank_bytes;
                    let own = (!is_shared).then_some(number);
                    words.entry(word % banks).or_default().insert((*space, word, own));
                }
            }
            let passes = words.values().map(BTreeSet::len).max().unwrap_or(0) as u32;
            self.passes += passes;
            self.conflicts += passes.saturating_sub(1);
        }
    }

    /// Counts the atomic operations that wait for each other.
    fn count_queues(&mut self, queues: &BTreeMap<Byte, BTreeSet<Option<LaneId>>>, model: &CostModel) {
        let mut longest = BTreeMap::<Byte, u32>::new();
        for ((space, at), lanes) in queues {
            let unit = longest.entry((*space, at / u64::from(model.get(CostKey::AtomicUnit)))).or_default();
            *unit = (*unit).max(lanes.len() as u32);
        }
        self.queue = longest.values().copied().max().unwrap_or(0);
        self.atomic_passes = longest.values().sum();
    }
}
