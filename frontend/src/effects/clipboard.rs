//! The clipboard.

use super::dom::{target, window};
use crate::state::{Paste, Utf16Map};
use wasm_bindgen::JsCast;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{ClipboardEvent, DataTransfer, Event, HtmlTextAreaElement};

fn data(event: &Event) -> Option<DataTransfer> {
    event.dyn_ref::<ClipboardEvent>()?.clipboard_data()
}

/// Returns the text of a paste event. `None` for a blank text.
pub fn pasted(event: &Event) -> Option<String> {
    data(event)?.get_data("text/plain").ok().filter(|text| !text.trim().is_empty())
}

/// Returns the text of a paste event, with the texts before and after it in its field. `None` for a blank text.
pub fn pasted_into(event: &Event) -> Option<Paste> {
    let text = pasted(event)?;
    let field: HtmlTextAreaElement = target(event)?.dyn_into().ok()?;
    let value = field.value();
    let (start, end) = (field.selection_start().ok()??, field.selection_end().ok()??);
    let map = Utf16Map::new(&value);
    let [start, end] = [start, end].map(|units| map.to_byte(units as usize));
    Some(Paste { before: value[..start].to_owned(), text, after: value[end..].to_owned() })
}

/// Sets the copied text of a copy event.
pub fn answer_copy(event: &Event, text: &str) {
    if data(event).is_some_and(|data| data.set_data("text/plain", text).is_ok()) {
        event.prevent_default();
    }
}

/// Copies a text to the clipboard, and passes success to `done`. Without a secure context, the browser has no
/// clipboard.
pub fn copy(text: String, done: impl FnOnce(bool) + 'static) {
    spawn_local(async move {
        let navigator: JsValue = window().navigator().into();
        let there = js_sys::Reflect::get(&navigator, &"clipboard".into()).is_ok_and(|it| it.is_object());
        let copied = there && {
            let clipboard = navigator.unchecked_into::<web_sys::Navigator>().clipboard();
            JsFuture::from(clipboard.write_text(&text)).await.is_ok()
        };
        done(copied);
    });
}
