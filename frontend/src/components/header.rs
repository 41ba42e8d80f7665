//! The top of the page.

use super::icon::{Icon, icon};
use super::select::select;
use crate::effects::{clipboard, url};
use crate::state::{Action, Dialog, EditorCommand, Model, Notice, Theme};
use gloo_timers::callback::Timeout;
use lanescope_core::base::Span;
use yew::prelude::*;

/// How long the button says that the link was copied.
const COPIED_MS: u32 = 2500;

/// Runs while the button says that the link was copied.
pub type Copied = UseStateHandle<Option<Timeout>>;

/// Name, gallery, link, files, undo and redo, colours, help.
pub fn header(model: &Model, copied: &Copied, onaction: &Callback<Action>) -> Html {
    let act = |action: Action| onaction.reform(move |_: MouseEvent| action.clone());
    let theme = Theme::ALL.iter().position(|theme| *theme == model.theme).unwrap_or(0);
    let themes = Theme::ALL.iter().map(|theme| theme.title().to_owned());
    let ontheme =
        onaction.reform(|index: usize| Action::Theme(Theme::ALL.get(index).copied().unwrap_or_default()));
    let skip = onaction.reform(|event: MouseEvent| {
        event.prevent_default();
        Action::Editor(EditorCommand::Select(Span::at(0)))
    });
    html! {
        <header class="page-header">
            <a class="skip" href="#editor" onclick={skip}>{ "Skip to the editor" }</a>
            <h1><img src="static/favicon.svg" width="28" height="28" alt="" />{ "Lanescope" }</h1>
            <p class="tagline">{ "GPU memory instructions, lane by lane" }</p>
            <nav class="page-tools" aria-label="page">
                <button type="button" onclick={act(Action::Dialog(Some(Dialog::Gallery)))}>
                    { icon(Icon::Gallery) }{ "Examples" }
                </button>
                { share_button(model, copied, onaction) }
                <button type="button" class="export-button" title="Save this step, the run or the scenario as a file"
                    onclick={act(Action::Dialog(Some(Dialog::Export)))}>
                    { icon(Icon::Export) }<span class="export-word">{ "Export" }</span>
                </button>
                <div class="button-pair">
                    <button type="button" aria-label="undo" title="Undo the last change of the text"
                        onclick={act(Action::Editor(EditorCommand::Undo))}>{ icon(Icon::Undo) }</button>
                    <button type="button" aria-label="redo" title="Redo"
                        onclick={act(Action::Editor(EditorCommand::Redo))}>{ icon(Icon::Redo) }</button>
                </div>
                { select("colours".to_owned(), themes, theme, &ontheme) }
            </nav>
            <button type="button" class="help-button" aria-label="keys and help" title="Keys (?)"
                onclick={act(Action::Dialog(Some(Dialog::Help)))}>{ "?" }</button>
        </header>
    }
}

/// Copies a link to the scenario and says so for a moment.
fn share_button(model: &Model, copied: &Copied, onaction: &Callback<Action>) -> Html {
    let is_copied = copied.is_some();
    let onclick = {
        let (text, cursor, granularity) = (model.text.clone(), model.cursor, model.granularity);
        let (onaction, copied) = (onaction.clone(), copied.clone());
        Callback::from(move |_: MouseEvent| {
            let Some(link) = url::page_link(&text, cursor, granularity) else {
                onaction.emit(Action::Notice(Some(Notice::TooLongForLink)));
                return;
            };
            let (onaction, copied) = (onaction.clone(), copied.clone());
            clipboard::copy(link.clone(), move |worked| {
                if worked {
                    let over = copied.clone();
                    copied.set(Some(Timeout::new(COPIED_MS, move || over.set(None))));
                } else {
                    onaction.emit(Action::Notice(Some(Notice::CopyByHand(link))));
                }
            });
        })
    };
    html! {
        <>
            <button type="button" class="share" title="Copy a link to this scenario at this step" {onclick}>
                { icon(Icon::Link) }
                if is_copied {
                    { "Copied" }
                } else {
                    <span><span class="spare">{ "Copy " }</span>{ "link" }</span>
                }
            </button>
            <span class="visually-hidden" role="status">{ if is_copied { "link copied" } else { "" } }</span>
        </>
    }
}
