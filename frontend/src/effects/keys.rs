//! The keys of the page, wherever the focus is, unless what has it wants them for itself.

use super::dom::{closest, target, window};
use crate::state::Action;
use crate::state::keys::{Focus, Press};
use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};
use yew::prelude::*;

/// Asks `interpret` about each key that nothing else took, and dispatches what it answers.
#[hook]
pub fn use_keys(interpret: Callback<Press, Option<Action>>, onaction: Callback<Action>) {
    use_effect_with((interpret, onaction), |(interpret, onaction)| {
        let (interpret, onaction) = (interpret.clone(), onaction.clone());
        let options = EventListenerOptions::enable_prevent_default();
        let listener = EventListener::new_with_options(&window(), "keydown", options, move |event| {
            let Some(event) = event.dyn_ref::<KeyboardEvent>() else { return };
            if event.default_prevented() || event.is_composing() {
                return;
            }
            if let Some(action) = interpret.emit(press(event)) {
                event.prevent_default();
                onaction.emit(action);
            }
        });
        move || drop(listener)
    });
}

fn press(event: &KeyboardEvent) -> Press {
    Press {
        key: event.key(),
        shift: event.shift_key(),
        ctrl: event.ctrl_key(),
        foreign: event.alt_key() || event.meta_key(),
        focus: target(event).map_or(Focus::Page, |element| focus(&element)),
    }
}

fn focus(element: &Element) -> Focus {
    let Some(control) = closest(element, CONTROLS) else { return Focus::Page };
    let is = |selector: &str| control.matches(selector).unwrap_or(false);
    if is("input[type=range]") {
        // The timeline itself: its keys are the page's.
        Focus::Page
    } else if is("input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true]") {
        Focus::Typing
    } else {
        Focus::Button
    }
}

/// What takes keys.
const CONTROLS: &str = "input, textarea, select, [contenteditable=true], button, a, summary, [role=button], [role=switch], [role=tab], label";
