//! The marks above the slider of the timeline.

use super::program::{on_click, use_dispatch};
use crate::effects::width::use_size;
use crate::state::marks::{TimelineMark, timeline_mark};
use crate::state::stops::Stops;
use crate::state::timeline::{MarkGroup, along, mark_groups, stop_marks};
use crate::state::{ByIdentity, PlaybackAction};
use lanescope_core::session::run::Run;
use lanescope_core::trace::MarkKind;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct MarksProps {
    pub run: Option<ByIdentity<Run>>,
    pub stops: Rc<Stops>,
    pub pinned: Option<u32>,
}

/// The size in CSS pixels that is assumed without a browser.
const NOMINAL_PX: (f64, f64) = (1000.0, 16.0);

/// The marks, and lines where instructions begin. A bar goes from the first to the last mark of a group. They are hidden from
/// assistive technology: keyboard users have buttons for the same steps, and the position text contains the title of the mark at the
/// current step.
#[component]
pub fn Marks(props: &MarksProps) -> Html {
    let dispatch = use_dispatch();
    let track = use_node_ref();
    let (track_px, _) = use_size(&track, NOMINAL_PX);
    let groups = use_memo((props.run.clone(), track_px), |(run, track_px)| {
        run.as_ref().map(|run| mark_groups(run.marks(), run.len(), *track_px)).unwrap_or_default()
    });
    let (len, starts) = props.run.as_ref().map_or((0, &[][..]), |run| (run.len(), run.instruction_starts()));
    let percent = |per_mille: u32| format!("{}.{}%", per_mille / 10, per_mille % 10);
    let bound = |start: &u32| {
        let x = percent(along(*start, len));
        html! { <line class="instruction-bound" x1={x.clone()} x2={x} y1="0" y2="100%" /> }
    };
    let mark = |group: &MarkGroup| {
        let cursor = group.cursor;
        let TimelineMark { class, glyph, .. } = timeline_mark(group.kind);
        let onclick = on_click(&dispatch, PlaybackAction::Seek(cursor));
        html! {
            <>
                if group.last_per_mille > group.per_mille {
                    <line {class} x1={percent(group.per_mille)} x2={percent(group.last_per_mille)} y1="50%" y2="50%" />
                }
                <svg {class} x={percent(group.per_mille)} y="50%" overflow="visible" {onclick}>
                    <title>{ &group.title }</title>
                    <path d={glyph} />
                </svg>
            </>
        }
    };
    html! {
        <svg ref={track} class="marks" aria-hidden="true" focusable="false">
            { for starts.iter().skip(1).map(bound) }
            { for stop_marks(&props.stops.steps, len).into_iter().map(|(cursor, per_mille)| {
                let onclick = on_click(&dispatch, PlaybackAction::Seek(cursor));
                html! { <rect class="stop-mark" x={percent(per_mille)} y="8" width="8" height="8" {onclick}><title>{ format!("stop at step {cursor}") }</title></rect> }
            }) }
            if let Some(pinned) = props.pinned {
                <line class="pin-mark" x1={percent(along(pinned, len))} x2={percent(along(pinned, len))} y1="0" y2="100%" />
            }
            { for groups.iter().map(mark) }
        </svg>
    }
}

/// Returns a single mark, as on the timeline.
pub fn mark_html(kind: MarkKind) -> Html {
    let TimelineMark { class, glyph, .. } = timeline_mark(kind);
    html! {
        <svg {class} viewBox="-8 -8 16 16" width="16" height="16"><path d={glyph} /></svg>
    }
}
