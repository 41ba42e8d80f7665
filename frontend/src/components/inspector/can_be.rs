//! The form of "Is this result possible?", which checks if some order produces an observed result.

use super::outcome_list::play_button;
use crate::components::controls::copy_button::CopyButton;
use crate::components::controls::program::{on_click, use_dispatch};
use crate::components::controls::ticks::ticks;
use crate::effects::dom::typed_value;
use crate::state::inquiries::CanBe;
use crate::state::outcomes::{grouped, percent};
use crate::state::{Action, ByIdentity, InquiryAction};
use lanescope_core::session::{
    Wanted,
    orders::{Possibility, changed_at_end, observed_ends},
    run::Run,
    text::{OrderReport, order_in_words},
};
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct CanBeFormProps {
    /// The run on the stage, if it belongs to the current text.
    pub run: Option<ByIdentity<Run>>,
    pub can_be: Option<ByIdentity<CanBe>>,
    /// The observed result as typed. `None` for that of the run.
    pub seen: Option<Rc<str>>,
    pub is_busy: bool,
}

/// A field for the observed result, and the answer below it.
#[component]
pub fn CanBeForm(props: &CanBeFormProps) -> Html {
    let dispatch = use_dispatch();
    let of_run = use_memo(props.run.clone(), |run| {
        run.as_ref().map(|run| changed_at_end(run).replace("; ", "\n")).unwrap_or_default()
    });
    let seen = props.seen.as_deref().unwrap_or(&of_run).to_owned();
    let oninput =
        dispatch.reform(|event: InputEvent| InquiryAction::Seen(Some(typed_value(&event).into())).into());
    let onreset = on_click(&dispatch, InquiryAction::Seen(None));
    let onclick = on_click(&dispatch, InquiryAction::Begin(Wanted::Possible(seen.clone())));
    let is_empty = seen.trim().is_empty();
    html! {
        <section class="can-be" aria-labelledby="can-be-title">
            <h3 id="can-be-title">{ "Is this result possible?" }</h3>
            <p id="can-be-hint" class="hint">
                { "Type or paste a result, for example from a real GPU: values such as “OLD = 7 8” or “OLD[3] = 18”, or an error such as “error run-misaligned”. Use " }<code>{ "_" }</code>
                { " for values that you did not check." }
            </p>
            <textarea
                aria-label="Observed result"
                aria-describedby="can-be-hint"
                rows="3"
                spellcheck="false"
                autocomplete="off"
                autocapitalize="off"
                value={seen}
                {oninput}
            />
            <p class="outcome-tools">
                <button type="button" disabled={props.is_busy || is_empty} {onclick}>{ "Is this result possible?" }</button>
                if props.seen.is_some() && props.run.is_some() {
                    <button type="button" class="quiet" onclick={onreset}>{ "Use this run" }</button>
                }
            </p>
            <div role="status">
                if let Some(can_be) = &props.can_be {
                    { answer(can_be, props.run.as_deref(), &dispatch) }
                }
            </div>
        </section>
    }
}

fn answer(can_be: &CanBe, run: Option<&Run>, dispatch: &Callback<Action>) -> Html {
    let seen =
        can_be.seen.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("; ");
    let possibility = match &can_be.answer {
        Ok(possibility) => possibility,
        Err(reason) => return html! { <p class="refusal">{ ticks(reason) }</p> },
    };
    let tools = |witness: &[OrderReport]| {
        html! {
            <p class="outcome-tools">
                { play_button(witness, dispatch) }
                { copy_button("possible", "Copy as .expect possible", can_be, run) }
            </p>
        }
    };
    html! {
        <div class="can-be-answer">
            <p><code>{ seen }</code></p>
            { match possibility {
                Possibility::Possible { orders, of, share, witness } => {
                    let (orders, of) = (grouped(&orders.to_string()), grouped(&of.to_string()));
                    html! {
                        <>
                            <p class="proved">
                                <b>{ "Possible" }</b>{ format!(" in exactly {orders} of {of} orders ({}), for example ", percent(*share)) }
                                <code>{ order_in_words(witness) }</code>{ "." }
                            </p>
                            { tools(witness) }
                        </>
                    }
                }
                Possibility::Shown { witness } => html! {
                    <>
                        <p class="proved">
                            <b>{ "Possible" }</b>{ ", for example " }<code>{ order_in_words(witness) }</code>
                            { ". The budget ran out before its orders were counted." }
                        </p>
                        { tools(witness) }
                    </>
                },
                Possibility::Impossible { because } => html! {
                    <>
                        <p class="impossible"><b>{ "Impossible" }</b>{ format!(": {because}.") }</p>
                        <p class="outcome-tools">
                            { copy_button("impossible", "Copy as .expect impossible", can_be, run) }
                        </p>
                    </>
                },
                Possibility::Undecided => html! {
                    <p class="undecided">
                        <b>{ "Not decided. " }</b>
                        { "The budget ran out. A more complete result is faster to check: with the values of all destinations, \
                           the answer is immediate." }
                    </p>
                },
            } }
        </div>
    }
}

/// Returns the button that copies the result as an `.expect` line.
fn copy_button(word: &str, label: &'static str, can_be: &CanBe, run: Option<&Run>) -> Html {
    let line = observed_ends(&can_be.seen, run.map(|run| &run.scenario().layout))
        .map(|ends| Rc::<str>::from(format!(".expect {word} {{ {ends} }}")));
    html! {
        if let Ok(line) = line {
            <CopyButton text={line} {label} />
        }
    }
}
