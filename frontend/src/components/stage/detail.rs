//! The details of the selection, with buttons for related steps, and the reasons for refused values.

use super::order_menu::all_orders_button;
use super::queue::{Queue, queue_html, use_queue};
use crate::components::controls::program::{on_click, use_dispatch};
use crate::components::controls::ticks::ticks;
use crate::effects::dom::{document, find, focus};
use crate::effects::focus::use_opener;
use crate::state::detail::{
    CellDetail, ElementDetail, LaneDetail, MatterDetail, cell_detail, element_detail, lane_detail,
};
use crate::state::inquiries::KnownOutcomes;
use crate::state::outcomes::{matter_class, matter_sentence, matter_word};
use crate::state::surface::SurfaceOptions;
use crate::state::writers::{Writer, Writers};
use crate::state::{
    Action, ByIdentity, ChromeAction, DocumentAction, Entry, PlaybackAction, Rejected, Selection,
};
use lanescope_core::session::run::Breakpoint;
use lanescope_core::view::Formats;
use lanescope_core::view::moment::Moment;
use lanescope_core::view::place::StagePlace;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct DetailsProps {
    pub moment: Option<ByIdentity<Moment>>,
    pub selection: Option<Selection>,
    pub formats: Formats,
    pub breakpoints: Rc<Vec<Breakpoint>>,
    /// The results over all orders, as far as known.
    pub known: Option<ByIdentity<KnownOutcomes>>,
    /// Input for cells that was refused.
    pub rejected: Rc<Vec<Rejected>>,
}

/// The reasons for refused values, and the box about the selection. It is beside the picture, never over it (page.css).
#[component]
pub fn Details(props: &DetailsProps) -> Html {
    let dispatch = use_dispatch();
    let queue = use_queue(props.moment.as_ref().map_or(0, |moment| moment.instruction));
    let refusals: Vec<Html> = refusals(props, &dispatch).collect();
    let about = props.moment.as_ref().zip(props.selection);
    let about =
        about.and_then(|(moment, selection)| selection_box(props, moment, selection, &queue, &dispatch));
    if refusals.is_empty() && about.is_none() {
        return html! {};
    }
    html! {
        <section
            class="details"
            aria-label="Details"
            onpointerdown={&queue.onpointerdown}
        >
            { for refusals }
            { for about }
        </section>
    }
}

/// Returns the box about the selection. `None` if the selection is a row or machine code, or no longer exists.
fn selection_box(
    props: &DetailsProps,
    moment: &Moment,
    selection: Selection,
    queue: &Queue,
    dispatch: &Callback<Action>,
) -> Option<Html> {
    let shown = SurfaceOptions {
        formats: &props.formats,
        breakpoints: &props.breakpoints,
        known: props.known.as_deref(),
        ..SurfaceOptions::default()
    };
    match selection {
        Selection::Lane(lane) => lane_detail(moment, lane).map(|detail| lane_box(&detail, dispatch)),
        Selection::Cell { surface, element } => {
            cell_detail(moment, surface, element, shown).map(|detail| cell_box(queue, &detail, dispatch))
        }
        Selection::Element { variable, element } => {
            element_detail(moment, variable, element, props.formats.all)
                .map(|detail| element_box(&detail, dispatch))
        }
        Selection::Row(_) | Selection::Bits { .. } => None,
    }
}

/// Returns the reason for each refused value. The fields of the mask and of a filling show their reasons themselves.
fn refusals(props: &DetailsProps, dispatch: &Callback<Action>) -> impl Iterator<Item = Html> {
    props.rejected.iter().filter_map(|rejected| match rejected.entry.as_ref()? {
        entry @ (Entry::Cell { .. } | Entry::Element { .. }) => {
            Some(refusal(rejected, entry, props.moment.as_deref(), dispatch))
        }
        Entry::All(_) | Entry::Mask => None,
    })
}

/// Returns the place of a cell of a surface.
fn place_on_stage(entry: &Entry, moment: &Moment) -> Option<StagePlace> {
    let Entry::Cell { name, index } = entry else { return None };
    let surface = moment.scenario().layout.surface_index(name)?;
    Some(StagePlace::Cell { surface, element: *index })
}

/// Returns the reason for a refused value, with a button that grows the surface if this helps. The button returns the focus to the
/// refused cell.
fn refusal(
    Rejected { reason, room, .. }: &Rejected,
    entry: &Entry,
    moment: Option<&Moment>,
    dispatch: &Callback<Action>,
) -> Html {
    let onclick = {
        let (entry, place) = (entry.clone(), moment.and_then(|moment| place_on_stage(entry, moment)));
        dispatch.reform(move |_: MouseEvent| {
            let cell = place.and_then(|place| document().get_element_by_id(&place.id(false)));
            cell.and_then(|cell| find(&cell, ".cell-button")).iter().for_each(focus);
            DocumentAction::Grow(entry.clone()).into()
        })
    };
    html! {
        <p key={entry.label()} class="refusal" role="alert">
            <b>{ entry.label() }</b>{ ": " }{ ticks(reason) }
            if let Some(count) = room {
                { " " }
                <button type="button" {onclick}>{ format!("Grow to {count} elements") }</button>
            }
        </p>
    }
}

#[derive(Properties, PartialEq)]
struct DetailBoxProps {
    /// A further class of the box.
    #[prop_or_default]
    class: Option<&'static str>,
    /// Name of the selected item.
    title: AttrValue,
    /// Content to the right of the title.
    #[prop_or_default]
    after_title: Html,
    /// Content below the title.
    children: Html,
}

