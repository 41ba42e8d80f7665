//! The arrows of a figure: the transfers of a step, with their values as labels.

use super::svg::{self, Face, SvgWriter};
use super::{Place, Places, Rect};
use crate::session::NumberFormat;
use crate::view::curve::between;
use crate::view::gesture::{Leg, LegKind, gesture};
use crate::view::moment::Moment;
use crate::view::route::{Gap, Route};

/// The style of an arrow's label.
const LABEL: Face = Face::mono(12.0).bold(true).middle();
/// The height of a label's plate.
const PLATE: f64 = 20.0;

/// The room to the right of a figure, through which arrows pass to surfaces below the first one.
const MARGIN: f64 = 13.0;

/// Returns the route of a leg, as on the stage; `None` if one of its ends is not drawn.
fn route(leg: &Leg, places: &Places, gap: Gap, width: f64) -> Option<Route> {
    let (from, to) = (places.of(&leg.from)?, places.of(&leg.to)?);
    match (from, to) {
        (Place::Lane(from), Place::Lane(to)) => Some(Route::within(from, to)),
        (Place::Lane(lane), Place::Memory(cell)) | (Place::Memory(cell), Place::Lane(lane)) => {
            Some(Route::between(lane, cell, leg.kind, gap, width + MARGIN))
        }
        (Place::Memory(_), Place::Memory(_)) => None,
    }
}

/// Draws the arrows, with labels in the gap between lanes and memory.
pub fn draw(
    out: &mut SvgWriter,
    moment: &Moment,
    format: NumberFormat,
    places: &Places,
    gap: Gap,
    width: f64,
) {
    let mut plates: Vec<Rect> = Vec::new();
    for leg in gesture(moment, format).legs {
        let Some(route) = route(&leg, places, gap, width) else { continue };
        let (colour, marker, dashes) = match leg.kind {
            LegKind::Request => (svg::MUTED, "url(#lanescope-request)", Some("3 4")),
            LegKind::Read => (svg::READ.0, "url(#lanescope-read)", None),
            LegKind::Write => (svg::WRITE.0, "url(#lanescope-write)", None),
            LegKind::Dropped => (svg::DANGER.0, "url(#lanescope-dropped)", Some("7 4")),
            LegKind::Return => (svg::RETURN.0, "url(#lanescope-return)", None),
        };
        let path = route.path();
        let mut attributes = vec![
            ("d", path.as_str()),
            ("fill", "none"),
            ("stroke", colour),
            ("stroke-width", if leg.kind == LegKind::Request { "1.5" } else { "2" }),
            ("marker-end", marker),
        ];
        attributes.extend(dashes.map(|dashes| ("stroke-dasharray", dashes)));
        out.element("path", &attributes);
        out.raw("\n");
        // A returned value appears in the lane's row, where a label would cover its neighbours.
        if leg.label.is_empty() || leg.kind == LegKind::Return {
            continue;
        }
        let plate_width = (LABEL.width(&leg.label) + 14.0).min(width);
        let (x, y) = route.rest;
        let x = between(x, plate_width / 2.0, width - plate_width / 2.0);
        let mut plate =
            Rect { x: x - plate_width / 2.0, y: y - PLATE / 2.0, width: plate_width, height: PLATE };
        // Labels of arrows that run close together are stacked upwards.
        while plates.iter().any(|other| overlap(other, &plate)) {
            plate.y -= PLATE + 1.0;
        }
        let fill = [("rx", "10"), ("fill", "#ffffff"), ("stroke", colour), ("stroke-width", "1.5")];
        out.rect(plate, &fill);
        let label = svg::cut(&leg.label, LABEL.fitting(plate_width - 8.0));
        out.text((x, plate.y + 14.2), LABEL.colour(colour), &label);
        plates.push(plate);
    }
}

fn overlap(a: &Rect, b: &Rect) -> bool {
    let apart = a.x + a.width < b.x || b.x + b.width < a.x || a.y + a.height < b.y || b.y + b.height < a.y;
    !apart
}
