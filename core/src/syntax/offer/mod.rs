//! The items that completion may offer, and the context of the caret, from which they are derived.

pub(super) mod caret;
pub(super) mod item;
pub(super) mod snippet;
