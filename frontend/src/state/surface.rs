//! The surfaces as the page shows them: with what is selected, where the run stops, and what all orders come to.

use super::all_orders::Known;
use super::moment::Moment;
use super::selection::{Related, Selection};
use lanescope_core::session::{Breakpoint, MatterKind, NumberFormat, Place, Surface};
use lanescope_core::trace::Target;
use lanescope_core::view::surface;
pub use lanescope_core::view::surface::{
    CellView, Grid, MapView, OutsideView, Spot, SurfaceView, Touch, cell_id, element_at_hand,
    elements_per_row, targets_in, title,
};

/// How the surfaces are shown.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shown<'a> {
    /// How numbers are shown.
    pub format: NumberFormat,
    /// What is selected.
    pub selection: Option<Selection>,
    /// The page that was asked for.
    pub page: Option<super::SurfacePage>,
    /// The part of a surface's memory that was asked for: surface, part.
    pub memory_part: Option<(usize, usize)>,
    /// Whether the stage is narrow.
    pub is_narrow: bool,
    /// How many elements stand on a page, where they are fewer than the width of the stage allows.
    pub page_elements: Option<usize>,
    /// Whether memory is shown one GOB at a time.
    pub one_gob: bool,
    /// Where the run stops.
    pub breakpoints: &'a [Breakpoint],
    /// What is known of all orders.
    pub known: Option<&'a Known>,
}

/// Every surface of a moment.
pub fn surfaces(moment: &Moment, shown: Shown<'_>) -> Vec<SurfaceView> {
    let related = Related::new(moment, shown.selection);
    let Shown { format, page, is_narrow, page_elements, .. } = shown;
    let mut views = surface::surfaces(moment, surface::Shown { format, page, is_narrow, page_elements });
    for (index, view) in views.iter_mut().enumerate() {
        // Places outside that no surface is meant by stand behind the surfaces.
        if let Some(of) = moment.scenario().layout.surfaces.get(index) {
            view.cells.iter_mut().for_each(|cell| mark(cell, moment, of, shown, &related));
        }
        for outside in &mut view.outside {
            outside.selected = outside.badges.iter().any(|badge| related.lane(badge.lane));
        }
    }
    views
}

/// An element at a moment. `targets` are where lanes go on its surface.
pub fn cell(
    moment: &Moment,
    surface: &Surface,
    element: usize,
    targets: &[&Target],
    shown: Shown<'_>,
    related: &Related,
) -> CellView {
    let mut cell = surface::cell(moment, surface, element, targets, shown.format);
    mark(&mut cell, moment, surface, shown, related);
    cell
}

/// Marks what the page knows of an element.
fn mark(cell: &mut CellView, moment: &Moment, surface: &Surface, shown: Shown<'_>, related: &Related) {
    let place = surface.element(cell.element);
    cell.selected = related.place(place);
    cell.stops =
        !shown.breakpoints.is_empty() && shown.breakpoints.contains(&when_written(surface, cell.element));
    cell.matter = matter(moment, place, cell.badges.len(), shown.known);
}

/// What the order of the lanes of the instruction on the stage decides in a place where several of them go.
fn matter(moment: &Moment, place: Place, lanes: usize, known: Option<&Known>) -> Option<MatterKind> {
    let known = known.filter(|_| lanes > 1)?;
    let here = known.matters(place).into_iter().find(|(instruction, ..)| *instruction == moment.instruction);
    here.map(|(_, kind, _)| kind)
}

/// The breakpoint at which an element is written.
pub fn when_written(surface: &Surface, element: usize) -> Breakpoint {
    let Place { byte_offset, size_bytes, .. } = surface.element(element);
    Breakpoint::Written { space: surface.name.clone(), byte_offset, size_bytes }
}
