//! What an invariant can make of all elements of a surface, a variable or a predicate.

/// What is made of all elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// They are added up.
    Sum,
    /// The lowest of them.
    Lowest,
    /// The highest of them.
    Highest,
}

/// A word of invariants that is called.
#[derive(Clone, Copy, Debug)]
pub struct FoldRow {
    /// The word.
    pub name: &'static str,
    /// What it makes.
    pub fold: Fold,
    /// What it gives, one sentence.
    pub prose: &'static str,
    /// An expression with it.
    pub example: &'static str,
}

/// The table. The words are no names of the notation elsewhere, where a text may call a variable so.
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

/// The row of a word.
pub fn fold(word: &str) -> Option<&'static FoldRow> {
    FOLDS.iter().find(|row| row.name == word)
}
