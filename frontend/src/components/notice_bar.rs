//! Messages at the top of the page.

use super::diagnostics_list::ticks;
use super::icon::{Icon, icon};
use super::program::use_dispatch;
use crate::state::{Action, Notice};
use yew::prelude::*;

/// Properties of a [`NoticeBar`].
#[derive(Properties, PartialEq)]
pub struct NoticeBarProps {
    /// The message.
    pub notice: Notice,
}

/// A message, with a button for the action that it offers.
#[component]
pub fn NoticeBar(props: &NoticeBarProps) -> Html {
    let dispatch = use_dispatch();
    let NoticeBarProps { notice } = props;
    let dismiss = dispatch.reform(|_: MouseEvent| Action::Notice(None));
    let (class, body) = match notice {
        Notice::BadLink(reason) => (
            "notice notice-danger",
            html! { <p><strong>{ "This link cannot be opened: " }</strong>{ reason }{ ". Your own text is still here." }</p> },
        ),
        Notice::AnotherRun(step) => (
            "notice notice-warn",
            html! { <p><strong>{ "This link was made with a different version. " }</strong>{ format!("Step {step} of the link is a different step here. The run is at its start.") }</p> },
        ),
        Notice::Rescued(text) => {
            let text = text.clone();
            let onclick =
                dispatch.reform(move |_| Action::Load { text: text.clone(), cursor: 0, granularity: None });
            (
                "notice notice-warn",
                html! {
                    <>
                        <p><strong>{ "The page crashed last time. " }</strong>{ "Your text was saved." }</p>
                        <button type="button" {onclick}>{ "Restore it" }</button>
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
            html! { <p><strong>{ "The browser could not create this file: " }</strong>{ name }{ ". It may be too large. An SVG is smaller than a PNG." }</p> },
        ),
        Notice::NotOpened(reason) => (
            "notice notice-warn",
            html! { <p><strong>{ "This cannot be opened: " }</strong>{ ticks(reason) }{ ". Your text is unchanged." }</p> },
        ),
        Notice::TakenOver => (
            "notice notice-warn",
            html! { <p><strong>{ "Another tab has saved its text. " }</strong>{ "The browser stores one text for all tabs, now the text of the other tab. To keep this text, edit it, copy the link or export it." }</p> },
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
            <button type="button" class="quiet" aria-label="Dismiss" onclick={dismiss}>
                { icon(Icon::Close) }
            </button>
        </div>
    }
}
