//! The parts of the picture that are changed by dragging or by keys: values, strides, and the ends of wires.

use crate::components::controls::program::use_dispatch;
use crate::effects::dom::{closest, target};
use crate::effects::drag::{DragEvent, MOVED_PX, use_drag};
use crate::state::{ByIdentity, DocumentAction, Dragging};
use lanescope_core::session::{
    run::LaneId,
    text::{Contents, PanelEdit},
};
use lanescope_core::view::lanes::RowValue;
use lanescope_core::view::moment::Moment;
use lanescope_core::view::place::StagePlace;
use std::rc::Rc;
use web_sys::Element;
use yew::prelude::*;

/// The distance in CSS pixels for one step of a value.
const STEP_PX: i32 = 8;

/// A part of the picture that can be dragged.
#[derive(Clone, Debug, PartialEq)]
enum Handle {
    /// The initial value of an element.
    Value(Contents, usize),
    /// The difference between successive initial values of a variable.
    Stride(String),
    /// The end of a wire: the instruction, the lane, and the element that it accesses.
    WireEnd(usize, LaneId, Option<(usize, usize)>),
}

/// Handlers of events on the element around all handles.
pub struct Handles {
    pub onpointerdown: Callback<PointerEvent>,
    pub onkeydown: Callback<KeyboardEvent>,
}

/// Returns the handlers for the picture of a moment. `None` is a picture that cannot be edited.
#[hook]
pub fn use_handles(moment: Option<ByIdentity<Moment>>) -> Handles {
    let dispatch = use_dispatch();
    let latest = use_mut_ref(|| moment.clone());
    *latest.borrow_mut() = moment.clone();
    // The last distance in steps, or the last element.
    let last = use_mut_ref(|| None::<(i64, Option<(usize, usize)>)>);
    let ondrag = {
        let (dispatch, last) = (dispatch.clone(), Rc::clone(&last));
        Callback::from(move |(handle, event): (Handle, DragEvent)| match event {
            DragEvent::Move { right_px, over } => {
                let steps = i64::from(right_px / STEP_PX);
                let over = over.and_then(|over| cell_at(place_of(&over)?));
                let position = if matches!(handle, Handle::WireEnd(..)) { (0, over) } else { (steps, None) };
                if last.replace(Some(position)) != Some(position)
                    && let Some(edit) = handle.edit(steps, over)
                {
                    dispatch.emit(DocumentAction::Drag(Dragging::To(edit)).into());
                }
            }
            DragEvent::End => {
                last.take();
                dispatch.emit(DocumentAction::Drag(Dragging::End).into());
            }
            DragEvent::Cancel => {
                last.take();
                dispatch.emit(DocumentAction::Drag(Dragging::Cancel).into());
            }
        })
    };
    let take = {
        let latest = Rc::clone(&latest);
        move |event: &PointerEvent| {
            let moment = latest.borrow().clone()?;
            Handle::at(&target(event)?, &moment)
        }
    };
    let onpointerdown = use_drag(MOVED_PX, take, ondrag);
    let onkeydown = Callback::from(move |event: KeyboardEvent| {
        let steps = match event.key().as_str() {
            "ArrowUp" | "ArrowRight" => 1,
            "ArrowDown" | "ArrowLeft" => -1,
            _ => return,
        };
        let is_other = event.ctrl_key() || event.shift_key() || event.meta_key();
        let Some(moment) = moment.as_ref().filter(|_| !is_other) else { return };
        let handle = target(&event).and_then(|element| Handle::focused(&element, moment));
        // Arrow keys move the focus among values. With Alt, Left and Right leave the page.
        let is_vertical = ["ArrowUp", "ArrowDown"].contains(&event.key().as_str());
        let takes = |handle: &Handle| match handle {
            Handle::Stride(_) => !event.alt_key(),
            Handle::Value(..) | Handle::WireEnd(..) => event.alt_key() && is_vertical,
        };
        let handle = handle.filter(takes);
        let edit = handle.and_then(|handle| handle.edit(steps, handle.neighbour(steps)));
        if let Some(edit) = edit {
            event.prevent_default();
            dispatch.emit(DocumentAction::Edit(edit).into());
        }
    });
    Handles { onpointerdown, onkeydown }
}

