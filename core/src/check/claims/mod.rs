//! Claims, `.expect` and `.limit`, and questions to the reader, `.ask` and `.hint`.

mod ask;
mod asked;
mod expected;
mod limit;
mod reader;

pub(crate) use ask::MAX_ASKS;
pub use asked::{Ask, Asked};
pub use expected::{Expected, ExpectedClaim, ExpectedContents, ExpectedElement, ExpectedEnd};
pub use limit::LimitedCount;
pub(in crate::check) use reader::ClaimReader;
pub use reader::claimed_end;
pub(crate) use reader::{MAX_ELEMENTS, MAX_POSSIBLE};

use crate::base::Rule;

/// Returns every rule that the claims cite.
pub(super) fn rules() -> Vec<&'static Rule> {
    [ask::RULES, limit::RULES, reader::RULES].concat()
}
