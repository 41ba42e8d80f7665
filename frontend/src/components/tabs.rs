//! The tabs at the right.

use super::kept::{Part, kept};
use crate::effects::dom::{document, focus};
use crate::state::{Action, Tab};
use wasm_bindgen::JsCast;
use yew::prelude::*;

/// A row of tabs over the panel of the open one.
pub fn tabs(open: Tab, panel: Html, onaction: &Callback<Action>) -> Html {
    html! {
        <section class="tabs" aria-label="about this moment">
            { kept(TabRow { open, onaction: onaction.clone() }) }
            <div class="tab-body">
                <div id="tab-panel" class="tab-panel" role="tabpanel" aria-labelledby={id(open)} tabindex="0">
                    { panel }
                </div>
            </div>
        </section>
    }
}

fn id(tab: Tab) -> String {
    format!("tab-{}", tab.title().to_ascii_lowercase())
}

/// The tabs. Arrow keys go from tab to tab.
#[derive(PartialEq)]
struct TabRow {
    open: Tab,
    onaction: Callback<Action>,
}

impl Part for TabRow {
    fn html(&self) -> Html {
        let at = Tab::ALL.iter().position(|tab| *tab == self.open).unwrap_or(0);
        let onkeydown = {
            let onaction = self.onaction.clone();
            Callback::from(move |event: KeyboardEvent| {
                let count = Tab::ALL.len();
                let to = match event.key().as_str() {
                    "ArrowRight" => (at + 1) % count,
                    "ArrowLeft" => (at + count - 1) % count,
                    "Home" => 0,
                    "End" => count - 1,
                    _ => return,
                };
                event.prevent_default();
                onaction.emit(Action::Tab(Tab::ALL[to]));
                let button = document().get_element_by_id(&id(Tab::ALL[to]));
                if let Some(button) = button.and_then(|it| it.dyn_into().ok()) {
                    focus(&button);
                }
            })
        };
        let tab = |tab: Tab| {
            let selected = tab == self.open;
            let onclick = self.onaction.reform(move |_: MouseEvent| Action::Tab(tab));
            html! {
                <button
                    type="button"
                    role="tab"
                    id={id(tab)}
                    aria-selected={selected.to_string()}
                    aria-controls="tab-panel"
                    tabindex={if selected { "0" } else { "-1" }}
                    {onclick}
                >{ tab.title() }</button>
            }
        };
        html! {
            <div class="tab-row" role="tablist" aria-label="about this moment" {onkeydown}>
                { for Tab::ALL.into_iter().map(tab) }
            </div>
        }
    }
}
