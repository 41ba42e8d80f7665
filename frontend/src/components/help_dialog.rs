//! The keys.

use super::icon::{Icon, icon};
use crate::effects::dialog::use_dialog;
use crate::effects::dom::target;
use crate::state::Action;
use crate::state::keys::SHEET;
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// What a [`HelpDialog`] shows.
#[derive(Properties, PartialEq)]
pub struct HelpDialogProps {
    /// Whether it is open.
    pub open: bool,
    /// Whether single letters are keys of the page.
    pub letter_keys: bool,
    /// The dialog was closed, or the letters were switched.
    pub onaction: Callback<Action>,
}

/// What the page is for and which keys it has.
#[component]
pub fn HelpDialog(props: &HelpDialogProps) -> Html {
    let dialog = use_node_ref();
    use_dialog(&dialog, props.open);
    let close = props.onaction.reform(|_: MouseEvent| Action::Dialog(None));
    let onclose = props.onaction.reform(|_: Event| Action::Dialog(None));
    let onchange = props.onaction.reform(|event: Event| {
        let input = target(&event).and_then(|element| element.dyn_into::<HtmlInputElement>().ok());
        Action::LetterKeys(input.is_none_or(|input| input.checked()))
    });
    let row = |(keys, what): &(&'static [&'static str], &'static str)| {
        html! {
            <tr>
                <th scope="row">{ for keys.iter().map(|key| html! { <kbd>{ *key }</kbd> }) }</th>
                <td>{ *what }</td>
            </tr>
        }
    };
    html! {
        <dialog ref={dialog} class="dialog help" aria-labelledby="help-title" {onclose}>
            <div class="dialog-head">
                <h2 id="help-title">{ "Keys" }</h2>
                <button type="button" class="quiet" aria-label="close" onclick={close}>{ icon(Icon::Close) }</button>
            </div>
            <p>
                { "Write a scenario at the left, switch lanes, type values into memory and registers, and step through \
                   what every lane does. Each change you make in a panel is a change of the text." }
            </p>
            <table class="keys"><tbody>{ for SHEET.iter().map(row) }</tbody></table>
            <p class="hint">
                { "These work everywhere but in fields and in the editor. There, Control Space suggests and Tab leaves." }
            </p>
            <label class="check">
                <input type="checkbox" checked={props.letter_keys} {onchange} />
                { "single letters are keys (n, p, ?)" }
            </label>
        </dialog>
    }
}
