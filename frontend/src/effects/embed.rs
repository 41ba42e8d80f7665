//! Embeds: the page in a frame of another page. This module receives requests, sends reports, and observes visibility.
//!
//! embed.html loads the same files as the page (`tools/finish.mjs` copies the tags), so one download serves both. The
//! attribute `data-embed` of the root element makes the program draw `Embed` instead of `App`, over the same model and stage. An
//! embed saves nothing, reads no storage and has no history. The `?` part of its address has its settings (`EmbedSettings`).
//!
//! # The element
//!
//! The custom element in `js/lanescope-embed.js` reserves the height of an embed from the start: `EMBED_HEIGHTS` of the core, to which
//! css/embed.css fits the contents. It loads the frame near the window, sends the text as a message, and shows the frame once it
//! has drawn the text. So nothing around it moves, and the text stays visible if the frame cannot start. The first lines of
//! boot.js report that the frame runs, or that the program did not start. A frame that is loaded and reports nothing is blocked.
//! A frame also reports its natural height, and the element grows if that exceeds the reserved height.
//!
//! # Layout
//!
//! `EmbedSize::surfaces` keeps the surfaces with activity and divides them into pages of as many lines as fit. An embed with a
//! given height (`fits`) has the layout of the whole page: its parts scroll, and the stage keeps the activity in view. The embeds
//! of a page start one after another, visible ones first, because in parallel they would compete for the processor.
//!
//! # Messages
//!
//! Messages are texts in JSON. A frame accepts messages from its parent only. `state/message.rs` parses them: they are typed and
//! limited, and an unknown message has no effect. A reader's actions must pass `is_allowed`. The host page's do not, since it could
//! open another scenario anyway.
//!
//! A link has a fingerprint of its moment (`Run::fingerprint`). If the run has a different moment there, the page stays at the
//! start and says so.

use super::dom::{document, find, find_all, focus, prefers_reduced_motion, root, target, window};
use super::events::use_window_event;
use super::width::SizeWatch;
use crate::state::embed::EmbedSettings;
use crate::state::message::{self, Report, Request};
use gloo_events::{EventListener, EventListenerOptions};
use js_sys::Array;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{
    Element, HtmlElement, IntersectionObserver, IntersectionObserverEntry, KeyboardEvent, MessageEvent,
    MutationObserver, MutationObserverInit, Window,
};
use yew::prelude::*;

/// Returns the settings of the host page. `None` if this page is not an embed.
pub fn settings() -> Option<EmbedSettings> {
    root().dataset().get("embed")?;
    let query = window().location().search().unwrap_or_default();
    Some(EmbedSettings::parse(query.trim_start_matches('?')))
}

/// Returns the window of the host page. `None` if this page is not in a frame.
fn host() -> Option<Window> {
    window().parent().ok().flatten().filter(|parent| *parent != window())
}

/// Sends a report to the host page. That may be of any origin, so a report contains only data that the host page
/// provided or that the embed shows.
pub fn tell(report: &Report) {
    if let Some(host) = host() {
        // A text can always be posted.
        let _ = host.post_message(&report.to_text().into(), "*");
    }
}

/// Receives requests from the host page. Ignores messages from other windows.
#[hook]
pub fn use_requests(onrequest: Callback<Request>) {
    use_window_event("message", EventListenerOptions::default(), move |event: &MessageEvent| {
        let host = host().map(wasm_bindgen::JsValue::from);
        let is_of_host = host.is_some() && event.source().map(wasm_bindgen::JsValue::from) == host;
        let Some(text) = event.data().as_string().filter(|_| is_of_host) else { return };
        match message::parse(&text) {
            Some(Ok(request)) => onrequest.emit(request),
            Some(Err(message)) => tell(&Report::Error { message }),
            None => {}
        }
    });
    use_effect_with((), |()| tell(&Report::Ready { engine: crate::state::embed::ENGINE }));
}

