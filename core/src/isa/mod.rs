//! The instruction sets: rows of data and notation texts, and the roll call that lists the sets.

pub mod sass;
mod side_by_side;
pub mod visa;

use crate::base::Rule;
use crate::spec::RollCall;
pub use side_by_side::SIDE_BY_SIDE;

/// Returns every instruction set that Lanescope knows.
pub fn roll_call() -> RollCall {
    RollCall::new(visa::set(), [sass::set()])
}

/// Returns every rule that rows and instruction sets cite.
pub fn rules() -> Vec<&'static Rule> {
    [visa::all_rules(), sass::all_rules()].concat()
}

/// The diagnostic codes of each instruction set that are not always errors. Each code has its severities, in the words
/// of `.expect`.
pub(crate) const NOT_ERRORS: [&[(&str, &[&str])]; 2] = [visa::NOT_ERRORS, sass::NOT_ERRORS];

/// Declares readings as constants: `NAME: name, question, [choice: effect], texts [page, heading: statement], known
/// [reader: practice, source], default why;`. `ALL` lists them. The example of a reading is the file with its name in
/// the folder `readings`, next to the file with the list.
macro_rules! readings {
    ($($constant:ident: $name:literal, $question:literal, [$($choice:literal: $prose:literal,)*],
        texts [$($page:literal, $heading:literal: $says:literal,)*],
        known [$($reader:ident: $does:literal, $source:literal,)*],
        default $because:literal;)*) => {
        $(
            #[doc = $question]
            pub const $constant: $crate::spec::Reading = $crate::spec::Reading {
                name: $name,
                question: $question,
                choices: &[$($crate::spec::Choice { name: $choice, prose: $prose }),*],
                texts: &[$($crate::spec::Saying {
                    source: $crate::base::Clause { page: $page, heading: $heading },
                    says: $says,
                }),*],
                practices: &[$($crate::spec::Practice {
                    reader: $crate::spec::Reader::$reader,
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
use readings;
