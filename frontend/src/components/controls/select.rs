//! Choices between a few options: a list, and a row of buttons.

use crate::effects::dom::chosen_index;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// Returns a list of values with their names, one of them chosen. Without the chosen value in the list, it is the first.
pub fn select<T: Clone + PartialEq + 'static>(
    label: impl Into<AttrValue>,
    choices: impl IntoIterator<Item = (T, AttrValue)>,
    chosen: &T,
    onchange: &Callback<T>,
) -> Html {
    let (values, choices): (Vec<T>, Vec<AttrValue>) = choices.into_iter().unzip();
    let chosen = values.iter().position(|value| value == chosen).unwrap_or(0);
    let onchange = onchange.reform(move |index: usize| values[index].clone());
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
    let node = use_node_ref();
    {
        let (node, chosen) = (node.clone(), *chosen);
        // The attribute of an option has no effect once the user has chosen one.
        use_effect(move || {
            if let (Some(select), Ok(chosen)) = (node.cast::<HtmlSelectElement>(), i32::try_from(chosen)) {
                select.set_selected_index(chosen);
            }
        });
    }
    let onchange = use_refusable(onchange).reform(|event: Event| chosen_index(&event));
    let option = |(index, name): (usize, &AttrValue)| {
        html! { <option selected={index == *chosen}>{ name }</option> }
    };
    html! {
        <select ref={node} aria-label={label} {onchange}>
            { for choices.iter().enumerate().map(option) }
        </select>
    }
}

/// Returns a callback that also renders the component again. Otherwise a control would still show a choice that is refused.
#[hook]
pub fn use_refusable<T: 'static>(onchoose: &Callback<T>) -> Callback<T> {
    let (onchoose, update) = (onchoose.clone(), use_force_update());
    Callback::from(move |choice| {
        onchoose.emit(choice);
        update.force_update();
    })
}

/// Returns a row of buttons, one of them pressed. Each choice has a value, a label and a tooltip. They are plain buttons, not
/// radio buttons, so that the page keeps the arrow keys.
pub fn segmented<T: Copy + PartialEq + 'static>(
    label: &'static str,
    choices: &[(T, &'static str, &'static str)],
    chosen: T,
    onchange: &Callback<T>,
) -> Html {
    let button = |&(value, label, title): &(T, &'static str, &'static str)| {
        let onclick = onchange.reform(move |_| value);
        let pressed = (value == chosen).to_string();
        html! { <button type="button" aria-pressed={pressed} {title} {onclick}>{ label }</button> }
    };
    html! {
        <div class="segmented" role="group" aria-label={label}>
            { for choices.iter().map(button) }
        </div>
    }
}
