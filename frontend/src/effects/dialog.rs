//! Modal dialogs. The browser keeps the focus inside and closes them on Escape.

use web_sys::HtmlDialogElement;
use yew::prelude::*;

/// Opens or closes a `<dialog>`, following `open`.
#[hook]
pub fn use_dialog(dialog: &NodeRef, open: bool) {
    let dialog = dialog.clone();
    use_effect_with(open, move |&open| {
        if let Some(dialog) = dialog.cast::<HtmlDialogElement>() {
            match (open, dialog.open()) {
                // The browser refuses this only for a non-modal open dialog, which does not occur.
                (true, false) => drop(dialog.show_modal()),
                (false, true) => dialog.close(),
                _ => {}
            }
        }
    });
}
