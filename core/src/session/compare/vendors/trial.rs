//! The inputs of a comparison.

use crate::base::ScalarType;
use crate::spec::{AtomicOp, Instruction, InstructionSet, OpKind, OpTable};

/// An operation with the modifiers that select a kind.
#[derive(Clone, Copy)]
pub(super) struct Spelling<'a> {
    pub(super) set: &'a InstructionSet,
    pub(super) row: &'a Instruction,
    pub(super) table: &'static OpTable,
    pub(super) op: &'static AtomicOp,
    pub(super) words: &'static str,
}

impl Spelling<'_> {
    /// Returns a mnemonic followed by the operation and its modifiers.
    pub(super) fn name(&self, stem: &str) -> String {
        let dot = if self.words.is_empty() { "" } else { "." };
        format!("{stem}.{}{dot}{}", self.op.text_word(), self.words)
    }
}

/// The numbers that an operation is tried with.
pub(super) struct Probes {
    /// The type in which values are shown.
    pub(super) ty: ScalarType,
    /// The elements in memory, one for each lane within bounds.
    pub(super) memory: &'static str,
    /// The sources of these lanes, in the order of [`OP_SOURCES`].
    pub(super) sources: [&'static str; 2],
}

fn probes(kind: OpKind) -> Probes {
    use ScalarType::{D, F, Hf, Ud};
    let (ty, memory, first, second) = match kind {
        // Memory holds numbers below the bound, at it, above it, and where 32 bits end.
        OpKind::Increment => (Ud, "2 5 9 0xffffffff", "5 5 5 5", "0"),
        OpKind::Decrement | OpKind::DecrementFirst => (Ud, "3 0 5 9", "5 5 5 5", "0"),
        // Memory holds the first source, the second, neither, both.
        OpKind::CompareExchange => (Ud, "5 9 7 5", "5 5 5 5", "9 9 9 5"),
        // Memory and source are equal, not equal, equal with other bits, and not equal with the same bits.
        OpKind::CompareFloat => (F, "1.5 2.5 -0.0 nan", "1.5 1.5 0.0 nan", "9.0 9.0 9.0 9.0"),
        OpKind::Outside => (Ud, "10 20 30", "1 1 1", "0"),
        OpKind::Exchange => (Ud, "5 9", "9 9", "0"),
        OpKind::Add | OpKind::Subtract => (Ud, "5 0xffffffff", "9 2", "0"),
        OpKind::AddFloat => (F, "1.5", "2.5", "0"),
        OpKind::MinUnsigned | OpKind::MaxUnsigned => (Ud, "5 5", "9 0xffffffff", "0"),
        OpKind::MinSigned | OpKind::MaxSigned => (D, "5 5", "9 -1", "0"),
        // The halves are 1 and 2, the zeros, a quiet and a signalling NaN, and subnormal numbers.
        OpKind::MinHalf | OpKind::MaxHalf => {
            (Hf, "0x3c00 0x0000 0x3c00 0x3c00 0x0002", "0x4000 0x8000 0x7e00 0x7d00 0x0001", "0")
        }
        OpKind::And | OpKind::Or | OpKind::Xor => (Ud, "12", "10", "0"),
    };
    Probes { ty, memory, sources: [first, second] }
}

/// The inputs of all sides. [`Trial::scenario`] writes them as a scenario.
pub(super) struct Trial {
    pub(super) kind: OpKind,
    pub(super) probes: Probes,
    /// The number of lanes within bounds.
    pub(super) inside: usize,
    /// The element that each lane accesses. Lane `n` within bounds accesses element `n`, and one more lane the first
    /// element past the end. [`OpKind::Outside`] has another lane, which accesses the element before the first.
    pub(super) elements: Vec<i32>,
}

impl Trial {
    pub(super) fn new(kind: OpKind) -> Self {
        let probes = probes(kind);
        let inside = probes.memory.split(' ').count();
        let mut elements: Vec<i32> = (0..=inside as i32).collect();
        elements.extend((kind == OpKind::Outside).then_some(-1));
        Self { kind, probes, inside, elements }
    }

    /// Returns the values of a source for all lanes. Lanes out of bounds get the value of lane 0.
    pub(super) fn source(&self, at: usize) -> String {
        let column = self.probes.sources[at];
        let first = column.split(' ').next().unwrap_or(column);
        let outside = self.elements.len() - self.inside;
        column.to_owned() + &format!(" {first}").repeat(outside)
    }

    /// Returns the element type of the surfaces. Half floats lie in dwords.
    pub(super) fn memory_type(&self) -> ScalarType {
        if self.probes.ty.size_bytes() < 4 { ScalarType::Ud } else { self.probes.ty }
    }

    /// Returns the lines before the declarations.
    pub(super) fn head(&self, set: &InstructionSet, lanes: u8, name: &str) -> String {
        let (title, mask) = (self.kind.title(), (1u32 << self.elements.len()) - 1);
        let last = if self.elements.len() == self.inside + 1 { "lane is" } else { "two lanes are" };
        format!(
            "// {title}: {name}\n// The last {last} outside the surface.\n.isa {}{}\n.lanes {lanes} active={mask:#b}\n",
            set.key,
            set.settings_in_words()
        )
    }
}
