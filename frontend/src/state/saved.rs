//! What outlives a reload.

use super::{Formats, Model, Speed, Tab, Theme, link};
use lanescope_core::session::NumberFormat;
use lanescope_core::trace::Granularity;

/// The part of the model that a reload brings back. Unknown and missing fields are fine: other versions of the page
/// wrote them.
#[derive(Clone, Debug, PartialEq)]
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

/// Begins what is stored. Another number would mean that older pages cannot read it.
const VERSION: &str = "v1";

impl Saved {
    /// From what was stored; `None` where it is not ours.
    pub fn parse(stored: &str) -> Option<Self> {
        let (line, text) = stored.split_once('\n').map_or((stored, None), |(line, text)| (line, Some(text)));
        let mut parts = line.split('&');
        if parts.next() != Some(VERSION) {
            return None;
        }
        let mut saved = Self { text: text.map(str::to_owned), ..Self::default() };
        for (key, value) in parts.filter_map(|part| part.split_once('=')) {
            saved.set(key, value);
        }
        Some(saved)
    }

    /// As it is stored: a line in the manner of a link, then the text.
    pub fn to_line(&self) -> String {
        let Formats { lanes, surface, registers } = self.formats;
        let granularity = link::word(self.granularity);
        let formats = [lanes, surface, registers].map(format_word);
        let mut stored = [
            VERSION,
            "&c=",
            &self.cursor.to_string(),
            "&g=",
            granularity,
            "&pace=",
            &self.speed.milliseconds().to_string(),
            "&lanes=",
            formats[0],
            "&surface=",
            formats[1],
            "&registers=",
            formats[2],
            "&theme=",
            self.theme.word(),
            "&tab=",
            self.tab.title(),
            "&stepped=",
            bit(self.stepped),
            "&letters=",
            bit(self.letter_keys),
        ]
        .concat();
        if let Some(text) = &self.text {
            stored.push('\n');
            stored.push_str(text);
        }
        stored
    }

    fn set(&mut self, key: &str, value: &str) {
        match key {
            "c" => self.cursor = value.parse().unwrap_or(0),
            "g" => take(&mut self.granularity, link::granularity(value)),
            "pace" => take(
                &mut self.speed,
                Speed::ALL.into_iter().find(|it| value.parse() == Ok(it.milliseconds())),
            ),
            "lanes" => take(&mut self.formats.lanes, format(value)),
            "surface" => take(&mut self.formats.surface, format(value)),
            "registers" => take(&mut self.formats.registers, format(value)),
            "theme" => take(&mut self.theme, Theme::ALL.into_iter().find(|it| it.word() == value)),
            "tab" => take(&mut self.tab, Tab::ALL.into_iter().find(|it| it.title() == value)),
            "stepped" => self.stepped = value == bit(true),
            "letters" => self.letter_keys = value == bit(true),
            _ => {}
        }
    }
}

/// Keeps what was there where a word is not known.
fn take<T>(kept: &mut T, found: Option<T>) {
    if let Some(found) = found {
        *kept = found;
    }
}

fn bit(on: bool) -> &'static str {
    if on { "1" } else { "0" }
}

fn format_word(format: NumberFormat) -> &'static str {
    Formats::ALL.iter().find(|(it, _)| *it == format).map_or("", |(_, word)| word)
}

fn format(word: &str) -> Option<NumberFormat> {
    Formats::ALL.iter().find(|(_, it)| *it == word).map(|(format, _)| *format)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goes_there_and_back() {
        let formats = Formats { surface: NumberFormat::Hex, registers: NumberFormat::Bits, ..Formats::default() };
        for text in [None, Some(""), Some("é 😀\n&c=9\nv1")] {
            let saved = Saved {
                text: text.map(str::to_owned),
                cursor: 7,
                granularity: Granularity::Lane,
                speed: Speed::Ten,
                formats,
                theme: Theme::Dark,
                tab: Tab::Readings,
                stepped: true,
                letter_keys: false,
            };
            assert_eq!(Saved::parse(&saved.to_line()), Some(saved));
        }
        assert_eq!(Saved::parse(&Saved::default().to_line()), Some(Saved::default()));
    }

    #[test]
    fn other_versions_are_read_as_far_as_they_go() {
        let saved = Saved::parse("v1&c=3&new=1&tab=None&\nx").expect("it is ours");
        assert_eq!((saved.text.as_deref(), saved.cursor, saved.letter_keys), (Some("x"), 3, true));
        assert_eq!(saved.tab, Tab::default());
        assert_eq!(Saved::parse("x"), None);
        assert_eq!(Saved::parse("v2&c=3"), None);
    }
}
