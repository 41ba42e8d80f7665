//! The instruction sets: rows of data and notation texts, and the roll call that joins them.

pub mod sass;
pub mod visa;

use crate::base::Rule;
use crate::spec::RollCall;

/// Every instruction set that Lanescope knows.
pub fn roll_call() -> RollCall {
    RollCall::new(visa::set(), [sass::set()])
}

/// Every rule that rows and instruction sets cite.
pub fn rules() -> Vec<&'static Rule> {
    [visa::RULES.to_vec(), sass::all_rules()].concat()
}

/// Declares readings as constants: `NAME: name, question, [choice: what follows, ...], evidence, page, heading;`. `ALL`
/// lists them.
macro_rules! readings {
    ($($constant:ident: $name:literal, $question:literal, [$($choice:literal: $prose:literal,)*],
        $evidence:literal, $page:literal, $heading:literal;)*) => {
        $(
            #[doc = $question]
            pub const $constant: $crate::spec::Reading = $crate::spec::Reading {
                name: $name,
                question: $question,
                choices: &[$($crate::spec::Choice { name: $choice, prose: $prose }),*],
                evidence: $evidence,
                source: $crate::base::Clause { page: $page, heading: $heading },
            };
        )*

        /// Every reading that is declared here.
        pub const ALL: &[&$crate::spec::Reading] = &[$(&$constant),*];
    };
}
use readings;
