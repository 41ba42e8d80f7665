//! Instruction sets side by side: a scenario and its variants, each for a set of its own, as a table with a row for each
//! lane. The scenarios are data (`isa/side_by_side.rs`).

use super::ends::Pairs;
use crate::base::{Bits, LaneId, NumberFormat, ScalarType, show};
use crate::check::SetsWithChecks;
use crate::diag::Severity;
use crate::exec::{Bound, Run};
use crate::isa::side_by_side;
use crate::machine::Place;
use crate::semantics::OP_SOURCES;
use crate::semantics::mentions_of_op;
use crate::session::text::Session;
use crate::trace::Access;
use std::rc::Rc;

/// The results of a scenario and its variants for the same numbers.
#[derive(Debug)]
pub struct VendorComparison {
    /// The text of the scenario.
    pub text: Rc<str>,
    /// The first line of the scenario, a comment.
    pub title: String,
    /// The base text, then each variant.
    pub sides: Vec<Side>,
    /// The names of the sources that any of the operations uses.
    pub sources: &'static [&'static str],
    /// The result of each lane.
    pub lanes: Vec<LaneRow>,
}

/// One side of a comparison.
#[derive(Debug)]
pub struct Side {
    /// The mnemonic with its modifiers.
    pub title: String,
    /// The line of the instruction in the scenario.
    pub line: String,
    /// The notation of its operation.
    pub notation: Rc<str>,
    /// The first error of its run, if there is one.
    pub problem: Option<String>,
    run: Rc<Run>,
    /// The places of the base text, paired with those of this side.
    pairs: Pairs,
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
    /// The result of the lane on each side: as many as the comparison has sides.
    pub outcomes: Vec<LaneResult>,
}

/// The result of a lane.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LaneResult {
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

impl VendorComparison {
    /// Returns true if any lane differs.
    pub fn differs(&self) -> bool {
        self.lanes.iter().any(LaneRow::differs)
    }

    /// Compares a scenario with its variants, by the first instruction of each. `None` if one of them does not run.
    pub fn from_text(text: &str, sets: &SetsWithChecks) -> Option<Self> {
        let base = Session::open_with(text, sets);
        let others = base.each_variant().map(|variant| Side::new(&variant, &base));
        let sides: Vec<Side> = [Side::new(&base, &base)].into_iter().chain(others).collect::<Option<_>>()?;
        // The first side that uses the most sources shows their values.
        let fullest = sides.iter().rev().max_by_key(|side| side.sources_used())?;
        let sources = &OP_SOURCES[..fullest.sources_used()];
        let first = &sides[0];
        // At most 16.
        let element_bytes = first.run.scenario().layout.surfaces.first()?.ty.size_bytes() as i32;
        let row = |lane: LaneId| {
            let at = first.access(lane)?;
            Some(LaneRow {
                // Offsets below the surface wrap around.
                element: at.place.byte_offset.cast_signed() / element_bytes,
                memory: at.inside.then(|| first.value(0, at.place, at.ty)),
                sources: sources.iter().filter_map(|name| fullest.source(name, lane, at.ty)).collect(),
                outcomes: sides.iter().map(|side| side.outcome(lane, &at)).collect(),
            })
        };
        let lanes = first.run.enabled(0)?.lanes().filter_map(row).collect();
        let title = text.lines().next()?.trim_start_matches(['/', ' ']).to_owned();
        Some(Self { text: Rc::clone(&base.text), title, sides, sources, lanes })
    }
}

impl Side {
    fn new(session: &Session, base: &Session) -> Option<Self> {
        let run = Rc::clone(session.run.as_ref()?);
        let bound = run.scenario().program.first()?;
        let operation = bound.code.texts.get(1);
        let mut errors = session.diagnostics.iter().filter(|found| found.severity == Severity::Error);
        Some(Self {
            title: bound.title.clone(),
            line: bound.span.of(&session.text).to_owned(),
            notation: operation.map_or_else(|| Rc::from(""), |operation| Rc::clone(&operation.text)),
            problem: errors.next().map(|error| error.message.clone()),
            pairs: Pairs::new(base.scenario.as_deref()?, run.scenario()),
            run,
        })
    }

    fn bound(&self) -> &Bound {
        &self.run.scenario().program[0]
    }

    /// Returns the number of leading sources up to the last one that the operation uses.
    fn sources_used(&self) -> usize {
        let bound = self.bound();
        let op = bound.row.op_table().and_then(|table| Some((table, table.op(bound.op.as_deref()?)?)));
        op.map_or(0, |(table, op)| {
            let [_, sources @ ..] = mentions_of_op(table.semantics, op.name);
            sources.iter().rposition(|is_used| *is_used).map_or(0, |last| last + 1)
        })
    }

    /// Returns the first access of a lane.
    fn access(&self, lane: LaneId) -> Option<Access> {
        let mut steps = self.run.steps().filter(|step| step.lane == Some(lane));
        steps.find_map(|step| step.accesses().next().copied())
    }

    fn value(&self, cursor: u32, place: Place, ty: ScalarType) -> String {
        shown(self.run.state(cursor).read(place), ty)
    }

    fn source(&self, name: &str, lane: LaneId, ty: ScalarType) -> Option<String> {
        let at = self.bound().row.operands().iter().position(|operand| operand.name == name)?;
        Some(self.value(0, self.bound().operands[at].element(lane.index())?, ty))
    }

    /// Returns the result of a lane that accesses a place of the base text.
    fn outcome(&self, lane: LaneId, at: &Access) -> LaneResult {
        let steps = self.run.steps().filter(|step| step.lane == Some(lane));
        let returned = steps.flat_map(|step| step.effects).find_map(|effect| effect.returned());
        let stored = self.pairs.partner(at.place).filter(|_| at.inside);
        LaneResult {
            returned: returned.map(|returned| shown(returned.value, at.ty)),
            stored: stored.map(|place| self.value(self.run.len(), place, at.ty)),
        }
    }
}

fn shown(bits: Bits, ty: ScalarType) -> String {
    show(bits, ty, NumberFormat::Auto)
}

/// Returns the scenarios that these sets can run: those with variants, or those without.
fn all(sets: &SetsWithChecks, has_variants: bool) -> impl Iterator<Item = VendorComparison> {
    let texts = side_by_side().into_iter();
    let texts = texts.filter(move |text| text.contains("\n.variant ") == has_variants);
    texts.filter_map(|text| VendorComparison::from_text(&text, sets))
}

/// Returns the comparisons of operations that several instruction sets have, differing ones first.
pub fn comparisons(sets: &SetsWithChecks) -> Vec<VendorComparison> {
    let (differing, same): (Vec<_>, Vec<_>) = all(sets, true).partition(VendorComparison::differs);
    differing.into_iter().chain(same).collect()
}

/// Returns the operations that only one instruction set has: the title of each, and its mnemonic with its modifiers.
pub fn without_counterpart(sets: &SetsWithChecks) -> Vec<(String, String)> {
    let alone = all(sets, false);
    alone.map(|mut comparison| (comparison.title, comparison.sides.remove(0).title)).collect()
}
