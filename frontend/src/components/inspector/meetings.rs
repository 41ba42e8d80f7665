//! The lanes that meet in a cell: the effect of their order, and the values that each lane can see.

use crate::state::inquiries::KnownOutcomes;
use crate::state::outcomes::{matter_class, matter_sentence, matter_word, meeting_words, percent};
use lanescope_core::session::{
    orders::{Cell, MeetingReport, OutcomeList, SeenReport, results_in_every_order},
    run::Run,
};
use yew::prelude::*;

/// Maximum number of meetings shown, and of values for each lane.
const MOST_MEETINGS: usize = 32;
const MOST_VALUES: usize = 6;

/// Returns the meetings, one below the other, with the effects of the order.
pub fn meetings(known: &KnownOutcomes) -> Html {
    section(known, false, html! {})
}

/// Returns the meetings with the values that each lane can see, and the lanes of `run` that meet no other lane.
pub fn values_by_lane(known: &KnownOutcomes, run: Option<&Run>) -> Html {
    section(known, true, alone(known, run))
}

fn section(known: &KnownOutcomes, are_lanes: bool, alone: Html) -> Html {
    let all = known.report.meetings.as_deref().unwrap_or_default();
    let more = all.len().saturating_sub(MOST_MEETINGS);
    html! {
        <section class="meetings" aria-label={if are_lanes { "Values of each lane" } else { "Meetings of lanes" }}>
            if are_lanes {
                <p class="hint">
                    { "The values that each lane can get back. Not every combination of them is possible." }
                </p>
            } else {
                <h3>{ "Where lanes meet" }</h3>
                <p class="hint">
                    { "Borders on the stage: solid if memory depends on the order, dashed if only results do, double if undefined." }
                </p>
            }
            { for all.iter().take(MOST_MEETINGS).map(|it| meeting(it, are_lanes)) }
            { alone }
            if more > 0 {
                <p class="hint">{ format!("and {more} more") }</p>
            }
        </section>
    }
}

fn meeting(meeting: &MeetingReport, are_lanes: bool) -> Html {
    let title = html! {
        <>
            <span class={classes!("matter", matter_class(meeting.decides))}>{ matter_word(meeting.decides) }</span>
            <code>{ &meeting.instruction }</code>
            <span class="caption">{ format!("line {}", meeting.line) }</span>
        </>
    };
    html! {
        <div class="meeting">
            <p class="meeting-head">{ title }</p>
            <p>{ meeting_words(meeting) }{ " " }{ matter_sentence(meeting.decides) }</p>
            if are_lanes {
                { match &meeting.seen {
                    Some(seen) => seen_table(seen),
                    None => html! { <p class="hint">{ "The values of each lane are not listed, because a lane returns more than one value." }</p> },
                } }
            }
        </div>
    }
}

/// Returns the lanes that meet no other lane. Each gets one value in every order.
fn alone(known: &KnownOutcomes, run: Option<&Run>) -> Html {
    let (Some(run), Some(results)) = (run, &known.report.results) else { return html! {} };
    let meetings = known.report.meetings.as_deref().unwrap_or_default();
    let mut seen = results_in_every_order(run, &varying(results));
    let is_listed = |it: &SeenReport| {
        let mut listed = meetings.iter().flat_map(|meeting| meeting.seen.iter().flatten());
        listed.any(|listed| (listed.lane, &listed.place) == (it.lane, &it.place))
    };
    seen.retain(|it| !is_listed(it));
    if seen.is_empty() {
        return html! {};
    }
    html! {
        <div class="meeting alone">
            <p class="meeting-head">{ "Lanes that get the same value in every order" }</p>
            { seen_table(&seen) }
        </div>
    }
}

fn seen_table(seen: &[SeenReport]) -> Html {
    if seen.is_empty() {
        return html! { <p class="hint">{ "They return nothing." }</p> };
    }
    let row = |seen: &SeenReport| {
        let value = |(value, share): &(String, f64)| {
            html! { <span class="seen-value"><code>{ value }</code><span class="caption">{ percent(*share) }</span></span> }
        };
        let more = seen.count.saturating_sub(MOST_VALUES);
        html! {
            <tr>
                <th scope="row">{ seen.lane }</th>
                <td><code>{ &seen.place }</code></td>
                <td class="number">{ seen.count }</td>
                <td>
                    { for seen.values.iter().take(MOST_VALUES).map(value) }
                    if more > 0 {
                        <span class="seen-value caption">{ format!("and {more} more") }</span>
                    }
                </td>
            </tr>
        }
    };
    html! {
        <table class="ops seen-table">
            <thead><tr>
                <th scope="col">{ "lane" }</th>
                <th scope="col">{ "in" }</th>
                <th scope="col" class="number">{ "values" }</th>
                <th scope="col">{ "values, with share of orders" }</th>
            </tr></thead>
            <tbody>{ for seen.iter().map(row) }</tbody>
        </table>
    }
}

/// Returns the cells that depend on the order.
pub fn varying(list: &OutcomeList) -> Vec<Cell> {
    list.factors.iter().flat_map(|factor| factor.places.iter().copied()).collect()
}
