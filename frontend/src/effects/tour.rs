//! The guided tour on the page. The target is outlined and scrolled into view. The callout is to its side, or at the
//! bottom of the window if the page is one column.

use super::dom::{closest, contains, dock, document, edges, find, focus, root, window};
use super::width::SizeWatch;
use crate::state::curve::{Rect, tenths};
use crate::state::tour::{beside, scroll_by};
use gloo_events::{EventListener, EventListenerOptions, EventListenerPhase};
use gloo_timers::callback::Timeout;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, HtmlElement, Node, ScrollIntoViewOptions, ScrollLogicalPosition};
use yew::prelude::*;

/// Points at the part of the page that matches a selector, while there is a stop. A change of `moment` may have moved
/// it.
#[hook]
pub fn use_tour<T: PartialEq + 'static>(stop: Option<(usize, &'static str)>, moment: T) {
    use_effect_with(stop.is_some(), |&is_on| {
        let visit = is_on.then(visit);
        move || drop(visit)
    });
    let before = use_mut_ref(|| None);
    use_effect_with((stop, moment), move |&(stop, _)| {
        let is_new = before.replace(stop) != stop;
        let pointer = stop.map(|(_, selector)| point_at(selector, is_new));
        move || drop(pointer)
    });
}

/// The focus during a tour. Dropping it restores the previous focus, unless the user has moved the focus.
struct Visit {
    before: Rc<RefCell<Option<HtmlElement>>>,
    _timeout: Timeout,
}

fn focused() -> Option<HtmlElement> {
    let element = document().active_element()?.dyn_into::<HtmlElement>().ok()?;
    (element.tag_name() != "BODY").then_some(element)
}

fn visit() -> Visit {
    let before = Rc::new(RefCell::new(None));
    let had_focus = Rc::clone(&before);
    // A dialog that is about to close restores its focus first.
    let timeout = Timeout::new(0, move || {
        had_focus.replace(focused());
        if let Some(callout) = find(&root(), ".tour") {
            focus(&callout);
        }
    });
    Visit { before, _timeout: timeout }
}

impl Drop for Visit {
    fn drop(&mut self) {
        root().dataset().delete("tour");
        if focused().is_some() {
            return;
        }
        let before = self.before.take().filter(|element| element.is_connected());
        match before {
            Some(element) => focus(&element),
            None => focus_step(),
        }
    }
}

/// Focuses the Step button, when the focused element is removed.
fn focus_step() {
    if let Some(step) = find(&root(), ".step") {
        focus(&step);
    }
}

/// The delay after a resize, until the page has settled.
const SETTLED_MS: u32 = 150;

/// Keeps the callout in place while the window is resized or scrolled. Dropping it removes the outline.
struct Pointer {
    _listeners: [EventListener; 2],
    _size: Option<SizeWatch>,
}

impl Drop for Pointer {
    fn drop(&mut self) {
        point(None);
    }
}

/// Outlines the first part of the page that matches a selector, and no other. A rendering may have replaced the
/// element.
fn point(selector: Option<&str>) -> Option<HtmlElement> {
    let target = selector.and_then(|selector| find(&root(), selector));
    let before = find(&root(), "[data-toured]");
    if let Some(before) = before.filter(|before| Some(before) != target.as_ref()) {
        let _ = before.remove_attribute("data-toured");
    }
    if let Some(target) = &target {
        let _ = target.set_attribute("data-toured", "");
    }
    target
}

fn point_at(selector: &'static str, is_new: bool) -> Pointer {
    arrange(selector, is_new);
    let settling = RefCell::new(None);
    let resized = move |_: &Event| {
        settling.replace(Some(Timeout::new(SETTLED_MS, move || arrange(selector, true))));
    };
    let capture = EventListenerOptions { phase: EventListenerPhase::Capture, passive: true };
    let listeners = [
        EventListener::new(&window(), "resize", resized),
        EventListener::new_with_options(&window(), "scroll", capture, move |_| arrange(selector, false)),
    ];
    // The callout at the foot leaves the page less room, in which the picture gets another size.
    let of_size =
        find(&root(), selector).and_then(|target| SizeWatch::new(&target, move || keep_clear(selector)));
    Pointer { _listeners: listeners, _size: of_size }
}

