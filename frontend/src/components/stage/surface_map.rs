//! A minimap of a large surface.

use crate::state::surface::MapView;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct SurfaceMapProps {
    /// The minimap.
    pub map: MapView,
}

/// A point for each element that lanes access, and a frame around the visible page. It is hidden from screen readers,
/// because the cells have labels.
#[component]
pub fn SurfaceMap(SurfaceMapProps { map }: &SurfaceMapProps) -> Html {
    // One path for all points, so that unchanged points are not rendered again.
    let points = |elements: &[usize]| -> String {
        let point = |element: &usize| format!("M{} {}h1v1h-1z", element % map.columns, element / map.columns);
        elements.iter().map(point).collect()
    };
    html! {
        <div class="surface-map">
            <svg
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
                <path class="map-wanted" d={points(&map.wanted)} />
                <path class="map-touched" d={points(&map.touched)} />
            </svg>
        </div>
    }
}
