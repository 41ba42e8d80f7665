//! Operands of rows: the values that the notation of an instruction names.

use crate::base::{ScalarType, SurfaceKind, one_of};

/// An operand of a row.
#[derive(Clone, Copy, Debug)]
pub struct Operand {
    /// The manual's name, which is also the name in the notation.
    pub name: &'static str,
    /// The direction of its data; `None` for memory.
    pub direction: Option<Direction>,
    /// The form in a line.
    pub kind: OperandKind,
    /// The unit of its elements if they are addresses or indices; `None` if they are data.
    pub unit: Option<AddressUnit>,
    /// A description in one sentence.
    pub prose: &'static str,
}

/// The unit of an address or index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressUnit {
    /// Bytes.
    Bytes,
    /// Elements of the access type.
    Elements,
    /// Texels.
    Texels,
}

impl AddressUnit {
    /// Returns the name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bytes => "bytes",
            Self::Elements => "elements",
            Self::Texels => "texels",
        }
    }
}

/// The direction of an operand's data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Read. A reading decides whether that is before any lane runs.
    In,
    /// Written.
    Out,
}

/// The form of an operand in a line. Operands in declared variables are parts of a line themselves. Numbered registers are in
/// slots of a line.
#[derive(Clone, Copy, Debug)]
pub enum OperandKind {
    /// A surface variable.
    Surface {
        /// The kinds of surface that are accepted.
        kinds: &'static [SurfaceKind],
    },
    /// A raw operand `VAR.byte_offset`: contiguous elements, one or more for each lane.
    Raw {
        /// The type of an element.
        ty: OperandType,
        /// The rule for null.
        null: NullRule,
        /// The number of elements.
        elements: ElementCount,
    },
    /// One value for all lanes: an immediate, or the first element of a vector operand `VAR(row,column)<0;1,0>`.
    Scalar {
        /// The declared type. Another integer type is accepted with a warning.
        ty: ScalarType,
    },
    /// The name of a predicate; each element is one bit.
    Predicate,
    /// A vector operand: `VAR(row,column)<V;W,H>` to read, `VAR(row,column)<H>` to write, or an immediate to read.
    Vector {
        /// The accepted types.
        types: &'static [ScalarType],
        /// Whether it accepts a predicate, named without offset or region; each element is then one bit. If the instruction's
        /// destination does not accept a predicate, a source predicate is one number instead, with bit 0 as the lowest.
        predicate: bool,
        /// The source modifiers that it accepts.
        modifiers: SourceModifiers,
    },
    /// Registers, or anything else that the slot with this index accepts: one element for each lane.
    Slot(usize),
    /// No form: no line names the operand.
    Implied(ImpliedOperand),
}

/// An operand that no line names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImpliedOperand {
    /// The surface of this kind. It is the last operand of its row.
    Surface(SurfaceKind),
    /// All surfaces, by address.
    AllSurfaces,
    /// A bit for each lane that has exited.
    ExitedLanes,
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

/// The rule for a null operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NullRule {
    /// Must not be null.
    Never,
    /// May be null: a result is discarded, and a source reads as zero.
    Allowed,
    /// Null exactly if the operation's notation text does not mention the source with this index. An operation may tolerate
    /// another operand there.
    WhenUnused(usize),
    /// The coordinate with this index. It is null unless the surface has that axis.
    Axis(usize),
}