/// Reports the natural height of a column, which is its height without its spring: as soon as a run is drawn, and after
/// each change.
#[hook]
pub fn use_told_height(column: &NodeRef, runs: u64) {
    let column = column.clone();
    let told = use_memo((), |()| std::cell::Cell::new(0));
    use_effect_with(runs, move |_| {
        let watch = column.cast::<Element>().map(|column| {
            // The parts of the column can change their heights while the column keeps the height of the frame.
            let measured = column.clone();
            let onresize = std::rc::Rc::new(move || {
                let spring = find(&measured, ".embed-spring").map_or(0.0, |it| height(&it));
                // Far below 2^32.
                let now = (height(&measured) - spring).ceil().max(0.0) as u32;
                if told.replace(now) != now {
                    tell(&Report::Resize { height: now });
                }
            });
            // The observers report only in the next frame, after the host page has shown the embed.
            onresize();
            let parts =
                [&column].into_iter().cloned().chain(find(&column, ".embed-spring").map(Element::from));
            let watched = parts.filter_map(|part| {
                let onresize = std::rc::Rc::clone(&onresize);
                SizeWatch::new(&part, move || onresize())
            });
            watched.collect::<Vec<_>>()
        });
        move || drop(watch)
    });
}

/// Selectors for groups of controls that are one tab stop each (roving tabindex). Up and Down move inside a group, Left
/// and Right step the run. The cells of a surface are a group of their own. The values of lanes belong to the stage,
/// and all arrow keys move among them.
const GROUPS: [&str; 3] = [
    ".stage button:not([data-index]:not(.lane-table *), :disabled, .popup-panel *)",
    ".narration button:not(:disabled, .popup-panel *)",
    ".embed-bar :is(button, a, input:enabled), .embed-bar + .details button, .embed-written :is(button, summary):not([data-index], :disabled, .editor-host *, .popup-panel *)",
];

/// Keeps one tab stop for each group of controls in a column, after each change of its elements.
#[hook]
pub fn use_roving_tabindex(column: &NodeRef) {
    let column = column.clone();
    use_effect_with((), move |()| {
        let inside = column.clone();
        let onchange = Closure::<dyn FnMut()>::new(move || {
            inside.cast::<Element>().iter().for_each(keep_tab_stops);
        });
        let observer = column.cast::<Element>().and_then(|column| {
            keep_tab_stops(&column);
            let observer = MutationObserver::new(onchange.as_ref().unchecked_ref()).ok()?;
            let options = MutationObserverInit::new();
            options.set_child_list(true);
            options.set_subtree(true);
            observer.observe_with_options(&column, &options).ok()?;
            Some(observer)
        });
        let listeners = column.cast::<Element>().map(|column| {
            let inside = column.clone();
            let onfocus = EventListener::new(&column, "focusin", move |_| keep_tab_stops(&inside));
            let options = EventListenerOptions::enable_prevent_default();
            let inside = column.clone();
            let onkey = EventListener::new_with_options(&column, "keydown", options, move |event| {
                if event.dyn_ref::<KeyboardEvent>().is_some_and(|event| rove(&inside, event)) {
                    event.prevent_default();
                }
            });
            [onfocus, onkey]
        });
        move || {
            if let Some(observer) = observer {
                observer.disconnect();
            }
            drop((listeners, onchange));
        }
    });
}

fn is_visible(control: &HtmlElement) -> bool {
    control.get_bounding_client_rect().width() > 0.0
}