/// Scrolls a target that has another size above the callout at the foot.
fn keep_clear(selector: &str) {
    if root().dataset().get("tour").as_deref() != Some("foot") {
        return;
    }
    if let (Some(target), Some(callout)) = (find(&root(), selector), find(&root(), ".tour")) {
        uncover(&whole(target), dock().as_ref(), rect(&callout).y);
    }
}

/// Returns the target, or for the text, the pane with the text and its problems, which the callout must not cover either.
fn whole(target: HtmlElement) -> HtmlElement {
    closest(&target, ".left").unwrap_or(target)
}

fn rect(element: &Element) -> Rect {
    let rect = element.get_bounding_client_rect();
    Rect { x: rect.x(), y: rect.y(), width: rect.width(), height: rect.height() }
}

/// Places the callout. With `to_sight`, also scrolls its target into view.
fn arrange(selector: &str, to_sight: bool) {
    let Some(callout) = find(&root(), ".tour") else { return };
    let target = point(Some(selector));
    let dock = dock();
    // The window's size is always a number.
    let size = |size: Result<JsValue, _>| size.ok().and_then(|size| size.as_f64()).unwrap_or(0.0);
    let (width, height) = (size(window().inner_width()), size(window().inner_height()));
    let set = |name: &str, px: f64| drop(root().style().set_property(name, &(tenths(px) + "px")));
    let _ = root().dataset().set("tour", if dock.is_some() { "foot" } else { "beside" });
    if let Some(target) = target.as_ref().filter(|_| to_sight) {
        let options = ScrollIntoViewOptions::new();
        options.set_block(ScrollLogicalPosition::Nearest);
        target.scroll_into_view_with_scroll_into_view_options(&options);
    }
    let own = rect(&callout);
    let clear = target.map(whole);
    if dock.is_none() {
        let place =
            clear.as_ref().and_then(|clear| beside(rect(clear), (own.width, own.height), (width, height)));
        if let Some((x, y)) = place {
            set("--tour-x", x);
            set("--tour-y", y);
            return;
        }
        let _ = root().dataset().set("tour", "foot");
    }
    let own = rect(&callout);
    // A callout that has grown, for instance by the note that a task is done, may cover its target.
    let height_before = root().style().get_property_value("--tour-height").unwrap_or_default();
    let has_grown = height_before != tenths(own.height) + "px";
    set("--tour-height", own.height);
    if let Some(clear) = clear.filter(|_| to_sight || has_grown) {
        uncover(&clear, dock.as_ref(), height - own.height);
    }
}

/// The free space above and below a target, for its outline and for rounding of scroll positions.
const MARGIN_PX: f64 = 6.0;

/// Scrolls the page until the target is visible above the callout and not covered by the dock, which is sticky.
fn uncover(target: &HtmlElement, dock: Option<&HtmlElement>, floor: f64) {
    let scroll = |low: f64, high: f64| {
        let by = scroll_by(edges(target), (low + MARGIN_PX, high - MARGIN_PX));
        window().scroll_by_with_x_and_y(0.0, by);
    };
    let Some(dock) = dock.filter(|dock| !contains(dock, target)) else { return scroll(0.0, floor) };
    scroll(0.0, floor);
    let (top, bottom) = edges(dock);
    let (first, last) = edges(target);
    if top < last && first < bottom {
        let follows = target.compare_document_position(dock) & Node::DOCUMENT_POSITION_FOLLOWING != 0;
        if follows { scroll(0.0, top) } else { scroll(bottom, floor) }
    }
}
