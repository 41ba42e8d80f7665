//! The places of two scenarios in pairs, and the differences between the ends of their runs.

use crate::base::NumberFormat;
use crate::exec::{FinalState, Run, Scenario, Stop};
use crate::explore::Cell;
use crate::machine::{Declaration, Layout, Place, Surface};
use crate::session::text::{cell_in_words, value_in_words};
use crate::spec::{Direction, Operand};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashSet};

/// The maximum number of places that are listed with their two values.
pub(super) const MOST_NAMED: usize = 64;

/// A row of a comparison: a place or a count that differs between two runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// The place, as the scenario names it, or the count.
    pub place: String,
    /// The value in A, or with the choice in force.
    pub now: String,
    /// The value in B, or with the other choice.
    pub then: String,
}

/// The name of a difference in how two runs stop.
const THE_RUN: &str = "the run";

impl Difference {
    /// Returns true if the two runs stop in different ways; the values are clauses then.
    pub(super) fn is_stop(&self) -> bool {
        self.place == THE_RUN
    }
}

/// The places that two scenarios, A and B, both have.
#[derive(Debug, Default)]
pub(super) struct Pairs {
    /// A cell of A, and its counterpart in B.
    pub cells: Vec<(Cell, Cell)>,
    /// The number of cells in surfaces. These come first.
    pub memory: usize,
    /// The names of all surfaces, variables and predicates without a counterpart.
    pub apart: Vec<String>,
    /// Whether both have the same layout, so that each cell is its own counterpart.
    is_same_layout: bool,
}

impl Pairs {
    /// Pairs the places of two scenarios. Within one instruction set, they are paired by name. Between two sets,
    /// surfaces are paired by name and then in order, and operands by their role in the instructions of the same index.
    pub fn new(a: &Scenario, b: &Scenario) -> Self {
        if a.set.key == b.set.key { Self::by_name(&a.layout, &b.layout) } else { Self::by_role(a, b) }
    }

    fn by_name(a: &Layout, b: &Layout) -> Self {
        let mut pairs = Self { is_same_layout: a == b, ..Self::default() };
        for own in Declaration::all(a) {
            match Declaration::find(b, own.name()).filter(|other| own.is_shaped_as(*other)) {
                Some(other) => pairs.add(own, other),
                None => pairs.apart.push(own.name().to_owned()),
            }
        }
        let only_b = Declaration::all(b).filter(|other| Declaration::find(a, other.name()).is_none());
        pairs.apart.extend(only_b.map(|other| other.name().to_owned()));
        pairs
    }

    fn by_role(a: &Scenario, b: &Scenario) -> Self {
        let mut pairs = Self::default();
        for pair in surfaces(&a.layout, &b.layout) {
            match pair {
                [Some(surface), Some(other)] => {
                    pairs.add(Declaration::Surface(surface), Declaration::Surface(other))
                }
                [surface, other] => pairs.apart.extend(surface.or(other).map(|alone| alone.name.clone())),
            }
        }
        let mut known: [HashSet<Place>; 2] = [HashSet::new(), HashSet::new()];
        for (of_a, of_b) in a.program.iter().zip(&b.program) {
            let lanes = usize::from(of_a.exec_size.min(of_b.exec_size));
            for (own, row) in of_a.row.operands().iter().enumerate() {
                let direction = row.direction;
                // Destinations have other names in each set, so they are paired by direction alone. Sources have the
                // names that operations give them.
                let is_counterpart = |other: &Operand| {
                    other.direction == direction
                        && (direction == Some(Direction::Out) || other.name == row.name)
                };
                let Some(other) = of_b.row.operands().iter().position(is_counterpart) else { continue };
                let pair = |lane| of_a.operands[own].element(lane).zip(of_b.operands[other].element(lane));
                for (place, other) in (0..lanes).filter_map(pair) {
                    let is_known = known[0].contains(&place) || known[1].contains(&other);
                    if !is_known && place.size_bytes == other.size_bytes {
                        known[0].insert(place);
                        known[1].insert(other);
                        pairs.cells.push((Cell::from(place), Cell::from(other)));
                    }
                }
            }
        }
        pairs
    }

    fn add(&mut self, own: Declaration, other: Declaration) {
        self.cells.extend(own.cells().zip(other.cells()));
        if matches!(own, Declaration::Surface(_)) {
            self.memory = self.cells.len();
        }
    }

    /// Returns the bytes in B for bytes of A, as many as there are, from the start of an element.
    pub fn partner(&self, bytes: Place) -> Option<Place> {
        let is_start = |place: Place| (place.space, place.byte_offset) == (bytes.space, bytes.byte_offset);
        let (_, there) = self.cells.iter().find(|(cell, _)| is_start(cell.place))?;
        Some(Place { size_bytes: bytes.size_bytes, ..there.place })
    }

    /// Returns the differences between the ends of two runs, with the names of A's layout and values in `format`. If the runs stop
    /// in different ways, this difference comes first.
    pub fn differences(
        &self,
        layout: &Layout,
        [a, b]: [&FinalState; 2],
        format: NumberFormat,
    ) -> Vec<Difference> {
        if self.is_same_layout && a == b {
            return Vec::new();
        }
        let differs = (a.stop, &a.errors) != (b.stop, &b.errors);
        let names_errors = a.stop == b.stop;
        let stops = differs.then(|| Difference {
            place: THE_RUN.to_owned(),
            now: end_in_words(a, names_errors),
            then: end_in_words(b, names_errors),
        });
        let difference = |(own, other): &(Cell, Cell)| {
            let (now, then) = (own.read(&a.state), other.read(&b.state));
            (now != then).then(|| Difference {
                place: cell_in_words(layout, *own),
                now: value_in_words(layout, *own, now, format),
                then: value_in_words(layout, *own, then, format),
            })
        };
        stops.into_iter().chain(self.cells.iter().filter_map(difference)).collect()
    }
}

