//! The header of the page.

use super::controls::icon::{Icon, icon};
use super::controls::popup::Popup;
use super::controls::program::{Program, on_click, use_program};
use super::controls::select::select;
use crate::effects::focus::focus_stage;
use crate::effects::{clipboard, url};
use crate::state::choice::Choice;
use crate::state::manual::MANUAL;
use crate::state::{Action, ChromeAction, Dialog, DocumentAction, EditorCommand, Notice, Setting, Theme};
use gloo_timers::callback::Timeout;
use yew::prelude::*;

/// Duration of the confirmation that the link was copied.
const COPIED_MS: u32 = 2500;

#[derive(Properties, PartialEq)]
pub struct HeaderProps {
    /// The title of the scenario; empty if it has none.
    pub title: AttrValue,
    pub theme: Theme,
}

/// The header: the scenario's title, and the commands of the page. In a narrow window, a menu has those that are not in
/// the header.
#[component]
pub fn Header(props: &HeaderProps) -> Html {
    let program = use_program();
    let dispatch = program.dispatch();
    let skip = dispatch.reform(|event: MouseEvent| {
        event.prevent_default();
        DocumentAction::Editor(EditorCommand::Focus).into()
    });
    let skip_to_stage = Callback::from(|event: MouseEvent| {
        event.prevent_default();
        focus_stage();
    });
    html! {
        <header class="page-header">
            <a class="skip" href="#editor" onclick={skip}>{ "Skip to the editor" }</a>
            <a class="skip" href="#stage-title" onclick={skip_to_stage}>{ "Skip to the stage" }</a>
            <h1><img src="static/favicon.svg" width="28" height="28" alt="" />{ "Lanescope" }</h1>
            <p class="scenario-title" dir="auto" title={props.title.clone()}>{ &props.title }</p>
            <nav class="page-tools" aria-label="page">
                <div class="page-commands">{ open(dispatch) }</div>
                <Share />
                <div class="page-commands">{ rest(dispatch, props.theme) }</div>
                <div class="page-menu">
                    <Popup text="More commands" title="More commands" icon={Icon::More} class="menu-button" is_menu=true>
                        <div class="menu">{ open(dispatch) }{ rest(dispatch, props.theme) }</div>
                    </Popup>
                </div>
            </nav>
        </header>
    }
}

/// Returns a button that opens a dialog.
fn opener(dispatch: &Callback<Action>, label: &'static str, title: &'static str, dialog: Dialog) -> Html {
    let onclick = on_click(dispatch, ChromeAction::Dialog(Some(dialog)));
    html! { <button type="button" {title} {onclick}>{ label }</button> }
}

/// Returns the commands that open a scenario.
fn open(dispatch: &Callback<Action>) -> Html {
    html! {
        <>
            { opener(dispatch, "Examples", "Open an example", Dialog::Gallery) }
            { opener(dispatch, "New", "Start a new scenario, or open one from a file", Dialog::New) }
        </>
    }
}

/// The menu that shares the scenario.
#[component]
fn Share() -> Html {
    let program = use_program();
    // The timer of the confirmation that the link was copied.
    let copied = use_state(|| None);
    let is_copied = copied.is_some();
    let dispatch = program.dispatch();
    let onclick = {
        let (program, copied) = (program.clone(), copied.setter());
        Callback::from(move |_: MouseEvent| share(&program, &copied))
    };
    html! {
        <>
            <Popup
                text={if is_copied { "Copied" } else { "Share" }}
                title="Share this scenario at this step"
                class="menu-button"
                is_menu=true
            >
                <div class="menu">
                    <button type="button" title="Copy a link to this scenario at this step" {onclick}>{ "Copy link" }</button>
                    { opener(dispatch, "Embed", "Embed this scenario in your page", Dialog::Embed) }
                    { opener(dispatch, "Export", "Save this step, the run or the scenario as a file", Dialog::Export) }
                </div>
            </Popup>
            <span class="visually-hidden" role="status">{ if is_copied { "link copied" } else { "" } }</span>
        </>
    }
}

/// Returns the commands for the text, the theme, the manual and help.
fn rest(dispatch: &Callback<Action>, theme: Theme) -> Html {
    let ontheme = dispatch.reform(|theme| Setting::Theme(theme).into());
    let edit = |command: EditorCommand| on_click(dispatch, DocumentAction::Editor(command));
    html! {
        <>
            <div class="button-pair">
                <button type="button" aria-label="undo" title="Undo the last change of the text (Ctrl Z)" onclick={edit(EditorCommand::Undo)}>
                    { icon(Icon::Undo) }
                </button>
                <button type="button" aria-label="redo" title="Redo (Ctrl Shift Z)" onclick={edit(EditorCommand::Redo)}>
                    { icon(Icon::Redo) }
                </button>
            </div>
            { select("theme", Theme::labelled(), &theme, &ontheme) }
            <a class="page-link" href={MANUAL} target="_blank" rel="noopener">{ "Manual" }</a>
            <button type="button" class="help-button" aria-label="keys and help" title="Keys and help (? on the stage)"
                onclick={on_click(dispatch, ChromeAction::Dialog(Some(Dialog::Help)))}>{ "?" }</button>
        </>
    }
}

/// Copies a link to the scenario at the current step, and shows a confirmation for a moment.
fn share(program: &Program, copied: &UseStateSetter<Option<Timeout>>) {
    let dispatch = program.dispatch().clone();
    let Some(link) = program.look(url::link_of).flatten() else {
        dispatch.emit(Action::Notice(Some(Notice::TooLongForLink)));
        return;
    };
    let copied = copied.clone();
    clipboard::copy(link.clone(), move |worked| {
        if worked {
            let over = copied.clone();
            copied.set(Some(Timeout::new(COPIED_MS, move || over.set(None))));
        } else {
            dispatch.emit(Action::Notice(Some(Notice::CopyByHand(link))));
        }
    });
}
