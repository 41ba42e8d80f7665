//! The examples.

use super::diagnostics_list::ticks;
use super::icon::{Icon, icon};
use crate::effects::dialog::use_dialog;
use crate::gallery::{Example, groups};
use crate::state::Action;
use yew::prelude::*;

/// What a [`GalleryDialog`] shows.
#[derive(Properties, PartialEq)]
pub struct GalleryDialogProps {
    /// Whether it is open.
    pub open: bool,
    /// An example was chosen, or the dialog was closed.
    pub onaction: Callback<Action>,
}

/// The examples, grouped by idea.
#[component]
pub fn GalleryDialog(props: &GalleryDialogProps) -> Html {
    let dialog = use_node_ref();
    use_dialog(&dialog, props.open);
    let close = props.onaction.reform(|_: MouseEvent| Action::Dialog(None));
    let onclose = props.onaction.reform(|_: Event| Action::Dialog(None));
    let example = |example: &Example| {
        let text = example.text;
        let onclick = props.onaction.reform(move |_: MouseEvent| Action::Load {
            text: text.into(),
            cursor: 0,
            granularity: None,
        });
        html! {
            <li key={example.title}>
                <button type="button" class="example" {onclick}>
                    <b>{ ticks(example.title) }</b>
                    <span>{ ticks(example.sentence) }</span>
                </button>
            </li>
        }
    };
    html! {
        <dialog ref={dialog} class="dialog gallery" aria-labelledby="gallery-title" {onclose}>
            <div class="dialog-head">
                <h2 id="gallery-title">{ "Examples" }</h2>
                <button type="button" class="quiet" aria-label="close" onclick={close}>{ icon(Icon::Close) }</button>
            </div>
            if props.open {
                <p class="hint">{ "An example takes the place of the text. Undo brings the text back." }</p>
                { for groups().iter().map(|(group, examples)| html! {
                    <section key={*group}>
                        <h3>{ *group }</h3>
                        <ul>{ for examples.iter().map(example) }</ul>
                    </section>
                }) }
            }
        </dialog>
    }
}
