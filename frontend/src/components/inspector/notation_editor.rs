//! The editor of a notation text, which changes an instruction or operation in this document.

use crate::components::controls::program::{on_click, on_click_to, use_dispatch};
use crate::components::controls::select::select;
use crate::components::controls::ticks::ticks;
use crate::components::text::code_editor::{CodeEditor, EditorContent};
use crate::components::text::editor_pane::look_up;
use crate::effects::dom::{focus_later, typed_value};
use crate::effects::editor::{Listeners, ReadText};
use crate::state::annotated::AnnotatedText;
use crate::state::notation_edit::{NotationEdit, NotationMarks};
use crate::state::{Action, ByIdentity, DocumentAction, EditorCommand, Paste, TextChange};
use lanescope_core::session::{
    Session,
    text::{Hunk, PartName, Span, highlight_notation, line_spans},
};
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct NotationEditorProps {
    pub edit: NotationEdit,
    pub session: ByIdentity<Session>,
    /// Marks of the current moment in the text.
    pub marks: NotationMarks,
    /// Index of the instruction on the stage.
    pub instruction: usize,
    /// Whether the stage shows the run of an older text.
    pub stale: bool,
}

/// Returns the id of the button that opens the notation text with this index.
pub fn edit_button_id(index: usize) -> String {
    format!("edit-notation-{index}")
}

/// The editor, followed by the list of differences from the manual.
#[component]
pub fn NotationEditor(props: &NotationEditorProps) -> Html {
    let dispatch = use_dispatch();
    let NotationEditorProps { edit, session, instruction, stale, .. } = props;
    let text =
        use_memo((edit.typed.clone(), edit.part.clone(), session.clone()), |(typed, part, session)| {
            AnnotatedText {
                text: Rc::clone(typed),
                highlights: highlight_notation(typed),
                diagnostics: part.findings(typed, &part.written(typed), &session.diagnostics),
                folds: Vec::new(),
            }
        });
    let name = &edit.part.name;
    let names = use_memo((session.clone(), name.instruction.clone()), |(session, instruction)| {
        session.part_names(instruction)
    });
    let hunks = edit.hunks();
    let written = edit.written();
    let findings = &text.diagnostics;
    let edit_button = edit_button_id(usize::from(name.operation.is_some()));
    let ondone = on_click_to(&dispatch, edit_button, DocumentAction::CloseNotation);
    let is_own = edit.part.like.is_some();
    let state = match (&edit.part.built_in, edit.is_changed()) {
        (None, _) => "defined by this scenario",
        (Some(_), true) if is_own => "changed",
        (Some(_), false) if is_own => "not changed yet",
        (Some(_), true) => "modified",
        (Some(_), false) => "unmodified",
    };
    let onshow = written
        .directive
        .map(|span| on_click(&dispatch, DocumentAction::Editor(EditorCommand::Select(span))));
    html! {
        <section class="notation notation-editor" aria-label={name.text().clone()}>
            <div class="notation-head">
                { choose(&names, name, &dispatch) }
                <span class={classes!("caption", edit.is_changed().then_some("changed"))} role="status">{ state }</span>
                <button type="button" class="quiet" onclick={ondone}>{ "Done" }</button>
            </div>
            { editor(props, &dispatch, ByIdentity::from(Rc::clone(&text))) }
            if !findings.is_empty() {
                <div class="notation-problems">
                    <ul>
                        { for findings.iter().take(MOST_TOLD).map(|found| html! { <li>{ ticks(&found.message) }</li> }) }
                    </ul>
                    if *stale {
                        <p class="hint">{ "Showing the last valid run." }</p>
                    }
                </div>
            }
            { changes(&hunks, edit, &dispatch) }
            <div class="notation-tools">
                if let Some(onclick) = onshow {
                    <button type="button" class="quiet" {onclick}>{ "Show in the text" }</button>
                }
                <MakeNew
                    what={if name.operation.is_none() { "instruction" } else { "operation" }}
                    refused={edit.refused.clone()}
                    instruction={*instruction}
                />
            </div>
        </section>
    }
}

/// Maximum number of findings shown below the text.
const MOST_TOLD: usize = 3;

/// Returns the selector for the texts of the instruction.
fn choose(names: &[PartName], name: &PartName, dispatch: &Callback<Action>) -> Html {
    let choices = names.iter().map(|it| (it.clone(), it.text().clone().into()));
    let onchange = dispatch.reform(|name| DocumentAction::EditNotation { name, line: None }.into());
    select("instruction or operation", choices, name, &onchange)
}

