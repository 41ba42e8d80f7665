//! The top of the page.

use super::icon::{Icon, icon};
use crate::effects::dom::target;
use crate::effects::{clipboard, url};
use crate::state::{Action, Dialog, EditorCommand, Notice, Theme};
use gloo_timers::callback::Timeout;
use lanescope_core::trace::Granularity;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// How long the button says that the link was copied.
const COPIED_MS: u32 = 2500;

/// What a [`Header`] shows.
#[derive(Properties, PartialEq)]
pub struct HeaderProps {
    /// The colours in force.
    pub theme: Theme,
    /// What a link holds: the scenario.
    pub text: Rc<str>,
    /// What a link holds: where the run stands.
    pub cursor: u32,
    /// What a link holds: how far a step goes.
    pub granularity: Granularity,
    /// Something was pressed.
    pub onaction: Callback<Action>,
}

/// Name, gallery, link, undo and redo, colours, help.
#[component]
pub fn Header(props: &HeaderProps) -> Html {
    let act = |action: Action| props.onaction.reform(move |_: MouseEvent| action.clone());
    let ontheme = props.onaction.reform(|event: Event| {
        let select = target(&event).and_then(|element| element.dyn_into::<HtmlSelectElement>().ok());
        let index = select.map_or(0, |select| select.selected_index().max(0) as usize);
        Action::Theme(Theme::ALL.get(index).copied().unwrap_or_default())
    });
    let theme = |theme: &Theme| {
        html! { <option selected={*theme == props.theme}>{ capital(theme.word()) }</option> }
    };
    html! {
        <header class="page-header">
            <a class="skip" href="#editor" onclick={props.onaction.reform(|event: MouseEvent| {
                event.prevent_default();
                Action::Editor(EditorCommand::Select(lanescope_core::base::Span::at(0)))
            })}>{ "Skip to the editor" }</a>
            <h1><img src="static/favicon.svg" width="28" height="28" alt="" />{ "Lanescope" }</h1>
            <p class="tagline">{ "GPU memory instructions, lane by lane" }</p>
            <nav class="page-tools" aria-label="page">
                <button type="button" onclick={act(Action::Dialog(Some(Dialog::Gallery)))}>
                    { icon(Icon::Gallery) }{ "Examples" }
                </button>
                <ShareButton
                    text={props.text.clone()}
                    cursor={props.cursor}
                    granularity={props.granularity}
                    onaction={props.onaction.clone()}
                />
                <div class="button-pair">
                    <button type="button" aria-label="undo" title="Undo the last change of the text"
                        onclick={act(Action::Editor(EditorCommand::Undo))}>{ icon(Icon::Undo) }</button>
                    <button type="button" aria-label="redo" title="Redo"
                        onclick={act(Action::Editor(EditorCommand::Redo))}>{ icon(Icon::Redo) }</button>
                </div>
                <select aria-label="colours" onchange={ontheme}>{ for Theme::ALL.iter().map(theme) }</select>
            </nav>
            <button type="button" class="help-button" aria-label="keys and help" title="Keys (?)"
                onclick={act(Action::Dialog(Some(Dialog::Help)))}>{ "?" }</button>
        </header>
    }
}

fn capital(word: &str) -> String {
    let mut characters = word.chars();
    characters.next().map(|first| first.to_uppercase().chain(characters).collect()).unwrap_or_default()
}

#[derive(Properties, PartialEq)]
struct ShareButtonProps {
    text: Rc<str>,
    cursor: u32,
    granularity: Granularity,
    onaction: Callback<Action>,
}

/// Copies a link to the scenario and says so for a moment.
#[component]
fn ShareButton(props: &ShareButtonProps) -> Html {
    let copied = use_state(|| None::<Timeout>);
    let onclick = {
        let (text, cursor, granularity) = (props.text.clone(), props.cursor, props.granularity);
        let (onaction, copied) = (props.onaction.clone(), copied.clone());
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
    let is_copied = copied.is_some();
    html! {
        <>
            <button type="button" class="share" title="Copy a link to this scenario at this step" {onclick}>
                { icon(Icon::Link) }if is_copied {
                    { "Copied" }
                } else {
                    <span><span class="spare">{ "Copy " }</span>{ "link" }</span>
                }
            </button>
            <span class="visually-hidden" role="status">{ if is_copied { "link copied" } else { "" } }</span>
        </>
    }
}
