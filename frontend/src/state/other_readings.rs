//! The search for readings on which steps depend, once a text has been idle for a moment.

use super::sliced::Sliced;
use super::{Action, ByIdentity};
use lanescope_core::session::{Session, compare::OtherReadings};

/// A search over the steps of a run.
#[derive(Clone, PartialEq)]
pub struct ReadingSearch {
    /// The session of the run.
    pub session: ByIdentity<Session>,
    /// The number of the run, which is part of the result.
    pub run: u64,
}

impl Sliced for ReadingSearch {
    type State = OtherReadings;

    const DELAY_MS: u32 = 300;

    fn begin(&self) -> OtherReadings {
        self.session.other_readings()
    }

    fn advance(&self, state: &mut OtherReadings) -> bool {
        state.advance(&self.session)
    }

    fn result(&self, state: OtherReadings) -> Option<Action> {
        Some(Action::OtherReadings(self.run, ByIdentity::new(state)))
    }
}
