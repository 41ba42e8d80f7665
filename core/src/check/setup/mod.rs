//! The setup of a scenario: its settings, its declarations and their contents.

pub(super) mod declare;
pub(crate) mod declared;
pub(crate) mod layout_builder;
pub(crate) mod settings;
pub(crate) mod values;
