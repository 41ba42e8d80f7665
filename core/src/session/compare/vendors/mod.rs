//! Comparison of instruction sets: the results of their atomic operations for the same numbers, kind by kind. The
//! scenarios are generated from the rows and run like any other. Only the numbers are chosen by hand, so that they show
//! differences.

mod declared;
mod numbered;
mod trial;

use crate::base::{Bits, NumberFormat, ScalarType, show};
use crate::diag::Severity;
use crate::exec::Run;
use crate::machine::Place;
use crate::semantics::OP_SOURCES;
use crate::session::text::{Session, op_inputs};
use crate::spec::{InstructionSet, OpKind, RegisterModel, RollCall};
use crate::trace::{Effect, MicroStep};
use std::rc::Rc;
use trial::{Spelling, Trial};

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

impl Trial {
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
            let [_, sources @ ..] = op_inputs(spelling.table, spelling.op);
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
