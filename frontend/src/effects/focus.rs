//! Focus restoration after the focused element was replaced or closed.

use super::dom::{closest, contains, document, edges, find, focus, root};
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

/// Keeps the focus inside an element whose buttons are replaced when `key` changes. Focuses the new button with the
/// class and index of the old one, or the last one of that class, or the first button.
#[hook]
pub fn use_kept_focus(inside: &NodeRef, key: impl PartialEq + 'static) {
    // Another rendering may come before the effect of this one.
    let place = use_mut_ref(|| None);
    let key = Rc::new(key);
    // During rendering, the old buttons still exist.
    use_memo(Rc::clone(&key), |_| {
        if let Some(now) = place_of_focus(inside) {
            place.replace(Some(now));
        }
    });
    let inside = inside.clone();
    use_effect_with(key, move |_| {
        let Some((class, index)) = place.take() else { return };
        let Some(inside) = inside.cast::<Element>().filter(|_| is_lost()) else { return };
        let all = inside.get_elements_by_class_name(&class);
        let next = all.item(index.min(all.length().saturating_sub(1)));
        let next = next.and_then(|it| it.dyn_into().ok()).or_else(|| find(&inside, "button"));
        next.iter().for_each(focus);
    });
}

/// Remembers the element that has the focus when the box `inside` appears, unless the box has it already. The callback returns the
/// focus to it, or to the stage if the element is gone or hidden. If the element is in a panel that the box makes smaller, it stays
/// in view.
#[hook]
pub fn use_opener(inside: &NodeRef) -> Callback<()> {
    let opener = use_mut_ref(|| None::<HtmlElement>);
    {
        let (opener, inside) = (opener.clone(), inside.clone());
        use_effect_with((), move |()| {
            let is_own =
                |active: &Element| inside.cast::<Element>().is_some_and(|inside| contains(&inside, active));
            let active = document().active_element().filter(|active| !is_own(active));
            // The field of a cell and an open popup disappear before the box does.
            let lasting = |active: Element| {
                let button = |part, around, button| {
                    let around = closest(&active, part).and_then(|part| closest(&part, around))?;
                    find(&around, button)
                };
                let of_field = button(".cell-field", ".cell", ".cell-button");
                let of_popup = || button(".popup-panel", ".popup", ".popup-button");
                of_field.or_else(of_popup).or_else(|| active.dyn_into().ok())
            };
            let active = active.and_then(lasting);
            let panel = active.as_ref().and_then(|active| Some((active, closest(active, ".tab-panel")?)));
            if let Some((active, panel)) = panel {
                // Whole pixels, far below 2^31.
                let hidden = (edges(active).1 - edges(&panel).1).ceil() as i32;
                panel.set_scroll_top(panel.scroll_top() + hidden.max(0));
            }
            *opener.borrow_mut() = active;
        });
    }
    use_callback((), move |(), ()| {
        let took_focus = opener.borrow().as_ref().is_some_and(|opener| {
            focus(opener);
            document().active_element().as_ref() == Some(opener)
        });
        if !took_focus {
            focus_stage();
        }
    })
}

/// Moves the focus to the stage if the focused button is closed after a change of `key`: it keeps its room, but not its focus.
#[hook]
pub fn use_focus_off_closed(key: impl PartialEq + 'static) {
    use_effect_with(key, move |_| {
        if document().active_element().is_some_and(|it| closest(&it, ".closed").is_some()) {
            focus_stage();
        }
    });
}

/// Moves the focus to the first field of an element that a command of a popup has opened. The popup then closes.
#[hook]
pub fn use_focus_from_menu(inside: &NodeRef) {
    let inside = inside.clone();
    use_effect_with((), move |()| {
        let is_from_menu =
            document().active_element().is_some_and(|it| closest(&it, ".popup-panel").is_some());
        let field = inside.cast::<Element>().filter(|_| is_from_menu);
        field.and_then(|inside| find(&inside, "input")).iter().for_each(focus);
    });
}

/// Moves the focus to the stage, or to the suggestions that an empty text has in its place.
pub fn focus_stage() {
    find(&root(), ".stage-body, .empty-text").iter().for_each(focus);
}

/// Returns whether no element has the focus.
fn is_lost() -> bool {
    document().active_element().is_none_or(|active| active.tag_name() == "BODY")
}

/// Returns the class of the focused element inside an element, and its index among the elements of that class: 0 if it has none.
fn place_of_focus(inside: &NodeRef) -> Option<(String, u32)> {
    let inside = inside.cast::<Element>()?;
    let active = document().active_element().filter(|active| contains(&inside, active))?;
    let class = active.class_name();
    let all = inside.get_elements_by_class_name(&class);
    let index = (0..all.length()).find(|at| all.item(*at).as_ref() == Some(&active));
    Some((class, index.unwrap_or(0)))
}
