//! Two elements that stand for one thing: the one under the pointer, or with the focus, lights the other. What is selected
//! out is in the model; this is not, so that moving the pointer draws nothing anew.

use super::dom::{closest, find, target};
use web_sys::Event;

/// Lights what stands for the same as the element of an event: the element with the id that a `data-counterpart` names, and the
/// other way round. What was related inside the same element with class `linked` no longer is.
pub fn highlight(event: &Event) {
    let Some(at) = target(event) else { return };
    let Some(container) = closest(&at, ".linked") else { return };
    // The names of the attribute are fixed and valid.
    while let Some(related) = find(&container, "[data-highlighted]") {
        let _ = related.remove_attribute("data-highlighted");
    }
    let Some(one) = closest(&at, ".linked :is([data-counterpart], .cell[id])") else { return };
    let id = one.get_attribute("data-counterpart").unwrap_or_else(|| one.id());
    for name in ["id", "data-counterpart"] {
        if let Some(related) = find(&container, &format!("[{name}=\"{id}\"]")) {
            let _ = related.set_attribute("data-highlighted", "");
        }
    }
}
