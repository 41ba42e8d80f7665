//! Rules and their sources.

use serde::Serialize;

/// The page of this project's manual about the text of a scenario.
/// The placeholder for the page of an instruction.
pub(crate) const ITS_PAGE: &str = "the instruction's page";
/// The placeholder for the heading of that page which its row cites.
pub(crate) const ITS_DESCRIPTION: &str = "description";
pub(crate) const SCENARIO_TEXT: &str = "Lanescope scenario text";

/// The source of a rule: a page of a manual and a heading on it, or this project's own document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Clause {
    /// The page of a manual.
    pub page: &'static str,
    /// The heading or table on that page.
    pub heading: &'static str,
}

impl Clause {
    /// A placeholder in rules that hold for many instructions, each with its own page. [`Clause::of`] replaces it.
    pub const ITS_PAGE: Self = Self { page: ITS_PAGE, heading: ITS_DESCRIPTION };

    /// Returns this clause with the page of an instruction, given by the clause `instruction`, if this clause has a placeholder
    /// for it. The placeholder [`Clause::ITS_PAGE`] is replaced as a whole, with its heading.
    #[must_use]
    pub fn of(self, instruction: Clause) -> Self {
        match self {
            _ if self == Self::ITS_PAGE => instruction,
            Self { page, heading } if page == ITS_PAGE => Self { heading, ..instruction },
            _ => self,
        }
    }
}

impl std::fmt::Display for Clause {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}, {}", self.page, self.heading)
    }
}

/// The category of a broken rule.
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
    /// Nothing is wrong, but the fact is worth knowing.
    Note,
}

/// A rule that a diagnostic cites. Each rule is a constant in the file, or in the folder, of the code that enforces it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Rule {
    /// The stable code: kebab case, unique in the project.
    pub code: &'static str,
    /// The category of a violation.
    pub kind: Kind,
    /// The rule in one sentence, in this project's own words.
    #[serde(rename = "rule")]
    pub statement: &'static str,
    /// The manual page and heading that state the rule.
    #[serde(skip)]
    pub source: Clause,
    /// The severities of its diagnostics, in the words of `.expect`.
    #[serde(skip)]
    pub severities: &'static [&'static str],
}

impl Rule {
    /// Creates a rule whose violation is an error. The last argument is the manual page and the heading that state it.
    pub const fn new(
        code: &'static str,
        kind: Kind,
        statement: &'static str,
        (page, heading): (&'static str, &'static str),
    ) -> Self {
        Self { code, kind, statement, source: Clause { page, heading }, severities: &["error"] }
    }

    /// Returns the rule with the severities of its diagnostics.
    #[must_use]
    pub const fn with_severities(self, severities: &'static [&'static str]) -> Self {
        Self { severities, ..self }
    }
}

/// Declares rules as constants, one per line: `NAME: code, kind, statement, page, heading;`. `RULES` lists them. A rule whose
/// diagnostics are not always errors ends with their severities, `["error", "warning"]`. With `TABLE: Type { ... }`, the rules
/// become the fields of a static of that type.
macro_rules! rules {
    ($table:ident: $type:ident {
        $($name:ident: $code:literal, $kind:ident, $statement:literal, $page:expr, $heading:expr $(, [$($severity:literal),*])?;)*
    }) => {
        pub(crate) static $table: $type = $type {
            $($name: $crate::base::rule::Rule::new($code, $crate::base::rule::Kind::$kind, $statement, ($page, $heading))
                $(.with_severities(&[$($severity),*]))?),*
        };
    };
    ($($name:ident: $code:literal, $kind:ident, $statement:literal, $page:expr, $heading:expr $(, [$($severity:literal),*])?;)*) => {
        $(
            pub(crate) const $name: $crate::base::rule::Rule =
                $crate::base::rule::Rule::new($code, $crate::base::rule::Kind::$kind, $statement, ($page, $heading))
                    $(.with_severities(&[$($severity),*]))?;
        )*

        /// Every rule declared in this module.
        pub(crate) const RULES: &[&$crate::base::rule::Rule] = &[$(&$name),*];
    };
}
pub(crate) use rules;
