//! Where a run stands, in words.

use super::moment::Moment;
use crate::session::Stop;

/// Where the cursor stands where no instruction runs.
pub const NOTHING: &str = "nothing to step through";

/// Where the cursor stands, in words: `step 12 of 48 · lane 3 · read`, and which instruction that is where there are several.
pub fn position(moment: &Moment) -> String {
    let count = moment.run.len();
    if count == 0 {
        return NOTHING.to_owned();
    }
    let Some(step) = &moment.frame.last else {
        return format!("start of {count} {}", plural(count, "step"));
    };
    let mut words = vec![format!("step {} of {count}", moment.frame.cursor)];
    let instructions = moment.scenario().program.len();
    if instructions > 1 {
        words.push(format!("instruction {} of {instructions}", moment.instruction + 1));
    }
    words.extend(step.lane.map(|lane| format!("lane {lane}")));
    words.push(step.phase.word().to_owned());
    match moment.run.stop() {
        Stop::Budget if moment.frame.cursor == count => words.push("cut off".to_owned()),
        Stop::GaveUp if moment.frame.cursor == count => words.push("gave up".to_owned()),
        _ => {}
    }
    words.join(" · ")
}

/// Where the cursor stands, in words, where nothing beside them says what runs:
/// `step 12 of 48 · lane 3 · read · mnemonic.op`; and whether that does what the manual says.
pub fn position_and_title(moment: &Moment) -> String {
    match (&moment.frame.last, moment.bound()) {
        (Some(_), Some(bound)) => {
            let changed = if bound.changed_texts().next().is_some() { " (not the manual's)" } else { "" };
            [&position(moment), " · ", &bound.title, changed].concat()
        }
        _ => position(moment),
    }
}

/// `word` in the plural unless there is one.
pub fn plural(count: u32, word: &str) -> String {
    if count == 1 { word.to_owned() } else { format!("{word}s") }
}
