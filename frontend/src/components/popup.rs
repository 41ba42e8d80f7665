//! A button that opens a small panel beside itself.

use crate::effects::dom::{closest, contains, find, focus, target};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, Node};
use yew::prelude::*;

/// What a [`Popup`] shows.
#[derive(Properties, PartialEq)]
pub struct PopupProps {
    /// What the button says.
    pub text: AttrValue,
    /// What more of its name is said where it is not seen, for instance whose values it is about.
    pub of: AttrValue,
    /// The button's tooltip.
    pub title: &'static str,
    /// A class of the button.
    #[prop_or_default]
    pub class: &'static str,
    /// Whether the panel is open.
    pub open: bool,
    /// What the panel holds while it is open.
    #[prop_or_default]
    pub children: Html,
    /// The panel is to open or to close.
    pub ontoggle: Callback<bool>,
}

/// The button and the panel. Escape closes it, and so does turning to anything else. The panel lies in the browser's top
/// layer, where no box that scrolls or clips cuts it off; popup.css places it.
#[component]
pub fn Popup(props: &PopupProps) -> Html {
    let panel = use_node_ref();
    {
        let panel = panel.clone();
        use_effect_with(props.open, move |open| {
            let Some(panel) = panel.cast::<HtmlElement>().filter(|_| *open) else { return };
            // It fails where a browser knows no top layer: then the panel is shown in its place.
            let _ = panel.show_popover();
            if let Some(first) = find(&panel, "input, button") {
                focus(&first);
            }
        });
    }
    let open = props.open;
    let onclick = props.ontoggle.reform(move |_: MouseEvent| !open);
    let onkeydown = {
        let ontoggle = props.ontoggle.clone();
        Callback::from(move |event: KeyboardEvent| {
            if open && event.key() == "Escape" {
                event.prevent_default();
                focus_opener(target(&event));
                ontoggle.emit(false);
            }
        })
    };
    // Where the focus goes to nothing at all, the window itself may have lost it: then it stays open.
    let onfocusout = {
        let ontoggle = props.ontoggle.clone();
        Callback::from(move |event: FocusEvent| {
            if open && is_left(&event) {
                ontoggle.emit(false);
            }
        })
    };
    let name = format!("{} {}", props.text, props.of);
    html! {
        <div class="popup" {onkeydown} {onfocusout}>
            <button type="button" class={classes!("popup-button", props.class)} title={props.title} aria-expanded={open.to_string()} {onclick}>
                { &props.text }<span class="visually-hidden">{ format!(" {}", props.of) }</span>
            </button>
            if open {
                <div ref={panel} class="popup-panel" popover="manual" role="group" aria-label={name.trim().to_owned()} tabindex="-1">
                    { props.children.clone() }
                </div>
            }
        </div>
    }
}

/// Gives the focus back to the button of the popup around an element.
pub fn focus_opener(inside: Option<Element>) {
    let popup = inside.and_then(|element| closest(&element, ".popup"));
    if let Some(button) = popup.and_then(|popup| find(&popup, ".popup-button")) {
        focus(&button);
    }
}

/// Whether the focus goes to something outside the popup.
fn is_left(event: &FocusEvent) -> bool {
    let popup = target(event).and_then(|element| closest(&element, ".popup"));
    let to = event.related_target().and_then(|to| to.dyn_into::<Node>().ok());
    matches!((popup, to), (Some(popup), Some(to)) if !contains(&popup, &to))
}
