//! The settings of the reader.

use super::choice::{self, Choice, Row, lenient, row};
use super::panes::{Pane, Panes, Side};
use lanescope_core::session::run::NumberFormat;
use lanescope_core::trace::Granularity;
use lanescope_core::view::{Formats, Numbers};
use serde::{Deserialize, Serialize};

/// The settings of the reader, which outlive a scenario. They are stored as JSON (see `Saved`): each missing or
/// invalid value is the default.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The step size that the user chose.
    #[serde(deserialize_with = "lenient")]
    pub granularity: Option<Granularity>,
    /// Whether playback takes a fixed time per instruction, not per step.
    #[serde(deserialize_with = "lenient")]
    pub plays_fast: bool,
    /// The formats of numbers.
    #[serde(deserialize_with = "lenient")]
    pub formats: Formats,
    #[serde(with = "choice::keyed")]
    pub theme: Theme,
    /// The panes beside the stage.
    #[serde(deserialize_with = "lenient")]
    pub panes: Panes,
    /// Whether the user has ever stepped. Until the first step, the page invites to step and offers the first lesson.
    #[serde(deserialize_with = "lenient")]
    pub stepped: bool,
}

/// A change of a setting.
#[derive(Clone, Debug, PartialEq)]
pub enum Setting {
    /// Sets the step size.
    Granularity(Granularity),
    /// Makes playback fast, or slow again.
    PlaysFast(bool),
    /// Sets the format of numbers. `None` removes an exception.
    Format(Numbers, Option<NumberFormat>),
    /// Sets the colour theme.
    Theme(Theme),
    /// Resizes, closes or opens a pane beside the stage.
    Pane(Side, Pane),
}

impl Settings {
    /// Changes a setting.
    pub fn set(&mut self, setting: Setting) {
        match setting {
            Setting::Granularity(granularity) => self.granularity = Some(granularity),
            Setting::PlaysFast(on) => self.plays_fast = on,
            Setting::Format(numbers, format) => self.formats.set(numbers, format),
            Setting::Theme(theme) => self.theme = theme,
            Setting::Pane(side, pane) => self.panes.set(side, pane),
        }
    }

    /// Returns the settings to store over `stored`: those that differ from `last`, and the stored ones for the rest.
    pub(super) fn over(self, stored: Self, last: &Self) -> Self {
        fn changed<T: PartialEq>(own: T, stored: T, last: &T) -> T {
            if own == *last { stored } else { own }
        }
        Self {
            granularity: changed(self.granularity, stored.granularity, &last.granularity),
            plays_fast: changed(self.plays_fast, stored.plays_fast, &last.plays_fast),
            formats: changed(self.formats, stored.formats, &last.formats),
            theme: changed(self.theme, stored.theme, &last.theme),
            panes: changed(self.panes, stored.panes, &last.panes),
            stepped: self.stepped || stored.stepped,
        }
    }
}

/// The colour theme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// The theme of the system.
    #[default]
    System,
    /// Light colours.
    Light,
    /// Dark colours.
    Dark,
}

impl Choice for Theme {
    const ROWS: &'static [Row<Self>] = &[
        row(Self::System, "system", "System"),
        row(Self::Light, "light", "Light"),
        row(Self::Dark, "dark", "Dark"),
    ];
}
