//! The cursor, playback, and the stops of a run.
//!
//! Playback converts elapsed time to cursors. A step takes a fixed time. In fast playback, an instruction takes a fixed
//! time, however many micro-steps it has. If there are more than the screen can show, some are skipped.

use super::by_identity::ByIdentity;
use super::sliced::Sliced;
use super::stage::{Stage, StagedRun};
use super::stops::{SearchWork, StopSearching, Stops, breakpoints_after};
use lanescope_core::session::run::{Breakpoint, Run, StopSearch, nearest_stop};
use lanescope_core::trace::Granularity;
use std::rc::Rc;

/// The cursor, playback, and the stops of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Playback {
    /// The number of executed micro-steps of the run on the stage.
    pub cursor: u32,
    /// The cursor and fingerprint in the link that was opened, until there is a run to compare them with.
    pub(super) linked_moment: Option<(u32, u32)>,
    pub playing: bool,
    /// Playback time in microseconds that has elapsed but has not been turned into steps yet.
    pub elapsed_us: u32,
    /// The user's breakpoints.
    pub breakpoints: Rc<Vec<Breakpoint>>,
    /// The stop condition, as typed.
    pub until: Rc<str>,
    /// The steps at which breakpoints and the condition stop the run on the stage.
    pub stops: Rc<Stops>,
    /// The search for these steps in a long run, until it has ended.
    pub search: Option<StopSearching>,
    /// The pinned cursor, with which the current moment is compared.
    pub pinned: Option<u32>,
}

/// An event that moves the cursor or changes its stops.
#[derive(Clone, Debug, PartialEq)]
pub enum PlaybackAction {
    /// Steps the run.
    Step {
        /// The step size. `None` is the current step size.
        granularity: Option<Granularity>,
        /// Whether to step forward rather than back.
        forward: bool,
    },
    /// Moves the cursor to this many executed micro-steps.
    Seek(u32),
    /// Moves the cursor to the end of the run.
    SeekEnd,
    /// Moves the cursor to the next or previous mark.
    SeekMark {
        /// Whether to move forward rather than back.
        forward: bool,
    },
    /// Moves the cursor to the next or previous stop.
    SeekStop {
        /// Whether to move forward rather than back.
        forward: bool,
    },
    /// Starts or pauses playback. At the end of the run, playback starts from its beginning.
    Play(bool),
    /// Advances playback by this many milliseconds.
    Tick(u32),
    /// Toggles a breakpoint.
    Breakpoint(Breakpoint),
    /// Sets the stop condition.
    Until(Rc<str>),
    /// Delivers the result of a search for stops.
    StopsFound(ByIdentity<SearchWork>, Vec<u32>),
    /// Pins the current step for comparison, or unpins.
    Pin(bool),
}

/// The time of a step.
const STEP_US: u32 = 1_000_000;
/// The time of an instruction in fast playback.
const INSTRUCTION_US: u32 = 5_000_000;

/// The shortest time between two renderings. 30 per second leave a slow phone time to react to input.
const FRAME_US: u32 = 33_000;

/// The number of micro-steps between two looks at the clock.
const PIECE_STEPS: u32 = 1_000;

impl Sliced for ByIdentity<SearchWork> {
    type State = StopSearch;
    type Event = PlaybackAction;

    fn begin(&self) -> StopSearch {
        self.search.clone()
    }

    fn advance(&self, state: &mut StopSearch) -> bool {
        state.advance(&self.run, PIECE_STEPS)
    }

    fn result(&self, state: StopSearch) -> Option<PlaybackAction> {
        Some(PlaybackAction::StopsFound(self.clone(), state.stops()))
    }
}

impl Playback {
    /// Applies an action to the run on the stage. `plays_fast` is the setting.
    pub fn reduce(&mut self, action: PlaybackAction, stage: &Stage, plays_fast: bool) {
        match action {
            PlaybackAction::Step { granularity, forward } => {
                let granularity = granularity.unwrap_or(stage.granularity);
                let run = stage.run.as_ref();
                self.jump(run.map(|run| run.seek(self.cursor, granularity, forward)), stage);
            }
            PlaybackAction::Seek(cursor) => self.jump(Some(cursor), stage),
            PlaybackAction::SeekEnd => self.jump(Some(u32::MAX), stage),
            PlaybackAction::SeekMark { forward } => {
                let run = stage.run.as_deref();
                self.jump(run.and_then(|run| self.next_mark(run, forward)), stage);
            }
            PlaybackAction::SeekStop { forward } => self.seek_stop(forward, stage),
            PlaybackAction::Play(playing) => self.play(playing, stage.run_len()),
            PlaybackAction::Tick(elapsed_ms) => self.tick(elapsed_ms, stage, plays_fast),
            PlaybackAction::Breakpoint(breakpoint) => {
                let breakpoints = Rc::make_mut(&mut self.breakpoints);
                match breakpoints.iter().position(|it| *it == breakpoint) {
                    Some(index) => drop(breakpoints.remove(index)),
                    None => breakpoints.push(breakpoint),
                }
                self.find_stops(stage.run.as_ref());
            }
            PlaybackAction::Until(condition) => {
                self.until = condition;
                self.find_stops(stage.run.as_ref());
            }
            PlaybackAction::StopsFound(of, steps) => self.take_stops(&of, steps, stage),
            PlaybackAction::Pin(on) => self.pinned = on.then_some(self.cursor),
        }
    }

    /// Drops everything that belongs to the scenario.
    pub(super) fn forget_scenario(&mut self) {
        *self = Self { cursor: self.cursor, ..Self::default() };
    }

