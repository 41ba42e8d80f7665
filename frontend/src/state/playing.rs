//! Playback: converts elapsed time to cursors. A step takes a fixed time. In fast playback, an instruction takes a fixed
//! time, however many micro-steps it has. If there are more than the screen can show, some are skipped.

use super::Model;
use lanescope_core::trace::Granularity;

/// The time of a step.
const STEP_US: u32 = 1_000_000;
/// The time of an instruction in fast playback.
const INSTRUCTION_US: u32 = 5_000_000;

/// The shortest time between two renderings. 30 per second leave a slow phone time to react to input.
const FRAME_US: u32 = 33_000;

impl Model {
    /// Returns the time of a step, or of an instruction in fast playback.
    fn promised_us(&self) -> u32 {
        if self.plays_fast { INSTRUCTION_US } else { STEP_US }
    }

    /// Returns the cursor at the end of the current step or instruction, and the number of cursors from its start to
    /// its end. A step counts as one cursor.
    fn stretch(&self) -> (u32, u32) {
        let Some(run) = self.run() else { return (self.cursor, 1) };
        if !self.plays_fast {
            return (run.seek(self.cursor, self.granularity(), true), 1);
        }
        let end = run.seek(self.cursor, Granularity::Instruction, true);
        (end, (end - run.seek(end, Granularity::Instruction, false)).max(1))
    }

    /// Returns the time between two cursors, rounded up.
    fn each_us(&self) -> u32 {
        self.promised_us().div_ceil(self.stretch().1)
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
        let left = if self.plays_fast { end - self.cursor } else { 1 };
        let promised_us = self.promised_us();
        // After a suspended page or on a slow machine, the backlog is limited to one instruction.
        self.owed_us += elapsed_ms.saturating_mul(1000).min(promised_us);
        let done = (u64::from(self.owed_us) * u64::from(count) / u64::from(promised_us)).min(left.into());
        // Both fit in 32 bits: neither exceeds the value that it is computed from.
        self.owed_us -= (done * u64::from(promised_us) / u64::from(count)) as u32;
        let done = done as u32;
        let to = if done == left { end } else { self.cursor + done };
        let stop = self.stop_beside(true).filter(|stop| *stop <= to);
        self.seek(stop.unwrap_or(to));
        self.playing = stop.is_none() && self.cursor != self.run_len();
    }
}
