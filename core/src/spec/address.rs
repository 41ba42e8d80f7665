//! Memory as instructions address it.

use super::rule_table::rule_table;
use crate::base::Rule;

/// The way in which an instruction set addresses memory.
#[derive(Clone, Copy, Debug)]
pub enum AddressModel {
    /// Surfaces by name. They are declared in the program or predefined.
    Named,
    /// A pool of headers, each with an index. A header describes a surface at a physical address of 32 bits.
    HeaderPool(&'static HeaderRules),
}

rule_table! {
    /// The rules for a header pool, in the wording of one instruction set.
    HeaderRules {
        /// The indices of headers.
        header_index,
        /// The surfaces that a header describes.
        header_kind,
        /// The levels of detail.
        levels,
        /// The surfaces that have a pitch.
        pitch,
        /// The block sizes.
        block,
        /// The base address of a surface.
        base,
        /// The surfaces' memory, which must not overlap.
        overlap,
        /// The list of pages without memory.
        sparse,
        /// The size of the header pool.
        pool_max,
    }
}
