//! Modal dialogs. The browser keeps the focus inside and closes them on Escape.

use super::dom::{closest, document, find, focus, has_coarse_pointer};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlDialogElement, HtmlInputElement};
use yew::prelude::*;

/// Opens or closes a `<dialog>`, following `open`. An open one focuses its first field or button.
#[hook]
pub fn use_dialog(dialog: &NodeRef, open: bool) {
    let dialog = dialog.clone();
    use_effect_with(open, move |&open| {
        if let Some(dialog) = dialog.cast::<HtmlDialogElement>() {
            match (open, dialog.open()) {
                // The browser refuses this only for a non-modal open dialog, which does not occur.
                (true, false) => {
                    let _ = dialog.show_modal();
                    focus_first(&dialog);
                }
                (false, true) => dialog.close(),
                _ => {}
            }
        }
    });
}

/// Focuses the first field of a dialog again when its content has been loaded. Does nothing if the user has moved the focus.
#[hook]
pub fn use_loaded_content(inside: &NodeRef, is_loaded: bool) {
    let inside = inside.clone();
    use_effect_with(is_loaded, move |_| {
        let dialog = inside.cast::<Element>().and_then(|inside| closest(&inside, "dialog"));
        let is_at_head = document().active_element().is_some_and(|it| closest(&it, ".dialog-head").is_some());
        dialog.iter().filter(|_| is_at_head).for_each(|dialog| focus_first(dialog));
    });
}

/// Focuses the first field of a dialog, and selects its text. Without a field or for a finger, focuses the first control after
/// the heading.
fn focus_first(dialog: &Element) {
    let fields = "input[type=search], input[type=text]";
    let field = if has_coarse_pointer() { None } else { find(dialog, fields) };
    let control = || find(dialog, ":is(button, a, select):not(.dialog-head *)");
    let Some(first) = field.or_else(control) else { return };
    focus(&first);
    if let Some(field) = first.dyn_ref::<HtmlInputElement>() {
        field.select();
    }
}
