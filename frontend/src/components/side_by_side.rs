//! The page of the gallery that compares the instruction sets on the same numbers.

use super::program::use_dispatch;
use super::semantics_panel::line;
use crate::state::Action;
use crate::state::notation::lines;
use lanescope_core::session::{
    Comparison, LaneResult, LaneRow, Side, comparisons, highlight_notation, without_counterpart,
};
use lanescope_core::spec::RollCall;
use std::rc::Rc;
use yew::prelude::*;

/// Properties of a [`SideBySide`].
#[derive(Properties, PartialEq)]
pub struct SideBySideProps {
    /// The instruction sets.
    pub roll_call: RollCall,
}

/// Every kind of instruction that the sets share. Kinds with equal results are folded.
#[component]
pub fn SideBySide(props: &SideBySideProps) -> Html {
    let dispatch = use_dispatch();
    let all = use_memo(props.roll_call.clone(), comparisons);
    let alone = use_memo(props.roll_call.clone(), without_counterpart);
    let (differ, agree) = all.split_at(all.partition_point(Comparison::differs));
    let card = |comparison: &Comparison| card(comparison, &dispatch);
    html! {
        <>
            <p class="hint">
                { "Each gets the same memory and sources. Each row is a lane: what comes back → what stays in memory; \
                   ≠ where they differ." }
            </p>
            { for differ.iter().map(card) }
            <details>
                <summary>{ format!("{} more that agree", agree.len()) }</summary>
                { for agree.iter().map(card) }
            </details>
            <h3>{ "Without counterpart" }</h3>
            <ul class="lone">
                { for alone.iter().map(|(kind, name)| html! {
                    <li>{ format!("{kind}: ") }<code>{ name }</code></li>
                }) }
            </ul>
        </>
    }
}

fn card(comparison: &Comparison, dispatch: &Callback<Action>) -> Html {
    let titles: Vec<String> = comparison.sides.iter().map(|side| side.title.clone()).collect();
    let name = format!("{}: {}", comparison.title, titles.join(" and "));
    let heading = |(at, side): (usize, &Side)| {
        html! {
            <>
                if at > 0 { <td></td> }
                <th scope="col">{ &side.title }</th>
            </>
        }
    };
    html! {
        <section class="comparison" aria-label={name.clone()}>
            <h3>{ &comparison.title }</h3>
            <div class="sides">{ for comparison.sides.iter().map(|it| side(it, dispatch)) }</div>
            <div class="lanes-scroll" tabindex="0" role="group" aria-label={name}>
                <table class="ops">
                    <thead><tr>
                        <th scope="col">{ "memory" }</th>
                        { for comparison.sources.iter().map(|name| html! { <th scope="col">{ *name }</th> }) }
                        { for comparison.sides.iter().enumerate().map(heading) }
                    </tr></thead>
                    <tbody>{ for comparison.lanes.iter().map(lane) }</tbody>
                </table>
            </div>
        </section>
    }
}

fn side(side: &Side, dispatch: &Callback<Action>) -> Html {
    let text: Rc<str> = side.text.as_str().into();
    let onclick = dispatch.reform(move |_: MouseEvent| Action::open(text.clone()));
    let notation = lines(&side.notation, &highlight_notation(&side.notation));
    html! {
        <div class="side">
            <code>{ &side.line }</code>
            <div class="side-notation">{ for notation.iter().map(|it| line(it, Html::default())) }</div>
            if let Some(problem) = &side.problem {
                <p class="hint">{ problem }</p>
            }
            <button type="button" aria-label={format!("Open on the stage: {}", side.title)} {onclick}>
                { "Open on the stage" }
            </button>
        </div>
    }
}

fn lane(row: &LaneRow) -> Html {
    let differs = row.differs();
    let memory = row.memory.clone().unwrap_or_else(|| format!("out of bounds ({})", row.element));
    html! {
        <tr class={classes!(differs.then_some("differs"))}>
            <th scope="row">{ memory }</th>
            { for row.sources.iter().map(|source| html! { <td>{ source }</td> }) }
            { for row.outcomes.iter().enumerate().map(|(at, it)| beside(at, it, *it != row.outcomes[0])) }
        </tr>
    }
}

/// Returns an outcome, preceded by a sign if it differs from the first outcome.
fn beside(at: usize, of_side: &LaneResult, differs: bool) -> Html {
    html! {
        <>
            if at > 0 {
                <td class="sign">
                    if differs {
                        <span class="visually-hidden">{ "differs" }</span>
                        <span aria-hidden="true">{ "≠" }</span>
                    }
                </td>
            }
            <td class="outcome">{ outcome(of_side) }</td>
        </>
    }
}

/// Returns the value that a lane gets back, and the value that it leaves in memory.
fn outcome(outcome: &LaneResult) -> Html {
    let returned = outcome.returned.clone().unwrap_or_else(|| "nothing".to_owned());
    html! {
        <>
            <span>{ returned }<span class="visually-hidden">{ " is returned" }</span></span>
            if let Some(stored) = &outcome.stored {
                { " " }<span><span aria-hidden="true">{ "→ " }</span><b>{ stored }</b></span>
                <span class="visually-hidden">{ " stays in memory" }</span>
            }
        </>
    }
}
