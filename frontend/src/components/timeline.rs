//! The timeline: where the run stands, and every way to move it.

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

/// What a [`Timeline`] shows.
#[derive(Properties, PartialEq)]
pub struct TimelineProps {
    /// How many micro-steps have been done.
    pub cursor: u32,
    /// How many micro-steps the run has.
    pub len: u32,
    /// Where the run stands, in words.
    pub position: AttrValue,
    /// The marks.
    pub marks: Rc<Vec<MarkGroup>>,
    /// The first step of each instruction.
    pub starts: Rc<Vec<u32>>,
    /// How far a step goes.
    pub granularity: Granularity,
    /// Whether the run steps by itself.
    pub playing: bool,
    /// Whether it plays towards the start.
    #[prop_or_default]
    pub backwards: bool,
    /// How fast it plays.
    pub speed: Speed,
    /// Whether the invitation to step stands.
    pub invitation: bool,
    /// The condition at which the run stops, as typed.
    #[prop_or_default]
    pub until: Rc<str>,
    /// Where the run stops.
    #[prop_or_default]
    pub stops: Rc<Stops>,
    /// The moment that the one at hand is compared with.
    #[prop_or_default]
    pub pinned: Option<u32>,
    /// Something was pressed or dragged.
    pub onaction: Callback<Action>,
}

/// The timeline: buttons, granularity, speed, and a slider with marks over it.
#[component]
pub fn Timeline(props: &TimelineProps) -> Html {
    let oninput = use_callback(props.onaction.clone(), |event: InputEvent, onaction| {
        onaction.emit(Action::Seek(typed_value(&event).parse().unwrap_or(0)));
    });
    // Only a narrow page hides something behind the button.
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
