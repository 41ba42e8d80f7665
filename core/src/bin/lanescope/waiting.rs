//! Long questions: the progress on a terminal, and Ctrl+C.

use super::{complain, orders};
use lanescope_core::session::{Job, Progress};
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Whether Ctrl+C was pressed during a [`Wait`].
static IS_INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The time before the first line of progress, and between two of them.
const INTERVAL: Duration = Duration::from_millis(300);

/// The wait for the answer to a long question. On a terminal, it shows the progress. Ctrl+C ends the work, and what
/// is known by then is printed; a second Ctrl+C ends the program.
pub struct Wait {
    is_terminal: bool,
    /// The part of the work, and when it began.
    part: Option<(&'static str, Instant)>,
    shown: Option<Instant>,
    has_line: bool,
}

impl Wait {
    /// Begins to wait.
    pub fn new() -> Self {
        // Without a handler, Ctrl+C ends the program, as it does for other verbs.
        let _ = ctrlc::set_handler(|| {
            if IS_INTERRUPTED.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
        let is_terminal = io::stderr().is_terminal();
        Self { is_terminal, part: None, shown: None, has_line: false }
    }

    /// Shows the progress of a part of the work: `done` of at most `most`, or 0 of 0 if the part is not counted.
    /// Returns whether the work goes on.
    pub fn goes_on(&mut self, part: &'static str, done: u64, most: u64) -> bool {
        let now = Instant::now();
        let began = match self.part {
            Some((known, began)) if known == part => began,
            _ => now,
        };
        self.part = Some((part, began));
        let last = *self.shown.get_or_insert(now);
        if self.is_terminal && now - last >= INTERVAL {
            (self.shown, self.has_line) = (Some(now), true);
            // If standard error fails, there is nowhere to show the progress.
            let line = progress_in_words(part, done, most, now - began);
            let _ = write!(io::stderr(), "\r{line}\x1b[K");
        }
        !is_interrupted()
    }

    /// Ends the wait. Says so if Ctrl+C has ended the work.
    pub fn end(self) {
        if self.has_line {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
        if is_interrupted() {
            complain("interrupted; the answer is what is known so far");
        }
    }
}

/// Does a job in slices, and shows its progress. Returns its answer, as far as the work was done when Ctrl+C ended it.
pub fn wait<J: Job>(mut job: J, slice: usize) -> J::Answer {
    let mut wait = Wait::new();
    while !job.advance(slice) {
        let Progress { part, done, most } = job.progress();
        if !wait.goes_on(orders::part(part), done, most) {
            break;
        }
    }
    wait.end();
    job.finish()
}

fn is_interrupted() -> bool {
    IS_INTERRUPTED.load(Ordering::Relaxed)
}

/// Describes the progress of a part: `memory: states 1200000 of at most 4000000, at most 12 s left`. A part that is not
/// counted has its name alone.
fn progress_in_words(part: &str, done: u64, most: u64, elapsed: Duration) -> String {
    if most == 0 {
        return part.to_owned();
    }
    let left = match done {
        0 => String::new(),
        done => {
            // Estimates need no more digits than an `f64` has.
            let seconds = elapsed.as_secs_f64() * most.saturating_sub(done) as f64 / done as f64;
            format!(", at most {seconds:.0} s left")
        }
    };
    format!("{part} {done} of at most {most}{left}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_takes_as_long_for_each_part_as_the_part_that_is_done() {
        let line =
            |done, seconds| progress_in_words("memory: states", done, 100, Duration::from_secs(seconds));
        assert_eq!(line(0, 3), "memory: states 0 of at most 100");
        // A quarter took 5 s, so three quarters take 15 s.
        assert_eq!(line(25, 5), "memory: states 25 of at most 100, at most 15 s left");
        assert_eq!(line(100, 7), "memory: states 100 of at most 100, at most 0 s left");
    }
}
