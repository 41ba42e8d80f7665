//! Trials: a text that runs with a change, so that its end or its steps can be compared.
//!
//! Every trial is a session of its own that runs in slices, and dropping it cancels it. Three changes need no new text: another choice
//! of a reading is checked again, and other contents or orders only run again.

use super::panel_edit::VariantStart;
use super::pending::PendingSession;
use super::session::Session;
use crate::base::{Bits, Schedule};
use crate::check;
use crate::exec::{Run, Scenario};
use crate::machine::Place;
use crate::spec::{Choice, Reading};
use std::rc::Rc;

/// The maximum number of micro-steps of a run that is tried with changes, and of each trial.
pub(in crate::session) const MOST_TRIED_STEPS: u32 = 5000;

/// A change of a text, of its settings or of its contents.
#[derive(Clone, Debug)]
pub(in crate::session) enum Change {
    /// The lines of one of the text's variants.
    Variant(Rc<str>),
    /// The lines of a variant that the text does not have.
    NewVariant(VariantStart),
    /// Another choice of a reading.
    Reading(&'static Reading, &'static Choice),
    /// Other initial contents of places.
    Contents(Vec<(Place, Bits)>),
    /// Other orders of the first instructions, one for each.
    Orders(Vec<Schedule>),
}

impl Session {
    /// Begins a trial. Fails if the change cannot be made. A session with other contents or orders has the diagnostics of its run
    /// alone.
    pub(in crate::session) fn begin_trial(&self, change: &Change) -> Result<PendingSession, String> {
        match change {
            Change::Variant(name) => Ok(Self::begin_as(&self.text, &self.roll_call, Some(name))),
            Change::NewVariant(start) => {
                let text = self.with_new_variant(start)?;
                Ok(Self::begin_as(&text, &self.roll_call, Some(&self.new_variant_name(start))))
            }
            Change::Reading(reading, choice) => {
                let instead = Some((*reading, *choice));
                let checked = check::check_as(&self.text, &self.document, &self.in_force, &[], instead);
                Ok(PendingSession::begin(self.clone(), checked, Vec::new()))
            }
            Change::Contents(contents) => self.begin_run(|scenario| {
                contents.iter().for_each(|(place, bits)| scenario.initial.write(*place, *bits));
            }),
            Change::Orders(orders) => self.begin_run(|scenario| {
                for (bound, order) in scenario.program.iter_mut().zip(orders) {
                    bound.schedule = order.clone();
                }
            }),
        }
    }

    /// Begins a run of the changed scenario.
    fn begin_run(&self, change: impl FnOnce(&mut Scenario)) -> Result<PendingSession, String> {
        let scenario = self.scenario.as_deref().ok_or("the text has nothing that can run")?;
        let mut scenario = scenario.clone();
        change(&mut scenario);
        Ok(PendingSession::begin_run(self.clone(), Some(scenario), Vec::new()))
    }

    /// Returns the run of a trial; `None` if the change cannot be made, if nothing can run, or if the run is longer than `most_steps`
    /// micro-steps.
    pub(in crate::session) fn run_with(&self, change: &Change, most_steps: u32) -> Option<Rc<Run>> {
        let mut trial = self.begin_trial(change).ok()?;
        trial.advance(most_steps).then(|| trial.into_session().run)?
    }
}
