//! Playing: where the time that has gone by leads to. A speed is a promise, kept whatever the number of micro-steps:
//! where there are more than a screen can show, some are passed over.

use super::Model;
use lanescope_core::trace::Granularity;

/// How fast it plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Speed {
    /// A step in a second, as far as the granularity says.
    #[default]
    Step,
    /// An instruction in five seconds.
    InFive,
    /// An instruction in a second.
    InOne,
    /// An instruction at once.
    AtOnce,
}

impl Speed {
    /// The time that a step or an instruction takes, in microseconds.
    fn promised_us(self) -> u32 {
        match self {
            Self::Step | Self::InOne => 1_000_000,
            Self::InFive => 5_000_000,
            Self::AtOnce => 0,
        }
    }
}

/// The shortest time between two drawings of the page: thirty a second leave a slow phone time to answer a finger.
const FRAME_US: u32 = 33_000;

impl Model {
    /// Where the run stands at the end of the step or the instruction under way, and how many cursors that is from its
    /// other end; the whole step counts as one.
    fn stretch(&self) -> (u32, u32) {
        let Some(run) = self.run() else { return (self.cursor, 1) };
        let forward = !self.backwards;
        if self.speed == Speed::Step {
            return (run.seek(self.cursor, self.granularity(), forward), 1);
        }
        let end = run.seek(self.cursor, Granularity::Instruction, forward);
        (end, end.abs_diff(run.seek(end, Granularity::Instruction, !forward)).max(1))
    }

    /// Time from cursor to cursor, rounded up.
    fn each_us(&self) -> u32 {
        let count = if self.speed == Speed::Step { 1 } else { self.stretch().1 };
        self.speed.promised_us().div_ceil(count)
    }

    /// Time from step to step while it plays, in which what a step moves has to arrive.
    pub fn pace_ms(&self) -> Option<u32> {
        self.playing.then(|| self.each_us() / 1000)
    }

    /// The time after the last tick at which something is to be seen; `None` while it does not play.
    pub fn wait_ms(&self) -> Option<u32> {
        self.playing.then(|| self.each_us().max(FRAME_US).saturating_sub(self.owed_us).div_ceil(1000))
    }

    /// Goes where the run is to stand when that much more time has gone by: to the end of the instruction under way at
    /// most, so that each of them is seen done, and to the first stop on the way.
    pub(super) fn tick(&mut self, elapsed_ms: u32) {
        if !self.playing {
            return;
        }
        let forward = !self.backwards;
        let (end, count) = self.stretch();
        let left = if self.speed == Speed::Step { 1 } else { self.cursor.abs_diff(end) };
        let promised_us = self.speed.promised_us();
        // A page that slept, or a machine too slow for the promise, owes one instruction and no more.
        self.owed_us += elapsed_ms.saturating_mul(1000).min(promised_us);
        let cursors = u64::from(self.owed_us) * u64::from(count);
        // Where nothing is promised to take time, all of it is done at once.
        let done = cursors.checked_div(promised_us.into()).unwrap_or(u64::MAX).min(left.into());
        // Both fit: neither is more than what they are taken from.
        self.owed_us -= (done * u64::from(promised_us) / u64::from(count)) as u32;
        let done = done as u32;
        let to = match forward {
            _ if done == left => end,
            true => self.cursor + done,
            false => self.cursor - done,
        };
        let is_passed = |stop: &u32| if forward { to >= *stop } else { to <= *stop };
        let stop = self.stop_beside(forward).filter(is_passed);
        self.seek(stop.unwrap_or(to));
        self.playing = stop.is_none() && self.cursor != if forward { self.run_len() } else { 0 };
    }
}
