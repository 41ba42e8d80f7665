//! The page in a frame of another page: what it is asked for, what it hears and tells, and whether it is in sight.

use super::dom::{find, prefers_reduced_motion, root, window};
use super::width::SizeWatch;
use crate::state::embed::EmbedSettings;
use crate::state::message::{self, Report, Request};
use gloo_events::EventListener;
use js_sys::Array;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, IntersectionObserver, IntersectionObserverEntry, MessageEvent, Window};
use yew::prelude::*;

/// What the page around this one asks for; `None` in a page that is no embed.
pub fn settings() -> Option<EmbedSettings> {
    root().dataset().get("embed")?;
    let query = window().location().search().unwrap_or_default();
    Some(EmbedSettings::parse(query.trim_start_matches('?')))
}

/// Marks the page as one whose cells cannot be typed into: see [`super::dom::is_read_only`].
pub fn set_read_only() {
    // A data attribute of that name can always be set.
    let _ = root().dataset().set("readOnly", "");
}

/// The window of the page around this one; `None` where this one stands by itself.
fn host() -> Option<Window> {
    window().parent().ok().flatten().filter(|parent| *parent != window())
}

/// Tells the page around this one. It may be of any site: nothing is told that this page was not given or shows.
pub fn tell(report: &Report) {
    if let Some(host) = host() {
        // A text can always be posted.
        let _ = host.post_message(&report.to_text().into(), "*");
    }
}

/// Hears what the page around this one asks, and nobody else.
#[hook]
pub fn use_requests(onrequest: Callback<Request>) {
    use_effect_with((), move |()| {
        let listener = EventListener::new(&window(), "message", move |event| {
            let Some(event) = event.dyn_ref::<MessageEvent>() else { return };
            let host = host().map(wasm_bindgen::JsValue::from);
            let is_of_host = host.is_some() && event.source().map(wasm_bindgen::JsValue::from) == host;
            let Some(text) = event.data().as_string().filter(|_| is_of_host) else { return };
            match message::parse(&text) {
                Some(Ok(request)) => onrequest.emit(request),
                Some(Err(message)) => tell(&Report::Error { message }),
                None => {}
            }
        });
        tell(&Report::Ready { engine: crate::state::embed::ENGINE });
        move || drop(listener)
    });
}

/// Tells how high the column of that reference would be without its spring, whenever that changes.
#[hook]
pub fn use_told_height(column: &NodeRef) {
    let column = column.clone();
    use_effect_with((), move |()| {
        let watch = column.cast::<Element>().map(|column| {
            // The parts of it change their heights, too, where the column as a whole stays as high as the frame.
            let measured = column.clone();
            let told = std::cell::Cell::new(0);
            let onresize = std::rc::Rc::new(move || {
                let spring = find(&measured, ".embed-spring").map_or(0.0, |it| height(&it));
                // Far below 2^32.
                let now = (height(&measured) - spring).ceil().max(0.0) as u32;
                if told.replace(now) != now {
                    tell(&Report::Resize { height: now });
                }
            });
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

fn height(element: &Element) -> f64 {
    element.get_bounding_client_rect().height()
}

/// Whether the element of that reference has been in sight, for half of it or half of the window. Never where a person asked for
/// less motion, for what follows moves.
#[hook]
pub fn use_was_seen(of: &NodeRef) -> bool {
    let was_seen = use_state_eq(|| false);
    {
        let (of, was_seen) = (of.clone(), was_seen.clone());
        use_effect_with((), move |()| {
            let element = of.cast::<Element>().filter(|_| !prefers_reduced_motion());
            let onchange = Closure::<dyn FnMut(Array)>::new(move |entries: Array| {
                let is_seen = |entry: IntersectionObserverEntry| entry.intersection_ratio() >= 0.5;
                if entries.iter().any(|entry| is_seen(entry.unchecked_into())) {
                    was_seen.set(true);
                }
            });
            let observer = element.and_then(|element| {
                let options = web_sys::IntersectionObserverInit::new();
                options.set_threshold(&0.5.into());
                let observer =
                    IntersectionObserver::new_with_options(onchange.as_ref().unchecked_ref(), &options)
                        .ok()?;
                observer.observe(&element);
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
