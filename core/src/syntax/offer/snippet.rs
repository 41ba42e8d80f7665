//! Snippets: lines with places to fill in.

use super::super::ast::Rank;
use super::item::CompletionItem;
use crate::base::{ScalarType, Span, SurfaceKind, TEXEL_FORMATS};

/// A text with places to fill in, in order. Each place holds a default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snippet {
    pub text: String,
    pub stops: Vec<Span>,
}

impl Snippet {
    /// Appends fixed text.
    pub fn fixed(&mut self, text: &str) {
        self.text += text;
    }

    /// Appends a place to fill in.
    pub fn stop(&mut self, text: &str) {
        let start = self.text.len();
        self.text += text;
        self.stops.push(Span::new(start, self.text.len()));
    }

    /// Returns an item with the snippet before its text.
    pub fn prepended_to(self, item: CompletionItem) -> CompletionItem {
        CompletionItem { insert: self.text + &item.insert, stops: self.stops, ..item }
    }

    /// Returns an item with the snippet after its text.
    pub fn appended_to(self, item: CompletionItem) -> CompletionItem {
        let shift = item.insert.len() as u32; // a line of a snippet is short
        let moved = |stop: Span| Span { start: stop.start + shift, end: stop.end + shift };
        CompletionItem {
            insert: item.insert + &self.text,
            stops: item.stops.into_iter().chain(self.stops.into_iter().map(moved)).collect(),
            ..item
        }
    }
}

/// A line of an instruction, and the setup lines that it needs to run.
#[derive(Clone, Debug, Default)]
pub struct LineSnippet {
    /// The text before the mnemonic.
    pub lead: Snippet,
    /// The text after the words of the mnemonic.
    pub rest: Snippet,
    /// The lines that declare and fill names of the line that the document lacks.
    pub(crate) setup: Vec<(Rank, String)>,
}

/// The minimum number of dwords in a new buffer.
pub(crate) const LEAST_DWORDS: usize = 16;

/// Returns the `.surface` line of a new surface: a buffer of `dwords` dwords, or 16 texels of the size of `access`. Its
/// elements hold distinct numbers.
pub(crate) fn surface_line(name: &str, kind: SurfaceKind, access: ScalarType, dwords: usize) -> String {
    let shape = if kind.is_raw() {
        format!("ud {dwords}")
    } else {
        let format = TEXEL_FORMATS.iter().find(|(_, ty)| ty.size_bytes() == access.size_bytes());
        let extent = ["16", "4x4", "4x2x2"][kind.dimensions() - 1];
        format!("{} {extent}", format.map_or("R32_UINT", |(name, _)| *name))
    };
    format!(".surface {name} {} {shape} = iota(10, 10)", kind.word())
}
