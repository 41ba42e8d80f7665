//! The shape of lines, and the names of numbered registers.

pub(super) mod register_file;
pub(super) mod shape;
