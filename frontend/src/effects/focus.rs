//! The focus, where what has it is replaced by its like.

use super::dom::{contains, document, focus};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

/// Keeps the focus inside an element whose buttons are others when `key` changes: it goes to the one of the same class that
/// stands where the old one stood, or to the last of them.
#[hook]
pub fn use_kept_focus(inside: &NodeRef, key: impl PartialEq + 'static) {
    // Found out while the old buttons are still there.
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

/// Whether nothing has the focus.
fn is_lost() -> bool {
    document().active_element().is_none_or(|active| active.tag_name() == "BODY")
}

/// Class and number, among those of its class, of what has the focus inside an element.
fn place_of_focus(inside: &NodeRef) -> Option<(String, u32)> {
    let inside = inside.cast::<Element>()?;
    let active = document().active_element().filter(|active| contains(&inside, active))?;
    let class = active.class_name();
    let all = inside.get_elements_by_class_name(&class);
    let index = (0..all.length()).find(|at| all.item(*at).as_ref() == Some(&active))?;
    Some((class, index))
}
