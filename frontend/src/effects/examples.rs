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

/// Fetches the file once it is `wanted`. After a failure, fetches it again the next time that it is wanted.
#[hook]
pub fn use_examples(wanted: bool) -> Fetched {
    let fetched = use_state(|| Fetched::Waiting);
    {
        let fetched = fetched.clone();
        use_effect_with(wanted, move |&wanted| {
            if wanted && !matches!(*fetched, Fetched::Here(_)) {
                fetched.set(Fetched::Waiting);
                spawn_local(async move {
                    fetched.set(fetch().await.map_or(Fetched::Failed, |text| Fetched::Here(text.into())));
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
