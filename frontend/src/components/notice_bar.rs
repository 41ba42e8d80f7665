//! Messages at the top of the page.

use super::diagnostics_list::ticks;
use super::icon::{Icon, icon};
use crate::state::{Action, Notice};
use yew::prelude::*;

/// Properties of a [`NoticeBar`].
#[derive(Properties, PartialEq)]
pub struct NoticeBarProps {
    /// The message.
    pub notice: Notice,
    /// Emits the dismissal of the message, or the action that it offers.
    pub onaction: Callback<Action>,
}

/// A message, with a button for the action that it offers.
#[component]
pub fn NoticeBar(props: &NoticeBarProps) -> Html {
    let NoticeBarProps { notice, onaction } = props;
    let dismiss = onaction.reform(|_: MouseEvent| Action::Notice(None));
    let (class, body) = match notice {
        Notice::BadLink(reason) => (
            "notice notice-danger",
            html! { <p><strong>{ "This link cannot be opened: " }</strong>{ reason }{ ". Your own text is still here." }</p> },
        ),
        Notice::AnotherRun(step) => (
            "notice notice-warn",
            html! { <p><strong>{ "This run is another than the link means. " }</strong>{ format!("What the link calls step {step} is not that step here: Lanescope has changed since, or the link was changed. The run stands at its start.") }</p> },
        ),
        Notice::Rescued(text) => {
            let text = text.clone();
            let onclick =
                onaction.reform(move |_| Action::Load { text: text.clone(), cursor: 0, granularity: None });
            (
                "notice notice-warn",
                html! {
                    <>
                        <p><strong>{ "The page failed the last time. " }</strong>{ "Your text was put aside." }</p>
                        <button type="button" {onclick}>{ "Open it again" }</button>
                    </>
                },
            )
        }
        Notice::Refused(reason) => (
            "notice notice-warn",
            html! { <p><strong>{ "This cannot be changed here: " }</strong>{ reason }{ "." }</p> },
        ),
        Notice::TooLongForLink => (
            "notice notice-warn",
            html! { <p><strong>{ "This text is too long for a link. " }</strong>{ "Copy the text itself, or save it to a file." }</p> },
        ),
        Notice::NotExported(name) => (
            "notice notice-warn",
            html! { <p><strong>{ "The browser did not make this file: " }</strong>{ name }{ ". It may be too large for it; a drawing (SVG) is smaller than an image." }</p> },
        ),
        Notice::NotOpened(reason) => (
            "notice notice-warn",
            html! { <p><strong>{ "This cannot be opened: " }</strong>{ ticks(reason) }{ ". The text is as it was." }</p> },
        ),
        Notice::TakenOver => (
            "notice notice-warn",
            html! { <p><strong>{ "Another tab has saved its text. " }</strong>{ "The browser keeps one text for all tabs, now that of the other tab. To keep this text, edit it, copy the link or save it to a file." }</p> },
        ),
        Notice::CopyByHand(link) => (
            "notice",
            html! {
                <label>
                    { "The clipboard is not available. Here is the link:" }
                    <input type="text" readonly=true value={link.clone()} />
                </label>
            },
        ),
    };
    html! {
        <div {class} role="alert">
            { body }
            <button type="button" class="quiet" aria-label="put this message away" onclick={dismiss}>
                { icon(Icon::Close) }
            </button>
        </div>
    }
}
