//! The turns of lanes: which lane runs next, and whether lanes wait for each other.

use crate::base::{LaneMask, Schedule, split_mix};
use crate::semantics::Pc;
use smallvec::SmallVec;

/// The average number of turns of a lane before the first check for lanes that wait for each other. No lane of a built-in text
/// has as many.
const FIRST_WAIT_CHECK: u32 = 8;

/// The turns of the lanes of one `foreach_active`.
#[derive(Clone, Debug)]
pub(super) struct Scheduler {
    /// The first statement after the loop.
    pub end: Pc,
    /// The enabled lanes in the order of a round of turns.
    round: SmallVec<[u8; 32]>,
    /// The position of the next turn in the round.
    position: usize,
    /// The state of the random generator, for a seeded schedule.
    draw: Option<u64>,
    pub running: LaneMask,
    given: u32,
    /// The number of turns at which the next check for waiting lanes is due.
    wait_check_at: u32,
    pub current: Option<u8>,
    /// Whether the current lane has accessed shared memory in this turn.
    pub accessed: bool,
    /// The statement with which the `atomic` block around the current lane begins; `None` outside blocks.
    pub block: Option<Pc>,
}

impl Scheduler {
    /// Creates the turns of a `foreach_active` that ends before the statement `end`. `loop_number` counts the loops that the instruction runs, from 0. `salt` makes the
    /// turns of a seeded schedule differ between loops.
    pub fn new(schedule: &Schedule, loop_number: usize, enabled: LaneMask, salt: u64, end: Pc) -> Self {
        let lanes = || enabled.lanes().map(|lane| lane.0);
        let mut round: SmallVec<[u8; 32]> = match schedule {
            Schedule::Explicit(lists) => {
                let listed = lists.get(loop_number).or(lists.last()).into_iter().flatten();
                listed.copied().filter(|&lane| enabled.contains(usize::from(lane))).collect()
            }
            _ => SmallVec::new(),
        };
        let listed = round.iter().fold(LaneMask::default(), |mask, &lane| mask.with(usize::from(lane), true));
        round.extend(lanes().filter(|&lane| !listed.contains(usize::from(lane))));
        if *schedule == Schedule::Descending {
            round.reverse();
        }
        let draw = match schedule {
            Schedule::Seeded(seed) => Some(seed ^ salt.wrapping_mul(0x9e37_79b9_7f4a_7c15)),
            _ => None,
        };
        Self {
            end,
            round,
            position: 0,
            draw,
            running: enabled,
            given: 0,
            wait_check_at: FIRST_WAIT_CHECK * enabled.0.count_ones(),
            current: None,
            accessed: false,
            block: None,
        }
    }

    /// Gives the next turn. Returns its lane, or `None` if every lane is done.
    pub fn give_next_turn(&mut self) -> Option<u8> {
        self.accessed = false;
        self.given = self.given.saturating_add(1);
        self.current = if self.running.count() == 0 {
            None
        } else if let Some(state) = &mut self.draw {
            let skip = split_mix(state) % self.running.count() as u64;
            self.running.lanes().nth(skip as usize).map(|lane| lane.0)
        } else {
            // Some lane of the round is not done, so the search covers at most one round.
            let mut ahead = (self.position..self.round.len()).chain(0..self.position);
            let found = ahead.find(|&at| self.running.contains(usize::from(self.round[at])));
            found.map(|at| {
                self.position = at + 1;
                self.round[at]
            })
        };
        self.current
    }

    /// Returns whether a check for lanes that wait for each other is due.
    pub fn is_wait_check_due(&self) -> bool {
        self.given >= self.wait_check_at
    }

    /// Postpones the next check until there have been twice as many turns. So checks cost no more than turns do.
    pub fn postpone_wait_check(&mut self) {
        self.wait_check_at = self.wait_check_at.saturating_mul(2);
    }

    /// Gives the next turn to `lane`, regardless of the schedule.
    pub fn give_turn_to(&mut self, lane: u8) {
        self.accessed = false;
        self.current = Some(lane);
    }

    pub fn finish_current(&mut self) {
        if let Some(lane) = self.current.take() {
            self.running = self.running.with(usize::from(lane), false);
        }
    }
}
