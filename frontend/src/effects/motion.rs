//! Arrows over the stage: where they run is measured on the page, and what moves moves along them.

use super::dom::document;
use crate::state::curve::{Curve, Rect, curve, tenths};
use crate::state::gesture::Leg;
use js_sys::{Array, Object, Reflect};
use wasm_bindgen::prelude::*;
use web_sys::{DomRect, Element};

#[wasm_bindgen]
extern "C" {
    /// An element as far as the Web Animations interface goes.
    type Animatable;

    #[wasm_bindgen(method)]
    fn animate(this: &Animatable, keyframes: &Object, options: &Object) -> Animation;

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
    /// Of a stage.
    pub fn new(stage: &Element) -> Self {
        let origin = stage.get_bounding_client_rect();
        let table = stage.query_selector(".lane-table").ok().flatten();
        let bottom = table.map_or(0.0, |table| table.get_bounding_client_rect().bottom());
        Self { gap: bottom - origin.y() + GAP_PX / 2.0, rightmost: origin.width() - 2.0, origin }
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

/// Height of the gap between the lanes and memory, as in stage.css.
const GAP_PX: f64 = 40.0;

fn relative(rect: &DomRect, origin: &DomRect) -> Rect {
    Rect { x: rect.x() - origin.x(), y: rect.y() - origin.y(), width: rect.width(), height: rect.height() }
}

/// A movement of an element along a curve; at the end it goes out and comes up again where it rests. Dropped, it is over.
pub struct Flight(Animation);

impl Flight {
    /// Starts after `delay_ms`. The element has been put to rest at `rest`.
    pub fn new(element: &Element, curve: &Curve, rest: (f64, f64), duration_ms: f64, delay_ms: f64) -> Self {
        let way = (0..=10).map(|step| f64::from(step) / 10.0).map(|t| (curve.at(ease(t)), t * FLIGHT, 1.0));
        let landing = [(curve.at(1.0), FLIGHT + 0.08, 0.0), (rest, FLIGHT + 0.09, 0.0), (rest, 1.0, 1.0)];
        let (places, offsets, opacities) = (Array::new(), Array::new(), Array::new());
        for ((x, y), offset, opacity) in way.chain(landing) {
            places.push(&format!("translate({}px, {}px)", tenths(x), tenths(y)).into());
            offsets.push(&offset.into());
            opacities.push(&opacity.into());
        }
        let keyframes = object(&[
            ("transform", places.into()),
            ("offset", offsets.into()),
            ("opacity", opacities.into()),
        ]);
        let options = object(&[
            ("duration", duration_ms.into()),
            ("delay", delay_ms.into()),
            ("fill", "backwards".into()),
        ]);
        Self(element.unchecked_ref::<Animatable>().animate(&keyframes, &options))
    }
}

impl Drop for Flight {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// The part of the time that the way takes.
const FLIGHT: f64 = 0.8;

/// Slow at both ends.
fn ease(t: f64) -> f64 {
    t * t * (3.0 - 2.0 * t)
}

fn object(entries: &[(&str, JsValue)]) -> Object {
    let object = Object::new();
    for (key, value) in entries {
        // A plain object takes every property.
        let _ = Reflect::set(&object, &(*key).into(), value);
    }
    object
}
