//! The queue of lanes at a cell, which can be reordered by dragging or with the arrow keys.

use super::element::class;
use super::program::use_dispatch;
use crate::effects::dom::{closest, find, focus, target, window};
use crate::effects::grid::moved;
use crate::state::Action;
use crate::state::detail::CellDetail;
use crate::state::queue::{Badge, Drag, dragged};
use gloo_events::EventListener;
use lanescope_core::session::{LaneId, PanelEdit};
use std::cell::RefCell;
use std::rc::Rc;
use web_sys::{Event, PointerEvent};
use yew::prelude::*;

/// State and event handlers for the queues of a surface.
pub struct Queue {
    /// The current drag.
    pub drag: Option<Drag>,
    /// Whether the press was a drag, so that the following click is ignored.
    pub was_dragged: Rc<RefCell<bool>>,
    /// Handler of `pointerdown` on the element around all queues.
    pub onpointerdown: Callback<PointerEvent>,
    /// Handler of `pointerover` on the same element.
    pub onpointerover: Callback<PointerEvent>,
    onmove: Callback<Drag>,
}

/// Encodes the target, the lane and the position of a badge for `data-queue`.
pub fn place_words(badge: &Badge) -> Option<String> {
    let lane = badge.lane.filter(|_| badge.queue > 1)?;
    Some(format!("{} {lane} {}", badge.target, badge.place))
}

/// Returns the badge of an event, as a drag that has not moved yet.
fn badge_at(event: &Event) -> Option<Drag> {
    let words = closest(&target(event)?, "[data-queue]")?.get_attribute("data-queue")?;
    let mut words = words.split(' ').map(|word| word.parse::<usize>().unwrap_or(0));
    let (target, lane, from) = (words.next()?, words.next()?, words.next()?);
    Some(Drag { target, lane: u8::try_from(lane).ok()?, from, to: from })
}

/// Returns the queues of the instruction with this index.
#[hook]
pub fn use_queue(instruction: usize) -> Queue {
    let dispatch = use_dispatch();
    use_drag(dispatch.reform(move |Drag { target, lane, to, .. }| {
        Action::Edit(PanelEdit::Queue { instruction, target, lane: LaneId(lane), to })
    }))
}

/// Returns queues whose lanes can be dragged. A press on a badge starts a drag, and moving over other badges of its
/// queue previews the order. Releasing the pointer calls `onmove`.
#[hook]
pub fn use_drag(onmove: Callback<Drag>) -> Queue {
    let drag = use_state_eq(|| None::<Drag>);
    let was_dragged = use_mut_ref(|| false);
    {
        let (drag, was_dragged, onmove) = (drag.clone(), was_dragged.clone(), onmove.clone());
        use_effect_with(*drag, move |current| {
            let listeners = current.map(|current| {
                let cancelled = drag.clone();
                let end = EventListener::once(&window(), "pointerup", move |event| {
                    drag.set(None);
                    if current.to != current.from {
                        // A click follows only if the pointer is released over the cell of the queue.
                        let of_queue = format!("[data-queue^=\"{} \"]", current.target);
                        let cell = target(event).and_then(|over| closest(&over, ".cell-button"));
                        *was_dragged.borrow_mut() = cell.is_some_and(|cell| find(&cell, &of_queue).is_some());
                        onmove.emit(current);
                    }
                });
                (end, EventListener::once(&window(), "pointercancel", move |_| cancelled.set(None)))
            });
            move || drop(listeners)
        });
    }
    let onpointerdown = {
        let was_dragged = was_dragged.clone();
        use_callback(drag.setter(), move |event: PointerEvent, drag| {
            *was_dragged.borrow_mut() = false;
            let Some(badge) = badge_at(&event).filter(|_| event.button() == 0) else { return };
            // Touch events otherwise keep the element of the first touch as their target.
            if let Some(element) = target(&event) {
                let _ = element.release_pointer_capture(event.pointer_id());
            }
            drag.set(Some(badge));
        })
    };
    let onpointerover = use_callback((*drag, drag.setter()), |event: PointerEvent, (current, drag)| {
        if let (Some(current), Some(over)) = (*current, badge_at(&event))
            && current.target == over.target
        {
            drag.set(Some(Drag { to: over.from, ..current }));
        }
    });
    Queue { drag: *drag, was_dragged, onpointerdown, onpointerover, onmove }
}

/// Returns the class of a badge.
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
            let Some(badge) = badge_at(&event).filter(|_| !event.ctrl_key() && !event.shift_key()) else {
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
