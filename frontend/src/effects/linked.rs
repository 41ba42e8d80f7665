//! Two elements that stand for one thing: the one under the pointer, or with the focus, highlights the other. What is
//! selected is in the model; what is highlighted is not, so that moving the pointer draws nothing anew.

use super::dom::{closest, find, target};
use web_sys::Event;

/// Highlights what stands for the same as the element of an event: the element with the id that a `data-counterpart` names,
/// and the other way round. What was highlighted inside the same element with class `linked` no longer is.
pub fn highlight(event: &Event) {
    let Some(at) = target(event) else { return };
    let Some(container) = closest(&at, ".linked") else { return };
    // The names of the attribute are fixed and valid.
    while let Some(highlighted) = find(&container, "[data-highlighted]") {
        let _ = highlighted.remove_attribute("data-highlighted");
    }
    let Some(one) = closest(&at, ".linked :is([data-counterpart], .cell[id])") else { return };
    let id = one.get_attribute("data-counterpart").unwrap_or_else(|| one.id());
    for name in ["id", "data-counterpart"] {
        if let Some(highlighted) = find(&container, &format!("[{name}=\"{id}\"]")) {
            let _ = highlighted.set_attribute("data-highlighted", "");
        }
    }
}
