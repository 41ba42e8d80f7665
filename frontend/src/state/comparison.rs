//! The differences from the pinned step, as a list.

use super::Formats;
use super::moment::{Moment, Pinned};
use super::surface::title;
use lanescope_core::session::{NumberFormat, Place, ScalarType, counted, show};

/// The differences from the pinned step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// The pinned step, and the number of differences: `step 5: 2 cells and 3 lanes differ`.
    pub summary: String,
    /// The differences, as (name, value at the pinned step, current value).
    pub items: Vec<(String, String, String)>,
    /// The number of omitted differences.
    pub more: usize,
}

/// The most cells, and the most registers, that are listed.
const MOST_ITEMS: usize = 64;

/// Returns the differences. `None` if no step is pinned.
pub fn comparison(moment: &Moment, formats: &Formats) -> Option<Comparison> {
    moment.pinned.as_ref().map(|pinned| list(moment, pinned, formats))
}

fn list(moment: &Moment, pinned: &Pinned, formats: &Formats) -> Comparison {
    let (differences, layout) = (&pinned.differences, &moment.scenario().layout);
    let lanes = differences.lanes.count();
    let counts = [
        (differences.cells.len(), "cell"),
        (differences.registers.len(), "register"),
        (differences.bits.len(), "bit"),
        (lanes, "lane"),
    ];
    let told = counts.iter().filter(|(count, _)| *count > 0);
    let told: Vec<String> = told.map(|&(count, word)| counted(count, word)).collect();
    let what = match told.split_last() {
        None => "nothing differs".to_owned(),
        Some((only, [])) => format!("{only} {}", if only.starts_with("1 ") { "differs" } else { "differ" }),
        Some((last, rest)) => format!("{} and {last} differ", rest.join(", ")),
    };
    let mut items = Vec::new();
    let mut item = |name: String, place: Place, ty: ScalarType, format: NumberFormat| {
        let value = |state: &lanescope_core::session::State| show(state.read(place), ty, format);
        items.push((name, value(&pinned.state), value(&moment.state)));
    };
    for &(at, element) in differences.cells.iter().take(MOST_ITEMS) {
        let surface = &layout.surfaces[at];
        item(
            format!("{}[{element}]", title(&surface.name)),
            surface.element(element),
            surface.ty,
            formats.of_surface(&surface.name),
        );
    }
    for &(at, element) in differences.registers.iter().take(MOST_ITEMS) {
        let variable = &layout.variables[at];
        item(format!("{}[{element}]", variable.name), variable.element(element), variable.ty, formats.all);
    }
    let more = differences.cells.len() + differences.registers.len() - items.len();
    let start = match pinned.frame.cursor {
        0 => "the start".to_owned(),
        cursor => format!("step {cursor}"),
    };
    Comparison { summary: format!("{start}: {what}"), items, more }
}
