//! Numbers for style sheets. A script sets them, because the page's policy allows no style attributes.

use web_sys::HtmlElement;
use yew::prelude::*;

/// Keeps a custom property of an element equal to a number.
#[hook]
pub fn use_style_number(of: &NodeRef, property: &'static str, number: usize) {
    let of = of.clone();
    use_effect_with(number, move |number| {
        if let Some(element) = of.cast::<HtmlElement>() {
            // The name is fixed and valid.
            let _ = element.style().set_property(property, &number.to_string());
        }
    });
}
