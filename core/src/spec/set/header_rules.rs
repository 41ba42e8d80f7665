//! The rules for a pool of headers.

use crate::base::Rule;
use crate::spec::rule_table::rule_table;

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
