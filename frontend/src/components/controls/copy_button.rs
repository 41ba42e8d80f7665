//! A button that copies a text to the clipboard and confirms it.

use crate::effects::clipboard::copy;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct CopyButtonProps {
    pub text: Rc<str>,
    pub label: AttrValue,
}

/// The button. If the clipboard refuses, the text appears next to it.
#[component]
pub fn CopyButton(props: &CopyButtonProps) -> Html {
    // The text of the last click, and whether it was copied.
    let copied = use_state(|| None::<(Rc<str>, bool)>);
    let is_copied =
        (*copied).as_ref().filter(|(text, _)| *text == props.text).map(|(_, is_copied)| *is_copied);
    let onclick = {
        let (text, copied) = (props.text.clone(), copied.setter());
        Callback::from(move |_: MouseEvent| {
            let (clicked, copied) = (text.clone(), copied.clone());
            copy(text.to_string(), move |is_copied| copied.set(Some((clicked, is_copied))));
        })
    };
    html! {
        <span class="copy">
            <button type="button" {onclick}>{ &props.label }</button>
            <span role="status">
                { match is_copied {
                    None => html! {},
                    Some(true) => html! { "Copied" },
                    Some(false) => html! { <>{ "Copy it by hand: " }<code>{ &*props.text }</code></> },
                } }
            </span>
        </span>
    }
}
