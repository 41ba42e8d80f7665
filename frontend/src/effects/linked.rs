//! Linked highlights: two elements represent one thing, and pointing at or focusing one highlights the other. The
//! selection is in the model, but highlights are not, so pointer movements do not render the page.

use super::dom::{closest, find, target};
use web_sys::Event;

/// Highlights the counterpart of an event's element. `data-counterpart` has the id of the counterpart, and links both
/// ways. Clears other highlights inside the same element with class `linked`.
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
