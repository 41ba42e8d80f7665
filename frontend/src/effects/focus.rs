//! Focus restoration after the focused element was replaced.

use super::dom::{contains, document, focus};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

/// Keeps the focus inside an element whose buttons are replaced when `key` changes. Focuses the new button with the
/// class and index of the old one, or the last one of that class.
#[hook]
pub fn use_kept_focus(inside: &NodeRef, key: impl PartialEq + 'static) {
    // Computed during rendering, while the old buttons still exist.
    let place = place_of_focus(inside);
    let inside = inside.clone();
    use_effect_with(key, move |_| {
        let Some((class, index)) = place else { return };
        let Some(inside) = inside.cast::<Element>().filter(|_| is_lost()) else { return };
        let all = inside.get_elements_by_class_name(&class);
        let next = all.item(index.min(all.length().saturating_sub(1)));
        if let Some(next) = next.and_then(|it| it.dyn_into::<HtmlElement>().ok()) {
            focus(&next);
        }
    });
}

/// Returns whether no element has the focus.
fn is_lost() -> bool {
    document().active_element().is_none_or(|active| active.tag_name() == "BODY")
}

/// Returns the class of the focused element inside an element, and its index among the elements of that class.
fn place_of_focus(inside: &NodeRef) -> Option<(String, u32)> {
    let inside = inside.cast::<Element>()?;
    let active = document().active_element().filter(|active| contains(&inside, active))?;
    let class = active.class_name();
    let all = inside.get_elements_by_class_name(&class);
    let index = (0..all.length()).find(|at| all.item(*at).as_ref() == Some(&active))?;
    Some((class, index))
}
