//! The choice of number formats: a list for everything, and a context menu for a row or a surface.

use crate::components::controls::icon::Icon;
use crate::components::controls::popup::Popup;
use crate::components::controls::program::{on_click, use_dispatch};
use crate::components::controls::select::select;
use crate::effects::dom::{closest, find, target};
use crate::state::choice::Choice;
use crate::state::{Action, Setting};
use lanescope_core::session::run::NumberFormat;
use lanescope_core::view::{Formats, Numbers};
use yew::prelude::*;

/// Returns the list of formats for all numbers.
pub fn format_select(format: NumberFormat, dispatch: &Callback<Action>) -> Html {
    let onchange = dispatch.reform(|format| Setting::Format(Numbers::All, Some(format)).into());
    html! {
        <label class="format-label">
            <span class="format-word">{ "Numbers" }</span>
            { select("number format", NumberFormat::labelled(), &format, &onchange) }
        </label>
    }
}

#[derive(Properties, PartialEq)]
pub struct FormatMenuProps {
    /// The row or the surface.
    pub of: Numbers,
    /// The format of its own, if it has one.
    pub own: Option<NumberFormat>,
    /// The format for all numbers, which applies otherwise.
    pub all: NumberFormat,
    /// The name of the row or surface.
    pub children: Html,
}

/// A name with a context menu of number formats. The button of the menu is visible while the pointer or the focus is on the name.
#[component]
pub fn FormatMenu(props: &FormatMenuProps) -> Html {
    let dispatch = use_dispatch();
    let oncontextmenu = Callback::from(|event: MouseEvent| {
        event.prevent_default();
        let menu = target(&event).and_then(|element| closest(&element, ".format-menu"));
        let button = menu.and_then(|menu| find(&menu, ".popup-button[aria-expanded=false]"));
        button.iter().for_each(|button| button.click());
    });
    let (Numbers::Row(name) | Numbers::Surface(name)) = &props.of else { return props.children.clone() };
    let entry = |format: Option<NumberFormat>, label: AttrValue| {
        let onclick = on_click(&dispatch, Setting::Format(props.of.clone(), format));
        let pressed = (props.own == format).to_string();
        html! { <button type="button" aria-pressed={pressed} {onclick}>{ label }</button> }
    };
    html! {
        <div class={classes!("format-menu", props.own.map(|_| "exception"))} {oncontextmenu}>
            { props.children.clone() }
            <Popup text="Numbers" of={format!("of {name}")} title="Number format" icon={Some(Icon::More)} is_menu=true>
                <div class="menu">
                    { entry(None, format!("Default ({})", NumberFormat::ROWS[props.all.index()].label).into()) }
                    { for NumberFormat::labelled().map(|(format, label)| entry(Some(format), label)) }
                </div>
            </Popup>
        </div>
    }
}

/// Returns a name with its menu, or the name alone where formats cannot be chosen.
pub fn with_format_menu(of: Numbers, formats: Option<&Formats>, name: Html) -> Html {
    match formats {
        None => name,
        Some(formats) => html! {
            <FormatMenu own={formats.own(&of)} all={formats.all} {of}>{ name }</FormatMenu>
        },
    }
}
