//! The wires between lanes and memory, and the value that the last step moves along one of them.

use crate::components::controls::program::{Program, use_program};
use crate::effects::dom::{closest, prefers_reduced_motion};
use crate::effects::motion::{Flight, Places};
use crate::effects::sight;
use crate::effects::style::use_numbers_of;
use crate::effects::wires::use_lifted_wires;
use crate::state::picture::WiresView;
use lanescope_core::view::curve::{Path, Point, between, tenths};
use lanescope_core::view::exits::{ExitMark, exit_marks};
use lanescope_core::view::gesture::{Gesture, Leg, LegKind};
use lanescope_core::view::layout::StageLayout;
use lanescope_core::view::markup::escape;
use lanescope_core::view::route::{Room, Route};
use lanescope_core::view::wires::{Wire, WireState};
use std::rc::Rc;
use web_sys::Element;
use yew::prelude::*;

/// Maximum duration of an animation.
const SLOWEST_MS: f64 = 200.0;
/// Minimum duration of an animation. Shorter ones are skipped, because they cannot be followed.
const FASTEST_MS: f64 = 80.0;

#[derive(Properties, PartialEq)]
pub struct OverlayProps {
    pub view: Rc<WiresView>,
    /// Milliseconds per step during playback.
    pub pace_ms: Option<u32>,
}

/// The wires. Their ends are measured after each render, when the stage has scrolled. A wire shows the same information at rest as
/// in motion.
#[component]
pub fn Overlay(props: &OverlayProps) -> Html {
    let Program { is_beside, .. } = use_program();
    let svg = use_node_ref();
    let before = use_mut_ref(|| (0u64, 0u32));
    let flights = use_mut_ref(Vec::new);
    let shown = use_mut_ref(Drawing::default);
    let watch = use_mut_ref(|| None);
    use_lifted_wires(&svg);
    {
        let svg = svg.clone();
        let scene = move || closest(&svg.cast::<Element>()?, ".scene").map(Element::from);
        use_numbers_of(scene, numbers(&props.view.layout));
    }
    {
        let (svg, flights, shown, watch) = (svg.clone(), flights.clone(), shown.clone(), watch.clone());
        use_effect_with((), move |()| {
            watch.replace(svg.cast::<Element>().and_then(|svg| {
                let around = svg.clone();
                let onchange = move || {
                    let mut shown = shown.borrow_mut();
                    if sight::Position::of(&svg).height != shown.position.height {
                        shown.view.iter().for_each(|view| follow(&svg, view, shown.is_beside));
                    }
                    let position = sight::Position::of(&svg);
                    // If nothing has moved, animations continue.
                    if position != shown.position {
                        shown.drawn = None;
                        flights.replace(shown.draw(&svg, None));
                        shown.position = position;
                    }
                };
                sight::Watch::new(&around, onchange)
            }));
            move || drop(watch.take())
        });
    }
    {
        let svg = svg.clone();
        let pace = props.pace_ms;
        use_effect_with((props.view.clone(), is_beside), move |(view, is_beside)| {
            let (Some(svg), is_beside) = (svg.cast::<Element>(), *is_beside) else { return };
            follow(&svg, view, is_beside);
            let (run_before, cursor_before) = before.replace((view.run, view.cursor));
            // Only a step forward is animated. Steps back, jumps and edits show the wires at rest.
            let is_step = run_before == view.run && view.cursor == cursor_before + 1;
            let all = f64::from(pace.unwrap_or(u32::MAX)).min(SLOWEST_MS / 0.9) * 0.9;
            let flies = is_step && all >= FASTEST_MS;
            let mut shown = shown.borrow_mut();
            let is_same = shown.is_beside == is_beside
                && shown.view.as_ref().is_some_and(|before| drawn_from(before) == drawn_from(view));
            let drawn = shown.drawn.take().filter(|_| is_same);
            *shown =
                Drawing { view: Some(view.clone()), is_beside, position: sight::Position::of(&svg), drawn };
            // This ends the animations of earlier steps.
            flights.replace(shown.draw(&svg, flies.then(|| all / view.gesture.legs.len().max(1) as f64)));
        });
    }
    html! {
        <svg ref={svg} class="overlay" aria-hidden="true" focusable="false">
            // Both stages of a page use the arrowheads of the active one.
            if !is_beside {
                { arrowheads() }
            }
            <clipPath id={area_id(is_beside)}><path class="wires-area" clip-rule="evenodd" /></clipPath>
            <g class="wires" clip-path={format!("url(#{})", area_id(is_beside))} />
            <g class="exits" />
            <g class="legs" />
        </svg>
    }
}

