//! The surfaces as the page shows them: the views of `core` with the selection, breakpoints and outcomes of all orders.

use super::inquiries::KnownOutcomes;
use super::quiz::{Quiz, put_answer};
use super::selection::{Related, Selection};
use lanescope_core::session::{
    orders::Decides,
    run::{Breakpoint, Place, Surface},
};
use lanescope_core::trace::Target;
use lanescope_core::view::Formats;
use lanescope_core::view::moment::Moment;
use lanescope_core::view::paging::SurfacePage;
use lanescope_core::view::surface::{self, CellView, SurfaceView};

/// The display settings of surfaces.
#[derive(Clone, Copy, Debug, Default)]
pub struct SurfaceOptions<'a> {
    /// The formats of numbers.
    pub formats: &'a Formats,
    pub selection: Option<Selection>,
    /// The page that the user chose.
    pub page: Option<SurfacePage>,
    /// The part of a surface's memory that the user chose, as (surface, part) indices.
    pub memory_part: Option<(usize, usize)>,
    /// Whether the stage is narrow.
    pub is_narrow: bool,
    /// The number of elements on a page, if less than the stage has room for.
    pub page_elements: Option<usize>,
    /// Whether memory is shown one GOB at a time.
    pub one_gob: bool,
    pub breakpoints: &'a [Breakpoint],
    /// The outcomes of all orders, if known.
    pub known: Option<&'a KnownOutcomes>,
    /// The questions that the reader is answering.
    pub quiz: Option<&'a Quiz>,
}

/// Returns the views of all surfaces at a moment.
pub fn surfaces(moment: &Moment, shown: SurfaceOptions<'_>) -> Vec<SurfaceView> {
    let related = Related::new(moment, shown.selection);
    let SurfaceOptions { formats, page, is_narrow, page_elements, .. } = shown;
    let mut views =
        surface::surfaces(moment, surface::SurfaceOptions { formats, page, is_narrow, page_elements });
    for (index, view) in views.iter_mut().enumerate() {
        // Views past the last surface hold out-of-bounds places that belong to no surface.
        if let Some(of) = moment.scenario().layout.surfaces.get(index) {
            view.cells.iter_mut().for_each(|cell| mark(cell, moment, of, shown, &related));
        }
        for outside in &mut view.outside {
            outside.selected =
                outside.badges.iter().any(|badge| badge.lane.is_some_and(|lane| related.lane(lane)));
        }
    }
    views
}

/// Returns the view of an element at a moment. `targets` are the accessed places on its surface.
pub fn cell(
    moment: &Moment,
    surface: &Surface,
    element: usize,
    targets: &[&Target],
    shown: SurfaceOptions<'_>,
    related: &Related,
) -> CellView {
    let mut cell = surface::cell(moment, surface, element, targets, shown.formats.of_surface(&surface.name));
    mark(&mut cell, moment, surface, shown, related);
    cell
}

/// Adds the selection, breakpoints and outcomes to the view of an element.
fn mark(
    cell: &mut CellView,
    moment: &Moment,
    surface: &Surface,
    shown: SurfaceOptions<'_>,
    related: &Related,
) {
    let place = surface.element(cell.element);
    cell.selected = related.place(place);
    cell.stops =
        !shown.breakpoints.is_empty() && shown.breakpoints.contains(&when_written(surface, cell.element));
    cell.matter = matter(moment, place, cell.badges.len(), shown.known);
    cell.answer = shown.quiz.and_then(|quiz| quiz.answer(&surface.name, cell.element));
    if let Some(answer) = &cell.answer {
        put_answer(answer, &mut cell.initial, &mut cell.text, &mut cell.definedness);
    }
}

/// Returns the effect of the order of lanes at a place, for the instruction on the stage. `None` for fewer than two
/// lanes.
fn matter(moment: &Moment, place: Place, lanes: usize, known: Option<&KnownOutcomes>) -> Option<Decides> {
    let known = known.filter(|_| lanes > 1)?;
    let here = known.matters(place).into_iter().find(|(instruction, ..)| *instruction == moment.instruction);
    here.map(|(_, kind, _)| kind)
}

/// Returns the breakpoint at writes to an element.
pub fn when_written(surface: &Surface, element: usize) -> Breakpoint {
    let Place { byte_offset, size_bytes, .. } = surface.element(element);
    Breakpoint::Written { space: surface.name.clone(), byte_offset, size_bytes }
}
