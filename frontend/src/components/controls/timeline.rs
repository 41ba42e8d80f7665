//! The timeline: the position in the run, and all controls that move it.

use super::marks::Marks;
use super::transport::{More, Transport};
use crate::effects::dom::typed_value;
use crate::state::stops::Stops;
use crate::state::timeline::MarkGroup;
use crate::state::{Action, PlaybackAction};
use lanescope_core::session::run::beside;
use lanescope_core::trace::Granularity;
use std::rc::Rc;
use web_sys::InputEvent;
use yew::prelude::*;

/// The view of the position in the run, and of what moves it.
pub struct TimelineView {
    /// Number of micro-steps done.
    pub cursor: u32,
    pub len: u32,
    pub position: AttrValue,
    pub marks: Rc<Vec<MarkGroup>>,
    /// The first step of each instruction.
    pub starts: Rc<Vec<u32>>,
    pub granularity: Granularity,
    pub playing: bool,
    pub plays_fast: bool,
    /// Whether to draw attention to the Step button.
    pub invitation: bool,
    /// The condition of `Run until`, as typed.
    pub until: Rc<str>,
    pub stops: Rc<Stops>,
    pub pinned: Option<u32>,
}

/// Returns the timeline: buttons, step size, a slider with marks above it, the position, and a menu with the other controls.
pub fn timeline(view: &TimelineView, dispatch: &Callback<Action>) -> Html {
    let is_empty = view.len == 0;
    html! {
        <section class="timeline" aria-label="Timeline">
            <Transport
                at_start={view.cursor == 0}
                at_end={view.cursor >= view.len}
                {is_empty}
                granularity={view.granularity}
                playing={view.playing}
                invitation={view.invitation}
            />
            <div class="track">
                <Marks
                    len={view.len}
                    marks={view.marks.clone()}
                    starts={view.starts.clone()}
                    stops={view.stops.clone()}
                    pinned={view.pinned}
                />
                { slider(view.cursor, view.len, &view.position, dispatch) }
            </div>
            <div class="position"><output>{ &view.position }</output></div>
            <More
                no_marks={view.marks.is_empty()}
                granularity={view.granularity}
                plays_fast={view.plays_fast}
                until={view.until.clone()}
                stops={view.stops.clone()}
                has_next_stop={beside(&view.stops.steps, view.cursor, true).is_some()}
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
