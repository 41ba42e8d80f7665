//! Cost models.

pub(super) mod model;
