//! The input of a run: memory layout and contents, and instructions with resolved names and lowered semantics.

use super::source_line::{PredicateMode, Region, WrittenLine};
use crate::base::{Bits, LaneMask, PackedType, ScalarType, Schedule, Span, SurfaceKind};
use crate::machine::{Layout, Place, SpaceId, State};
use crate::semantics::{Builtin, Code, Decided, Expr, ExprKind, Expression, Site, Type};
use crate::spec::{
    ChosenReadings, CostModel, Direction, FloatBehaviour, Instruction, InstructionSet, MemoryBehaviour,
    MinMax, UpperPart,
};
use crate::trace::{Effect, MicroStep};
use std::rc::Rc;

/// A scenario that can run.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The instruction set of its program.
    pub set: Rc<InstructionSet>,
    /// The memory layout: spaces, surfaces, variables and predicates.
    pub layout: Layout,
    /// The initial contents of memory.
    pub initial: State,
    /// The number of dispatched lanes.
    pub dispatch_lanes: u8,
    /// The dispatched lanes that are enabled.
    pub dispatch_mask: LaneMask,
    /// Helper lanes. An instruction with `skips_helpers` does not execute for them.
    pub helpers: LaneMask,
    /// The interpretations in force.
    pub readings: ChosenReadings,
    /// The model that counts what accesses cost.
    pub cost_model: CostModel,
    /// Whether the text names the cost model, so that the picture shows the sectors and banks.
    pub names_cost_model: bool,
    /// The instructions, in order.
    pub program: Vec<Bound>,
    /// The invariants.
    pub invariants: Vec<Invariant>,
    /// 8 bytes in which an exploration notes the broken invariants, one bit for each (`Scenario::noting_breaches`).
    pub breaches: Option<Place>,
}

/// An instruction with resolved operands.
#[derive(Clone, Debug)]
pub struct Bound {
    /// Its row.
    pub row: Rc<Instruction>,
    /// Its text in the scenario.
    pub span: Span,
    /// The meaning of each word of that text.
    pub(crate) line: WrittenLine,
    /// Its name in headings, for example `dword_atomic.add.16`.
    pub title: String,
    /// The name of its operation, if it has one.
    pub op: Option<String>,
    /// Its semantics, lowered.
    pub code: Rc<Code>,
    /// Execution size.
    pub exec_size: u8,
    /// The first bit of the dispatch mask, and of the predicate, that applies to lane 0.
    pub mask_offset: u8,
    /// Whether the dispatch mask is ignored.
    pub no_mask: bool,
    /// The predicate.
    pub predicate: Option<BoundPredicate>,
    /// The operands, as in the row.
    pub operands: Vec<BoundOperand>,
    /// The elements that a lane has in a destination.
    pub blocks: Blocks,
    /// The access type `T`.
    pub access: ScalarType,
    /// The size of a lane's element of a surface in bytes: one access, or several for a vector.
    pub element_bytes: usize,
    /// The kind of surface that the instruction names, if it names one.
    pub surface_kind: Option<SurfaceKind>,
    /// Whether helper lanes skip the instruction.
    pub skips_helpers: bool,
    /// Whether the sign of its values comes from the surface's format.
    pub takes_sign: bool,
    /// The rules for misaligned accesses, bounds and upper parts.
    pub memory: MemoryBehaviour,
    /// The order in which lanes take turns.
    pub schedule: Schedule,
}

/// The elements of a lane in an operand: one in each block, and the first block begins with lane 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocks {
    /// The number of blocks.
    pub count: usize,
    /// The number of elements from one block to the next.
    pub pitch: usize,
}

impl Blocks {
    /// One element for each lane.
    pub const ONE: Self = Self { count: 1, pitch: 0 };
}

/// A predicate with its space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundPredicate {
    /// The space of its bits.
    pub space: SpaceId,
    /// How its bits are combined.
    pub mode: PredicateMode,
    /// The first bit that `.any` and `.all` combine.
    pub first_bit: u8,
    /// The number of bits that they combine.
    pub bit_count: u8,
    /// Whether the result is inverted.
    pub inverted: bool,
}

