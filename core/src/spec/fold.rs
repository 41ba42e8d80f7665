//! Folds: functions of invariants over all elements of a surface, a variable or a predicate.

/// A fold over all elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// Their sum.
    Sum,
    /// Their minimum.
    Lowest,
    /// Their maximum.
    Highest,
}

/// A function of invariants.
#[derive(Clone, Copy, Debug)]
pub struct FoldRow {
    /// The name.
    pub name: &'static str,
    /// The fold.
    pub fold: Fold,
    /// A description of the result, in one sentence.
    pub prose: &'static str,
    /// An example expression.
    pub example: &'static str,
}

/// All folds. Outside invariants, the names are not reserved: a text may use them for variables.
pub const FOLDS: &[FoldRow] = &[
    FoldRow {
        name: "sum",
        fold: Fold::Sum,
        prose: "In an invariant: all elements of a surface, variable or predicate added up, in 64 bits.",
        example: "sum(BUF)",
    },
    FoldRow {
        name: "lowest",
        fold: Fold::Lowest,
        prose: "In an invariant: the smallest of all elements.",
        example: "lowest(BUF)",
    },
    FoldRow {
        name: "highest",
        fold: Fold::Highest,
        prose: "In an invariant: the largest of all elements.",
        example: "highest(BUF)",
    },
];

/// Returns the row of a name.
pub fn fold_row(name: &str) -> Option<&'static FoldRow> {
    FOLDS.iter().find(|row| row.name == name)
}
