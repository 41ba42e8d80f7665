//! The edge between a pane and the stage, and the strip that remains of a closed pane.

use super::program::use_dispatch;
use crate::effects::dom::focus_later;
use crate::effects::drag::{DragEvent, MOVED_PX, use_drag};
use crate::effects::panes::width_at;
use crate::state::Setting;
use crate::state::panes::{Pane, Side};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct SplitterProps {
    pub side: Side,
    pub pane: Pane,
}

/// The default widths in the style sheet, in thousandths of the window's width.
const fn usual(side: Side) -> u16 {
    match side {
        Side::Editor => 240,
        Side::Inspector => 260,
    }
}

/// Width below which a drag closes the pane.
const CLOSES_BELOW: f64 = 60.0;
/// Change of the width by an arrow key.
const STEP: f64 = 20.0;

/// A splitter that is dragged or moved by arrow keys. A click without a drag, or Enter, closes the pane. The strip opens
/// it again.
#[component]
pub fn Splitter(props: &SplitterProps) -> Html {
    let dispatch = use_dispatch();
    let (side, pane) = (props.side, props.pane);
    let onpane = dispatch.reform(move |pane| Setting::Pane(side, pane).into());
    let (splitter_id, strip_id) = (format!("{}-splitter", side.key()), format!("{}-strip", side.key()));
    let close = {
        let (onpane, strip_id) = (onpane.clone(), strip_id.clone());
        Callback::from(move |()| {
            onpane.emit(pane.closed(true));
            focus_later(strip_id.clone());
        })
    };
    let width = f64::from(pane.width.unwrap_or(usual(side)));
    let onkeydown = {
        let (onpane, close) = (onpane.clone(), close.clone());
        Callback::from(move |event: KeyboardEvent| {
            let outward = if side == Side::Editor { STEP } else { -STEP };
            let width = match event.key().as_str() {
                "ArrowRight" => width + outward,
                "ArrowLeft" => width - outward,
                "Home" => 0.0,
                "End" => f64::INFINITY,
                "Enter" => {
                    event.prevent_default();
                    return close.emit(());
                }
                _ => return,
            };
            event.prevent_default();
            onpane.emit(Pane::resized(width));
        })
    };
    let ondrag = {
        let (onpane, strip_id) = (onpane.clone(), strip_id.clone());
        Callback::from(move |((x_px, before), event): ((i32, Pane), DragEvent)| match event {
            DragEvent::Move { right_px, .. } => {
                let width = width_at(x_px + right_px, side);
                onpane.emit(if width < CLOSES_BELOW { pane.closed(true) } else { Pane::resized(width) });
            }
            DragEvent::End if pane.is_closed => focus_later(strip_id.clone()),
            DragEvent::End => {}
            DragEvent::Cancel => onpane.emit(before),
        })
    };
    let onpointerdown = use_drag(MOVED_PX, move |event| Some((event.client_x(), pane)), ondrag);
    let onclick = close.reform(|_: MouseEvent| ());
    let onopen = {
        let splitter_id = splitter_id.clone();
        onpane.reform(move |_: MouseEvent| {
            focus_later(splitter_id.clone());
            pane.closed(false)
        })
    };
    let percent = |width: u16| (width / 10).to_string();
    html! {
        <>
            <div
                id={splitter_id}
                class="splitter"
                role="separator"
                aria-orientation="vertical"
                aria-label={format!("Width of the {}", side.label().to_lowercase())}
                aria-valuemin={percent(Pane::WIDTHS.0)}
                aria-valuemax={percent(Pane::WIDTHS.1)}
                aria-valuenow={percent(width as u16)}
                tabindex="0"
                title="Drag to resize; click to close"
                {onkeydown}
                {onpointerdown}
                {onclick}
            ></div>
            <button type="button" id={strip_id} class="pane-strip" aria-expanded="false" title={format!("Open the {}", side.label().to_lowercase())} onclick={onopen}>
                { side.label() }
            </button>
        </>
    }
}
