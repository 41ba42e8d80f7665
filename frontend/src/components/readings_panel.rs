//! The questions that the manual leaves open, and how this text reads it.

use super::diagnostics_list::ticks;
use crate::state::{Action, ByIdentity};
use lanescope_core::session::{PanelEdit, ReadingView, Session};
use lanescope_core::spec::{Choice, Reading};
use yew::prelude::*;

/// What a [`ReadingsPanel`] shows.
#[derive(Properties, PartialEq)]
pub struct ReadingsPanelProps {
    /// The text, read and checked.
    pub session: ByIdentity<Session>,
    /// The readings of the instruction on the stage, which come first.
    pub of_instruction: &'static [&'static Reading],
    /// Another choice was made.
    pub onaction: Callback<Action>,
}

/// The readings that touch the program, then the others.
#[component]
pub fn ReadingsPanel(props: &ReadingsPanelProps) -> Html {
    let ReadingsPanelProps { session, of_instruction, onaction } = props;
    let (mut near, far): (Vec<ReadingView>, Vec<ReadingView>) =
        session.reading_views().into_iter().partition(|view| view.touches_program);
    near.sort_by_key(|view| !of_instruction.contains(&view.reading));
    html! {
        <div class="readings">
            <p class="hint">
                { "Where the manual is silent or contradicts itself, a scenario says how it reads it. The first choice \
                   holds unless the text says otherwise." }
            </p>
            if near.is_empty() {
                <p class="empty">{ "No open question touches this program." }</p>
            }
            { for near.iter().map(|view| reading(view, onaction)) }
            if !far.is_empty() {
                <details>
                    <summary>{ format!("{} that do not touch this program", far.len()) }</summary>
                    { for far.iter().map(|view| reading(view, onaction)) }
                </details>
            }
        </div>
    }
}

fn reading(view: &ReadingView, onaction: &Callback<Action>) -> Html {
    let reading = view.reading;
    let choice = |(index, choice): (usize, &Choice)| {
        let (name, of) = (choice.name, reading.name);
        // The first choice is the default: choosing it takes the line out of the text.
        let onchange = onaction.reform(move |_: Event| {
            Action::Edit(PanelEdit::Reading { name: of, choice: (index > 0).then_some(name) })
        });
        html! {
            <label key={name} class="choice">
                <input type="radio" name={format!("reading-{of}")} checked={view.choice == name} {onchange} />
                <span><b>{ name }</b>{ if index == 0 { " (default)" } else { "" } }<br />{ ticks(choice.prose) }</span>
            </label>
        }
    };
    html! {
        <fieldset key={reading.name} class="reading">
            <legend>{ ticks(reading.question) }</legend>
            <code class="reading-name">{ reading.name }</code>
            { for reading.choices.iter().enumerate().map(choice) }
            <details>
                <summary>{ "Evidence" }</summary>
                <p>{ ticks(reading.evidence) }</p>
                <p class="source">{ reading.source.to_string() }</p>
            </details>
        </fieldset>
    }
}
