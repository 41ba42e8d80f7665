//! The moment on the stage, computed once for all panels.

use crate::state::moment::{Moment, RunSummary};
use crate::state::{ByIdentity, StagedRun};
use lanescope_core::session::run::Place;
use std::rc::Rc;
use yew::prelude::*;

/// Computes the moment at `cursor` once, for all panels. The contents of the `unexpected` places are not as the text expects.
#[hook]
pub fn use_moment(
    good: Option<&StagedRun>,
    cursor: u32,
    unexpected: Vec<Place>,
) -> Option<ByIdentity<Moment>> {
    let good = good.cloned();
    let summary =
        use_memo(good.clone(), |good| good.as_ref().map(|good| Rc::new(RunSummary::new(&good.run))));
    let moment = use_memo((good, cursor, unexpected), |(good, cursor, unexpected)| {
        let moment = Moment::new(&good.as_ref()?.run.0, &good.as_ref()?.text, *cursor, (*summary).clone()?);
        Some(ByIdentity::new(moment.with_unexpected(unexpected.clone().into())))
    });
    (*moment).clone()
}
