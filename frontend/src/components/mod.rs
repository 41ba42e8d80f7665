//! What the page is made of. A component draws what the state hands it and reports what happened; it reckons nothing.
//!
//! Each part of the page is a `#[component]` with its properties beside it, drawn anew only where these are not equal to those
//! before. A function that returns `Html` is a piece of the component that calls it: it has no state of its own and is drawn
//! whenever that one is.

mod app;
mod beside;
mod can_be;
mod cell;
mod cell_field;
mod compare_bar;
mod copy_button;
mod detail;
mod diagnostics_list;
mod dialogs;
mod editor_pane;
mod element;
mod embed;
mod embed_bar;
mod embed_dialog;
mod empty_text;
mod encoding_panel;
mod export_dialog;
mod fill_menu;
mod format_select;
mod formula_bar;
mod gallery;
mod header;
mod help_sheet;
mod icon;
mod instruction_panel;
mod lane_strip;
mod lane_table;
mod marks;
mod mask_field;
mod meetings;
mod narration;
mod new_scenarios;
mod notation_editor;
mod notice_bar;
mod open_button;
mod order_menu;
mod outcome_list;
mod outcomes_panel;
mod overlay;
mod pager;
mod physical_grid;
mod plain_text;
mod popup;
mod queue;
mod read_as;
mod readings_panel;
mod reference_panel;
mod registers_panel;
mod sample_table;
mod segmented;
mod select;
mod semantics_panel;
mod side_by_side;
mod stage;
mod step_key;
mod surface_grid;
mod surface_map;
mod sweep_panel;
mod tabs;
mod thumbnail;
mod timeline;
mod tour;
mod transport;
mod variable_grid;
mod variants_panel;

pub use app::{App, AppProps};
pub use diagnostics_list::{DiagnosticsList, DiagnosticsListProps};
pub use embed::{Embed, EmbedProps};
pub use lane_strip::{LaneStrip, LaneStripProps};
pub use narration::{Narration, NarrationProps};
pub use timeline::{Timeline, TimelineProps};
