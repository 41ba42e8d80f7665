//! Rows for declared variables: the operands of a line, its execution sizes, its predicate and its bytes.

use super::encoding::{Encoding, Part};
use super::operand::{Direction, Operand};
use super::reading::ReadingSet;
use super::setting_values::SettingValues;
use crate::base::{ScalarType, SurfaceKind, one_of};
use std::ops::Range;

/// The part of a row that only instructions with declared variables have.
#[derive(Clone, Debug)]
pub struct DeclaredForm {
    /// The operands, in the order of the assembler's text.
    pub operands: &'static [Operand<DeclaredOperand>],
    /// Another order of the operands that texts have: the index in `operands` of each written operand. Empty if there is none.
    pub other_order: &'static [usize],
    /// A surface that it accesses and that no line names. In the notation, it is an operand after the others.
    pub memory: Option<Operand<DeclaredOperand>>,
    /// Whether an access reaches a whole texel, of any format. Otherwise, the words after the mnemonic choose the access type.
    pub takes_texels: bool,
    /// The execution sizes that the manual's page allows.
    pub exec_sizes: &'static [u8],
    /// Returns additional execution sizes under the readings and settings in force.
    pub more_exec_sizes: fn(&ReadingSet, &SettingValues) -> &'static [u8],
    /// Whether it accepts a predicate.
    pub predicable: bool,
    /// The effect of a predicate.
    pub predicate_use: PredicateUse,
    /// The first byte of the machine code.
    pub opcode: Option<u8>,
    /// The parts of the machine code after the opcode; `None` if no known source describes them.
    pub encoding: Option<Encoding<Part>>,
    /// The operands that a line states in full: its data with their size, and its address with everything in brackets.
    pub stated: Option<StatedAccess>,
}

/// The operands of a line that states its access: `VAR:d32x4` has the size and number of the data, and
/// `flat[4*VAR+8]:a64` supplies [`StatedAccess::ADDRESS_PARTS`] operands of the row: surface, scale, addresses, offset.
#[derive(Clone, Copy, Debug)]
pub struct StatedAccess {
    /// The index of the data among the row's operands.
    pub data: usize,
    /// The elements that the data may have.
    pub elements: StatedElements,
    /// The index of the surface, the first operand that the address supplies.
    pub address: usize,
}

/// The elements of each lane that stated data may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatedElements {
    /// One dword or qword.
    Single,
    /// One element, or several neighbours: `d32x4`.
    Vector,
    /// The channels of a mask: `d32.xyzw`.
    Masked,
}

impl StatedAccess {
    /// The number of the row's operands that a written address supplies.
    pub const ADDRESS_PARTS: usize = 4;
    /// The distance of the addresses from the surface among these operands.
    pub const ADDRESSES: usize = 2;
}

impl Default for DeclaredForm {
    /// Returns the values that most rows share, for struct update syntax.
    fn default() -> Self {
        Self {
            operands: &[],
            other_order: &[],
            memory: None,
            takes_texels: false,
            exec_sizes: &[],
            more_exec_sizes: |_, _| &[],
            predicable: true,
            predicate_use: PredicateUse::TurnsOff,
            opcode: None,
            encoding: None,
            stated: None,
        }
    }
}

impl DeclaredForm {
    /// Returns the execution sizes that are allowed under the default readings, ascending.
    pub fn default_exec_sizes(&self) -> Vec<u8> {
        let more = (self.more_exec_sizes)(&ReadingSet::default(), &SettingValues::default());
        let mut sizes = [self.exec_sizes, more].concat();
        sizes.sort_unstable();
        sizes
    }

    /// Returns the indices of the row's operands that the operand at `written` in a line supplies.
    pub fn supplied_by(&self, written: usize) -> Range<usize> {
        let more = StatedAccess::ADDRESS_PARTS - 1;
        match self.stated {
            Some(stated) if written == stated.address => written..written + 1 + more,
            Some(stated) if written > stated.address => written + more..written + more + 1,
            _ => written..written + 1,
        }
    }

    /// Returns the operand whose variable or surface the operand at `written` names. An address names its variable.
    pub fn named_by(&self, written: usize) -> Option<&'static Operand<DeclaredOperand>> {
        let supplied = self.supplied_by(written);
        let offset = if supplied.len() > 1 { StatedAccess::ADDRESSES } else { 0 };
        self.operands.get(supplied.start + offset)
    }

    /// Returns the number of operands that a line has.
    pub fn written_count(&self) -> usize {
        self.operands.len() - self.stated.map_or(0, |_| StatedAccess::ADDRESS_PARTS - 1)
    }

    /// Returns the names of the operands of a line.
    pub fn written_names(&self) -> Vec<&'static str> {
        let name = |written| match self.stated {
            Some(stated) if stated.address == written => "address",
            _ => self.operands[self.supplied_by(written).start].name,
        };
        (0..self.written_count()).map(name).collect()
    }
}

/// The effect of a predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PredicateUse {
    /// It turns lanes off.
    TurnsOff,
    /// It is an operand: `Pred[i]` in the notation.
    Chooses,
}

