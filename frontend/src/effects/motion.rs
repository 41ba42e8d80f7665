//! Arrows over the stage: where they run is measured on the page, and what moves moves along them.

use super::dom::document;
use crate::state::curve::{Curve, Rect, curve, tenths};
use crate::state::gesture::Leg;
use crate::state::sizes::LANES_GAP_PX;
use serde_json::json;
use wasm_bindgen::prelude::*;
use web_sys::{DomRect, Element};

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
    origin: DomRect,
    /// The height at which labels are out of the way: between the lanes and memory.
    pub gap: f64,
    /// How far to the right labels may reach.
    pub rightmost: f64,
}

impl Places {
    /// Measures a stage.
    pub fn new(stage: &Element) -> Self {
        let origin = stage.get_bounding_client_rect();
        let table = stage.query_selector(".lane-table").ok().flatten();
        let bottom = table.map_or(0.0, |table| table.get_bounding_client_rect().bottom());
        Self { gap: bottom - origin.y() + LANES_GAP_PX / 2.0, rightmost: origin.width() + MARGIN_PX, origin }
    }

    /// The curve of a leg; `None` where one of its ends is not there.
    pub fn curve(&self, leg: &Leg) -> Option<Curve> {
        let rect = |id: &str| {
            let found = document().get_element_by_id(id)?;
            Some(relative(&found.get_bounding_client_rect(), &self.origin))
        };
        Some(curve(rect(&leg.from)?, rect(&leg.to)?, leg.kind))
    }
}

/// How far a label may reach into the margin at the side of the stage, which is 12 px at least: beside the last lane it
/// would else stand on the values of that lane.
const MARGIN_PX: f64 = 10.0;

fn relative(rect: &DomRect, origin: &DomRect) -> Rect {
    Rect { x: rect.x() - origin.x(), y: rect.y() - origin.y(), width: rect.width(), height: rect.height() }
}

/// A movement of an element along a curve; at the end it goes out and comes up again where it rests. Dropped, it is over.
pub struct Flight(Animation);

impl Flight {
    /// Starts the movement after `delay_ms`. The element has been put to rest at `rest`.
    pub fn new(element: &Element, curve: &Curve, rest: (f64, f64), duration_ms: f64, delay_ms: f64) -> Self {
        let way = (0..=10).map(|step| curve.at(ease(f64::from(step) / 10.0)));
        let landing = [curve.at(1.0), rest, rest];
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
