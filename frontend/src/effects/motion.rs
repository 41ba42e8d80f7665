//! Arrows over the stage: where they run is measured on the page, and what moves moves along them.

use super::dom::{closest, find};
use crate::state::curve::{Rect, between, tenths};
use crate::state::gesture::{Leg, LegKind};
use crate::state::route::{Approach, Cell, Gap, Route};
use serde_json::json;
use wasm_bindgen::prelude::*;
use web_sys::{DomRect, Element, HtmlElement};

#[wasm_bindgen]
extern "C" {
    /// An element as far as the Web Animations interface goes.
    type Animatable;

    #[wasm_bindgen(method)]
    fn animate(this: &Animatable, keyframes: &JsValue, options: &JsValue) -> Animation;

    /// What moves an element.
    type Animation;

    #[wasm_bindgen(method)]
    fn cancel(this: &Animation);
}

/// The stage as it stands, measured.
pub struct Places {
    stage: HtmlElement,
    origin: DomRect,
    gap: Gap,
    /// The first height at which a lane's values are seen, below the heads.
    lanes_top: f64,
    /// Where memory ends to be seen.
    floor: f64,
}

impl Places {
    /// Measures the stage that the arrows are drawn over.
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

    /// How far to the right labels may reach.
    pub fn right(&self) -> f64 {
        self.origin.width()
    }

    /// The way of a leg; `None` where one of its ends is not in sight.
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

    /// What has that id on this stage: another side on the page may have the same.
    fn element(&self, id: &str) -> Option<HtmlElement> {
        find(&self.stage, &format!("#{id}"))
    }

    /// A value of a lane; one that is scrolled away, at the edge behind which it lies.
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

/// A movement of an element along a way; at the end it goes out and comes up again where it rests. Dropped, it is over.
pub struct Flight(Animation);

impl Flight {
    /// Starts the movement after `delay_ms`. The element has been put to rest at `rest`.
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

/// How far a movement has come at the part `t` of its time: slow at both ends.
fn ease(t: f64) -> f64 {
    t * t * (3.0 - 2.0 * t)
}

/// An object of the browser's from JSON: to make it piece by piece takes a call for each.
fn object(json: &serde_json::Value) -> JsValue {
    js_sys::JSON::parse(&json.to_string()).expect("a value is written as valid JSON")
}
