//! Boxes about what is selected, with steps to jump to.

use crate::effects::sight::use_revealed;
use crate::state::Action;
use crate::state::detail::{ElementDetail, LaneDetail};
use crate::state::writers::{Writer, Writers};
use yew::prelude::*;

/// What a [`DetailBox`] shows.
#[derive(Properties, PartialEq)]
pub struct DetailBoxProps {
    /// What else the class of the box says.
    #[prop_or_default]
    pub class: Option<&'static str>,
    /// The name of what is selected.
    pub title: AttrValue,
    /// What stands beside the title.
    #[prop_or_default]
    pub beside: Html,
    /// What stands below the title.
    pub children: Html,
    /// The box is put away.
    pub onaction: Callback<Action>,
}

/// A box about what is selected. It is scrolled into view when it opens; give it another key for another selection.
#[component]
pub fn DetailBox(props: &DetailBoxProps) -> Html {
    let onclick = props.onaction.reform(|_: MouseEvent| Action::Select(None));
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

/// The values of what is selected, beside the title of its box.
pub fn values_html(initial: &str, now: &str) -> Html {
    html! {
        <>
            <span>{ "at the start " }<code>{ initial }</code></span>
            <span>{ "now " }<code>{ now }</code></span>
        </>
    }
}

/// What a [`StepsRow`] shows.
#[derive(Properties, PartialEq)]
pub struct StepsRowProps {
    /// What the steps do.
    pub word: &'static str,
    /// The sentence that says that there are none.
    pub none: &'static str,
    /// The steps.
    pub steps: Writers,
    /// A step was pressed.
    pub onaction: Callback<Action>,
}

/// A row of a box: a word and the steps, or that there are none.
#[component]
pub fn StepsRow(props: &StepsRowProps) -> Html {
    let Writers { steps, more } = &props.steps;
    let step = |step: &Writer| {
        let cursor = step.cursor;
        let onclick = props.onaction.reform(move |_: MouseEvent| Action::Seek(cursor));
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

/// What a [`LaneBox`] shows.
#[derive(Properties, PartialEq)]
pub struct LaneBoxProps {
    /// The lane.
    pub detail: LaneDetail,
    /// A step was pressed, or the box is put away.
    pub onaction: Callback<Action>,
}

/// The box about a lane.
#[component]
pub fn LaneBox(LaneBoxProps { detail, onaction }: &LaneBoxProps) -> Html {
    html! {
        <DetailBox class="lane-detail" title={detail.title.clone()} onaction={onaction.clone()}>
            if let Some(outside) = &detail.outside {
                <p class="detail-row"><span class="detail-word">{ "Goes outside" }</span><code>{ outside }</code></p>
            }
            <StepsRow
                word="Goes to memory"
                none="It does not go to memory."
                steps={detail.went.clone()}
                onaction={onaction.clone()}
            />
            <StepsRow word="Writes" none="It writes nothing." steps={detail.wrote.clone()} onaction={onaction.clone()} />
            if !detail.dropped.steps.is_empty() {
                <StepsRow word="Write dropped" none="" steps={detail.dropped.clone()} onaction={onaction.clone()} />
            }
        </DetailBox>
    }
}

/// Properties of an [`ElementBox`].
#[derive(Properties, PartialEq)]
pub struct ElementBoxProps {
    /// The element.
    pub detail: ElementDetail,
    /// A step was pressed, or the box is put away.
    pub onaction: Callback<Action>,
}

/// The box about an element of a variable.
#[component]
pub fn ElementBox(ElementBoxProps { detail, onaction }: &ElementBoxProps) -> Html {
    html! {
        <DetailBox
            class="element-detail"
            title={detail.title.clone()}
            beside={values_html(&detail.initial, &detail.now)}
            onaction={onaction.clone()}
        >
            <StepsRow
                word="Written by"
                none="Never written."
                steps={detail.writers.clone()}
                onaction={onaction.clone()}
            />
        </DetailBox>
    }
}
