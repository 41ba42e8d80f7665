//! The fields of the panels that accept text.

use lanescope_core::session::text::{Contents, Filling, PanelEdit};

/// A field that accepts text. It edits a value at the start of the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// An element of a variable.
    Element {
        /// The variable.
        name: String,
        /// The element, from 0.
        index: usize,
    },
    /// An element of a surface.
    Cell {
        /// The surface.
        name: String,
        /// The element, from 0.
        index: usize,
    },
    /// All elements of a variable or a surface.
    All(Contents),
    /// The dispatch mask.
    Mask,
}

impl Entry {
    /// Returns the edit for a typed text. Several values also set the elements that follow.
    pub fn edit(&self, typed: &str) -> PanelEdit {
        let values = typed.trim().to_owned();
        match self {
            Entry::Element { name, index } => {
                PanelEdit::Elements { of: Contents::Variable(name.clone()), index: *index, values }
            }
            Entry::Cell { name, index } => {
                PanelEdit::Elements { of: Contents::Surface(name.clone()), index: *index, values }
            }
            Entry::All(of) => PanelEdit::Fill { of: of.clone(), with: Filling::Value(values) },
            Entry::Mask => PanelEdit::MaskText(values),
        }
    }

    /// Returns a label for the field, for instance `OFF[3]`.
    pub fn label(&self) -> String {
        match self {
            Entry::Element { name, index } | Entry::Cell { name, index } => format!("{name}[{index}]"),
            Entry::All(Contents::Variable(name) | Contents::Surface(name)) => name.clone(),
            Entry::Mask => "mask".to_owned(),
        }
    }
}

/// A panel edit that was rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// The field in which it was typed. `None` for a switch, a choice, a queue or a drag.
    pub entry: Option<Entry>,
    pub typed: String,
    pub reason: String,
    /// The element count that the surface would need, if it is too small for the typed values.
    pub room: Option<usize>,
}

impl Rejected {
    /// Returns whether the edit was typed in `entry`.
    pub fn is_of(&self, entry: &Entry) -> bool {
        self.entry.as_ref() == Some(entry)
    }
}
