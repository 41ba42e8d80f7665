//! Keyboard shortcuts of the page. They work wherever the focus is, unless the focused element uses the key itself.

use super::dom::{closest, document, target};
use super::events::use_window_event;
use super::timer::now_ms;
use crate::state::Action;
use crate::state::keys::{Focus, Press, is_character};
use gloo_events::{EventListener, EventListenerOptions};
use web_sys::{Element, KeyboardEvent};
use yew::prelude::*;

/// The time after typing in a field during which characters do not trigger shortcuts. A field may lose the focus while
/// the user is typing.
const TYPING_MS: f64 = 500.0;

/// Passes each key that nothing else handled to `interpret`, and dispatches the resulting action.
#[hook]
pub fn use_keys(interpret: Callback<Press, Option<Action>>, dispatch: Callback<Action>) {
    let typed_ms = use_mut_ref(|| f64::NEG_INFINITY);
    use_window_event(
        "keydown",
        EventListenerOptions::enable_prevent_default(),
        move |event: &KeyboardEvent| {
            let element = target(event);
            let focus = element.as_ref().map_or(Focus::Page, focus);
            let is_on_stage = element.is_some_and(|element| closest(&element, STAGE).is_some());
            let is_typing = now_ms() - *typed_ms.borrow() < TYPING_MS;
            if (focus == Focus::Text || is_typing) && is_character(&event.key()) {
                typed_ms.replace(now_ms());
            }
            if event.default_prevented() || event.is_composing() {
                return;
            }
            if let Some(action) = interpret.emit(press(event, focus, is_on_stage, is_typing)) {
                event.prevent_default();
                dispatch.emit(action);
            }
        },
    );
}

fn press(event: &KeyboardEvent, focus: Focus, is_on_stage: bool, is_typing: bool) -> Press {
    Press {
        key: event.key(),
        shift: event.shift_key(),
        ctrl: event.ctrl_key(),
        alt: event.alt_key(),
        meta: event.meta_key(),
        focus,
        is_on_stage,
        is_typing,
    }
}

fn focus(element: &Element) -> Focus {
    let Some(control) = closest(element, CONTROLS) else { return Focus::Page };
    let is = |selector: &str| control.matches(selector).unwrap_or(false);
    if is("input[type=range]") {
        // The timeline. Its keys are the page's shortcuts.
        Focus::Page
    } else if is("select, input[type=radio], [role=radio], [role=slider], [role=separator]") {
        Focus::Choice
    } else if is("input:not([type=checkbox]), textarea, [contenteditable=true]") {
        Focus::Text
    } else {
        Focus::Button
    }
}

/// Returns whether the focused element uses the arrow keys itself.
#[hook]
pub fn use_arrows_taken() -> bool {
    let is_taken = use_state_eq(|| false);
    let set = is_taken.setter();
    use_effect_with((), move |()| {
        let look = move |_: &Event| {
            let active = document().active_element();
            set.set(active.is_some_and(|element| {
                let takes = closest(&element, TAKES_ARROWS);
                takes.is_some() || matches!(focus(&element), Focus::Choice | Focus::Text)
            }));
        };
        let events = ["focusin", "focusout"].map(|name| EventListener::new(&document(), name, look.clone()));
        move || drop(events)
    });
    *is_taken
}

/// Lanes, memory and the sentence about them.
const STAGE: &str = ".stage-area";

/// Groups in which the arrow keys move the focus.
const TAKES_ARROWS: &str = "[role=tablist], .grid, [data-queue]";

/// Elements that use keys.
const CONTROLS: &str = "input, textarea, select, [contenteditable=true], button, a, summary, [role=button], [role=switch], [role=tab], [role=radio], [role=slider], [role=separator], label";
