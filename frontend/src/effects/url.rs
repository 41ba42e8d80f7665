//! The address of the page. The only module that knows it.

use super::dom::window;
use super::timer::use_settled;
use crate::state::link::{self, Linked};
use crate::state::{Action, Model, Notice, gallery};
use gloo_events::EventListener;
use lanescope_core::session::encode_link;
use lanescope_core::trace::Granularity;
use std::rc::Rc;
use wasm_bindgen::JsValue;
use yew::prelude::*;

/// Changes that follow each other this fast reach the address once; browsers refuse too many.
const DELAY_MS: u32 = 400;

/// Whether the page is asked to fit one that embeds it: `?embed`.
pub fn is_embed() -> bool {
    let query = window().location().search().unwrap_or_default();
    query.trim_start_matches('?').split('&').any(|part| part == "embed" || part.starts_with("embed="))
}

/// What the address holds behind its `#`, opened.
pub fn linked() -> Option<Result<Linked, String>> {
    let hash = window().location().hash().unwrap_or_default();
    link::parse(hash.trim_start_matches('#'))
}

/// The address of the whole page with that scenario; `None` where the text is too large for a link.
pub fn page_link(text: &str, cursor: u32, granularity: Option<Granularity>) -> Option<String> {
    let code = encode_link(text)?;
    let location = window().location();
    let here =
        format!("{}{}", location.origin().unwrap_or_default(), location.pathname().unwrap_or_default());
    Some(format!("{here}#{}", link::fragment(&code, cursor, granularity)))
}

/// The address of the page without a scenario: opening it is a reload.
pub fn bare() -> String {
    let location = window().location();
    format!("{}{}", location.pathname().unwrap_or_default(), location.search().unwrap_or_default())
}

fn replace(fragment: Option<&str>) {
    let hash = fragment.map(|fragment| format!("#{fragment}")).unwrap_or_default();
    if let Ok(history) = window().history() {
        let address = format!("{}{hash}", bare());
        // The browser refuses this where the page is embedded in some ways: then the address stays as it is.
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&address));
    }
}

/// Keeps the address up to date with the scenario and the cursor.
#[hook]
pub fn use_address(text: &Rc<str>, cursor: u32, granularity: Option<Granularity>) {
    use_settled((Rc::clone(text), cursor, granularity), DELAY_MS, |(text, cursor, granularity)| {
        // What a bare address opens needs no link.
        let code = if *cursor == 0 && **text == *gallery::first() { None } else { encode_link(text) };
        replace(code.map(|code| link::fragment(&code, *cursor, *granularity)).as_deref());
    });
}

/// Opens a link that is put into the address while the page is there.
#[hook]
pub fn use_hash_links(onaction: Callback<Action>) {
    use_effect_with(onaction, |onaction| {
        let onaction = onaction.clone();
        let listener = EventListener::new(&window(), "hashchange", move |_| match linked() {
            Some(Ok(linked)) => onaction.emit(Action::Load {
                text: linked.text.into(),
                cursor: linked.cursor,
                granularity: linked.granularity,
            }),
            Some(Err(reason)) => onaction.emit(Action::Notice(Some(Notice::BadLink(reason)))),
            None => {}
        });
        move || drop(listener)
    });
}

/// The address of the page with the scenario of a model; see [`page_link`].
pub fn link_of(model: &Model) -> Option<String> {
    page_link(&model.text, model.cursor, model.chosen_granularity)
}
