//! The dispatch mask: the menu for all lanes, and strokes over the switches of single lanes.

use crate::components::controls::popup::Popup;
use crate::components::controls::program::{on_click, use_dispatch};
use crate::components::controls::select::select;
use crate::components::controls::ticks::ticks;
use crate::effects::dom::{closest, target, typed_value, window};
use crate::state::masks::{PRESETS, Preset, hex};
use crate::state::{DocumentAction, Entry, Rejected};
use gloo_events::EventListener;
use lanescope_core::session::{run::LaneMask, text::PanelEdit};
use std::cell::RefCell;
use std::rc::Rc;
use web_sys::{Event, PointerEvent};
use yew::prelude::*;

/// Supported numbers of dispatched lanes.
const COUNTS: [u8; 3] = [8, 16, 32];

#[derive(Properties, PartialEq)]
pub struct LaneMenuProps {
    pub count: u8,
    pub mask: LaneMask,
    /// The input for the mask that was refused.
    pub rejected: Option<Rejected>,
}

/// A button that shows the number of lanes and the mask, and opens a menu to change them.
#[component]
pub fn LaneMenu(props: &LaneMenuProps) -> Html {
    let dispatch = use_dispatch();
    let open = use_state_eq(|| false);
    let is_refused = props.rejected.is_some();
    // A refusal that the closing itself causes opens the menu again.
    let ontoggle = use_callback(
        (open.setter(), dispatch.clone(), is_refused),
        |on: bool, (open, dispatch, is_refused)| {
            open.set(on);
            if !on && *is_refused {
                dispatch.emit(DocumentAction::Forget(Some(Entry::Mask)).into());
            }
        },
    );
    let count = usize::from(props.count);
    let mask = hex(props.mask, count);
    let preset = |&(label, title, preset): &(&'static str, &'static str, Preset)| {
        let mask = props.mask;
        let onclick = on_click(&dispatch, DocumentAction::Edit(PanelEdit::LaneMask(preset(mask, count))));
        html! { <button type="button" {title} {onclick}>{ label }</button> }
    };
    let oncount = dispatch.reform(|index: usize| {
        DocumentAction::Edit(PanelEdit::LaneCount(COUNTS.get(index).copied().unwrap_or(COUNTS[0]))).into()
    });
    let known = COUNTS.iter().position(|count| *count == props.count);
    // A number of lanes that the text alone can set is listed, too.
    let others = known.is_none().then_some(props.count);
    let choices =
        COUNTS.into_iter().chain(others).map(|count| format!("{count} lanes").into()).collect::<Vec<_>>();
    html! {
        <Popup
            text={format!("{count} lanes")}
            of={format!("mask {mask}")}
            title="Set the number of lanes and the mask"
            class="lane-menu"
            open={*open || is_refused}
            {ontoggle}
        >
            if *open || is_refused {
                <div class="lane-settings">
                    <label>{ "Lanes" }
                        { select("number of lanes", choices, known.unwrap_or(COUNTS.len()), oncount) }
                    </label>
                    <label>{ "Mask" }
                        <MaskField {mask} rejected={props.rejected.clone()} />
                    </label>
                    if let Some(rejected) = &props.rejected {
                        <p id="mask-refusal" class="refusal" role="alert">{ ticks(&rejected.reason) }</p>
                    }
                    <div class="fill-buttons" role="group" aria-label="Presets">{ for PRESETS.iter().map(preset) }</div>
                    <p class="hint">{ "A mask is a number such as 0xff, or lanes such as 1, 3 or 0-3. The mark under a lane's number turns it on and off." }</p>
                </div>
            }
        </Popup>
    }
}

#[derive(Properties, PartialEq)]
struct MaskFieldProps {
    mask: AttrValue,
    rejected: Option<Rejected>,
}

/// The field of the mask. Enter and blur accept the input, and Escape cancels.
#[component]
fn MaskField(props: &MaskFieldProps) -> Html {
    let dispatch = use_dispatch();
    let draft = use_state_eq(|| None::<String>);
    let rejected = props.rejected.as_ref();
    let shown = draft.as_deref().or(rejected.map(|it| it.typed.as_str())).unwrap_or(&props.mask).to_owned();
    let oninput = Callback::from(draft.setter()).reform(|event: InputEvent| Some(typed_value(&event)));
    let take = {
        let (draft, dispatch) = (draft.clone(), dispatch.clone());
        move || {
            if let Some(typed) = (*draft).clone() {
                draft.set(None);
                dispatch.emit(DocumentAction::Enter { entry: Entry::Mask, typed }.into());
            }
        }
    };
    let onblur = {
        let take = take.clone();
        Callback::from(move |_: FocusEvent| take())
    };
    let onkeydown = {
        let (draft, dispatch) = (draft.clone(), dispatch.clone());
        Callback::from(move |event: KeyboardEvent| match event.key().as_str() {
            "Enter" => take(),
            "Escape" => {
                draft.set(None);
                dispatch.emit(DocumentAction::Forget(Some(Entry::Mask)).into());
            }
            _ => {}
        })
    };
    html! {
        <input
            class="mask-hex"
            type="text"
            size={shown.len().clamp(5, 14).to_string()}
            title="The dispatch mask: a number such as 0xff, 0b1010 or 15, or lanes such as 1,3 or 0-3,8"
            aria-label="dispatch mask"
            aria-invalid={rejected.is_some().then_some("true")}
            aria-describedby={rejected.is_some().then_some("mask-refusal")}
            autocomplete="off"
            spellcheck="false"
            value={shown.clone()}
            {oninput}
            {onblur}
            {onkeydown}
        />
    }
}

