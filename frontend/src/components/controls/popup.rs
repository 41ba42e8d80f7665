//! A button that opens a small panel or a menu next to it.

use super::icon::{Icon, icon};
use crate::effects::dom::{closest, contains, document, find, focus, target, window};
use gloo_events::{EventListener, EventListenerOptions, EventListenerPhase};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, Node};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct PopupProps {
    pub text: AttrValue,
    /// Rest of the accessible name, for instance the name of the variable that the button is for.
    pub of: AttrValue,
    pub title: &'static str,
    /// An icon that replaces the label. The label is then only part of the accessible name.
    #[prop_or_default]
    pub icon: Option<Icon>,
    /// A class of the button.
    #[prop_or_default]
    pub class: &'static str,
    /// Whether the panel is open.
    pub open: bool,
    /// Content of the panel while it is open.
    #[prop_or_default]
    pub children: Html,
    /// Called with the new state if the panel is to open or close.
    pub ontoggle: Callback<bool>,
}

/// The button and the panel. Escape closes the panel, and so does a press elsewhere or moving the focus out of it. The panel is in
/// the browser's top layer, where no scrolling box clips it. menus.css places it.
///
/// The popover is not `auto`, because the browser closes such a one when a pointer is released outside of it. A context menu would
/// close when the button or the finger that opened it is lifted, and a refused mask with its reason when the press is over.
#[component]
pub fn Popup(props: &PopupProps) -> Html {
    let (popup, panel) = (use_node_ref(), use_node_ref());
    use_press_elsewhere(&popup, props.open, &props.ontoggle);
    {
        let panel = panel.clone();
        use_effect_with(props.open, move |open| {
            let Some(panel) = panel.cast::<HtmlElement>().filter(|_| *open) else { return };
            // Fails in a browser without a top layer. The panel then keeps its normal place.
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
    // A focus that moves to no element can mean that the window lost the focus. The panel then stays open.
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
        <div ref={popup} class="popup" {onkeydown} {onfocusout}>
            <button type="button" class={classes!("popup-button", props.class)} title={props.title} aria-expanded={open.to_string()} {onclick}>
                if let Some(image) = props.icon {
                    { icon(image) }<span class="visually-hidden">{ name.trim() }</span>
                } else {
                    { &props.text }<span class="visually-hidden">{ format!(" {}", props.of) }</span>
                }
            </button>
            if open {
                <div ref={panel} class="popup-panel" popover="manual" role="group" aria-label={name.trim().to_owned()} tabindex="-1">
                    { props.children.clone() }
                </div>
            }
        </div>
    }
}

/// Closes an open popup when the pointer presses outside of it.
#[hook]
fn use_press_elsewhere(popup: &NodeRef, open: bool, ontoggle: &Callback<bool>) {
    let popup = popup.clone();
    let latest = use_mut_ref(Callback::noop);
    latest.replace(ontoggle.clone());
    use_effect_with(open, move |open| {
        let capture = EventListenerOptions { phase: EventListenerPhase::Capture, passive: true };
        let listener = open.then(|| {
            EventListener::new_with_options(&window(), "pointerdown", capture, move |event| {
                let Some(popup) = popup.cast::<Element>() else { return };
                if target(event).is_some_and(|pressed| contains(&popup, &pressed)) {
                    return;
                }
                // A field accepts its text when it loses the focus, which it does not do if it is removed.
                let active = document().active_element().filter(|active| contains(&popup, active));
                if let Some(active) = active.and_then(|active| active.dyn_into::<HtmlElement>().ok()) {
                    let _ = active.blur();
                }
                let ontoggle = latest.borrow().clone();
                ontoggle.emit(false);
            })
        });
        move || drop(listener)
    });
}

#[derive(Properties, PartialEq)]
pub struct MenuProps {
    pub text: AttrValue,
    pub title: &'static str,
    /// An icon that replaces the label.
    #[prop_or_default]
    pub icon: Option<Icon>,
    /// The entries: buttons, links and fields.
    pub children: Html,
}

/// A popup with commands. A click on a command closes it, and returns the focus to its button.
#[component]
pub fn Menu(props: &MenuProps) -> Html {
    let open = use_state_eq(|| false);
    let ontoggle = Callback::from(open.setter());
    let onclick = ontoggle.reform(|event: MouseEvent| {
        let is_command = |element: &Element| closest(element, "button, a").is_some();
        let command = target(&event).filter(is_command);
        let is_over = command.is_some();
        focus_opener(command);
        !is_over
    });
    html! {
        <Popup text={props.text.clone()} of="" title={props.title} icon={props.icon} class="menu-button" open={*open} {ontoggle}>
            <div class="menu" {onclick}>{ props.children.clone() }</div>
        </Popup>
    }
}

/// Returns the focus to the button of the popup around an element.
pub fn focus_opener(inside: Option<Element>) {
    let popup = inside.and_then(|element| closest(&element, ".popup"));
    if let Some(button) = popup.and_then(|popup| find(&popup, ".popup-button")) {
        focus(&button);
    }
}

/// Returns whether the focus moves to an element outside the popup.
fn is_left(event: &FocusEvent) -> bool {
    let popup = target(event).and_then(|element| closest(&element, ".popup"));
    let to = event.related_target().and_then(|to| to.dyn_into::<Node>().ok());
    matches!((popup, to), (Some(popup), Some(to)) if !contains(&popup, &to))
}
