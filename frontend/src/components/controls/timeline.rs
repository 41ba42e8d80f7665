//! The timeline: the position in the run, and all controls that move it.

use super::marks::Marks;
use super::transport::{More, Transport};
use crate::effects::dom::typed_value;
use crate::state::timeline::TimelineView;
use crate::state::{Action, PlaybackAction};
use web_sys::InputEvent;
use yew::prelude::*;

/// Returns the timeline: buttons, step size, a slider with marks above it, the position, and a menu with the other controls.
pub fn timeline(view: &TimelineView, dispatch: &Callback<Action>) -> Html {
    let len = view.run.as_ref().map_or(0, |run| run.len());
    let position = AttrValue::from(view.position.clone());
    html! {
        <section class="timeline" aria-label="Timeline">
            <Transport
                at_start={view.cursor == 0}
                at_end={view.cursor >= len}
                is_empty={len == 0}
                granularity={view.granularity}
                playing={view.playing}
                invitation={view.invitation}
            />
            <div class="track">
                <Marks run={view.run.clone()} stops={view.stops.clone()} pinned={view.pinned} />
                { slider(view.cursor, len, &position, dispatch) }
            </div>
            // The slider and the narration announce a step.
            <div class="position"><output aria-live="off">{ &position }</output></div>
            <More
                no_marks={view.run.as_ref().is_none_or(|run| run.marks().is_empty())}
                granularity={view.granularity}
                plays_fast={view.plays_fast}
                until={view.until.clone()}
                stops={view.stops.clone()}
                has_next_stop={view.has_next_stop()}
            />
        </section>
    }
}

/// Returns the slider of the position in the run.
pub fn slider(cursor: u32, len: u32, position: &AttrValue, dispatch: &Callback<Action>) -> Html {
    let oninput = dispatch
        .reform(|event: InputEvent| PlaybackAction::Seek(typed_value(&event).parse().unwrap_or(0)).into());
    html! {
        <input
            type="range"
            aria-label="position in the run"
            aria-valuetext={position.clone()}
            min="0"
            max={len.to_string()}
            step="1"
            value={cursor.to_string()}
            disabled={len == 0}
            {oninput}
        />
    }
}
