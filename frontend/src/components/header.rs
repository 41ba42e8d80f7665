//! The header of the page.

use super::icon::{Icon, icon};
use super::select::Select;
use crate::effects::dom::{find, focus, root};
use crate::effects::{clipboard, url};
use crate::state::choice::Choice;
use crate::state::{Action, Dialog, EditorCommand, Model, Notice, Theme};
use gloo_timers::callback::Timeout;
use lanescope_core::session::Span;
use yew::prelude::*;

/// Duration of the confirmation that the link was copied.
const COPIED_MS: u32 = 2500;

/// The timer of the confirmation that the link was copied.
pub type Copied = Option<Timeout>;

/// Path of the manual, relative to the page. `cargo xtask build` puts it there.
pub const MANUAL: &str = "manual/index.html";

/// Properties of a [`Header`].
#[derive(Properties, PartialEq)]
pub struct HeaderProps {
    /// The current theme.
    pub theme: Theme,
    /// Whether to confirm that the link was copied.
    pub is_copied: bool,
    /// Copies the link: see [`share`].
    pub onshare: Callback<MouseEvent>,
    /// Emits the actions of the buttons, and the chosen theme.
    pub onaction: Callback<Action>,
}

/// The header: name, gallery, link, files, undo and redo, theme, manual, help.
#[component]
pub fn Header(props: &HeaderProps) -> Html {
    let act = |action: Action| props.onaction.reform(move |_: MouseEvent| action.clone());
    let ontheme = props.onaction.reform(|index| Action::Theme(Theme::at(index)));
    let skip = props.onaction.reform(|event: MouseEvent| {
        event.prevent_default();
        Action::Editor(EditorCommand::Select(Span::at(0)))
    });
    let skip_to_stage = Callback::from(|event: MouseEvent| {
        event.prevent_default();
        if let Some(first) = find(&root(), ".stage button:not([tabindex='-1']), .stage select") {
            focus(&first);
        }
    });
    html! {
        <header class="page-header">
            <a class="skip" href="#editor" onclick={skip}>{ "Skip to the editor" }</a>
            <a class="skip" href="#stage-title" onclick={skip_to_stage}>{ "Skip to the stage" }</a>
            <h1><img src="static/favicon.svg" width="28" height="28" alt="" />{ "Lanescope" }</h1>
            <p class="tagline">{ "GPU memory instructions, lane by lane" }</p>
            <nav class="page-tools" aria-label="page">
                <button type="button" onclick={act(Action::Dialog(Some(Dialog::Gallery)))}>
                    { icon(Icon::Gallery) }{ "Examples" }
                </button>
                { share_button(props.is_copied, &props.onshare) }
                <button type="button" class="embed-button" title="Put this scenario into a page of your own"
                    onclick={act(Action::Dialog(Some(Dialog::Embed)))}>
                    { icon(Icon::Embed) }<span class="embed-word">{ "Embed" }</span>
                </button>
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
                <Select label="colours" choices={Theme::labels()} chosen={props.theme.index()} onchange={ontheme} />
            </nav>
            <a class="manual-link" href={MANUAL} target="_blank" rel="noopener">{ "Manual" }</a>
            <button type="button" class="help-button" aria-label="keys and help" title="Keys (?)"
                onclick={act(Action::Dialog(Some(Dialog::Help)))}>{ "?" }</button>
        </header>
    }
}

/// Copies a link to the scenario at the current step, and shows a confirmation for a moment.
pub fn share(model: &Model, copied: &UseStateSetter<Copied>, onaction: &Callback<Action>) {
    let Some(link) = url::link_of(model) else {
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
}

fn share_button(is_copied: bool, onshare: &Callback<MouseEvent>) -> Html {
    html! {
        <>
            <button type="button" class="share" title="Copy a link to this scenario at this step" onclick={onshare}>
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