/// A pointer stroke over several switches, which all get the state of the first one.
#[derive(Clone, PartialEq)]
pub struct Stroke {
    /// The mask, including the stroke so far.
    pub mask: LaneMask,
    /// Whether a click follows the stroke. It is then ignored, because the lane has already been toggled.
    is_click_due: Rc<RefCell<bool>>,
    /// Handler of `pointerdown` on the element around all switches.
    pub onpointerdown: Callback<PointerEvent>,
    /// Handler of `pointerover` on the same element.
    pub onpointerover: Callback<PointerEvent>,
    onmask: Callback<LaneMask>,
}

impl Stroke {
    /// Returns a handler of clicks on the switch of a lane. It toggles the lane, unless the pointer has done so.
    pub fn onclick(&self, lane: usize) -> Callback<MouseEvent> {
        let Self { mask, is_click_due, onmask, .. } = self.clone();
        Callback::from(move |_: MouseEvent| {
            if !is_click_due.replace(false) {
                onmask.emit(mask.with(lane, !mask.contains(lane)));
            }
        })
    }
}

/// A stroke in progress.
#[derive(Clone, Copy, PartialEq)]
struct UnderWay {
    /// The lane at which it began.
    first: usize,
    /// Whether it turns lanes on.
    turns_on: bool,
    /// The mask so far.
    mask: LaneMask,
}

/// Tracks a stroke and emits its mask when the pointer is released, inside or outside the switches. A stroke that the browser cancels,
/// for instance to scroll, changes nothing.
#[hook]
pub fn use_stroke(mask: LaneMask) -> Stroke {
    let dispatch = use_dispatch();
    let onmask = use_callback(dispatch, |mask, dispatch| {
        dispatch.emit(DocumentAction::Edit(PanelEdit::LaneMask(mask)).into())
    });
    let under_way = use_state_eq(|| None::<UnderWay>);
    let is_click_due = use_mut_ref(|| false);
    {
        let (under_way, onmask, is_click_due) = (under_way.clone(), onmask.clone(), is_click_due.clone());
        use_effect_with(*under_way, move |current| {
            let listeners = current.map(|UnderWay { first, mask, .. }| {
                let cancelled = under_way.clone();
                let end = EventListener::once(&window(), "pointerup", move |event| {
                    // A click follows only if the pointer is released where it was pressed.
                    *is_click_due.borrow_mut() = lane_at(event) == Some(first);
                    under_way.set(None);
                    onmask.emit(mask);
                });
                (end, EventListener::once(&window(), "pointercancel", move |_| cancelled.set(None)))
            });
            move || drop(listeners)
        });
    }
    let onpointerdown = {
        let is_click_due = is_click_due.clone();
        use_callback((mask, under_way.setter()), move |event: PointerEvent, (mask, under_way)| {
            *is_click_due.borrow_mut() = false;
            let Some(lane) = lane_at(&event).filter(|_| event.button() == 0) else { return };
            // Touch events otherwise keep the element of the first touch as their target.
            if let Some(element) = target(&event) {
                let _ = element.release_pointer_capture(event.pointer_id());
            }
            let turns_on = !mask.contains(lane);
            under_way.set(Some(UnderWay { first: lane, turns_on, mask: mask.with(lane, turns_on) }));
        })
    };
    let onpointerover =
        use_callback((*under_way, under_way.setter()), |event: PointerEvent, (current, under_way)| {
            if let (Some(current), Some(lane)) = (*current, lane_at(&event)) {
                let mask = current.mask.with(lane, current.turns_on);
                under_way.set(Some(UnderWay { mask, ..current }));
            }
        });
    let mask = under_way.map_or(mask, |it| it.mask);
    Stroke { mask, is_click_due, onpointerdown, onpointerover, onmask }
}

/// Returns the lane of the switch under the pointer.
fn lane_at(event: &Event) -> Option<usize> {
    closest(&target(event)?, "[data-switch]")?.get_attribute("data-switch")?.parse().ok()
}
