//! Drags: presses of a pointer that move. A press that does not move is a click. A stroke is a drag from its press on.

use super::dom::{document, target, window};
use gloo_events::{EventListener, EventListenerOptions};
use gloo_timers::callback::Timeout;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, KeyboardEvent, PointerEvent, UiEvent};
use yew::prelude::*;

/// The distance in CSS pixels from which a press is a drag and no click.
pub const MOVED_PX: i32 = 6;
/// The same distance for a stroke: it begins with the press, and no click follows.
pub const STROKE_PX: i32 = 0;

#[derive(Clone, Debug)]
pub enum DragEvent {
    /// The pointer has moved.
    Move {
        /// The horizontal distance from the press, in CSS pixels.
        right_px: i32,
        /// The element at the pointer.
        over: Option<Element>,
    },
    /// The pointer was released.
    End,
    /// Escape was pressed, or the browser took the pointer, for instance to scroll.
    Cancel,
}

struct Press<T> {
    item: T,
    start: (i32, i32),
    pointer: i32,
    /// The distance from which it is a drag.
    threshold_px: i32,
    is_drag: bool,
    /// The element that gets all events of the pointer during the drag.
    captured: Option<Element>,
    /// Whether Escape has ended the drag. The pointer is still down.
    is_cancelled: bool,
    listeners: [EventListener; 4],
}

/// Returns the handler of `pointerdown` on an element around all items that can be dragged. `take` returns the item at a press.
/// `ondrag` gets the item with each event of its drag, which begins at a distance of `threshold_px` from the press. The click that
/// ends a drag is not passed on.
#[hook]
pub fn use_drag<T: Clone + 'static>(
    threshold_px: i32,
    take: impl Fn(&PointerEvent) -> Option<T> + 'static,
    ondrag: Callback<(T, DragEvent)>,
) -> Callback<PointerEvent> {
    let press = use_mut_ref(|| None::<Press<T>>);
    let latest = use_mut_ref(|| ondrag.clone());
    *latest.borrow_mut() = ondrag;
    // A drag ends with its component.
    {
        let press = press.clone();
        use_effect_with((), move |()| move || drop(press.take()));
    }
    Callback::from(move |event: PointerEvent| {
        if event.button() != 0 || !event.is_primary() {
            return;
        }
        let Some(item) = take(&event) else { return };
        let start = Press {
            item,
            start: (event.client_x(), event.client_y()),
            pointer: event.pointer_id(),
            threshold_px,
            is_drag: false,
            captured: None,
            is_cancelled: false,
            listeners: listeners(&press, &latest),
        };
        press.replace(Some(start));
        follow(&press, &latest, &event);
    })
}

type Held<T> = Rc<RefCell<Option<Press<T>>>>;
type Latest<T> = Rc<RefCell<Callback<(T, DragEvent)>>>;

/// Listens to the pointer anywhere in the window, because the item may be drawn again while it is dragged.
fn listeners<T: Clone + 'static>(press: &Held<T>, latest: &Latest<T>) -> [EventListener; 4] {
    let moved = {
        let (press, latest) = (Rc::clone(press), Rc::clone(latest));
        move |event: &Event| {
            let Some(event) = event.dyn_ref::<PointerEvent>() else { return };
            // The release does not always come: not after a context menu, for instance.
            if event.buttons() == 0 {
                finish(&press, &latest, event, DragEvent::End);
            } else {
                follow(&press, &latest, event);
            }
        }
    };
    let ended = |kind: DragEvent| {
        let (press, latest) = (Rc::clone(press), Rc::clone(latest));
        move |event: &Event| {
            event.dyn_ref().into_iter().for_each(|event| finish(&press, &latest, event, kind.clone()));
        }
    };
    let escaped = {
        let (press, latest) = (Rc::clone(press), Rc::clone(latest));
        move |event: &Event| {
            let is_escape = event.dyn_ref::<KeyboardEvent>().is_some_and(|event| event.key() == "Escape");
            let item = if is_escape { cancel(&mut press.borrow_mut()) } else { None };
            if let Some(item) = item {
                event.prevent_default();
                event.stop_propagation();
                emit(&latest, item, DragEvent::Cancel);
            }
        }
    };
    let first = EventListenerOptions::run_in_capture_phase;
    let options = EventListenerOptions { passive: false, ..first() };
    [
        EventListener::new(&window(), "pointermove", moved),
        EventListener::new(&window(), "pointerup", ended(DragEvent::End)),
        EventListener::new(&window(), "pointercancel", ended(DragEvent::Cancel)),
        EventListener::new_with_options(&window(), "keydown", options, escaped),
    ]
}

