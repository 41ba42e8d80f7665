//! Opens a scenario from a file.

use crate::effects::files;
use crate::state::Action;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// What an [`OpenButton`] needs.
#[derive(Properties, PartialEq)]
pub struct OpenButtonProps {
    /// A file was opened, or cannot be.
    pub onaction: Callback<Action>,
}

/// A button behind which the browser asks for a file.
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
            // The same file can be chosen again.
            field.set_value("");
        })
    };
    html! {
        <>
            <button type="button" class="open-file" title="Open a scenario from a file (.lane); or drop one on the page" {onclick}>
                { "Open…" }
            </button>
            <input ref={field} type="file" accept=".lane,.txt,text/plain" hidden=true aria-label="file to open" {onchange} />
        </>
    }
}