/// Returns the first differences, at most `most`, and the number of the others.
pub(super) fn first_differences(mut differences: Vec<Difference>, most: usize) -> (Vec<Difference>, usize) {
    let more = differences.len().saturating_sub(most);
    differences.truncate(most);
    (differences, more)
}

/// Returns whether two runs end with other contents, or stop in different ways.
pub(in crate::session) fn ends_differ(a: &Run, b: &Run) -> bool {
    let (pairs, [end_of_a, end_of_b]) =
        (Pairs::new(a.scenario(), b.scenario()), [a, b].map(Run::final_state));
    !pairs.differences(&a.scenario().layout, [&end_of_a, &end_of_b], NumberFormat::default()).is_empty()
}

/// Returns the places whose contents differ between the moments of a run after `a` and after `b` micro-steps, and the number of
/// those that are not listed.
pub fn moment_differences(run: &Run, moments: [u32; 2], format: NumberFormat) -> (Vec<Difference>, usize) {
    let layout = &run.scenario().layout;
    // Both moments are of one run, so its errors do not differ.
    let state = |moment| FinalState { state: run.state(moment), stop: run.stop(), errors: BTreeSet::new() };
    let [a, b] = moments.map(state);
    first_differences(Pairs::by_name(layout, layout).differences(layout, [&a, &b], format), MOST_NAMED)
}

/// Returns how a run ends, as a clause. Errors of both runs are named, since they differ.
fn end_in_words(end: &FinalState, names_errors: bool) -> String {
    let errors = || end.errors.iter().map(|error| format!("`{}`", error.code())).collect::<Vec<_>>();
    match end.stop {
        Stop::End => "ends".to_owned(),
        Stop::Fault if names_errors => format!("stops with {}", errors().join(" and ")),
        Stop::Fault => "stops with an error".to_owned(),
        Stop::Budget | Stop::Early => "is too long".to_owned(),
        Stop::GaveUp => "waits forever".to_owned(),
    }
}

/// Pairs the surfaces of two layouts: first those of equal name and shape, then the rest of equal shape, in order.
pub(super) fn surfaces<'l>(a: &'l Layout, b: &'l Layout) -> Vec<[Option<&'l Surface>; 2]> {
    let mut left: Vec<&Surface> = b.surfaces.iter().collect();
    let mut take = |surface: &Surface, by_name: bool| {
        let is_pair = |other: &&Surface| {
            Declaration::Surface(surface).is_shaped_as(Declaration::Surface(other))
                && (!by_name || other.name == surface.name)
        };
        left.iter().position(is_pair).map(|at| left.remove(at))
    };
    let named: Vec<Option<&Surface>> = a.surfaces.iter().map(|surface| take(surface, true)).collect();
    let own = a.surfaces.iter().zip(named);
    let mut pairs: Vec<_> =
        own.map(|(surface, named)| [Some(surface), named.or_else(|| take(surface, false))]).collect();
    pairs.extend(left.into_iter().map(|other| [None, Some(other)]));
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::text::Session;
    use crate::test;

    /// Lane 0 increments the dword at a byte offset of a buffer.
    fn text(offset: &str, buffer: &str, lines: &str) -> String {
        format!(
            ".lanes 8\n.decl OFF v_type=G type=ud num_elts=8 align=GRF\n.decl BUF v_type=T num_elts=1\n{lines}\
             .set OFF = {offset}\n.surface BUF buffer ud = {buffer}\n\
             dword_atomic.inc (M1, 1) BUF OFF.0 V0.0 V0.0 V0.0\n"
        )
    }

    #[test]
    fn ends_differ_in_places_and_in_how_the_run_stops() {
        let base = text("0", "1 5", "");
        let misaligned = [text("2", "1 5", ""), text("2", "1 5", ".reading misaligned = error\n")];
        for ([a, b], expected) in [
            ([base.clone(), base.clone()], &[][..]),
            ([base.clone(), text("0", "2 5", "")], &[["BUF[0]", "2", "3"]]),
            // Surfaces come first.
            (
                [base.clone(), text("4", "1 5", "")],
                &[["BUF[0]", "2", "1"], ["BUF[1]", "5", "6"], ["OFF[0]", "0", "4"]],
            ),
            // The low bits of the offset are dropped, or it is an error.
            (misaligned, &[["the run", "ends", "stops with an error"], ["BUF[0]", "2", "1"]]),
            // Two errors are a difference, too.
            (
                ["1D", "2D"].map(|kind| {
                    format!(
                        ".isa sass sm=52\n.reading size_mismatch = fault\n.lanes 1\n\
                         .surface 0 1d R64_UINT 2 = 5 6\nSUATOM.D.{kind}.ADD.TRAP R4, [R0], R2, 0x0;\n"
                    )
                }),
                &[["the run", "stops with `run-trap-texel-size`", "stops with `run-trap-header-type`"]],
            ),
            // Surfaces of different sizes are not compared.
            ([base.clone(), text("0", "7 8 9", "")], &[]),
        ] {
            let runs = [&a, &b].map(|text| Session::open(text).run.expect("it runs"));
            let pairs = Pairs::new(runs[0].scenario(), runs[1].scenario());
            let ends = runs.each_ref().map(|run| run.final_state());
            let layout = &runs[0].scenario().layout;
            let found = pairs.differences(layout, ends.each_ref(), NumberFormat::Auto);
            let found: Vec<_> = found.iter().map(|it| [&*it.place, &*it.now, &*it.then]).collect();
            assert_eq!(found, expected, "{b}");
        }
    }
}
