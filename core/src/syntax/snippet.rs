//! Snippets: lines with places to fill in.

use super::ast::Rank;
use super::completion_item::CompletionItem;
use crate::base::{ScalarType, Span, SurfaceKind, TEXEL_FORMATS};
use crate::spec::{
    self, AtomicOp, Fit, Fixes, Instruction, Modifier, OpTable, ReadingSet, SettingValues, Word, Words,
};

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

    /// Puts the snippet before the text of an item.
    pub fn before(self, item: CompletionItem) -> CompletionItem {
        CompletionItem { insert: self.text + &item.insert, stops: self.stops, ..item }
    }

    /// Puts the snippet after the text of an item.
    pub fn after(self, item: CompletionItem) -> CompletionItem {
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

/// The minimum number of dwords in a new buffer, and the number of texels in a new typed surface.
pub(crate) const LEAST_DWORDS: usize = 16;

/// Returns the `.surface` line of a new surface: a buffer of `dwords` dwords, or texels of the size of `access`. Its
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

/// The choices of the words after a mnemonic that the operands depend on.
#[derive(Clone, Debug, Default)]
pub struct ModifierChoices {
    pub op: Option<(&'static OpTable, &'static AtomicOp)>,
    /// The words of the other modifiers, by modifier.
    pub words: Vec<(&'static str, Word)>,
}

impl ModifierChoices {
    /// Returns the choices of the words for a row.
    pub fn from_words(row: &Instruction, words: &[&str]) -> Self {
        let mut chosen = Self { op: row.own_op(), ..Self::default() };
        let (mut at, mut modifiers) = (0, row.modifiers.iter());
        while at < words.len() {
            let Some(modifier) = modifiers.next() else { break };
            at += chosen.note(modifier, &words[at..]);
        }
        chosen
    }

    /// Records the choice of the next words. Returns the number of words that belong to the modifier.
    fn note(&mut self, modifier: &Modifier, words: &[&str]) -> usize {
        let Some((word, count)) = modifier.choice(words) else {
            // An unknown word may be an operation that the document adds.
            return usize::from(matches!(modifier.words, Words::Ops(_)) && !modifier.optional);
        };
        match (modifier.words, word.fixes.op) {
            (Words::Ops(table), Some(op)) => self.op = Some((table, op)),
            _ => self.words.push((modifier.name, word)),
        }
        count
    }

    /// Returns the decisions of the words beside the operation.
    pub fn fixes(&self) -> Fixes {
        self.words.iter().fold(Fixes::NOTHING, |all, (_, word)| all.and(word.fixes))
    }

    /// Returns the registers that the words imply for a row, with all required slots filled. Returns `None` if the
    /// words do not go together under the settings, or if the row has no slots.
    pub fn fit(&self, row: &Instruction, settings: &SettingValues) -> Option<Fit> {
        let form = row.slots()?;
        let mut words: Vec<(&str, &str)> = self.words.iter().map(|(name, word)| (*name, word.name)).collect();
        for modifier in row.modifiers {
            if !words.iter().any(|(name, _)| *name == modifier.name) {
                words.extend(modifier.default_word().map(|word| (modifier.name, word.name)));
            }
        }
        let filled: Vec<bool> = form.slots.iter().map(|slot| !slot.optional).collect();
        let line = spec::FitInput {
            words: &words,
            op: self.op.map(|(_, op)| op),
            filled: &filled,
            is_register: &filled,
            settings,
            readings: &ReadingSet::default(),
        };
        (form.fit)(&line).ok()
    }

    /// Returns the access type.
    pub fn access(&self) -> ScalarType {
        match self.op {
            Some((_, op)) => op.access(self.fixes().width.unwrap_or_default()).unwrap_or(op.ty),
            None => self.fixes().access.unwrap_or(ScalarType::Ud),
        }
    }

    /// Returns the types that operands with data of the operation may have.
    pub fn operand_types(&self) -> Vec<ScalarType> {
        let types = self.op.map(|(table, op)| {
            (table.operand_types)(op, self.fixes().width.unwrap_or_default(), &ReadingSet::default()).to_vec()
        });
        types.filter(|types| !types.is_empty()).unwrap_or_else(|| vec![self.access()])
    }
}
