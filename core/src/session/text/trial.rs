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
            Change::Variant(name) => Ok(Self::begin_as(&self.text, &self.sets, Some(name))),
            Change::NewVariant(start) => {
                let text = self.with_new_variant(start)?;
                Ok(Self::begin_as(&text, &self.sets, Some(&self.new_variant_name(start))))
            }
            Change::Reading(reading, choice) => {
                let instead = Some((*reading, *choice));
                let checked = check::check(&self.text, &self.document, &self.in_force, &[], instead);
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

    fn begin_run(&self, change: impl FnOnce(&mut Scenario)) -> Result<PendingSession, String> {
        let scenario = self.scenario.as_deref().ok_or("the text has nothing that can run")?;
        let mut scenario = scenario.clone();
        change(&mut scenario);
        Ok(PendingSession::begin_run(self.clone(), Some(scenario), Vec::new()))
    }

    /// Returns the run of a trial; `None` if the change cannot be made, if nothing can run, or if the run is longer than `most_steps`
    /// micro-steps.
    pub(in crate::session) fn run_trial(&self, change: &Change, most_steps: u32) -> Option<Rc<Run>> {
        let mut trial = self.begin_trial(change).ok()?;
        trial.advance(most_steps).then(|| trial.into_session().run)?
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test;

    /// Lanes 0 and 2 exchange the dword at byte 0, and lane 1 the one at byte 8.
    const TEXT: &str = ".lanes 8 active=0b0111
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl VAL v_type=G type=ud num_elts=8 align=GRF
.decl BUF v_type=T num_elts=1
.set OFF = 0 8 0
.set VAL = 1 2 3
.surface BUF buffer ud = 10 20 30
dword_atomic.xchg (M1, 4) BUF OFF.0 VAL.0 V0.0 V0.0
.variant five {
  .set VAL = 1 5 3
}
";

    #[test]
    fn each_change_is_in_force_in_its_trial() {
        let base = Session::open(TEXT);
        let reading = base.reading_views().into_iter().find(|view| view.reading.name == "offset_unit");
        let reading = reading.expect("it affects the program").reading;
        let elements = reading.choices.iter().find(|choice| choice.name == "elements").expect("a choice");
        let layout = &base.scenario.as_ref().expect("it can run").layout;
        let place = layout.variable("VAL").expect("it is declared").element(1);
        let lines = VariantStart::Lines { name: "six", lines: "  .set VAL = 1 6 3\n".to_owned() };
        for (change, expected) in [
            (Change::Variant("five".into()), [3, 20, 5]),
            (Change::NewVariant(lines), [3, 20, 6]),
            // As an element, offset 8 is out of bounds.
            (Change::Reading(reading, elements), [3, 20, 30]),
            (Change::Contents(vec![(place, Bits::known(7))]), [3, 20, 7]),
            // Lane 0 comes last.
            (Change::Orders(vec![Schedule::Descending]), [1, 20, 2]),
        ] {
            let run = base.run_trial(&change, MOST_TRIED_STEPS).expect("it runs");
            let surface = &run.scenario().layout.surfaces[0];
            let end = run.state(run.len());
            let found = [0, 1, 2].map(|index| end.read(surface.element(index)).value);
            assert_eq!(found, expected, "{change:?}");
        }
        assert!(base.run_trial(&Change::Orders(Vec::new()), 3).is_none(), "the run has more than 3 steps");
    }
}
