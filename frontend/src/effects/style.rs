//! Numbers for style sheets. A script sets them, because the page's policy allows no style attributes.

use web_sys::HtmlElement;
use yew::prelude::*;

/// Keeps custom properties of an element equal to numbers.
#[hook]
pub fn use_style_numbers<const N: usize>(of: &NodeRef, numbers: [(&'static str, f64); N]) {
    let of = of.clone();
    use_effect_with(numbers, move |numbers| {
        let Some(element) = of.cast::<HtmlElement>() else { return };
        for (property, number) in numbers {
            // The names are fixed and valid.
            let _ = element.style().set_property(property, &number.to_string());
        }
    });
}
