//! Events of the window.

use super::dom::{contains, document, target, window};
use gloo_events::{EventListener, EventListenerOptions};
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement};
use yew::prelude::*;

/// Listens to an event of the window. `handle` of the latest rendering receives it.
#[hook]
pub fn use_window_event<E: JsCast + 'static>(
    name: &'static str,
    options: EventListenerOptions,
    handle: impl Fn(&E) + 'static,
) {
    let latest = use_mut_ref(|| None::<Rc<dyn Fn(&E)>>);
    latest.replace(Some(Rc::new(handle)));
    use_effect_with((), move |()| {
        let listener = EventListener::new_with_options(&window(), name, options, move |event: &Event| {
            // It may cause a rendering, which replaces it.
            let handle = latest.borrow().clone();
            if let Some((handle, event)) = handle.zip(event.dyn_ref()) {
                handle(event);
            }
        });
        move || drop(listener)
    });
}

/// Calls `onpress` when the pointer presses outside of an open element.
#[hook]
pub fn use_press_elsewhere(element: &NodeRef, is_open: bool, onpress: Callback<()>) {
    let element = element.clone();
    let capture = EventListenerOptions { passive: true, ..EventListenerOptions::run_in_capture_phase() };
    use_window_event("pointerdown", capture, move |event: &Event| {
        let Some(element) = element.cast::<Element>().filter(|_| is_open) else { return };
        if target(event).is_some_and(|pressed| contains(&element, &pressed)) {
            return;
        }
        // A field accepts its text when it loses the focus, which it does not do if it is removed.
        let active = document().active_element().filter(|active| contains(&element, active));
        if let Some(active) = active.and_then(|active| active.dyn_into::<HtmlElement>().ok()) {
            let _ = active.blur();
        }
        onpress.emit(());
    });
}
