//! Wires over the stage. Their ends are measured on the page, and values move along them.

use super::dom::{closest, find, window};
use crate::state::curve::{Curve, Rect, between, tenths};
use crate::state::gesture::{Leg, LegKind};
use crate::state::wires::{Wire, WireState, along, end_x, wire, within};
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
    /// The gap between lanes and memory: the lower edge of the lanes, and the upper edge of memory.
    gap: (f64, f64),
    /// The top of the visible part of the lanes, below their heads.
    lanes_top: f64,
    /// The bottom of the visible part of memory.
    floor: f64,
    /// The size of the stage's text in CSS pixels.
    pub text_px: f64,
}

impl Places {
    /// Measures the stage under an overlay.
    pub fn new(overlay: &Element) -> Option<Self> {
        let stage = closest(overlay, ".stage-body")?;
        let (memory, table) = (find(&stage, ".memory-area")?, find(&stage, ".lane-table")?);
        let origin = overlay.get_bounding_client_rect();
        let rect = |element: &Element| element.get_bounding_client_rect();
        let head = find(&table, "thead").map_or(0.0, |head| rect(&head).height());
        let scene = find(&stage, ".scene")?;
        let first_line =
            find(&memory, ".surface-row, .outside-cell").map_or(rect(&memory).y(), |line| rect(&line).y());
        // Memory may be scrolled under the lanes.
        let edge = find(&stage, ".lanes").map_or(first_line, |lanes| rect(&lanes).bottom().max(first_line));
        Some(Self {
            gap: (rect(&table).bottom() - origin.y(), edge - origin.y()),
            lanes_top: rect(&table).top() + head - origin.y(),
            floor: rect(&stage).bottom() - origin.y(),
            text_px: font_size_px(&scene),
            origin,
            stage,
        })
    }

    /// Returns the measurements on which the wires depend, beside the columns and cells themselves.
    pub fn key(&self) -> [f64; 4] {
        [self.gap.0, self.gap.1, self.right(), self.text_px]
    }

    /// Returns the right limit for labels.
    pub fn right(&self) -> f64 {
        self.origin.width()
    }

    /// Returns the point of a curve at which its label rests: in the middle of the gap.
    pub fn rest(&self, curve: &Curve) -> (f64, f64) {
        curve.nearest((self.gap.0 + self.gap.1) / 2.0)
    }

    /// Returns the curve of a wire. `None` if one of its ends is not on the page. A wire that is at rest ends above the first line
    /// of memory, so that it crosses no cells.
    pub fn wire(&self, wire: &Wire) -> Option<Curve> {
        self.between(wire, wire.state == WireState::Running)
    }

    /// Returns the curve of a leg. `None` if one of its ends is not visible.
    pub fn leg(&self, leg: &Leg, wires: &[Wire]) -> Option<Curve> {
        match leg.kind {
            LegKind::Return => {
                Some(within(self.lane(&*self.element(&leg.from)?), self.lane(&*self.element(&leg.to)?)))
            }
            _ => along(leg, wires, |wire| self.between(wire, true)),
        }
    }

    fn between(&self, to: &Wire, reaches_cell: bool) -> Option<Curve> {
        let head = self.head_x(to.lane)?;
        let bundle =
            to.request.and_then(|(first, last)| Some((self.head_x(first)? + self.head_x(last)?) / 2.0));
        let cell = self.relative(&*self.element(&to.to)?);
        let x = end_x(cell, to.queue).clamp(0.0, self.right());
        let is_seen = cell.y + cell.height < self.floor + 1.0 && cell.y >= self.gap.1 - 1.0;
        let end = if reaches_cell && is_seen { cell.y } else { self.gap.1 };
        Some(wire((head, self.gap.0), (x, end.max(self.gap.0) - 1.0), bundle))
    }

    /// Returns the middle of a lane's column.
    fn head_x(&self, lane: u8) -> Option<f64> {
        let head = self.relative(&*find(&self.stage, &format!("th[data-lane=\"{lane}\"]"))?);
        Some(head.x + head.width / 2.0)
    }

    /// Returns the element with an id on this stage. The other side of a comparison may contain the same id.
    fn element(&self, id: &str) -> Option<HtmlElement> {
        find(&self.stage, &format!("#{id}"))
    }

    /// Returns the rectangle of a lane's value. A value that is scrolled out of view is clamped to the nearest edge.
    fn lane(&self, value: &Element) -> Rect {
        let rect = self.relative(value);
        Rect { y: between(rect.y, self.lanes_top, self.gap.0 - rect.height), ..rect }
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

/// Returns the size of an element's text in CSS pixels.
fn font_size_px(element: &Element) -> f64 {
    let style = window().get_computed_style(element).ok().flatten();
    let size = style.and_then(|style| style.get_property_value("font-size").ok());
    size.and_then(|size| size.strip_suffix("px")?.parse().ok()).unwrap_or(16.0)
}

/// An animation of an element along a curve. At the end, the element fades out and reappears at its resting place.
/// Dropping it cancels the animation.
pub struct Flight(Animation);

impl Flight {
    /// Starts the animation after `delay_ms`. The element is already placed at `rest`.
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

/// Maps time to progress, both from 0 to 1, slow at both ends.
fn ease(t: f64) -> f64 {
    t * t * (3.0 - 2.0 * t)
}

/// Creates a JavaScript object from JSON. This needs one call rather than one per field.
fn object(json: &serde_json::Value) -> JsValue {
    js_sys::JSON::parse(&json.to_string()).expect("a value is written as valid JSON")
}
