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

/// Numbers of lanes that can be dispatched.
const COUNTS: [u8; 3] = [8, 16, 32];

/// What a [`LaneStrip`] shows.
#[derive(Properties, PartialEq)]
pub struct LaneStripProps {
    /// How many lanes are dispatched.
    pub count: u8,
    /// Which of them are on.
    pub mask: LaneMask,
    /// Which of them are related to the selection.
    pub related: LaneMask,
    /// What was typed as the mask and could not be taken.
    #[prop_or_default]
    pub rejected: Option<Rejected>,
    /// The mask or the number of lanes was changed.
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

/// What [`Switches`] show.
#[derive(Properties, PartialEq)]
struct SwitchesProps {
    /// How many lanes there are.
    count: usize,
    /// Which of them are related to the selection.
    related: LaneMask,
    /// The mask as the stroke under way has it.
    stroke: Stroke,
    /// A switch was turned.
    onmask: Callback<LaneMask>,
}

/// One switch for each lane. A click turns one, a stroke turns several to the same; arrow keys move, Space turns.
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

/// A stroke of the pointer over several switches: they all become what the first one became.
#[derive(Clone, PartialEq)]
struct Stroke {
    /// The mask as the stroke has it so far.
    mask: LaneMask,
    /// Whether the press that is about to end as a click was the pointer's: then it has turned its lane already.
    was_pointer: Rc<RefCell<bool>>,
    /// What the element around all switches does when it is pressed.
    onpointerdown: Callback<PointerEvent>,
    /// What it does when the pointer comes over a part of it.
    onpointerover: Callback<PointerEvent>,
}

/// Follows a stroke and hands out its mask when the pointer is let go, wherever that is.
#[hook]
fn use_stroke(mask: LaneMask, onmask: &Callback<LaneMask>) -> Stroke {
    // Whether the stroke that is under way turns lanes on, and the mask so far.
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
            // Touch keeps sending everything to where it began unless it is told not to.
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

/// The lane of the switch where something happened.
fn lane_at(event: &PointerEvent) -> Option<usize> {
    closest(&target(event)?, "[data-index]")?.get_attribute("data-index")?.parse().ok()
}