/// The syntax of an operand.
#[derive(Clone, Copy, Debug)]
pub enum DeclaredOperand {
    /// A surface variable.
    Surface {
        /// The kinds of surface that are accepted.
        kinds: &'static [SurfaceKind],
    },
    /// A raw operand `VAR.byte_offset`: contiguous elements, one for each lane.
    Raw {
        /// The direction of its data.
        direction: Direction,
        /// The declared type.
        ty: OperandType,
        /// The rule for null.
        null: NullRule,
        /// Whether its elements have the access type, in the low bits of each element. Otherwise they have the declared type.
        data: bool,
        /// The number of elements.
        elements: ElementCount,
    },
    /// One value for all lanes: an immediate, or the first element of a vector operand `VAR(row,column)<0;1,0>`.
    Scalar {
        /// The declared type. Another integer type is accepted with a warning.
        ty: ScalarType,
    },
    /// A vector operand: `VAR(row,column)<V;W,H>` to read, `VAR(row,column)<H>` to write, or an immediate to read.
    Vector {
        /// The direction of its data.
        direction: Direction,
        /// The accepted types.
        types: &'static [ScalarType],
        /// Whether it accepts a predicate, named without offset or region; each element is then one bit. If the instruction's
        /// destination does not accept a predicate, a source predicate is one number instead, with bit 0 as the lowest.
        predicate: bool,
        /// The source modifiers that it accepts.
        modifiers: SourceModifiers,
    },
}

/// The number of elements of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElementCount {
    /// One element for each lane.
    PerLane,
    /// One element for each lane and enabled channel, in a block for each channel. The distance between blocks is at least one
    /// register.
    PerChannel,
    /// One element for each lane and block: the first blocks of all lanes, then the second blocks, and so on. Blocks of one byte
    /// are packed instead: a lane's blocks follow each other, and a lane has room for at least four.
    PerBlock,
}

/// The parts of a line that determine the number of elements of an operand.
#[derive(Clone, Copy, Debug)]
pub struct LaneData {
    /// The number of lanes.
    pub lanes: usize,
    /// The enabled channels, with R in bit 0.
    pub channels: Option<u8>,
    /// The number of blocks of a lane.
    pub blocks: Option<u8>,
    /// The size of an element in bytes.
    pub element_bytes: usize,
}

impl LaneData {
    /// Returns the distance between the first elements of neighbouring lanes, in elements, if an operand has blocks.
    pub fn lane_pitch(self) -> usize {
        if self.element_bytes == 1 { self.blocks().max(4) } else { 1 }
    }

    fn blocks(self) -> usize {
        self.blocks.map_or(1, usize::from)
    }
}

impl ElementCount {
    /// Returns the number of elements. `channel_pitch` is the number of elements from one channel to the next.
    pub fn count(self, data: LaneData, channel_pitch: usize) -> usize {
        match (self, data.channels) {
            (ElementCount::PerChannel, Some(mask)) => {
                (mask.count_ones() as usize).saturating_sub(1) * channel_pitch + data.lanes
            }
            (ElementCount::PerBlock, _) => data.lanes * data.blocks().max(data.lane_pitch()),
            _ => data.lanes,
        }
    }
}

/// The rule for a null operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NullRule {
    /// Must not be null.
    Never,
    /// May be null: a result is discarded, and a source reads as zero.
    Allowed,
    /// Null exactly if the operation's notation text does not mention the source with this index.
    WhenUnused(usize),
    /// A coordinate: required for surfaces of these kinds, null for all others.
    Axis(&'static [SurfaceKind]),
}

/// The declared type that an operand requires.
#[derive(Clone, Copy, Debug)]
pub enum OperandType {
    /// Always this type.
    Fixed(ScalarType),
    /// One of these types.
    OneOf(&'static [ScalarType]),
    /// One of the operation's types.
    OfOp,
    /// Any type of the access's size.
    OfAccessSize,
    /// A type as wide as the data size that the line states.
    Data,
    /// An integer of the address size that the line states.
    Address,
}

impl OperandType {
    /// Returns the accepted types, given those of the operation, the access type, and the type of the address.
    pub fn types(self, of_op: &[ScalarType], access: ScalarType, address: ScalarType) -> Vec<ScalarType> {
        use ScalarType::{B, D, Df, F, Hf, Q, Ub, Ud, Uq, Uw, W};
        match self {
            OperandType::Fixed(ty) => vec![ty],
            OperandType::OneOf(types) => types.to_vec(),
            OperandType::OfOp | OperandType::Data => of_op.to_vec(),
            OperandType::Address if address.size_bytes() == 8 => vec![Uq, Q],
            OperandType::Address => vec![Ud, D],
            OperandType::OfAccessSize => match access.size_bytes() {
                1 => vec![Ub, B],
                2 => vec![Uw, W, Hf],
                8 => vec![Uq, Q, Df],
                _ => vec![Ud, D, F],
            },
        }
    }
}

/// The source modifiers that an operand accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceModifiers {
    /// None.
    None,
    /// `(-)`, `(abs)` and `(-abs)`.
    Arithmetic,
    /// `(~)`.
    Logic,
}

