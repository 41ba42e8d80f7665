//! The browser's local storage. If it is unavailable (private windows, full disks, policies), the page works without
//! it.

use super::dom::window;
use super::events::use_window_event;
use super::timer::use_settled;
use crate::state::{Action, Notice, Saved};
use gloo_events::EventListenerOptions;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use web_sys::{Event, Storage, StorageEvent};
use yew::prelude::*;

const KEY: &str = "lanescope.page";
/// The delay that merges frequent changes into one write.
const DELAY_MS: u32 = 250;

thread_local! {
    /// The state of this page when it was opened or last stored.
    static LAST: RefCell<Saved> = RefCell::new(Saved::default());
    /// The text of an earlier visit that was stored when this visit opened another text.
    static UNOPENED: RefCell<Option<Rc<str>>> = const { RefCell::new(None) };
    /// The text in the editor, for recovery after a crash.
    static TEXT: RefCell<Rc<str>> = RefCell::new(Rc::from(""));
    /// Whether the page has failed. It stores nothing after that: its text may have been the reason.
    static HAS_FAILED: Cell<bool> = const { Cell::new(false) };
}

fn store() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

/// Loads the state of an earlier visit.
pub fn load() -> Option<Saved> {
    Saved::parse(&store()?.get_item(KEY).ok()??)
}

/// Stores the state of this page, if it changed.
fn save(saved: &Saved) {
    if HAS_FAILED.get() {
        return;
    }
    let last = LAST.with_borrow(Saved::clone);
    if let Some(store) = store().filter(|_| last != *saved) {
        let merged = UNOPENED.with_borrow(|unopened| saved.clone().over(load(), &last, unopened.as_ref()));
        // If the storage is full, the next change and the end of the visit try again.
        if store.set_item(KEY, &merged.to_json()).is_ok() {
            LAST.set(saved.clone());
        }
    }
}

/// Records the text that is about to be opened, for recovery after a crash.
pub fn remember(text: &Rc<str>) {
    TEXT.with(|kept| kept.replace(Rc::clone(text)));
}

/// Returns the recorded text.
pub fn remembered() -> Rc<str> {
    TEXT.with(|kept| kept.try_borrow().map(|text| Rc::clone(&text)).unwrap_or_else(|_| Rc::from("")))
}

/// Moves the recorded text to the rescued texts, and removes the stored text. It may have caused the crash, so a reload
/// must not open it.
pub fn put_aside() {
    HAS_FAILED.set(true);
    change_stored(|saved| {
        let stored = saved.text.take();
        let unopened = UNOPENED.take().filter(|text| stored.as_ref() == Some(text));
        saved.rescue(unopened.into_iter().chain([remembered()]));
        saved.cursor = 0;
    });
}

/// Deletes a rescued text.
pub fn forget_rescued(text: &str) {
    change_stored(|saved| saved.rescued.retain(|rescued| **rescued != *text));
}

fn change_stored(change: impl FnOnce(&mut Saved)) {
    let mut saved = load().unwrap_or_default();
    change(&mut saved);
    let _ = store().map(|store| store.set_item(KEY, &saved.to_json()));
}

/// Shows a notice after another tab has stored its text over the text of this tab.
#[hook]
pub fn use_takeover(dispatch: &Callback<Action>) {
    let dispatch = dispatch.clone();
    use_window_event("storage", EventListenerOptions::default(), move |event: &StorageEvent| {
        if event.key().as_deref() != Some(KEY) {
            return;
        }
        let text = |stored: Option<String>| Saved::parse(&stored?)?.text;
        let own = Some(remembered());
        if text(event.old_value()) == own && text(event.new_value()) != own {
            dispatch.emit(Action::Notice(Some(Notice::TakenOver)));
        }
    });
}

/// Stores the page's state a moment after each change, and pending changes when the page is hidden. A page without
/// changes stores nothing.
#[hook]
pub fn use_autosave(saved: Saved) {
    let latest = Rc::new(saved.clone());
    let opened = Rc::clone(&latest);
    use_settled(saved, DELAY_MS, save);
    use_effect_with((), move |()| {
        UNOPENED.set(load().and_then(|stored| stored.unopened(&opened)));
        LAST.set((*opened).clone());
    });
    let save_now = move |_: &Event| save(&latest);
    use_window_event("pagehide", EventListenerOptions::default(), save_now.clone());
    use_window_event("visibilitychange", EventListenerOptions::default(), save_now);
}
