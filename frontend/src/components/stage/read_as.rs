//! A button after the sentence, which links to the interpretations that decided the effect of the step.

use crate::components::controls::popup::Popup;
use crate::components::controls::program::{on_click_to, use_dispatch};
use crate::components::controls::ticks::ticks;
use crate::state::reading_id;
use crate::state::{ChromeAction, StepReading};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct ReadAsProps {
    pub readings: Vec<StepReading>,
    /// Whether the page has panels to link to.
    pub has_panels: bool,
}

/// Returns the label after the sentence, with the number of interpretations.
pub fn in_words(readings: &[StepReading]) -> String {
    match readings.len() {
        1 => "interpretation".to_owned(),
        count => format!("{count} interpretations"),
    }
}

/// A link to the entry of a single interpretation, or a popup with a link for each of several. Plain text if the page has no
/// panels.
#[component]
pub fn ReadAs(props: &ReadAsProps) -> Html {
    let dispatch = use_dispatch();
    let ReadAsProps { readings, has_panels } = props;
    let text = in_words(readings);
    let each: Vec<String> = readings.iter().map(|it| format!("{}: {}", it.name, it.choice)).collect();
    let title = each.join(", ");
    let lead = |name: &'static str| on_click_to(&dispatch, reading_id(name), ChromeAction::Readings(true));
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
                        <span class="caption">{ "Interpreted as " }<code>{ reading.choice }</code></span>
                    </li>
                }
            };
            html! {
                <Popup {text} of={format!("of this step, {title}")} title="Interpretations of the manual" class="read-as">
                    <p>{ "This step depends on:" }</p>
                    <ul class="readings-of-step">{ for readings.iter().map(item) }</ul>
                </Popup>
            }
        }
    }
}
