//! The address of the page.

use super::dom::window;
use super::events::use_window_event;
use super::storage;
use super::timer::use_settled;
use crate::state::link::{self, Linked, LinkedView};
use crate::state::{Action, ByIdentity, Model, Notice, gallery};
use gloo_events::EventListenerOptions;
use lanescope_core::session::{run::Run, text::encode_link};
use std::rc::Rc;
use wasm_bindgen::JsValue;
use web_sys::{Event, PerformanceNavigation, Storage};
use yew::prelude::*;

/// The delay that merges frequent changes into one update. Browsers limit the rate of updates.
const DELAY_MS: u32 = 400;

/// Returns the fragment of the address, without its `#`.
fn hash() -> String {
    window().location().hash().unwrap_or_default().trim_start_matches('#').to_owned()
}

/// Parses the fragment of the address.
pub fn linked() -> Option<Result<Linked, String>> {
    link::parse(&hash())
}

/// Returns the scenario in the current history entry, unless it is the stored text.
fn entry(stored: Option<&str>) -> Option<Result<Linked, String>> {
    let state = window().history().and_then(|history| history.state());
    link::of_entry(state.ok().and_then(|state| state.as_string()), &hash(), stored)
}

/// The key of the latest text and view in the storage of the tab, from the end of one visit to the start of the next.
const LATEST_KEY: &str = "lanescope.latest";

fn tab_store() -> Option<Storage> {
    window().session_storage().ok().flatten()
}

/// Returns the scenario with which a visit begins; `None` to open the stored text. A reload opens the latest text, which the address may
/// not have: it is updated after a moment, and a browser that waits for the server's answer reloads the address of before.
pub fn visited(stored: Option<&str>) -> Option<Result<Linked, String>> {
    let entry = entry(stored);
    let navigation = window().performance().map(|performance| performance.navigation().type_());
    let is_reload = navigation == Some(PerformanceNavigation::TYPE_RELOAD);
    match (take_latest().filter(|_| is_reload), &entry) {
        (Some(latest), Some(Ok(linked))) if linked.text != latest.text => Some(Ok(latest)),
        _ => entry,
    }
}

/// Removes the latest text and view from the storage of the tab, and returns them. A later crash must not bring them back.
fn take_latest() -> Option<Linked> {
    let store = tab_store()?;
    let latest = store.get_item(LATEST_KEY).ok()?;
    let _ = store.remove_item(LATEST_KEY);
    link::parse_with_plain_text(&latest?)
}

/// Returns the address of the full page for a model. `code` is its encoded text.
pub fn page_address(code: &str, model: &Model) -> String {
    let view = model.linked_view().of_run(model.run().map(|run| &**run));
    format!("{}#{}", page(), link::fragment(code, &view))
}

/// Returns the address of the full page without a scenario, also in an embed.
pub fn page() -> String {
    let location = window().location();
    let path = location.pathname().unwrap_or_default();
    let folder = path.strip_suffix("embed.html").unwrap_or(&path);
    format!("{}{folder}", location.origin().unwrap_or_default())
}

/// Returns the address of this page without a scenario. Opening it reloads the page.
pub fn bare() -> String {
    let location = window().location();
    format!("{}{}", location.pathname().unwrap_or_default(), location.search().unwrap_or_default())
}

/// Sets the fragment of the address, in a new history entry or in the current one. A text that is too long for a
/// fragment is kept in the entry itself, with its view.
fn put(fragment: Option<&str>, kept: Option<&str>, is_new: bool) {
    let hash = fragment.map(|fragment| format!("#{fragment}")).unwrap_or_default();
    let Ok(history) = window().history() else { return };
    let address = format!("{}{hash}", bare());
    let entry = kept.map_or(JsValue::NULL, JsValue::from_str);
    // The browser refuses this in some embeddings. The address then stays as it is.
    let _ = match is_new {
        true => history.push_state_with_url(&entry, "", Some(&address)),
        false => history.replace_state_with_url(&entry, "", Some(&address)),
    };
}

/// Removes the scenario from the current history entry. It may have caused a crash, so a reload must not open it.
pub fn put_aside() {
    put(None, None, false);
}

/// The parts of a model that are in the address.
#[derive(Clone, PartialEq)]
struct Address {
    text: Rc<str>,
    view: LinkedView,
    run: Option<ByIdentity<Run>>,
    loads: u64,
}

impl Address {
    /// Updates the address, in a new history entry or in the current one.
    fn put(&self, is_new: bool) {
        // The bare address opens the same, so no link is needed.
        let is_bare = self.view.cursor == 0 && *self.text == *gallery::first();
        let code = if is_bare { None } else { encode_link(&self.text) };
        let view = self.view.clone().of_run(self.run.as_deref());
        let is_too_long = code.is_none() && !is_bare;
        let kept = is_too_long.then(|| link::with_plain_text(&view, &self.text));
        put(code.map(|code| link::fragment(&code, &view)).as_deref(), kept.as_deref(), is_new);
    }
}

/// Keeps the address up to date with the scenario and the cursor. A scenario that replaces another gets its own history
/// entry, so that the user can go back to the latest text. It gets the entry at once: after a delay, Back would already be about
/// another entry.
#[hook]
pub fn use_address(model: &Model) {
    let run = model.run().filter(|_| !model.is_stale()).cloned();
    let (text, view, loads) =
        (Rc::clone(&model.document.session.text), model.linked_view(), model.document.loads);
    let shown = Address { text, view, run, loads };
    let latest = use_mut_ref(|| shown.clone());
    let at_end = Rc::clone(&latest);
    use_effect_with(shown.clone(), move |shown| {
        let before = latest.replace(shown.clone());
        if before.loads != shown.loads {
            before.put(false);
            shown.put(true);
        }
    });
    use_window_event("pagehide", EventListenerOptions::default(), move |_: &Event| {
        let kept = link::with_plain_text(&at_end.borrow().view, &storage::remembered());
        let _ = tab_store().map(|store| store.set_item(LATEST_KEY, &kept));
    });
    use_settled(shown, DELAY_MS, |address| address.put(false));
}

/// Opens the scenario of the history entry after navigation.
#[hook]
pub fn use_history(dispatch: Callback<Action>) {
    let first = || Ok(Linked { text: gallery::first().to_owned(), ..Linked::default() });
    use_window_event("popstate", EventListenerOptions::default(), move |_: &Event| {
        match entry(None).unwrap_or_else(first) {
            Ok(linked) => dispatch.emit(Action::Follow(linked)),
            Err(reason) => dispatch.emit(Action::Notice(Some(Notice::BadLink(reason)))),
        }
    });
}

/// Returns a link to the page that a model shows. `None` if the text is too large for a link.
pub fn link_of(model: &Model) -> Option<String> {
    Some(page_address(&encode_link(&model.document.session.text)?, model))
}
