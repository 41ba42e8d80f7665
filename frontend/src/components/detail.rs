//! Boxes about the selection, with buttons for related steps.

use super::program::use_dispatch;
use crate::effects::sight::use_revealed;
use crate::state::Action;
use crate::state::detail::{ElementDetail, LaneDetail};
use crate::state::writers::{Writer, Writers};
use yew::prelude::*;

/// Properties of a [`DetailBox`].
#[derive(Properties, PartialEq)]
pub struct DetailBoxProps {
    /// A further class of the box.
    #[prop_or_default]
    pub class: Option<&'static str>,
    /// Name of the selected item.
    pub title: AttrValue,
    /// Content to the right of the title.
    #[prop_or_default]
    pub beside: Html,
    /// Content below the title.
    pub children: Html,
}

/// A box about the selection. It scrolls into view when it opens, so use another key for another selection.
#[component]
pub fn DetailBox(props: &DetailBoxProps) -> Html {
    let dispatch = use_dispatch();
    let onclick = dispatch.reform(|_: MouseEvent| Action::Select(None));
    let root = use_node_ref();
    use_revealed(&root);
    html! {
        <div ref={root} class={classes!("cell-detail", props.class)} role="group" aria-label={props.title.clone()}>
            <p class="detail-row">
                <b>{ &props.title }</b>
                { props.beside.clone() }
                <button type="button" class="quiet" aria-label="close" {onclick}>{ "×" }</button>
            </p>
            { props.children.clone() }
        </div>
    }
}

/// Returns the start value and the current value, for the title line of a box.
pub fn values_html(initial: &str, now: &str) -> Html {
    html! {
        <>
            <span>{ "at the start " }<code>{ initial }</code></span>
            <span>{ "now " }<code>{ now }</code></span>
        </>
    }
}

/// Properties of a [`StepsRow`].
#[derive(Properties, PartialEq)]
pub struct StepsRowProps {
    /// Label of the steps.
    pub word: &'static str,
    /// Text if the list of steps is empty.
    pub none: &'static str,
    /// The steps.
    pub steps: Writers,
}

/// A row of a box: a label and buttons for the steps, or the text for an empty list.
#[component]
pub fn StepsRow(props: &StepsRowProps) -> Html {
    let dispatch = use_dispatch();
    let Writers { steps, more } = &props.steps;
    let step = |step: &Writer| {
        let cursor = step.cursor;
        let onclick = dispatch.reform(move |_: MouseEvent| Action::Seek(cursor));
        let who = step.lane.map_or_else(|| "step".to_owned(), |lane| format!("lane {lane}, step"));
        html! {
            <li key={cursor}>
                <button type="button" class={(!step.past).then_some("to-come")} {onclick}>
                    { format!("{who} {cursor}") }
                </button>
            </li>
        }
    };
    html! {
        <div class="detail-row">
            if steps.is_empty() {
                <span class="hint">{ props.none }</span>
            } else {
                <span class="detail-word">{ props.word }</span>
                <ul class="writers">{ for steps.iter().map(step) }</ul>
                if *more > 0 {
                    <span class="hint">{ format!("and in {more} other steps") }</span>
                }
            }
        </div>
    }
}

/// Returns the box about a lane.
pub fn lane_box(detail: &LaneDetail) -> Html {
    html! {
        <DetailBox key={detail.lane} class="lane-detail" title={detail.title.clone()}>
            if let Some(outside) = &detail.outside {
                <p class="detail-row"><span class="detail-word">{ "Out of bounds" }</span><code>{ outside }</code></p>
            }
            <StepsRow
                word="Accesses memory"
                none="It does not access memory."
                steps={detail.went.clone()}
            />
            <StepsRow word="Writes" none="It writes nothing." steps={detail.wrote.clone()} />
            if !detail.dropped.steps.is_empty() {
                <StepsRow word="Write dropped" none="" steps={detail.dropped.clone()} />
            }
        </DetailBox>
    }
}

/// Returns the box about an element of a variable.
pub fn element_box(detail: &ElementDetail) -> Html {
    html! {
        <DetailBox
            key={detail.title.clone()}
            class="element-detail"
            title={detail.title.clone()}
            beside={values_html(&detail.initial, &detail.now)}
        >
            <StepsRow
                word="Written by"
                none="Never written."
                steps={detail.writers.clone()}
            />
        </DetailBox>
    }
}
