//! The file with the examples of the gallery.

use gloo_net::http::Request;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

const ADDRESS: &str = "static/examples.txt";

/// The state of the file.
#[derive(Clone, Debug, PartialEq)]
pub enum Fetched {
    /// In progress or not started.
    Waiting,
    /// The request failed.
    Failed,
    /// The content of the file.
    Here(Rc<str>),
}

/// Fetches the file once the gallery is open, or once a solved puzzle offers the next one. After a failure, fetches it again the next
/// time that one of them wants it. Makes one request at a time, so a late failure cannot replace the file.
#[hook]
pub fn use_examples(is_gallery_open: bool, offers_next_puzzle: bool) -> Fetched {
    let fetched = use_state(|| Fetched::Waiting);
    let is_requested = use_mut_ref(|| false);
    {
        let fetched = fetched.clone();
        use_effect_with((is_gallery_open, offers_next_puzzle), move |wanted| {
            let is_wanted = *wanted != (false, false) && !matches!(*fetched, Fetched::Here(_));
            if is_wanted && !is_requested.replace(true) {
                fetched.set(Fetched::Waiting);
                spawn_local(async move {
                    fetched.set(fetch().await.map_or(Fetched::Failed, |text| Fetched::Here(text.into())));
                    is_requested.replace(false);
                });
            }
        });
    }
    (*fetched).clone()
}

async fn fetch() -> Option<String> {
    let response = Request::get(ADDRESS).send().await.ok()?;
    if response.ok() { response.text().await.ok() } else { None }
}
