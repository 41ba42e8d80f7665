//! The dialogs: examples, files, help and reference.

use super::export_dialog::Exports;
use super::gallery::Gallery;
use super::help_sheet::HelpSheet;
use super::icon::{Icon, icon};
use super::reference_panel::ReferencePanel;
use super::segmented::Segmented;
use super::side_by_side::SideBySide;
use crate::effects::dialog::use_dialog;
use crate::state::export::Source;
use crate::state::{Action, ByIdentity, Dialog};
use lanescope_core::session::Session;
use lanescope_core::spec::RollCall;
use std::rc::Rc;
use yew::prelude::*;

/// Properties of [`Dialogs`].
#[derive(Properties, PartialEq)]
pub struct DialogsProps {
    /// The open dialog.
    pub open: Option<Dialog>,
    /// The instruction sets.
    pub roll_call: RollCall,
    /// The data that exported files are made of; `None` while the export dialog is closed.
    pub source: Option<Source>,
    /// The text, whose instruction set determines the entries of the reference; `None` while that is closed.
    pub session: Option<ByIdentity<Session>>,
    /// The word to look up in the reference; empty for all words.
    pub looked_up: Rc<str>,
    /// Whether single-letter shortcuts are on.
    pub letter_keys: bool,
    /// Emits the chosen example, the switch of the shortcuts, and the closing of a dialog.
    pub onaction: Callback<Action>,
}

/// The pages of the gallery.
const PAGES: &[(&str, &str)] = &[
    ("Scenarios", "scenarios that show an idea each"),
    ("Side by side", "what the instruction sets make of the same numbers"),
];

/// All dialogs, at most one of them open.
#[component]
pub fn Dialogs(props: &DialogsProps) -> Html {
    let (gallery, export, help) = (use_node_ref(), use_node_ref(), use_node_ref());
    let reference = use_node_ref();
    let compares = props.open == Some(Dialog::Compare);
    use_dialog(&gallery, compares || props.open == Some(Dialog::Gallery));
    use_dialog(&export, props.open == Some(Dialog::Export));
    use_dialog(&help, props.open == Some(Dialog::Help));
    use_dialog(&reference, props.open == Some(Dialog::Reference));
    let onpage = props
        .onaction
        .reform(|page| Action::Dialog(Some(if page == 0 { Dialog::Gallery } else { Dialog::Compare })));
    let onclose = {
        let (open, onaction) = (props.open, props.onaction.clone());
        Callback::from(move |_: Event| {
            // If this dialog closes because it opened the embed dialog, that one stays open.
            if open != Some(Dialog::Embed) {
                onaction.emit(Action::Dialog(None));
            }
        })
    };
    html! {
        <>
            <dialog ref={gallery} class="dialog gallery" aria-labelledby="gallery-title" onclose={onclose.clone()}>
                { head("gallery-title", "Examples", &props.onaction) }
                <Segmented label="page of the gallery" choices={PAGES} chosen={usize::from(compares)} onchange={onpage} />
                if compares {
                    <SideBySide roll_call={props.roll_call.clone()} onaction={props.onaction.clone()} />
                }
                <Gallery
                    is_open={props.open == Some(Dialog::Gallery)}
                    onaction={props.onaction.clone()}
                />
            </dialog>
            <dialog ref={export} class="dialog export" aria-labelledby="export-title" onclose={onclose.clone()}>
                { head("export-title", "Export", &props.onaction) }
                if let Some(source) = &props.source {
                    <Exports source={source.clone()} onaction={props.onaction.clone()} />
                }
            </dialog>
            <dialog ref={reference} class="dialog drawer" aria-labelledby="reference-title" onclose={onclose.clone()}>
                { head("reference-title", "Reference", &props.onaction) }
                if let Some(session) = &props.session {
                    <ReferencePanel session={session.clone()} looked_up={props.looked_up.clone()} />
                }
            </dialog>
            <dialog ref={help} class="dialog help" aria-labelledby="help-title" {onclose}>
                { head("help-title", "Help", &props.onaction) }
                if props.open == Some(Dialog::Help) {
                    <HelpSheet letter_keys={props.letter_keys} onaction={props.onaction.clone()} />
                }
            </dialog>
        </>
    }
}

/// Returns the heading of a dialog, with the button that closes it.
pub fn head(id: &'static str, title: &'static str, onaction: &Callback<Action>) -> Html {
    let onclick = onaction.reform(|_: MouseEvent| Action::Dialog(None));
    html! {
        <div class="dialog-head">
            <h2 {id}>{ title }</h2>
            <button type="button" class="quiet" aria-label="close" {onclick}>{ icon(Icon::Close) }</button>
        </div>
    }
}
