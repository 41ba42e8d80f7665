//! Browser functions that several effects share.

use gloo_timers::callback::Timeout;
use gloo_utils::document_element;
pub use gloo_utils::{document, window};
use wasm_bindgen::JsCast;
use web_sys::{
    Element, Event, HtmlElement, HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement, MediaQueryList,
    Node,
};

thread_local! {
    static REDUCED_MOTION: Option<MediaQueryList> =
        window().match_media("(prefers-reduced-motion: reduce)").ok().flatten();
}

/// Returns the `<html>` element.
pub fn root() -> HtmlElement {
    document_element().unchecked_into()
}

pub fn target(event: &Event) -> Option<Element> {
    event.target()?.dyn_into().ok()
}

/// Returns the nearest element that matches a selector: `element` or an ancestor.
pub fn closest(element: &Element, selector: &str) -> Option<HtmlElement> {
    element.closest(selector).ok().flatten()?.dyn_into().ok()
}

/// Returns the first descendant that matches a selector.
pub fn find(inside: &Element, selector: &str) -> Option<HtmlElement> {
    inside.query_selector(selector).ok().flatten()?.dyn_into().ok()
}

/// Returns all descendants that match a selector, in document order.
pub fn find_all(inside: &Element, selector: &str) -> Vec<HtmlElement> {
    let Ok(found) = inside.query_selector_all(selector) else { return Vec::new() };
    (0..found.length()).filter_map(|index| found.item(index)?.dyn_into().ok()).collect()
}

/// Returns whether text on the page is selected.
pub fn is_text_marked() -> bool {
    window().get_selection().ok().flatten().is_some_and(|selection| !selection.is_collapsed())
}

/// Returns the value of the text field of an event, of one line or several.
pub fn typed_value(event: &Event) -> String {
    let Some(field) = target(event) else { return String::new() };
    let line = field.dyn_ref().map(HtmlInputElement::value);
    line.or_else(|| field.dyn_ref().map(HtmlTextAreaElement::value)).unwrap_or_default()
}

/// Returns the top and bottom edges of an element.
pub fn edges(element: &Element) -> (f64, f64) {
    let rect = element.get_bounding_client_rect();
    (rect.top(), rect.bottom())
}

/// Returns the timeline, which has a box of its own if the page is one column.
pub fn dock() -> Option<HtmlElement> {
    find(&root(), ".dock").filter(|dock| dock.client_height() > 0)
}

/// Returns the selected index of the `<select>` of an event.
pub fn chosen_index(event: &Event) -> usize {
    let select = target(event).and_then(|element| element.dyn_into::<HtmlSelectElement>().ok());
    select.and_then(|select| usize::try_from(select.selected_index()).ok()).unwrap_or(0)
}

/// Returns whether an element contains a node or is that node.
pub fn contains(element: &Element, node: &Node) -> bool {
    element.contains(Some(node))
}

/// Focuses an element.
pub fn focus(element: &HtmlElement) {
    // This fails only for elements that cannot have the focus. The focus then stays where it is.
    let _ = element.focus();
}

/// Focuses the element with an id once it is rendered. On a busy machine, that may take several tasks. Gives up after
/// about a second.
pub fn focus_later(id: impl AsRef<str> + 'static) {
    /// The time between two attempts in milliseconds.
    const PAUSE: u32 = 16;
    fn ask(id: impl AsRef<str> + 'static, pause: u32, tries: u32) {
        Timeout::new(pause, move || {
            match document().get_element_by_id(id.as_ref()).and_then(|it| it.dyn_into().ok()) {
                Some(element) => focus(&element),
                None if tries > 0 => ask(id, PAUSE, tries - 1),
                None => {}
            }
        })
        .forget();
    }
    ask(id, 0, 60);
}

/// Returns whether the user points with a finger. Focus in a field then opens a keyboard over half of the window.
pub fn has_coarse_pointer() -> bool {
    window().match_media("(pointer: coarse)").ok().flatten().is_some_and(|query| query.matches())
}

/// Returns whether the system setting asks for reduced motion.
pub fn prefers_reduced_motion() -> bool {
    REDUCED_MOTION.with(|query| query.as_ref().is_some_and(MediaQueryList::matches))
}
