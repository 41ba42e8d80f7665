//! The editor of the scenario.

use super::code_editor::{CodeEditor, EditorContent};
use crate::components::controls::program::use_program;
use crate::effects::editor::{Listeners, ReadText};
use crate::effects::storage;
use crate::state::annotated::{AnnotatedText, TextView};
use crate::state::{Action, ByIdentity, ChromeAction, DocumentAction, Paste, Utf16Map};
use lanescope_core::session::{Session, text::first_letters};
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct EditorPaneProps {
    pub view: TextView,
    /// Whether the editor is out of sight.
    pub is_hidden: bool,
    /// Whether the module of the editor is loaded only when the user turns to the text.
    pub loads_on_demand: bool,
}

/// The editor with highlighting, problems, completion and the marked current line.
#[component]
pub fn EditorPane(props: &EditorPaneProps) -> Html {
    let program = use_program();
    let dispatch = program.dispatch().clone();
    let TextView { session, change, command, .. } = &props.view;
    let text = use_memo(session.clone(), |session| AnnotatedText::new(session));
    let ontype = {
        let dispatch = dispatch.clone();
        Callback::from(move |text: Rc<str>| {
            storage::remember(&text);
            dispatch.emit(DocumentAction::Type(text).into());
        })
    };
    let onpaste = {
        let dispatch = dispatch.clone();
        Callback::from(move |paste: Paste| match paste.unwrapped() {
            Some((text, notice)) => {
                dispatch.emit(Action::Notice(Some(notice)));
                text
            }
            None => paste.text,
        })
    };
    let known = Rc::clone(&session.text);
    let oncaret = Callback::from(move |utf16: usize| program.point(Utf16Map::new(&known).to_byte(utf16)));
    let letters = first_letters(&session.sets);
    let session = session.clone();
    let read = Callback::from(move |text: Rc<str>| {
        let session = if session.text == text {
            session.0.clone()
        } else {
            // Completion depends only on the text, so the text is not run.
            Rc::new(Session::begin(&text, &session.sets).session().clone())
        };
        ReadText { session, written: None }
    });
    let content = EditorContent {
        text: ByIdentity::from(text),
        marks: props.view.marks(),
        change: *change,
        command: *command,
        is_inside_run: props.view.is_inside_run,
    };
    let listeners = Listeners {
        ontype,
        online: dispatch.reform(Action::BreakLine),
        oncaret,
        onlookup: dispatch.reform(look_up),
        onpaste,
    };
    html! {
        <CodeEditor
            id="editor"
            {content}
            {listeners}
            {read}
            label="scenario text"
            hint={format!("Type {letters} for an instruction, or a dot for a directive")}
            loads_on_demand={props.loads_on_demand}
            class={props.is_hidden.then_some("out-of-sight")}
        />
    }
}

/// Returns the action that looks up a word; empty if the word at the caret is unknown.
pub fn look_up(word: String) -> Action {
    ChromeAction::LookUp(word.into()).into()
}
