//! The components of the page. A component draws the state that it receives and reports events.
//!
//! A part of the page is a `#[component]` if it has state, or if most steps leave it as it is. It renders again only if its
//! properties change. Each type of component is about 3 kB of the program. All other parts are functions that return `Html`. Such a
//! part belongs to the component that calls it: it has no state, and it renders with its caller.
//!
//! # The cost of a step
//!
//! Most of the cost of a step is the browser's: style, layout and paint. So everything that a step does not change must stay
//! untouched.
//!
//! - Properties are minimal. Yew skips a component whose properties are equal, so a component takes only what it depends on. The
//!   transport takes whether the run is at its end, not the cursor.
//! - Content that steps change keeps its structure. A line of notation is split wherever a step can start or end
//!   (`state/notation.rs`). If it were split only at the current step, all later nodes would change with each step.
//! - Text nodes are few. Only coloured or marked text is a node of its own. Names that select nothing are merged with the
//!   characters around them.
//! - Event handlers that are properties of such a component are `use_callback`, because a new handler renders it again.
//! - Content that steps change has `contain: layout size` and a size that does not depend on it, in a block container. (Items of
//!   a grid or flex container are always laid out with the container.) The browser then lays it out alone. One change outside
//!   such boxes costs a layout pass from the root. So the marks of a step never change a weight, a font or a `position`.
//! - Each such box is a compositing layer, and layers cost in every frame. Only boxes that steps change are layers.
//! - An invisible accessible name is an attribute, not hidden text, because a box out of the flow is laid out with its
//!   container. For the same reason, the style sheet generates badges and the words on lanes.
//! - Content that steps change has no `title`: the browser's own style sheet selects titles, so each change restyles. No rule
//!   selects `::before` or `::after` of all elements, because both are then computed for each restyled element. A clip
//!   (`overflow: hidden`) costs in every frame, unless its contents can be cached.
//! - Elements that occur by the dozen come from `element.rs`, because the `html!` macro hashes each word of a class.
//! - Arrows are measured first and then written together (`overlay.rs`), after the stage has scrolled (`effects/sight.rs`). Lanes
//!   stick above memory, which scrolls below them. Stage and sentence always fit the window beside the timeline (`.stage-area` in
//!   css/page.css); tools/e2e/walk.spec.mjs checks this at eight sizes.
//! - Popups are in the browser's top layer, where no scrolling box clips them. CSS anchors place them (css/menus.css). The verdict
//!   has a place of its own beside the sentence, so that it moves neither memory nor sentence.
//! - Content that a step replaces has a key, so that nothing moves and counts as a layout shift: the computation, and the
//!   table of lanes if its rows or columns change. It is replaced inside a box that stays.
//! - No `:has()` selects through cells or lanes, because it would be evaluated at each step. The component sets a class instead.
//!
//! `node tools/bench/step.mjs dist --before FOLDER` compares the cost with that of an older build.

mod app;
mod controls;
mod dialogs;
mod embed;
mod header;
mod inspector;
mod notice_bar;
mod page;
mod puzzle_bar;
mod stage;
mod tabs;
mod text;

pub use app::{App, AppProps};
pub use controls::timeline::timeline;
pub use embed::{Embed, EmbedProps};
pub use stage::lane_menu::{LaneMenu, LaneMenuProps};
pub use stage::narration::{expectation_list, narration};
pub use text::diagnostics_list::{DiagnosticsList, DiagnosticsListProps};
