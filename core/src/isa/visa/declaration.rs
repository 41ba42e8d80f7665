//! Declarations that operands need: the names that fit an operand, and the values of a new one.

use crate::base::{ScalarType, SurfaceKind};
use crate::exec::Blocks;
use crate::spec::{DeclaredSignature, Direction, LaneData, NullRule, Operand, OperandKind};
use crate::syntax::{LEAST_DWORDS, Rank, surface_line};

/// The properties of a line that its operands depend on.
#[derive(Clone, Debug)]
pub(crate) struct LineProperties {
    /// The number of lanes.
    pub lanes: usize,
    /// The first bit of the dispatch mask, and of a predicate, that applies.
    pub first_lane: usize,
    /// The enabled channels, with R in bit 0.
    pub channels: Option<u8>,
    /// The number of blocks of a lane.
    pub blocks: Option<u8>,
    /// The size of a register in bytes.
    pub register_bytes: usize,
    /// The types that operands with data of the operation may have.
    pub operand_types: Vec<ScalarType>,
    /// The access type.
    pub access: ScalarType,
    /// The type of an address, if the line states its size.
    pub address: ScalarType,
}

impl LineProperties {
    /// Returns the distance between the data of consecutive lanes, in dwords.
    pub fn dwords_of_a_lane(&self) -> usize {
        let of_channels = |mask: u8| (u8::BITS - mask.leading_zeros()) as usize;
        let elements = self.channels.map_or(usize::from(self.blocks.unwrap_or(1)), of_channels);
        (elements * self.access.size_bytes()).div_ceil(4)
    }

    /// Returns the size of a surface with room for the data of all lanes, in dwords.
    pub fn dwords_of_all_lanes(&self) -> usize {
        (self.lanes * self.dwords_of_a_lane()).max(LEAST_DWORDS)
    }

    /// Returns the line that describes a surface with room for the data of all lanes.
    pub fn memory_line(&self, name: &str, kind: SurfaceKind) -> (Rank, String) {
        (Rank::Surface, surface_line(name, kind, self.access, self.dwords_of_all_lanes()))
    }

    /// Returns the elements of a lane in a destination: a block for each channel.
    pub fn blocks_of_channels(&self, may_overlap: bool) -> Blocks {
        let pitch = self.channel_pitch(may_overlap);
        self.channels.map_or(Blocks::ONE, |mask| Blocks { count: mask.count_ones() as usize, pitch })
    }

    /// Returns the number of elements from one channel's block to the next, which begins at the next register if blocks may
    /// overlap.
    pub fn channel_pitch(&self, may_overlap: bool) -> usize {
        match may_overlap {
            // An element narrower than a dword fills a dword.
            true => self.register_bytes / self.access.size_bytes().max(4),
            false => self.lanes.max(self.register_bytes / 4),
        }
    }

    /// Returns the parts that determine the number of elements, for elements of this type.
    pub fn lane_data(&self, ty: ScalarType) -> LaneData {
        let (channels, blocks) = (self.channels, self.blocks);
        LaneData { lanes: self.lanes, channels, blocks, element_bytes: ty.size_bytes() }
    }
}

/// Returns the integer types as wide as a type, the unsigned one first.
pub(crate) fn integers_of(ty: ScalarType) -> Vec<ScalarType> {
    match ty.size_bytes() {
        8 => vec![ScalarType::Uq, ScalarType::Q],
        _ => vec![ScalarType::Ud, ScalarType::D],
    }
}

/// Returns the types that a variable may have for data of an access type. Narrow data are in the low bytes of dwords.
pub(crate) fn data_types(access: ScalarType) -> Vec<ScalarType> {
    let float = if access.size_bytes() == 8 { ScalarType::Df } else { ScalarType::F };
    [integers_of(access), vec![float]].concat()
}

/// Returns values for a new operand that is read, as a `.set` line has them: offsets of neighbouring elements, or small
/// numbers. `source` is the number of operands with data before it.
pub(super) fn usual_values(operand: &Operand, properties: &LineProperties, source: usize) -> Option<String> {
    if operand.direction != Some(Direction::In) {
        return None;
    }
    Some(match operand.unit {
        Some("bytes") => format!("iota(0, {})", 4 * properties.dwords_of_a_lane()),
        Some(_) => "iota(0, 1)".to_owned(),
        None => ["iota(1, 1)", "iota(2, 2)"][source.min(1)].to_owned(),
    })
}

/// Returns an unused name for an operand, based on the last word of the operand's own name.
pub(super) fn free_name(operand: &Operand, taken: impl Fn(&str) -> bool) -> String {
    let own = match operand.kind {
        OperandKind::Surface { kinds } if kinds.iter().all(|kind| kind.is_raw()) => "BUF".to_owned(),
        OperandKind::Surface { .. } => "IMG".to_owned(),
        _ => operand.name.rsplit('_').next().unwrap_or(operand.name).to_ascii_uppercase(),
    };
    std::iter::once(own.clone())
        .chain((2..).map(|number| format!("{own}_{number}")))
        .find(|name| !taken(name))
        .expect("numbers do not end")
}

/// Returns the usual spelling of the null variable.
pub(super) fn null_operand(signature: &DeclaredSignature) -> &'static str {
    if signature.stated.is_some() { "%null" } else { "V0.0" }
}

/// Returns the part of an operation's used parameters that is about `src0` and `src1`.
pub(super) fn sources_of([_, sources @ ..]: [bool; 3]) -> [bool; 2] {
    sources
}

/// Returns whether an operand is null by default, given the sources that the operation uses and the kind of the accessed
/// surface.
pub(super) fn is_null_by_default(
    operand: &Operand,
    used_sources: [bool; 2],
    surface: Option<SurfaceKind>,
) -> bool {
    let OperandKind::Raw { null, .. } = operand.kind else { return false };
    match null {
        NullRule::Never => false,
        NullRule::Allowed => operand.direction == Some(Direction::In),
        NullRule::WhenUnused(source) => !used_sources[source],
        NullRule::Axis(kinds) => surface.is_some_and(|kind| !kinds.contains(&kind)),
    }
}
