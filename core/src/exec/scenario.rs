//! What a run needs, and nothing else: memory laid out, names resolved, semantics lowered.

use super::{Invariant, WrittenLine};
use crate::base::{Bits, LaneMask, PackedType, ScalarType, Schedule, Span, SurfaceKind};
use crate::machine::{Layout, Place, SpaceId, State};
use crate::semantics::{Builtin, Code, Decided, Expr, ExprKind, FlatStatement, Site, Type};
use crate::spec::{
    FloatRules, Instruction, InstructionSet, MemoryRules, MinMax, OperandKind, PredicateMode, ReadingSet,
    UpperPart,
};
use crate::trace::{Effect, MicroStep};
use std::rc::Rc;

/// A scenario that can run.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The instruction set of its program.
    pub set: Rc<InstructionSet>,
    /// What lies where.
    pub layout: Layout,
    /// The contents at the start.
    pub initial: State,
    /// How many lanes were dispatched.
    pub dispatch_lanes: u8,
    /// Those of them that are on.
    pub dispatch_mask: LaneMask,
    /// Lanes that are dispatched only to help their neighbours; what they access does not happen.
    pub helpers: LaneMask,
    /// The bits of lanes that have left the program.
    pub exited: Option<SpaceId>,
    /// The readings in force.
    pub readings: ReadingSet,
    /// The instructions, in order.
    pub program: Vec<Bound>,
    /// What has to hold all along.
    pub invariants: Vec<Invariant>,
    /// Eight bytes in which an exploration notes the invariants that were broken, by bit; see [`Self::noting_breaches`].
    pub breaches: Option<Place>,
}

/// An instruction with its operands resolved.
#[derive(Clone, Debug)]
pub struct Bound {
    /// Its row.
    pub row: Rc<Instruction>,
    /// Its text in the scenario.
    pub span: Span,
    /// What that text says, word by word.
    pub line: WrittenLine,
    /// Its name as a heading says it, for instance `dword_atomic.add.16`.
    pub title: String,
    /// The operation's name, where it has one.
    pub op: Option<String>,
    /// Its semantics, lowered.
    pub code: Rc<Code>,
    /// Execution size.
    pub exec_size: u8,
    /// First bit of the dispatch mask and of the predicate that counts.
    pub mask_offset: u8,
    /// Whether the dispatch mask is ignored.
    pub no_mask: bool,
    /// The predicate.
    pub predicate: Option<BoundPredicate>,
    /// The operands, as in the row.
    pub operands: Vec<BoundOperand>,
    /// The access type.
    pub access: ScalarType,
    /// The kind of surface that the instruction names, where it names one.
    pub surface_kind: Option<SurfaceKind>,
    /// Whether it does nothing for helper lanes.
    pub skips_helpers: bool,
    /// Whether the sign of its values comes from the surface's format.
    pub takes_sign: bool,
    /// How its accesses behave at the edges.
    pub memory: MemoryRules,
    /// In which order lanes take turns.
    pub schedule: Schedule,
}

/// A predicate with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundPredicate {
    /// The space of its bits.
    pub space: SpaceId,
    /// How its bits are combined.
    pub mode: PredicateMode,
    /// First bit that `.any` and `.all` look at.
    pub first_bit: u8,
    /// How many bits they look at.
    pub bit_count: u8,
    /// Whether the outcome is inverted.
    pub inverted: bool,
}