impl DeclaredOperand {
    /// Returns the direction of its data; `None` for a surface.
    pub fn direction(&self) -> Option<Direction> {
        match self {
            DeclaredOperand::Surface { .. } => None,
            DeclaredOperand::Raw { direction, .. } | DeclaredOperand::Vector { direction, .. } => {
                Some(*direction)
            }
            DeclaredOperand::Scalar { .. } => Some(Direction::In),
        }
    }

    /// Returns whether the operand may be a predicate, and its data have this direction.
    pub fn may_be_predicate(&self, way: Direction) -> bool {
        matches!(self, DeclaredOperand::Vector { direction, predicate: true, .. } if *direction == way)
    }

    /// Describes what the operand accepts.
    pub fn in_words(&self) -> String {
        match self {
            DeclaredOperand::Surface { kinds } => {
                format!("a surface: {}", one_of(kinds.iter().map(|kind| kind.word())))
            }
            DeclaredOperand::Raw { direction, ty, null, .. } => {
                let way = match direction {
                    Direction::In => "read",
                    Direction::Out => "written",
                };
                let ty = match ty {
                    OperandType::Fixed(ty) => format!("type {ty}"),
                    OperandType::OneOf(types) => {
                        format!("type {}", one_of(types.iter().map(|ty| ty.name())))
                    }
                    OperandType::OfOp => "the operation's type".to_owned(),
                    OperandType::OfAccessSize => "any type of the access's size".to_owned(),
                    OperandType::Data => "any type as wide as the data".to_owned(),
                    OperandType::Address => "an integer of the address size".to_owned(),
                };
                let null = match null {
                    NullRule::Never => "",
                    NullRule::Allowed => ", may be null",
                    NullRule::WhenUnused(_) => ", null where the operation does not use it",
                    NullRule::Axis(_) => ", null where the surface has no such axis",
                };
                format!("{way}, {ty}{null}")
            }
            DeclaredOperand::Scalar { ty } => format!("one value for all lanes, type {ty}"),
            DeclaredOperand::Vector { direction: Direction::In, predicate: false, .. } => {
                "read, a vector operand or an immediate".to_owned()
            }
            DeclaredOperand::Vector { direction: Direction::In, .. } => {
                "read, a vector operand, a predicate or an immediate".to_owned()
            }
            DeclaredOperand::Vector { direction: Direction::Out, predicate: false, .. } => {
                "written, a vector operand".to_owned()
            }
            DeclaredOperand::Vector { direction: Direction::Out, .. } => {
                "written, a vector operand or a predicate".to_owned()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn blocks_of_bytes_are_packed() {
        // lanes, blocks, bytes of a block: elements, elements from one lane to the next.
        let known = [
            ((16, 1, 4), (16, 1)),
            ((8, 8, 4), (64, 1)),
            ((16, 4, 8), (64, 1)),
            ((1, 2, 4), (2, 1)),
            ((16, 1, 1), (64, 4)),
            ((8, 2, 1), (32, 4)),
            ((8, 4, 1), (32, 4)),
            ((8, 8, 1), (64, 8)),
        ];
        for ((lanes, blocks, element_bytes), expected) in known {
            let data = LaneData { lanes, channels: None, blocks: Some(blocks), element_bytes };
            let found = (ElementCount::PerBlock.count(data, 0), data.lane_pitch());
            assert_eq!(found, expected, "{data:?}");
        }
    }

    #[test]
    fn channels_have_a_distance() {
        let count = |lanes, channels| {
            let data = LaneData { lanes, channels, blocks: None, element_bytes: 4 };
            [ElementCount::PerLane, ElementCount::PerChannel].map(|elements| elements.count(data, 16))
        };
        assert_eq!(count(8, Some(0b1011)), [8, 40]);
        assert_eq!(count(8, Some(0b1000)), [8, 8]);
        assert_eq!(count(8, None), [8, 8]);
    }

    const fn operand(name: &'static str) -> Operand<DeclaredOperand> {
        Operand { name, kind: DeclaredOperand::Scalar { ty: ScalarType::Ud }, unit: None, prose: "" }
    }

    #[test]
    fn a_written_address_supplies_four_operands() {
        let operands = const {
            &[
                operand("dst"),
                operand("surface"),
                operand("scale"),
                operand("addresses"),
                operand("offset"),
                operand("src"),
            ]
        };
        let stated = StatedAccess { data: 0, elements: StatedElements::Single, address: 1 };
        let form = DeclaredForm { operands, stated: Some(stated), ..DeclaredForm::default() };
        let named = |written| form.named_by(written).map(|operand| operand.name);
        let known =
            [(0, 0..1, Some("dst")), (1, 1..5, Some("addresses")), (2, 5..6, Some("src")), (3, 6..7, None)];
        for (written, supplied, name) in known {
            assert_eq!((form.supplied_by(written), named(written)), (supplied, name), "{written}");
        }
        assert_eq!(form.written_names(), ["dst", "address", "src"]);
        let plain = DeclaredForm { stated: None, ..form.clone() };
        assert_eq!((plain.written_count(), plain.supplied_by(3)), (6, 3..4));
    }
}
