//! The header of the page.

use super::icon::{Icon, icon};
use super::popup::Menu;
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
    /// The title of the scenario; empty if it has none.
    pub title: AttrValue,
    /// The current theme.
    pub theme: Theme,
    /// Whether to confirm that the link was copied.
    pub is_copied: bool,
    /// Copies the link: see [`share`].
    pub onshare: Callback<MouseEvent>,
    /// Emits the actions of the buttons, and the chosen theme.
    pub onaction: Callback<Action>,
}

/// The header: the scenario's title, and the commands of the page. In a narrow window, a menu has those that are not in
/// the header.
#[component]
pub fn Header(props: &HeaderProps) -> Html {
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
            <p class="scenario-title" title={props.title.clone()}>{ &props.title }</p>
            <nav class="page-tools" aria-label="page">
                <div class="page-commands">{ props.open() }</div>
                { props.share() }
                <div class="page-commands">{ props.rest() }</div>
                <div class="page-menu">
                    <Menu text="More commands" title="More commands" icon={Icon::More}>
                        { props.open() }
                        { props.rest() }
                    </Menu>
                </div>
            </nav>
        </header>
    }
}

impl HeaderProps {
    fn act(&self, action: Action) -> Callback<MouseEvent> {
        self.onaction.reform(move |_| action.clone())
    }

    fn dialog(&self, label: &'static str, title: &'static str, dialog: Dialog) -> Html {
        html! { <button type="button" {title} onclick={self.act(Action::Dialog(Some(dialog)))}>{ label }</button> }
    }

    /// Returns the commands that open a scenario.
    fn open(&self) -> Html {
        html! {
            <>
                { self.dialog("Examples", "Open an example", Dialog::Gallery) }
                { self.dialog("New", "Start a new scenario, or open one from a file", Dialog::New) }
            </>
        }
    }

    /// Returns the menu that shares the scenario.
    fn share(&self) -> Html {
        html! {
            <>
                <Menu text={if self.is_copied { "Copied" } else { "Share" }} title="Share this scenario at this step">
                    <button type="button" title="Copy a link to this scenario at this step" onclick={&self.onshare}>{ "Copy link" }</button>
                    { self.dialog("Embed", "Embed this scenario in your page", Dialog::Embed) }
                    { self.dialog("Export", "Save this step, the run or the scenario as a file", Dialog::Export) }
                </Menu>
                <span class="visually-hidden" role="status">{ if self.is_copied { "link copied" } else { "" } }</span>
            </>
        }
    }

    fn rest(&self) -> Html {
        let ontheme = self.onaction.reform(|index| Action::Theme(Theme::at(index)));
        let edit = |command: EditorCommand| self.act(Action::Editor(command));
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
                <Select label="theme" choices={Theme::labels()} chosen={self.theme.index()} onchange={ontheme} />
                <a class="page-link" href={MANUAL} target="_blank" rel="noopener">{ "Manual" }</a>
                <button type="button" class="help-button" aria-label="keys and help" title="Keys and help (?)"
                    onclick={self.act(Action::Dialog(Some(Dialog::Help)))}>{ "?" }</button>
            </>
        }
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
