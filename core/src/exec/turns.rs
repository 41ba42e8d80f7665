//! Who goes next.

use crate::base::{LaneMask, Schedule, split_mix};
use smallvec::SmallVec;

/// How many turns each lane has had on average when it is first looked whether all wait for each other. No lane of a manual's
/// text has as many.
const FIRST_LOOK: u32 = 8;

/// The turns of the lanes of one `foreach_active`.
#[derive(Clone, Debug)]
pub(super) struct Turns {
    /// The enabled lanes in the order in which turns go round.
    round: SmallVec<[u8; 32]>,
    /// Where in the round the next turn is.
    position: usize,
    /// State of the generator, for drawn turns.
    draw: Option<u64>,
    /// Lanes that still have something to do.
    running: LaneMask,
    /// How many turns have been given.
    given: u32,
    /// The lanes that have had one.
    had: LaneMask,
    /// Whether one of them has had another.
    pub is_repeated: bool,
    /// After how many it is looked whether all lanes wait for each other.
    look_at: u32,
    /// The lane that has its turn.
    pub current: Option<u8>,
    /// Whether it has accessed shared memory in this turn.
    pub accessed: bool,
    /// Whether it is inside an `atomic` block.
    pub in_atomic: bool,
}

impl Turns {
    /// The turns of the enabled lanes in a `foreach_active`, by its number from 0 among those that the instruction runs.
    /// `salt` makes drawn turns differ from one to the next.
    pub fn new(schedule: &Schedule, loop_number: usize, enabled: LaneMask, salt: u64) -> Self {
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
            round,
            position: 0,
            draw,
            running: enabled,
            given: 0,
            had: LaneMask::default(),
            is_repeated: false,
            look_at: FIRST_LOOK * enabled.0.count_ones(),
            current: None,
            accessed: false,
            in_atomic: false,
        }
    }

    /// Gives the next turn; `None` when every lane is done.
    pub fn next(&mut self) -> Option<u8> {
        self.accessed = false;
        self.given = self.given.saturating_add(1);
        self.current = if self.running.count() == 0 {
            None
        } else if let Some(state) = &mut self.draw {
            let skip = split_mix(state) % self.running.count() as u64;
            self.running.lanes().nth(skip as usize).map(|lane| lane.0)
        } else {
            // Some lane of the round is running, so at most one whole round is searched.
            let mut ahead = (self.position..self.round.len()).chain(0..self.position);
            let found = ahead.find(|&at| self.running.contains(usize::from(self.round[at])));
            found.map(|at| {
                self.position = at + 1;
                self.round[at]
            })
        };
        if let Some(lane) = self.current.map(usize::from) {
            self.is_repeated |= self.had.contains(lane);
            self.had = self.had.with(lane, true);
        }
        self.current
    }

    /// Whether lanes have had so many turns that it has to be looked whether all wait for each other.
    pub fn is_look_due(&self) -> bool {
        self.given >= self.look_at
    }

    /// They do not. The next look is when there have been twice as many turns, so that looks cost no more than turns do.
    pub fn look_later(&mut self) {
        self.look_at = self.look_at.saturating_mul(2);
    }

    /// The lanes that still have something to do.
    pub fn running(&self) -> LaneMask {
        self.running
    }

    /// Gives the next turn to that lane, whatever the schedule says.
    pub fn give(&mut self, lane: u8) {
        self.accessed = false;
        self.current = Some(lane);
    }

    /// No lane has anything left to do.
    pub fn finish_all(&mut self) {
        self.running = LaneMask::default();
    }

    /// The current lane is done for good. Returns which it is.
    pub fn finish_current(&mut self) -> Option<u8> {
        let lane = self.current.take()?;
        self.running = self.running.with(usize::from(lane), false);
        Some(lane)
    }
}
