//! The menu for the order of the lanes, which writes `.order` into the text.

use super::queue::{chips, use_queues};
use crate::components::controls::popup::Popup;
use crate::components::controls::program::{on_click_to, use_dispatch};
use crate::components::controls::select::segmented;
use crate::effects::dom::typed_value;
use crate::state::order::{OrderView, order};
use crate::state::queue::Drag;
use crate::state::{Action, ByIdentity, DocumentAction, Tab};
use lanescope_core::session::run::{Run, Schedule};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct OrderMenuProps {
    pub run: ByIdentity<Run>,
    /// Index of the instruction whose lanes are ordered.
    pub instruction: usize,
}

/// A button that opens the menu.
#[component]
pub fn OrderMenu(props: &OrderMenuProps) -> Html {
    html! {
        <Popup text="Order" of="of lanes" title="Order in which the lanes take turns">
            <Orders run={props.run.clone()} instruction={props.instruction} />
        </Popup>
    }
}

/// The choice of an order, and the lanes as draggable chips.
#[component]
fn Orders(props: &OrderMenuProps) -> Html {
    let dispatch = use_dispatch();
    let view =
        use_memo((props.run.clone(), props.instruction), |(run, instruction)| order(run, *instruction));
    let onmove = {
        let (view, dispatch) = (view.clone(), dispatch.clone());
        Callback::from(move |Drag { from, to, .. }: Drag| {
            let edit = view.as_ref().as_ref().and_then(|view| view.moved(from, to));
            edit.into_iter().for_each(|edit| dispatch.emit(DocumentAction::Edit(edit).into()));
        })
    };
    let queue = use_queues(onmove);
    let Some(view) = &*view else {
        return html! { <p class="hint">{ "The lanes of this instruction take no turns." }</p> };
    };
    let chosen = match view.schedule {
        Schedule::Ascending => Kind::Ascending,
        Schedule::Descending => Kind::Descending,
        Schedule::Seeded(_) => Kind::Random,
        Schedule::Explicit(_) => Kind::ByHand,
    };
    let onchange = {
        let (view, dispatch) = (view.clone(), dispatch.clone());
        Callback::from(move |kind: Kind| {
            let order = match kind {
                Kind::Ascending => Schedule::Ascending,
                Kind::Descending => Schedule::Descending,
                Kind::Random => Schedule::Seeded(view.seed().map_or(1, |seed| seed.wrapping_add(1))),
                Kind::ByHand => Schedule::Explicit(vec![view.lanes.clone()]),
            };
            if order != view.schedule {
                dispatch.emit(DocumentAction::Edit(view.edit(order)).into());
            }
        })
    };
    html! {
        <div class="orders" onpointerdown={&queue.onpointerdown}>
            { segmented("order", CHOICES, chosen, &onchange) }
            if let Some(seed) = view.seed() {
                <SeedField view={view.clone()} {seed} />
            }
            <span id="order-title" class="hint">
                if view.is_shared {
                    { "Order, in all instructions with the same " }<code>{ ".order" }</code>{ ":" }
                } else {
                    { "Order:" }
                }
            </span>
            { chips(&queue, &view.badges(), "order-title", "order-hint") }
            <span id="order-hint" class="hint">
                { "drag a lane, or move it with " }<kbd>{ "←" }</kbd><kbd>{ "→" }</kbd>
                if view.has_several_lists {
                    { "; the same for every loop over the lanes" }
                }
            </span>
            { all_orders_button(&dispatch) }
        </div>
    }
}

/// A kind of orders.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Ascending,
    Descending,
    Random,
    ByHand,
}

/// The kinds of orders, each with its label and its tooltip.
const CHOICES: &[(Kind, &str, &str)] = &[
    (Kind::Ascending, "Ascending", "Lane 0 first"),
    (Kind::Descending, "Descending", "Last lane first"),
    (Kind::Random, "Random", "Random order from a seed; click again for the next seed"),
    (Kind::ByHand, "By hand", "The order below, as a list in the text"),
];

/// Returns the button that opens the panel of outcomes.
pub fn all_orders_button(dispatch: &Callback<Action>) -> Html {
    html! {
        <button type="button" class="all-orders" title="Open the tab Outcomes" onclick={explore(dispatch)}>{ "All orders…" }</button>
    }
}

/// Returns the handler of a click that explores all orders.
pub fn explore(dispatch: &Callback<Action>) -> Callback<MouseEvent> {
    on_click_to(dispatch, Tab::Outcomes.button_id(), Action::ExploreOrders)
}

#[derive(Properties, PartialEq)]
struct SeedFieldProps {
    view: OrderView,
    seed: u64,
}

/// The field of the seed. A refused text stays, with the reason.
#[component]
fn SeedField(SeedFieldProps { view, seed }: &SeedFieldProps) -> Html {
    let dispatch = use_dispatch();
    // The text, and the seed that it did not replace.
    let refused = use_state_eq(|| None::<(String, u64)>);
    let typed = (*refused).as_ref().filter(|(_, kept)| kept == seed).map(|(typed, _)| typed.clone());
    let onchange = {
        let (view, seed) = (view.clone(), *seed);
        Callback::from(move |event: Event| {
            let typed = typed_value(&event);
            match typed.trim().parse() {
                Ok(seed) => dispatch.emit(DocumentAction::Edit(view.edit(Schedule::Seeded(seed))).into()),
                Err(_) => refused.set(Some((typed, seed))),
            }
        })
    };
    let is_refused = typed.is_some();
    html! {
        <>
            <label class="order-seed">
                <span>{ "Seed" }</span>
                <input type="number" min="0" step="1" value={typed.unwrap_or_else(|| seed.to_string())}
                    aria-invalid={is_refused.to_string()} aria-describedby={is_refused.then_some("seed-refused")} {onchange} />
            </label>
            if is_refused {
                <p id="seed-refused" class="refusal" role="alert">{ "A seed is a whole number from 0 to 18446744073709551615." }</p>
            }
        </>
    }
}
