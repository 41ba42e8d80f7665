//! The tabs at the right.

use crate::effects::dom::{document, focus};
use crate::state::{Action, Tab};
use wasm_bindgen::JsCast;
use yew::prelude::*;

/// A row of tabs over the panel of the open one. Arrow keys go from tab to tab.
pub fn tabs(open: Tab, panel: Html, onaction: &Callback<Action>) -> Html {
    let id = |tab: Tab| format!("tab-{}", tab.title().to_ascii_lowercase());
    let at = Tab::ALL.iter().position(|tab| *tab == open).unwrap_or(0);
    let onkeydown = {
        let onaction = onaction.clone();
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
        let selected = tab == open;
        let onclick = onaction.reform(move |_: MouseEvent| Action::Tab(tab));
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
        <section class="tabs" aria-label="about this moment">
            <div class="tab-row" role="tablist" aria-label="about this moment" {onkeydown}>
                { for Tab::ALL.into_iter().map(tab) }
            </div>
            <div class="tab-body">
                <div id="tab-panel" class="tab-panel" role="tabpanel" aria-labelledby={id(open)} tabindex="0">
                    { panel }
                </div>
            </div>
        </section>
    }
}
