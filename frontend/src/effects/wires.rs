//! Lifts the wires of the lane or the cell under the pointer, or with the focus, over the others.

use super::dom::{closest, target};
use gloo_events::EventListener;
use lanescope_core::view::place::StagePlace;
use web_sys::{Element, Event};
use yew::prelude::*;

/// Marks the wires of the lane or the cell under the pointer, while it is there.
#[hook]
pub fn use_lifted_wires(overlay: &NodeRef) {
    let overlay = overlay.clone();
    use_effect_with((), move |()| {
        let stage = overlay.cast::<Element>().and_then(|overlay| closest(&overlay, ".stage-body"));
        let listen = |stage: &Element, event: &'static str| EventListener::new(stage, event, lift);
        let listeners = stage.map(|stage| {
            ["pointerover", "pointerleave", "focusin", "focusout"].map(|event| listen(&stage, event))
        });
        move || drop(listeners)
    });
}

fn lift(event: &Event) {
    let Some(at) = target(event) else { return };
    let Some(stage) = closest(&at, ".stage-body") else { return };
    // An SVG element, which is not an HTML element.
    let Ok(Some(wires)) = stage.query_selector(".overlay > .wires") else { return };
    let selector = match event.type_().as_str() {
        "pointerleave" | "focusout" => None,
        _ => wires_of(&at),
    };
    let all = wires.children();
    for wire in (0..all.length()).filter_map(|index| all.item(index)) {
        let is_lifted = selector.as_ref().is_some_and(|selector| wire.matches(selector).unwrap_or(false));
        // The name is fixed and valid.
        let _ = match is_lifted {
            true => wire.set_attribute("data-lifted", ""),
            false => wire.remove_attribute("data-lifted"),
        };
    }
}

/// Returns the selector of the wires that end at an element: a lane's head or value, or a place in memory.
fn wires_of(at: &Element) -> Option<String> {
    if let Some(head) = closest(at, "th[data-lane]") {
        return Some(format!("[data-lane=\"{}\"]", head.get_attribute("data-lane")?));
    }
    let id = closest(at, "td[id], .cell[id], .outside-cell")?.id();
    Some(match StagePlace::of_id(&id)? {
        StagePlace::Value { lane, .. } => format!("[data-lane=\"{lane}\"]"),
        _ => format!("[data-to=\"{id}\"]"),
    })
}