fn keep_tab_stops(column: &Element) {
    let focused = document().active_element();
    for group in GROUPS {
        let all = find_all(column, group);
        let has_focus = |control: &&HtmlElement| focused.as_ref() == Some(control.as_ref());
        // A cell has a tabindex from its grid. It is not the stop, because controls before it would come first.
        let was_stop = |control: &&HtmlElement| {
            control.get_attribute("tabindex").as_deref() == Some("0")
                && control.get_attribute("data-index").is_none()
                && is_visible(control)
        };
        let is_primary = |control: &&HtmlElement| control.matches(".primary").unwrap_or(false);
        let stop = all.iter().find(has_focus).or_else(|| all.iter().find(was_stop));
        let stop = stop.or_else(|| all.iter().find(is_primary));
        let stop = stop.or_else(|| all.iter().find(|control| is_visible(control))).cloned();
        for control in &all {
            let wanted = if Some(control) == stop.as_ref() { "0" } else { "-1" };
            if control.get_attribute("tabindex").as_deref() != Some(wanted) {
                // An attribute with this name can always be set.
                let _ = control.set_attribute("tabindex", wanted);
            }
        }
    }
}

/// Moves the focus inside its group. Returns whether the key was used.
fn rove(column: &Element, event: &KeyboardEvent) -> bool {
    let is_plain = !(event.ctrl_key() || event.shift_key() || event.alt_key() || event.meta_key());
    let is_forward = match event.key().as_str() {
        "ArrowDown" => true,
        "ArrowUp" => false,
        _ => return false,
    };
    let Some(at) = target(event).filter(|_| is_plain && !event.default_prevented()) else { return false };
    for group in GROUPS {
        let all: Vec<HtmlElement> = find_all(column, group).into_iter().filter(is_visible).collect();
        if let Some(index) = all.iter().position(|control| **control == at) {
            let next = if is_forward { index + 1 } else { index.wrapping_sub(1) };
            all.get(next).into_iter().for_each(focus);
            return true;
        }
    }
    false
}

/// Returns the keyboard focus to the host page when the reader presses Escape and nothing here uses that key. Must be
/// called after [`super::keys::use_keys`], so that its listener receives the key first.
#[hook]
pub fn use_leave() {
    use_window_event("keydown", EventListenerOptions::default(), |event: &KeyboardEvent| {
        if event.key() == "Escape" && !event.default_prevented() {
            tell(&Report::Leave {});
        }
    });
}

fn height(element: &Element) -> f64 {
    element.get_bounding_client_rect().height()
}

/// Returns true once half of the stage in a column, or the part that fits in a small window, has been visible. The text
/// below the stage does not count, because it may be longer than any window. Always false for readers who prefer
/// reduced motion.
#[hook]
pub fn use_was_seen(column: &NodeRef) -> bool {
    /// The visible height of a stage that is always enough, in CSS pixels.
    const ENOUGH_PX: f64 = 300.0;
    let was_seen = use_state_eq(|| false);
    {
        let (column, was_seen) = (column.clone(), was_seen.clone());
        use_effect_with((), move |()| {
            let column = column.cast::<Element>().filter(|_| !prefers_reduced_motion());
            let stage = column.and_then(|column| find(&column, ".stage-area"));
            let onchange = Closure::<dyn FnMut(Array)>::new(move |entries: Array| {
                let is_seen = |entry: IntersectionObserverEntry| {
                    entry.intersection_ratio() >= 0.5 || entry.intersection_rect().height() >= ENOUGH_PX
                };
                if entries.iter().any(|entry| is_seen(entry.unchecked_into())) {
                    was_seen.set(true);
                }
            });
            let observer = stage.and_then(|stage| {
                let options = web_sys::IntersectionObserverInit::new();
                // The observer reports each twentieth of the stage that becomes visible.
                options.set_threshold(
                    &(0..=20)
                        .map(|part| f64::from(part) / 20.0)
                        .map(wasm_bindgen::JsValue::from)
                        .collect::<Array>(),
                );
                let observer =
                    IntersectionObserver::new_with_options(onchange.as_ref().unchecked_ref(), &options)
                        .ok()?;
                observer.observe(&stage);
                Some(observer)
            });
            move || {
                if let Some(observer) = observer {
                    observer.disconnect();
                }
                drop(onchange);
            }
        });
    }
    *was_seen
}
