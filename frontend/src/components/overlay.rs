//! Arrows over the stage: what the last step moved, and from where to where.

use super::kept::{Part, kept};
use crate::effects::dom::prefers_reduced_motion;
use crate::effects::effect::use_effect_with;
use crate::effects::motion::{Flight, Places};
use crate::state::curve::{Curve, tenths};
use crate::state::gesture::{Gesture, Leg, LegKind};
use web_sys::Element;
use yew::prelude::*;

/// Longest time that a movement takes.
const SLOWEST_MS: f64 = 640.0;
/// Movements that would be over sooner than this are not made: nobody could follow them.
const FASTEST_MS: f64 = 80.0;

/// What an [`Overlay`] shows.
#[derive(Properties, PartialEq)]
pub struct OverlayProps {
    /// The movement of the last step.
    pub gesture: Gesture,
    /// Where the run stands: another number is another moment.
    pub cursor: u32,
    /// The re-run that this belongs to.
    pub run: u64,
    /// Time from step to step while the run plays by itself.
    pub pace_ms: Option<u32>,
    /// Anything else whose change moves what the arrows point at.
    pub arrangement: (i64, usize),
}

/// The arrows. Where they run is measured after each drawing; what stands still says the same as what moves.
#[component]
pub fn Overlay(props: &OverlayProps) -> Html {
    let svg = use_node_ref();
    let before = use_mut_ref(|| (0u64, 0u32));
    let flights = use_mut_ref(Vec::new);
    {
        let svg = svg.clone();
        let deps = (props.gesture.clone(), props.cursor, props.run, props.arrangement);
        let pace = props.pace_ms;
        use_effect_with(deps, move |(gesture, cursor, run, _)| {
            let Some(svg) = svg.cast::<Element>() else { return };
            let (run_before, cursor_before) = before.replace((*run, *cursor));
            // Only a step forth moves; back, jumps and edits show the still form at once.
            let is_step = run_before == *run && *cursor == cursor_before + 1;
            let all = f64::from(pace.unwrap_or(u32::MAX)).min(SLOWEST_MS / 0.9) * 0.9;
            let flies = is_step && all >= FASTEST_MS;
            // What still flies from a step before lands now.
            flights.replace(draw(&svg, gesture, flies.then(|| all / gesture.legs.len().max(1) as f64)));
        });
    }
    html! {
        <svg ref={svg} class="overlay" aria-hidden="true" focusable="false">
            { kept(Arrowheads) }
            <g>{ for props.gesture.legs.iter().enumerate().map(|(index, leg)| leg_html(index, leg)) }</g>
        </svg>
    }
}

/// What lines end in.
#[derive(PartialEq)]
struct Arrowheads;

impl Part for Arrowheads {
    fn html(&self) -> Html {
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

/// A leg as far as it does not depend on where it runs: what is written later, the browser works out once more.
fn leg_html(index: usize, leg: &Leg) -> Html {
    let width = label_width(leg);
    html! {
        <g key={index} class={leg.kind.class()}>
            <path class="leg-line" marker-end={arrow(leg.kind)} />
            <g class="leg-token">
                if leg.label.is_empty() {
                    <circle r="4" />
                } else {
                    <rect class="leg-plate" x={tenths(-width / 2.0)} y="-10" width={tenths(width)} height="20" rx="10" />
                    <text y="4" text-anchor="middle">{ &leg.label }</text>
                }
            </g>
        </g>
    }
}

/// How wide the plate of a label is, in CSS pixels.
fn label_width(leg: &Leg) -> f64 {
    leg.label.chars().count() as f64 * 7.4 + 14.0
}

/// Puts each arrow where it belongs; with a time, what it carries flies along it.
fn draw(svg: &Element, gesture: &Gesture, fly_ms: Option<f64>) -> Vec<Flight> {
    let mut flights = Vec::new();
    if gesture.legs.is_empty() {
        return flights;
    }
    let (Some(stage), Some(groups)) = (svg.parent_element(), svg.last_element_child()) else {
        return flights;
    };
    // All is measured before anything is written: a measure after a change makes the browser lay out the page again.
    let places = Places::new(&stage);
    let curves: Vec<Option<Curve>> = gesture.legs.iter().map(|leg| places.curve(leg)).collect();
    let fly_ms = fly_ms.filter(|_| !prefers_reduced_motion());
    let groups = groups.children();
    for (index, (leg, curve)) in (0..).zip(gesture.legs.iter().zip(curves)) {
        let Some(group) = groups.item(index) else { continue };
        let set = |element: &Element, name: &str, value: &str| {
            // To set what is set already would have the browser do its work again.
            if element.get_attribute(name).as_deref() != Some(value) {
                // These names are fixed and valid.
                let _ = element.set_attribute(name, value);
            }
        };
        let Some(curve) = curve else {
            set(&group, "visibility", "hidden");
            continue;
        };
        let _ = group.remove_attribute("visibility");
        // As `leg_html` makes them.
        let (Some(line), Some(token)) = (group.first_element_child(), group.last_element_child()) else {
            continue;
        };
        set(&line, "d", &curve.path());
        let (x, y) = curve.at_height(places.gap);
        let x = x.min(places.rightmost - label_width(leg) / 2.0);
        set(&token, "transform", &format!("translate({} {})", tenths(x), tenths(y)));
        if let Some(milliseconds) = fly_ms {
            flights.push(Flight::new(&token, &curve, (x, y), milliseconds, milliseconds * f64::from(index)));
        }
    }
    flights
}