/// A box about the selection. Closing it returns the focus to where it was when the box opened, so another selection needs another
/// key.
#[component]
fn DetailBox(props: &DetailBoxProps) -> Html {
    let dispatch = use_dispatch();
    let inside = use_node_ref();
    let return_focus = use_opener(&inside);
    let close = Callback::from(move |()| {
        return_focus.emit(());
        dispatch.emit(ChromeAction::Select(None).into());
    });
    let onclick = close.reform(|_: MouseEvent| ());
    let onkeydown = Callback::from(move |event: KeyboardEvent| {
        if event.key() == "Escape" {
            event.prevent_default();
            close.emit(());
        }
    });
    html! {
        <div ref={inside} class={classes!("cell-detail", props.class)} role="group" aria-label={props.title.clone()} {onkeydown}>
            <p class="detail-row">
                <b>{ &props.title }</b>
                { props.after_title.clone() }
                <button type="button" class="quiet" aria-label="close" title="Close (Esc)" {onclick}>{ "×" }</button>
            </p>
            { props.children.clone() }
        </div>
    }
}

/// Returns the start value and the current value, for the title line of a box.
fn values_html(initial: &str, now: &str) -> Html {
    html! {
        <>
            <span>{ "at the start " }<code>{ initial }</code></span>
            <span>{ "now " }<code>{ now }</code></span>
        </>
    }
}

/// Returns a row of a box: a label and buttons for the steps, or the text `none` for an empty list.
fn steps_row(word: &str, none: &str, steps: &Writers, dispatch: &Callback<Action>) -> Html {
    let Writers { steps, more } = steps;
    let step = |step: &Writer| {
        let cursor = step.cursor;
        let onclick = on_click(dispatch, PlaybackAction::Seek(cursor));
        let who = step.lane.map_or_else(|| "step".to_owned(), |lane| format!("lane {lane}, step"));
        html! {
            <li key={cursor}>
                <button type="button" class={(!step.past).then_some("to-come")} {onclick}>
                    { format!("{who} {cursor}") }
                </button>
            </li>
        }
    };
    html! {
        <div class="detail-row">
            if steps.is_empty() {
                <span class="hint">{ none }</span>
            } else {
                <span class="detail-word">{ word }</span>
                <ul class="writers">{ for steps.iter().map(step) }</ul>
                if *more > 0 {
                    <span class="hint">{ format!("and in {more} other steps") }</span>
                }
            }
        </div>
    }
}

/// Returns the box about a lane.
fn lane_box(detail: &LaneDetail, dispatch: &Callback<Action>) -> Html {
    let row = |word: &str, none: &str, steps: &Writers| steps_row(word, none, steps, dispatch);
    html! {
        <DetailBox key={detail.lane} class="lane-detail" title={detail.title.clone()}>
            if let Some(outside) = &detail.outside {
                <p class="detail-row"><span class="detail-word">{ "Out of bounds" }</span><code>{ outside }</code></p>
                { row("Out of bounds in", "", &detail.went_outside) }
            }
            if detail.outside.is_none() || !detail.went.steps.is_empty() {
                { row("Accesses memory", "It does not access memory.", &detail.went) }
            }
            { row("Writes", "It writes nothing.", &detail.wrote) }
            if !detail.dropped.steps.is_empty() {
                { row("Write dropped", "", &detail.dropped) }
            }
        </DetailBox>
    }
}

/// Returns the box about an element of a variable.
fn element_box(detail: &ElementDetail, dispatch: &Callback<Action>) -> Html {
    html! {
        <DetailBox
            key={detail.title.clone()}
            title={detail.title.clone()}
            after_title={values_html(&detail.initial, &detail.now)}
        >
            { steps_row("Written by", "Never written.", &detail.writers, dispatch) }
        </DetailBox>
    }
}

/// Returns the effect of the lane order on a cell, in words.
fn matter_html(matter: &MatterDetail) -> Html {
    html! {
        <div class="detail-row">
            <span class={classes!("matter", matter_class(matter.kind))}>{ matter_word(matter.kind) }</span>
            <code>{ &matter.instruction }</code>
            <span>{ matter_sentence(matter.kind) }</span>
            if let Some(story) = &matter.story {
                <span class="matter-story">{ story }</span>
            }
        </div>
    }
}

/// Returns the box about an element of a surface.
fn cell_box(queue: &Queue, detail: &CellDetail, dispatch: &Callback<Action>) -> Html {
    let stop = on_click(dispatch, PlaybackAction::Breakpoint(detail.breakpoint.clone()));
    let after_title = html! {
        <>
            { values_html(&detail.initial, &detail.now) }
            if let Some(rule) = &detail.rule {
                <span>{ "by " }<code>{ rule }</code></span>
            }
            <button type="button" class="stop-switch" aria-pressed={detail.stops.to_string()} onclick={stop}>
                { "Stop when written" }
            </button>
        </>
    };
    html! {
        <DetailBox key={detail.title.clone()} title={detail.title.clone()} {after_title}>
            if !detail.queue.is_empty() {
                <div class="detail-row">
                    { queue_html(queue, detail) }
                    { all_orders_button(dispatch) }
                </div>
            }
            if !detail.ruler.is_empty() {
                <div class="detail-row">{ &detail.ruler }</div>
            }
            // In a fragment, so that the queue keeps its elements, and the focus, when they appear.
            <>{ for detail.matters.iter().map(matter_html) }</>
            { steps_row("Written by", "Never written.", &detail.writers, dispatch) }
        </DetailBox>
    }
}
