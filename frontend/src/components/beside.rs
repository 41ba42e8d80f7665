//! The two sides of a comparison, base text and variant: their rows on the stage, and the tab "Compare".

use super::moment::use_moment;
use super::page::Page;
use super::pinned_panel::PinnedPanel;
use super::program::Program;
use super::segmented::Segmented;
use super::stage::{Stage, StageSide};
use super::sweep_panel::SweepPanel;
use super::variants_panel::VariantsPanel;
use crate::state::inquiries::Topic;
use crate::state::moment::Moment;
use crate::state::variants::{BASE, Compared, compared};
use crate::state::{Action, ByIdentity, DocumentAction, Model, Pair, PlaybackAction};
use lanescope_core::session::run::narrate;
use std::rc::Rc;
use yew::prelude::*;

/// Runs the base text and the compared variant. Memoized for each session and variant.
#[hook]
pub(super) fn use_compared(model: &Model) -> Option<ByIdentity<Compared>> {
    let is_whole = model.document.pending.is_none() && model.document.session.run.is_some();
    let variant = model.compared_variant().filter(|_| is_whole);
    let compared = use_memo((model.document.session.clone(), variant), |(session, variant)| {
        variant.as_ref().map(|variant| ByIdentity::new(compared(session, variant)))
    });
    (*compared).clone()
}

/// The inactive side on the stage, at the step that corresponds to the active side's.
pub(super) struct OtherSide {
    /// Its moment, compared with that of the active side.
    moment: ByIdentity<Moment>,
    /// The moment of the active side, compared with this one.
    here: ByIdentity<Moment>,
    side: StageSide,
    /// Whether this side is the base text, which is the upper row.
    is_above: bool,
    /// Makes this side active before it emits the action.
    dispatch: Callback<Action>,
}

/// Returns the inactive side, if both sides are on the stage.
#[hook]
pub(super) fn use_beside(
    compared: Option<&ByIdentity<Compared>>,
    model: &Model,
    here: Option<&ByIdentity<Moment>>,
    dispatch: &Callback<Action>,
) -> Option<OtherSide> {
    let compared = compared.filter(|_| model.document.pair.is_some());
    let in_step = compared.and_then(|it| it.in_step(model.playback.cursor));
    let good = compared.and_then(|it| it.other.as_ref());
    let cursor = in_step.as_ref().map_or(0, |it| it.cursor);
    let moment = use_moment(good, cursor, Vec::new());
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
        if let Some((beside, cursor)) = other {
            dispatch.emit(DocumentAction::Pair(Some(beside)).into());
            dispatch.emit(PlaybackAction::Seek(cursor).into());
        }
    });
    let ontake = use_callback(take.clone(), |_: MouseEvent, take| take.emit(()));
    let dispatch = use_callback((take, dispatch.clone()), |action: Action, (take, dispatch)| {
        take.emit(());
        dispatch.emit(action);
    });
    let ((here, moment), compared, word) = ((*both).clone()?, compared?, in_step?.word);
    let sentence = moment.frame.last.as_ref().map(|step| narrate(moment.scenario(), step));
    let name =
        if compared.is_variant_active { AttrValue::from(BASE) } else { Rc::clone(&compared.variant).into() };
    let beside = Some((word, AttrValue::from(sentence.unwrap_or_else(|| "start of the run".to_owned()))));
    let side = StageSide { name, beside, ontake };
    Some(OtherSide { moment, here, side, is_above: compared.is_variant_active, dispatch })
}

impl OtherSide {
    /// Returns both rows, with the base text above the variant. The order does not depend on the active side.
    pub fn rows(&self, page: &Page, at_hand: Html) -> Vec<Html> {
        if self.is_above { vec![self.row(page), at_hand] } else { vec![at_hand, self.row(page)] }
    }

    /// Returns the moment of the active side, compared with this one.
    pub fn here(&self) -> &ByIdentity<Moment> {
        &self.here
    }

    /// Returns the row of the inactive side. Clicking it makes it active.
    fn row(&self, page: &Page) -> Html {
        let model = &page.model;
        let stage = html! {
            <Stage
                moment={self.moment.clone()}
                run={model.document.runs}
                formats={model.settings.formats.clone()}
                selection={model.chrome.selection}
                surface_page={model.chrome.surface_page}
                memory_part={model.chrome.memory_part}
                breakpoints={Rc::default()}
                rejected={Rc::default()}
                pace_ms={model.pace_ms()}
                expected_px={page.stage_px}
                is_free={!page.can_scroll()}
                embed_size={page.embed_size()}
                side={self.side.clone()}
            />
        };
        row(!self.is_above, page.program.with_dispatch(self.dispatch.clone()), stage)
    }
}

/// Returns a row of the stage, of the variant or of the base text. It keeps its elements, and so the focus, when the other side
/// becomes active.
pub(super) fn row(is_variant: bool, program: Program, stage: Html) -> Html {
    let key = if is_variant { "variant" } else { BASE };
    html! { <ContextProvider<Program> {key} context={program}>{ stage }</ContextProvider<Program>> }
}

/// The parts of the tab "Compare", each with its tooltip.
const COMPARED: &[(&str, &str)] = &[
    ("Variant", "Compare the base with a variant: steps, costs, final values and all orders"),
    ("Pinned step", "Compare this step with another one of the run"),
    ("Sweep", "Run with many values of an element, alone or compared with a variant"),
];

/// Returns the panel of the tab: the comparison with a variant or a pinned step, or the sweep. `part` is the index of the open
/// part.
pub(super) fn comparing(page: &Page, part: &UseStateHandle<usize>) -> Html {
    let model = &page.model;
    let onpart = Callback::from(part.setter());
    let all = &model.inquiries;
    html! {
        <>
            <Segmented label="Kind of comparison" choices={COMPARED} chosen={**part} onchange={onpart.clone()} />
            { match **part {
                0 => html! { <VariantsPanel
                    session={model.document.session.clone()}
                    compared={page.compared.clone()}
                    known={model.pair_outcomes().cloned()}
                    state={all.of(Topic::Variants).clone()}
                    is_on_stage={model.document.pair.is_some()}
                    cursor={model.playback.cursor}
                /> },
                1 => html! { <PinnedPanel
                    run={model.run().filter(|_| !model.is_stale()).cloned()}
                    pinned={model.playback.pinned}
                    cursor={model.playback.cursor}
                    format={model.settings.formats.all}
                /> },
                _ => html! { <SweepPanel
                    session={model.document.session.clone()}
                    swept={model.swept().cloned()}
                    state={all.of(Topic::Sweep).clone()}
                    onruns={onpart.reform(|()| 0)}
                /> },
            } }
        </>
    }
}
