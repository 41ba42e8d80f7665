//! The machine's memory: byte spaces whose bits may be undefined, their layout and their contents.

mod block_linear;
mod declaration;
mod layout;
mod layout_index;
mod physical;
mod state;

pub use block_linear::{BlockLinear, GOB_BYTES, GOB_WIDTH};
pub use declaration::Declaration;
pub use layout::{
    Header, Layout, PAGE_BYTES, Place, Predicate, Space, SpaceId, SpaceKind, Surface, SurfaceLayout, Variable,
};
pub use physical::{ElementSlot, Gob};
pub use state::{Bytes, Latch, State};
