//! Playback: converts elapsed time to cursors. A speed fixes the time per step or instruction, however many micro-steps
//! that has. If there are more than the screen can show, some are skipped.

use super::Model;
use lanescope_core::trace::Granularity;

/// The playback speed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Speed {
    /// One step per second, of the current step size.
    #[default]
    Step,
    /// One instruction in five seconds.
    InFive,
    /// One instruction per second.
    InOne,
    /// Each instruction without delay.
    AtOnce,
}

impl Speed {
    /// Returns the time for a step or an instruction, in microseconds.
    fn promised_us(self) -> u32 {
        match self {
            Self::Step | Self::InOne => 1_000_000,
            Self::InFive => 5_000_000,
            Self::AtOnce => 0,
        }
    }
}

/// The shortest time between two renderings. 30 per second leave a slow phone time to react to input.
const FRAME_US: u32 = 33_000;

impl Model {
    /// Returns the cursor at the end of the current step or instruction, and the number of cursors from its start to
    /// its end. A step counts as one cursor.
    fn stretch(&self) -> (u32, u32) {
        let Some(run) = self.run() else { return (self.cursor, 1) };
        if self.speed == Speed::Step {
            return (run.seek(self.cursor, self.granularity(), true), 1);
        }
        let end = run.seek(self.cursor, Granularity::Instruction, true);
        (end, (end - run.seek(end, Granularity::Instruction, false)).max(1))
    }

    /// Returns the time between two cursors, rounded up.
    fn each_us(&self) -> u32 {
        let count = if self.speed == Speed::Step { 1 } else { self.stretch().1 };
        self.speed.promised_us().div_ceil(count)
    }

    /// Returns the time between two steps during playback. Animations must end within it.
    pub fn pace_ms(&self) -> Option<u32> {
        self.playing.then(|| self.each_us() / 1000)
    }

    /// Returns the time from the last tick to the next visible change. `None` if not playing.
    pub fn wait_ms(&self) -> Option<u32> {
        self.playing.then(|| self.each_us().max(FRAME_US).saturating_sub(self.owed_us).div_ceil(1000))
    }

    /// Advances the cursor by the elapsed time. Stops at the end of the current instruction, so that each completed
    /// instruction is visible, and at the first stop on the way.
    pub(super) fn tick(&mut self, elapsed_ms: u32) {
        if !self.playing {
            return;
        }
        let (end, count) = self.stretch();
        let left = if self.speed == Speed::Step { 1 } else { end - self.cursor };
        let promised_us = self.speed.promised_us();
        // After a suspended page or on a slow machine, the backlog is limited to one instruction.
        self.owed_us += elapsed_ms.saturating_mul(1000).min(promised_us);
        let cursors = u64::from(self.owed_us) * u64::from(count);
        // A speed without delay completes the instruction at once.
        let done = cursors.checked_div(promised_us.into()).unwrap_or(u64::MAX).min(left.into());
        // Both fit in 32 bits: neither exceeds the value that it is computed from.
        self.owed_us -= (done * u64::from(promised_us) / u64::from(count)) as u32;
        let done = done as u32;
        let to = if done == left { end } else { self.cursor + done };
        let stop = self.stop_beside(true).filter(|stop| *stop <= to);
        self.seek(stop.unwrap_or(to));
        self.playing = stop.is_none() && self.cursor != self.run_len();
    }
}
