//! The effects of other readings: the text is run with each choice that is not in force.

use super::readings::{ChoiceEffect, MOST_STEPS, ReadingEntry};
use super::shared::EndDifference;
use crate::base::NumberFormat;
use crate::check;
use crate::diag::Severity;
use crate::exec::{Differences, Run, Scenario};
use crate::explore::Cell;
use crate::machine::{Layout, Place, State};
use crate::session::text::{ReadingView, Session, cell_in_words, shown};
use crate::spec::{Choice, Reading};
use std::rc::Rc;

/// The most differing places that are named.
const MOST_NAMED: usize = 6;

/// Returns a sentence about how many other choices change the end of the run, and how many were not tried.
pub fn what_if_in_words(entries: &[ReadingEntry]) -> String {
    let effects =
        || entries.iter().flat_map(|entry| &entry.choices).filter_map(|choice| choice.effect.as_ref());
    let all = effects().count();
    let tried = effects().filter(|effect| **effect != ChoiceEffect::Untried).count();
    let changing = effects().filter(|effect| effect.is_seen()).count();
    if tried == 0 && all > 0 {
        return format!("Nothing was tried: only runs of up to {MOST_STEPS} micro-steps are.");
    }
    let (choices, rest) = match all - tried {
        0 => (format!("{all} other choices"), String::new()),
        untried => {
            let were = if untried == 1 { "was" } else { "were" };
            (
                format!("{tried} other choices that were tried"),
                format!(" {untried} {were} not tried: only runs of up to {MOST_STEPS} micro-steps are."),
            )
        }
    };
    let said = match changing {
        0 => format!("None of the {choices} changes how this run ends."),
        1 => format!("1 of the {choices} changes how this run ends."),
        _ => format!("{changing} of the {choices} change how this run ends."),
    };
    said + &rest
}

impl Session {
    /// Returns the readings that affect the program, with the effect of each choice that is not in force.
    pub fn what_if(&self) -> Vec<ReadingEntry> {
        let views = self.reading_views().into_iter().filter(|view| view.touches_program);
        let entry = |view: ReadingView| {
            let mut entry = ReadingEntry::new(view.reading, view.choice);
            let others = entry.choices.iter_mut().zip(view.reading.choices);
            for (entry_choice, choice) in others.filter(|(entry_choice, _)| entry_choice.name != view.choice)
            {
                entry_choice.effect = Some(self.effect(view.reading, choice));
            }
            entry
        };
        views.map(entry).collect()
    }

    fn effect(&self, reading: &'static Reading, choice: &'static Choice) -> ChoiceEffect {
        let Some(now) = self.run.as_ref().filter(|run| run.len() <= MOST_STEPS) else {
            return ChoiceEffect::Untried;
        };
        let instead = Some((reading, choice));
        let checked = check::check_as(&self.text, &self.document, &self.in_force, &[], instead);
        let Some(scenario) = checked.scenario else {
            let errors = checked.diagnostics.into_iter().filter(|found| found.severity == Severity::Error);
            let first = errors.min_by_key(|found| found.span);
            return ChoiceEffect::Refused { why: first.map_or_else(String::new, |found| found.message) };
        };
        match run_of(scenario) {
            Some(then) => compare(now, &then, self.value_format),
            None => ChoiceEffect::Untried,
        }
    }
}

/// Runs a scenario. Returns `None` if the run is longer than [`MOST_STEPS`].
fn run_of(scenario: Scenario) -> Option<Run> {
    let mut running = Run::begin(Rc::new(scenario));
    running.advance(MOST_STEPS).then(|| running.finish())
}

fn compare(now: &Run, then: &Run, format: NumberFormat) -> ChoiceEffect {
    let layout = &now.scenario().layout;
    if *layout != then.scenario().layout {
        return ChoiceEffect::Layout;
    }
    let ends = (now.state(now.len()), then.state(then.len()));
    let differences = Differences::between(layout, &ends.0, &ends.1);
    let cells = cells(layout, &differences);
    if !cells.is_empty() {
        let places = cells.iter().take(MOST_NAMED).map(|cell| end_difference(layout, *cell, &ends, format));
        return ChoiceEffect::End { places: places.collect(), more: cells.len().saturating_sub(MOST_NAMED) };
    }
    let is_same =
        now.len() == then.len() && now.steps().eq(then.steps()) && now.diagnostics() == then.diagnostics();
    if is_same { ChoiceEffect::Nothing } else { ChoiceEffect::Course }
}

/// Returns the places that differ: first surfaces, then variables, then bits of predicates.
fn cells(layout: &Layout, differences: &Differences) -> Vec<Cell> {
    let whole = |place: Place| Cell { place, mask: u64::MAX };
    let surfaces = differences.cells.iter().map(|&(at, element)| whole(layout.surfaces[at].element(element)));
    let variables =
        differences.registers.iter().map(|&(at, element)| whole(layout.variables[at].element(element)));
    let bits = differences.bits.iter().map(|&(at, bit)| Cell {
        place: Place { space: layout.predicates[at].space, byte_offset: 0, size_bytes: 4 },
        mask: 1 << bit,
    });
    surfaces.chain(variables).chain(bits).collect()
}

fn end_difference(
    layout: &Layout,
    cell: Cell,
    (now, then): &(State, State),
    format: NumberFormat,
) -> EndDifference {
    let value = |state: &State| shown(layout, cell, state.read(cell.place), format);
    EndDifference { place: cell_in_words(layout, cell), now: value(now), then: value(then) }
}
