//! The switches of the dispatch mask.

use super::diagnostics_list::ticks;
use super::mask_field::MaskField;
use super::popup::{Popup, use_popup};
use super::select::select;
use crate::effects::dom::{closest, target, window};
use crate::effects::grid;
use crate::state::masks::{COMMON, MORE, Preset, hex};
use crate::state::{Action, Rejected};
use gloo_events::EventListener;
use lanescope_core::session::{LaneMask, PanelEdit};
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
    /// Which of them have to do with what is selected.
    pub related: LaneMask,
    /// What was typed as the mask and could not be taken.
    #[prop_or_default]
    pub rejected: Option<Rejected>,
    /// The mask or the number of lanes was changed.
    pub onaction: Callback<Action>,
}

/// A stroke over several lanes: they all become what the first one became.
#[derive(Clone, Copy, PartialEq)]
struct Stroke {
    on: bool,
    mask: LaneMask,
}

/// One switch for each dispatched lane. A click turns one, a stroke turns several to the same; arrow keys move, Space
/// turns.
#[component]
pub fn LaneStrip(props: &LaneStripProps) -> Html {
    let stroke = use_state_eq(|| None::<Stroke>);
    // A press with a pointer is over before its click comes: the click must not turn the lane back.
    let pressed = use_mut_ref(|| false);
    let focused = use_state_eq(|| 0usize);
    let more = use_state_eq(|| false);
    let mask = stroke.map_or(props.mask, |stroke| stroke.mask);
    let count = usize::from(props.count);
    let set = {
        let onaction = props.onaction.clone();
        move |mask: LaneMask| onaction.emit(Action::Edit(PanelEdit::LaneMask(mask)))
    };

    // The stroke ends wherever the pointer is let go.
    {
        let (stroke, set) = (stroke.clone(), set.clone());
        use_effect_with(*stroke, move |current| {
            let listener = current.map(|current| {
                EventListener::once(&window(), "pointerup", move |_| {
                    stroke.set(None);
                    set(current.mask);
                })
            });
            move || drop(listener)
        });
    }

    let lane_at = |event: &PointerEvent| -> Option<usize> {
        closest(&target(event)?, "[data-index]")?.get_attribute("data-index")?.parse().ok()
    };
    let onpointerdown = {
        let (stroke, pressed, shown) = (stroke.clone(), pressed.clone(), props.mask);
        Callback::from(move |event: PointerEvent| {
            let Some(lane) = lane_at(&event).filter(|_| event.button() == 0) else { return };
            // Touch keeps sending everything to where it began unless it is told not to.
            if let Some(element) = target(&event) {
                let _ = element.release_pointer_capture(event.pointer_id());
            }
            *pressed.borrow_mut() = true;
            let on = !shown.contains(lane);
            stroke.set(Some(Stroke { on, mask: shown.with(lane, on) }));
        })
    };
    let onpointerover = {
        let stroke = stroke.clone();
        Callback::from(move |event: PointerEvent| {
            if let (Some(current), Some(lane)) = (*stroke, lane_at(&event)) {
                stroke.set(Some(Stroke { mask: current.mask.with(lane, current.on), ..current }));
            }
        })
    };
    let onkeydown = {
        let focused = focused.clone();
        Callback::from(move |event: KeyboardEvent| {
            if let Some(lane) = grid::follow(&event, count, count) {
                focused.set(lane);
            }
        })
    };

    let switch = |lane: usize| {
        let on = mask.contains(lane);
        let onclick = {
            let (pressed, set, mask) = (pressed.clone(), set.clone(), props.mask);
            Callback::from(move |_: MouseEvent| {
                if !pressed.replace(false) {
                    set(mask.with(lane, !mask.contains(lane)));
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
                aria-checked={on.to_string()}
                data-word={if on { "on" } else { "off" }}
                data-index={lane.to_string()}
                tabindex={if lane == (*focused).min(count.saturating_sub(1)) { "0" } else { "-1" }}
                {onclick}
                {onfocus}
            >
                <span class="lane-number">{ lane }</span>
            </button>
        }
    };
    let button = |&(label, title, preset): &(&'static str, &'static str, Preset)| {
        let (set, mask) = (set.clone(), props.mask);
        let onclick = Callback::from(move |_: MouseEvent| set(preset(mask, count)));
        html! { <button type="button" {title} {onclick}>{ label }</button> }
    };
    let children = if *more {
        html! { <div class="fill-buttons">{ for MORE.iter().map(button) }</div> }
    } else {
        html! {}
    };
    let ontoggle = {
        let more = more.clone();
        Callback::from(move |open: bool| more.set(open))
    };
    let (of, title) = ("masks".into(), "More masks");
    let popup = use_popup(Popup { text: "More", of, title, open: *more, children, ontoggle });
    let chosen = COUNTS.iter().position(|count| *count == props.count).unwrap_or(0);
    let counts = COUNTS.iter().map(|count| format!("{count} lanes"));
    let oncount = props.onaction.reform(|index: usize| {
        Action::Edit(PanelEdit::LaneCount(COUNTS.get(index).copied().unwrap_or(COUNTS[0])))
    });
    html! {
        <section class="lane-strip" aria-labelledby="lane-strip-title">
            <div class="panel-head">
                <h2 id="lane-strip-title">{ "Lanes" }</h2>
                <MaskField mask={hex(mask, count)} rejected={props.rejected.clone()} onaction={props.onaction.clone()} />
                <span class="spring"></span>
                <div class="button-row" role="group" aria-label="set all lanes">
                    { for COMMON.iter().map(button) }
                    { popup }
                </div>
                { select("number of lanes".to_owned(), counts, chosen, &oncount) }
            </div>
            if let Some(rejected) = &props.rejected {
                <p id="mask-refusal" class="refusal" role="alert">{ ticks(&rejected.reason) }</p>
            }
            <div
                class={classes!("lane-switches", "grid", format!("lanes-{count}"))}
                role="group"
                aria-label="lanes, from 0"
                {onpointerdown}
                {onpointerover}
                {onkeydown}
            >
                { for (0..count).map(switch) }
            </div>
        </section>
    }
}
