//! The position in a run, in words.

use super::moment::Moment;
use crate::session::{run::Stop, text::counted};
use crate::trace::Phase;

/// The position if no instruction runs.
pub const NOTHING: &str = "nothing to step through";

/// Describes the position: `step 12 of 48 · lane 3 · read`, with the instruction's number if there are several.
pub fn position(moment: &Moment) -> String {
    let count = moment.run.len();
    if count == 0 {
        return NOTHING.to_owned();
    }
    let Some(step) = &moment.frame.last else {
        return format!("start of {}", counted(count, "step"));
    };
    let mut words = vec![format!("step {} of {count}", moment.frame.cursor)];
    let instructions = moment.scenario().program.len();
    if instructions > 1 {
        words.push(format!("instruction {} of {instructions}", moment.instruction + 1));
    }
    words.extend(step.lane.map(|lane| format!("lane {lane}")));
    words.push(phase_words(step.phase).to_owned());
    match moment.run.stop() {
        Stop::Budget if moment.frame.cursor == count => words.push("cut off".to_owned()),
        Stop::GaveUp if moment.frame.cursor == count => words.push("stuck".to_owned()),
        _ => {}
    }
    words.join(" · ")
}

/// Returns what a step of a phase is about.
fn phase_words(phase: Phase) -> &'static str {
    match phase {
        Phase::Mask => "active lanes",
        Phase::Latch => "sources",
        _ => phase.word(),
    }
}

/// Describes the position with the instruction's title, for contexts that show no other text of the instruction:
/// `step 12 of 48 · lane 3 · read · mnemonic.op`. Notes modified semantics.
pub fn position_and_title(moment: &Moment) -> String {
    match (&moment.frame.last, moment.bound()) {
        (Some(_), Some(bound)) => {
            let changed = if bound.changed_texts().next().is_some() { " (modified)" } else { "" };
            [&position(moment), " · ", &bound.title, changed].concat()
        }
        _ => position(moment),
    }
}