fn emit<T>(latest: &Latest<T>, item: T, event: DragEvent) {
    let callback = latest.borrow().clone();
    callback.emit((item, event));
}

/// Ends the drag of the pointer of an event.
fn finish<T>(press: &Held<T>, latest: &Latest<T>, event: &PointerEvent, kind: DragEvent) {
    let ended = press.borrow_mut().take_if(|press| press.pointer == event.pointer_id());
    let Some(Press { item, pointer, is_drag, captured, is_cancelled, listeners, .. }) = ended else { return };
    // Fails only for a pointer that has been released.
    captured.iter().for_each(|element| drop(element.release_pointer_capture(pointer)));
    // One of them runs now.
    Timeout::new(0, move || drop(listeners)).forget();
    if is_drag {
        swallow_click();
    }
    if is_drag && !is_cancelled {
        emit(latest, item, kind);
    }
}

/// Passes on where the pointer is, if the press is a drag by now.
fn follow<T: Clone>(press: &Held<T>, latest: &Latest<T>, event: &PointerEvent) {
    let moved = moved(&mut press.borrow_mut(), event);
    if let Some((item, right_px)) = moved {
        let over = document().element_from_point(event.client_x() as f32, event.client_y() as f32);
        emit(latest, item, DragEvent::Move { right_px, over });
    }
}

/// Returns the item and its horizontal distance from the press, if the press is a drag by now.
fn moved<T: Clone>(press: &mut Option<Press<T>>, event: &PointerEvent) -> Option<(T, i32)> {
    let press = press.as_mut().filter(|press| press.pointer == event.pointer_id())?;
    let (right_px, down_px) = (event.client_x() - press.start.0, event.client_y() - press.start.1);
    if !press.is_drag && right_px.abs().max(down_px.abs()) >= press.threshold_px {
        press.is_drag = true;
        // Other elements then show no hover, and the pointer keeps its shape. Fails only for a pointer that has been released.
        press.captured = target(event).filter(|it| it.set_pointer_capture(event.pointer_id()).is_ok());
    }
    (press.is_drag && !press.is_cancelled).then(|| (press.item.clone(), right_px))
}

/// Ends a drag while the pointer is still down. Returns its item.
fn cancel<T: Clone>(press: &mut Option<Press<T>>) -> Option<T> {
    let press = press.as_mut().filter(|press| press.is_drag && !press.is_cancelled)?;
    press.is_cancelled = true;
    Some(press.item.clone())
}

/// Stops the click that follows the release of a dragged pointer, if there is one. By touch, it comes in a later task than the release.
fn swallow_click() {
    let first = EventListenerOptions::run_in_capture_phase;
    let click = EventListener::new_with_options(
        &window(),
        "click",
        EventListenerOptions { passive: false, ..first() },
        |event| {
            // A click without a press, by a key or by assistive technology, has no detail.
            if event.dyn_ref::<UiEvent>().is_some_and(|event| event.detail() > 0) {
                event.stop_propagation();
                event.prevent_default();
            }
        },
    );
    // It comes before the next press, or not at all.
    EventListener::once_with_options(&window(), "pointerdown", first(), move |_| drop(click)).forget();
}
