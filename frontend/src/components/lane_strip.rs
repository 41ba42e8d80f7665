//! The switches of the dispatch mask.

use super::diagnostics_list::ticks;
use super::mask_field::MaskField;
use super::popup::Popup;
use super::select::Select;
use crate::effects::dom::{closest, target, window};
use crate::effects::grid;
use crate::state::masks::{COMMON, MORE, Preset, hex};
use crate::state::{Action, Rejected};
use gloo_events::EventListener;
use lanescope_core::session::{LaneMask, PanelEdit};
use std::cell::RefCell;
use std::rc::Rc;
use web_sys::PointerEvent;
use yew::prelude::*;

/// Supported numbers of dispatched lanes.
const COUNTS: [u8; 3] = [8, 16, 32];

/// Properties of a [`LaneStrip`].
#[derive(Properties, PartialEq)]
pub struct LaneStripProps {
    /// Number of dispatched lanes.
    pub count: u8,
    /// The dispatch mask.
    pub mask: LaneMask,
    /// The lanes related to the selection.
    pub related: LaneMask,
    /// The input for the mask that was refused.
    #[prop_or_default]
    pub rejected: Option<Rejected>,
    /// Emits changes of the mask and the number of lanes.
    pub onaction: Callback<Action>,
}

/// The mask as a number, and one switch for each dispatched lane.
#[component]
pub fn LaneStrip(props: &LaneStripProps) -> Html {
    let onmask = use_callback(props.onaction.clone(), |mask, onaction| {
        onaction.emit(Action::Edit(PanelEdit::LaneMask(mask)))
    });
    let stroke = use_stroke(props.mask, &onmask);
    let more = use_state_eq(|| false);
    let count = usize::from(props.count);
    let button = |&(label, title, preset): &(&'static str, &'static str, Preset)| {
        let mask = props.mask;
        let onclick = onmask.reform(move |_: MouseEvent| preset(mask, count));
        html! { <button type="button" {title} {onclick}>{ label }</button> }
    };
    let ontoggle = {
        let more = more.clone();
        Callback::from(move |open: bool| more.set(open))
    };
    let oncount = props.onaction.reform(|index: usize| {
        Action::Edit(PanelEdit::LaneCount(COUNTS.get(index).copied().unwrap_or(COUNTS[0])))
    });
    html! {
        <section class="lane-strip" aria-labelledby="lane-strip-title">
            <div class="panel-head">
                <h2 id="lane-strip-title">{ "Lanes" }</h2>
                <MaskField
                    mask={hex(stroke.mask, count)}
                    rejected={props.rejected.clone()}
                    onaction={props.onaction.clone()}
                />
                <span class="spring"></span>
                <div class="button-row" role="group" aria-label="set all lanes">
                    { for COMMON.iter().map(button) }
                    <Popup text="More" of="masks" title="More masks" open={*more} {ontoggle}>
                        if *more {
                            <div class="fill-buttons">{ for MORE.iter().map(button) }</div>
                        }
                    </Popup>
                </div>
                <Select
                    label="number of lanes"
                    choices={COUNTS.map(|count| format!("{count} lanes").into()).to_vec()}
                    chosen={COUNTS.iter().position(|count| *count == props.count).unwrap_or(0)}
                    onchange={oncount}
                />
            </div>
            if let Some(rejected) = &props.rejected {
                <p id="mask-refusal" class="refusal" role="alert">{ ticks(&rejected.reason) }</p>
            }
            <Switches {count} related={props.related} {stroke} {onmask} />
        </section>
    }
}

/// Properties of [`Switches`].
#[derive(Properties, PartialEq)]
struct SwitchesProps {
    /// Number of lanes.
    count: usize,
    /// The lanes related to the selection.
    related: LaneMask,
    /// The current stroke, with its mask.
    stroke: Stroke,
    /// Emits the new mask if a switch is toggled.
    onmask: Callback<LaneMask>,
}

