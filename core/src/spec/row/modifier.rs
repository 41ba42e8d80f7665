//! The modifiers after a mnemonic: words, each with a value of a list or an operation.

use super::atomic_op::{AtomicOp, OpSupport, OpTable, OpWidth};
use super::reading::ChosenReadings;
use crate::base::{Rule, ScalarType, Span, SurfaceKind, counted};

/// A modifier: a word after the mnemonic.
#[derive(Clone, Copy, Debug)]
pub struct Modifier {
    /// The name in help, in the notation and in machine code.
    pub name: &'static str,
    /// The values that it accepts.
    pub values: ModifierValues,
    /// Whether it may be left out.
    pub is_optional: bool,
    /// Whether it follows the execution size. Such a word has no effect and is accepted with a note.
    pub is_ignored_after_size: bool,
    /// A description in one sentence.
    pub prose: &'static str,
}

/// The values that a modifier accepts.
#[derive(Clone, Copy, Debug)]
pub enum ModifierValues {
    /// One of these.
    Listed(&'static [ModifierValue]),
    /// An operation of a table, or one that the document adds.
    Ops(&'static OpTable),
}

impl ModifierValues {
    /// Returns the listed values; none if the values are operations.
    pub fn listed(&self) -> &'static [ModifierValue] {
        match self {
            ModifierValues::Listed(values) => values,
            ModifierValues::Ops(_) => &[],
        }
    }
}

/// A value of a modifier. Case does not matter in a text.
#[derive(Clone, Copy, Debug)]
pub struct ModifierValue {
    /// The word as written, including inner dots.
    pub text: &'static str,
    /// Its name in the notation's `modifier(NAME, WORD)`.
    pub name: &'static str,
    /// Whether it is the default if no value is written.
    pub is_default: bool,
    /// The rule of the error for a value that exists and does not run, and is not suggested; `None` for one that runs.
    pub refused: Option<&'static Rule>,
    /// A description in one sentence; may be empty if that of the modifier suffices.
    pub prose: &'static str,
    /// Its attributes for a line.
    pub attributes: LineAttributes,
    /// The bits in machine code; `None` if no known source describes them.
    pub code: Option<u64>,
}

/// A word that a line may have for a modifier.
#[derive(Clone, Debug)]
pub struct UsableWord {
    /// The word as written, including inner dots.
    pub text: String,
    /// A description in one sentence; may be empty if that of the modifier suffices.
    pub prose: &'static str,
    /// The operation that it names.
    pub op: Option<&'static AtomicOp>,
}

/// The value of a modifier in a line: the written one, or the default.
#[derive(Clone, Copy, Debug)]
pub struct LineModifier {
    /// The name of the modifier.
    pub name: &'static str,
    /// The value; `None` for an operation that only the document has.
    pub value: Option<ModifierValue>,
    /// The place of the word; `None` for a default that is not written.
    pub span: Option<Span>,
}

/// The attributes that a value gives to a line, beside its name in the notation.
#[derive(Clone, Copy, Debug)]
pub struct LineAttributes {
    /// The operation, even if the document replaces its semantics.
    pub op: Option<&'static AtomicOp>,
    /// The width of the operation's access.
    pub width: Option<OpWidth>,
    /// The access type, unless it depends on the operation.
    pub access: Option<ScalarType>,
    /// The channels, which the notation reads as `ch_mask`. R is bit 0.
    pub channels: Option<u8>,
    /// The number of blocks of a lane, which the notation reads as `num_blocks`.
    pub blocks: Option<u8>,
    /// Whether the result is saturated to the range of the destination.
    pub saturates: bool,
    /// The kind of the surface that the line accesses, unless an operand names it.
    pub surface_kind: Option<SurfaceKind>,
    /// Whether the sign of the values comes from the surface's format.
    pub sign_from_format: bool,
    /// Whether subnormal floats are not flushed.
    pub keeps_subnormals: bool,
    /// The suffix after `_` in the name of the operation's notation text, if a text of that name exists.
    pub op_suffix: Option<&'static str>,
}

impl LineAttributes {
    /// No attribute.
    pub const NONE: Self = Self {
        op: None,
        width: None,
        access: None,
        channels: None,
        blocks: None,
        saturates: false,
        surface_kind: None,
        sign_from_format: false,
        keeps_subnormals: false,
        op_suffix: None,
    };

    /// Returns these attributes, and those of `other` where this value gives none.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            op: self.op.or(other.op),
            width: self.width.or(other.width),
            access: self.access.or(other.access),
            channels: self.channels.or(other.channels),
            blocks: self.blocks.or(other.blocks),
            saturates: self.saturates || other.saturates,
            surface_kind: self.surface_kind.or(other.surface_kind),
            sign_from_format: self.sign_from_format || other.sign_from_format,
            keeps_subnormals: self.keeps_subnormals || other.keeps_subnormals,
            op_suffix: self.op_suffix.or(other.op_suffix),
        }
    }
}

impl Modifier {
    /// Creates a modifier that every line needs.
    pub const fn new(name: &'static str, values: ModifierValues, prose: &'static str) -> Self {
        Self { name, values, is_optional: false, is_ignored_after_size: false, prose }
    }

    /// Creates a modifier that every line needs, with one of these values.
    pub const fn listed(name: &'static str, values: &'static [ModifierValue], prose: &'static str) -> Self {
        Self::new(name, ModifierValues::Listed(values), prose)
    }

    /// Returns the modifier as one that may be left out.
    #[must_use]
    pub const fn optional(self) -> Self {
        Self { is_optional: true, ..self }
    }

