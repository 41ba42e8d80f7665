//! Tables of rules that one instruction set words, for code that several sets share.

/// Declares a struct whose fields are rules.
macro_rules! rule_table {
    ($(#[$about:meta])* $table:ident { $($(#[$doc:meta])* $field:ident,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug)]
        pub struct $table {
            $($(#[$doc])* pub $field: Rule,)*
        }

        impl $table {
            /// Uses one rule for all fields, for an instruction set that replaces only some of them.
            pub const fn from_rule(rule: Rule) -> Self {
                Self { $($field: rule),* }
            }

            /// Returns all rules.
            pub fn all(&'static self) -> Vec<&'static Rule> {
                vec![$(&self.$field),*]
            }
        }
    };
}
pub(super) use rule_table;
