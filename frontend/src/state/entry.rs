//! The places of the panels where something can be typed.

use lanescope_core::session::{Contents, Filling, PanelEdit};

/// A place where something can be typed; what it edits is what holds at the start of the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// An element of a variable.
    Element {
        /// The variable.
        name: String,
        /// Element, from 0.
        index: usize,
    },
    /// An element of a surface.
    Cell {
        /// The surface.
        name: String,
        /// Element, from 0.
        index: usize,
    },
    /// All elements of a variable or a surface.
    All(Contents),
    /// The dispatch mask.
    Mask,
}

impl Entry {
    /// The edit that puts what was typed there. Several values go to the elements behind it, too.
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

    /// As a person would say it, for instance `OFF[3]`.
    pub fn label(&self) -> String {
        match self {
            Entry::Element { name, index } | Entry::Cell { name, index } => format!("{name}[{index}]"),
            Entry::All(Contents::Variable(name) | Contents::Surface(name)) => name.clone(),
            Entry::Mask => "mask".to_owned(),
        }
    }
}
