//! The wires of a figure, and the transfers of its step with their values.

use super::positions::DrawnPositions;
use super::svg::{self, Face, SvgWriter};
use crate::view::Formats;
use crate::view::curve::{Path, Rect, between};
use crate::view::digits::shortened;
use crate::view::gesture::{Leg, LegKind, gesture};
use crate::view::moment::Moment;
use crate::view::route::Ends;
use crate::view::wires::{Wire, WireState, along, within};

/// Draws the wires and the transfers. `text_px` is the size of text in the figure.
pub fn draw(
    out: &mut SvgWriter,
    moment: &Moment,
    formats: &Formats,
    wires: &[Wire],
    places: &DrawnPositions,
    (text_px, width): (f64, f64),
) {
    let ends: Vec<Option<Ends>> = wires.iter().map(|wire| places.ends(wire)).collect();
    let mut routes = places.room.routes(&ends.iter().flatten().copied().collect::<Vec<_>>()).into_iter();
    let paths: Vec<Option<Path>> =
        ends.iter().map(|ends| ends.and_then(|_| routes.next()).map(|route| route.path)).collect();
    for (wire, path) in wires.iter().zip(&paths) {
        let Some(path) = path else { continue };
        let (colour, thick) = match wire.state {
            WireState::Running => (svg::ACCENT, "2"),
            _ if wire.is_outside => (svg::DANGER.0, "1.2"),
            _ => (svg::EDGE, "1.2"),
        };
        let path = path.svg();
        let mut attributes =
            vec![("d", path.as_str()), ("fill", "none"), ("stroke", colour), ("stroke-width", thick)];
        attributes.extend((wire.state == WireState::Waiting).then_some(("stroke-dasharray", "3 4")));
        attributes
            .extend((wire.is_faded && wire.state != WireState::Running).then_some(("stroke-opacity", "0.3")));
        out.element("path", &attributes);
        out.raw("\n");
    }
    for leg in gesture(moment, formats).legs {
        let path = match leg.kind {
            LegKind::Return => {
                places.get(leg.from).zip(places.get(leg.to)).map(|(from, to)| within(from, to))
            }
            _ => along(&leg, wires, |index| paths[index].clone()),
        };
        if let Some(path) = path {
            transfer(out, &leg, &path, places, (text_px, width));
        }
    }
}

/// Draws a transfer as an arrow with its value in a capsule.
fn transfer(
    out: &mut SvgWriter,
    leg: &Leg,
    path: &Path,
    places: &DrawnPositions,
    (text_px, width): (f64, f64),
) {
    let (colour, marker, dashes) = match leg.kind {
        LegKind::Request => (svg::ACCENT, "url(#lanescope-request)", None),
        LegKind::Read => (svg::READ.0, "url(#lanescope-read)", None),
        LegKind::Write => (svg::WRITE.0, "url(#lanescope-write)", None),
        LegKind::Dropped => (svg::DANGER.0, "url(#lanescope-dropped)", Some("7 4")),
        LegKind::Return => (svg::RETURN.0, "url(#lanescope-return)", None),
    };
    let data = path.svg();
    let thick = if matches!(leg.kind, LegKind::Request | LegKind::Return) { "2" } else { "3" };
    let mut attributes = vec![
        ("d", data.as_str()),
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
    let (x, y) = path.nearest((places.room.gap.0 + places.room.gap.1) / 2.0);
    let x = between(x, plate_width / 2.0, width - plate_width / 2.0);
    let plate = Rect { x: x - plate_width / 2.0, y: y - height / 2.0, width: plate_width, height };
    let round = svg::number(height / 2.0);
    out.rect(plate, &[("rx", &round), ("fill", "#ffffff"), ("stroke", colour), ("stroke-width", "2")]);
    let most = ((plate_width - 8.0) / face.width("0")) as usize;
    let label = shortened(&leg.label, most);
    out.text((x, y + text_px * 0.35), face, &label);
}
