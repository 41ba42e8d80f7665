//! The formats of numbers: one for everything, and exceptions for rows and surfaces.

use crate::session::run::NumberFormat;
use serde::{Deserialize, Serialize};

/// The numbers that share a format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Numbers {
    /// All numbers without an exception.
    All,
    /// The values of lanes in the rows with this heading.
    Row(String),
    /// The elements of the surface with this name.
    Surface(String),
}

/// The formats of all numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Formats {
    /// The format of all numbers that have no format of their own.
    pub all: NumberFormat,
    exceptions: Vec<(Numbers, NumberFormat)>,
}

impl Default for &Formats {
    fn default() -> Self {
        static AUTO: Formats = Formats { all: NumberFormat::Auto, exceptions: Vec::new() };
        &AUTO
    }
}

impl Formats {
    /// Returns the format of the row with the heading `label`.
    pub fn of_row(&self, label: &str) -> NumberFormat {
        self.exception(|of| matches!(of, Numbers::Row(name) if name == label)).unwrap_or(self.all)
    }

    /// Returns the format of the surface `name`.
    pub fn of_surface(&self, name: &str) -> NumberFormat {
        self.exception(|of| matches!(of, Numbers::Surface(known) if known == name)).unwrap_or(self.all)
    }

    /// Returns the format that is set for `numbers` alone, if any.
    pub fn own(&self, numbers: &Numbers) -> Option<NumberFormat> {
        self.exception(|of| of == numbers)
    }

    fn exception(&self, is_it: impl Fn(&Numbers) -> bool) -> Option<NumberFormat> {
        self.exceptions.iter().find(|(of, _)| is_it(of)).map(|(_, format)| *format)
    }

    /// Sets the format of `numbers`; `None` removes an exception.
    pub fn set(&mut self, numbers: Numbers, format: Option<NumberFormat>) {
        if numbers == Numbers::All {
            self.all = format.unwrap_or_default();
            return;
        }
        self.exceptions.retain(|(of, _)| *of != numbers);
        self.exceptions.extend(format.map(|format| (numbers, format)));
    }
}

/// Returns the format of a value in a sentence or on an arrow, where a bit pattern is too long.
pub(super) fn inline(format: NumberFormat) -> NumberFormat {
    if format == NumberFormat::Bits { NumberFormat::Hex } else { format }
}
