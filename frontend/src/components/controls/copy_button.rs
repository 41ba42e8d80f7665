//! A button that copies a text to the clipboard and confirms it.

use crate::effects::clipboard::copy;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct CopyButtonProps {
    pub text: Rc<str>,
    pub label: AttrValue,
}

/// Result of the last click.
#[derive(Clone, Copy, PartialEq)]
enum Copied {
    NotYet,
    Yes,
    No,
}

/// The button. If the clipboard refuses, the text appears next to it.
#[component]
pub fn CopyButton(props: &CopyButtonProps) -> Html {
    let copied = use_state_eq(|| Copied::NotYet);
    {
        let copied = copied.setter();
        use_effect_with(props.text.clone(), move |_| copied.set(Copied::NotYet));
    }
    let onclick = {
        let (text, copied) = (props.text.clone(), copied.setter());
        Callback::from(move |_: MouseEvent| {
            let copied = copied.clone();
            copy(text.to_string(), move |is_copied| {
                copied.set(if is_copied { Copied::Yes } else { Copied::No })
            });
        })
    };
    html! {
        <span class="copy">
            <button type="button" {onclick}>{ &props.label }</button>
            <span role="status">
                { match *copied {
                    Copied::NotYet => html! {},
                    Copied::Yes => html! { "Copied" },
                    Copied::No => html! { <>{ "Copy it by hand: " }<code>{ &*props.text }</code></> },
                } }
            </span>
        </span>
    }
}
