//! The timeline: the position in the run, and all controls that move it.

use super::marks::Marks;
use super::transport::Transport;
use crate::effects::dom::typed_value;
use crate::state::stops::Stops;
use crate::state::timeline::MarkGroup;
use crate::state::{Action, Speed};
use lanescope_core::trace::Granularity;
use std::rc::Rc;
use web_sys::InputEvent;
use yew::prelude::*;

/// Properties of a [`Timeline`].
#[derive(Properties, PartialEq)]
pub struct TimelineProps {
    /// Number of micro-steps done.
    pub cursor: u32,
    /// Number of micro-steps in the run.
    pub len: u32,
    /// The current position in words.
    pub position: AttrValue,
    /// The marks.
    pub marks: Rc<Vec<MarkGroup>>,
    /// The first step of each instruction.
    pub starts: Rc<Vec<u32>>,
    /// The size of a step.
    pub granularity: Granularity,
    /// Whether the run is playing.
    pub playing: bool,
    /// Whether playback runs backwards.
    #[prop_or_default]
    pub backwards: bool,
    /// Speed of playback.
    pub speed: Speed,
    /// Whether to show the invitation to step.
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
    /// Emits the actions of the controls.
    pub onaction: Callback<Action>,
}

/// The timeline: buttons, granularity, speed, and a slider with marks above it.
#[component]
pub fn Timeline(props: &TimelineProps) -> Html {
    let oninput = use_callback(props.onaction.clone(), |event: InputEvent, onaction| {
        onaction.emit(Action::Seek(typed_value(&event).parse().unwrap_or(0)));
    });
    // The user's choice for a narrow page. By default, the extra controls are shown if one of them is in use.
    let more = use_state_eq(|| None);
    let shows_more = more.unwrap_or(
        !props.stops.steps.is_empty()
            || props.stops.are_sought
            || !props.until.is_empty()
            || props.pinned.is_some(),
    );
    let onmore =
        use_callback((shows_more, more.setter()), |_: MouseEvent, (shows, more)| more.set(Some(!shows)));
    html! {
        <section class="timeline" aria-label="timeline">
            <div class="transport">
                <Transport
                    at_start={props.cursor == 0}
                    at_end={props.cursor >= props.len}
                    is_empty={props.len == 0}
                    no_marks={props.marks.is_empty()}
                    granularity={props.granularity}
                    playing={props.playing.then_some(props.backwards)}
                    speed={props.speed}
                    invitation={props.invitation}
                    until={props.until.clone()}
                    stops={props.stops.clone()}
                    pinned={props.pinned.is_some()}
                    {shows_more}
                    {onmore}
                    onaction={props.onaction.clone()}
                />
                <div class="position"><output>{ &props.position }</output></div>
            </div>
            <div class="track">
                <Marks
                    len={props.len}
                    marks={props.marks.clone()}
                    starts={props.starts.clone()}
                    stops={props.stops.clone()}
                    pinned={props.pinned}
                    onaction={props.onaction.clone()}
                />
                <input
                    type="range"
                    aria-label="position in the run"
                    aria-valuetext={props.position.clone()}
                    min="0"
                    max={props.len.to_string()}
                    step="1"
                    value={props.cursor.to_string()}
                    disabled={props.len == 0}
                    {oninput}
                />
            </div>
        </section>
    }
}
