//! The questions that the manual leaves open, and how this text reads it.

use super::diagnostics_list::ticks;
use crate::state::{Action, ByIdentity};
use lanescope_core::session::{PanelEdit, ReadingView, Session};
use lanescope_core::spec::Choice;
use yew::prelude::*;

/// What a [`ReadingsPanel`] shows.
#[derive(Properties, PartialEq)]
pub struct ReadingsPanelProps {
    /// The text, read and checked.
    pub session: ByIdentity<Session>,
    /// The instruction on the stage, from 0, where it is one of this text: what its line depends on comes first.
    pub instruction: Option<usize>,
    /// Another choice was made.
    pub onaction: Callback<Action>,
}

/// The readings on which the line depends, those that touch the program otherwise, then the others.
#[component]
pub fn ReadingsPanel(props: &ReadingsPanelProps) -> Html {
    let ReadingsPanelProps { session, instruction, onaction } = props;
    // The line is checked with every other choice, which is worth doing once.
    let of_line = use_memo((session.clone(), *instruction), |(session, instruction)| {
        instruction.map(|instruction| session.readings_of_line(instruction)).unwrap_or_default()
    });
    let (near, far): (Vec<ReadingView>, Vec<ReadingView>) =
        session.reading_views().into_iter().partition(|view| view.touches_program);
    let (own, near): (Vec<ReadingView>, Vec<ReadingView>) =
        near.into_iter().partition(|view| of_line.contains(&view.reading));
    html! {
        <div class="readings">
            <p class="hint">
                { "Where the manual is silent or contradicts itself, a scenario says how it reads it. The first choice \
                   holds unless the text says otherwise." }
            </p>
            if own.is_empty() && near.is_empty() {
                <p class="empty">{ "No open question touches this program." }</p>
            }
            if !own.is_empty() {
                <h3>{ "On these the line on the stage depends" }</h3>
            }
            { for own.iter().map(|view| reading(view, onaction)) }
            if !near.is_empty() && instruction.is_some() {
                <h3>{ "They touch the program, and change nothing in this line" }</h3>
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
