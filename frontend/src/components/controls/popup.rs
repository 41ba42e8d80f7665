//! A button that opens a small panel or a menu next to it.

use super::icon::{Icon, icon};
use crate::effects::dom::{closest, contains, find, focus, target};
use crate::effects::events::use_press_elsewhere;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, Node};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct PopupProps {
    pub text: AttrValue,
    /// Rest of the accessible name, for instance the name of the variable that the button is for.
    #[prop_or_default]
    pub of: AttrValue,
    pub title: &'static str,
    /// An icon that replaces the label. The label is then only part of the accessible name.
    #[prop_or_default]
    pub icon: Option<Icon>,
    /// A class of the button.
    #[prop_or_default]
    pub class: &'static str,
    /// Whether a click on a command in the panel closes it.
    #[prop_or_default]
    pub is_menu: bool,
    /// Whether the panel stays open, for instance while it shows why an input was refused.
    #[prop_or_default]
    pub stays_open: bool,
    /// Content of the panel while it is open.
    #[prop_or_default]
    pub children: Html,
    /// Called when the user closes the panel.
    #[prop_or_default]
    pub onclose: Callback<()>,
}

/// The button and the panel. Escape closes the panel, and so does a press elsewhere or moving the focus out of it. The panel is in
/// the browser's top layer, where no scrolling box clips it. menus.css places it.
///
/// The popover is not `auto`, because the browser closes such a one when a pointer is released outside of it. A context menu would
/// close when the button or the finger that opened it is lifted, and a refused mask with its reason when the press is over.
#[component]
pub fn Popup(props: &PopupProps) -> Html {
    let (popup, panel) = (use_node_ref(), use_node_ref());
    let was_opened = use_state_eq(|| false);
    let open = *was_opened || props.stays_open;
    let close = {
        let (was_opened, onclose) = (was_opened.setter(), props.onclose.clone());
        Callback::from(move |()| {
            was_opened.set(false);
            onclose.emit(());
        })
    };
    use_press_elsewhere(&popup, open, close.clone());
    {
        let panel = panel.clone();
        use_effect_with(open, move |open| {
            let Some(panel) = panel.cast::<HtmlElement>().filter(|_| *open) else { return };
            // Fails in a browser without a top layer. The panel then keeps its normal place.
            let _ = panel.show_popover();
            if let Some(first) = find(&panel, "input, button") {
                focus(&first);
            }
        });
    }
    let onclick = {
        let close = close.clone();
        Callback::from(move |_: MouseEvent| if open { close.emit(()) } else { was_opened.set(true) })
    };
    let oncommand = {
        let (close, is_menu) = (close.clone(), props.is_menu);
        Callback::from(move |event: MouseEvent| {
            let is_command = |element: &Element| is_menu && closest(element, "button, a").is_some();
            if let Some(command) = target(&event).filter(is_command) {
                focus_opener(Some(command));
                close.emit(());
            }
        })
    };
    let onkeydown = {
        let close = close.clone();
        Callback::from(move |event: KeyboardEvent| {
            if open && event.key() == "Escape" {
                event.prevent_default();
                focus_opener(target(&event));
                close.emit(());
            }
        })
    };
    // A focus that moves to no element can mean that the window lost the focus. The panel then stays open.
    let onfocusout = Callback::from(move |event: FocusEvent| {
        if open && is_left(&event) {
            close.emit(());
        }
    });
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
                <div ref={panel} class="popup-panel" popover="manual" role="group" aria-label={name.trim().to_owned()} tabindex="-1" onclick={oncommand}>
                    { props.children.clone() }
                </div>
            }
        </div>
    }
}

/// Returns the focus to the button of the popup around an element, and closes the popup.
pub fn close_popup(inside: Option<Element>) {
    if let Some(button) = opener(inside) {
        focus(&button);
        button.click();
    }
}

/// Returns the focus to the button of the popup around an element.
fn focus_opener(inside: Option<Element>) {
    opener(inside).iter().for_each(focus);
}

fn opener(inside: Option<Element>) -> Option<HtmlElement> {
    find(&*closest(&inside?, ".popup")?, ".popup-button")
}

/// Returns whether the focus moves to an element outside the popup.
fn is_left(event: &FocusEvent) -> bool {
    let popup = target(event).and_then(|element| closest(&element, ".popup"));
    let to = event.related_target().and_then(|to| to.dyn_into::<Node>().ok());
    matches!((popup, to), (Some(popup), Some(to)) if !contains(&popup, &to))
}
