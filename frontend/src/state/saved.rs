//! What outlives a reload.

use super::{Formats, Model, Speed, Tab, Theme};
use lanescope_core::trace::Granularity;
use serde::{Deserialize, Serialize};

/// The part of the model that a reload brings back. Unknown and missing fields are fine: other versions of the page
/// wrote them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Saved {
    /// The scenario.
    pub text: Option<String>,
    /// Where the run stood.
    pub cursor: u32,
    /// How far a step goes.
    pub granularity: Granularity,
    /// How fast it plays.
    pub speed: Speed,
    /// Number formats.
    pub formats: Formats,
    /// Colours.
    pub theme: Theme,
    /// The open tab.
    pub tab: Tab,
    /// Whether a step was ever made here.
    pub stepped: bool,
    /// Whether single letters are keys of the page.
    pub letter_keys: bool,
}

impl Default for Saved {
    fn default() -> Self {
        Self {
            text: None,
            cursor: 0,
            granularity: Granularity::Phase,
            speed: Speed::default(),
            formats: Formats::default(),
            theme: Theme::default(),
            tab: Tab::default(),
            stepped: false,
            letter_keys: true,
        }
    }
}

impl From<&Model> for Saved {
    fn from(model: &Model) -> Self {
        Self {
            text: Some(model.text.to_string()),
            cursor: model.cursor,
            granularity: model.granularity,
            speed: model.speed,
            formats: model.formats,
            theme: model.theme,
            tab: model.tab,
            stepped: !model.invitation,
            letter_keys: model.letter_keys,
        }
    }
}

impl Saved {
    /// From what was stored; `None` where it is not ours.
    pub fn parse(stored: &str) -> Option<Self> {
        serde_json::from_str(stored).ok()
    }

    /// As it is stored.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("strings, numbers and booleans always serialize")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goes_there_and_back() {
        let saved = Saved { text: Some("é 😀".into()), cursor: 7, tab: Tab::Readings, ..Saved::default() };
        assert_eq!(Saved::parse(&saved.to_json()), Some(saved));
    }

    #[test]
    fn other_versions_are_read_as_far_as_they_go() {
        let saved = Saved::parse(r#"{"text":"x","cursor":3,"new":[1]}"#).expect("it is an object");
        assert_eq!((saved.text.as_deref(), saved.cursor, saved.letter_keys), (Some("x"), 3, true));
        assert_eq!(Saved::parse("x"), None);
    }
}