impl Handle {
    /// Returns the handle at a pressed element.
    fn at(element: &Element, moment: &Moment) -> Option<Self> {
        if let Some(end) = element.closest(".wire-end").ok().flatten() {
            let lane = LaneId(end.get_attribute("data-lane")?.parse().ok()?);
            let from = end.get_attribute("data-to").and_then(|id| cell_at(StagePlace::of_id(&id)?));
            return Some(Self::WireEnd(moment.instruction, lane, from));
        }
        if let Some(stride) = closest(element, "[data-stride]") {
            return Some(Self::Stride(stride.get_attribute("data-stride")?));
        }
        // A badge is dragged in its queue, and a field has a text to select.
        if closest(element, "[data-queue], .cell-field").is_some() {
            return None;
        }
        closest(element, ".cell-button")?;
        let layout = &moment.scenario().layout;
        match place_of(element)? {
            StagePlace::Cell { surface, element } => {
                Some(Self::Value(Contents::Surface(layout.surfaces.get(surface)?.name.clone()), element))
            }
            StagePlace::Value { lane, row: RowValue::Input(operand) } => {
                let index = moment.frame.lanes.get(usize::from(lane))?.input_index(operand);
                let place = moment.bound()?.operands.get(operand)?.places(index).next()?;
                let (variable, element) = layout.variable_at(place)?;
                Some(Self::Value(Contents::Variable(variable.name.clone()), element))
            }
            _ => None,
        }
    }

    /// Returns the handle of a focused element. The handle of a lane, and of its address, is the end of its first wire.
    fn focused(element: &Element, moment: &Moment) -> Option<Self> {
        let of_head = closest(element, ".lane-head")
            .and_then(|head| closest(&head, "[data-lane]")?.get_attribute("data-lane")?.parse().ok());
        let lane = match (of_head, place_of(element)) {
            (Some(lane), _) | (_, Some(StagePlace::Value { lane, row: RowValue::Address })) => LaneId(lane),
            _ => return Self::at(element, moment),
        };
        let access = moment.targets().iter().find(|target| target.lanes().any(|it| it == lane))?.access;
        let layout = &moment.scenario().layout;
        let surface = layout.surfaces.iter().position(|surface| surface.space == access.place.space)?;
        let element = layout.surfaces[surface].element_at(access.place)?;
        Some(Self::WireEnd(moment.instruction, lane, Some((surface, element))))
    }

    /// Returns the element some steps from the end of a wire.
    fn neighbour(&self, steps: i64) -> Option<(usize, usize)> {
        let Self::WireEnd(.., Some((surface, element))) = self else { return None };
        Some((*surface, element.checked_add_signed(isize::try_from(steps).ok()?)?))
    }

    /// Returns the edit for a number of steps, or for the element at the pointer.
    fn edit(&self, steps: i64, over: Option<(usize, usize)>) -> Option<PanelEdit> {
        Some(match self {
            Self::Value(of, index) => PanelEdit::Shift { of: of.clone(), index: *index, steps },
            Self::Stride(name) => PanelEdit::Stride { name: name.clone(), steps },
            Self::WireEnd(instruction, lane, from) => {
                PanelEdit::Reach { instruction: *instruction, lane: *lane, from: *from, to: over? }
            }
        })
    }
}

/// Returns the place of the cell, or of the value of a lane, that contains an element of the page.
fn place_of(element: &Element) -> Option<StagePlace> {
    StagePlace::of_id(&closest(element, ".cell[id], td[id]")?.id())
}

/// Returns the surface and the element of a cell.
fn cell_at(place: StagePlace) -> Option<(usize, usize)> {
    match place {
        StagePlace::Cell { surface, element } => Some((surface, element)),
        _ => None,
    }
}
