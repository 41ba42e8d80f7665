//! A still picture of a run.

use crate::state::curve::tenths;
use crate::state::still::{Label, SIZE, Shape, Still};
use yew::prelude::*;

/// The picture, or the room for it. What stands beside it says in words what it is about.
pub fn still_html(still: Option<&Still>) -> Html {
    let (width, height) = SIZE;
    let shape = |Shape { class, path }: &Shape| html! { <path class={*class} d={path.clone()} /> };
    let label = |Label { class, at: (x, y), text }: &Label| {
        html! { <text class={*class} x={tenths(*x)} y={tenths(*y)}>{ text }</text> }
    };
    html! {
        <svg class="still" viewBox={["0 0 ", &tenths(width), " ", &tenths(height)].concat()} aria-hidden="true" focusable="false">
            if let Some(still) = still {
                { for still.shapes.iter().map(shape) }
                { for still.labels.iter().map(label) }
            }
        </svg>
    }
}
