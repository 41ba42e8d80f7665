//! The state that survives a reload.

use super::choice::{self, lenient};
use super::chrome::Tab;
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
}

impl From<&Model> for Saved {
    fn from(model: &Model) -> Self {
        let Model { document, playback, settings, learning, chrome, .. } = model;
        Self {
            text: Some(Rc::clone(&document.text)),
            cursor: playback.cursor,
            settings: settings.clone(),
            tab: chrome.tab,
            breakpoints: Rc::clone(&playback.breakpoints),
            until: Rc::clone(&playback.until),
            puzzle: learning.puzzles.opened.clone(),
            solved: Rc::clone(&learning.puzzles.solved),
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
    /// settings hold for one visit. The solved puzzles are those of all tabs.
    pub fn over(mut self, stored: Option<Self>, last: &Self) -> Self {
        let solved = stored.iter().flat_map(|stored| stored.solved.iter().cloned());
        Rc::make_mut(&mut self.solved).extend(solved);
        let settings = stored.as_ref().map(|stored| stored.settings.clone()).unwrap_or_default();
        self.settings = self.settings.over(settings, &last.settings);
        let is_edited = last.text != self.text;
        let other = stored.filter(|stored| !is_edited && stored.text.is_some() && stored.text != self.text);
        match other {
            Some(Self { text, cursor, breakpoints, until, puzzle, .. }) => {
                Self { text, cursor, breakpoints, until, puzzle, ..self }
            }
            None => self,
        }
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
            };
            assert_eq!(Saved::parse(&saved.to_json()), Some(saved));
        }
        assert_eq!(Saved::parse(&Saved::default().to_json()), Some(Saved::default()));
    }

    #[test]
    fn a_tab_that_was_not_edited_keeps_the_text_of_another_tab() {
        let of = |text: &str, cursor, theme| Saved {
            text: Some(text.into()),
            cursor,
            settings: Settings { theme, ..Settings::default() },
            until: text.into(),
            ..Saved::default()
        };
        let stored = || Some(of("newer", 5, Theme::Light));
        let older = || of("older", 9, Theme::Dark);
        let (unedited, edited) = (&of("older", 0, Theme::System), &of("oldest", 0, Theme::System));
        assert_eq!(older().over(stored(), unedited), of("newer", 5, Theme::Dark));
        assert_eq!(older().over(stored(), edited), older());
        // If two tabs have the same text, the last one stores its cursor.
        assert_eq!(of("newer", 9, Theme::Dark).over(stored(), &of("newer", 0, Theme::System)).cursor, 9);
        // Nothing is stored yet, so no text is lost.
        assert_eq!(older().over(None, unedited), older());
        assert_eq!(older().over(Some(Saved::default()), unedited), older());
    }

    #[test]
    fn a_tab_stores_only_the_settings_that_it_changed() {
        let of = |theme, granularity, stepped| Saved {
            settings: Settings { theme, granularity, stepped, ..Settings::default() },
            ..Saved::default()
        };
        let stored = |own: Saved, stored, last| own.over(stored, &last).settings;
        // Another tab has chosen dark, and this one steps for the first time.
        let dark = of(Theme::Dark, None, false);
        let (opened, moved) = (of(Theme::System, None, false), of(Theme::System, None, true));
        assert_eq!(stored(moved, Some(dark), opened), of(Theme::Dark, None, true).settings);
        // A link has brought a theme and a step size, and the reader chooses another step size.
        let linked = of(Theme::Dark, Some(Granularity::Lane), true);
        let chosen = of(Theme::Dark, Some(Granularity::Phase), true);
        let expected = of(Theme::System, Some(Granularity::Phase), true);
        assert_eq!(stored(chosen, None, linked), expected.settings);
        // The first step of another tab stays.
        let stepped = of(Theme::System, None, true);
        let (opened, light) = (of(Theme::System, None, false), of(Theme::Light, None, false));
        assert_eq!(stored(light, Some(stepped), opened), of(Theme::Light, None, true).settings);
    }

    #[test]
    fn the_text_and_the_stops_are_shared_with_the_model() {
        let mut model = crate::state::Opening::default().model();
        model.playback.until = "lane == 1".into();
        let saved = Saved::from(&model);
        assert!(saved.text.is_some_and(|text| Rc::ptr_eq(&text, &model.document.text)));
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
