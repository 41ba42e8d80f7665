//! What the page is made of. A component draws what the state hands it and reports what happened; it reckons nothing.

mod app;
mod cell;
mod compare_bar;
mod diagnostics_list;
mod dialogs;
mod editor_pane;
mod export_dialog;
mod format_select;
mod formula_bar;
mod header;
mod icon;
mod instruction_panel;
mod kept;
mod lane_strip;
mod lane_table;
mod narration;
mod notice_bar;
mod overlay;
mod queue;
mod readings_panel;
mod registers_panel;
mod segmented;
mod select;
mod semantics_panel;
mod side_by_side;
mod stage;
mod surface_grid;
mod tabs;
mod timeline;

pub use app::App;
pub use diagnostics_list::{DiagnosticsList, DiagnosticsListProps};
pub use lane_strip::{LaneStrip, LaneStripProps};
pub use narration::{Narration, NarrationProps};
pub use timeline::{Timeline, TimelineProps};
