//! Comparison of instruction sets: the results of their atomic operations for the same numbers, kind by kind. The
//! scenarios are generated from the rows and run like any other. Only the numbers are chosen by hand, so that they show
//! differences.

mod declared;
mod numbered;

use super::Session;
use crate::base::{Bits, NumberFormat, ScalarType, show};
use crate::diag::Severity;
use crate::exec::Run;
use crate::machine::Place;
use crate::semantics::{NotationText, OP_SOURCES, op_blocks, op_mentions};
use crate::spec::{AtomicOp, Instruction, InstructionSet, OpKind, OpTable, RegisterModel, RollCall};
use crate::trace::{Effect, MicroStep};
use std::rc::Rc;

/// A kind of operation that several instruction sets have, with the results of each for the same numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The kind, as a heading.
    pub title: &'static str,
    /// An instruction of each set.
    pub sides: Vec<Side>,
    /// The names of the sources that any of the operations uses.
    pub sources: &'static [&'static str],
    /// The result of each lane.
    pub lanes: Vec<LaneRow>,
}

/// One instruction of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// The mnemonic with its modifiers.
    pub title: String,
    /// The line of the instruction in the scenario.
    pub line: String,
    /// The notation of its operation.
    pub notation: Rc<str>,
    /// The text of the scenario.
    pub text: String,
    /// The first error of its run, if there is one.
    pub problem: Option<String>,
}

/// A lane of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaneRow {
    /// The element that the lane accesses. It lies in the surface if `memory` is present.
    pub element: i32,
    /// The element's value before the access; `None` if it is out of bounds.
    pub memory: Option<String>,
    /// The lane's sources, in the order of the comparison's `sources`.
    pub sources: Vec<String>,
    /// The result of the lane on each side.
    pub outcomes: Vec<Outcome>,
}

/// The result of a lane.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The returned value; `None` if nothing is returned.
    pub returned: Option<String>,
    /// The final value of the element; `None` if it is out of bounds.
    pub stored: Option<String>,
}

impl LaneRow {
    /// Returns true if the sides differ.
    pub fn differs(&self) -> bool {
        self.outcomes.iter().any(|outcome| *outcome != self.outcomes[0])
    }
}

impl Comparison {
    /// Returns true if any lane differs.
    pub fn differs(&self) -> bool {
        self.lanes.iter().any(LaneRow::differs)
    }
}

/// An operation with the modifiers that select a kind.
#[derive(Clone, Copy)]
struct Spelling<'a> {
    set: &'a InstructionSet,
    row: &'a Instruction,
    table: &'static OpTable,
    op: &'static AtomicOp,
    words: &'static str,
}

impl Spelling<'_> {
    /// Returns a mnemonic followed by the operation and its modifiers.
    fn name(&self, stem: &str) -> String {
        let dot = if self.words.is_empty() { "" } else { "." };
        format!("{stem}.{}{dot}{}", self.op.text_word(), self.words)
    }
}

/// The numbers that an operation is tried with.
struct Probes {
    /// The type in which values are shown.
    ty: ScalarType,
    /// The elements in memory, one for each lane within bounds.
    memory: &'static str,
    /// The sources of these lanes, in the order of [`OP_SOURCES`].
    sources: [&'static str; 2],
}

fn probes(kind: OpKind) -> Probes {
    use ScalarType::{D, F, Hf, Ud};
    let (ty, memory, first, second) = match kind {
        // Memory holds numbers below the bound, at it, above it, and where 32 bits end.
        OpKind::Increment => (Ud, "2 5 9 0xffffffff", "5 5 5 5", "0"),
        OpKind::Decrement | OpKind::DecrementFirst => (Ud, "3 0 5 9", "5 5 5 5", "0"),
        // Memory holds the first source, the second, neither, both.
        OpKind::CompareExchange => (Ud, "5 9 7 5", "5 5 5 5", "9 9 9 5"),
        // Memory and source are equal, not equal, equal with other bits, and not equal with the same bits.
        OpKind::CompareFloat => (F, "1.5 2.5 -0.0 nan", "1.5 1.5 0.0 nan", "9.0 9.0 9.0 9.0"),
        OpKind::Outside => (Ud, "10 20 30", "1 1 1", "0"),
        OpKind::Exchange => (Ud, "5 9", "9 9", "0"),
        OpKind::Add | OpKind::Subtract => (Ud, "5 0xffffffff", "9 2", "0"),
        OpKind::AddFloat => (F, "1.5", "2.5", "0"),
        OpKind::MinUnsigned | OpKind::MaxUnsigned => (Ud, "5 5", "9 0xffffffff", "0"),
        OpKind::MinSigned | OpKind::MaxSigned => (D, "5 5", "9 -1", "0"),
        // The halves are 1 and 2, the zeros, a quiet and a signalling NaN, and subnormal numbers.
        OpKind::MinHalf | OpKind::MaxHalf => {
            (Hf, "0x3c00 0x0000 0x3c00 0x3c00 0x0002", "0x4000 0x8000 0x7e00 0x7d00 0x0001", "0")
        }
        OpKind::And | OpKind::Or | OpKind::Xor => (Ud, "12", "10", "0"),
    };
    Probes { ty, memory, sources: [first, second] }
}

/// The inputs of all sides. [`Trial::scenario`] writes them as a scenario.
struct Trial {
    kind: OpKind,
    probes: Probes,
    /// The number of lanes within bounds.
    inside: usize,
    /// The element that each lane accesses. Lane `n` within bounds accesses element `n`, and one more lane the first
    /// element past the end. [`OpKind::Outside`] has another lane, which accesses the element before the first.
    elements: Vec<i32>,
}

impl Trial {
    fn new(kind: OpKind) -> Self {
        let probes = probes(kind);
        let inside = probes.memory.split(' ').count();
        let mut elements: Vec<i32> = (0..=inside as i32).collect();
        elements.extend((kind == OpKind::Outside).then_some(-1));
        Self { kind, probes, inside, elements }
    }

