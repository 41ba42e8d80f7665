//! Cost models.

pub(super) mod model;
pub(super) mod products;
