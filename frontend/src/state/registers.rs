//! Variables and predicates as grids.

use super::selection::{Related, Selection};
use lanescope_core::session::run::{Bound, LaneMask, NumberFormat, Place, Predicate, Variable, show};
use lanescope_core::spec::Direction;
use lanescope_core::trace::Effect;
use lanescope_core::view::moment::{Definedness, Moment};
use lanescope_core::view::surface::Touch;

/// A variable at a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct VariableView {
    pub name: String,
    /// Its type and size, as a caption.
    pub caption: String,
    /// The operands of the instruction on the stage that use it.
    pub roles: Vec<&'static str>,
    pub cells: Vec<ElementView>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElementView {
    pub text: String,
    pub initial: String,
    /// Whether its bits are defined.
    pub definedness: Definedness,
    /// Whether it differs from the start.
    pub changed: bool,
    /// The effect of the last step on it.
    pub touched: Touch,
    /// Whether the instruction on the stage reads it.
    pub source: bool,
    /// Whether the instruction on the stage writes it.
    pub destination: bool,
    /// Whether it is related to the selection.
    pub selected: bool,
}

/// The most elements of a variable that are rendered.
pub const SHOWN: usize = 128;
/// The horizontal space for the edges of the panel, in CSS pixels.
const EDGES_PX: f64 = 8.0;

/// The width of a digit in a cell (cell.css).
const CHARACTER_PX: f64 = 7.25;
/// The border, padding and gap of a cell.
const PADDING_PX: f64 = 7.0;
/// The minimum width of a cell.
const MIN_CELL_PX: f64 = 64.0;

impl VariableView {
    /// Returns the elements that are rendered.
    pub fn shown(&self) -> &[ElementView] {
        &self.cells[..self.cells.len().min(SHOWN)]
    }

    /// Returns the number of elements on a line of a panel of `width_px`.
    pub fn per_line(&self, width_px: f64) -> usize {
        let longest =
            self.shown().iter().map(|cell| cell.text.len().max(cell.initial.len())).max().unwrap_or(1);
        per_line(width_px - EDGES_PX, longest.saturating_sub(1))
    }
}

/// Returns the number of elements on a line of `room_px`, each with the widest value on one line.
fn per_line(room_px: f64, widest: usize) -> usize {
    let cell = (widest as f64 * CHARACTER_PX + PADDING_PX).max(MIN_CELL_PX);
    [8, 4].into_iter().find(|&count| count as f64 * cell <= room_px).unwrap_or(2)
}

impl ElementView {
    /// Describes the element in a sentence.
    pub fn label(&self, variable: &str, index: usize) -> String {
        let mut label = format!("{variable}[{index}]: {}{}", self.text, self.definedness.remark());
        if self.changed {
            label.push_str(&format!(", changed from {}", self.initial));
        }
        for (is, word) in [(self.source, ", a source"), (self.destination, ", a destination")] {
            if is {
                label.push_str(word);
            }
        }
        label
    }
}

/// A predicate at a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PredicateView {
    pub name: String,
    /// Whether it predicates the instruction on the stage.
    pub in_use: bool,
    /// Its bits. `None` for an undefined bit.
    pub bits: Vec<Option<bool>>,
    /// Its bits at the start. Undefined bits are 0.
    pub initial: LaneMask,
}

/// Returns all variables of a moment, in text order.
pub fn variables(moment: &Moment, format: NumberFormat, selection: Option<Selection>) -> Vec<VariableView> {
    let related = Related::new(moment, selection);
    let uses = moment.bound().map(uses).unwrap_or_default();
    moment
        .scenario()
        .layout
        .variables
        .iter()
        .map(|variable| variable_view(moment, variable, format, &uses, &related))
        .collect()
}

/// Returns all predicates of a moment.
pub fn predicates(moment: &Moment) -> Vec<PredicateView> {
    let used = moment.bound().and_then(|bound| bound.predicate).map(|predicate| predicate.space);
    let view = |predicate: &Predicate| {
        let place = Place { space: predicate.space, byte_offset: 0, size_bytes: 4 };
        let word = moment.state.read(place);
        let bit = |n: usize| (word.defined >> n & 1 == 1).then_some(word.value >> n & 1 == 1);
        PredicateView {
            name: predicate.name.clone(),
            in_use: used == Some(predicate.space),
            bits: (0..predicate.count).map(bit).collect(),
            // The value is 4 bytes wide.
            initial: LaneMask(moment.scenario().initial.read(place).value as u32),
        }
    };
    moment.scenario().layout.predicates.iter().map(view).collect()
}

fn variable_view(
    moment: &Moment,
    variable: &Variable,
    format: NumberFormat,
    uses: &[Use],
    related: &Related,
) -> VariableView {
    let mut roles: Vec<&'static str> = Vec::new();
    let cells = (0..variable.count)
        .map(|index| {
            let place = variable.element(index);
            let now = moment.state.read(place);
            let initial = moment.scenario().initial.read(place);
            let mut element = ElementView {
                text: show(now, variable.ty, format),
                initial: show(initial, variable.ty, format),
                definedness: Definedness::from_bits(now, variable.ty),
                changed: now != initial,
                touched: touch(moment, place),
                source: false,
                destination: false,
                selected: related.place(place),
            };
            for used in uses.iter().filter(|used| used.place.overlaps(place)) {
                element.source |= used.direction == Direction::In;
                element.destination |= used.direction == Direction::Out;
                if !roles.contains(&used.name) {
                    roles.push(used.name);
                }
            }
            element
        })
        .collect();
    VariableView {
        name: variable.name.clone(),
        caption: format!("{} × {}", variable.count, variable.ty),
        roles,
        cells,
    }
}

/// A place that an operand covers.
struct Use {
    name: &'static str,
    direction: Direction,
    place: Place,
}

/// Returns the places that the operands of an instruction cover, for all lanes.
fn uses(bound: &Bound) -> Vec<Use> {
    let mut uses = Vec::new();
    for (operand, bound_operand) in bound.row.operands().iter().zip(&bound.operands) {
        let Some(direction) = operand.direction else { continue };
        let lanes = 0..usize::from(operand.block_elements(bound.exec_size));
        let places = lanes.flat_map(|lane| bound_operand.places(lane));
        uses.extend(places.map(|place| Use { name: operand.name, direction, place }));
    }
    uses
}

fn touch(moment: &Moment, place: Place) -> Touch {
    let mut effects = moment.frame.last.iter().flat_map(|step| &step.effects);
    let written =
        effects.any(|effect| matches!(effect, Effect::Return { place: Some(to), .. } if to.overlaps(place)));
    if written { Touch::Written } else { Touch::None }
}

#[cfg(test)]
mod tests {
    use super::per_line;

    #[test]
    fn lines_have_powers_of_two() {
        // Cells are 64 px wide, or 10 * 7.25 + 7 = 79.5 px.
        assert_eq!(per_line(1352.0, 4), 8);
        assert_eq!(per_line(639.0, 10), 8);
        assert_eq!(per_line(292.0, 4), 4);
        assert_eq!(per_line(152.0, 10), 2);
    }
}
