//! The scenario text: editor, plain text and diagnostics.

pub mod code_editor;
pub mod diagnostics_list;
pub mod editor_pane;
pub mod plain_text;
