//! Automatic paging of large surfaces, so that accesses of the current step are visible.

use lanescope_core::session::run::Run;
use lanescope_core::trace::{Access, MicroStep};
use lanescope_core::view::paging::SurfacePage;

/// Returns whether the last step before `cursor`, or a step between it and `from`, accessed elements of the page's surface
/// on other pages.
pub(super) fn is_page_left(page: SurfacePage, run: &Run, from: u32, cursor: u32) -> bool {
    let Some(surface) = run.scenario().layout.surfaces.get(page.surface) else { return true };
    let is_elsewhere = |access: &Access| {
        let is_here = |element: usize| (page.first..page.end).contains(&element);
        // An access out of bounds is not an element, and finding that out would search all elements.
        access.inside && surface.element_at(access.place).is_some_and(|element| !is_here(element))
    };
    let last = cursor.checked_sub(1).and_then(|index| run.step(index));
    let mut touched = last.iter().flat_map(MicroStep::accesses);
    let between = from.min(cursor)..from.max(cursor);
    let targets = run.targets(last.as_ref().map_or(0, |step| step.instruction as usize));
    let mut visited =
        targets.iter().filter(|target| target.visits.iter().any(|visit| between.contains(&visit.step)));
    touched.any(is_elsewhere) || visited.any(|target| is_elsewhere(&target.access))
}
