//! The state that survives a reload.

use super::choice::Choice;
use super::panes::{Pane, Panes, Side};
use super::{Formats, Model, Numbers, Speed, Tab, Theme, stops};
use lanescope_core::session::{Breakpoint, NumberFormat};
use lanescope_core::trace::Granularity;
use std::rc::Rc;

/// The part of the model that is stored and restored.
#[derive(Clone, Debug, PartialEq)]
pub struct Saved {
    /// The scenario text.
    pub text: Option<Rc<str>>,
    /// The cursor.
    pub cursor: u32,
    /// The step size that the user chose.
    pub granularity: Option<Granularity>,
    /// The playback speed.
    pub speed: Speed,
    /// The number formats.
    pub formats: Formats,
    /// The colour theme.
    pub theme: Theme,
    /// The open tab.
    pub tab: Tab,
    /// The panes beside the stage.
    pub panes: Panes,
    /// Whether the user has ever stepped.
    pub stepped: bool,
    /// Whether single-letter shortcuts are enabled.
    pub letter_keys: bool,
    /// The breakpoints.
    pub breakpoints: Rc<Vec<Breakpoint>>,
    /// The stop condition.
    pub until: Rc<str>,
}

impl Default for Saved {
    fn default() -> Self {
        Self {
            text: None,
            cursor: 0,
            granularity: None,
            speed: Speed::default(),
            formats: Formats::default(),
            theme: Theme::default(),
            tab: Tab::default(),
            panes: Panes::default(),
            stepped: false,
            letter_keys: true,
            breakpoints: Rc::default(),
            until: Rc::default(),
        }
    }
}

impl From<&Model> for Saved {
    fn from(model: &Model) -> Self {
        // A tour runs on the example and leaves the user's own state unchanged.
        let own = model.own();
        Self {
            text: Some(Rc::clone(&own.text)),
            cursor: own.cursor,
            granularity: own.chosen_granularity,
            speed: model.speed,
            formats: model.formats.clone(),
            theme: model.theme,
            tab: own.tab,
            panes: own.panes,
            stepped: !model.invitation,
            letter_keys: model.letter_keys,
            breakpoints: Rc::clone(&own.breakpoints),
            until: Rc::clone(&own.until),
        }
    }
}

/// The first line of the stored text.
const HEADER: &str = "lanescope 1";

/// Sets a setting from a stored word. Ignores unknown words, which other versions may have written.
fn set<T: Choice>(setting: &mut T, word: &str) {
    *setting = T::of_key(word).unwrap_or(*setting);
}

impl Saved {
    /// Parses the stored text. Returns `None` if it has another format. Ignores unknown keys and words, and defaults
    /// missing ones, because other versions of the page write different ones.
    pub fn parse(stored: &str) -> Option<Self> {
        let rest = stored.strip_prefix(HEADER)?.strip_prefix('\n')?;
        let (settings, text) = match rest.split_once("\n\n") {
            Some((settings, text)) => (settings, Some(text.into())),
            None => (rest, None),
        };
        let mut saved = Self { text, ..Self::default() };
        for (key, word) in settings.lines().filter_map(|line| line.split_once('=')) {
            match key {
                "cursor" => saved.cursor = word.parse().unwrap_or(0),
                "chosen" => saved.granularity = Granularity::of_key(word),
                "speed" => set(&mut saved.speed, word),
                "numbers" => set(&mut saved.formats.all, word),
                "numbers of row" => saved.read_exception(Numbers::Row, word),
                "numbers of surface" => saved.read_exception(Numbers::Surface, word),
                "theme" => set(&mut saved.theme, word),
                "tab" => set(&mut saved.tab, word),
                "editor" => saved.panes.editor = Pane::from_word(word),
                "inspector" => saved.panes.inspector = Pane::from_word(word),
                "stepped" => set(&mut saved.stepped, word),
                "stop" => Rc::make_mut(&mut saved.breakpoints).extend(stops::parse(word)),
                "until" => saved.until = word.into(),
                "letters" => set(&mut saved.letter_keys, word),
                _ => {}
            }
        }
        Some(saved)
    }

    /// Reads a format and the name of a row or surface.
    fn read_exception(&mut self, of: impl Fn(String) -> Numbers, words: &str) {
        let Some((format, name)) = words.split_once(' ') else { return };
        if let Some(format) = NumberFormat::of_key(format) {
            self.formats.set(of(name.to_owned()), Some(format));
        }
    }

