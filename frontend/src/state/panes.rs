//! The panes beside the stage: their widths, and whether they are closed.

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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pane {
    /// Its width, in thousandths of the window's width. `None` is the default of the style sheet.
    pub width: Option<u16>,
    /// Whether it is closed. A closed pane keeps its width for the next time.
    pub is_closed: bool,
}

impl Pane {
    /// The smallest and the largest width that a user can choose.
    pub const WIDTHS: (u16, u16) = (120, 450);

    /// Returns the pane with another width, within the limits.
    pub fn resized(width: f64) -> Self {
        // The clamped width is in range. NaN becomes 0.
        let width = width.clamp(Self::WIDTHS.0.into(), Self::WIDTHS.1.into()).round() as u16;
        Self { width: Some(width), is_closed: false }
    }

    /// Returns the pane, closed or open.
    pub fn closed(self, is_closed: bool) -> Self {
        Self { is_closed, ..self }
    }

    /// Formats the pane for storage.
    pub fn to_word(self) -> String {
        let width = self.width.map_or(String::new(), |width| width.to_string());
        if self.is_closed { format!("closed{width}") } else { width }
    }

    /// Parses a stored pane. Any other word is the default.
    pub fn from_word(word: &str) -> Self {
        let (is_closed, width) = match word.strip_prefix("closed") {
            Some(width) => (true, width),
            None => (false, word),
        };
        let width = width.parse().ok().map(|width: u16| width.clamp(Self::WIDTHS.0, Self::WIDTHS.1));
        Self { width, is_closed }
    }
}

/// Both panes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Panes {
    /// The editor.
    pub editor: Pane,
    /// The tabs.
    pub inspector: Pane,
}

impl Panes {
    /// Returns a pane.
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
    fn a_stored_pane_is_restored() {
        for pane in [Pane::default(), Pane::resized(230.0), Pane::resized(300.0).closed(true)] {
            assert_eq!(Pane::from_word(&pane.to_word()), pane);
        }
        assert_eq!(Pane::from_word("closed"), Pane::default().closed(true));
        for (word, width) in [("9999", Some(450)), ("0", Some(120)), ("wide", None), ("-1", None), ("", None)]
        {
            assert_eq!(Pane::from_word(word), Pane { width, is_closed: false }, "{word}");
        }
        assert_eq!(Pane::resized(f64::NAN).width, Some(0));
    }
}
