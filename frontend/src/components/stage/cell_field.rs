//! The input field over a cell, for its start value.

use crate::components::controls::program::use_dispatch;
use crate::components::controls::ticks::ticks;
use crate::effects::clipboard::pasted;
use crate::effects::dom::{closest, find, focus, target, typed_value};
use crate::state::{Action, ByIdentity, DocumentAction, Entry, LearningAction, Rejected};
use std::cell::RefCell;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// How a field was opened.
#[derive(Clone, PartialEq)]
pub enum Opened {
    /// With the current start value, selected for overwriting.
    WithValue,
    /// By the characters that were typed before the field appeared.
    Typed(ByIdentity<RefCell<String>>),
}

#[derive(Properties, PartialEq)]
pub struct CellFieldProps {
    pub entry: Entry,
    /// The value at the start of the run.
    pub initial: AttrValue,
    pub rejected: Option<Rejected>,
    /// Whether the value is an answer to a question.
    pub is_answer: bool,
    pub opened: Opened,
    /// Called if the field is to close.
    pub onclose: Callback<()>,
}

/// The field, with the refused input and the reason. Enter and blur accept the value. Escape cancels.
#[component]
pub fn CellField(props: &CellFieldProps) -> Html {
    let dispatch = use_dispatch();
    let (input, is_answer) = (use_node_ref(), props.is_answer);
    let before = props.rejected.as_ref().map_or_else(|| props.initial.to_string(), |it| it.typed.clone());
    {
        let (input, opened, before) = (input.clone(), props.opened.clone(), before.clone());
        // Set once. If Yew managed the value, each render would overwrite what the user types.
        use_effect_with((), move |()| {
            let Some(input) = input.cast::<HtmlInputElement>() else { return };
            focus(&input);
            match opened {
                Opened::WithValue => {
                    input.set_value(&before);
                    input.select();
                }
                Opened::Typed(typed) => input.set_value(&typed.take()),
            }
        });
    }
    // Removing the focused field causes another blur event.
    let is_done = use_mut_ref(|| false);
    let take = {
        let (entry, before, is_done) = (props.entry.clone(), before.clone(), is_done.clone());
        let (onclose, dispatch) = (props.onclose.clone(), dispatch.clone());
        move |typed: String| {
            if is_done.replace(true) {
                return;
            }
            onclose.emit(());
            if typed.trim() != before {
                dispatch.emit(entered(entry.clone(), typed, is_answer));
            }
        }
    };
    let onblur = {
        let take = take.clone();
        Callback::from(move |event: FocusEvent| take(typed_value(&event)))
    };
    let give_up = {
        let (onclose, dispatch) = (props.onclose.clone(), dispatch.clone());
        let refused = props.rejected.as_ref().and_then(|rejected| rejected.entry.clone());
        move || {
            *is_done.borrow_mut() = true;
            onclose.emit(());
            refused
                .iter()
                .for_each(|entry| dispatch.emit(DocumentAction::Forget(Some(entry.clone())).into()));
        }
    };
    let onkeydown = {
        let take = take.clone();
        Callback::from(move |event: KeyboardEvent| {
            match event.key().as_str() {
                "Enter" => take(typed_value(&event)),
                "Escape" => give_up(),
                _ => return,
            }
            event.prevent_default();
            focus_cell(&event);
        })
    };
    // A single-line field would join pasted lines without a separator, so they are entered at once.
    let onpaste = Callback::from(move |event: Event| {
        if let Some(typed) = pasted(&event).filter(|text| text.trim().contains(['\n', '\r'])) {
            event.prevent_default();
            take(typed);
            focus_cell(&event);
        }
    });
    html! {
        <div class="cell-field">
            <label>
                <span>{ format!("{} of {}", if is_answer { "Your answer for the value" } else { "Initial value" }, props.entry.label()) }</span>
                <input
                    ref={input}
                    type="text"
                    autocomplete="off"
                    autocapitalize="off"
                    spellcheck="false"
                    aria-invalid={props.rejected.is_some().then_some("true")}
                    {onblur}
                    {onkeydown}
                    {onpaste}
                />
            </label>
            if let Some(rejected) = &props.rejected {
                <p class="reason">{ ticks(&rejected.reason) }</p>
            }
        </div>
    }
}

fn focus_cell(event: &Event) {
    let cell = target(event).and_then(|element| closest(&element, ".cell"));
    if let Some(button) = cell.and_then(|cell| find(&cell, ".cell-button")) {
        focus(&button);
    }
}

/// Returns the action for values typed in a cell: an answer, or an edit of the start values.
pub fn entered(entry: Entry, typed: String, is_answer: bool) -> Action {
    match is_answer {
        true => LearningAction::Enter(entry, typed).into(),
        false => DocumentAction::Enter { entry, typed }.into(),
    }
}
