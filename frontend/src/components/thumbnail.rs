//! A thumbnail of a run.

use crate::state::curve::tenths;
use crate::state::thumbnail::{Label, SIZE, Shape, Thumbnail};
use yew::prelude::*;

/// Returns the thumbnail, or an empty box of the same size. It is hidden from screen readers, because the text next to
/// it describes the example.
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
