//! Claims, `.expect` and `.limit`, and questions to the reader, `.ask` and `.hint`.

mod ask;
mod asked;
mod end_reader;
mod expected;
mod limit;
mod reader;

pub(crate) use ask::MAX_ASKS;
pub use asked::{Ask, Asked};
pub(in crate::check) use end_reader::EndReader;
pub(crate) use end_reader::MAX_ELEMENTS;
pub use end_reader::claimed_end;
pub use expected::{Expected, ExpectedClaim, ExpectedContents, ExpectedElement, ExpectedEnd};
pub use limit::LimitedCount;
pub(in crate::check) use reader::ClaimReader;
pub(crate) use reader::MAX_POSSIBLE;

use crate::base::Rule;

/// Returns every rule that the claims cite.
pub(super) fn rules() -> Vec<&'static Rule> {
    [ask::RULES, end_reader::RULES, limit::RULES, reader::RULES].concat()
}