    /// Returns the values of a source for all lanes. Lanes out of bounds get the value of lane 0.
    fn source(&self, at: usize) -> String {
        let column = self.probes.sources[at];
        let first = column.split(' ').next().unwrap_or(column);
        let outside = self.elements.len() - self.inside;
        column.to_owned() + &format!(" {first}").repeat(outside)
    }

    /// Returns the element type of the surfaces. Half floats lie in dwords.
    fn memory_type(&self) -> ScalarType {
        if self.probes.ty.size_bytes() < 4 { ScalarType::Ud } else { self.probes.ty }
    }

    /// Returns the lines before the declarations.
    fn head(&self, set: &InstructionSet, lanes: u8, name: &str) -> String {
        let (title, mask) = (self.kind.title(), (1u32 << self.elements.len()) - 1);
        let last = if self.elements.len() == self.inside + 1 { "lane is" } else { "two lanes are" };
        format!(
            "// {title}: {name}\n// The last {last} outside the surface.\n.isa {}{}\n.lanes {lanes} active={mask:#b}\n",
            set.key,
            set.settings_in_words()
        )
    }

    /// Returns the scenario of a spelling, and its instruction's line.
    fn scenario(&self, spelling: Spelling) -> (String, String) {
        match spelling.set.registers {
            RegisterModel::Declared => declared::scenario(self, spelling),
            RegisterModel::Numbered(registers) => numbered::scenario(self, spelling, registers),
        }
    }

    /// Runs all sides.
    fn compare(&self, spellings: &[Spelling], roll_call: &RollCall) -> Option<Comparison> {
        let used = |spelling: &Spelling| {
            let [_, sources @ ..] = mentions(spelling.table, spelling.op);
            sources.iter().rposition(|is_used| *is_used).map_or(0, |last| last + 1)
        };
        let used: Vec<usize> = spellings.iter().map(used).collect();
        let most = used.iter().copied().max().unwrap_or(0);
        let sides = spellings.iter().map(|spelling| self.run(self.scenario(*spelling), roll_call));
        let ended: Vec<Ended> = sides.collect::<Option<_>>()?;
        // The first side that uses all sources shows their values.
        let teller = &ended[used.iter().position(|used| *used == most)?];
        let sources = &OP_SOURCES[..most];
        let lanes = self.elements.iter().enumerate().map(|(lane, &element)| LaneRow {
            element,
            memory: teller.memory(lane, false),
            sources: sources.iter().filter_map(|name| teller.source(name, lane)).collect(),
            outcomes: ended.iter().map(|side| side.outcome(lane)).collect(),
        });
        let lanes = lanes.collect();
        let sides = ended.into_iter().map(|ended| ended.side).collect();
        Some(Comparison { title: self.kind.title(), sides, sources, lanes })
    }

