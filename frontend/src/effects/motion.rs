//! Arrows over the stage. Their routes are measured on the page, and values move along them.

use super::dom::{closest, find};
use crate::state::curve::{Rect, between, tenths};
use crate::state::gesture::{Leg, LegKind};
use crate::state::route::{Approach, Cell, Gap, Route};
use serde_json::json;
use wasm_bindgen::prelude::*;
use web_sys::{DomRect, Element, HtmlElement};

#[wasm_bindgen]
extern "C" {
    /// An element, for the Web Animations API.
    type Animatable;

    #[wasm_bindgen(method)]
    fn animate(this: &Animatable, keyframes: &JsValue, options: &JsValue) -> Animation;

    /// An animation of an element.
    type Animation;

    #[wasm_bindgen(method)]
    fn cancel(this: &Animation);
}

/// The measurements of the stage.
pub struct Places {
    stage: HtmlElement,
    origin: DomRect,
    gap: Gap,
    /// The top of the visible part of the lanes, below their heads.
    lanes_top: f64,
    /// The bottom of the visible part of memory.
    floor: f64,
}

impl Places {
    /// Measures the stage under an overlay.
    pub fn new(overlay: &Element) -> Option<Self> {
        let stage = closest(overlay, ".stage-body")?;
        let (lanes, table) = (find(&stage, ".lanes")?, find(&stage, ".lane-table")?);
        let origin = overlay.get_bounding_client_rect();
        let rect = |element: &Element| element.get_bounding_client_rect();
        let head = find(&table, ".lane-head").map_or(0.0, |head| rect(&head).height());
        Some(Self {
            gap: Gap { top: rect(&table).bottom() - origin.y(), bottom: rect(&lanes).bottom() - origin.y() },
            lanes_top: rect(&table).top() + head - origin.y(),
            floor: rect(&stage).bottom() - origin.y(),
            origin,
            stage,
        })
    }

    /// Returns the right limit for labels.
    pub fn right(&self) -> f64 {
        self.origin.width()
    }

    /// Returns the route of a leg. `None` if one of its ends is not visible.
    pub fn route(&self, leg: &Leg) -> Option<Route> {
        let (from, to) = (self.element(&leg.from)?, self.element(&leg.to)?);
        match leg.kind {
            LegKind::Return => Some(Route::within(self.lane(&from), self.lane(&to))),
            LegKind::Read => self.between(&to, &from, leg.kind),
            LegKind::Request | LegKind::Write | LegKind::Dropped => self.between(&from, &to, leg.kind),
        }
    }

    fn between(&self, lane: &Element, cell: &Element, kind: LegKind) -> Option<Route> {
        let rect = self.relative(cell);
        let is_seen = rect.y > self.gap.bottom - 1.0 && rect.y + rect.height < self.floor + 1.0;
        let surface = closest(cell, ".surface")?;
        let is_below_lanes = find(&self.stage, ".surface").is_some_and(|first| first == surface);
        let approach = match is_below_lanes && closest(cell, ".surface-cells").is_some() {
            true => Approach::Columns,
            false => Approach::Margin,
        };
        is_seen
            .then(|| Route::between(self.lane(lane), Cell { rect, approach }, kind, self.gap, self.right()))
    }

    /// Returns the element with an id on this stage. The other side of a comparison may contain the same id.
    fn element(&self, id: &str) -> Option<HtmlElement> {
        find(&self.stage, &format!("#{id}"))
    }

    /// Returns the rectangle of a lane's value. A value that is scrolled out of view is clamped to the nearest edge.
    fn lane(&self, value: &Element) -> Rect {
        let rect = self.relative(value);
        Rect { y: between(rect.y, self.lanes_top, self.gap.top - rect.height), ..rect }
    }

    fn relative(&self, element: &Element) -> Rect {
        let rect = element.get_bounding_client_rect();
        Rect {
            x: rect.x() - self.origin.x(),
            y: rect.y() - self.origin.y(),
            width: rect.width(),
            height: rect.height(),
        }
    }
}

/// An animation of an element along a route. At the end, the element fades out and reappears at its resting place.
/// Dropping it cancels the animation.
pub struct Flight(Animation);

impl Flight {
    /// Starts the animation after `delay_ms`. The element is already placed at `rest`.
    pub fn new(element: &Element, route: &Route, rest: (f64, f64), duration_ms: f64, delay_ms: f64) -> Self {
        let way = (0..=10).map(|step| route.at(ease(f64::from(step) / 10.0)));
        let landing = [route.at(1.0), rest, rest];
        let places = way.chain(landing).map(|(x, y)| format!("translate({}px, {}px)", tenths(x), tenths(y)));
        let keyframes = json!({
            "transform": places.collect::<Vec<_>>(),
            "offset": [0.0, 0.08, 0.16, 0.24, 0.32, 0.4, 0.48, 0.56, 0.64, 0.72, 0.8, 0.88, 0.89, 1.0],
            "opacity": [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1],
        });
        let options = json!({ "duration": duration_ms, "delay": delay_ms, "fill": "backwards" });
        Self(element.unchecked_ref::<Animatable>().animate(&object(&keyframes), &object(&options)))
    }
}

impl Drop for Flight {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Maps time to progress, both from 0 to 1, slow at both ends.
fn ease(t: f64) -> f64 {
    t * t * (3.0 - 2.0 * t)
}

/// Creates a JavaScript object from JSON. This needs one call rather than one per field.
fn object(json: &serde_json::Value) -> JsValue {
    js_sys::JSON::parse(&json.to_string()).expect("a value is written as valid JSON")
}
