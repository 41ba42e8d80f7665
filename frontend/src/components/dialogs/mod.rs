//! The dialogs.

pub mod embed_dialog;
pub mod export_dialog;
pub mod gallery;
pub mod help_sheet;
pub mod new_scenarios;
pub mod reference_panel;

use self::embed_dialog::EmbedCode;
use self::export_dialog::Exports;
use self::gallery::Gallery;
use self::help_sheet::help_sheet;
use self::new_scenarios::new_scenarios;
use self::reference_panel::ReferencePanel;
use crate::components::controls::icon::{Icon, icon};
use crate::components::controls::program::{on_click, use_dispatch};
use crate::effects::dialog::use_dialog;
use crate::effects::examples::Fetched;
use crate::state::embed_code::EmbedSource;
use crate::state::export::Source;
use crate::state::{ByIdentity, ChromeAction, Dialog, DocumentAction, EditorCommand};
use lanescope_core::session::{Session, SetsWithChecks, text::Span};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct DialogsProps {
    pub open: Option<Dialog>,
    pub sets: SetsWithChecks,
    /// The data that exported files are made of; `None` while the export dialog is closed.
    pub source: Option<Source>,
    /// The scenario to embed; `None` while the embed dialog is closed.
    pub embed: Option<EmbedSource>,
    /// The text, whose instruction set determines the entries of the reference; `None` while that is closed.
    pub session: Option<ByIdentity<Session>>,
    /// The word to look up in the reference; empty for all words.
    pub looked_up: Rc<str>,
    /// The titles of the solved puzzles.
    pub solved: Rc<BTreeSet<Rc<str>>>,
    pub examples: Fetched,
}

/// All dialogs, at most one of them open.
#[component]
pub fn Dialogs(props: &DialogsProps) -> Html {
    let dispatch = use_dispatch();
    let is = |dialog: Dialog| props.open == Some(dialog);
    // Whether the empty text was chosen. The editor gets the focus when the dialog has closed, because the browser first
    // returns the focus to the button that opened the dialog.
    let is_emptied = use_memo((), |()| Cell::new(false));
    let onempty = {
        let is_emptied = is_emptied.clone();
        Callback::from(move |()| is_emptied.set(true))
    };
    let onclosed = {
        let dispatch = dispatch.clone();
        Callback::from(move |()| {
            if is_emptied.take() {
                dispatch.emit(DocumentAction::Editor(EditorCommand::Select(Span::at(0))).into());
            }
        })
    };
    html! {
        <>
            <Modal is_open={is(Dialog::Gallery)} class="gallery" id="gallery-title" title="Examples">
                <Gallery is_open={is(Dialog::Gallery)} fetched={props.examples.clone()} solved={props.solved.clone()} sets={props.sets.clone()} />
            </Modal>
            <Modal is_open={is(Dialog::New)} class="gallery" id="new-title" title="New scenario" {onclosed}>
                if is(Dialog::New) {
                    { new_scenarios(&props.sets, onempty, &dispatch) }
                }
            </Modal>
            <Modal is_open={is(Dialog::Export)} class="export" id="export-title" title="Export">
                if let Some(source) = &props.source {
                    <Exports source={source.clone()} />
                }
            </Modal>
            <Modal is_open={is(Dialog::Embed)} class="embed-dialog" id="embed-title" title="Embed">
                if let Some(source) = &props.embed {
                    <EmbedCode source={source.clone()} />
                }
            </Modal>
            <Modal is_open={is(Dialog::Reference)} class="drawer" id="reference-title" title="Reference">
                if let Some(session) = &props.session {
                    <ReferencePanel session={session.clone()} looked_up={props.looked_up.clone()} />
                }
            </Modal>
            <Modal is_open={is(Dialog::Help)} class="help" id="help-title" title="Help">
                if is(Dialog::Help) {
                    { help_sheet(&dispatch) }
                }
            </Modal>
        </>
    }
}

#[derive(Properties, PartialEq)]
struct ModalProps {
    is_open: bool,
    class: &'static str,
    id: &'static str,
    title: &'static str,
    /// Called when it has closed.
    #[prop_or_default]
    onclosed: Callback<()>,
    children: Html,
}

/// A dialog with its heading.
#[component]
fn Modal(props: &ModalProps) -> Html {
    let dispatch = use_dispatch();
    let ModalProps { is_open, class, id, title, onclosed, children } = props;
    let is_open = *is_open;
    let dialog = use_node_ref();
    use_dialog(&dialog, is_open);
    let close = on_click(&dispatch, ChromeAction::Dialog(None));
    let onclose = {
        let (dispatch, onclosed) = (dispatch.clone(), onclosed.clone());
        Callback::from(move |_: Event| {
            // If the page has closed it, another dialog may be open by now.
            if is_open {
                dispatch.emit(ChromeAction::Dialog(None).into());
            }
            onclosed.emit(());
        })
    };
    html! {
        <dialog ref={dialog} class={classes!("dialog", *class)} aria-labelledby={*id} {onclose}>
            <div class="dialog-head">
                <h2 id={*id}>{ *title }</h2>
                <button type="button" class="quiet" aria-label="close" onclick={close}>{ icon(Icon::Close) }</button>
            </div>
            { children.clone() }
        </dialog>
    }
}