    /// Returns the state to store over `stored`. All tabs of the browser share one stored text. A tab that was not
    /// edited keeps the stored text of another tab, with its cursor and stops, and stores only its settings.
    pub fn over(self, stored: Option<Self>, is_edited: bool) -> Self {
        let other = stored.filter(|stored| !is_edited && stored.text.is_some() && stored.text != self.text);
        match other {
            Some(Self { text, cursor, breakpoints, until, .. }) => {
                Self { text, cursor, breakpoints, until, ..self }
            }
            None => self,
        }
    }

    /// Formats the state for storage: one setting per line, a blank line, and the text.
    pub fn to_text(&self) -> String {
        let settings = [
            ("speed", self.speed.key()),
            ("numbers", self.formats.all.key()),
            ("theme", self.theme.key()),
            ("tab", self.tab.key()),
            ("stepped", self.stepped.key()),
            ("letters", self.letter_keys.key()),
        ];
        let mut stored = format!("{HEADER}\ncursor={}", self.cursor);
        for (key, word) in settings {
            stored.extend(["\n", key, "=", word]);
        }
        if let Some(granularity) = self.granularity {
            stored.extend(["\nchosen=", granularity.key()]);
        }
        for side in Side::ALL.into_iter().filter(|side| self.panes.of(*side) != Pane::default()) {
            stored.extend(["\n", side.key(), "=", &self.panes.of(side).to_word()]);
        }
        for (numbers, format) in self.formats.exceptions() {
            let (kind, name) = match numbers {
                Numbers::Row(name) => ("row", name),
                Numbers::Surface(name) => ("surface", name),
                Numbers::All => continue,
            };
            stored.extend(["\nnumbers of ", kind, "=", format.key(), " ", name]);
        }
        for breakpoint in self.breakpoints.iter() {
            stored.extend(["\nstop=", &stops::words(breakpoint)]);
        }
        if !self.until.is_empty() {
            stored.extend(["\nuntil=", &self.until]);
        }
        if let Some(text) = &self.text {
            stored.extend(["\n\n", text]);
        }
        stored
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
                granularity: Some(Granularity::Phase),
                speed: Speed::AtOnce,
                formats: formats.clone(),
                theme: Theme::Dark,
                tab: Tab::Compare,
                panes: Panes { editor: Pane::default().closed(true), inspector: Pane::resized(300.0) },
                stepped: true,
                letter_keys: false,
                breakpoints: Rc::new(vec![
                    Breakpoint::Instruction(3),
                    Breakpoint::Line { text: "an op".into(), line: 4 },
                    Breakpoint::Written { space: "%slm".into(), byte_offset: 8, size_bytes: 4 },
                ]),
                until: "lane == 3 && new > 1".into(),
            };
            assert_eq!(Saved::parse(&saved.to_text()), Some(saved));
        }
        assert_eq!(Saved::parse(&Saved::default().to_text()), Some(Saved::default()));
    }

    #[test]
    fn a_tab_that_was_not_edited_keeps_the_text_of_another_tab() {
        let of = |text: &str, cursor, theme| Saved {
            text: Some(text.into()),
            cursor,
            theme,
            until: text.into(),
            ..Saved::default()
        };
        let stored = || Some(of("newer", 5, Theme::Light));
        let older = || of("older", 9, Theme::Dark);
        assert_eq!(
            older().over(stored(), false),
            Saved { theme: Theme::Dark, ..of("newer", 5, Theme::Dark) }
        );
        assert_eq!(older().over(stored(), true), older());
        // If two tabs have the same text, the last one stores its cursor.
        assert_eq!(of("newer", 9, Theme::Dark).over(stored(), false).cursor, 9);
        // Nothing is stored yet, so no text is lost.
        assert_eq!(older().over(None, false), older());
        assert_eq!(older().over(Some(Saved::default()), false), older());
    }

    #[test]
    fn the_text_and_the_stops_are_shared_with_the_model() {
        let mut model = crate::state::Opening::default().model();
        model.until = "lane == 1".into();
        let saved = Saved::from(&model);
        assert!(saved.text.is_some_and(|text| Rc::ptr_eq(&text, &model.text)));
        assert!(Rc::ptr_eq(&saved.breakpoints, &model.breakpoints));
        assert!(Rc::ptr_eq(&saved.until, &model.until));
    }

    #[test]
    fn other_versions_are_read_as_far_as_they_go() {
        let saved =
            Saved::parse("lanescope 1\ncursor=3\nnew=1\ntab=weather\nspeed\n\nx").expect("it is ours");
        assert_eq!(saved, Saved { text: Some("x".into()), cursor: 3, ..Saved::default() });
        for other in ["", "x", "lanescope 12\n", "{\"text\":1}"] {
            assert_eq!(Saved::parse(other), None, "{other}");
        }
    }
}
