//! The state that survives a reload.

use super::choice::{self, lenient};
use super::chrome::Tab;
use super::gallery;
use super::model::Model;
use super::settings::Settings;
use lanescope_core::session::run::Breakpoint;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::rc::Rc;

/// The part of the model that is stored and restored, as JSON. Other versions of the page write other keys and words, so
/// unknown keys are ignored, and each missing or invalid value is the default.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Saved {
    #[serde(deserialize_with = "lenient")]
    pub text: Option<Rc<str>>,
    #[serde(deserialize_with = "lenient")]
    pub cursor: u32,
    /// The settings, with keys beside the others.
    #[serde(flatten, skip_deserializing)]
    pub settings: Settings,
    #[serde(with = "choice::keyed")]
    pub tab: Tab,
    #[serde(deserialize_with = "lenient")]
    pub breakpoints: Rc<Vec<Breakpoint>>,
    /// The stop condition.
    #[serde(deserialize_with = "lenient")]
    pub until: Rc<str>,
    /// The text with which the puzzle that was opened last started.
    #[serde(deserialize_with = "lenient")]
    pub puzzle: Option<Rc<str>>,
    /// The titles of the solved puzzles.
    #[serde(deserialize_with = "lenient")]
    pub solved: Rc<BTreeSet<Rc<str>>>,
    /// The answers to the questions of the text.
    #[serde(deserialize_with = "lenient")]
    pub answers: Vec<String>,
    /// The texts that were open when the page crashed, or that scenarios from links have replaced. Each is offered until
    /// the user restores or dismisses it.
    #[serde(deserialize_with = "lenient")]
    pub rescued: Vec<Rc<str>>,
}

/// The maximum number of rescued texts. They take at most half of the 5 MB that every browser stores for a page.
const MOST_RESCUED: usize = 8;

impl From<&Model> for Saved {
    fn from(model: &Model) -> Self {
        let Model { document, playback, settings, learning, chrome, .. } = model;
        Self {
            text: Some(Rc::clone(&document.session.text)),
            cursor: playback.cursor,
            settings: settings.clone(),
            tab: chrome.tab,
            breakpoints: Rc::clone(&playback.breakpoints),
            until: Rc::clone(&playback.until),
            puzzle: learning.puzzles.opened.clone(),
            solved: Rc::clone(&learning.puzzles.solved),
            answers: learning.answers(),
            // The storage has them.
            rescued: Vec::new(),
        }
    }
}

impl Saved {
    /// Parses the stored state. Returns `None` for any other format.
    pub fn parse(stored: &str) -> Option<Self> {
        let saved: Self = serde_json::from_str(stored).ok()?;
        Some(Self { settings: serde_json::from_str(stored).ok()?, ..saved })
    }

    /// Returns the state to store over `stored`. All tabs of the browser share one stored state. `last` is what this tab
    /// opened or last stored. A tab that was not edited keeps the stored text of another tab, with its cursor, stops and
    /// puzzle. It stores only the settings that it changed: the others may come from another tab, or from a link, whose
    /// settings hold for one visit. The solved puzzles are those of all tabs. `unopened` is rescued when the first edit
    /// of this tab replaces it.
    pub fn over(mut self, stored: Option<Self>, last: &Self, unopened: Option<&Rc<str>>) -> Self {
        let solved = stored.iter().flat_map(|stored| stored.solved.iter().cloned());
        Rc::make_mut(&mut self.solved).extend(solved);
        let settings = stored.as_ref().map(|stored| stored.settings.clone()).unwrap_or_default();
        self.settings = self.settings.over(settings, &last.settings);
        let is_edited = last.text != self.text;
        if let Some(stored) = &stored {
            self.rescued.clone_from(&stored.rescued);
            // Another tab may have replaced it since.
            let replaced = unopened.filter(|text| is_edited && stored.text.as_ref() == Some(text));
            self.rescue(replaced.cloned());
        }
        let other = stored.filter(|stored| !is_edited && stored.text.is_some() && stored.text != self.text);
        match other {
            Some(Self { text, cursor, breakpoints, until, puzzle, answers, .. }) => {
                Self { text, cursor, breakpoints, until, puzzle, answers, ..self }
            }
            None => self,
        }
    }

    /// Adds texts to the rescued ones, and drops the oldest beyond `MOST_RESCUED`.
    pub fn rescue(&mut self, texts: impl IntoIterator<Item = Rc<str>>) {
        self.rescued.extend(texts);
        let count = self.rescued.len().saturating_sub(MOST_RESCUED);
        self.rescued.drain(..count);
    }

    /// Returns the stored text if it is the user's own and `opened` has another one.
    pub fn unopened(self, opened: &Self) -> Option<Rc<str>> {
        self.text.filter(|text| opened.text.as_ref() != Some(text) && **text != *gallery::first())
    }

    /// Formats the state for storage.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("settings and texts can always be written")
    }
}

#[cfg(test)]
mod tests {
    use super::super::panes::{Pane, Panes};
    use super::super::settings::Theme;
    use super::*;
    use lanescope_core::session::run::NumberFormat;
    use lanescope_core::trace::Granularity;
    use lanescope_core::view::{Formats, Numbers};

