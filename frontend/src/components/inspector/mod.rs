//! The tabs beside the stage.

pub mod can_be;
pub mod cost_panel;
pub mod difference_table;
pub mod encoding_panel;
pub mod instruction_panel;
pub mod meetings;
pub mod notation_editor;
pub mod outcome_list;
pub mod outcomes_panel;
pub mod pinned_panel;
pub mod quiz_panel;
pub mod readings_panel;
pub mod registers_panel;
pub mod sample_table;
pub mod semantics_panel;
pub mod sweep_panel;
pub mod variants_panel;
