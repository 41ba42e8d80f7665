//! Boxes about what is selected, with steps to jump to.

use crate::state::Action;
use crate::state::detail::lane_detail;
use crate::state::moment::Moment;
use crate::state::writers::{Writer, Writers};
use yew::prelude::*;

/// A line of a box: a word and the steps, or that there are none.
pub fn writers_html(
    word: &'static str,
    none: &'static str,
    writers: &Writers,
    onaction: &Callback<Action>,
) -> Html {
    let writer = |writer: &Writer| {
        let cursor = writer.cursor;
        let onclick = onaction.reform(move |_: MouseEvent| Action::Seek(cursor));
        let who = writer.lane.map_or_else(|| "step".to_owned(), |lane| format!("lane {lane}, step"));
        html! {
            <li key={cursor}>
                <button type="button" class={(!writer.past).then_some("to-come")} {onclick}>
                    { format!("{who} {cursor}") }
                </button>
            </li>
        }
    };
    html! {
        <div class="detail-row">
            if writers.steps.is_empty() {
                <span class="hint">{ none }</span>
            } else {
                <span class="detail-word">{ word }</span>
                <ul class="writers">{ for writers.steps.iter().map(writer) }</ul>
                if writers.more > 0 {
                    <span class="hint">{ format!("and in {} other steps", writers.more) }</span>
                }
            }
        </div>
    }
}

/// The values of what is selected, in the first row of its box.
pub fn values_html(initial: &str, now: &str) -> Html {
    html! {
        <>
            <span>{ "at the start " }<code>{ initial }</code></span>
            <span>{ "now " }<code>{ now }</code></span>
        </>
    }
}

/// A box about what is selected: a row with its title, what belongs beside that and a button that puts the box away;
/// then what else there is.
pub fn detail_box(
    class: &'static str,
    title: &str,
    beside: Html,
    more: Html,
    onaction: &Callback<Action>,
) -> Html {
    let onclick = onaction.reform(|_: MouseEvent| Action::Select(None));
    html! {
        <div {class} role="group" aria-label={title.to_owned()}>
            <p class="detail-row">
                <b>{ title }</b>
                { beside }
                <button type="button" class="quiet" aria-label="close" {onclick}>{ "×" }</button>
            </p>
            { more }
        </div>
    }
}

/// The box about a lane.
pub fn lane_detail_html(moment: &Moment, lane: u8, onaction: &Callback<Action>) -> Html {
    let Some(detail) = lane_detail(moment, lane) else { return html! {} };
    let more = html! {
        <>
            { writers_html("Goes to memory", "It does not go to memory.", &detail.went, onaction) }
            { writers_html("Writes", "It writes nothing.", &detail.wrote, onaction) }
        </>
    };
    detail_box("cell-detail lane-detail", &detail.title, html! {}, more, onaction)
}
