//! Operands of rows.

/// An operand of a row. `Kind` is its syntax.
#[derive(Clone, Copy, Debug, serde::Serialize)]
pub struct Operand<Kind> {
    /// The manual's name, which is also the name in the notation.
    pub name: &'static str,
    /// The syntax.
    #[serde(rename = "what")]
    pub kind: Kind,
    /// The unit of its elements, if they have one.
    pub unit: Option<&'static str>,
    /// A description in one sentence.
    pub prose: &'static str,
}

impl<Kind: Copy> Operand<Kind> {
    /// Returns the operand with its kind converted.
    pub(super) fn map<To>(&self, to: impl Fn(Kind) -> To) -> Operand<To> {
        Operand { name: self.name, kind: to(self.kind), unit: self.unit, prose: self.prose }
    }
}

/// The direction of an operand's data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Read, and latched before any lane runs.
    In,
    /// Written.
    Out,
}
