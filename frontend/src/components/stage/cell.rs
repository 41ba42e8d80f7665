//! An editable value: a button that opens an input field.

use super::cell_field::{CellField, Opened, entered};
use crate::components::controls::element::element;
use crate::components::controls::program::use_program;
use crate::effects::clipboard::{answer_copy, pasted};
use crate::state::{ByIdentity, DocumentAction, Entry, Rejected};
use lanescope_core::view::answer::Answer;
use lanescope_core::view::digits::{DigitSize, Digits};
use smol_str::SmolStr;
use std::cell::RefCell;
use yew::prelude::*;

/// A value in a cell.
#[derive(Clone, Default, PartialEq)]
pub struct ValueView {
    /// The value to edit; `None` for a computed value, which can only be selected.
    pub entry: Option<Entry>,
    pub text: AttrValue,
    /// The value at the start of the run, which is the one that the user edits.
    pub initial: AttrValue,
    /// Accessible name: describes the whole cell in a sentence.
    pub label: AttrValue,
    /// Further classes of the cell.
    pub class: Option<AttrValue>,
    /// The id of the element, if others refer to it.
    pub id: Option<AttrValue>,
    /// The answer of the reader, if a question asks for the value.
    pub answer: Option<Answer>,
    pub rejected: Option<Rejected>,
    /// The numbers that fit. A longer one is drawn smaller or shortened. `None` if the value may wrap.
    pub digits: Option<Digits>,
}

#[derive(Properties, PartialEq)]
pub struct ValueCellProps {
    pub view: ValueView,
    /// The grid that contains the cell, and the index of the cell in it.
    pub place: (usize, usize),
    /// Whether the cell has `tabindex=0` (roving tabindex).
    pub reachable: bool,
    /// Content after the value.
    #[prop_or_default]
    pub children: Html,
    /// Called with the place if the cell is clicked. A new callback renders the cell again, so it must stay equal from step to step.
    pub onselect: Callback<(usize, usize)>,
}

/// A value in a cell. Enter, a click or the first digit opens the field for the start value. In the field, Enter
/// accepts the value and Escape cancels. Pasted values go to this cell and the following ones.
#[component]
pub fn ValueCell(props: &ValueCellProps) -> Html {
    let program = use_program();
    let dispatch = program.dispatch().clone();
    let (view, place) = (&props.view, props.place);
    let is_answer = view.answer.as_ref().is_some_and(|answer| answer.can_change);
    let may_type = is_answer || program.can_edit;
    // Includes the entry, because the component can be reused for another entry, which closes the field.
    let editing = use_state_eq(|| None::<(Entry, Opened)>);
    // More may be typed before the field appears, which takes it.
    let typed = use_memo(view.entry.clone(), |_| RefCell::new(String::new()));
    let opened = (*editing).clone().filter(|(entry, _)| view.entry.as_ref() == Some(entry));
    let onclick = {
        let (editing, onselect) = (editing.clone(), props.onselect.clone());
        let entry = view.entry.clone();
        Callback::from(move |_: MouseEvent| {
            onselect.emit(place);
            if let Some(entry) = entry.clone().filter(|_| may_type) {
                editing.set(Some((entry, Opened::WithValue)));
            }
        })
    };
    let onkeydown = {
        let (editing, entry) = (editing.clone(), view.entry.clone());
        let (is_rejected, dispatch) = (view.rejected.is_some(), dispatch.clone());
        let typed = ByIdentity(typed);
        Callback::from(move |event: KeyboardEvent| {
            let Some(entry) = entry.clone() else { return };
            if is_rejected && event.key() == "Escape" {
                event.prevent_default();
                dispatch.emit(DocumentAction::Forget(Some(entry)).into());
            } else if let Some(first) = first_of_value(&event).filter(|_| may_type) {
                event.prevent_default();
                typed.borrow_mut().push(first);
                editing.set(Some((entry, Opened::Typed(typed.clone()))));
            } else if event.key() == "Enter" && !typed.borrow().is_empty() {
                event.prevent_default();
                editing.set(None);
                dispatch.emit(entered(entry, typed.take(), is_answer));
            }
        })
    };
    let onpaste = {
        let (entry, dispatch) = (view.entry.clone(), dispatch.clone());
        Callback::from(move |event: Event| {
            if let Some(entry) = &entry
                && let Some(typed) = pasted(&event)
            {
                event.prevent_default();
                dispatch.emit(entered(entry.clone(), typed, is_answer));
            }
        })
    };
    let oncopy = {
        let text = view.text.clone();
        Callback::from(move |event: Event| answer_copy(&event, &text))
    };
    let open = opened.is_some();
    // If the value is the only visible text, the button has an `aria-label`, which costs less than hidden text. Otherwise
    // the label would have to contain all visible text.
    let is_named = view.answer.as_ref().is_none_or(|answer| answer.corrected().is_none());
    let mut class = "cell".to_owned();
    let answered = view.answer.as_ref().map(Answer::class);
    let words = [
        answered,
        view.class.as_deref(),
        open.then_some("editing"),
        view.rejected.as_ref().map(|_| "rejected"),
    ];
    words.into_iter().flatten().for_each(|word| class.extend([" ", word]));
    let fitted = view.digits.map(|digits| digits.fitted_in_lines(&SmolStr::from(&*view.text)));
    let size = fitted.as_ref().map_or(DigitSize::Full, |(_, size)| *size);
    let shown = fitted.map_or_else(|| view.text.clone(), |(shown, _)| AttrValue::from(shown.to_string()));
    let is_short = shown != view.text;
    let lines = shown.contains('\n').then_some("two-lines");
    let title = view.rejected.as_ref().map(|rejected| AttrValue::from(rejected.reason.clone()));
    let content = html! {
        <>
            <button
                type="button"
                class="cell-button"
                aria-label={is_named.then(|| view.label.clone())}
                data-index={place.1.to_string()}
                tabindex={if props.reachable && !open { "0" } else { "-1" }}
                title={title.or_else(|| is_short.then(|| view.text.clone()))}
                {onclick}
                {onkeydown}
                {onpaste}
                {oncopy}
            >
                if !is_named {
                    <span class="visually-hidden">{ &view.label }</span>
                }
                <span class={classes!("cell-value", size.class(), lines)} aria-hidden="true">{ shown }</span>
                { props.children.clone() }
                if let Some(typed) = view.answer.as_ref().and_then(Answer::corrected) {
                    <span class="wrong-answer" aria-hidden="true">{ typed.to_owned() }</span>
                }
            </button>
            if let Some((entry, opened)) = opened {
                <CellField
                    {entry}
                    {is_answer}
                    initial={view.initial.clone()}
                    rejected={view.rejected.clone()}
                    {opened}
                    onclose={Callback::from(move |()| editing.set(None))}
                />
            }
        </>
    };
    element("div", &["id", "class"], &[view.id.clone(), Some(class.into())], content)
}

/// Returns the character of a key press that can begin a value.
fn first_of_value(event: &KeyboardEvent) -> Option<char> {
    let key = event.key();
    let mut characters = key.chars();
    let first = characters.next().filter(|first| first.is_ascii_digit() || matches!(first, '-' | '.' | '['));
    first.filter(|_| characters.next().is_none() && !event.ctrl_key() && !event.meta_key())
}
