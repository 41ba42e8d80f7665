//! How numbers are shown, panel by panel.

use crate::session::NumberFormat;

/// The panels that show numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    /// The lanes.
    Lanes,
    /// The surfaces.
    Surface,
    /// Variables.
    Registers,
}

/// How each panel shows numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Formats {
    /// The lanes.
    pub lanes: NumberFormat,
    /// The surfaces.
    pub surface: NumberFormat,
    /// Variables.
    pub registers: NumberFormat,
}

impl Default for Formats {
    fn default() -> Self {
        Self { lanes: NumberFormat::Auto, surface: NumberFormat::Auto, registers: NumberFormat::Auto }
    }
}

impl Formats {
    /// The format of a panel.
    pub fn of(self, panel: Panel) -> NumberFormat {
        match panel {
            Panel::Lanes => self.lanes,
            Panel::Surface => self.surface,
            Panel::Registers => self.registers,
        }
    }

    /// How values of the lanes are shown in running text and on arrows, where bit patterns would be too long.
    pub fn inline(self) -> NumberFormat {
        if self.lanes == NumberFormat::Bits { NumberFormat::Hex } else { self.lanes }
    }

    /// These formats, but for another one of that panel.
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
