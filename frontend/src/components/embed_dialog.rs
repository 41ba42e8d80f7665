//! The dialog with the code that embeds the scenario in another page.

use super::copy_button::CopyButton;
use super::dialogs::head;
use super::segmented::Segmented;
use super::select::Select;
use crate::effects::dialog::use_dialog;
use crate::state::choice::Choice;
use crate::state::embed::{EmbedSide, EmbedSize};
use crate::state::embed_code::{EmbedSource, Form, Wishes};
use crate::state::{Action, Theme};
use std::rc::Rc;
use yew::prelude::*;

/// Properties of an [`EmbedDialog`].
#[derive(Properties, PartialEq)]
pub struct EmbedDialogProps {
    /// The scenario; `None` while the dialog is closed.
    pub source: Option<EmbedSource>,
    /// Emits the closing of the dialog.
    pub onaction: Callback<Action>,
}

/// The sizes, each with its tooltip.
const SIZES: &[(&str, &str)] = &[
    ("Strip", "lanes, the cells that they go to, and a sentence"),
    ("Card", "lanes with their values, and memory"),
    ("Full", "with text, semantics and outcomes"),
];

/// The forms of the code, each with its tooltip.
const FORMS: &[(&str, &str)] = &[
    ("HTML", "for a page: an element that runs in its place"),
    ("mdBook", "for a chapter of an mdBook with the preprocessor mdbook-lanescope"),
    ("Sphinx", "for a page in reStructuredText, with the extension sphinx_lanescope"),
    ("MyST", "for a page of Sphinx in Markdown, with the same extension"),
    ("iframe", "for any page that allows iframes"),
    ("Markdown", "a link with the scenario's title"),
    ("Link", "the link alone"),
    (".lane", "the text alone, for a file"),
];

/// Sizes, settings, a live preview, and the code to copy.
#[component]
pub fn EmbedDialog(props: &EmbedDialogProps) -> Html {
    let dialog = use_node_ref();
    let wishes = use_state_eq(|| Wishes { at_step: true, ..Wishes::default() });
    let form = use_state_eq(|| Form::Html);
    use_dialog(&dialog, props.source.is_some());
    html! {
        <dialog ref={dialog} class="dialog embed-dialog" aria-labelledby="embed-title"
            onclose={props.onaction.reform(|_: Event| Action::Dialog(None))}>
            { head("embed-title", "Embed", &props.onaction) }
            if let Some(source) = &props.source {
                { content(source, &wishes, &form) }
            }
        </dialog>
    }
}

fn content(source: &EmbedSource, wishes: &UseStateHandle<Wishes>, form: &UseStateHandle<Form>) -> Html {
    let asked = **wishes;
    let change = |changed: fn(Wishes, usize) -> Wishes| {
        let wishes = wishes.clone();
        Callback::from(move |index| wishes.set(changed(*wishes, index)))
    };
    let check = |label: &'static str, is_on: bool, changed: fn(Wishes) -> Wishes| {
        let wishes = wishes.clone();
        let onchange = Callback::from(move |_: Event| wishes.set(changed(*wishes)));
        html! { <label class="check"><input type="checkbox" checked={is_on} {onchange} />{ label }</label> }
    };
    let onform = {
        let form = form.setter();
        Callback::from(move |index| form.set(Form::at(index)))
    };
    html! {
        <>
            <div class="embed-wishes">
                <Segmented
                    label="size"
                    choices={SIZES}
                    chosen={asked.size.index()}
                    onchange={change(|wishes, index| Wishes { size: EmbedSize::at(index), ..wishes })}
                />
                <Select
                    label="colours of the embed"
                    choices={vec![AttrValue::Static("As its page"), AttrValue::Static("Light"), AttrValue::Static("Dark")]}
                    chosen={asked.theme.index()}
                    onchange={change(|wishes, index| Wishes { theme: Theme::at(index), ..wishes })}
                />
                if asked.size == EmbedSize::Full {
                    <Select
                        label="below the stage at first"
                        choices={EmbedSide::labels::<AttrValue>()}
                        chosen={asked.side.index()}
                        onchange={change(|wishes, index| Wishes { side: EmbedSide::at(index), ..wishes })}
                    />
                }
                { check("Readers may change it", asked.is_editable, |wishes| Wishes { is_editable: !wishes.is_editable, ..wishes }) }
                { check("Begins at this step", asked.at_step, |wishes| Wishes { at_step: !wishes.at_step, ..wishes }) }
                { check("Plays once in sight", asked.plays, |wishes| Wishes { plays: !wishes.plays, ..wishes }) }
            </div>
            { preview(source, asked) }
            <Segmented label="lines for" choices={FORMS} chosen={form.index()} onchange={onform} />
            { lines(source, **form, asked) }
        </>
    }
}

/// Returns the live preview.
fn preview(source: &EmbedSource, wishes: Wishes) -> Html {
    let Some(address) = source.frame_address(wishes) else {
        return html! {
            <p class="hint">{ "This text is too long for a link, so there is no preview. The lines for HTML, mdBook and Sphinx hold the text itself." }</p>
        };
    };
    html! {
        // The key changes with the address, because navigation within a frame would add an entry to the browser's
        // history.
        <iframe key={address.clone()} class={format!("embed-preview size-{}", wishes.size.key())} src={address} title="preview"></iframe>
    }
}

fn lines(source: &EmbedSource, form: Form, wishes: Wishes) -> Html {
    match source.lines(form, wishes) {
        Some(lines) => html! {
            <>
                <pre class="embed-lines" tabindex="0" aria-label="lines to copy">{ &lines }</pre>
                <CopyButton text={Rc::<str>::from(lines)} label="Copy" />
                <p class="hint">{ about(form) }</p>
            </>
        },
        None => {
            html! { <p class="hint">{ "This text is too long for a link. The lines for HTML, mdBook and Sphinx hold the text itself." }</p> }
        }
    }
}

/// Returns a hint for using the code.
fn about(form: Form) -> &'static str {
    match form {
        Form::Html => {
            "The first line once a page. The text between the tags is what readers without scripts see."
        }
        Form::MdBook => {
            "In a chapter of a book that is built with mdbook-lanescope, which also holds the expectations against the run."
        }
        Form::Sphinx | Form::Myst => {
            "In a page that Sphinx builds with the extension sphinx_lanescope, which also holds the expectations against the run."
        }
        Form::Frame => {
            "Where only frames can be put. It keeps to the height that is given, and what has no room scrolls in it."
        }
        Form::Markdown | Form::Link => "Opens the whole page with this text at this step.",
        Form::Text => "As a file it is opened by the page and by the command line.",
    }
}
