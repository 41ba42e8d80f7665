//! The machine's memory: byte spaces whose bits may be undefined, and what lies in them.

mod layout;
mod state;

pub use layout::{Layout, Place, Predicate, Space, SpaceId, SpaceKind, Surface, SurfaceLayout, Variable};
pub use state::{Bytes, State};
