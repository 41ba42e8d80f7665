//! The readings that decided what a step did: a word behind its sentence that leads to their entries.

use super::diagnostics_list::ticks;
use super::popup::Popup;
use super::readings_panel::entry_id;
use crate::effects::dom::focus_later;
use crate::state::{Action, StepReading, Tab};
use yew::prelude::*;

/// What a [`ReadAs`] shows.
#[derive(Properties, PartialEq)]
pub struct ReadAsProps {
    /// The readings, one at least.
    pub readings: Vec<StepReading>,
    /// Whether there are panels that it can lead to.
    pub has_panels: bool,
    /// Hears that an entry is to be shown.
    pub onaction: Callback<Action>,
}

/// How many readings there are, as it is written behind the sentence.
pub fn in_words(readings: &[StepReading]) -> String {
    match readings.len() {
        1 => "reading".to_owned(),
        count => format!("{count} readings"),
    }
}

/// Where it is one reading, the way to its entry; of several, a list of ways. Where there are no panels, the words alone.
#[component]
pub fn ReadAs(props: &ReadAsProps) -> Html {
    let ReadAsProps { readings, has_panels, onaction } = props;
    let open = use_state_eq(|| false);
    let ontoggle = use_callback(open.setter(), |is_open, open| open.set(is_open));
    let text = in_words(readings);
    let each: Vec<String> = readings.iter().map(|it| format!("{}: {}", it.name, it.choice)).collect();
    let title = each.join(", ");
    let lead = |name: &'static str| {
        onaction.reform(move |_: MouseEvent| {
            focus_later(entry_id(name));
            Action::Tab(Tab::Readings)
        })
    };
    match &readings[..] {
        _ if !has_panels => html! { <span class="read-as" {title}>{ text }</span> },
        [reading] => html! {
            <button type="button" class="read-as" title={title.clone()} aria-label={format!("{text}, {title}")} onclick={lead(reading.name)}>
                { text }
            </button>
        },
        _ => {
            let item = |reading: &StepReading| {
                html! {
                    <li>
                        <button type="button" class="row-name" onclick={lead(reading.name)}>{ ticks(reading.question) }</button>
                        <span class="caption">{ "Read as " }<code>{ reading.choice }</code></span>
                    </li>
                }
            };
            html! {
                <Popup {text} of={format!("of this step, {title}")} title="How the manual is read here" class="read-as" open={*open} {ontoggle}>
                    <p>{ "On these readings of the manual the step depends:" }</p>
                    <ul class="readings-of-step">{ for readings.iter().map(item) }</ul>
                </Popup>
            }
        }
    }
}
