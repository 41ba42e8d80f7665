//! The panel that compares the current step with a pinned one.

use super::difference_table::differences;
use crate::components::controls::program::{on_click, use_dispatch};
use crate::state::{ByIdentity, PlaybackAction};
use lanescope_core::session::{
    compare::moment_differences,
    run::{NumberFormat, Run},
    text::counted,
};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct PinnedPanelProps {
    /// The run on the stage; `None` if the text does not run.
    pub run: Option<ByIdentity<Run>>,
    pub pinned: Option<u32>,
    pub cursor: u32,
    pub format: NumberFormat,
}

/// The button that pins the current step, and the differences from the pinned one.
#[component]
pub fn PinnedPanel(props: &PinnedPanelProps) -> Html {
    let dispatch = use_dispatch();
    let PinnedPanelProps { run, pinned, cursor, format } = props;
    let key = (run.clone(), *pinned, *cursor, *format);
    let found = use_memo(key, |(run, pinned, cursor, format)| {
        run.as_ref().zip(*pinned).map(|(run, pinned)| moment_differences(run, [pinned, *cursor], *format))
    });
    let pin = |on: bool, label: &'static str| {
        let onclick = on_click(&dispatch, PlaybackAction::Pin(on));
        html! { <button type="button" disabled={run.is_none()} {onclick}>{ label }</button> }
    };
    let Some((step, (rows, more))) = pinned.zip((*found).as_ref()) else {
        return html! {
            <>
                <p class="hint">{ "Pin a step, then move: the table and the stage show what has changed since." }</p>
                <p>{ pin(true, "Pin this step") }</p>
            </>
        };
    };
    let go = on_click(&dispatch, PlaybackAction::Seek(step));
    let name = moment_name(step);
    html! {
        <>
            <p class="variant-choice">
                <button type="button" onclick={go}>{ format!("Go to {name}") }</button>
                { pin(true, "Pin this step") }
                { pin(false, "Unpin") }
            </p>
            <p role="status">{ if rows.is_empty() { "No difference.".to_owned() } else { counted(rows.len() + more, "difference") } }</p>
            { differences([&name, &format!("now, {}", moment_name(*cursor))], rows) }
            if *more > 0 {
                <p class="hint">{ format!("and {more} more") }</p>
            }
        </>
    }
}

/// Returns the name of the moment after that many steps.
fn moment_name(cursor: u32) -> String {
    if cursor == 0 { "the start".to_owned() } else { format!("step {cursor}") }
}
