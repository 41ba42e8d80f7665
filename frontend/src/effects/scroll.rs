//! Keeping what runs in sight.

use super::dom::{document, find};
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

/// Scrolls the panel with that id, and nothing else, as far as an element in it needs to be seen, whenever `moment` changes:
/// the first one with the first of the selectors that any has.
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
        // It goes well inside, so that the next ones need no scrolling.
        let by = top - (height - margin) * REST;
        // These are whole pixels, far below 2^31.
        panel.set_scroll_top(panel.scroll_top() + by.round() as i32);
    });
}

/// How far down in its panel an element comes to stand, as a part of the room there.
const REST: f64 = 0.4;

/// Brings the stage into sight, where it is not: on a phone it stands above the tabs.
pub fn show_stage() {
    let Some(stage) = document().query_selector(".stage-area").ok().flatten() else { return };
    let seen = stage.get_bounding_client_rect();
    if seen.bottom() <= 0.0 {
        stage.scroll_into_view();
    }
}
