//! The machine's memory: byte spaces whose bits may be undefined, and what lies in them.

mod block_linear;
mod layout;
mod state;

pub use block_linear::{BlockLinear, GOB_BYTES};
pub use layout::{
    Header, Layout, PAGE_BYTES, Place, Predicate, Space, SpaceId, SpaceKind, Surface, SurfaceLayout, Variable,
};
pub use state::{Bytes, State};
