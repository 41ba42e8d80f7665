//! A button that opens a scenario from a file.

use crate::components::controls::program::use_dispatch;
use crate::effects::files;
use crate::state::ChromeAction;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// A button that opens the browser's file picker.
#[component]
pub fn OpenButton() -> Html {
    let dispatch = use_dispatch();
    let field = use_node_ref();
    let onclick = {
        let field = field.clone();
        Callback::from(move |_: MouseEvent| {
            if let Some(field) = field.cast::<HtmlInputElement>() {
                field.click();
            }
        })
    };
    let onchange = {
        let (field, dispatch) = (field.clone(), dispatch.clone());
        Callback::from(move |_: Event| {
            let Some(field) = field.cast::<HtmlInputElement>() else { return };
            files::open(field.files(), &dispatch);
            // The dialog would cover a message about a file that cannot be opened.
            dispatch.emit(ChromeAction::Dialog(None).into());
            // This lets the user choose the same file again.
            field.set_value("");
        })
    };
    html! {
        <>
            <button type="button" class="open-file" title="Open a scenario from a file (.lane); or drop one on the page" {onclick}>
                { "Open a file…" }
            </button>
            <input ref={field} type="file" accept=".lane,.txt,text/plain" hidden=true aria-label="file to open" {onchange} />
        </>
    }
}
