//! Modal dialogs: the browser keeps the focus inside and closes them at Escape.

use web_sys::HtmlDialogElement;
use yew::prelude::*;

/// Opens or closes the `<dialog>` of that reference as `open` says.
#[hook]
pub fn use_dialog(dialog: &NodeRef, open: bool) {
    let dialog = dialog.clone();
    use_effect_with(open, move |&open| {
        if let Some(dialog) = dialog.cast::<HtmlDialogElement>() {
            match (open, dialog.open()) {
                // The browser refuses this only while it is open without being modal, which it never is.
                (true, false) => drop(dialog.show_modal()),
                (false, true) => dialog.close(),
                _ => {}
            }
        }
    });
}
