//! The moments on the stage: of the active side, and of the other one while base text and variant are compared.

use super::StageSide;
use crate::state::variants::{BASE, Compared, StepComparison, compared};
use crate::state::{Action, ByIdentity, DocumentAction, Model, Pair, PlaybackAction, StagedRun};
use lanescope_core::session::compare::narrate_beside;
use lanescope_core::session::run::{Place, narrate};
use lanescope_core::view::moment::{Moment, RunSummary};
use std::rc::Rc;
use yew::prelude::*;

/// Computes the moment at `cursor` once, for all panels. The contents of the `unexpected` places are not as the text expects.
#[hook]
pub fn use_moment(
    staged: Option<&StagedRun>,
    cursor: u32,
    unexpected: Vec<Place>,
) -> Option<ByIdentity<Moment>> {
    let staged = staged.cloned();
    let summary = use_memo(staged.clone(), |staged| {
        staged.as_ref().map(|staged| Rc::new(RunSummary::new(&staged.run)))
    });
    let moment = use_memo((staged, cursor, unexpected), |(staged, cursor, unexpected)| {
        let moment =
            Moment::new(&staged.as_ref()?.run.0, &staged.as_ref()?.text, *cursor, (*summary).clone()?);
        Some(ByIdentity::new(moment.with_unexpected(unexpected.clone().into())))
    });
    (*moment).clone()
}

/// Runs the base text and the compared variant. Memoized for each session and variant.
#[hook]
pub fn use_compared(model: &Model) -> Option<ByIdentity<Compared>> {
    let is_whole = model.document.pending.is_none() && model.document.session.run.is_some();
    let variant = model.compared_variant().filter(|_| is_whole);
    let compared = use_memo((model.document.session.clone(), variant), |(session, variant)| {
        variant.as_ref().map(|variant| ByIdentity::new(compared(session, variant)))
    });
    (*compared).clone()
}

/// The inactive side on the stage, at the step that corresponds to the active side's.
pub struct OtherSide {
    /// Its moment, compared with that of the active side.
    pub moment: ByIdentity<Moment>,
    /// The moment of the active side, compared with this one.
    pub here: ByIdentity<Moment>,
    /// The heading of its stage.
    pub side: StageSide,
    /// Whether this side is the base text, which is the upper row.
    pub is_above: bool,
    /// Makes this side active before it emits the action.
    pub dispatch: Callback<Action>,
}

/// Returns the inactive side, if both sides are on the stage.
#[hook]
pub fn use_other_side(
    compared: Option<&ByIdentity<Compared>>,
    model: &Model,
    here: Option<&ByIdentity<Moment>>,
    dispatch: &Callback<Action>,
) -> Option<OtherSide> {
    let compared = compared.filter(|_| model.document.pair.is_some());
    let in_step = compared.and_then(|it| it.in_step(model.playback.cursor));
    let staged = compared.and_then(|it| it.other.as_ref());
    let cursor = in_step.as_ref().map_or(0, |it| it.cursor);
    let moment = use_moment(staged, cursor, Vec::new());
    let both = use_memo((here.cloned(), moment), |(here, there)| {
        let (here, there) = (here.as_ref()?, there.as_ref()?);
        Some((ByIdentity::new(here.next_to(&there.0)), ByIdentity::new(there.next_to(&here.0))))
    });
    // The callbacks stay equal from step to step, so that unchanged parts do not render again.
    let other = use_mut_ref(|| None);
    *other.borrow_mut() = compared.map(|it| {
        let variant = Rc::clone(&it.variant);
        (Pair { variant, is_active: !it.is_variant_active }, cursor)
    });
    let take = use_callback(dispatch.clone(), move |(), dispatch| {
        let other = other.borrow().clone();
        if let Some((pair, cursor)) = other {
            dispatch.emit(DocumentAction::Pair(Some(pair)).into());
            dispatch.emit(PlaybackAction::Seek(cursor).into());
        }
    });
    let ontake = use_callback(take.clone(), |_: MouseEvent, take| take.emit(()));
    let dispatch = use_callback((take, dispatch.clone()), |action: Action, (take, dispatch)| {
        take.emit(());
        dispatch.emit(action);
    });
    let ((here, moment), compared, result) = ((*both).clone()?, compared?, in_step?.result);
    let [active, inactive] = [&here, &moment].map(|it| Some((it.scenario(), it.frame.last.as_ref()?)));
    let sentence = inactive.map(|inactive| match active {
        Some(active) if result == StepComparison::Differs => narrate_beside(active, inactive),
        _ => narrate(inactive.0, inactive.1),
    });
    let name =
        if compared.is_variant_active { AttrValue::from(BASE) } else { Rc::clone(&compared.variant).into() };
    let comparison =
        Some((result, AttrValue::from(sentence.unwrap_or_else(|| "start of the run".to_owned()))));
    let side = StageSide { name, comparison, ontake };
    Some(OtherSide { moment, here, side, is_above: compared.is_variant_active, dispatch })
}
