//! The cost of the accesses of an instruction, counted with a cost model.
//!
//! [`Transactions`] are the requests, bank groups and queues of an instruction, and [`Cost`] is their number.
//!
//! 1. An instruction counts as one access of each lane: all bytes that the lane reads or writes during the instruction. A lane that
//!    repeats an access at the same place, as a lock does, has one more access for each repetition. A lane that is off accesses
//!    nothing. An access out of bounds transfers nothing, but counts as an access.
//! 2. In global memory, neighbouring lanes form requests (`lanes4`, `lanes8`, `lanes16` or `texel_lanes` of the model). Memory transfers
//!    each sector and line that the instruction touches once, or, with `repeat=1`, once for each request that touches it.
//! 3. In shared memory (surfaces of the kind `slm`), neighbouring lanes form groups. A group takes as many passes as the busiest
//!    bank has words. Lanes that access the same word share it, except writes if the model says so, and atomic operations.
//! 4. An atomic operation waits for those of other lanes on the same address.

mod transactions;

pub use transactions::{BankGroup, BankWord, MemoryUnit, Request, Sector, Traffic, Transactions, first_byte};

use crate::base::counted;
use crate::exec::Run;
use crate::spec::{CostCount, CostModel};
use serde::Serialize;

/// The counts of an instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Cost {
    /// The lanes that access memory.
    pub lanes: u32,
    /// Requests to global memory.
    pub requests: u32,
    /// Sectors that memory transfers.
    pub sectors: u32,
    /// Cache lines that the instruction touches.
    pub lines: u32,
    /// Bytes of those sectors that lanes access.
    pub used_bytes: u64,
    /// All bytes of those sectors.
    pub transferred_bytes: u64,
    /// Passes over shared memory.
    pub passes: u32,
    /// Passes beyond one for each group of lanes.
    pub conflicts: u32,
    /// The most atomic operations on one address.
    pub queue: u32,
    /// The atomic operations that execute one after another: for each unit of memory the longest queue, added up.
    pub atomic_passes: u32,
    /// The times that lanes access memory, also out of bounds.
    pub accesses: u32,
    /// The sectors beyond those that the used bytes would fill.
    pub excess_sectors: u32,
    /// The accesses that are dropped, and so transfer nothing.
    pub dropped: u32,
}

/// Counts the accesses of an instruction. An instruction that never began costs nothing.
pub fn cost(run: &Run, instruction: usize, model: &CostModel) -> Cost {
    Transactions::new(run, instruction, model).cost()
}

impl Transactions {
    /// Counts the transactions.
    pub fn cost(&self) -> Cost {
        let sectors = || self.transfers.iter().flat_map(|request| request.sectors.values());
        let passes = || self.groups.iter().map(BankGroup::passes);
        Cost {
            lanes: self.lanes,
            accesses: self.accesses,
            dropped: self.dropped,
            excess_sectors: self.transfers.iter().map(|request| request.excess(self.sector_bytes)).sum(),
            requests: self.requests.len() as u32,
            sectors: sectors().count() as u32,
            lines: self.transfers.iter().map(|request| request.lines).sum(),
            used_bytes: sectors().map(|sector| u64::from(sector.used_bytes)).sum(),
            transferred_bytes: sectors().count() as u64 * u64::from(self.sector_bytes),
            passes: passes().sum(),
            conflicts: passes().map(|passes| passes.saturating_sub(1)).sum(),
            queue: self.queues.values().copied().max().unwrap_or(0),
            atomic_passes: self.queues.values().sum(),
        }
    }
}

impl std::iter::Sum for Cost {
    /// Adds up the costs of instructions. The queue is the longest one.
    fn sum<I: Iterator<Item = Self>>(costs: I) -> Self {
        costs.fold(Self::default(), |sum, cost| Self {
            lanes: sum.lanes + cost.lanes,
            requests: sum.requests + cost.requests,
            sectors: sum.sectors + cost.sectors,
            lines: sum.lines + cost.lines,
            used_bytes: sum.used_bytes + cost.used_bytes,
            transferred_bytes: sum.transferred_bytes + cost.transferred_bytes,
            passes: sum.passes + cost.passes,
            conflicts: sum.conflicts + cost.conflicts,
            queue: sum.queue.max(cost.queue),
            atomic_passes: sum.atomic_passes + cost.atomic_passes,
            accesses: sum.accesses + cost.accesses,
            excess_sectors: sum.excess_sectors + cost.excess_sectors,
            dropped: sum.dropped + cost.dropped,
        })
    }
}

/// Formats a count with a noun whose plural ends in `es`: `1 pass`, `8 passes`.
pub fn with_es(count: u32, thing: &str) -> String {
    let plural = if count == 1 { "" } else { "es" };
    format!("{count} {thing}{plural}")
}

impl Cost {
    /// Returns the cost of several instructions in words, with the excess over the ideal. Empty without an access.
    pub fn total_in_words(&self) -> String {
        let mut parts = vec![with_es(self.accesses, "access")];
        if self.dropped > 0 {
            parts[0] += &format!(", {} of them dropped", self.dropped);
        }
        if self.sectors > 0 {
            let (sectors, excess) = (counted(self.sectors, "sector"), self.excess_sectors);
            parts.push(format!("{sectors}, {excess} more than the used bytes fill"));
        }
        if self.passes > 0 {
            let passes = with_es(self.passes, "pass");
            parts.push(format!("{passes}, {} for bank conflicts", self.conflicts));
        }
        if self.queue > 1 {
            parts.push(self.queue_in_words());
        }
        if self.accesses == 0 { String::new() } else { parts.join("; ") }
    }

    /// Returns a count.
    pub fn get(&self, count: CostCount) -> u32 {
        match count {
            CostCount::Accesses => self.accesses,
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
            let passes = with_es(self.passes, "pass");
            let conflicts = counted(self.conflicts, "bank conflict");
            parts.push(format!("{passes} over shared memory, {conflicts}"));
        }
        if self.queue > 1 {
            parts.push(self.queue_in_words());
        }
        if let Some(first) = parts.first_mut() {
            *first = format!("{}, {first}", counted(self.lanes, "lane"));
        }
        match self.dropped {
            0 => {}
            1 => parts.push("1 dropped access transfers nothing".to_owned()),
            dropped => parts.push(format!("{dropped} dropped accesses transfer nothing")),
        }
        parts.join("; ")
    }

    fn queue_in_words(&self) -> String {
        format!("up to {} on one address", counted(self.queue, "atomic operation"))
    }
}
