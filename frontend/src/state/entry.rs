//! The places of the panels where a value can be typed.

use lanescope_core::session::PanelEdit;

/// A place where a value can be typed; what it edits is the value at the start of the run.
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
}

impl Entry {
    /// The edit that puts a value there.
    pub fn edit(&self, typed: &str) -> PanelEdit {
        let value = typed.trim().to_owned();
        match self {
            Entry::Element { name, index } => PanelEdit::Element { name: name.clone(), index: *index, value },
            Entry::Cell { name, index } => PanelEdit::Cell { name: name.clone(), index: *index, value },
        }
    }

    /// As a person would say it, for instance `OFF[3]`.
    pub fn label(&self) -> String {
        let (Entry::Element { name, index } | Entry::Cell { name, index }) = self;
        format!("{name}[{index}]")
    }
}