/// An operand with its location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoundOperand {
    /// The null variable, or a register that is always zero.
    Null,
    /// All surfaces, by address.
    Memory,
    /// A register of 32 bits for each lane, or a pair of them, the low half first.
    Register {
        /// The register.
        low: SpaceId,
        /// The high half of a pair.
        high: Option<SpaceId>,
        /// The type of the value. A type narrower than 32 bits is in the low bits.
        data: ScalarType,
        /// Whether the value is negated.
        negated: bool,
        /// Whether a narrow type is in the upper half instead.
        upper: bool,
    },
    /// The same bytes for every lane.
    Uniform {
        /// The place of the bytes.
        place: Place,
        /// Their type.
        data: ScalarType,
    },
    /// The lane's own number.
    Lane,
    /// A bit for each lane.
    Bits {
        /// The predicate.
        space: SpaceId,
        /// The bit of lane 0.
        first_bit: u8,
        /// Whether the bit is inverted.
        inverted: bool,
    },
    /// A surface: index in [`Layout::surfaces`].
    Surface(usize),
    /// Elements of a variable.
    Elements {
        /// The space.
        space: SpaceId,
        /// First byte.
        byte_offset: u32,
        /// The declared type. Its size is the distance between neighbouring elements.
        ty: ScalarType,
        /// The type as which the low bits of an element are read or written.
        data: ScalarType,
        /// The order of the elements.
        region: Region,
        /// The modifier of each element that is read.
        modifier: Option<SourceModifier>,
    },
    /// An immediate with several packed numbers, one for each element.
    Packed {
        /// The packed numbers.
        pattern: u32,
        /// Their type.
        ty: PackedType,
    },
    /// One value for every element.
    Immediate {
        /// The value.
        bits: Bits,
        /// Its type.
        ty: ScalarType,
    },
}

/// A modifier that is applied to a source element, in the type of the operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceModifier {
    /// `(-)`.
    Negate,
    /// `(abs)`.
    Absolute,
    /// `(-abs)`.
    NegateAbsolute,
    /// `(~)`.
    Complement,
}

impl Scenario {
    /// Returns the largest execution size of an instruction; `None` without instructions.
    pub fn largest_exec_size(&self) -> Option<u8> {
        self.program.iter().map(|bound| bound.exec_size).max()
    }
}

impl Bound {
    /// Returns the name of the operation that the line names, even if another one runs instead.
    pub fn written_op(&self) -> Option<&str> {
        let words = self.line.modifiers.iter().filter_map(|written| written.value?.attributes.op);
        words.map(|op| op.name).next().or(self.op.as_deref())
    }

    pub(crate) fn outputs(&self) -> impl Iterator<Item = BoundOperand> {
        let operands = self.row.operands().iter().zip(&self.operands);
        operands.filter(|(row, _)| row.direction == Some(Direction::Out)).map(|(_, operand)| *operand)
    }

    /// Returns the names of its semantics and operations that the document modifies.
    pub fn changed_texts(&self) -> impl Iterator<Item = &str> {
        self.code.texts.iter().filter(|text| text.is_changed).map(|text| text.name.as_str())
    }

    /// Returns the readings on which a step depends. Such a reading chose the step's statement or a value in it, or left out a
    /// statement that would follow.
    pub fn readings_of(&self, step: &MicroStep) -> Vec<&'static str> {
        let sites: Vec<Site> = [step.site, step.op_site].into_iter().flatten().collect();
        let holds = |outer: Span, inner: Span| outer.start <= inner.start && inner.end <= outer.end;
        let before = |decided: &Decided| {
            let same_text = self.code.step_sites().filter(|site| site.text == decided.site.text);
            same_text.filter(|site| site.span.end <= decided.site.span.start).max_by_key(|site| site.span.end)
        };
        // No statement follows a trap.
        let has_trapped = step.effects.iter().any(|effect| matches!(effect, Effect::Trap { .. }));
        let decides = |decided: &&Decided| {
            let is_its = |site: &Site| match decided.runs {
                _ if site.text != decided.site.text => false,
                _ if holds(site.span, decided.site.span) => true,
                Some(runs) => holds(runs, site.span),
                None => !has_trapped && before(decided).as_ref() == Some(site),
            };
            !decided.readings.is_empty() && sites.iter().any(is_its)
        };
        let mut readings: Vec<&'static str> = self
            .code
            .decided
            .iter()
            .filter(decides)
            .flat_map(|decided| decided.readings.iter().copied())
            .collect();
        readings.sort_unstable();
        readings.dedup();
        readings
    }

    /// Returns whether the instruction has the same effect as `other`, an instruction at the same line of the same
    /// text.
    pub fn does_as(&self, other: &Self) -> bool {
        self.code.has_same_effect(&other.code)
            && float_behaviour(&self.code) == float_behaviour(&other.code)
            && (self.access, self.element_bytes, self.surface_kind)
                == (other.access, other.element_bytes, other.surface_kind)
            && self.edges() == other.edges()
            && (self.predicate, &self.operands) == (other.predicate, &other.operands)
            && self.takes_sign == other.takes_sign
    }

    /// Returns the memory rules without those that have no effect: if every value is as wide as its destination element, no upper
    /// part is left.
    fn edges(&self) -> MemoryBehaviour {
        let leaves_a_part = |operand: &BoundOperand| matches!(operand, BoundOperand::Elements { ty, data, .. } if data.width_bits() < ty.width_bits());
        if self.operands.iter().any(leaves_a_part) {
            self.memory
        } else {
            MemoryBehaviour { upper_part: UpperPart::default(), ..self.memory }
        }
    }

    /// Returns the indices of the row's operands that the text at `byte_offset` supplies.
    pub fn operands_at(&self, byte_offset: usize) -> impl Iterator<Item = usize> {
        let written = self.line.operands.iter().position(|operand| {
            let range = operand.span.range();
            !range.is_empty() && range.start <= byte_offset && byte_offset <= range.end
        });
        written.into_iter().flat_map(|written| self.row.row_operands_of_bound(written))
    }
}

