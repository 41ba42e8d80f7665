//! A button that opens a scenario from a file.

use crate::effects::files;
use crate::state::Action;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Properties of an [`OpenButton`].
#[derive(Properties, PartialEq)]
pub struct OpenButtonProps {
    /// Emits the opened file, or an error.
    pub onaction: Callback<Action>,
}

/// A button that opens the browser's file picker.
#[component]
pub fn OpenButton(props: &OpenButtonProps) -> Html {
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
        let (field, onaction) = (field.clone(), props.onaction.clone());
        Callback::from(move |_: Event| {
            let Some(field) = field.cast::<HtmlInputElement>() else { return };
            files::open(field.files(), &onaction);
            // The dialog would cover a message about a file that cannot be opened.
            onaction.emit(Action::Dialog(None));
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
