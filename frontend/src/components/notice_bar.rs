//! Messages at the top of the page.

use super::controls::icon::{Icon, icon};
use super::controls::program::on_click;
use super::controls::ticks::ticks;
use crate::effects::dom::{closest, target};
use crate::effects::{focus::focus_stage, storage};
use crate::state::{Action, DocumentAction, Notice};
use std::rc::Rc;
use yew::prelude::*;

/// Returns a message, with a button for the action that it offers.
pub fn notice_bar(notice: &Notice, dispatch: &Callback<Action>) -> Html {
    let dismiss = dispatch.reform(|_: MouseEvent| Action::Notice(None));
    let dismiss = match notice {
        Notice::Rescued(text) => forgetting(text, dismiss),
        _ => dismiss,
    };
    // The buttons disappear with the message.
    let onclick = |event: MouseEvent| {
        if target(&event).is_some_and(|it| closest(&it, "button").is_some()) {
            focus_stage();
        }
    };
    let class = match notice {
        Notice::BadLink(_) => "notice notice-danger",
        Notice::CopyByHand(_) => "notice",
        _ => "notice notice-warn",
    };
    let words = |head: &'static str, rest: Html| html! { <p><strong>{ head }{ " " }</strong>{ rest }</p> };
    let body = match notice {
        Notice::BadLink(reason) => words(
            "This link cannot be opened:",
            html! { <>{ reason }{ ". Your own text is still here." }</> },
        ),
        Notice::AnotherRun(step) => words(
            "This link was made with a different version.",
            html! { format!("Step {step} of the link is a different step here. The run is at its start.") },
        ),
        Notice::Rescued(text) => {
            let restore = on_click(dispatch, Action::open(text.clone()));
            html! {
                <>
                    { words("Your earlier text was saved.", html! { "The page crashed, or a scenario from a link replaced it." }) }
                    <button type="button" onclick={forgetting(text, restore)}>{ "Restore it" }</button>
                </>
            }
        }
        Notice::AnswersHidden => words(
            "Exports and embeds contain the answers.",
            html! { "Check your answers, or show the right ones, first." },
        ),
        Notice::Refused(reason) => words("This cannot be changed here:", html! { <>{ reason }{ "." }</> }),
        Notice::TooLongForLink => words(
            "This text is too long for a link.",
            html! { "Copy the text itself, or save it to a file." },
        ),
        Notice::NotExported(name) => words(
            "The browser could not create this file:",
            html! { <>{ name }{ ". It may be too large. An SVG is smaller than a PNG." }</> },
        ),
        Notice::NotOpened(reason) => {
            words("This cannot be opened:", html! { <>{ ticks(reason) }{ ". Your text is unchanged." }</> })
        }
        Notice::Unwrapped { removed, original } => {
            let original = original.clone();
            let onclick = {
                let dispatch = dispatch.clone();
                Callback::from(move |_: MouseEvent| {
                    dispatch.emit(DocumentAction::Type(original.clone()).into());
                    dispatch.emit(Action::Notice(None));
                })
            };
            html! {
                <>
                    { words("This text is not a scenario alone.", ticks(removed)) }
                    <button type="button" {onclick}>{ "Undo" }</button>
                </>
            }
        }
        Notice::TakenOver => words(
            "Another tab has saved its text.",
            html! { "The browser stores one text for all tabs, now the text of the other tab. To keep this text, edit it, copy the link or export it." },
        ),
        Notice::CopyByHand(link) => html! {
            <label>
                { "The clipboard is not available. Here is the link:" }
                <input type="text" readonly=true value={link.clone()} />
            </label>
        },
    };
    html! {
        <div {class} role="alert" {onclick}>
            { body }
            <button type="button" class="quiet" aria-label="Dismiss" onclick={dismiss}>
                { icon(Icon::Close) }
            </button>
        </div>
    }
}

/// Returns a handler that also deletes a rescued text.
fn forgetting(text: &Rc<str>, onclick: Callback<MouseEvent>) -> Callback<MouseEvent> {
    let text = Rc::clone(text);
    Callback::from(move |event| {
        storage::forget_rescued(&text);
        onclick.emit(event);
    })
}
