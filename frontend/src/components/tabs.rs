//! The tabs on the right of the page.

use crate::effects::dom::{document, focus};
use crate::state::choice::{Choice, Row};
use crate::state::{Action, Tab};
use wasm_bindgen::JsCast;
use yew::prelude::*;

/// Properties of [`Tabs`].
#[derive(Properties, PartialEq)]
pub struct TabsProps {
    /// The open tab.
    pub open: Tab,
    /// The splitter at the edge of the pane.
    pub edge: Html,
    /// Content of its panel.
    pub children: Html,
    /// Emits the chosen tab.
    pub onaction: Callback<Action>,
}

/// A row of tabs above the panel of the open tab.
#[component]
pub fn Tabs(props: &TabsProps) -> Html {
    html! {
        <section class="tabs" aria-label="Inspector">
            { props.edge.clone() }
            <TabRow open={props.open} onaction={props.onaction.clone()} />
            <div class="tab-body">
                <div id="tab-panel" class="tab-panel" role="tabpanel" aria-labelledby={id(props.open)} tabindex="0">
                    { props.children.clone() }
                </div>
            </div>
        </section>
    }
}

fn id(tab: Tab) -> String {
    format!("tab-{}", tab.key())
}

/// Properties of a [`TabRow`].
#[derive(Properties, PartialEq)]
struct TabRowProps {
    /// The open tab.
    open: Tab,
    /// Emits the chosen tab.
    onaction: Callback<Action>,
}

/// The tabs. Arrow keys move between them.
#[component]
fn TabRow(props: &TabRowProps) -> Html {
    let at = props.open.index();
    let onkeydown = {
        let onaction = props.onaction.clone();
        Callback::from(move |event: KeyboardEvent| {
            let count = Tab::ROWS.len();
            let to = match event.key().as_str() {
                "ArrowRight" => (at + 1) % count,
                "ArrowLeft" => (at + count - 1) % count,
                "Home" => 0,
                "End" => count - 1,
                _ => return,
            };
            event.prevent_default();
            let tab = Tab::ROWS[to].value;
            onaction.emit(Action::Tab(tab));
            let button = document().get_element_by_id(&id(tab));
            if let Some(button) = button.and_then(|it| it.dyn_into().ok()) {
                focus(&button);
            }
        })
    };
    let tab = |row: &Row<Tab>| {
        let tab = row.value;
        let selected = tab == props.open;
        let onclick = props.onaction.reform(move |_: MouseEvent| Action::Tab(tab));
        html! {
            <button
                type="button"
                role="tab"
                id={id(tab)}
                aria-selected={selected.to_string()}
                aria-controls="tab-panel"
                tabindex={if selected { "0" } else { "-1" }}
                {onclick}
            >{ row.label }</button>
        }
    };
    html! {
        <div class="tab-row" role="tablist" aria-label="Inspector" {onkeydown}>
            { for Tab::ROWS.iter().map(tab) }
        </div>
    }
}
