//! The addresses that initial values lead to. The search knows no instruction: it runs the scenario with other initial values of a
//! lane's operands, and watches the bytes that the lane accesses.

use super::elements::Contents;
use super::session::Session;
use super::trial::{Change, MOST_TRIED_STEPS};
use crate::base::{Bits, LaneId, ScalarType};
use crate::check::values;
use crate::exec::{Run, Scenario};
use crate::machine::Place;
use crate::semantics::Site;
use crate::spec::Direction;
use crate::syntax::{ValueKind, ValueText};
use crate::trace::{Access, AccessEvent, AccessKind};
use std::rc::Rc;

/// The changes of a value that are tried. Addresses may be multiples of some bytes only.
const CHANGES: [i128; 8] = [1, 2, 4, 8, -1, -2, -4, -8];

/// The maximum number of operands that together lead to an address, such as the coordinates of a texel.
const MOST_OPERANDS: usize = 3;

/// Returns the identity of an access in runs with other values.
fn access_id(event: &AccessEvent) -> (Option<LaneId>, Site, u32, u8) {
    (event.lane, event.site, event.occurrence, event.number)
}

/// An element of a variable, and how an access moves with its initial value.
struct Lever {
    element: Place,
    ty: ScalarType,
    value: i128,
    /// The bytes by which the access moves if the value grows by 1.
    bytes: i128,
}

type Values = Vec<(Place, i128)>;

/// Returns an access of an instruction in a run with other values, if it is within bounds there.
fn access_in(run: &Run, instruction: usize, event: &AccessEvent) -> Option<Access> {
    let is_same =
        |other: &&AccessEvent| access_id(other) == access_id(event) && other.kind != AccessKind::Drop;
    let access = run.accesses(instruction).iter().find(is_same)?.access;
    access.inside.then_some(access)
}

/// A scenario that is tried with other initial values.
struct Trials<'s> {
    session: &'s Session,
    scenario: &'s Scenario,
    /// Other initial values of every run.
    base: Values,
}

/// Runs in which the initial value of an element is changed.
struct Nudges {
    element: Place,
    ty: ScalarType,
    value: i128,
    /// The changes, each with its run.
    runs: Vec<(i128, Rc<Run>)>,
}

impl Trials<'_> {
    /// Returns the run with some other initial values. `None` if it is long.
    fn run(&self, values: &[(Place, i128)]) -> Option<Rc<Run>> {
        // A value in the range of its type is its low bits.
        let bits = |(element, value): &(Place, i128)| {
            (*element, Bits::known(*value as u64).truncate(8 * element.size_bytes))
        };
        let contents = self.base.iter().chain(values).map(bits).collect();
        self.session.run_trial(&Change::Contents(contents), MOST_TRIED_STEPS)
    }

    /// Returns the initial value of an element; 0 for an undefined one. `None` for a float.
    fn value(&self, element: Place, ty: ScalarType) -> Option<i128> {
        if let Some((_, value)) = self.base.iter().find(|(known, _)| *known == element) {
            return Some(*value);
        }
        (!ty.holds_floats()).then(|| ty.rank(self.scenario.initial.read(element).value))
    }

    /// Returns the runs in which the initial value of an element is changed. `None` for a float.
    fn nudges(&self, element: Place) -> Option<Nudges> {
        let ty = self.scenario.layout.variable_with(element)?.0.ty;
        let value = self.value(element, ty)?;
        let changes = CHANGES.into_iter().filter(|by| values::integer_range(ty).contains(&(value + by)));
        let runs = changes.filter_map(|by| Some((by, self.run(&[(element, value + by)])?))).collect();
        Some(Nudges { element, ty, value, runs })
    }
}

impl Nudges {
    /// Returns how an access, which was at `from`, moves with the initial value of the element, if that moves it at all. If low bits of an address are
    /// ignored, a small change can move it far, so the smallest ratio counts.
    fn lever(&self, access: impl Fn(&Run) -> Option<Access>, from: Place) -> Option<Lever> {
        let levers = self.runs.iter().filter_map(|(change, run)| {
            let to = access(run)?.place;
            let moved = i128::from(to.byte_offset) - i128::from(from.byte_offset);
            let is_lever = to.space == from.space && moved != 0 && moved % change == 0;
            is_lever.then_some(moved / change)
        });
        let bytes = levers.min_by_key(|bytes| bytes.abs())?;
        Some(Lever { element: self.element, ty: self.ty, value: self.value, bytes })
    }
}

