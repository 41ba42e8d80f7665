//! A value that can be typed anew: a button that becomes a field.

use super::cell_field::{CellField, Opened};
use super::diagnostics_list::ticks;
use super::element::element;
use crate::effects::clipboard::{answer_copy, pasted};
use crate::effects::dom::is_read_only;
use crate::state::lanes::broken;
use crate::state::{Action, Entry, Rejected};
use yew::prelude::*;

/// What a [`ValueCell`] shows.
#[derive(Properties, PartialEq)]
pub struct ValueCellProps {
    /// The value that is typed anew; `None` for one that follows from others and can only be selected.
    pub entry: Option<Entry>,
    /// What it is now.
    pub text: AttrValue,
    /// What it is at the start of the run: this is what is typed anew.
    pub initial: AttrValue,
    /// All that the cell shows, as a sentence.
    pub label: AttrValue,
    /// What the class of the cell says beside.
    #[prop_or_default]
    pub class: Option<AttrValue>,
    /// Which of several grids it is in.
    pub grid: usize,
    /// Its place in the grid, from 0.
    pub index: usize,
    /// Whether Tab reaches it; of a grid one cell is reached, and arrow keys go on from there.
    pub reachable: bool,
    /// The id of its element, where others point at it.
    #[prop_or_default]
    pub id: Option<AttrValue>,
    /// What was typed and could not be taken.
    #[prop_or_default]
    pub rejected: Option<Rejected>,
    /// Characters of a line, where a long value is broken evenly.
    #[prop_or_default]
    pub per_line: Option<usize>,
    /// Whether the value is all the text that it shows. Then the button carries the name itself, which costs less than a
    /// hidden text; elsewhere such a name would have to hold all that is seen.
    pub bare: bool,
    /// What it shows beside the value.
    #[prop_or_default]
    pub children: Html,
    /// The cell got the focus: its grid and its place there. Another callback, here and below, draws the cell anew; so it
    /// has to be the same one from step to step.
    pub onfocus: Callback<(usize, usize)>,
    /// The cell was selected: its grid and its place there. Says whether the field is to open.
    pub onselect: Callback<(usize, usize), bool>,
    /// A value was typed, or a refused one was given up.
    pub onaction: Callback<Action>,
}

/// The cell. Enter, a click or the first digit opens the field for the start value; Enter takes it, Escape leaves it.
/// Values that are pasted go to this cell and those behind it.
#[component]
pub fn ValueCell(props: &ValueCellProps) -> Html {
    // The entry that is typed is noted, for the cell may come to show another one, and then the field is gone.
    let editing = use_state_eq(|| None::<(Entry, Opened)>);
    let opened = (*editing).clone().filter(|(entry, _)| props.entry.as_ref() == Some(entry));
    let onclick = {
        let (editing, onselect, place) = (editing.clone(), props.onselect.clone(), (props.grid, props.index));
        let entry = props.entry.clone();
        Callback::from(move |_: MouseEvent| {
            let opens = onselect.emit(place) && !is_read_only();
            if let Some(entry) = entry.clone().filter(|_| opens) {
                editing.set(Some((entry, Opened::WithValue)));
            }
        })
    };
    let onfocus = {
        let (onfocus, place) = (props.onfocus.clone(), (props.grid, props.index));
        Callback::from(move |_: FocusEvent| onfocus.emit(place))
    };
    let onkeydown = {
        let (editing, entry) = (editing.clone(), props.entry.clone());
        let (is_rejected, onaction) = (props.rejected.is_some(), props.onaction.clone());
        Callback::from(move |event: KeyboardEvent| {
            let Some(entry) = entry.clone() else { return };
            if is_rejected && event.key() == "Escape" {
                event.prevent_default();
                onaction.emit(Action::Forget(entry));
            } else if let Some(first) = first_of_value(&event).filter(|_| !is_read_only()) {
                event.prevent_default();
                editing.set(Some((entry, Opened::By(first))));
            }
        })
    };
    let onpaste = {
        let (entry, onaction) = (props.entry.clone(), props.onaction.clone());
        Callback::from(move |event: Event| {
            if let Some(entry) = &entry {
                enter_pasted(&event, entry, &onaction);
            }
        })
    };
    let oncopy = {
        let text = props.text.clone();
        Callback::from(move |event: Event| answer_copy(&event, &text))
    };
    let open = opened.is_some();
    let is_named = props.bare;
    let mut class = "cell".to_owned();
    let words =
        [props.class.as_deref(), open.then_some("editing"), props.rejected.as_ref().map(|_| "rejected")];
    words.into_iter().flatten().for_each(|word| class.extend([" ", word]));
    let content = html! {
        <>
            <button
                type="button"
                class="cell-button"
                aria-label={is_named.then(|| props.label.clone())}
                data-index={props.index.to_string()}
                tabindex={if props.reachable && !open { "0" } else { "-1" }}
                title={props.rejected.as_ref().map(|rejected| rejected.reason.clone())}
                {onclick}
                {onfocus}
                {onkeydown}
                {onpaste}
                {oncopy}
            >
                if !is_named {
                    <span class="visually-hidden">{ &props.label }</span>
                }
                <span class="cell-value" aria-hidden="true">{ value_html(&props.text, props.per_line) }</span>
                { props.children.clone() }
            </button>
            if let Some((entry, opened)) = opened {
                <CellField
                    {entry}
                    initial={props.initial.clone()}
                    rejected={props.rejected.clone()}
                    {opened}
                    onclose={Callback::from(move |()| editing.set(None))}
                    onaction={props.onaction.clone()}
                />
            }
        </>
    };
    element("div", &["id", "class"], &[props.id.clone(), Some(class.into())], content)
}