/// Returns the numbers from which the style sheet derives the size of the picture, with four decimals. Their defaults there are
/// those of the first example.
pub fn numbers(layout: &StageLayout) -> [(&'static str, f64); 9] {
    [
        ("--width-em", layout.width_em),
        ("--height-em", layout.height_em),
        ("--least-em", layout.least_em),
        ("--per-bank", layout.per_bank as f64),
        ("--lane-em", layout.widest_lane_em),
        ("--heads-em", layout.heads_em),
        ("--rows", layout.rows as f64),
        ("--cell-lines", layout.cell_lines as f64),
        ("--cell-em", layout.cell_em),
    ]
    .map(|(name, number)| (name, (number * 1e4).round() / 1e4))
}

/// Scrolls the element that the current lane accesses into sight.
fn follow(svg: &Element, view: &WiresView, is_beside: bool) {
    let at_hand = view.at_hand.map(|place| place.id(is_beside));
    sight::follow(svg, at_hand.as_deref(), view.cursor > 0);
}

/// Returns the id of the area of the wires.
fn area_id(is_beside: bool) -> &'static str {
    if is_beside { "beside-wires" } else { "wires" }
}

/// Returns the data from which the wires and their handles are drawn, but not the arrows of a step.
fn drawn_from(view: &WiresView) -> impl PartialEq + '_ {
    let WiresView { layout, arrangement, wires, selected, .. } = view;
    (layout, arrangement, wires, selected)
}

/// State of the stage at the last drawing.
#[derive(Default)]
struct Drawing {
    view: Option<Rc<WiresView>>,
    is_beside: bool,
    /// Measured position of the stage.
    position: sight::Position,
    /// The measurements with which the wires were drawn. Most steps change neither them nor the wires.
    drawn: Option<(Room, f64)>,
}

/// Returns markers for the ends of arrows.
fn arrowheads() -> Html {
    html! {
        <defs>
            { for ARROWS.iter().map(|(id, class)| html! {
                <marker id={*id} class={*class} viewBox="0 0 8 8" refX="6.5" refY="4" markerWidth="5" markerHeight="5" orient="auto">
                    <path d="M0.5 0.5L7.5 4L0.5 7.5Z" />
                </marker>
            }) }
        </defs>
    }
}

const ARROWS: [(&str, &str); 5] = [
    ("arrow-request", "leg-request"),
    ("arrow-read", "leg-read"),
    ("arrow-write", "leg-write"),
    ("arrow-dropped", "leg-dropped"),
    ("arrow-return", "leg-return"),
];

fn arrow(kind: LegKind) -> &'static str {
    match kind {
        LegKind::Request => "url(#arrow-request)",
        LegKind::Read => "url(#arrow-read)",
        LegKind::Write => "url(#arrow-write)",
        LegKind::Dropped => "url(#arrow-dropped)",
        LegKind::Return => "url(#arrow-return)",
    }
}

/// A leg with its measured path.
struct Drawn<'a> {
    leg: &'a Leg,
    path: Path,
    /// The final centre of the label or dot.
    rest: Point,
    /// The size of the stage's text in CSS pixels.
    text_px: f64,
}

impl Drawn<'_> {
    /// Returns the arrow as SVG.
    fn markup(&self, is_beside: bool) -> String {
        let Self { leg, path, rest, text_px } = self;
        let token = match &*leg.label {
            "" => r#"<circle r="4"/>"#.to_owned(),
            // The lane's row shows the value already, and a label would cover its neighbours.
            _ if leg.kind == LegKind::Return => r#"<circle r="2.5"/>"#.to_owned(),
            label => {
                let (width, height) = capsule(label, *text_px);
                let mut text = String::new();
                escape(&mut text, label);
                format!(
                    "<rect class=\"leg-plate\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"/>\
                     <text y=\"{}\" text-anchor=\"middle\">{text}</text>",
                    tenths(-width / 2.0),
                    tenths(-height / 2.0),
                    tenths(width),
                    tenths(height),
                    tenths(height / 2.0),
                    tenths(text_px * 0.34),
                )
            }
        };
        format!(
            "<g class=\"{}\"><path class=\"leg-line\" clip-path=\"url(#{})\" marker-end=\"{}\" d=\"{}\"/><g class=\"leg-token\" transform=\"translate({} {})\">{token}</g></g>",
            leg.kind.class(),
            area_id(is_beside),
            arrow(leg.kind),
            path.svg(),
            tenths(rest.0),
            tenths(rest.1),
        )
    }
}

/// Returns the size of the capsule around a value.
fn capsule(label: &str, text_px: f64) -> (f64, f64) {
    (label.chars().count() as f64 * text_px * 0.61 + text_px * 1.1, text_px * 1.7)
}

