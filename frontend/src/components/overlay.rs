//! Arrows over the stage for the data that the last step moved.

use crate::effects::dom::prefers_reduced_motion;
use crate::effects::motion::{Flight, Places};
use crate::effects::sight;
use crate::state::curve::{between, tenths};
use crate::state::gesture::{Gesture, Leg, LegKind};
use crate::state::markup::escape;
use crate::state::route::Route;
use web_sys::Element;
use yew::prelude::*;

/// Maximum duration of an animation.
const SLOWEST_MS: f64 = 640.0;
/// Minimum duration of an animation. Shorter ones are skipped, because they cannot be followed.
const FASTEST_MS: f64 = 80.0;

/// Properties of an [`Overlay`].
#[derive(Properties, PartialEq)]
pub struct OverlayProps {
    /// The movement of the last step.
    pub gesture: Gesture,
    /// The id of the element in memory that the current lane accesses.
    pub at_hand: Option<String>,
    /// The current step.
    pub cursor: u32,
    /// Number of the run.
    pub run: u64,
    /// Milliseconds per step during playback.
    pub pace_ms: Option<u32>,
    /// Values whose change moves the ends of arrows.
    pub arrangement: (i64, usize),
}

/// The arrows. Their ends are measured after each render, when the stage has scrolled. An arrow shows the same
/// information at rest as in motion.
#[component]
pub fn Overlay(props: &OverlayProps) -> Html {
    let svg = use_node_ref();
    let before = use_mut_ref(|| (0u64, 0u32));
    let flights = use_mut_ref(Vec::new);
    let shown = use_mut_ref(Shown::default);
    let watch = use_mut_ref(|| None);
    {
        let (svg, flights, shown, watch) = (svg.clone(), flights.clone(), shown.clone(), watch.clone());
        use_effect_with((), move |()| {
            watch.replace(svg.cast::<Element>().and_then(|svg| {
                let around = svg.clone();
                let onchange = move || {
                    let mut shown = shown.borrow_mut();
                    if sight::Position::of(&svg).heights != shown.position.heights {
                        sight::follow(&svg, shown.at_hand.as_deref(), shown.is_under_way);
                    }
                    let position = sight::Position::of(&svg);
                    // If nothing has moved, animations continue.
                    if position != shown.position {
                        flights.replace(draw(&svg, &shown.gesture, None));
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
        let deps = (props.gesture.clone(), props.cursor, props.run, props.arrangement, props.at_hand.clone());
        let pace = props.pace_ms;
        use_effect_with(deps, move |(gesture, cursor, run, _, at_hand)| {
            let Some(svg) = svg.cast::<Element>() else { return };
            sight::follow(&svg, at_hand.as_deref(), *cursor > 0);
            let (run_before, cursor_before) = before.replace((*run, *cursor));
            // Only a step forward is animated. Steps back, jumps and edits show the arrows at once.
            let is_step = run_before == *run && *cursor == cursor_before + 1;
            let all = f64::from(pace.unwrap_or(u32::MAX)).min(SLOWEST_MS / 0.9) * 0.9;
            let flies = is_step && all >= FASTEST_MS;
            // This ends the animations of earlier steps.
            flights.replace(draw(&svg, gesture, flies.then(|| all / gesture.legs.len().max(1) as f64)));
            let position = sight::Position::of(&svg);
            let (gesture, at_hand) = (gesture.clone(), at_hand.clone());
            shown.replace(Shown { gesture, at_hand, is_under_way: *cursor > 0, position });
            if let Some(watch) = &*watch.borrow() {
                watch.verdict(&svg);
            }
        });
    }
    html! {
        <svg ref={svg} class="overlay" aria-hidden="true" focusable="false">
            <Arrowheads />
            <g />
        </svg>
    }
}

/// State of the stage at the last drawing.
#[derive(Default)]
struct Shown {
    gesture: Gesture,
    at_hand: Option<String>,
    is_under_way: bool,
    /// Measured position of the stage.
    position: sight::Position,
}

/// Markers for the ends of arrows.
#[component]
fn Arrowheads() -> Html {
    html! {
        <defs>
            { for ARROWS.iter().map(|(id, class)| html! {
                <marker id={*id} class={*class} viewBox="0 0 8 8" refX="6.5" refY="4" markerWidth="7" markerHeight="7" orient="auto">
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

/// Returns the width of a label's background in CSS pixels.
fn label_width(leg: &Leg) -> f64 {
    leg.label.chars().count() as f64 * 7.4 + 14.0
}

/// A leg with its measured route.
struct Drawn<'a> {
    leg: &'a Leg,
    route: Route,
    /// The final centre of the label or dot.
    rest: (f64, f64),
}

impl Drawn<'_> {
    /// Returns the arrow as SVG.
    fn markup(&self) -> String {
        let token = match &*self.leg.label {
            "" => r#"<circle r="4"/>"#.to_owned(),
            // The lane's row shows the value already, and a label would cover its neighbours.
            _ if self.leg.kind == LegKind::Return => r#"<circle r="2.5"/>"#.to_owned(),
            label => {
                let width = label_width(self.leg);
                let (left, width) = (tenths(-width / 2.0), tenths(width));
                let mut text = String::new();
                escape(&mut text, label);
                let plate = [
                    "<rect class=\"leg-plate\" x=\"",
                    &left,
                    "\" y=\"-10\" width=\"",
                    &width,
                    "\" height=\"20\" rx=\"10\"/>",
                ];
                [&plate.concat(), "<text y=\"4\" text-anchor=\"middle\">", &text, "</text>"].concat()
            }
        };
        let Self { leg, route, rest } = self;
        let line =
            ["<path class=\"leg-line\" marker-end=\"", arrow(leg.kind), "\" d=\"", &route.path(), "\"/>"]
                .concat();
        let (x, y) = (tenths(rest.0), tenths(rest.1));
        let place = ["translate(", &x, " ", &y, ")"].concat();
        [
            "<g class=\"",
            leg.kind.class(),
            "\">",
            &line,
            "<g class=\"leg-token\" transform=\"",
            &place,
            "\">",
            &token,
            "</g></g>",
        ]
        .concat()
    }
}

/// Draws the arrows. `fly_ms` is the duration for each leg; `None` draws them at rest.
fn draw(svg: &Element, gesture: &Gesture, fly_ms: Option<f64>) -> Vec<Flight> {
    let Some(group) = svg.last_element_child() else { return Vec::new() };
    let places = (!gesture.legs.is_empty()).then(|| Places::new(svg)).flatten();
    let drawn = places.map_or_else(Vec::new, |places| placed(&places, gesture));
    if drawn.is_empty() && !group.has_child_nodes() {
        return Vec::new();
    }
    // Written in one assignment, because each separate change invalidates the layout again.
    group.set_inner_html(&drawn.iter().map(Drawn::markup).collect::<String>());
    let Some(fly_ms) = fly_ms.filter(|_| !drawn.is_empty() && !prefers_reduced_motion()) else {
        return Vec::new();
    };
    let groups = group.children();
    let flight = |(index, Drawn { route, rest, .. }): (u32, &Drawn)| {
        let token = groups.item(index)?.last_element_child()?;
        Some(Flight::new(&token, route, *rest, fly_ms, fly_ms * f64::from(index)))
    };
    (0..).zip(&drawn).filter_map(flight).collect()
}

/// Returns the legs whose ends are both on the page. Measures all of them before anything is written, because a
/// measurement after a change forces another layout.
fn placed<'a>(places: &Places, gesture: &'a Gesture) -> Vec<Drawn<'a>> {
    let drawn = |leg: &'a Leg| {
        let route = places.route(leg)?;
        let half = label_width(leg) / 2.0;
        let rest = (between(route.rest.0, half, places.right() - half), route.rest.1);
        Some(Drawn { leg, route, rest })
    };
    gesture.legs.iter().filter_map(drawn).collect()
}
