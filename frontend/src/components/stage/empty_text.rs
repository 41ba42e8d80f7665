//! Suggestions for an empty text.

use crate::components::controls::program::on_click;
use crate::state::{Action, ChromeAction, Dialog};
use yew::prelude::*;

/// Returns the content of the stage while the text is empty: ways to begin. `letters` are the first letters of instructions.
pub fn empty_text(letters: &str, dispatch: &Callback<Action>) -> Html {
    let open = |dialog| on_click(dispatch, ChromeAction::Dialog(Some(dialog)));
    html! {
        <section class="empty-text" tabindex="-1" aria-labelledby="empty-title">
            <h2 id="empty-title">{ "The text is empty" }</h2>
            <p>{ "Start from a template or an example:" }</p>
            <p class="buttons">
                <button type="button" onclick={open(Dialog::New)}>{ "New scenario" }</button>
                <button type="button" onclick={open(Dialog::Gallery)}>{ "Open an example" }</button>
            </p>
            <p>
                { "Or type " }<kbd>{ letters }</kbd>
                { " and choose from the list: completion guides you through the operands and declares their names. A dot \
                   begins a directive; the Reference explains every word." }
            </p>
        </section>
    }
}
