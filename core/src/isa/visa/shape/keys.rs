//! The names of forms and keys of parts that lines of this set alone have.

use crate::spec::{FormName, PartKey};

impl FormName {
    /// `VAR.byte_offset`.
    pub(crate) const RAW: Self = Self("a raw operand");
    /// `VAR(R,C)<V;W,H>`.
    pub(crate) const VECTOR: Self = Self("a vector operand");
    /// `0x10:ud`.
    pub(crate) const IMMEDIATE: Self = Self("an immediate");
    /// `VAR:d32x4`.
    pub(crate) const STATED_DATA: Self = Self("data with its size");
    /// `flat[4*VAR+8]:a64`.
    pub(crate) const STATED_ADDRESS: Self = Self("an address in brackets");
}

impl PartKey {
    /// A source modifier such as `(-)`.
    pub(crate) const SOURCE_MODIFIER: Self = Self("modifier");
    /// The row of a vector operand.
    pub(crate) const ROW: Self = Self("row");
    /// The column of a vector operand.
    pub(crate) const COLUMN: Self = Self("column");
    /// The vertical stride of a source's region, or the stride of a destination's region.
    pub(crate) const STRIDE: Self = Self("stride");
    /// The width of a region.
    pub(crate) const WIDTH: Self = Self("width");
    /// The horizontal stride of a region.
    pub(crate) const HORIZONTAL: Self = Self("horizontal");
    /// The type of an immediate.
    pub(crate) const TYPE: Self = Self("type");
    /// The size of data.
    pub(crate) const DATA_SIZE: Self = Self("data size");
    /// The channels of data.
    pub(crate) const CHANNELS: Self = Self("channels");
    /// The word before an address.
    pub(crate) const MODEL: Self = Self("model");
    /// The surface in parentheses.
    pub(crate) const SURFACE: Self = Self("surface");
    /// The factor of an address.
    pub(crate) const SCALE: Self = Self("scale");
    /// A number that is added to an address.
    pub(crate) const ADDED: Self = Self("added");
    /// A number that is subtracted from an address.
    pub(crate) const SUBTRACTED: Self = Self("subtracted");
    /// The size of an address.
    pub(crate) const ADDRESS_SIZE: Self = Self("address size");
}
