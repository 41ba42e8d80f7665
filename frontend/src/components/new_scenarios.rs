//! The dialog for a new scenario: one for each instruction, generated from its row when it is chosen.

use super::diagnostics_list::ticks;
use super::dialogs::head;
use super::open_button::OpenButton;
use crate::effects::dialog::use_dialog;
use crate::state::{Action, EditorCommand};
use lanescope_core::session::{Span, blank};
use lanescope_core::spec::{Instruction, InstructionSet, RollCall};
use std::cell::Cell;
use std::rc::Rc;
use yew::prelude::*;

/// Properties of [`NewScenarios`].
#[derive(Properties, PartialEq)]
pub struct NewScenariosProps {
    /// Whether the dialog is open.
    pub open: bool,
    /// The instruction sets.
    pub roll_call: RollCall,
    /// Emits the chosen scenario.
    pub onaction: Callback<Action>,
}

/// A dialog with the instructions of all sets, and an empty text.
#[component]
pub fn NewScenarios(props: &NewScenariosProps) -> Html {
    let dialog = use_node_ref();
    use_dialog(&dialog, props.open);
    // Whether the empty text was chosen. The editor is focused in `onclose`, because the browser first returns the
    // focus to the button that opened the dialog.
    let is_emptied = use_memo((), |()| Cell::new(false));
    let onclose = {
        let (onaction, is_emptied) = (props.onaction.clone(), Rc::clone(&is_emptied));
        Callback::from(move |_: Event| {
            onaction.emit(Action::Dialog(None));
            if is_emptied.take() {
                onaction.emit(Action::Editor(EditorCommand::Select(Span::at(0))));
            }
        })
    };
    html! {
        <dialog ref={dialog} class="dialog gallery" aria-labelledby="new-title"
            {onclose}>
            { head("new-title", "New scenario", &props.onaction) }
            if props.open {
                { list(props, &is_emptied) }
            }
        </dialog>
    }
}

fn list(props: &NewScenariosProps, is_emptied: &Rc<Cell<bool>>) -> Html {
    let load = |text: Rc<str>| Action::Load { text, cursor: 0, granularity: None };
    let empty = {
        let (onaction, is_emptied) = (props.onaction.clone(), Rc::clone(is_emptied));
        Callback::from(move |_: MouseEvent| {
            is_emptied.set(true);
            onaction.emit(load("".into()));
        })
    };
    let instruction = |set: &Rc<InstructionSet>, row: &Rc<Instruction>| {
        let (name, prose) = (set.spelled(&row.mnemonic), row.prose);
        let (set, row) = (set.clone(), row.clone());
        let onclick = props.onaction.reform(move |_: MouseEvent| load(blank(&set, &row).into()));
        html! {
            <li key={name.clone()}>
                <button type="button" class="example" {onclick}><b><code>{ name }</code></b><span>{ ticks(prose) }</span></button>
            </li>
        }
    };
    let sets = props.roll_call.sets().iter().map(|set| {
        html! {
            <section key={set.key}>
                <h3>{ set.title }</h3>
                <ul>{ for set.instructions.iter().map(|row| instruction(set, row)) }</ul>
            </section>
        }
    });
    html! {
        <>
            <p><OpenButton onaction={props.onaction.clone()} /></p>
            <p class="hint">
                { "Each is one instruction with lanes, operands and memory set up, so that it runs at once. It takes the \
                   place of the text; Undo brings the text back." }
            </p>
            { for sets }
            <section>
                <h3>{ "Blank" }</h3>
                <ul>
                    <li>
                        <button type="button" class="example" onclick={empty}>
                            <b>{ "An empty text" }</b><span>{ "Start from scratch." }</span>
                        </button>
                    </li>
                </ul>
            </section>
        </>
    }
}
