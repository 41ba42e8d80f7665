//! The codes of diagnostics, as `.expect error CODE` names them.

use crate::base::Rule;
use crate::session::text::rules;

/// Returns the rule of every code, in alphabetical order.
pub fn codes() -> Vec<&'static Rule> {
    let mut all = rules();
    all.sort_by_key(|rule| rule.code);
    all
}
