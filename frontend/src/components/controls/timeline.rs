//! The timeline: the position in the run, and all controls that move it.

use super::marks::Marks;
use super::program::use_dispatch;
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

#[derive(Properties, PartialEq)]
pub struct TimelineProps {
    /// Number of micro-steps done.
    pub cursor: u32,
    /// Number of micro-steps in the run.
    pub len: u32,
    /// The current position in words.
    pub position: AttrValue,
    pub marks: Rc<Vec<MarkGroup>>,
    /// The first step of each instruction.
    pub starts: Rc<Vec<u32>>,
    /// The size of a step.
    pub granularity: Granularity,
    /// Whether the run is playing.
    pub playing: bool,
    /// Whether playback is fast.
    pub plays_fast: bool,
    /// Whether to draw attention to the Step button.
    pub invitation: bool,
    /// The condition of `Run until`, as typed.
    #[prop_or_default]
    pub until: Rc<str>,
    /// Stops of the run.
    #[prop_or_default]
    pub stops: Rc<Stops>,
    /// The pinned step.
    #[prop_or_default]
    pub pinned: Option<u32>,
}

/// The timeline: buttons, step size, a slider with marks above it, the position, and a menu with the other controls.
#[component]
pub fn Timeline(props: &TimelineProps) -> Html {
    let dispatch = use_dispatch();
    let is_empty = props.len == 0;
    html! {
        <section class="timeline" aria-label="Timeline">
            <Transport
                at_start={props.cursor == 0}
                at_end={props.cursor >= props.len}
                {is_empty}
                granularity={props.granularity}
                playing={props.playing}
                invitation={props.invitation}
            />
            <div class="track">
                <Marks
                    len={props.len}
                    marks={props.marks.clone()}
                    starts={props.starts.clone()}
                    stops={props.stops.clone()}
                    pinned={props.pinned}
                />
                { slider(props.cursor, props.len, &props.position, &dispatch) }
            </div>
            <div class="position"><output>{ &props.position }</output></div>
            <More
                no_marks={props.marks.is_empty()}
                granularity={props.granularity}
                plays_fast={props.plays_fast}
                until={props.until.clone()}
                stops={props.stops.clone()}
                has_next_stop={beside(&props.stops.steps, props.cursor, true).is_some()}
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