/// The type of the elements of a raw operand: the declared types that it accepts, and the type in the notation.
#[derive(Clone, Copy, Debug)]
pub enum OperandType {
    /// One of these types. The notation sees their bits as the first one.
    OneOf(&'static [ScalarType]),
    /// One of these types. The notation sees the access type in their low bits.
    LowBits(&'static [ScalarType]),
    /// One of the operation's types. The notation sees the access type.
    OfOp,
    /// Any type of the access's size. The notation sees the access type.
    OfAccessSize,
    /// A type as wide as the data size that the line states. The notation sees the access type.
    Data,
    /// An integer of the address size that the line states.
    Address,
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

impl Operand {
    /// Creates an operand that is read.
    pub const fn source(name: &'static str, kind: OperandKind, prose: &'static str) -> Self {
        Self { name, direction: Some(Direction::In), kind, unit: None, prose }
    }

    /// Creates an operand that is written.
    pub const fn destination(name: &'static str, kind: OperandKind, prose: &'static str) -> Self {
        Self { direction: Some(Direction::Out), ..Self::source(name, kind, prose) }
    }

    /// Creates an operand that is memory.
    pub const fn memory(name: &'static str, kind: OperandKind, prose: &'static str) -> Self {
        Self { direction: None, ..Self::source(name, kind, prose) }
    }

    /// Returns the operand as one whose elements are addresses or indices in a unit.
    #[must_use]
    pub const fn in_unit(self, unit: AddressUnit) -> Self {
        Self { unit: Some(unit), ..self }
    }

    /// Returns whether no line names it.
    pub fn is_implied(&self) -> bool {
        matches!(self.kind, OperandKind::Implied(_))
    }

    /// Returns whether its elements are addresses or indices, and not data.
    pub fn is_address(&self) -> bool {
        self.unit.is_some()
    }

    /// Returns whether it is one value for all lanes.
    pub fn is_scalar(&self) -> bool {
        matches!(self.kind, OperandKind::Scalar { .. })
    }

    /// Returns the number of elements in one block: one for each of `exec_size` lanes, or one for all of them.
    pub fn block_elements(&self, exec_size: u8) -> u8 {
        if self.is_scalar() { 1 } else { exec_size }
    }

    /// Returns whether it has several elements for each lane.
    pub fn has_blocks(&self) -> bool {
        matches!(
            self.kind,
            OperandKind::Raw { elements: ElementCount::PerChannel | ElementCount::PerBlock, .. }
        )
    }

    /// Returns whether it may be a predicate, and its data have this direction.
    pub fn may_be_predicate(&self, direction: Direction) -> bool {
        let takes_predicate =
            matches!(self.kind, OperandKind::Predicate | OperandKind::Vector { predicate: true, .. });
        self.direction == Some(direction) && takes_predicate
    }

    /// Describes what the operand accepts.
    pub fn in_words(&self) -> String {
        let direction = if self.direction == Some(Direction::In) { "read" } else { "written" };
        match self.kind {
            OperandKind::Surface { kinds } => {
                format!("a surface: {}", one_of(kinds.iter().map(|kind| kind.word())))
            }
            OperandKind::Implied(ImpliedOperand::Surface(kind)) => {
                format!("a surface: {}", one_of([kind.word()]))
            }
            OperandKind::Implied(ImpliedOperand::AllSurfaces) => "all surfaces, by address".to_owned(),
            OperandKind::Scalar { ty } => format!("one value for all lanes, type {ty}"),
            OperandKind::Raw { ty, null, .. } => format!("{direction}, {}{}", ty.in_words(), null.in_words()),
            OperandKind::Vector { predicate, .. } => {
                let accepted = match (self.direction, predicate) {
                    (Some(Direction::In), false) => "a vector operand or an immediate",
                    (Some(Direction::In), true) => "a vector operand, a predicate or an immediate",
                    (_, false) => "a vector operand",
                    (_, true) => "a vector operand or a predicate",
                };
                format!("{direction}, {accepted}")
            }
            OperandKind::Predicate => format!("{direction}, a predicate"),
            OperandKind::Slot(_) | OperandKind::Implied(ImpliedOperand::ExitedLanes) => direction.to_owned(),
        }
    }
}

impl NullRule {
    /// Describes the rule, as the end of a description.
    fn in_words(self) -> &'static str {
        match self {
            NullRule::Never => "",
            NullRule::Allowed => ", may be null",
            NullRule::WhenUnused(_) => ", null where the operation does not use it",
            NullRule::Axis(_) => ", null where the surface has no such axis",
        }
    }
}

impl OperandType {
    /// Returns the accepted types, given those of the operation, the access type, and the type of the address.
    pub fn types(self, of_op: &[ScalarType], access: ScalarType, address: ScalarType) -> Vec<ScalarType> {
        let integers = |bytes| [ScalarType::unsigned(bytes), ScalarType::signed(bytes)];
        match self {
            OperandType::OneOf(types) | OperandType::LowBits(types) => types.to_vec(),
            OperandType::OfOp | OperandType::Data => of_op.to_vec(),
            OperandType::Address => integers(address.size_bytes()).to_vec(),
            OperandType::OfAccessSize => {
                let bytes = access.size_bytes();
                let float = (bytes > 1).then_some(ScalarType::float(bytes));
                integers(bytes).into_iter().chain(float).collect()
            }
        }
    }

    /// Returns the type in the notation, given the access type and the type of the address.
    pub fn in_notation(self, access: ScalarType, address: ScalarType) -> ScalarType {
        match self {
            OperandType::OneOf(types) => types[0],
            OperandType::Address => address,
            OperandType::LowBits(_) | OperandType::OfOp | OperandType::OfAccessSize | OperandType::Data => {
                access
            }
        }
    }

    fn in_words(self) -> String {
        match self {
            OperandType::OneOf([only]) => format!("type {only}"),
            OperandType::OneOf(types) | OperandType::LowBits(types) => {
                format!("type {}", one_of(types.iter().map(|ty| ty.name())))
            }
            OperandType::OfOp => "the operation's type".to_owned(),
            OperandType::OfAccessSize => "any type of the access's size".to_owned(),
            OperandType::Data => "any type as wide as the data".to_owned(),
            OperandType::Address => "an integer of the address size".to_owned(),
        }
    }
}
