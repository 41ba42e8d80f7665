//! Claims, `.expect` and `.limit`, and questions to the reader, `.ask` and `.hint`.

mod ask;
mod asked;
mod end_resolver;
mod expected;
mod limit;
mod resolver;

pub(crate) use ask::MAX_ASKS;
pub use asked::{Ask, Asked};
pub(in crate::check) use end_resolver::EndResolver;
pub(crate) use end_resolver::MAX_ELEMENTS;
pub use end_resolver::claimed_end;
pub use expected::{Expected, ExpectedClaim, ExpectedContents, ExpectedElement, ExpectedEnd};
pub use limit::LimitedCount;
pub(in crate::check) use resolver::ClaimResolver;
pub(crate) use resolver::MAX_POSSIBLE;

use crate::base::Rule;

/// Returns every rule that the claims cite.
pub(super) fn rules() -> Vec<&'static Rule> {
    [ask::RULES, end_resolver::RULES, limit::RULES, resolver::RULES].concat()
}