    #[test]
    fn goes_there_and_back() {
        let mut formats = Formats::default();
        formats.set(Numbers::All, Some(NumberFormat::Hex));
        formats.set(Numbers::Surface("BUF=1 x".into()), Some(NumberFormat::Bits));
        formats.set(Numbers::Row("old".into()), Some(NumberFormat::Auto));
        for text in [None, Some(""), Some("é 😀"), Some("\n\na=b\n\n\r\n")] {
            let saved = Saved {
                text: text.map(Rc::from),
                cursor: 7,
                settings: Settings {
                    granularity: Some(Granularity::Phase),
                    plays_fast: true,
                    formats: formats.clone(),
                    theme: Theme::Dark,
                    panes: Panes { editor: Pane::default().closed(true), inspector: Pane::resized(300.0) },
                    stepped: true,
                },
                tab: Tab::Compare,
                breakpoints: Rc::new(vec![
                    Breakpoint::Instruction(3),
                    Breakpoint::Line { text: "an op".into(), line: 4 },
                    Breakpoint::Written { space: "%slm".into(), byte_offset: 8, size_bytes: 4 },
                ]),
                until: "lane == 3 && new > 1".into(),
                puzzle: Some("// Puzzle: A".into()),
                solved: Rc::new(BTreeSet::from(["Puzzle: A".into()])),
                answers: vec!["1 2".into(), String::new()],
                rescued: vec!["// Mine".into()],
            };
            assert_eq!(Saved::parse(&saved.to_json()), Some(saved));
        }
        assert_eq!(Saved::parse(&Saved::default().to_json()), Some(Saved::default()));
    }

    #[test]
    fn the_text_and_the_stops_are_shared_with_the_model() {
        let mut model = crate::state::Opening::default().model();
        model.playback.until = "lane == 1".into();
        let saved = Saved::from(&model);
        assert!(saved.text.is_some_and(|text| Rc::ptr_eq(&text, &model.document.session.text)));
        assert!(Rc::ptr_eq(&saved.breakpoints, &model.playback.breakpoints));
        assert!(Rc::ptr_eq(&saved.until, &model.playback.until));
    }

    #[test]
    fn other_versions_are_read_as_far_as_they_go() {
        let stored = r#"{"text":"x","cursor":3,"new":1e999,"tab":"weather","plays_fast":7,"panes":"wide","granularity":"year"}"#;
        assert_eq!(
            Saved::parse(stored),
            Some(Saved { text: Some("x".into()), cursor: 3, ..Saved::default() })
        );
        for other in ["", "x", "1", "{\"text\":"] {
            assert_eq!(Saved::parse(other), None, "{other}");
        }
    }

    #[test]
    fn a_bad_value_is_the_default_and_leaves_the_others_alone() {
        let panes = Panes { editor: Pane::resized(300.0), inspector: Pane::default().closed(true) };
        let saved = Saved {
            text: Some("x".into()),
            cursor: 7,
            settings: Settings {
                granularity: Some(Granularity::Lane),
                plays_fast: true,
                theme: Theme::Dark,
                panes,
                stepped: true,
                ..Settings::default()
            },
            tab: Tab::Outcomes,
            breakpoints: Rc::new(vec![Breakpoint::Instruction(3)]),
            until: "lane == 3".into(),
            puzzle: Some("y".into()),
            solved: Rc::new(BTreeSet::from(["Puzzle: A".into()])),
            answers: vec!["1 2".into()],
            rescued: vec!["// Mine".into()],
        };
        let stored: serde_json::Value = serde_json::from_str(&saved.to_json()).expect("it is JSON");
        let fields = stored.as_object().expect("it has fields");
        for key in fields.keys() {
            let mut others = fields.clone();
            others.remove(key);
            let others = serde_json::Value::from(others).to_string();
            let expected = Saved::parse(&others).expect("it is JSON");
            for bad in ["null", "1e999", "-1", "0.5", "\"?\"", "[[]]", "{\"x\":{}}"] {
                let text = format!("{{\"{key}\":{bad},{}", &others[1..]);
                let is_valid = matches!((key.as_str(), bad), ("text" | "puzzle" | "until", "\"?\""));
                let read = Saved::parse(&text).expect("it is JSON");
                assert!(is_valid || read == expected, "{text}: {read:?}");
            }
        }
    }

    #[test]
    fn stored_widths_are_within_the_limits() {
        let editor = |width: &str| {
            let stored = format!(
                r#"{{"text":"x","panes":{{"editor":{{"width":{width},"is_closed":true}},"inspector":{{"width":300}}}}}}"#
            );
            let saved = Saved::parse(&stored).expect("it is JSON");
            assert_eq!((saved.text.as_deref(), saved.settings.panes.inspector.width), (Some("x"), Some(300)));
            assert!(saved.settings.panes.editor.is_closed);
            saved.settings.panes.editor.width
        };
        for (width, expected) in [("230", 230), ("5000", 450), ("0", 120), ("-7", 120), ("1e9", 450)] {
            assert_eq!(editor(width), Some(expected), "{width}");
        }
        for width in ["null", "1e999", "\"wide\"", "[]"] {
            assert_eq!(editor(width), None, "{width}");
        }
    }
}
