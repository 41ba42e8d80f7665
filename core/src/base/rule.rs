//! Rules and where they come from.

use serde::Serialize;

/// Where a rule is written: a page of a manual and the heading on it, or this project's own document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Clause {
    /// The page of a manual.
    pub page: &'static str,
    /// Heading or table on that page.
    pub heading: &'static str,
}

impl Clause {
    /// Stands in rules that hold for many instructions, each of whose pages says so: see [`Clause::of`].
    pub const ITS_PAGE: Self = Self { page: "the instruction's page", heading: "description" };

    /// The clause, or that of the instruction at hand where it stands for [`Clause::ITS_PAGE`].
    #[must_use]
    pub fn of(self, instruction: Clause) -> Self {
        if self == Self::ITS_PAGE { instruction } else { self }
    }
}

impl std::fmt::Display for Clause {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}, {}", self.page, self.heading)
    }
}

/// What sort of trouble a broken rule is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The manual or the text format forbids it.
    Invalid,
    /// The manual says that the outcome is undefined.
    Undefined,
    /// Legal, but Lanescope does not model it.
    Unsupported,
    /// A limit of Lanescope was reached.
    Budget,
    /// Nothing wrong: something worth knowing.
    Note,
}

/// A rule that a diagnostic cites. Each is a constant beside the code that enforces it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Rule {
    /// Stable code, kebab case, unique over the project.
    pub code: &'static str,
    /// What sort of trouble breaking it is.
    pub kind: Kind,
    /// The rule as one sentence of ours.
    pub statement: &'static str,
    /// Where it is written.
    pub source: Clause,
}

impl Rule {
    /// A rule with the page and the heading where it is written.
    pub const fn new(
        code: &'static str,
        kind: Kind,
        statement: &'static str,
        (page, heading): (&'static str, &'static str),
    ) -> Self {
        Self { code, kind, statement, source: Clause { page, heading } }
    }
}

/// Declares rules as constants, a line each: `NAME: code, kind, statement, page, heading;`. `RULES` lists them. Within
/// `TABLE: Type { ... }` they are the fields of a static of that type.
macro_rules! rules {
    ($table:ident: $type:ident {
        $($name:ident: $code:literal, $kind:ident, $statement:literal, $page:expr, $heading:expr;)*
    }) => {
        pub(crate) static $table: $type = $type {
            $($name: $crate::base::Rule::new($code, $crate::base::Kind::$kind, $statement, ($page, $heading))),*
        };
    };
    ($($name:ident: $code:literal, $kind:ident, $statement:literal, $page:expr, $heading:expr;)*) => {
        $(
            pub(crate) const $name: $crate::base::Rule =
                $crate::base::Rule::new($code, $crate::base::Kind::$kind, $statement, ($page, $heading));
        )*

        /// Every rule that is declared here.
        pub(crate) const RULES: &[&$crate::base::Rule] = &[$(&$name),*];
    };
}
pub(crate) use rules;
