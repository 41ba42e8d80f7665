//! Wires over the stage. Their ends are measured on the page, and values move along them.

use super::dom::{closest, document, find, find_all, window};
use lanescope_core::view::curve::{Path, Point, Rect, between, tenths};
use lanescope_core::view::gesture::{Leg, LegKind};
use lanescope_core::view::place::StagePlace;
use lanescope_core::view::route::{Block, Ends, Room, Route};
use lanescope_core::view::wires::{Wire, along, within};
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

/// The labels of memory that lie over the wires. Buttons that appear when a surface is pointed at are not among them.
const LABELS: &str =
    "h3, .surface-name > :is(.caption, .cost-legend), .offset, .outside-head, .surface-head > *";

/// The measurements of the stage.
pub struct Places {
    stage: HtmlElement,
    /// Whether the stage is the inactive one of two.
    is_beside: bool,
    origin: DomRect,
    /// The parts that wires pass.
    room: Room,
    /// The upper edge of the last bank of lanes.
    last_bank_top: f64,
}

impl Places {
    /// Measures the stage under an overlay.
    pub fn new(overlay: &Element, is_beside: bool) -> Option<Self> {
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
        let floor = find(&stage, ".memory-edge").map_or(rect(&stage).bottom(), |edge| rect(&edge).y());
        let mut places = Self {
            last_bank_top: find(&table, ".bank:last-child").map_or(0.0, |bank| rect(&bank).y()) - origin.y(),
            room: Room {
                lanes_top: rect(&table).top() + head - origin.y(),
                text_px: font_size_px(&scene),
                gap: (rect(&table).bottom() - origin.y(), edge - origin.y()),
                floor: floor - origin.y(),
                blocks: Vec::new(),
                labels: Vec::new(),
            },
            origin,
            stage,
            is_beside,
        };
        let lines = find_all(&memory, ".surface-cells, .memory .gob, .outside > ul");
        places.room.blocks = lines.iter().filter_map(|lines| places.block(lines)).collect();
        let bottom = |part: Element| {
            let Rect { y, height, .. } = places.relative(&part);
            y + height
        };
        let lanes_bottom = find(&places.stage, ".lanes").map_or(0.0, |lanes| bottom(lanes.into()));
        let labels = find_all(&memory, LABELS);
        places.room.labels = labels.iter().filter_map(|label| places.label(label, lanes_bottom)).collect();
        Some(places)
    }

    /// Measures the part of a label that is not scrolled under the lanes.
    fn label(&self, label: &Element, lanes_bottom: f64) -> Option<Rect> {
        let Rect { x, y, width, height } = self.relative(label);
        let top = y.max(lanes_bottom);
        (y + height > top).then_some(Rect { x, y: top, width, height: y + height - top })
    }

    /// Measures lines of cells with the same columns, or a list of out-of-bounds places.
    fn block(&self, lines: &Element) -> Option<Block> {
        let first = find(lines, ".surface-row, .memory-line").map_or_else(|| lines.clone(), Element::from);
        let cells = first.children();
        let cells = (0..cells.length()).filter_map(|index| cells.item(index));
        let columns = cells.filter(|cell| cell.tag_name() != "SPAN").map(|cell| {
            let Rect { x, width, .. } = self.relative(&cell);
            (x, x + width)
        });
        let mut columns: Vec<(f64, f64)> = columns.collect();
        // A list of out-of-bounds places has several in a column.
        columns.sort_by(|a, b| a.0.total_cmp(&b.0));
        columns.dedup_by(|next, column| (next.0 - column.0).abs() < 1.0);
        let ends = [lines.first_element_child()?, lines.last_element_child()?].map(|end| self.relative(&end));
        Some(Block { top: ends[0].y, bottom: ends[1].y + ends[1].height, columns })
    }

    /// Returns the area of the wires: see [`Room::area`].
    pub fn area(&self) -> String {
        self.room.area()
    }

    /// Returns the measurements on which the wires depend, beside the columns and cells themselves.
    pub fn key(&self) -> (Room, f64) {
        (self.room.clone(), self.right())
    }

    /// Returns the size of the stage's text in CSS pixels.
    pub fn text_px(&self) -> f64 {
        self.room.text_px
    }

    /// Returns the right limit for labels.
    pub fn right(&self) -> f64 {
        self.origin.width()
    }

    /// Returns the point of a path at which its label rests: in the middle of the gap.
    pub fn rest(&self, path: &Path) -> Point {
        path.nearest((self.room.gap.0 + self.room.gap.1) / 2.0)
    }

    /// Returns the routes of wires. `None` for a wire with an end that is not on the page.
    pub fn routes(&self, wires: &[Wire]) -> Vec<Option<Route>> {
        let ends: Vec<Option<Ends>> = wires.iter().map(|wire| self.ends(wire)).collect();
        let mut routes = self.room.routes(&ends.iter().flatten().copied().collect::<Vec<_>>()).into_iter();
        ends.iter().map(|ends| ends.and_then(|_| routes.next())).collect()
    }

    /// Returns the path of a leg. `None` if one of its ends is not on the page.
    pub fn leg(&self, leg: &Leg, wires: &[Wire], routes: &[Option<Route>]) -> Option<Path> {
        match leg.kind {
            LegKind::Return => {
                Some(within(self.lane(&self.element(leg.from)?), self.lane(&self.element(leg.to)?)))
            }
            _ => along(leg, wires, |index| Some(routes.get(index)?.as_ref()?.path.clone())),
        }
    }

    /// Measures the ends of a wire.
    fn ends(&self, wire: &Wire) -> Option<Ends> {
        let head = find(&self.stage, &format!("th[data-lane=\"{}\"]", wire.lane))?;
        let bank = self.relative(&*closest(&head, ".bank")?);
        let head = self.relative(&head);
        let bottom = bank.y + bank.height;
        let border = (bottom < self.last_bank_top + 1.0).then_some(head.x + head.width);
        let (page, place) = match wire.elsewhere {
            None => (None, wire.to),
            Some((way, cell)) => (Some(way), cell),
        };
        let place = self.relative(&self.element(place)?);
        Some(Ends { start: (head.x + head.width / 2.0, bottom), border, place, page, share: wire.share })
    }

    /// Returns the element of a place on this stage.
    fn element(&self, place: StagePlace) -> Option<Element> {
        document().get_element_by_id(&place.id(self.is_beside))
    }

    /// Returns the rectangle of a lane's value. A value that is scrolled out of view is clamped to the nearest edge.
    fn lane(&self, value: &Element) -> Rect {
        let rect = self.relative(value);
        Rect { y: between(rect.y, self.room.lanes_top, self.room.gap.0 - rect.height), ..rect }
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

/// An animation of an element along a path. At the end, the element fades out and reappears at its resting place.
/// Dropping it cancels the animation.
pub struct Flight(Animation);

impl Flight {
    /// Starts the animation after `delay_ms`. The element is already placed at `rest`.
    pub fn new(element: &Element, path: &Path, rest: Point, duration_ms: f64, delay_ms: f64) -> Self {
        let way = (0..=10).map(|step| path.at(ease(f64::from(step) / 10.0)));
        let landing = [path.at(1.0), rest, rest];
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
