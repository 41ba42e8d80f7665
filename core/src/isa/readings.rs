//! The declaration of readings.

/// Declares readings as constants: `NAME: name, question, [choice: effect], statements [page, heading: statement],
/// practices [group: practice, source], because reason for the default;`. `ALL` lists them. The example of a reading is the file with its name in
/// the folder `readings`, next to the file with the list.
macro_rules! declare_readings {
    ($($constant:ident: $name:literal, $question:literal, [$($choice:literal: $prose:literal,)*],
        statements [$($page:literal, $heading:literal: $says:literal,)*],
        practices [$($group:ident: $does:literal, $source:literal,)*],
        because $because:literal;)*) => {
        $(
            #[doc = $question]
            pub const $constant: $crate::spec::Reading = $crate::spec::Reading {
                name: $name,
                question: $question,
                choices: &[$($crate::spec::Choice { name: $choice, prose: $prose }),*],
                statements: &[$($crate::spec::Statement {
                    source: $crate::base::Clause { page: $page, heading: $heading },
                    says: $says,
                }),*],
                practices: &[$($crate::spec::Practice {
                    group: $crate::spec::ProductGroup::$group,
                    does: $does,
                    source: $source,
                }),*],
                because: $because,
                example: include_str!(concat!("readings/", $name, ".lane")),
            };
        )*

        /// Every reading declared in this file.
        pub const ALL: &[&$crate::spec::Reading] = &[$(&$constant),*];
    };
}
pub(super) use declare_readings;
