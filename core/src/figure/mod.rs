//! Figures for export: a step, a run as a strip, or an animated run, as SVG. They are drawn from the same views as the stage.
//!
//! A figure is self-contained and uses no style sheet of the page. The page never embeds one inline, because its content security
//! policy forbids styles of a figure's own.

mod animated;
mod arrows;
mod drawing;
mod lanes;
mod memory;
mod part;
mod positions;
mod steps;
mod strip;
mod svg;
mod theme;

pub use animated::animated;
pub use drawing::{Look, svg};
pub use part::{FigurePart, figure};
pub use steps::{ChosenSteps, MOST_FIGURES, Steps};
pub use strip::strip;
pub use theme::Theme;
