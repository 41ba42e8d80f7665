//! The clipboard.

use super::dom::window;
use wasm_bindgen::JsCast;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{ClipboardEvent, DataTransfer, Event};

fn data(event: &Event) -> Option<DataTransfer> {
    event.dyn_ref::<ClipboardEvent>()?.clipboard_data()
}

/// The text that an event pastes.
pub fn pasted(event: &Event) -> Option<String> {
    data(event)?.get_data("text/plain").ok().filter(|text| !text.trim().is_empty())
}

/// Answers an event that copies with that text.
pub fn answer_copy(event: &Event, text: &str) {
    if data(event).is_some_and(|data| data.set_data("text/plain", text).is_ok()) {
        event.prevent_default();
    }
}

/// Puts a text on the clipboard and says whether that worked. Without a secure context there is none.
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