    /// Formats the modifier as in a text: `.a .b`. Its name represents a long list of values.
    pub fn usage(&self) -> String {
        match self.values {
            ModifierValues::Listed(values) if values.len() <= MOST_SHOWN => {
                values.iter().map(|value| format!(".{}", value.text)).collect::<Vec<_>>().join(" ")
            }
            _ => format!(".{}", self.name),
        }
    }

    /// Returns the listed values to suggest: those that follow a dot and run.
    pub fn suggested(&self) -> impl Iterator<Item = &'static ModifierValue> + use<> {
        let is_ignored_after_size = self.is_ignored_after_size;
        self.values.listed().iter().filter(move |value| value.refused.is_none() && !is_ignored_after_size)
    }

    /// Returns the words that may follow a dot and run under these readings.
    pub fn usable_words(&self, readings: &ChosenReadings) -> Vec<UsableWord> {
        let of_value = |value: &'static ModifierValue| UsableWord {
            text: value.text.to_owned(),
            prose: value.prose,
            op: None,
        };
        let of_op =
            |op: &'static AtomicOp| UsableWord { text: op.assembler_name(), prose: op.prose, op: Some(op) };
        match self.values {
            ModifierValues::Listed(_) => self.suggested().map(of_value).collect(),
            ModifierValues::Ops(table) => {
                let runs =
                    |op: &&AtomicOp| !matches!((table.op_support)(op, readings), OpSupport::Refused(_));
                table.ops.iter().filter(runs).map(of_op).collect()
            }
        }
    }

    /// Returns the value that is chosen if none is written.
    pub fn default_value(&self) -> Option<&'static ModifierValue> {
        self.values.listed().iter().find(|value| value.is_default)
    }

    /// Returns the value that the first of these words give to the modifier, and their number. A value with inner dots is
    /// several words. The operations that a document adds are not found.
    pub fn leading_value(&self, words: &[&str]) -> Option<(ModifierValue, usize)> {
        match self.values {
            _ if self.is_ignored_after_size => None,
            ModifierValues::Ops(table) => Some((ModifierValue::from_op(table.op(words.first()?)?), 1)),
            ModifierValues::Listed(known) => {
                let longest = known.iter().max_by_key(|known| known.matching(words))?;
                let count = longest.matching(words);
                (count > 0).then_some((*longest, count))
            }
        }
    }
}

/// The maximum number of values that help shows instead of the modifier's name.
const MOST_SHOWN: usize = 9;

impl ModifierValue {
    /// Creates a value that gives a line nothing but its name.
    pub const fn new(text: &'static str, prose: &'static str) -> Self {
        let (attributes, code) = (LineAttributes::NONE, None);
        Self { text, name: text, is_default: false, refused: None, prose, attributes, code }
    }

    /// Returns an operation as a value.
    pub fn from_op(op: &'static AtomicOp) -> Self {
        let text = op.assembler_names.first().copied().unwrap_or(op.name);
        let attributes = LineAttributes { op: Some(op), ..LineAttributes::NONE };
        Self::new(text, op.prose).with_name(op.name).with_code(op.code.into()).with_attributes(attributes)
    }

    /// Returns the value with its bits in machine code.
    #[must_use]
    pub const fn with_code(self, code: u64) -> Self {
        Self { code: Some(code), ..self }
    }

    /// Returns the value with another name in the notation.
    #[must_use]
    pub const fn with_name(self, name: &'static str) -> Self {
        Self { name, ..self }
    }

    /// Returns the value with an access type.
    #[must_use]
    pub const fn with_access(self, access: ScalarType) -> Self {
        self.with_attributes(LineAttributes { access: Some(access), ..self.attributes })
    }

    /// Returns the value with the width of an operation's access.
    #[must_use]
    pub const fn with_width(self, width: OpWidth) -> Self {
        self.with_attributes(LineAttributes { width: Some(width), ..self.attributes })
    }

    /// Returns the value with the kind of the accessed surface.
    #[must_use]
    pub const fn with_surface_kind(self, kind: SurfaceKind) -> Self {
        self.with_attributes(LineAttributes { surface_kind: Some(kind), ..self.attributes })
    }

    /// Returns the value with the attributes that it gives to a line.
    #[must_use]
    pub const fn with_attributes(self, attributes: LineAttributes) -> Self {
        Self { attributes, ..self }
    }

    /// Returns the value as the default if none is written.
    #[must_use]
    pub const fn as_default(self) -> Self {
        Self { is_default: true, ..self }
    }

    /// Describes the meaning of its bits in machine code.
    pub fn code_meaning(&self) -> String {
        self.attributes.access.map_or_else(|| self.text.to_owned(), |ty| counted(ty.size_bytes(), "byte"))
    }

    /// Returns the number of written words that it matches, one for each part between dots; 0 if it does not match.
    fn matching(&self, words: &[&str]) -> usize {
        let parts = self.text.split('.');
        let count = parts.clone().count();
        let fits =
            count <= words.len() && parts.zip(words).all(|(part, word)| part.eq_ignore_ascii_case(word));
        if fits { count } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_keeps_the_attributes_it_has() {
        let value =
            ModifierValue::new("ud", "").with_access(ScalarType::Ud).with_surface_kind(SurfaceKind::Buffer);
        let LineAttributes { access, surface_kind, .. } = value.attributes;
        assert_eq!((access, surface_kind), (Some(ScalarType::Ud), Some(SurfaceKind::Buffer)));
    }
}