    fn run(&self, (text, line): (String, String), roll_call: &RollCall) -> Option<Ended> {
        let session = Session::open_with(&text, roll_call);
        let run = session.run?;
        let bound = run.scenario().program.first()?;
        let mut errors = session.diagnostics.iter().filter(|found| found.severity == Severity::Error);
        let side = Side {
            title: bound.title.clone(),
            line,
            notation: Rc::clone(&bound.code.texts.get(1)?.text),
            text,
            problem: errors.next().map(|error| error.message.clone()),
        };
        Some(Ended { side, run, inside: self.inside, ty: self.probes.ty })
    }
}

/// A side after its run.
struct Ended {
    side: Side,
    run: Rc<Run>,
    /// The number of lanes within bounds. Lane `n` of them accesses element `n`.
    inside: usize,
    ty: ScalarType,
}

impl Ended {
    fn shown(&self, bits: Bits) -> String {
        show(bits, self.ty, NumberFormat::Auto)
    }

    /// Returns the element of a lane within bounds, at the start or at the end.
    fn memory(&self, lane: usize, at_end: bool) -> Option<String> {
        let space = self.run.scenario().layout.surfaces.first().filter(|_| lane < self.inside)?.space;
        let state = self.run.state(if at_end { self.run.len() } else { 0 });
        // These surfaces have a few dwords, so the offset fits.
        let byte_offset = 4 * lane as u32;
        Some(self.shown(state.read(Place { space, byte_offset, size_bytes: self.ty.size_bytes() as u32 })))
    }

    /// Returns a lane's element of a source.
    fn source(&self, name: &str, lane: usize) -> Option<String> {
        let bound = self.run.scenario().program.first()?;
        let at = bound.row.operands.iter().position(|operand| operand.name == name)?;
        let place = bound.operands[at].element(lane)?;
        Some(self.shown(self.run.state(0).read(place)))
    }

    fn outcome(&self, lane: usize) -> Outcome {
        let returned = |step: MicroStep| {
            let is_here = step.lane.is_some_and(|here| here.index() == lane);
            step.effects.into_iter().find_map(|effect| match effect {
                Effect::Return { after, .. } if is_here => Some(self.shown(after)),
                _ => None,
            })
        };
        Outcome { returned: self.run.steps().find_map(returned), stored: self.memory(lane, true) }
    }
}

/// Returns three flags: the operation uses the old value, its first source, its second source.
pub(super) fn mentions(table: &OpTable, op: &AtomicOp) -> [bool; 3] {
    let block = op_blocks(table.semantics).into_iter().find(|(name, _)| name == op.name);
    block.map_or([false; 3], |(name, span)| {
        let text = span.of(table.semantics).into();
        op_mentions(&NotationText { name, text, document_offset: None, is_changed: false })
    })
}

/// Returns the spellings of a kind in an instruction set.
fn spellings(set: &InstructionSet, kind: OpKind) -> Vec<Spelling<'_>> {
    let Some((row, table)) = set.instructions.iter().find_map(|row| Some((row, row.op_table()?))) else {
        return Vec::new();
    };
    let kinds = table.kinds.iter().filter(|(known, ..)| *known == kind);
    let spelling = |(_, name, words): &(OpKind, &'static str, &'static str)| {
        let op = table.ops.iter().find(|op| op.name == *name)?;
        Some(Spelling { set, row, table, op, words })
    };
    kinds.filter_map(spelling).collect()
}

/// Returns the comparisons of all kinds that several instruction sets have, differing ones first. If a set has several
/// spellings of a kind, each is combined with each of the other sets.
pub fn comparisons(roll_call: &RollCall) -> Vec<Comparison> {
    let mut out = Vec::new();
    for kind in OpKind::ALL {
        let trial = Trial::new(kind);
        let mut groups: Vec<Vec<Spelling>> = vec![Vec::new()];
        for spellings in shared(roll_call, kind) {
            let each = |group: Vec<_>| spellings.iter().map(move |one| [group.as_slice(), &[*one]].concat());
            groups = groups.into_iter().flat_map(each).collect();
        }
        out.extend(
            groups.iter().filter(|group| group.len() > 1).filter_map(|group| trial.compare(group, roll_call)),
        );
    }
    out.sort_by_key(|comparison| !comparison.differs());
    out
}

/// Returns the spellings of a kind in each set that has it.
fn shared(roll_call: &RollCall, kind: OpKind) -> Vec<Vec<Spelling<'_>>> {
    let all = roll_call.sets().iter().map(|set| spellings(set, kind));
    all.filter(|spellings| !spellings.is_empty()).collect()
}

/// Returns the kinds that only one instruction set has, each with its spelling.
pub fn without_counterpart(roll_call: &RollCall) -> Vec<(&'static str, String)> {
    let mut out = Vec::new();
    for kind in OpKind::ALL {
        if let [alone] = shared(roll_call, kind).as_slice() {
            out.extend(alone.iter().map(|it| (kind.title(), it.name(&it.set.spelled(&it.row.mnemonic)))));
        }
    }
    out
}
