//! The formats of numbers, panel by panel.

use crate::session::NumberFormat;

/// A panel that shows numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    /// The lanes.
    Lanes,
    /// The surfaces.
    Surface,
    /// The variables.
    Registers,
}

/// The format of numbers in each panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Formats {
    /// The lanes.
    pub lanes: NumberFormat,
    /// The surfaces.
    pub surface: NumberFormat,
    /// The variables.
    pub registers: NumberFormat,
}

impl Default for Formats {
    fn default() -> Self {
        Self { lanes: NumberFormat::Auto, surface: NumberFormat::Auto, registers: NumberFormat::Auto }
    }
}

impl Formats {
    /// Returns the format of a panel.
    pub fn of(self, panel: Panel) -> NumberFormat {
        match panel {
            Panel::Lanes => self.lanes,
            Panel::Surface => self.surface,
            Panel::Registers => self.registers,
        }
    }

    /// Returns the format of lane values in sentences and on arrows, where bit patterns are too long.
    pub fn inline(self) -> NumberFormat {
        if self.lanes == NumberFormat::Bits { NumberFormat::Hex } else { self.lanes }
    }

    /// Returns these formats with another one for `panel`.
    #[must_use]
    pub fn with(mut self, panel: Panel, format: NumberFormat) -> Self {
        match panel {
            Panel::Lanes => self.lanes = format,
            Panel::Surface => self.surface = format,
            Panel::Registers => self.registers = format,
        }
        self
    }
}
