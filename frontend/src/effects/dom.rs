//! The few things of the browser that several effects need.

use gloo_timers::callback::Timeout;
use wasm_bindgen::JsCast;
use web_sys::{
    Document, Element, Event, HtmlElement, HtmlInputElement, HtmlSelectElement, MediaQueryList, Node, Window,
};

thread_local! {
    /// The window and what it has are looked up once: they stay, and a step asks for them a dozen times.
    static WINDOW: Window = web_sys::window().expect("the page runs in a window");
    static DOCUMENT: Document = window().document().expect("a window has a document");
    static REDUCED_MOTION: Option<MediaQueryList> =
        window().match_media("(prefers-reduced-motion: reduce)").ok().flatten();
}

/// The window.
pub fn window() -> Window {
    WINDOW.with(Window::clone)
}

/// The document.
pub fn document() -> Document {
    DOCUMENT.with(Document::clone)
}

/// `<html>`.
pub fn root() -> HtmlElement {
    document().document_element().expect("a document has a root").unchecked_into()
}

/// The element where an event happened.
pub fn target(event: &Event) -> Option<Element> {
    event.target()?.dyn_into().ok()
}

/// The nearest element with that selector at or above another.
pub fn closest(element: &Element, selector: &str) -> Option<HtmlElement> {
    element.closest(selector).ok().flatten()?.dyn_into().ok()
}

/// The first element with that selector inside another.
pub fn find(inside: &Element, selector: &str) -> Option<HtmlElement> {
    inside.query_selector(selector).ok().flatten()?.dyn_into().ok()
}

/// Whether somebody marked text on the page.
pub fn is_text_marked() -> bool {
    window().get_selection().ok().flatten().is_some_and(|selection| !selection.is_collapsed())
}

/// What is typed into the field where an event happened.
pub fn typed_value(event: &Event) -> String {
    let input = target(event).and_then(|element| element.dyn_into::<HtmlInputElement>().ok());
    input.map(|input| input.value()).unwrap_or_default()
}

/// The index of the entry that is chosen in the list where an event happened.
pub fn chosen_index(event: &Event) -> usize {
    let select = target(event).and_then(|element| element.dyn_into::<HtmlSelectElement>().ok());
    select.and_then(|select| usize::try_from(select.selected_index()).ok()).unwrap_or(0)
}

/// Whether a node is inside an element, or is it.
pub fn contains(element: &Element, node: &Node) -> bool {
    element.contains(Some(node))
}

/// Puts the focus there.
pub fn focus(element: &HtmlElement) {
    // This fails only for elements that cannot have the focus, which then stays where it is.
    let _ = element.focus();
}

/// Puts the focus on the element of that id once it is there: after the page is drawn anew, which on a busy machine may
/// take several tasks. What does not come within a second or so is not waited for any longer.
pub fn focus_later(id: impl AsRef<str> + 'static) {
    /// How many milliseconds pass until the page is asked again.
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

/// Whether the cells of this page cannot be typed into.
pub fn is_read_only() -> bool {
    root().dataset().get("readOnly").is_some()
}

/// Whether the person asked the system for less motion.
pub fn prefers_reduced_motion() -> bool {
    REDUCED_MOTION.with(|query| query.as_ref().is_some_and(MediaQueryList::matches))
}
