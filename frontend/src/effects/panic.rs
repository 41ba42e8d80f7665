//! The panic handler: shows a message and keeps the text.

use super::dom::document;
use super::{embed, storage, url};
use std::panic::PanicHookInfo;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, HtmlElement};

/// Installs the panic hook. It shows a message with the text and a link to reload.
pub fn install() {
    yew::set_custom_panic_hook(Box::new(|info| {
        // An embed does not touch the user's storage.
        if embed::settings().is_none() {
            storage::put_aside();
            url::put_aside();
        }
        // A second panic while reporting the first would hide it, so nothing here unwraps.
        let _ = report(info);
    }));
}

fn report(info: &PanicHookInfo<'_>) -> Result<(), JsValue> {
    web_sys::console::error_1(&info.to_string().into());
    let page = document();
    let body = page.body().ok_or(JsValue::NULL)?;
    let element = |name: &str, class: &str, text: &str| -> Result<Element, JsValue> {
        let element = page.create_element(name)?;
        element.set_class_name(class);
        element.set_text_content(Some(text));
        Ok(element)
    };
    let host = element("div", "failure", "")?;
    host.set_attribute("role", "alertdialog")?;
    host.set_attribute("aria-labelledby", "failure-title")?;
    let card = element("div", "failure-card", "")?;
    let title = element("h2", "", "Lanescope has failed")?;
    title.set_id("failure-title");
    title.set_attribute("tabindex", "-1")?;
    let reload = element("a", "button", "Reload")?;
    reload.set_attribute("href", &url::bare())?;
    let text = element("textarea", "failure-text", "")?;
    text.set_text_content(Some(&storage::remembered()));
    text.set_attribute("readonly", "")?;
    text.set_attribute("aria-label", "Your text")?;
    let sentence = match embed::settings() {
        None => "This is our bug. Your text is saved: reload to restore it, or copy it here.",
        Some(_) => "This is a bug in Lanescope, not in the surrounding page. You can copy the text here.",
    };
    for child in [
        title.clone(),
        element("p", "", sentence)?,
        text,
        reload,
        element("pre", "failure-detail", &info.to_string())?,
    ] {
        card.append_child(&child)?;
    }
    host.append_child(&card)?;
    body.append_child(&host)?;
    title.dyn_into::<HtmlElement>()?.focus()
}
