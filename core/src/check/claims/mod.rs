//! Claims, `.expect` and `.limit`, and questions to the reader, `.ask` and `.hint`.

mod ask;
mod claim;
mod claim_context;
mod limit;
mod question;
mod resolver;

pub use claim::{Claim, ClaimKind, ClaimedContents, ClaimedElement, ClaimedEnd};
pub(in crate::check) use claim_context::ClaimContext;
pub(crate) use claim_context::MAX_ELEMENTS;
pub use claim_context::claimed_end;
pub use limit::LimitTarget;
pub use question::{QuestionContent, ReaderQuestion};
pub(in crate::check) use resolver::ClaimResolver;
pub(crate) use resolver::{MAX_POSSIBLE, MAX_QUESTIONS};

use crate::base::Rule;

/// Returns every rule that the claims cite.
pub(super) fn rules() -> Vec<&'static Rule> {
    [ask::RULES, claim_context::RULES, limit::RULES, resolver::RULES].concat()
}
