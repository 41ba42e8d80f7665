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
    /// Every speed, ascending.
    pub const ALL: [Speed; 4] = [Self::Step, Self::InFive, Self::InOne, Self::AtOnce];

    /// As a list shows it.
    pub fn label(self) -> &'static str {
        match self {
            Self::Step => "1 s/step",
            Self::InFive => "5 s/instruction",
            Self::InOne => "1 s/instruction",
            Self::AtOnce => "at once",
        }
    }

    /// The time that a step or an instruction takes.
    fn promised_ms(self) -> f64 {
        match self {
            Self::Step | Self::InOne => 1000.0,
            Self::InFive => 5000.0,
            Self::AtOnce => 0.0,
        }
    }
}

/// The shortest time between two pictures: thirty a second leave a slow phone time to answer a finger.
const FRAME_MS: f64 = 33.0;

impl Model {
    /// Where the run stands at the end of the step or the instruction under way, and how many cursors that is from its
    /// other end; the whole step counts as one.
    fn stretch(&self) -> (u32, u32) {
        let Some(run) = self.run() else { return (self.cursor, 1) };
        let forward = !self.backwards;
        if self.speed == Speed::Step {
            return (run.seek(self.cursor, self.granularity, forward), 1);
        }
        let end = run.seek(self.cursor, Granularity::Instruction, forward);
        (end, end.abs_diff(run.seek(end, Granularity::Instruction, !forward)))
    }

    /// Time from cursor to cursor.
    fn each_ms(&self) -> f64 {
        let count = if self.speed == Speed::Step { 1 } else { self.stretch().1 };
        self.speed.promised_ms() / f64::from(count.max(1))
    }

    /// Time from step to step while it plays, in which what a step moves has to arrive.
    pub fn pace_ms(&self) -> Option<u32> {
        // At most five seconds, so it fits.
        self.playing.then(|| self.each_ms() as u32)
    }

    /// The time after the last tick at which something is to be seen; `None` while it does not play.
    pub fn wait_ms(&self) -> Option<f64> {
        self.playing.then(|| self.each_ms().max(FRAME_MS) - self.owed_ms)
    }

    /// Goes where the run is to stand when that much more time has gone by: to the end of the instruction under way at
    /// most, so that each of them is seen done, and to the first stop on the way.
    pub(super) fn tick(&mut self, elapsed_ms: f64) {
        if !self.playing {
            return;
        }
        let forward = !self.backwards;
        let (end, each_ms) = (self.stretch().0, self.each_ms());
        let left = if self.speed == Speed::Step { 1 } else { self.cursor.abs_diff(end) };
        // A page that slept, or a machine too slow for the promise, owes one instruction and no more.
        self.owed_ms += elapsed_ms.min(self.speed.promised_ms());
        let to = if self.owed_ms >= f64::from(left) * each_ms {
            self.owed_ms -= f64::from(left) * each_ms;
            end
        } else {
            // Less than `left`, so it fits.
            let done = (self.owed_ms / each_ms) as u32;
            self.owed_ms -= f64::from(done) * each_ms;
            match (self.speed, forward) {
                (Speed::Step, _) => self.cursor,
                (_, true) => self.cursor + done,
                (_, false) => self.cursor - done,
            }
        };
        let is_passed = |stop: &u32| if forward { to >= *stop } else { to <= *stop };
        let stop = self.stop_beside(forward).filter(is_passed);
        self.seek(stop.unwrap_or(to));
        self.playing = stop.is_none() && self.cursor != if forward { self.run_len() } else { 0 };
    }
}
