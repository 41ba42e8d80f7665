//! The dialogs: examples, files and keys.

use super::diagnostics_list::ticks;
use super::export_dialog::Exports;
use super::icon::{Icon, icon};
use super::segmented::Segmented;
use super::side_by_side::SideBySide;
use super::thumbnail::thumbnail_html;
use crate::effects::dialog::use_dialog;
use crate::effects::dom::target;
use crate::effects::examples::{Fetched, use_examples};
use crate::effects::thumbnails::{Thumbnails, use_thumbnails};
use crate::state::export::Source;
use crate::state::gallery::groups;
use crate::state::keys::SHEET;
use crate::state::thumbnail::Thumbnail;
use crate::state::tour::Walk;
use crate::state::{Action, ByIdentity, Dialog};
use lanescope_core::spec::RollCall;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// What [`Dialogs`] show.
#[derive(Properties, PartialEq)]
pub struct DialogsProps {
    /// The dialog that is open.
    pub open: Option<Dialog>,
    /// The instruction sets.
    pub roll_call: RollCall,
    /// What files are made of, while the dialog for them is open.
    pub source: Option<Source>,
    /// Whether single letters are keys of the page.
    pub letter_keys: bool,
    /// An example was chosen, the letters were switched, or a dialog was closed.
    pub onaction: Callback<Action>,
}

/// The pages of the gallery.
const PAGES: &[(&str, &str)] = &[
    ("Scenarios", "scenarios that show an idea each"),
    ("Side by side", "what the instruction sets make of the same numbers"),
];

/// All dialogs, of which at most one is open.
#[component]
pub fn Dialogs(props: &DialogsProps) -> Html {
    let (gallery, export, help) = (use_node_ref(), use_node_ref(), use_node_ref());
    let compares = props.open == Some(Dialog::Compare);
    use_dialog(&gallery, compares || props.open == Some(Dialog::Gallery));
    use_dialog(&export, props.open == Some(Dialog::Export));
    use_dialog(&help, props.open == Some(Dialog::Help));
    let shows_examples = props.open == Some(Dialog::Gallery);
    let fetched = use_examples(shows_examples);
    let thumbnails = use_thumbnails(fetched.file().filter(|_| shows_examples), &props.roll_call);
    let onpage = props
        .onaction
        .reform(|page| Action::Dialog(Some(if page == 0 { Dialog::Gallery } else { Dialog::Compare })));
    let onclose = props.onaction.reform(|_: Event| Action::Dialog(None));
    html! {
        <>
            <dialog ref={gallery} class="dialog gallery" aria-labelledby="gallery-title" onclose={onclose.clone()}>
                { head("gallery-title", "Examples", &props.onaction) }
                <Segmented label="page of the gallery" choices={PAGES} chosen={usize::from(compares)} onchange={onpage} />
                if compares {
                    <SideBySide roll_call={props.roll_call.clone()} onaction={props.onaction.clone()} />
                } else if shows_examples {
                    { examples(&fetched, &thumbnails, &props.onaction) }
                }
            </dialog>
            <dialog ref={export} class="dialog export" aria-labelledby="export-title" onclose={onclose.clone()}>
                { head("export-title", "Export", &props.onaction) }
                if let Some(source) = &props.source {
                    <Exports source={source.clone()} onaction={props.onaction.clone()} />
                }
            </dialog>
            <dialog ref={help} class="dialog help" aria-labelledby="help-title" {onclose}>
                { head("help-title", "Keys", &props.onaction) }
                if props.open == Some(Dialog::Help) {
                    { sheet(props) }
                }
            </dialog>
        </>
    }
}

fn head(id: &'static str, title: &'static str, onaction: &Callback<Action>) -> Html {
    let onclick = onaction.reform(|_: MouseEvent| Action::Dialog(None));
    html! {
        <div class="dialog-head">
            <h2 {id}>{ title }</h2>
            <button type="button" class="quiet" aria-label="close" {onclick}>{ icon(Icon::Close) }</button>
        </div>
    }
}

/// The examples, grouped by idea.
fn examples(fetched: &Fetched, thumbnails: &Thumbnails, onaction: &Callback<Action>) -> Html {
    let file = match fetched {
        Fetched::Waiting => {
            return html! { <p class="hint" role="status">{ "The examples are on their way." }</p> };
        }
        Fetched::Failed => {
            return html! {
                <p class="hint" role="alert">{ "The examples did not come. Close this and open it again to ask once more." }</p>
            };
        }
        Fetched::Here(file) => file,
    };
    let mut thumbnails = thumbnails.iter();
    let sections = groups(file).into_iter().map(|(group, examples)| {
        let cards = examples.into_iter().map(|example| {
            html! {
                <Card
                    title={example.title.to_owned()}
                    sentence={example.sentence.to_owned()}
                    text={Rc::<str>::from(example.text)}
                    thumbnail={thumbnails.next().cloned().flatten()}
                    onaction={onaction.clone()}
                />
            }
        });
        html! {
            <section>
                <h3>{ group.to_owned() }</h3>
                <ul>{ for cards }</ul>
            </section>
        }
    });
    html! {
        <>
            <p class="hint">{ "An example takes the place of the text. Undo brings the text back." }</p>
            { for sections }
        </>
    }
}

/// What a [`Card`] shows.
#[derive(Properties, PartialEq)]
struct CardProps {
    /// What the example is called.
    title: String,
    /// What it shows.
    sentence: String,
    /// The scenario.
    text: Rc<str>,
    /// Its thumbnail, once that is made.
    thumbnail: Option<ByIdentity<Thumbnail>>,
    /// The example was chosen.
    onaction: Callback<Action>,
}

/// An example of the gallery.
#[component]
fn Card(props: &CardProps) -> Html {
    let text = props.text.clone();
    let onclick = props.onaction.reform(move |_: MouseEvent| Action::Load {
        text: text.clone(),
        cursor: 0,
        granularity: None,
    });
    html! {
        <li>
            <button type="button" class="example" {onclick}>
                { thumbnail_html(props.thumbnail.as_deref()) }
                <b>{ ticks(&props.title) }</b>
                <span>{ ticks(&props.sentence) }</span>
            </button>
        </li>
    }
}

/// What the page is for and which keys it has.
fn sheet(props: &DialogsProps) -> Html {
    let onchange = props.onaction.reform(|event: Event| {
        let input = target(&event).and_then(|element| element.dyn_into::<HtmlInputElement>().ok());
        Action::LetterKeys(input.is_none_or(|input| input.checked()))
    });
    let row = |(keys, what): &(&'static [&'static str], &'static str)| {
        html! {
            <tr>
                <th scope="row">{ for keys.iter().map(|key| html! { <kbd>{ *key }</kbd> }) }</th>
                <td>{ *what }</td>
            </tr>
        }
    };
    html! {
        <>
            <p>
                { "Write a scenario at the left, switch lanes, type values into memory and registers, and step through \
                   what every lane does. Each change you make in a panel is a change of the text." }
            </p>
            <p><button type="button" onclick={props.onaction.reform(|_| Action::Tour(Walk::Start))}>{ "Take the tour" }</button></p>
            <table class="keys"><tbody>{ for SHEET.iter().map(row) }</tbody></table>
            <p class="hint">
                { "These work everywhere but in fields and in the editor. There, Control Space suggests and Tab leaves." }
            </p>
            <label class="check">
                <input type="checkbox" checked={props.letter_keys} {onchange} />
                { "single letters are keys (n, p, u, ?)" }
            </label>
        </>
    }
}
