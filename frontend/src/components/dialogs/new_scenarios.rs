//! The content of the dialog for a new scenario: an empty text, or one for each instruction, generated from its row when it is
//! chosen.

use crate::components::controls::program::use_dispatch;
use crate::components::controls::ticks::ticks;
use crate::effects::files;
use crate::state::Action;
use crate::state::gallery::picture;
use lanescope_core::session::{SetsWithChecks, text::blank};
use lanescope_core::spec::{Instruction, InstructionSet};
use std::rc::Rc;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Returns an empty text, and the instructions of all sets. `onempty` is called when the empty text is chosen.
pub fn new_scenarios(sets: &SetsWithChecks, onempty: Callback<()>, dispatch: &Callback<Action>) -> Html {
    let empty = {
        let dispatch = dispatch.clone();
        Callback::from(move |_: MouseEvent| {
            onempty.emit(());
            dispatch.emit(Action::open(""));
        })
    };
    let instruction = |set: &Rc<InstructionSet>, row: &Rc<Instruction>| {
        let (name, prose) = (set.spelled(&row.mnemonic), row.prose);
        let picture = picture(&format!("new-{}-{name}", set.key));
        let (sets, set, row) = (sets.clone(), set.clone(), row.clone());
        let onclick = dispatch.reform(move |_: MouseEvent| Action::open(blank(&sets, &set, &row)));
        html! {
            <li key={name.clone()}>
                <button type="button" class="example" {onclick}>
                    // The text next to it describes the instruction.
                    <img class="thumbnail" src={picture} alt="" loading="lazy" />
                    <b><code>{ name }</code></b>
                    <span>{ ticks(prose) }</span>
                </button>
            </li>
        }
    };
    let sets = sets.all().iter().map(|set| {
        html! {
            <section key={set.key}>
                <h3>{ set.title }</h3>
                <ul>{ for set.instructions.iter().map(|row| instruction(set, row)) }</ul>
            </section>
        }
    });
    html! {
        <>
            <ul>
                <li>
                    <button type="button" class="example" autofocus=true onclick={empty}>
                        <b>{ "An empty text" }</b><span>{ "Start from scratch." }</span>
                    </button>
                </li>
            </ul>
            <p><OpenButton /></p>
            <p class="hint">
                { "Or one instruction with lanes, operands and memory, which runs at once. It replaces your text (Undo \
                   restores it)." }
            </p>
            { for sets }
        </>
    }
}

/// A button that opens a scenario from a file, with the browser's file picker.
#[component]
fn OpenButton() -> Html {
    let dispatch = use_dispatch();
    let field = use_node_ref();
    let onclick = {
        let field = field.clone();
        Callback::from(move |_: MouseEvent| {
            if let Some(field) = field.cast::<HtmlInputElement>() {
                field.click();
            }
        })
    };
    let onchange = {
        let (field, dispatch) = (field.clone(), dispatch.clone());
        Callback::from(move |_: Event| {
            let Some(field) = field.cast::<HtmlInputElement>() else { return };
            files::open(field.files(), &dispatch);
            // This lets the user choose the same file again.
            field.set_value("");
        })
    };
    html! {
        <>
            <button type="button" class="open-file" title="Open a scenario from a file (.lane); or drop one on the page" {onclick}>
                { "Open a file…" }
            </button>
            <input ref={field} type="file" accept=".lane,.txt,text/plain" hidden=true aria-label="file to open" {onchange} />
        </>
    }
}