/// An operand with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoundOperand {
    /// The null variable, or a register that is always zero.
    Null,
    /// The memory of the surfaces in the header pool.
    HeaderPool,
    /// A register of 32 bits for each lane, or a pair of them, the low half first.
    Register {
        /// The register.
        low: SpaceId,
        /// The high half of a pair.
        high: Option<SpaceId>,
        /// Type as which it is read or written; a narrower one has the low bits.
        data: ScalarType,
        /// Whether its negative is meant.
        negated: bool,
        /// Whether a narrow type has the upper half rather than the low bits.
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
        /// Whether the opposite is meant.
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
        /// Declared type: its size is the distance of neighbours.
        ty: ScalarType,
        /// Type as which the low bits of an element are read or written.
        data: ScalarType,
        /// Which elements follow each other.
        region: Region,
        /// What happens to an element that is read.
        modifier: Option<SourceModifier>,
    },
    /// An immediate of several numbers, one for each element.
    Packed {
        /// All of them.
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

/// Which elements of a variable follow each other: element `k` lies `k / width * vertical + k % width * horizontal`
/// behind the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// From one row to the next.
    pub vertical: u32,
    /// Elements of a row; at least 1.
    pub width: u32,
    /// From one element to the next.
    pub horizontal: u32,
}

impl Region {
    /// One element behind the other.
    pub const CONTIGUOUS: Self = Self { vertical: 1, width: 1, horizontal: 0 };

    /// How far behind the first an element lies.
    pub fn offset(self, index: usize) -> usize {
        let (vertical, horizontal) = (self.vertical as usize, self.horizontal as usize);
        match self.width as usize {
            0 | 1 => index * vertical,
            width => index / width * vertical + index % width * horizontal,
        }
    }
}

/// What happens to a source on its way in, in the type in which it arrives.
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

impl Bound {
    /// The names of its texts that say something else than the manual's.
    pub fn changed_texts(&self) -> impl Iterator<Item = &str> {
        self.code.texts.iter().filter(|text| text.is_changed).map(|text| text.name.as_str())
    }

    /// The readings that decide what a step of it does: they choose its statement or a value in it, or leave out what would
    /// come right behind it.
    pub fn readings_of(&self, step: &MicroStep) -> Vec<&'static str> {
        let sites: Vec<Site> = [step.site, step.op_site].into_iter().flatten().collect();
        let holds = |outer: Span, inner: Span| outer.start <= inner.start && inner.end <= outer.end;
        let before = |decided: &Decided| {
            let of_text = self.code.step_sites().filter(|site| site.text == decided.site.text);
            of_text.filter(|site| site.span.end <= decided.site.span.start).max_by_key(|site| site.span.end)
        };
        // Nothing comes behind a trap.
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

    /// Whether it does what another instruction does that stands in the same place of the same text.
    pub fn does_as(&self, other: &Self) -> bool {
        self.code.flat == other.code.flat
            && float_rules(&self.code) == float_rules(&other.code)
            && (self.access, self.surface_kind) == (other.access, other.surface_kind)
            && self.edges() == other.edges()
            && (self.predicate, &self.operands) == (other.predicate, &other.operands)
            && self.takes_sign == other.takes_sign
            && self.skips_helpers == other.skips_helpers
    }

    /// Whether a thread of another one, in the same place of the same text, goes from statement to statement as its own do, so
    /// that a step can be tried there.
    pub fn is_shaped_as(&self, other: &Self) -> bool {
        let (own, others) = (&self.code.flat.statements, &other.code.flat.statements);
        let goes_as = |(one, other): (&FlatStatement, &FlatStatement)| {
            (one.kind, one.is_step, one.accesses_memory) == (other.kind, other.is_step, other.accesses_memory)
        };
        own.len() == others.len()
            && own.iter().zip(others).all(goes_as)
            && self.code.locals.len() == other.code.locals.len()
            && self.operands.len() == other.operands.len()
            && (self.exec_size, self.mask_offset) == (other.exec_size, other.mask_offset)
    }

    /// How its accesses behave at the edges, but for what says nothing of it: a value that is as wide as the element that
    /// takes it leaves no upper part.
    fn edges(&self) -> MemoryRules {
        let leaves_a_part = |operand: &BoundOperand| matches!(operand, BoundOperand::Elements { ty, data, .. } if data.width_bits() < ty.width_bits());
        if self.operands.iter().any(leaves_a_part) {
            self.memory
        } else {
            MemoryRules { upper_part: UpperPart::default(), ..self.memory }
        }
    }