/// Returns the float rules that affect a text; rules without effect have their defaults.
fn float_behaviour(code: &Code) -> FloatBehaviour {
    let is_float = |expr: &&Expr| matches!(expr.ty, Type::Scalar(ty) if ty.is_float());
    let floats: Vec<&Expr> = code.exprs.iter().filter(is_float).collect();
    match floats.iter().any(|expr| matches!(expr.kind, ExprKind::Call(Builtin::Min | Builtin::Max, _))) {
        true => code.float_behaviour,
        false if floats.is_empty() => FloatBehaviour::default(),
        false => FloatBehaviour { minmax: MinMax::default(), ..code.float_behaviour },
    }
}

impl BoundOperand {
    /// Returns the bytes of an element, as wide as its declared type. `None` for an operand that has neither elements
    /// nor registers.
    pub fn element(self, index: usize) -> Option<Place> {
        match self {
            BoundOperand::Elements { space, byte_offset, ty, region, .. } => Some(Place {
                space,
                // An element index is below 2^16 and a variable below 64 KiB: the checker caps both.
                byte_offset: byte_offset + (region.offset(index) * ty.size_bytes()) as u32,
                size_bytes: ty.size_bytes() as u32,
            }),
            // The low register represents a pair.
            BoundOperand::Register { low: space, .. } => {
                Some(Place { space, byte_offset: 4 * index as u32, size_bytes: 4 })
            }
            _ => None,
        }
    }

    /// Returns the bit of a lane, if the operand is a predicate.
    pub fn bit(self, lane: usize) -> Option<u8> {
        match self {
            // A predicate has 32 bits.
            BoundOperand::Bits { first_bit, .. } => Some((usize::from(first_bit) + lane).min(31) as u8),
            _ => None,
        }
    }

    /// Returns the bytes of a lane's value: two ranges for a pair of registers, the whole predicate for a bit.
    pub fn places(self, lane: usize) -> impl Iterator<Item = Place> {
        let (first, second) = match self {
            BoundOperand::Register { high, .. } => {
                let low = self.element(lane);
                (low, low.zip(high).map(|(low, high)| Place { space: high, ..low }))
            }
            BoundOperand::Uniform { place, .. } => (Some(place), None),
            BoundOperand::Bits { space, .. } => (Some(Place::predicate(space)), None),
            _ => (self.element(lane), None),
        };
        first.into_iter().chain(second)
    }

    /// Returns the name of the operand's variable, register or surface; `None` if it has no location.
    pub fn name(self, layout: &Layout) -> Option<&str> {
        match self {
            BoundOperand::Null => Some("null"),
            BoundOperand::Surface(index) => layout.surfaces.get(index).map(|surface| &*surface.name),
            _ => self.places(0).next().map(|place| layout.name_at(place)),
        }
    }
}

/// An invariant: a condition on the surfaces and variables that a scenario declares.
#[derive(Clone, Debug)]
pub struct Invariant {
    /// Its name.
    pub name: String,
    /// Its line in the scenario.
    pub span: Span,
    pub(super) condition: Expression,
    /// The declared surfaces, variables and predicates, which the condition names by index.
    pub(super) operands: Vec<BoundOperand>,
    pub(super) spaces: Vec<SpaceId>,
    /// The number of elements that one check reads, at least 1.
    pub(super) cost: u64,
}

impl Invariant {
    /// Creates an invariant from its condition.
    pub fn new(
        name: String,
        span: Span,
        condition: Expression,
        operands: Vec<BoundOperand>,
        layout: &Layout,
    ) -> Self {
        let mut named = Vec::new();
        let mut cost = 0;
        for expr in &condition.exprs {
            let (operand, elements) = match expr.kind {
                ExprKind::Element { operand, .. } => (operand, 1),
                ExprKind::Fold { operand, of: (_, count), .. } => (operand, u64::from(count)),
                _ => continue,
            };
            cost += elements;
            named.push(operand);
        }
        let space = |operand: usize| match operands[operand] {
            BoundOperand::Surface(surface) => Some(layout.surfaces[surface].space),
            operand => operand.places(0).next().map(|place| place.space),
        };
        let mut spaces: Vec<SpaceId> = named.into_iter().filter_map(space).collect();
        spaces.sort_unstable();
        spaces.dedup();
        Self { name, span, condition, operands, spaces, cost: cost.max(1) }
    }
}