/// Returns value changes with which the levers together move an access by some bytes.
fn changes(levers: &[Lever], bytes: i128) -> Vec<Values> {
    let Some((first, rest)) = levers.split_first() else {
        return if bytes == 0 { vec![Vec::new()] } else { Vec::new() };
    };
    let below = bytes.div_euclid(first.bytes);
    let counts = if rest.is_empty() { vec![below] } else { vec![below, below + first.bytes.signum()] };
    let of_count = |count: i128| {
        let others = changes(rest, bytes - count * first.bytes);
        others.into_iter().map(move |mut values| {
            values.push((first.element, first.value + count));
            values
        })
    };
    let counts =
        counts.into_iter().filter(|count| values::integer_range(first.ty).contains(&(first.value + count)));
    counts.flat_map(of_count).collect()
}

impl Session {
    /// Returns the smallest change of an initial value that moves an access of the program from an element to another one, or 1 if
    /// no access follows the value. The value of an address changes in these steps.
    pub fn value_step(&self, of: &Contents, index: usize) -> i64 {
        let step = || {
            let Contents::Variable(name) = of else { return None };
            let run = self.run.as_ref().filter(|run| run.len() <= MOST_TRIED_STEPS)?;
            let variable = run.scenario().layout.variable(name)?;
            let trials = Trials { session: self, scenario: run.scenario(), base: Vec::new() };
            let nudges = trials.nudges(variable.element(index))?;
            (0..run.scenario().program.len()).find_map(|instruction| {
                let accesses = run.accesses(instruction);
                // Elements and lanes usually have the same numbers.
                let near = |event: &&AccessEvent| event.lane.is_none_or(|lane| lane.index() != index);
                let event = *accesses.iter().filter(|event| event.access.inside).min_by_key(near)?;
                let lever = nudges.lever(|run| access_in(run, instruction, &event), event.access.place)?;
                let size = event.access.ty.size_bytes() as i128;
                Some(size / lever.bytes.abs().clamp(1, size))
            })
        };
        step().and_then(|step| i64::try_from(step).ok()).unwrap_or(1)
    }

    /// Returns the variables whose initial values are one `iota`, each with its step.
    pub fn strides(&self) -> Vec<(String, i128)> {
        let Some(scenario) = &self.scenario else { return Vec::new() };
        let names = scenario.layout.variables.iter().map(|variable| &variable.name);
        names.filter_map(|name| Some((name.clone(), self.series(name)?.1))).collect()
    }

    /// Returns the start and the step of the initial values of a variable, if the text has them as one `iota`.
    pub fn series(&self, variable: &str) -> Option<(i128, i128)> {
        match self.document.set_line(variable)?.values.values[..] {
            [ValueText { kind: ValueKind::Iota { start, step }, .. }] => Some((start, step)),
            _ => None,
        }
    }

