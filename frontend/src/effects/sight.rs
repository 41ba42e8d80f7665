//! Scrolling that follows the run: lanes, memory and if necessary the page are scrolled so that the current lane and
//! place are visible.

use super::dom::{closest, dock, document, edges, find, window};
use super::width::SizeWatch;
use crate::state::sight::scroll_by;
use gloo_events::{EventListener, EventListenerOptions, EventListenerPhase};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

/// The space below a place that has been scrolled into view.
const BELOW_PX: f64 = 6.0;

/// Makes the current lane with its new values visible, and the element with the id `at_hand`. If the run is in
/// progress, also makes the stage visible. Visible parts are not scrolled.
pub fn follow(around: &Element, at_hand: Option<&str>, is_under_way: bool) {
    let Some(body) = closest(around, ".stage-body").and_then(|it| it.dyn_into::<HtmlElement>().ok()) else {
        return;
    };
    if let Some(table) = find(&body, ".lane-table")
        && let Some(lane) = find(&table, "th.current").filter(|_| is_scrolled(&table))
    {
        show_lane(&table, &lane);
    }
    let place = at_hand.and_then(|id| document().get_element_by_id(id));
    if let (Some(lanes), Some(place)) = (find(&body, ".lanes"), &place)
        && is_scrolled(&body)
    {
        let (top, bottom) = edges(place);
        let floor = find(&body, ".memory-edge").map_or(edges(&body).1, |edge| edges(&edge).0);
        scroll(&body, (top, bottom + BELOW_PX), (edges(&lanes).1, floor));
    }
    if let Some(lanes) = find(&body, ".lanes") {
        keep_clear(&body, &lanes);
    }
    if is_under_way {
        show_stage(&body);
    }
}

/// Tells the style sheet the height of the lanes, so that they hide neither a focused element of memory nor the legend of the cost.
fn keep_clear(body: &HtmlElement, lanes: &HtmlElement) {
    let height = format!("{}px", lanes.offset_height());
    let style = body.style();
    if style.get_property_value("--lanes-height").is_ok_and(|before| before != height) {
        // The name is fixed and valid.
        let _ = style.set_property("--lanes-height", &height);
    }
}

/// The scroll position and size of a stage.
#[derive(Default, PartialEq, Clone, Copy)]
pub struct Position {
    /// The scroll offsets of memory and lanes.
    pub scrolled: [i32; 2],
    /// The height of the scroll area.
    pub height: i32,
}

impl Position {
    /// Measures the stage around an element.
    pub fn of(around: &Element) -> Self {
        let Some(body) = closest(around, ".stage-body") else { return Self::default() };
        let lanes = find(&body, ".lane-table").map_or(0, |table| table.scroll_top());
        Self { scrolled: [body.scroll_top(), lanes], height: body.client_height() }
    }
}

/// An observer of scrolling and size changes of the stage. Dropping it ends the observation.
pub struct Watch {
    _scroll: EventListener,
    _size: Option<SizeWatch>,
}

impl Watch {
    /// Observes the stage around an element. `None` without a stage.
    pub fn new(around: &Element, onchange: impl FnMut() + 'static) -> Option<Self> {
        let body = closest(around, ".stage-body")?;
        let capture = EventListenerOptions { phase: EventListenerPhase::Capture, passive: true };
        let onchange = Rc::new(RefCell::new(onchange));
        let onscroll = Rc::clone(&onchange);
        let _scroll =
            EventListener::new_with_options(&body, "scroll", capture, move |_| (onscroll.borrow_mut())());
        Some(Self { _scroll, _size: SizeWatch::new(&body, move || (onchange.borrow_mut())()) })
    }
}

/// Returns whether an element has more content than it shows.
fn is_scrolled(element: &HtmlElement) -> bool {
    element.scroll_height() > element.client_height() + 1
}

/// Scrolls the lanes to the new value of the current lane, below the sticky heads. Without a new value, scrolls to the
/// head of its bank.
fn show_lane(table: &HtmlElement, lane: &Element) {
    let (top, bottom) = edges(table);
    let head = lane.get_bounding_client_rect().height();
    match find(table, "td.fresh") {
        Some(fresh) => scroll(table, edges(&fresh), (top + head, bottom)),
        None => {
            if let Some(bank) = closest(lane, ".bank") {
                let first = edges(&bank).0;
                scroll(table, (first, first + head), (top, bottom));
            }
        }
    }
}

/// Scrolls an element as far as it must, so that `range` is between the edges `inside`. Both are heights in the window.
fn scroll(scroller: &HtmlElement, range: (f64, f64), inside: (f64, f64)) {
    let by = scroll_by(range, inside);
    if by == 0.0 {
        return;
    }
    // Whole pixels, far below 2^31, rounded away from 0.
    let by = if by < 0.0 { by.floor() } else { by.ceil() };
    scroller.set_scroll_top(scroller.scroll_top() + by as i32);
}

/// Scrolls the page to the stage if the page is one column and the stage is partly visible. A user who reads below the
/// stage is not interrupted.
fn show_stage(body: &HtmlElement) {
    let (Some(area), Some(dock)) = (closest(body, ".stage-area"), dock()) else { return };
    let (top, bottom) = edges(&area);
    let floor = edges(&dock).0;
    let words = find(&area, ".narration").map_or(bottom, |words| edges(&words).1);
    let is_seen = top >= 0.0 && words <= floor;
    if !is_seen && top < floor && bottom > 0.0 {
        window().scroll_by_with_x_and_y(0.0, top);
    }
}
