//! What a link says beside the text: `#<text>&c=<cursor>&g=<granularity>`.

use super::choice::Choice;
use lanescope_core::session::decode_link;
use lanescope_core::trace::Granularity;

/// A link, opened.
#[derive(Clone, Debug, PartialEq)]
pub struct Linked {
    /// The scenario.
    pub text: String,
    /// Where its run is to stand.
    pub cursor: u32,
    /// How far a step goes, where the link says so.
    pub granularity: Option<Granularity>,
}

/// What a fragment (without its `#`) holds: nothing, a scenario, or something that cannot be opened.
pub fn parse(fragment: &str) -> Option<Result<Linked, String>> {
    if fragment.is_empty() {
        return None;
    }
    let mut parts = fragment.split('&');
    let code = parts.next().unwrap_or_default();
    let text = match decode_link(code) {
        Ok(text) => text,
        Err(reason) => return Some(Err(reason)),
    };
    let mut linked = Linked { text, cursor: 0, granularity: None };
    // Unknown keys are from other versions of the page: they are passed over.
    for (key, value) in parts.filter_map(|part| part.split_once('=')) {
        match key {
            "c" => linked.cursor = value.parse().unwrap_or(0),
            "g" => linked.granularity = Granularity::of_key(value),
            _ => {}
        }
    }
    Some(Ok(linked))
}

/// The fragment (without its `#`) for a text that is already in link form. The granularity stands in it where a person chose
/// it: else it follows from the text.
pub fn fragment(code: &str, cursor: u32, granularity: Option<Granularity>) -> String {
    let mut fragment = code.to_owned();
    if cursor > 0 {
        fragment.push_str(&format!("&c={cursor}"));
    }
    if let Some(granularity) = granularity {
        fragment.push_str(&format!("&g={}", granularity.key()));
    }
    fragment
}