    /// Returns initial values with which a lane accesses another element of a surface: its access to the element `from`, or its first
    /// one. Fails if no initial value that belongs to this lane alone leads there.
    pub(super) fn values_that_reach(
        &self,
        instruction: usize,
        lane: LaneId,
        from: Option<(usize, usize)>,
        (surface, element): (usize, usize),
    ) -> Result<Vec<(Contents, usize, String)>, String> {
        let run = self.run.as_ref().ok_or("accesses are known once the run is complete")?;
        if run.len() > MOST_TRIED_STEPS {
            return Err("the run is too long to be repeated with other values".to_owned());
        }
        let scenario = run.scenario();
        let goal = scenario.layout.surfaces.get(surface).ok_or("expected a surface of the scenario")?;
        let refused = || {
            format!("no initial value of lane {}'s own operands leads to {}[{element}]", lane.0, goal.name)
        };
        let accesses = run.accesses(instruction);
        let is_from = |event: &&AccessEvent| {
            let place = from.and_then(|(surface, element)| {
                let surface = scenario.layout.surfaces.get(surface)?;
                (element < surface.count()).then(|| surface.element(element))
            });
            event.lane == Some(lane) && place.is_none_or(|place| event.access.place.overlaps(place))
        };
        if accesses.iter().all(|event| event.lane != Some(lane)) {
            return Err(format!("lane {} stops before it accesses memory", lane.0));
        }
        let event = *accesses.iter().find(is_from).ok_or_else(refused)?;
        let mut at = event.access.place;
        let access = |run: &Run| access_in(run, instruction, &event);
        let mut trials = Trials { session: self, scenario, base: Vec::new() };
        let own = own_elements(scenario, instruction, lane);
        if !event.access.inside {
            // An access out of bounds follows no value, so the search starts at a place within bounds.
            let zero = |element: &Place| {
                let values = vec![(*element, 0)];
                Some((access(&*trials.run(&values)?)?.place, values))
            };
            (at, trials.base) = own.iter().find_map(zero).ok_or_else(refused)?;
        }
        let lever = |element| trials.nudges(element)?.lever(access, at);
        let mut levers: Vec<Lever> = own.into_iter().filter_map(lever).collect();
        levers.sort_by_key(|lever| -lever.bytes.abs());
        levers.truncate(MOST_OPERANDS);
        let bytes = i128::from(goal.element(element).byte_offset) - i128::from(at.byte_offset);
        // One value is changed if that is enough.
        let single = levers.iter().flat_map(|lever| changes(std::slice::from_ref(lever), bytes));
        let is_there = |access: Access| {
            access.place.space == goal.space && goal.element_at(access.place) == Some(element)
        };
        let mut all = single.chain(changes(&levers, bytes));
        let leads_there = |values: &Values| {
            let run = trials.run(values);
            run.and_then(|run| access(&run)).is_some_and(is_there)
        };
        let found = all.find(leads_there).ok_or_else(refused)?;
        // Each element of the search is one of a variable.
        let named = |(element, value): (Place, i128)| {
            let (variable, index) = scenario.layout.variable_with(element)?;
            Some((Contents::Variable(variable.name.clone()), index, value.to_string()))
        };
        let is_other = |(element, _): &(Place, i128)| found.iter().all(|(changed, _)| changed != element);
        let others: Values = trials.base.iter().filter(|base| is_other(base)).copied().collect();
        Ok([others, found].concat().into_iter().filter_map(named).collect())
    }
}

/// Returns a value of a type, changed by a number, as the text spells it. A unit of a float is a quarter. Integers stay within the
/// limits of their type.
pub(super) fn shifted(ty: ScalarType, spelt: &str, by: i64) -> Option<String> {
    let number = if spelt == "?" { "0" } else { spelt };
    if ty.is_float() {
        let value = number.parse::<f64>().ok().filter(|value| value.is_finite())?;
        return Some(format!("{:?}", value + 0.25 * by as f64));
    }
    let (value, range) = (number.parse::<i128>().ok()?, values::integer_range(ty));
    Some((value + i128::from(by)).clamp(*range.start(), *range.end()).to_string())
}

/// Returns the elements of variables that only this lane reads, as operands of an instruction.
fn own_elements(scenario: &Scenario, instruction: usize, lane: LaneId) -> Vec<Place> {
    let Some(bound) = scenario.program.get(instruction) else { return Vec::new() };
    let inputs = bound.row.operands().iter().zip(&bound.operands);
    let inputs = inputs.filter(|(operand, _)| operand.direction == Some(Direction::In));
    let mut own = Vec::new();
    for (_, operand) in inputs {
        for place in operand.places(lane.index()) {
            let mut others = (0..bound.exec_size).filter(|other| *other != lane.0);
            let is_shared = others.any(|other| operand.places(other.into()).any(|it| it.overlaps(place)));
            let found = scenario.layout.variable_at(place).map(|(variable, at)| variable.element(at));
            own.extend(found.filter(|found| !is_shared && !own.contains(found)));
        }
    }
    own
}
