//! The whole of a large surface in little.

use crate::state::surface::MapView;
use yew::prelude::*;

/// What a [`SurfaceMap`] shows.
#[derive(Properties, PartialEq)]
pub struct SurfaceMapProps {
    /// The surface.
    pub map: MapView,
}

/// A point for each element that lanes go to, and a frame around the page that is shown. For the eye: in words the cells say
/// it.
#[component]
pub fn SurfaceMap(SurfaceMapProps { map }: &SurfaceMapProps) -> Html {
    let point = |class: &'static str, element: &usize| {
        let (x, y) = (element % map.columns, element / map.columns);
        html! { <rect {class} x={x.to_string()} y={y.to_string()} width="1" height="1" /> }
    };
    html! {
        <svg
            class="surface-map"
            aria-hidden="true"
            viewBox={format!("0 0 {} {}", map.columns, map.rows)}
            preserveAspectRatio="none"
        >
            <title>{ "the whole surface, and the part that is shown" }</title>
            <rect
                class="map-window"
                x="0"
                y={map.window.start.to_string()}
                width={map.columns.to_string()}
                height={map.window.len().to_string()}
            />
            { for map.wanted.iter().map(|element| point("map-wanted", element)) }
            { for map.touched.iter().map(|element| point("map-touched", element)) }
        </svg>
    }
}
