//! The field over a cell, in which its start value is typed anew.

use super::diagnostics_list::ticks;
use crate::effects::clipboard::pasted;
use crate::effects::dom::{closest, find, focus, target, typed_value};
use crate::state::{Action, Entry, Rejected};
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// How a field was opened.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Opened {
    /// With the value that is there, to be typed over.
    WithValue,
    /// By the first character of a value.
    By(char),
}

/// What a [`CellField`] shows.
#[derive(Properties, PartialEq)]
pub struct CellFieldProps {
    /// Which value is typed anew.
    pub entry: Entry,
    /// What it is at the start of the run.
    pub initial: AttrValue,
    /// What was typed and could not be taken.
    pub rejected: Option<Rejected>,
    /// How the field was opened.
    pub opened: Opened,
    /// The field is done with.
    pub onclose: Callback<()>,
    /// A value was typed, or a refused one was given up.
    pub onaction: Callback<Action>,
}

/// The field, with what is typed in it and why it was refused. Enter takes the value, and so does leaving the field; Escape
/// leaves it as it was.
#[component]
pub fn CellField(props: &CellFieldProps) -> Html {
    let input = use_node_ref();
    let before = props.rejected.as_ref().map_or_else(|| props.initial.to_string(), |it| it.typed.clone());
    {
        let (input, opened, before) = (input.clone(), props.opened, before.clone());
        // Set once: a value that Yew knows of would come back with each drawing, over what is being typed.
        use_effect_with((), move |()| {
            let Some(input) = input.cast::<HtmlInputElement>() else { return };
            focus(&input);
            match opened {
                Opened::WithValue => {
                    input.set_value(&before);
                    input.select();
                }
                Opened::By(first) => input.set_value(first.encode_utf8(&mut [0; 4])),
            }
        });
    }
    // The field goes away while it has the focus, which makes the browser report one more blur.
    let is_done = use_mut_ref(|| false);
    let take = {
        let (entry, before, is_done) = (props.entry.clone(), before.clone(), is_done.clone());
        let (onclose, onaction) = (props.onclose.clone(), props.onaction.clone());
        move |typed: String| {
            if is_done.replace(true) {
                return;
            }
            onclose.emit(());
            if typed.trim() != before {
                onaction.emit(Action::Enter { entry: entry.clone(), typed });
            }
        }
    };
    let onblur = {
        let take = take.clone();
        Callback::from(move |event: FocusEvent| take(typed_value(&event)))
    };
    let give_up = {
        let (onclose, onaction) = (props.onclose.clone(), props.onaction.clone());
        let refused = props.rejected.as_ref().and_then(|rejected| rejected.entry.clone());
        move || {
            *is_done.borrow_mut() = true;
            onclose.emit(());
            refused.iter().for_each(|entry| onaction.emit(Action::Forget(entry.clone())));
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
    // A field of one line would join pasted lines without a gap: they are taken at once.
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
                <span>{ format!("{} at the start", props.entry.label()) }</span>
                <input
                    ref={input}
                    type="text"
                    autocomplete="off"
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

/// Gives the focus back to the cell of a field.
fn focus_cell(event: &Event) {
    let cell = target(event).and_then(|element| closest(&element, ".cell"));
    if let Some(button) = cell.and_then(|cell| find(&cell, ".cell-button")) {
        focus(&button);
    }
}
