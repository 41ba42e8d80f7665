//! Texts with code between backticks.

use yew::prelude::*;

/// Formats the parts of a message between backticks as code.
pub fn ticks(message: &str) -> Html {
    ticks_as(message, |piece| html! { <code>{ piece }</code> })
}

/// Formats the parts of a message between backticks with a function.
pub fn ticks_as(message: &str, format: impl Fn(&str) -> Html) -> Html {
    let piece = |(index, piece): (usize, &str)| match index % 2 {
        1 => format(piece),
        _ => html! { piece },
    };
    html! { <>{ for message.split('`').enumerate().map(piece) }</> }
}