/// Returns the differences from the manual, each with a button to revert it.
fn changes(hunks: &[Hunk], edit: &NotationEdit, dispatch: &Callback<Action>) -> Html {
    if hunks.is_empty() {
        return html! {};
    }
    let from = edit.part.like.as_deref().map_or("the manual", |like| like);
    let hunk = |(at, hunk): (usize, &Hunk)| {
        let onclick = on_click(dispatch, DocumentAction::RevertNotation(Some(at)));
        let place = match hunk.lines.len() {
            0 => format!("before line {}", hunk.lines.start + 1),
            1 => format!("line {}", hunk.lines.start + 1),
            _ => format!("lines {} to {}", hunk.lines.start + 1, hunk.lines.end),
        };
        let line = |class: &'static str, sign: &'static str, text: &String| {
            html! { <div {class}><span class="sign">{ sign }</span>{ text }</div> }
        };
        html! {
            <li key={at}>
                <div class="change-head">
                    <span>{ place.clone() }</span>
                    <button type="button" class="quiet" aria-label={format!("Revert {place}")} {onclick}>{ "Revert" }</button>
                </div>
                <div class="change">
                    { for hunk.manual.iter().take(MOST_LINES).map(|text| line("was", "−", text)) }
                    { for hunk.now.iter().take(MOST_LINES).map(|text| line("is", "+", text)) }
                </div>
            </li>
        }
    };
    let onall = on_click(dispatch, DocumentAction::RevertNotation(None));
    html! {
        <div class="notation-changes">
            <div class="change-head">
                <h3>{ "Changes from " }{ from }</h3>
                if hunks.len() > 1 {
                    <button type="button" class="quiet" onclick={onall}>{ "Revert all" }</button>
                }
            </div>
            <ul>{ for hunks.iter().take(MOST_PLACES).enumerate().map(hunk) }</ul>
            if hunks.len() > MOST_PLACES {
                <p class="hint">{ format!("And {} more changes.", hunks.len() - MOST_PLACES) }</p>
            }
        </div>
    }
}

/// Maximum number of differences listed.
const MOST_PLACES: usize = 20;

/// Maximum number of lines shown for each side of a difference.
const MOST_LINES: usize = 20;

#[derive(Properties, PartialEq)]
struct MakeNewProps {
    /// Kind of the new item: `instruction` or `operation`.
    what: &'static str,
    /// Reason why the last name was refused.
    refused: Option<Rc<str>>,
    /// Index of the instruction that is to use the new item.
    instruction: usize,
}

/// A button that opens a form for the name of a new instruction or operation.
#[component]
fn MakeNew(props: &MakeNewProps) -> Html {
    let dispatch = use_dispatch();
    let is_asked = use_state(|| false);
    let name = use_mut_ref(String::new);
    if !*is_asked {
        let onclick = Callback::from(move |_: MouseEvent| {
            name.take();
            is_asked.set(true);
            focus_later(NAME_ID);
        });
        return html! {
            <button id={MAKE_ID} type="button" class="quiet" title="Copy these semantics under a new name and use them in the current line" {onclick}>
                { format!("Make an {} from this", props.what) }
            </button>
        };
    }
    let oninput = {
        let name = name.clone();
        Callback::from(move |event: InputEvent| *name.borrow_mut() = typed_value(&event))
    };
    let onkeydown = Callback::from(move |event: KeyboardEvent| {
        if event.key() == "Escape" {
            event.prevent_default();
            is_asked.set(false);
            focus_later(MAKE_ID);
        }
    });
    let instruction = props.instruction;
    let onsubmit = dispatch.reform(move |event: SubmitEvent| {
        event.prevent_default();
        DocumentAction::MakeNew { name: name.borrow().clone(), instruction }.into()
    });
    html! {
        <form {onsubmit} {onkeydown}>
            <label for={NAME_ID}>{ "Name" }</label>
            <input id={NAME_ID} {oninput} autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="40"
                aria-describedby="instruction-refused" aria-invalid={props.refused.is_some().to_string()} />
            <button type="submit">{ "Create" }</button>
            <p id="instruction-refused" class="refused" role="status">
                { for props.refused.as_deref().map(ticks) }
            </p>
        </form>
    }
}

const NAME_ID: &str = "instruction-name";
const MAKE_ID: &str = "make-instruction";

fn editor(props: &NotationEditorProps, dispatch: &Callback<Action>, text: ByIdentity<AnnotatedText>) -> Html {
    let NotationEditorProps { edit, session, marks, .. } = props;
    let (part, session) = (edit.part.clone(), session.clone());
    let read = Callback::from(move |text: Rc<str>| {
        let written = part.written_out(&text);
        let session = if *session.text == *written.text {
            session.0.clone()
        } else {
            let variant = session.variant.as_deref();
            let pending = Session::begin_as(&written.text, &session.sets, variant);
            Rc::new(pending.session().clone())
        };
        ReadText { session, written: Some(written) }
    });
    let mut ranges: Vec<_> = marks.ran.map(|span| (span, "line-running")).into_iter().collect();
    ranges.extend(marks.stops.iter().map(|span| (*span, "line-stop")));
    ranges.extend(edit.hunks().iter().filter_map(|hunk| changed(&edit.typed, hunk)));
    let content = EditorContent {
        text,
        marks: ranges,
        change: TextChange::default(),
        command: (edit.command.0, edit.command.1),
        is_inside_run: false,
    };
    let listeners = Listeners {
        ontype: dispatch.reform(|it| DocumentAction::TypeNotation(it).into()),
        online: dispatch.reform(Action::NotationBreakLine),
        oncaret: Callback::noop(),
        onlookup: dispatch.reform(look_up),
        onpaste: Callback::from(|paste: Paste| paste.text),
    };
    html! {
        <CodeEditor
            class="notation-host"
            {content}
            {listeners}
            {read}
            label={format!("notation of {}", edit.part.name.text())}
            hint="Write the semantics: `new = ...` for an operation, statements for an instruction"
        />
    }
}

/// Returns the lines that differ from the manual, or the line before which lines are missing, with their class.
fn changed(text: &str, hunk: &Hunk) -> Option<(Span, &'static str)> {
    let line = |number: usize| line_spans(text).nth(number);
    if hunk.lines.is_empty() {
        let place = line(hunk.lines.start).map_or(text.len(), |line| line.range().start);
        return Some((Span::at(place), "line-missing"));
    }
    Some((line(hunk.lines.start)?.to(line(hunk.lines.end - 1)?), "line-changed"))
}