/// One switch for each lane. A click toggles a lane, and a stroke sets several lanes alike. Arrow keys move the focus,
/// and Space toggles.
#[component]
fn Switches(props: &SwitchesProps) -> Html {
    let SwitchesProps { count, stroke, .. } = props;
    let focused = use_state_eq(|| 0usize);
    let onkeydown = use_callback((*count, focused.setter()), |event: KeyboardEvent, (count, focused)| {
        if let Some(lane) = grid::follow(&event, &[*count]) {
            focused.set(lane);
        }
    });
    let switch = |lane: usize| {
        let is_on = stroke.mask.contains(lane);
        let onclick = {
            let (was_pointer, onmask, mask) = (stroke.was_pointer.clone(), props.onmask.clone(), stroke.mask);
            Callback::from(move |_: MouseEvent| {
                if !was_pointer.replace(false) {
                    onmask.emit(mask.with(lane, !is_on));
                }
            })
        };
        let onfocus = {
            let focused = focused.clone();
            Callback::from(move |_: FocusEvent| focused.set(lane))
        };
        html! {
            <button
                type="button"
                key={lane}
                role="switch"
                class={classes!("lane-switch", props.related.contains(lane).then_some("selected"))}
                aria-label={format!("lane {lane} on")}
                aria-checked={is_on.to_string()}
                data-word={if is_on { "on" } else { "off" }}
                data-index={lane.to_string()}
                tabindex={if lane == (*focused).min(count.saturating_sub(1)) { "0" } else { "-1" }}
                {onclick}
                {onfocus}
            >
                <span class="lane-number">{ lane }</span>
            </button>
        }
    };
    html! {
        <div
            class={classes!("lane-switches", "grid", format!("lanes-{count}"))}
            role="group"
            aria-label="lanes, from 0"
            onpointerdown={&stroke.onpointerdown}
            onpointerover={&stroke.onpointerover}
            {onkeydown}
        >
            { for (0..*count).map(switch) }
        </div>
    }
}

/// A pointer stroke over several switches, which all get the state of the first one.
#[derive(Clone, PartialEq)]
struct Stroke {
    /// The mask, including the stroke so far.
    mask: LaneMask,
    /// Whether the pointer started the press. The following click is then ignored, because the lane has already been
    /// toggled.
    was_pointer: Rc<RefCell<bool>>,
    /// Handler of `pointerdown` on the element around all switches.
    onpointerdown: Callback<PointerEvent>,
    /// Handler of `pointerover` on the same element.
    onpointerover: Callback<PointerEvent>,
}

/// Tracks a stroke and emits its mask when the pointer is released, inside or outside the switches.
#[hook]
fn use_stroke(mask: LaneMask, onmask: &Callback<LaneMask>) -> Stroke {
    // During a stroke: whether it turns lanes on, and its mask.
    let under_way = use_state_eq(|| None::<(bool, LaneMask)>);
    let was_pointer = use_mut_ref(|| false);
    {
        let (under_way, onmask) = (under_way.clone(), onmask.clone());
        use_effect_with(*under_way, move |current| {
            let listener = current.map(|(_, mask)| {
                EventListener::once(&window(), "pointerup", move |_| {
                    under_way.set(None);
                    onmask.emit(mask);
                })
            });
            move || drop(listener)
        });
    }
    let onpointerdown = {
        let was_pointer = was_pointer.clone();
        use_callback((mask, under_way.setter()), move |event: PointerEvent, (mask, under_way)| {
            let Some(lane) = lane_at(&event).filter(|_| event.button() == 0) else { return };
            // Touch events otherwise keep the element of the first touch as their target.
            if let Some(element) = target(&event) {
                let _ = element.release_pointer_capture(event.pointer_id());
            }
            *was_pointer.borrow_mut() = true;
            let turns_on = !mask.contains(lane);
            under_way.set(Some((turns_on, mask.with(lane, turns_on))));
        })
    };
    let onpointerover =
        use_callback((*under_way, under_way.setter()), |event: PointerEvent, (current, under_way)| {
            if let (Some((turns_on, mask)), Some(lane)) = (*current, lane_at(&event)) {
                under_way.set(Some((turns_on, mask.with(lane, turns_on))));
            }
        });
    let mask = under_way.map_or(mask, |(_, mask)| mask);
    Stroke { mask, was_pointer, onpointerdown, onpointerover }
}

/// Returns the lane of the switch under the pointer.
fn lane_at(event: &PointerEvent) -> Option<usize> {
    closest(&target(event)?, "[data-index]")?.get_attribute("data-index")?.parse().ok()
}
