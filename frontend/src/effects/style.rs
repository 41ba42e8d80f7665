//! Numbers for style sheets. A script sets them, because the page's policy allows no style attributes.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

/// Keeps custom properties of an element equal to numbers.
#[hook]
pub fn use_style_numbers<const N: usize>(of: &NodeRef, numbers: [(&'static str, f64); N]) {
    let of = of.clone();
    use_numbers_of(move || of.cast::<Element>(), numbers);
}

/// Keeps custom properties of the element that `find` returns equal to numbers. A frame may pass between a rendering and its effects,
/// so an element that exists has the numbers already when its new content is laid out. They are set again after each rendering, because it
/// may have made another element.
#[hook]
pub fn use_numbers_of<const N: usize>(
    find: impl Fn() -> Option<Element> + 'static,
    numbers: [(&'static str, f64); N],
) {
    let set = move |numbers: &[(&'static str, f64); N]| {
        if let Some(element) = find() {
            set_numbers(&element, numbers);
        }
    };
    set(&numbers);
    use_effect(move || set(&numbers));
}

/// Sets custom properties of an element to numbers.
fn set_numbers(element: &Element, numbers: &[(&'static str, f64)]) {
    let Some(element) = element.dyn_ref::<HtmlElement>() else { return };
    for (property, number) in numbers {
        let (style, number) = (element.style(), number.to_string());
        if style.get_property_value(property).is_ok_and(|before| before != number) {
            // The names are fixed and valid.
            let _ = style.set_property(property, &number);
        }
    }
}
