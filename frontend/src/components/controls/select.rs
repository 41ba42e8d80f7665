//! Choices between a few options: a list, and a row of buttons.

use crate::effects::dom::chosen_index;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// Returns a list with the current entry chosen. `onchange` receives the index of another one.
pub fn select(
    label: impl Into<AttrValue>,
    choices: Vec<AttrValue>,
    chosen: usize,
    onchange: Callback<usize>,
) -> Html {
    html! { <Select label={label.into()} {choices} {chosen} {onchange} /> }
}

#[derive(Properties, PartialEq)]
struct SelectProps {
    label: AttrValue,
    choices: Vec<AttrValue>,
    chosen: usize,
    onchange: Callback<usize>,
}

/// A list that shows the chosen entry, even after the user has chosen one that is refused.
#[component]
fn Select(props: &SelectProps) -> Html {
    let SelectProps { label, choices, chosen, onchange } = props;
    let (node, update) = (use_node_ref(), use_force_update());
    {
        let (node, chosen) = (node.clone(), *chosen);
        // The attribute of an option has no effect once the user has chosen one.
        use_effect(move || {
            if let (Some(select), Ok(chosen)) = (node.cast::<HtmlSelectElement>(), i32::try_from(chosen)) {
                select.set_selected_index(chosen);
            }
        });
    }
    let onchange = onchange.reform(move |event: Event| {
        update.force_update();
        chosen_index(&event)
    });
    let option = |(index, name): (usize, &AttrValue)| {
        html! { <option selected={index == *chosen}>{ name }</option> }
    };
    html! {
        <select ref={node} aria-label={label} {onchange}>
            { for choices.iter().enumerate().map(option) }
        </select>
    }
}

/// Returns a row of buttons, one of them pressed. Each choice has its label and its tooltip. They are plain buttons, not radio
/// buttons, so that the page keeps the arrow keys.
pub fn segmented(
    label: &'static str,
    choices: &'static [(&'static str, &'static str)],
    chosen: usize,
    onchange: Callback<usize>,
) -> Html {
    let button = |(index, (label, title)): (usize, &(&'static str, &'static str))| {
        let onclick = onchange.reform(move |_| index);
        let pressed = (index == chosen).to_string();
        html! { <button type="button" aria-pressed={pressed} title={*title} {onclick}>{ *label }</button> }
    };
    html! {
        <div class="segmented" role="group" aria-label={label}>
            { for choices.iter().enumerate().map(button) }
        </div>
    }
}
