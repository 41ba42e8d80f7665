//! The dispatch mask: the menu for all lanes, and strokes over the switches of single lanes.

use crate::components::controls::popup::Popup;
use crate::components::controls::program::{on_click, use_dispatch};
use crate::components::controls::select::select;
use crate::components::controls::ticks::ticks;
use crate::effects::dom::{closest, target, typed_value};
use crate::effects::drag::{DragEvent, STROKE_PX, use_drag};
use crate::state::masks::{PRESETS, Preset, hex};
use crate::state::{Action, DocumentAction, Entry, Rejected};
use lanescope_core::session::{
    run::LaneMask,
    text::{PanelEdit, counted},
};
use web_sys::{Element, PointerEvent};
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
    let is_refused = props.rejected.is_some();
    // A refusal that the closing itself causes opens the menu again.
    let onclose = {
        let dispatch = dispatch.clone();
        Callback::from(move |()| {
            if is_refused {
                dispatch.emit(DocumentAction::Forget(Some(Entry::Mask)).into());
            }
        })
    };
    let count = usize::from(props.count);
    let mask = hex(props.mask, count);
    let preset = |&(label, title, preset): &(&'static str, &'static str, Preset)| {
        let mask = props.mask;
        let onclick = on_click(&dispatch, set_mask(preset(mask, count)));
        html! { <button type="button" {title} {onclick}>{ label }</button> }
    };
    let oncount = dispatch.reform(|count| DocumentAction::Edit(PanelEdit::LaneCount(count)).into());
    // A number of lanes that the text alone can set is listed, too.
    let other = (!COUNTS.contains(&props.count)).then_some(props.count);
    let choices = COUNTS.into_iter().chain(other).map(|count| (count, counted(count, "lane").into()));
    html! {
        <Popup
            text={counted(count, "lane")}
            of={format!("mask {mask}")}
            title="Set the number of lanes and the mask"
            class="lane-menu"
            stays_open={is_refused}
            {onclose}
        >
            <div class="lane-settings">
                <label>{ "Lanes" }
                    { select("number of lanes", choices, &props.count, &oncount) }
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
            autocapitalize="off"
            spellcheck="false"
            value={shown.clone()}
            {oninput}
            {onblur}
            {onkeydown}
        />
    }
}

/// Returns the mask, including a stroke so far, and the handler of `pointerdown` on the element around all switches. A stroke gives all
/// switches that it passes the state of the first one. A stroke that the browser cancels, for instance to scroll, changes nothing.
#[hook]
pub fn use_stroke(mask: LaneMask) -> (LaneMask, Callback<PointerEvent>) {
    let dispatch = use_dispatch();
    let painted = use_state_eq(|| None::<LaneMask>);
    // More can be painted before the next rendering.
    let last = use_mut_ref(|| None::<LaneMask>);
    let ondrag = {
        let painted = painted.clone();
        Callback::from(move |(turns_on, event): (bool, DragEvent)| match event {
            DragEvent::Move { over, .. } => {
                if let Some(lane) = over.and_then(|over| lane_at(&over)) {
                    let now = last.borrow().unwrap_or(mask).with(lane, turns_on);
                    last.replace(Some(now));
                    painted.set(Some(now));
                }
            }
            DragEvent::End => {
                painted.set(None);
                last.take().into_iter().for_each(|mask| dispatch.emit(set_mask(mask)));
            }
            DragEvent::Cancel => {
                last.take();
                painted.set(None);
            }
        })
    };
    let take = move |event: &PointerEvent| Some(!mask.contains(lane_at(&target(event)?)?));
    let onpointerdown = use_drag(STROKE_PX, take, ondrag);
    (painted.unwrap_or(mask), onpointerdown)
}

/// Returns the action that sets the dispatch mask.
pub fn set_mask(mask: LaneMask) -> Action {
    DocumentAction::Edit(PanelEdit::LaneMask(mask)).into()
}

/// Returns the lane of the switch at an element.
fn lane_at(element: &Element) -> Option<usize> {
    closest(element, "[data-switch]")?.get_attribute("data-switch")?.parse().ok()
}
