//! A button that puts a text on the clipboard, and says so.

use crate::effects::clipboard::copy;
use std::rc::Rc;
use yew::prelude::*;

/// What a [`CopyButton`] does.
#[derive(Properties, PartialEq)]
pub struct CopyButtonProps {
    /// What is copied.
    pub text: Rc<str>,
    /// What the button says.
    pub label: AttrValue,
}

/// What has become of the last press.
#[derive(Clone, Copy, PartialEq)]
enum Copied {
    NotYet,
    Yes,
    No,
}

/// The button; the text stands beside it where the clipboard refuses.
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
