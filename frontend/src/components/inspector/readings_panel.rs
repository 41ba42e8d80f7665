//! The panel for ambiguous rules of the manual, with the choices of this text.

use crate::components::controls::program::use_dispatch;
use crate::components::controls::select::use_refusable;
use crate::components::controls::ticks::ticks;
use crate::effects::dom::focus_later;
use crate::state::reading_id;
use crate::state::{Action, ByIdentity, DocumentAction};
use lanescope_core::session::{
    Session,
    compare::{ChoiceEffect, ReadingEntry, what_if_in_words},
    text::{PanelEdit, ReadingView},
};
use lanescope_core::spec::{Choice, Practice, ProductGroup, Reading, Statement};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct ReadingsPanelProps {
    pub session: ByIdentity<Session>,
    /// Index of the instruction on the stage, if the current text can run. Readings that its line depends on come first.
    pub instruction: Option<usize>,
}

/// The readings that the line depends on, then those that touch the program, then all others.
#[component]
pub fn ReadingsPanel(props: &ReadingsPanelProps) -> Html {
    let dispatch = use_dispatch();
    let onchoose = use_refusable(&dispatch.reform(|edit: PanelEdit| DocumentAction::Edit(edit).into()));
    let ReadingsPanelProps { session, instruction } = props;
    // Memoized, because the line is checked with every other choice.
    let of_line = use_memo((session.clone(), *instruction), |(session, instruction)| {
        instruction.map(|instruction| session.readings_of_line(instruction)).unwrap_or_default()
    });
    // The session whose other choices have been run. This happens only on request, because it runs the text once for
    // each choice.
    let tried = use_state_eq(|| None::<ByIdentity<Session>>);
    let is_tried = tried.as_ref() == Some(session);
    let effects =
        use_memo(
            (session.clone(), is_tried),
            |(session, is_tried)| {
                if *is_tried { session.what_if() } else { Vec::new() }
            },
        );
    let try_all = {
        let (tried, session) = (tried.setter(), session.clone());
        Callback::from(move |_: MouseEvent| tried.set(Some(session.clone())))
    };
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
                <p class="empty">{ "No ambiguous rule affects this program." }</p>
            }
            if !own.is_empty() || !near.is_empty() {
                <div class="what-if">
                    <button type="button" title="Run the scenario with each other choice, one at a time" onclick={try_all}>
                        { "Try every other interpretation" }
                    </button>
                    <p role="status">{ if is_tried { what_if_in_words(&effects) } else { String::new() } }</p>
                    { seen(&effects) }
                </div>
            }
            if !own.is_empty() {
                <h3>{ "Affect the current line" }</h3>
            }
            { for own.iter().map(|view| reading(view, &effects, &dispatch, &onchoose)) }
            if !near.is_empty() && instruction.is_some() {
                <h3>{ "Affect other lines of the program" }</h3>
            }
            { for near.iter().map(|view| reading(view, &effects, &dispatch, &onchoose)) }
            if !far.is_empty() {
                <details>
                    <summary>{ format!("{} that do not affect this program", far.len()) }</summary>
                    { for far.iter().map(|view| reading(view, &[], &dispatch, &onchoose)) }
                </details>
            }
        </div>
    }
}

/// Returns the choices with a visible effect on this run, each with a button that focuses its entry.
fn seen(effects: &[ReadingEntry]) -> Html {
    let item = |entry: &ReadingEntry, choice: &Choice, effect: &ChoiceEffect| {
        let name = entry.reading.name;
        let onclick = Callback::from(move |_: MouseEvent| focus_later(reading_id(name)));
        html! {
            <li>
                <button type="button" class="row-name" {onclick}><code>{ format!("{name} = {}", choice.name) }</code></button>
                <span class="caption">{ ticks(&effect.in_words()) }</span>
            </li>
        }
    };
    let tried =
        effects.iter().flat_map(|entry| entry.tried().map(move |(choice, effect)| (entry, choice, effect)));
    let seen = tried.filter(|(_, _, effect)| effect.is_seen());
    let items: Vec<Html> = seen.map(|(entry, choice, effect)| item(entry, choice, effect)).collect();
    if items.is_empty() {
        html! {}
    } else {
        html! { <ul class="what-if-seen">{ for items }</ul> }
    }
}

fn reading(
    view: &ReadingView,
    effects: &[ReadingEntry],
    dispatch: &Callback<Action>,
    onchoose: &Callback<PanelEdit>,
) -> Html {
    let reading = view.reading;
    let entry = effects.iter().find(|entry| *entry.reading == *reading);
    let effect_of =
        |name: &str| entry?.tried().find(|(choice, _)| choice.name == name).map(|(_, effect)| effect);
    let onshow = dispatch.reform(move |_: MouseEvent| {
        // The reading touches the example, so its entry moves to another part of the panel.
        focus_later(reading_id(reading.name));
        Action::open(reading.example)
    });
    let choice = |(index, choice): (usize, &Choice)| {
        let (name, of) = (choice.name, reading.name);
        // The first choice is the default, so choosing it removes the directive from the text.
        let onchange = onchoose
            .reform(move |_: Event| PanelEdit::Reading { name: of, choice: (index > 0).then_some(name) });
        html! {
            <label key={name} class="choice">
                <input type="radio" name={format!("reading-{of}")} checked={view.choice == name} {onchange} />
                <span><b>{ name }</b>{ if index == 0 { " (default)" } else { "" } }<br />{ ticks(choice.prose) }
                    { for effect_of(name).map(effect) }
                </span>
            </label>
        }
    };
    html! {
        <fieldset key={reading.name} id={reading_id(reading.name)} class="reading" tabindex="-1">
            <legend>{ ticks(reading.question) }</legend>
            <code class="reading-name">{ reading.name }</code>
            { for reading.choices.iter().enumerate().map(choice) }
            <details>
                <summary>{ "Evidence" }</summary>
                { ledger(reading) }
            </details>
            <button type="button" class="quiet" aria-label={format!("Show an example of {}", reading.name)} onclick={onshow}>
                { "Show an example" }
            </button>
        </fieldset>
    }
}

/// Returns the passages of the manual, the known practice of compilers, assemblers and hardware, and the reason for
/// the default.
fn ledger(reading: &'static Reading) -> Html {
    let statement = |text: &Statement| {
        html! { <li>{ ticks(text.says) }<span class="source">{ text.source.to_string() }</span></li> }
    };
    let known = |group: ProductGroup| {
        let practices: Vec<&Practice> = reading.practices_of(group).collect();
        html! {
            <>
                <dt>{ group.name() }</dt>
                if practices.is_empty() {
                    <dd class="unknown">{ "not known" }</dd>
                }
                { for practices.into_iter().map(|practice| html! {
                    <dd>{ ticks(practice.does) }<span class="source">{ practice.source }</span></dd>
                }) }
            </>
        }
    };
    html! {
        <>
            <h4>{ "Manuals" }</h4>
            <ul class="sayings">{ for reading.statements.iter().map(statement) }</ul>
            <h4>{ "Known behaviour" }</h4>
            <dl class="practices">{ for ProductGroup::ALL.into_iter().map(known) }</dl>
            <h4>{ "Why " }<code>{ reading.default_choice() }</code>{ " is the default" }</h4>
            <p>{ ticks(reading.because) }</p>
        </>
    }
}

/// Returns the change that a choice would make in this run.
fn effect(effect: &ChoiceEffect) -> Html {
    let class = classes!("effect", effect.is_seen().then_some("seen"));
    html! { <span {class}>{ "With this choice, the run " }{ effect.in_words() }{ "." }</span> }
}