impl Drawing {
    /// Draws the wires and the arrows. `fly_ms` is the duration for each leg; `None` draws them at rest.
    fn draw(&mut self, svg: &Element, fly_ms: Option<f64>) -> Vec<Flight> {
        let Some(view) = self.view.clone() else { return Vec::new() };
        let (Some(legs), Some(places)) = (svg.last_element_child(), Places::new(svg, self.is_beside)) else {
            return Vec::new();
        };
        let Some(exits) = legs.previous_element_sibling() else { return Vec::new() };
        let Some(under) = exits.previous_element_sibling() else { return Vec::new() };
        // All is measured before anything is written, because a measurement after a change forces another layout.
        let routes = places.routes(&view.wires);
        let drawn = placed(&places, &view.wires, &routes, &view.gesture);
        if self.drawn.as_ref() != Some(&places.key()) {
            let routed =
                || view.wires.iter().zip(&routes).filter_map(|(wire, route)| Some((wire, route.as_ref()?)));
            // Written in one assignment, because each separate change invalidates the layout again.
            under.set_inner_html(
                &routed().map(|(wire, route)| line(&view, wire, route, self.is_beside)).collect::<String>(),
            );
            if let Ok(Some(area)) = svg.query_selector(".wires-area") {
                // The name is fixed and valid.
                let _ = area.set_attribute("d", &places.area());
            }
            let has_handle = |(wire, route): &(&Wire, &Route)| {
                let is_own = wire.state == WireState::Running || view.is_selected(wire);
                is_own && route.way.is_none()
            };
            let ends = routed().filter(has_handle).map(|(wire, route)| end(wire, route, self.is_beside));
            exits.set_inner_html(&(self::exits(routed(), places.right()) + &ends.collect::<String>()));
            self.drawn = Some(places.key());
        }
        if drawn.is_empty() && !legs.has_child_nodes() {
            return Vec::new();
        }
        let arrow = |drawn: &Drawn| drawn.markup(self.is_beside);
        legs.set_inner_html(&drawn.iter().map(arrow).collect::<String>());
        let Some(fly_ms) = fly_ms.filter(|_| !drawn.is_empty() && !prefers_reduced_motion()) else {
            return Vec::new();
        };
        let groups = legs.children();
        let flight = |(index, Drawn { path, rest, .. }): (u32, &Drawn)| {
            let token = groups.item(index)?.last_element_child()?;
            Some(Flight::new(&token, path, *rest, fly_ms, fly_ms * f64::from(index)))
        };
        (0..).zip(&drawn).filter_map(flight).collect()
    }
}

/// Returns the handle at the end of a wire as SVG.
fn end(Wire { lane, to, .. }: &Wire, route: &Route, is_beside: bool) -> String {
    let (x, y) = route.path.end();
    let (x, y, to) = (tenths(x), tenths(y), to.id(is_beside));
    format!(
        "<circle class=\"wire-end\" data-lane=\"{lane}\" data-to=\"{to}\" cx=\"{x}\" cy=\"{y}\" r=\"6\"/>"
    )
}

/// Returns a wire as SVG. Its attributes name its ends, so that it can be lifted.
fn line(view: &WiresView, wire: &Wire, route: &Route, is_beside: bool) -> String {
    let Wire { lane, to, state, is_outside, is_faded, .. } = wire;
    let selected = if view.is_selected(wire) { " selected" } else { "" };
    let outside = if *is_outside { " outside" } else { "" };
    let faded = if *is_faded && *state != WireState::Running { " faded" } else { "" };
    let (state, to) = (state.class(), to.id(is_beside));
    format!(
        "<path class=\"wire {state}{outside}{faded}{selected}\" data-lane=\"{lane}\" data-to=\"{to}\" d=\"{}\"/>",
        route.path.svg()
    )
}

/// Returns the marks of places out of sight as SVG.
fn exits<'a>(wires: impl Iterator<Item = (&'a Wire, &'a Route)>, right: f64) -> String {
    let leaving = wires.filter_map(|(wire, route)| Some((route.way?, route.path.end(), &*wire.name)));
    let mark = |ExitMark { at: (x, y), text }: &ExitMark| {
        let mut escaped = String::new();
        escape(&mut escaped, text);
        format!("<text class=\"exit\" x=\"{}\" y=\"{}\">{escaped}</text>", tenths(*x), tenths(*y))
    };
    exit_marks(leaving.collect(), right).iter().map(mark).collect()
}

/// Returns the legs whose ends are both on the page. A leg between a lane and memory follows the wire of its access.
fn placed<'a>(
    places: &Places,
    wires: &[Wire],
    routes: &[Option<Route>],
    gesture: &'a Gesture,
) -> Vec<Drawn<'a>> {
    let drawn = |leg: &'a Leg| {
        let path = places.leg(leg, wires, routes)?;
        let rest = if leg.kind == LegKind::Return {
            path.at(0.5)
        } else {
            let half = capsule(&leg.label, places.text_px()).0 / 2.0;
            let (x, y) = places.rest(&path);
            (between(x, half, places.right() - half), y)
        };
        Some(Drawn { leg, path, rest, text_px: places.text_px() })
    };
    gesture.legs.iter().filter_map(drawn).collect()
}
