//! The wires of a figure, and the transfers of its step with their values.

use super::positions::DrawnPositions;
use super::svg::{self, Face, SvgWriter};
use crate::view::Formats;
use crate::view::curve::Rect;
use crate::view::curve::{Curve, between};
use crate::view::gesture::{Leg, LegKind, gesture};
use crate::view::moment::Moment;
use crate::view::wires::{Wire, WireState, along, end_x, wire, wires, within};

/// Draws the wires and the transfers. `text_px` is the size of text in the figure.
pub fn draw(
    out: &mut SvgWriter,
    moment: &Moment,
    formats: &Formats,
    places: &DrawnPositions,
    (text_px, width): (f64, f64),
) {
    let wires = wires(moment);
    for wire in &wires {
        let Some(curve) = curve(wire, places, wire.state == WireState::Running) else { continue };
        let (colour, thick) = match wire.state {
            WireState::Running => (svg::ACCENT, "2"),
            _ if wire.is_outside => (svg::DANGER.0, "1.2"),
            _ => (svg::EDGE, "1.2"),
        };
        let path = curve.path();
        let mut attributes =
            vec![("d", path.as_str()), ("fill", "none"), ("stroke", colour), ("stroke-width", thick)];
        attributes.extend((wire.state == WireState::Waiting).then_some(("stroke-dasharray", "3 4")));
        attributes
            .extend((wire.is_faded && wire.state != WireState::Running).then_some(("stroke-opacity", "0.3")));
        out.element("path", &attributes);
        out.raw("\n");
    }
    for leg in gesture(moment, formats).legs {
        transfer(out, &leg, &wires, places, (text_px, width));
    }
}

/// Draws a transfer as an arrow with its value in a capsule.
fn transfer(
    out: &mut SvgWriter,
    leg: &Leg,
    wires: &[Wire],
    places: &DrawnPositions,
    (text_px, width): (f64, f64),
) {
    let curve = match leg.kind {
        LegKind::Return => places.get(&leg.from).zip(places.get(&leg.to)).map(|(from, to)| within(from, to)),
        _ => along(leg, wires, |wire| curve(wire, places, true)),
    };
    let Some(curve) = curve else { return };
    let (colour, marker, dashes) = match leg.kind {
        LegKind::Request => (svg::ACCENT, "url(#lanescope-request)", None),
        LegKind::Read => (svg::READ.0, "url(#lanescope-read)", None),
        LegKind::Write => (svg::WRITE.0, "url(#lanescope-write)", None),
        LegKind::Dropped => (svg::DANGER.0, "url(#lanescope-dropped)", Some("7 4")),
        LegKind::Return => (svg::RETURN.0, "url(#lanescope-return)", None),
    };
    let path = curve.path();
    let thick = if matches!(leg.kind, LegKind::Request | LegKind::Return) { "2" } else { "3" };
    let mut attributes = vec![
        ("d", path.as_str()),
        ("fill", "none"),
        ("stroke", colour),
        ("stroke-width", thick),
        ("marker-end", marker),
    ];
    attributes.extend(dashes.map(|dashes| ("stroke-dasharray", dashes)));
    out.element("path", &attributes);
    out.raw("\n");
    // A returned value appears in the lane's row, where a label would cover its neighbours.
    if leg.label.is_empty() || leg.kind == LegKind::Return {
        return;
    }
    let face = Face::mono(text_px).bold(true).middle().colour(colour);
    let (plate_width, height) = ((face.width(&leg.label) + text_px * 1.1).min(width), text_px * 1.7);
    let (x, y) = curve.nearest((places.gap.0 + places.gap.1) / 2.0);
    let x = between(x, plate_width / 2.0, width - plate_width / 2.0);
    let plate = Rect { x: x - plate_width / 2.0, y: y - height / 2.0, width: plate_width, height };
    let round = svg::number(height / 2.0);
    out.rect(plate, &[("rx", &round), ("fill", "#ffffff"), ("stroke", colour), ("stroke-width", "2")]);
    let label = svg::cut(&leg.label, face.fitting(plate_width - 8.0));
    out.text((x, y + text_px * 0.35), face, &label);
}

/// Returns the curve of a wire. A wire at rest ends above the first line of memory, so that it crosses no cells.
fn curve(to: &Wire, places: &DrawnPositions, reaches_cell: bool) -> Option<Curve> {
    let (x, cell) = (places.column(to.lane)?, places.get(&to.to)?);
    let end = if reaches_cell && !to.is_outside { cell.y } else { places.gap.1 };
    let bundle =
        to.request.and_then(|(first, last)| Some((places.column(first)? + places.column(last)?) / 2.0));
    Some(wire((x, places.gap.0), (end_x(cell, to.queue), end - 2.0), bundle))
}
