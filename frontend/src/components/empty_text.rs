//! Suggestions for an empty text.

use super::program::use_dispatch;
use crate::state::{Action, Dialog};
use yew::prelude::*;

/// Properties of an [`EmptyText`].
#[derive(Properties, PartialEq)]
pub struct EmptyTextProps {
    /// Letters that begin an instruction.
    pub letters: AttrValue,
}

/// The ways to begin, shown instead of the stage.
#[component]
pub fn EmptyText(props: &EmptyTextProps) -> Html {
    let dispatch = use_dispatch();
    let open = |dialog| dispatch.reform(move |_: MouseEvent| Action::Dialog(Some(dialog)));
    html! {
        <section class="empty-text" aria-labelledby="empty-title">
            <h2 id="empty-title">{ "The text is empty" }</h2>
            <p>{ "Start from a template or an example:" }</p>
            <p class="buttons">
                <button type="button" onclick={open(Dialog::New)}>{ "New scenario" }</button>
                <button type="button" onclick={open(Dialog::Gallery)}>{ "Open an example" }</button>
            </p>
            <p>
                { "Or type " }<kbd>{ props.letters.clone() }</kbd>
                { " and choose from the list: completion guides you through the operands and declares their names. A dot \
                   begins a directive; the Reference explains every word." }
            </p>
        </section>
    }
}
