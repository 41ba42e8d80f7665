//! The errors that end a run before its program ends.

use super::rules;
use crate::base::Rule;
use crate::semantics::TrapReason;

/// An error that ends a run before its program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RunError {
    /// A misaligned access, if the interpretation makes that an error.
    Misaligned,
    /// A lane stopped at a trap.
    Trap(TrapReason),
    /// Lanes wait forever: no remaining lane can change what they read.
    GaveUp,
}

impl RunError {
    /// Every error.
    pub const ALL: [Self; 7] = [
        Self::Misaligned,
        Self::Trap(TrapReason::Outside),
        Self::Trap(TrapReason::Misaligned),
        Self::Trap(TrapReason::HeaderType),
        Self::Trap(TrapReason::TexelSize),
        Self::Trap(TrapReason::NoSurface),
        Self::GaveUp,
    ];

    /// Returns the error with that diagnostic code; `None` if no run ends with it.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|error| error.code() == code)
    }

    /// Returns the code of its diagnostic.
    pub fn code(self) -> &'static str {
        self.rule().code
    }

    /// Returns the rule that its diagnostic cites.
    pub(super) fn rule(self) -> &'static Rule {
        match self {
            Self::Misaligned => &rules::MISALIGNED,
            Self::Trap(TrapReason::Outside) => &rules::TRAP_OUTSIDE,
            Self::Trap(TrapReason::Misaligned) => &rules::TRAP_MISALIGNED,
            Self::Trap(TrapReason::HeaderType) => &rules::TRAP_HEADER,
            Self::Trap(TrapReason::TexelSize) => &rules::TRAP_SIZE,
            Self::Trap(TrapReason::NoSurface) => &rules::TRAP_NO_SURFACE,
            Self::GaveUp => &rules::GAVE_UP,
        }
    }
}
