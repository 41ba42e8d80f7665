//! A thumbnail of a run.

use crate::state::curve::tenths;
use crate::state::thumbnail::{Label, SIZE, Shape, Thumbnail};
use yew::prelude::*;

/// The thumbnail, or the room for it. What stands beside it says in words what it is about.
pub fn thumbnail_html(thumbnail: Option<&Thumbnail>) -> Html {
    let (width, height) = SIZE;
    let shape = |Shape { class, path }: &Shape| html! { <path class={*class} d={path.clone()} /> };
    let label = |Label { class, at: (x, y), text }: &Label| {
        html! { <text class={*class} x={tenths(*x)} y={tenths(*y)}>{ text }</text> }
    };
    html! {
        <svg class="thumbnail" viewBox={["0 0 ", &tenths(width), " ", &tenths(height)].concat()} aria-hidden="true" focusable="false">
            if let Some(thumbnail) = thumbnail {
                { for thumbnail.shapes.iter().map(shape) }
                { for thumbnail.labels.iter().map(label) }
            }
        </svg>
    }
}
