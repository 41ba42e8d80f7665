//! The lanes that want one cell: dragged, or moved with the arrow keys, into another order.

use super::element::class;
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

/// What the queues of a surface are drawn from, and how they follow a pointer.
pub struct Queue {
    /// The lane that is on its way.
    pub drag: Option<Drag>,
    /// Whether the press that is about to end as a click was a drag.
    pub was_dragged: Rc<RefCell<bool>>,
    /// What the element around all queues does when it is pressed.
    pub onpointerdown: Callback<PointerEvent>,
    /// What it does when the pointer comes over a part of it.
    pub onpointerover: Callback<PointerEvent>,
    onmove: Callback<Drag>,
}

/// The queue, the lane and the place of a badge, as its element says them.
pub fn place_words(badge: &Badge) -> Option<String> {
    (badge.queue > 1).then(|| format!("{} {} {}", badge.target, badge.lane, badge.place))
}

/// The badge where something happened, as a drag that has gone nowhere yet.
fn badge_at(event: &Event) -> Option<Drag> {
    let words = closest(&target(event)?, "[data-queue]")?.get_attribute("data-queue")?;
    let mut words = words.split(' ').map(|word| word.parse::<usize>().unwrap_or(0));
    let (target, lane, from) = (words.next()?, words.next()?, words.next()?);
    Some(Drag { target, lane: u8::try_from(lane).ok()?, from, to: from })
}

/// The queues of the instruction of that position.
#[hook]
pub fn use_queue(instruction: usize, onaction: &Callback<Action>) -> Queue {
    use_drag(onaction.reform(move |Drag { target, lane, to, .. }| {
        Action::Edit(PanelEdit::Queue { instruction, target, lane: LaneId(lane), to })
    }))
}

/// Queues whose lanes move as `onmove` is told. A press on a badge and a move over others of its queue reorders them until the
/// pointer is let go.
#[hook]
pub fn use_drag(onmove: Callback<Drag>) -> Queue {
    let drag = use_state_eq(|| None::<Drag>);
    let was_dragged = use_mut_ref(|| false);
    {
        let (drag, was_dragged, onmove) = (drag.clone(), was_dragged.clone(), onmove.clone());
        use_effect_with(*drag, move |current| {
            let listeners = current.map(|current| {
                let cancelled = drag.clone();
                let end = EventListener::once(&window(), "pointerup", move |_| {
                    drag.set(None);
                    if current.to != current.from {
                        *was_dragged.borrow_mut() = true;
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
            // Touch keeps sending everything to where it began unless it is told not to.
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

/// The class of a badge.
pub fn badge_class(badge: &Badge, drag: Option<Drag>) -> Option<AttrValue> {
    let is_dragged = drag.is_some_and(|drag| drag.target == badge.target && drag.lane == badge.lane);
    class(&[
        Some("badge"),
        badge.served.then_some("served"),
        badge.current.then_some("current"),
        is_dragged.then_some("dragged"),
    ])
}

/// The queue of a cell that is selected.
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

/// Lanes in their order, large enough to be dragged with a finger, and to be moved with the arrow keys. The elements of those
/// ids name and describe them.
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
            // Chips keep their places, and what stands in them changes: the focus goes with the lane.
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
                    aria-label={format!("lane {}, {} of {}", badge.lane, badge.place + 1, badge.queue)}
                >
                    { badge.lane }
                </button>
            }) }
        </span>
    }
}
