//! The panes beside the stage: their widths, and whether they are closed.

use super::choice::lenient;
use serde::{Deserialize, Deserializer, Serialize};

/// A pane beside the stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The editor, at the left.
    Editor,
    /// The tabs, at the right.
    Inspector,
}

impl Side {
    /// Both panes.
    pub const ALL: [Self; 2] = [Self::Editor, Self::Inspector];

    /// Returns the key of the pane in storage, attributes and custom properties.
    pub fn key(self) -> &'static str {
        match self {
            Self::Editor => "editor",
            Self::Inspector => "inspector",
        }
    }

    /// Returns the label of the pane.
    pub fn label(self) -> &'static str {
        match self {
            Self::Editor => "Scenario",
            Self::Inspector => "Inspector",
        }
    }
}

/// The size of a pane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Pane {
    /// Its width, in thousandths of the window's width. `None` is the default of the style sheet.
    #[serde(deserialize_with = "width_within_limits")]
    pub width: Option<u16>,
    /// Whether it is closed. A closed pane keeps its width for the next time.
    #[serde(deserialize_with = "lenient")]
    pub is_closed: bool,
}

impl Pane {
    /// The smallest and the largest width that a user can choose.
    pub const WIDTHS: (u16, u16) = (120, 450);

    /// Returns the pane with another width, within the limits.
    pub fn resized(width: f64) -> Self {
        // The width is in range. NaN becomes the smallest.
        let width = width.max(Self::WIDTHS.0.into()).min(Self::WIDTHS.1.into()).round() as u16;
        Self { width: Some(width), is_closed: false }
    }

    /// Returns the pane, closed or open.
    pub fn closed(self, is_closed: bool) -> Self {
        Self { is_closed, ..self }
    }
}

/// Deserializes the width of a pane, which splitters must be able to change.
fn width_within_limits<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u16>, D::Error> {
    let width: Option<f64> = lenient(deserializer)?;
    Ok(width.and_then(|width| Pane::resized(width).width))
}

/// Both panes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Panes {
    #[serde(deserialize_with = "lenient")]
    pub editor: Pane,
    /// The tabs.
    #[serde(deserialize_with = "lenient")]
    pub inspector: Pane,
}

impl Panes {
    pub fn of(self, side: Side) -> Pane {
        match side {
            Side::Editor => self.editor,
            Side::Inspector => self.inspector,
        }
    }

    /// Replaces a pane.
    pub fn set(&mut self, side: Side, pane: Pane) {
        match side {
            Side::Editor => self.editor = pane,
            Side::Inspector => self.inspector = pane,
        }
    }

    /// Opens a pane that is closed.
    pub fn open(&mut self, side: Side) {
        self.set(side, self.of(side).closed(false));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_width_is_within_the_limits() {
        for (width, expected) in [(230.0, 230), (9999.0, 450), (0.0, 120), (f64::NAN, 120)] {
            assert_eq!(Pane::resized(width).width, Some(expected), "{width}");
        }
    }
}
