//! The queue of lanes at a cell, which can be reordered by dragging or with the arrow keys.

use crate::components::controls::element::class;
use crate::components::controls::program::use_dispatch;
use crate::effects::dom::{closest, find, focus, target};
use crate::effects::drag::{DragEvent, MOVED_PX, use_drag};
use crate::effects::grid::moved;
use crate::state::DocumentAction;
use crate::state::detail::CellDetail;
use crate::state::queue::{Drag, dragged};
use lanescope_core::session::{run::LaneId, text::PanelEdit};
use lanescope_core::view::queue::Badge;
use web_sys::{Element, PointerEvent};
use yew::prelude::*;

/// State and event handlers for the queues of a surface.
pub struct Queue {
    pub drag: Option<Drag>,
    /// Handler of `pointerdown` on the element around all queues.
    pub onpointerdown: Callback<PointerEvent>,
    onmove: Callback<Drag>,
}

/// Encodes the target, the lane and the position of a badge for `data-queue`.
pub fn place_words(badge: &Badge) -> Option<String> {
    let lane = badge.lane.filter(|_| badge.queue > 1)?;
    Some(format!("{} {lane} {}", badge.target, badge.place))
}

/// Returns the badge at an element, as a drag that has not moved yet.
fn badge_at(element: &Element) -> Option<Drag> {
    let words = closest(element, "[data-queue]")?.get_attribute("data-queue")?;
    let mut words = words.split(' ').map(|word| word.parse::<usize>().unwrap_or(0));
    let (target, lane, from) = (words.next()?, words.next()?, words.next()?);
    Some(Drag { target, lane: u8::try_from(lane).ok()?, from, to: from })
}

/// Returns the queues of the instruction with this index.
#[hook]
pub fn use_queue(instruction: usize) -> Queue {
    let dispatch = use_dispatch();
    use_queues(dispatch.reform(move |Drag { target, lane, to, .. }| {
        DocumentAction::Edit(PanelEdit::Queue { instruction, target, lane: LaneId(lane), to }).into()
    }))
}

/// Returns queues whose lanes can be dragged. Dragging a badge over others of its queue previews the order. Releasing the pointer
/// calls `onmove`.
#[hook]
pub fn use_queues(onmove: Callback<Drag>) -> Queue {
    let drag = use_state_eq(|| None::<Drag>);
    let last = use_mut_ref(|| None::<Drag>);
    let ondrag = {
        let (drag, onmove) = (drag.clone(), onmove.clone());
        Callback::from(move |(badge, event): (Drag, DragEvent)| match event {
            DragEvent::Move { over, .. } => {
                let over = over.and_then(|over| badge_at(&over)).filter(|over| over.target == badge.target);
                let to = over.map(|over| over.from).or(last.borrow().map(|last| last.to));
                let moved = Drag { to: to.unwrap_or(badge.to), ..badge };
                last.replace(Some(moved));
                drag.set(Some(moved));
            }
            DragEvent::End => {
                drag.set(None);
                last.take()
                    .filter(|moved| moved.to != moved.from)
                    .into_iter()
                    .for_each(|moved| onmove.emit(moved));
            }
            DragEvent::Cancel => {
                last.take();
                drag.set(None);
            }
        })
    };
    let onpointerdown = use_drag(MOVED_PX, |event| badge_at(&target(event)?), ondrag);
    Queue { drag: *drag, onpointerdown, onmove }
}

pub fn badge_class(badge: &Badge, drag: Option<Drag>) -> Option<AttrValue> {
    let is_dragged = drag.is_some_and(|drag| drag.target == badge.target && Some(drag.lane) == badge.lane);
    class(&[
        Some("badge"),
        badge.served.then_some("served"),
        badge.current.then_some("current"),
        is_dragged.then_some("dragged"),
    ])
}

/// Returns the queue of the selected cell.
pub fn queue_html(queue: &Queue, detail: &CellDetail) -> Html {
    html! {
        <>
            <span id="queue-title" class="detail-word">{ "Queue" }</span>
            { chips(queue, &detail.queue, "queue-title", "queue-hint") }
            <span id="queue-hint" class="hint">{ "drag a lane, or move it with " }<kbd>{ "←" }</kbd><kbd>{ "→" }</kbd></span>
            <p class="visually-hidden" aria-live="polite">{ &detail.queue_words }</p>
        </>
    }
}

/// Returns lanes in order as chips that are large enough for touch, and that the arrow keys move. `title` and `hint`
/// are the ids of the elements that name and describe them.
pub fn chips(queue: &Queue, badges: &[Badge], title: &'static str, hint: &'static str) -> Html {
    let onkeydown = {
        let onmove = queue.onmove.clone();
        let lengths: Vec<(usize, usize)> = badges.iter().map(|badge| (badge.target, badge.queue)).collect();
        Callback::from(move |event: KeyboardEvent| {
            let badge = target(&event).and_then(|chip| badge_at(&chip));
            let Some(badge) = badge.filter(|_| !event.ctrl_key() && !event.shift_key()) else {
                return;
            };
            let count =
                lengths.iter().find(|(target, _)| *target == badge.target).map_or(0, |(_, count)| *count);
            let Some(to) = moved(&event.key(), badge.from, &[count]) else { return };
            event.prevent_default();
            onmove.emit(Drag { to, ..badge });
            // Chips keep their positions and change their content, so the focus follows the lane.
            let chips = target(&event).and_then(|chip| closest(&chip, ".queue"));
            let chip = chips.and_then(|chips| {
                find(&chips, &format!("[data-queue^=\"{} \"][data-queue$=\" {to}\"]", badge.target))
            });
            if let Some(chip) = chip {
                focus(&chip);
            }
        })
    };
    html! {
        <span class="badges queue" role="group" aria-labelledby={title} aria-describedby={hint} {onkeydown}>
            { for dragged(badges, queue.drag).iter().map(|badge| html! {
                <button
                    type="button"
                    class={badge_class(badge, queue.drag)}
                    data-queue={place_words(badge)}
                    aria-label={format!("lane {}, {} of {}", badge.label(), badge.place + 1, badge.queue)}
                >
                    { badge.label() }
                </button>
            }) }
        </span>
    }
}
