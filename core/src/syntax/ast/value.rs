//! Lists of values, as written.

use crate::base::Span;

/// A list of values, as written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ValueList {
    /// The values and generators.
    pub values: Vec<ValueText>,
    /// The span from the first value to the last. In an empty list, the empty span at the first value.
    pub span: Span,
}

/// A value or a generator of values.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueText {
    /// The kind of value.
    pub kind: ValueKind,
    /// The span.
    pub span: Span,
}

impl ValueList {
    /// Returns whether a value is a float.
    pub fn has_float(&self) -> bool {
        self.values.iter().any(|value| matches!(value.element(), ValueKind::Float(_)))
    }

    /// Returns the number of elements, not counting those of generators.
    pub(crate) fn count(&self) -> usize {
        self.values.iter().map(ValueText::count).fold(0, usize::saturating_add)
    }

    /// Returns the number of elements; `None` if a generator fills the remaining ones, or there are none.
    pub(crate) fn fixed_count(&self) -> Option<usize> {
        let is_fixed = !self.values.iter().any(ValueText::is_generator);
        Some(self.count()).filter(|&count| is_fixed && count > 0)
    }
}

impl ValueText {
    /// Returns whether the value fills the remaining elements.
    pub(crate) fn is_generator(&self) -> bool {
        matches!(self.kind, ValueKind::Iota { .. } | ValueKind::Random(_))
    }

    /// Returns the number of elements; 0 for a generator.
    pub(crate) fn count(&self) -> usize {
        match self.kind {
            ValueKind::Repeat(_, times) => usize::try_from(times).unwrap_or(usize::MAX),
            _ => usize::from(!self.is_generator()),
        }
    }

    /// Returns the kind of the elements: in `[v; n]`, that of `v`.
    pub fn element(&self) -> &ValueKind {
        match &self.kind {
            ValueKind::Repeat(inner, _) => &inner.kind,
            kind => kind,
        }
    }
}

/// The kind of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum ValueKind {
    /// A decimal whole number: a value of the element's type.
    Decimal(i128),
    /// A hex or binary number: always a bit pattern.
    Pattern(u64),
    /// A number with a point or exponent, or `nan`, `inf`, `-inf`.
    Float(f64),
    /// `?`: an undefined value.
    Undefined,
    /// `_`: an ignored element, in expectations only.
    Ignored,
    /// `[v; n]`: a value without brackets and the number of its repetitions.
    Repeat(Box<ValueText>, u64),
    /// `iota(start, step)`: fills the remaining elements.
    Iota {
        /// The first value.
        start: i128,
        /// The difference between successive values.
        step: i128,
    },
    /// `random(seed)`: fills the remaining elements.
    Random(u64),
}

impl ValueKind {
    /// Returns the whole number, if the value is one.
    pub fn integer(&self) -> Option<i128> {
        match self {
            Self::Decimal(number) => Some(*number),
            Self::Pattern(pattern) => Some(i128::from(*pattern)),
            _ => None,
        }
    }
}