    /// Moves breakpoints with the lines of the text from `old` to `new`.
    pub(super) fn follow_instructions(&mut self, old: &StagedRun, new: &StagedRun) {
        if !self.breakpoints.is_empty() {
            self.breakpoints = Rc::new(breakpoints_after(&self.breakpoints, old, new));
        }
    }

    /// Limits the cursors to the length of a run.
    pub(super) fn limit_cursors(&mut self, run_len: u32) {
        self.cursor = self.cursor.min(run_len);
        self.pinned = self.pinned.filter(|pinned| *pinned <= run_len);
    }

    /// Stops playback and moves to `cursor`. `None` only stops playback.
    fn jump(&mut self, cursor: Option<u32>, stage: &Stage) {
        self.playing = false;
        if let Some(cursor) = cursor.filter(|_| stage.run.is_some()) {
            self.cursor = cursor.min(stage.run_len());
        }
    }

    pub(super) fn play(&mut self, playing: bool, run_len: u32) {
        if playing && self.cursor == run_len {
            self.cursor = 0;
        }
        self.elapsed_us = 0;
        self.playing = playing && run_len > 0;
    }

    /// Returns the cursor just after the next or previous marked step.
    fn next_mark(&self, run: &Run, forward: bool) -> Option<u32> {
        let mut cursors = run.marks().iter().map(|mark| mark.step + 1);
        if forward {
            cursors.find(|&cursor| cursor > self.cursor)
        } else {
            cursors.rfind(|&cursor| cursor < self.cursor)
        }
    }

    /// Moves to the next or previous stop. During a search, the move waits for its result.
    fn seek_stop(&mut self, forward: bool, stage: &Stage) {
        match &mut self.search {
            Some(search) => search.wanted = Some(forward),
            None => self.jump(nearest_stop(&self.stops.steps, self.cursor, forward), stage),
        }
    }

    /// Searches the stops again after the run, the breakpoints or the condition changed. A long run is searched in
    /// slices.
    pub(super) fn find_stops(&mut self, run: Option<&ByIdentity<Run>>) {
        let found = run.and_then(|run| Stops::find(run, &self.breakpoints, &self.until));
        let (stops, search) = found.unwrap_or_default();
        (self.stops, self.search) = (Rc::new(stops), search);
    }

    /// Takes the result of a search. Ignores it if another search has replaced the search.
    fn take_stops(&mut self, of: &ByIdentity<SearchWork>, steps: Vec<u32>, stage: &Stage) {
        if let Some(search) = self.search.take_if(|search| search.work == *of) {
            self.stops = Rc::new(Stops { steps, are_sought: false, error: self.stops.error.clone() });
            if let Some(forward) = search.wanted {
                self.seek_stop(forward, stage);
            }
        }
    }

    /// Returns the time between two cursors, rounded up.
    fn each_us(&self, stage: &Stage, plays_fast: bool) -> u32 {
        promised_us(plays_fast).div_ceil(self.stretch(stage, plays_fast).1)
    }

    /// Returns the cursor at the end of the current step or instruction, and the number of cursors from its start to
    /// its end. A step counts as one cursor.
    fn stretch(&self, stage: &Stage, plays_fast: bool) -> (u32, u32) {
        let Some(run) = &stage.run else { return (self.cursor, 1) };
        if !plays_fast {
            return (run.seek(self.cursor, stage.granularity, true), 1);
        }
        let end = run.seek(self.cursor, Granularity::Instruction, true);
        (end, (end - run.seek(end, Granularity::Instruction, false)).max(1))
    }

    /// Returns the time between two steps during playback. Animations must end within it.
    pub fn pace_ms(&self, stage: &Stage, plays_fast: bool) -> Option<u32> {
        self.playing.then(|| self.each_us(stage, plays_fast) / 1000)
    }

    /// Returns the time from the last tick to the next visible change. `None` if not playing.
    pub fn wait_ms(&self, stage: &Stage, plays_fast: bool) -> Option<u32> {
        let wait_us = || self.each_us(stage, plays_fast).max(FRAME_US).saturating_sub(self.elapsed_us);
        self.playing.then(|| wait_us().div_ceil(1000))
    }

    /// Advances the cursor by the elapsed time. Stops at the end of the current instruction, so that each completed
    /// instruction is visible, and at the first stop on the way.
    fn tick(&mut self, elapsed_ms: u32, stage: &Stage, plays_fast: bool) {
        if !self.playing {
            return;
        }
        let (end, count) = self.stretch(stage, plays_fast);
        let left = if plays_fast { end - self.cursor } else { 1 };
        let promised_us = promised_us(plays_fast);
        // After a suspended page or on a slow machine, the backlog is limited to one instruction.
        self.elapsed_us += elapsed_ms.saturating_mul(1000).min(promised_us);
        let done = (u64::from(self.elapsed_us) * u64::from(count) / u64::from(promised_us)).min(left.into());
        // The product `done * promised_us / count` is at most `elapsed_us`, and `done` at most `left`, so both fit in 32
        // bits.
        self.elapsed_us -= (done * u64::from(promised_us) / u64::from(count)) as u32;
        let done = done as u32;
        let to = if done == left { end } else { self.cursor + done };
        let stop = nearest_stop(&self.stops.steps, self.cursor, true).filter(|stop| *stop <= to);
        self.cursor = stop.unwrap_or(to).min(stage.run_len());
        self.playing = stop.is_none() && self.cursor != stage.run_len();
    }
}

/// Returns the time of a step, or of an instruction in fast playback.
fn promised_us(plays_fast: bool) -> u32 {
    if plays_fast { INSTRUCTION_US } else { STEP_US }
}
