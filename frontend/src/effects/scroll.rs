//! Scrolling that keeps the active line visible.

use super::dom::{document, find, focus};
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

/// Scrolls the panel with an id, and nothing else, when `moment` changes, so that an element in it is visible. The
/// element is the first one that matches the first matching selector.
#[hook]
pub fn use_in_view<T: PartialEq + 'static>(
    panel: &'static str,
    selectors: &'static [&'static str],
    moment: T,
) {
    use_effect_with(moment, move |_| {
        let panel =
            document().get_element_by_id(panel).and_then(|panel| panel.dyn_into::<HtmlElement>().ok());
        let Some(panel) = panel.filter(|panel| panel.scroll_height() > panel.client_height()) else { return };
        let Some(wanted) = selectors.iter().find_map(|selector| find(&panel, selector)) else { return };
        let (seen, wanted) = (panel.get_bounding_client_rect(), wanted.get_bounding_client_rect());
        let (margin, height) = (wanted.height(), seen.height());
        let top = wanted.top() - seen.top();
        if top >= margin && top + 2.0 * margin <= height {
            return;
        }
        // Leaves space around the element, so that the next ones need no scrolling.
        let by = top - (height - margin) * REST;
        // These are whole pixels, far below 2^31.
        panel.set_scroll_top(panel.scroll_top() + by.round() as i32);
    });
}

/// The position of the element in its panel after scrolling, as a fraction of the free height.
const REST: f64 = 0.4;

/// Scrolls to the stage if it is above the visible part of the page. On a phone, it is above the tabs.
pub fn show_stage() {
    let Some(stage) = document().query_selector(".stage-area").ok().flatten() else { return };
    let seen = stage.get_bounding_client_rect();
    if seen.bottom() <= 0.0 {
        stage.scroll_into_view();
    }
}

/// Scrolls to the heading with an id and focuses it, so that Tab continues there.
pub fn show_heading(id: &str) {
    let Some(heading) = document().get_element_by_id(id).and_then(|it| it.dyn_into::<HtmlElement>().ok())
    else {
        return;
    };
    heading.scroll_into_view();
    focus(&heading);
}
