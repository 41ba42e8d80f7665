//! Paths of the manual, relative to the page.

/// Path of the manual. `cargo xtask build` puts it there.
pub const MANUAL: &str = "manual/index.html";

/// Path of the manual's lessons.
pub const LESSONS: &str = "manual/lessons.html";

/// Path of the first of these lessons.
pub const FIRST_LESSON: &str = "manual/tutorial/01-one-lane.html";

/// Path of the manual's comparison of the instruction sets.
pub const SIDE_BY_SIDE: &str = "manual/isa/side-by-side.html";
