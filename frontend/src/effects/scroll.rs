//! Keeping what runs in sight.

use super::dom::{document, find};
use super::effect::use_effect_with;
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
        let margin = wanted.height();
        let below = wanted.bottom() + margin - seen.bottom();
        let above = wanted.top() - margin - seen.top();
        let by = if below > 0.0 { below } else { above.min(0.0) };
        // Whole pixels, far below 2^31.
        let by = by.round() as i32;
        if by != 0 {
            panel.set_scroll_top(panel.scroll_top() + by);
        }
    });
}
