//! Automatic paging of large surfaces, so that accesses of the current step are visible.

use super::Model;
use lanescope_core::trace::{Access, MicroStep};
pub use lanescope_core::view::paging::{Pages, SurfacePage, is_narrow};

impl Model {
    /// Returns the page that the user chose. `None` if the last step, or a step between the cursor and `from`, accessed
    /// elements of the surface on other pages.
    pub(super) fn page_after_seek(&self, from: u32) -> Option<SurfacePage> {
        let page = self.surface_page?;
        let run = self.run()?;
        let surface = run.scenario().layout.surfaces.get(page.surface)?;
        let is_elsewhere = |access: &Access| {
            let is_here = |element: usize| (page.first..page.end).contains(&element);
            // An access out of bounds is not an element, and finding that out would search all elements.
            access.inside && surface.element_at(access.place).is_some_and(|element| !is_here(element))
        };
        let last = self.cursor.checked_sub(1).and_then(|index| run.step(index));
        let mut touched = last.iter().flat_map(MicroStep::accesses);
        let between = from.min(self.cursor)..from.max(self.cursor);
        let targets = run.targets(last.as_ref().map_or(0, |step| step.instruction as usize));
        let mut visited =
            targets.iter().filter(|target| target.visits.iter().any(|visit| between.contains(&visit.step)));
        let turns = touched.any(is_elsewhere) || visited.any(|target| is_elsewhere(&target.access));
        (!turns).then_some(page)
    }
}