/// A value, with places to break where it is long.
fn value_html(value: &AttrValue, per_line: Option<usize>) -> Html {
    let Some(per_line) = per_line.filter(|per_line| value.len() > *per_line) else { return html! { value } };
    let pieces = broken(value, per_line).into_iter().enumerate();
    pieces.map(|(index, piece)| html! { <>if index > 0 { <wbr /> }{ piece }</> }).collect()
}

/// The character of a key that begins a value.
fn first_of_value(event: &KeyboardEvent) -> Option<char> {
    let key = event.key();
    let mut characters = key.chars();
    let first = characters.next().filter(|first| first.is_ascii_digit() || matches!(first, '-' | '.' | '['));
    first.filter(|_| characters.next().is_none() && !event.ctrl_key() && !event.meta_key())
}

/// Puts what is pasted into the cell and those behind it.
fn enter_pasted(event: &Event, entry: &Entry, onaction: &Callback<Action>) {
    if let Some(typed) = pasted(event) {
        event.prevent_default();
        onaction.emit(Action::Enter { entry: entry.clone(), typed });
    }
}

/// What stands there at the pinned moment. Labels say it in words.
pub fn pinned_html(pinned: Option<&str>) -> Html {
    html! { if let Some(pinned) = pinned { <span class="pinned" aria-hidden="true">{ pinned }</span> } }
}

/// Why values of some cells were refused, each on a line, and what would make room for them.
pub fn refusals(rejected: &[Rejected], of: impl Fn(&Entry) -> bool, onaction: &Callback<Action>) -> Html {
    let grow = |entry: &Entry| {
        let entry = entry.clone();
        onaction.reform(move |_: MouseEvent| Action::Grow(entry.clone()))
    };
    let line = |rejected: &Rejected| {
        let entry = rejected.entry.as_ref().filter(|entry| of(entry))?;
        Some(html! {
            <p class="refusal" role="alert">
                <b>{ entry.label() }</b>{ ": " }{ ticks(&rejected.reason) }
                if let Some(count) = rejected.room {
                    { " " }
                    <button type="button" onclick={grow(entry)}>{ format!("Make it {count} elements") }</button>
                }
            </p>
        })
    };
    html! { <>{ for rejected.iter().filter_map(line) }</> }
}