    /// The operands of the row, by index, that what is written at an index of [`WrittenLine::operands`] stands for:
    /// those of its slot, and where the row has no slots the operand of that index.
    pub fn operands_of(&self, written: usize) -> impl Iterator<Item = usize> {
        let has_slots = self.row.registers.is_some();
        let is_it = move |index: usize, kind: &OperandKind| match kind {
            OperandKind::Slot { slot, .. } => *slot == written,
            _ => index == written && !has_slots,
        };
        let operands = self.row.operands.iter().enumerate();
        operands.filter(move |(index, operand)| is_it(*index, &operand.kind)).map(|(index, _)| index)
    }

    /// The operands of the row, by index, that a place of the text is about.
    pub fn operands_at(&self, byte_offset: usize) -> impl Iterator<Item = usize> {
        let written = self.line.operands.iter().position(|operand| {
            let range = operand.span.range();
            !range.is_empty() && range.start <= byte_offset && byte_offset <= range.end
        });
        written.into_iter().flat_map(|written| self.operands_of(written))
    }
}

/// The rules of floats that something in a text goes by; all others stand at their defaults.
fn float_rules(code: &Code) -> FloatRules {
    let is_float = |expr: &&Expr| matches!(expr.ty, Type::Scalar(ty) if ty.is_float());
    let floats: Vec<&Expr> = code.exprs.iter().filter(is_float).collect();
    match floats.iter().any(|expr| matches!(expr.kind, ExprKind::Call(Builtin::Min | Builtin::Max, _))) {
        true => code.float_rules,
        false if floats.is_empty() => FloatRules::default(),
        false => FloatRules { minmax: MinMax::default(), ..code.float_rules },
    }
}

impl BoundOperand {
    /// The bytes of an element, as wide as its declared type.
    pub fn element(self, index: usize) -> Option<Place> {
        match self {
            BoundOperand::Elements { space, byte_offset, ty, region, .. } => Some(Place {
                space,
                // An element index is below 2^16 and a variable below 64 KiB: the checker caps both.
                byte_offset: byte_offset + (region.offset(index) * ty.size_bytes()) as u32,
                size_bytes: ty.size_bytes() as u32,
            }),
            // Of a pair, the low half.
            BoundOperand::Register { low: space, .. } => {
                Some(Place { space, byte_offset: 4 * index as u32, size_bytes: 4 })
            }
            _ => None,
        }
    }

    /// The bit that it has for a lane, where it is a predicate.
    pub fn bit(self, lane: usize) -> Option<u8> {
        match self {
            // A predicate has 32 bits.
            BoundOperand::Bits { first_bit, .. } => Some((usize::from(first_bit) + lane).min(31) as u8),
            _ => None,
        }
    }

    /// The bytes that it has for a lane: two ranges for a pair of registers, those of all lanes for bits.
    pub fn places(self, lane: usize) -> impl Iterator<Item = Place> {
        let (first, second) = match self {
            BoundOperand::Register { high, .. } => {
                let low = self.element(lane);
                (low, low.zip(high).map(|(low, high)| Place { space: high, ..low }))
            }
            BoundOperand::Uniform { place, .. } => (Some(place), None),
            BoundOperand::Bits { space, .. } => (Some(Place { space, byte_offset: 0, size_bytes: 4 }), None),
            _ => (self.element(lane), None),
        };
        first.into_iter().chain(second)
    }

    /// What the text calls the place where its elements lie; `None` where they lie nowhere.
    pub fn name(self, layout: &Layout) -> Option<&str> {
        match self {
            BoundOperand::Null => Some("null"),
            BoundOperand::Surface(index) => layout.surfaces.get(index).map(|surface| &*surface.name),
            _ => self.places(0).next().map(|place| layout.name_at(place)),
        }
    }
}
