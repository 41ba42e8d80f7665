//! An array of structures as a structure of arrays: each lane accesses the same values, and neighbouring lanes access neighbouring
//! bytes.
//!
//! No instruction is known by name. The accesses of the lanes show the structures. A permutation of the surface's bytes puts each
//! field into an array of its own. A run with the permuted contents shows how far each instruction misses the moved bytes, and
//! that distance is added to the number in the instruction's line.

use super::rearranged::{lane_values, set_line};
use super::shared::Shared;
use crate::base::TextEdit;
use crate::exec::Run;
use crate::explore::Cell;
use crate::machine::{Place, SpaceId, State, Surface};
use crate::session::text::{Session, VariantStart, spelt};
use crate::syntax::{Directive, Instr, Number, OperandText, ValueKind};
use crate::trace::AccessEvent;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The maximum number of elements of a surface whose values a variant lists.
const MOST_ELEMENTS: usize = 512;

/// A permutation of the first bytes of a surface that turns structures into arrays.
#[derive(Clone, Debug)]
struct Regrouping {
    /// The space of the surface.
    space: SpaceId,
    /// The size of a field in bytes.
    field: u64,
    /// The size of a structure in bytes, a multiple of the field.
    structure: u64,
    /// The number of structures.
    count: u64,
    /// The lanes that access a field.
    lanes: Vec<usize>,
}

impl Session {
    /// Returns a variant in which the structures that an instruction accesses are a structure of arrays.
    ///
    /// Each lane has to access one field, at a constant distance of several fields. The variant has other values of the variables
    /// with these addresses, other contents of the surface and, if needed, other numbers in the program. Returns `None` unless a run
    /// with them accesses the moved bytes and ends with the same values.
    pub(super) fn as_arrays(&self, run: &Run, instruction: usize) -> Option<VariantStart> {
        let accesses: Vec<_> = (0..run.scenario().program.len()).map(|at| run.accesses(at)).collect();
        let regrouping = Regrouping::new(run, &accesses, instruction)?;
        let start = |lines: &str| VariantStart::Lines { name: "arrays", lines: lines.to_owned() };
        let mut lines = self.regrouped_data(run, &regrouping)?;
        let mut trial = self.run_with(&start(&lines))?;
        let mut shared = Shared::new(run.scenario(), trial.scenario());
        let mut misses = regrouping.misses(&accesses, &trial, &shared)?;
        if misses.iter().any(|miss| *miss != 0) {
            lines += &self.program_moved(&misses)?;
            trial = self.run_with(&start(&lines))?;
            shared = Shared::new(run.scenario(), trial.scenario());
            misses = regrouping.misses(&accesses, &trial, &shared)?;
        }
        let is_same = misses.iter().all(|miss| *miss == 0) && regrouping.ends_alike(run, &trial, &shared);
        is_same.then(|| start(&lines))
    }

    /// Returns the lines of the variables with addresses, and the line of the surface if its contents change.
    fn regrouped_data(&self, run: &Run, regrouping: &Regrouping) -> Option<String> {
        let scenario = run.scenario();
        let surface = scenario.layout.surface_in(regrouping.space)?;
        let mut lines = String::new();
        for variable in &scenario.layout.variables {
            let Some(values) = lane_values(run, variable).filter(|_| self.document.sets(&variable.name))
            else {
                continue;
            };
            let lanes = regrouping.lanes.iter().filter(|lane| **lane < values.len());
            let offsets = lanes.map(|lane| (*lane as u64, values[*lane]));
            if distance(offsets) == Some(regrouping.structure) {
                let (own, rest) = values.split_at(usize::from(scenario.dispatch_lanes));
                let moved = own.iter().map(|value| regrouping.byte(*value));
                lines += &set_line(variable, &moved.chain(rest.iter().copied()).collect::<Vec<_>>());
            }
        }
        let contents = regrouping.contents(&scenario.initial, size(run, regrouping.space));
        if contents != scenario.initial {
            lines += &self.surface_line(surface, &contents)?;
        }
        Some(lines)
    }

    /// Returns the line of a surface with other contents.
    fn surface_line(&self, surface: &Surface, contents: &State) -> Option<String> {
        if surface.count() > MOST_ELEMENTS {
            return None;
        }
        let spelt = |at| spelt(contents.read(surface.element(at)), surface.ty);
        let replacement = (0..surface.count()).map(spelt).collect::<Vec<_>>().join(" ");
        let (whole, line) = self.document.directives().find_map(|(whole, directive)| match directive {
            Directive::Surface(line) if line.name.text == surface.name => Some((whole, line)),
            _ => None,
        })?;
        Some(self.line_with(whole, vec![TextEdit { span: line.values.as_ref()?.span, replacement }]))
    }

    /// Returns the lines of the program, with a distance added to the number of each instruction.
    fn program_moved(&self, distances: &[i128]) -> Option<String> {
        let mut distances = distances.iter();
        self.program_with(|_, instr| {
            let distance = *distances.next()?;
            if distance == 0 {
                return Some(Vec::new());
            }
            let Number { value, span } = only_number(instr)?;
            let is_hex = span.of(&self.text).to_ascii_lowercase().starts_with("0x");
            let value = value.checked_add(distance).filter(|value| *value >= 0)?;
            let replacement = if is_hex { format!("{value:#x}") } else { value.to_string() };
            Some(vec![TextEdit { span, replacement }])
        })
    }
}

impl Regrouping {
    /// Returns the regrouping for the fields that an instruction accesses. `accesses` are those of each instruction.
    fn new(run: &Run, accesses: &[Vec<AccessEvent>], instruction: usize) -> Option<Self> {
        let inside = |events: &'_ [AccessEvent]| -> Vec<AccessEvent> {
            events.iter().filter(|event| !event.is_dropped()).copied().collect()
        };
        let own = inside(accesses.get(instruction)?);
        let space = own.first()?.access.place.space;
        if !run.scenario().layout.surface_in(space)?.kind.is_raw() {
            return None;
        }
        // The first byte of each lane's field, and the byte after it.
        let mut fields = BTreeMap::<usize, (u64, u64)>::new();
        for AccessEvent { lane, access, .. } in own {
            let (first, end) = bytes(access.place);
            let field = fields.entry(lane?.index()).or_insert((first, end));
            *field = (field.0.min(first), field.1.max(end));
            if access.place.space != space {
                return None;
            }
        }
        let (first, end) = *fields.values().next()?;
        let field = end - first;
        let structure = distance(fields.iter().map(|(lane, field)| (*lane as u64, field.0)))?;
        let is_one_size = fields.values().all(|(first, end)| end - first == field);
        if !is_one_size || field == 0 || structure <= field || !structure.is_multiple_of(field) {
            return None;
        }
        let in_space = |event: &AccessEvent| event.access.place.space == space;
        let all = accesses.iter().flat_map(|events| inside(events)).filter(in_space);
        let count = all.map(|event| bytes(event.access.place).1).max()?.div_ceil(structure);
        let fits = count.checked_mul(structure)? <= size(run, space);
        fits.then(|| Self { space, field, structure, count, lanes: fields.into_keys().collect() })
    }

    /// Returns the new offset of a byte.
    fn byte(&self, byte: u64) -> u64 {
        let (index, within) = (byte / self.structure, byte % self.structure);
        match index < self.count {
            true => (within / self.field * self.count + index) * self.field + within % self.field,
            false => byte,
        }
    }

    /// Returns the contents of memory with the bytes of the surface, `size` in number, at their new offsets.
    fn contents(&self, state: &State, size: u64) -> State {
        let byte = |offset: u64| Place { space: self.space, byte_offset: offset as u32, size_bytes: 1 };
        let mut moved = state.clone();
        (0..size).for_each(|offset| moved.write(byte(self.byte(offset)), state.read(byte(offset))));
        moved
    }

    /// Returns for each instruction the distance from the bytes that it accesses in `trial` to those that it should access. `None` if
    /// the accesses differ in anything else, or if an access spans several fields.
    fn misses(&self, accesses: &[Vec<AccessEvent>], trial: &Run, shared: &Shared) -> Option<Vec<i128>> {
        let pairs = shared.places[..shared.memory].iter();
        let partners: FxHashMap<SpaceId, SpaceId> =
            pairs.map(|(from, to, _)| (from.space, to.space)).collect();
        let miss = |(at, before): (usize, &Vec<AccessEvent>)| {
            let now = trial.accesses(at);
            let mut miss = None;
            if now.len() != before.len() {
                return None;
            }
            for (before, now) in before.iter().zip(&now) {
                let (from, to) = (before.access.place, now.access.place);
                let is_same = (before.lane, before.kind, before.access.inside, from.size_bytes)
                    == (now.lane, now.kind, now.access.inside, to.size_bytes);
                if !is_same {
                    return None;
                }
                if before.is_dropped() {
                    continue;
                }
                if partners.get(&from.space) != Some(&to.space) {
                    return None;
                }
                let distance = i128::from(self.moved(from)?) - i128::from(to.byte_offset);
                if *miss.get_or_insert(distance) != distance {
                    return None;
                }
            }
            Some(miss.unwrap_or(0))
        };
        accesses.iter().enumerate().map(miss).collect()
    }

    /// Returns the new offset of a place; `None` if its bytes do not stay together.
    fn moved(&self, place: Place) -> Option<u64> {
        let (first, end) = bytes(place);
        if place.space != self.space {
            return Some(first);
        }
        let new_first = self.byte(first);
        (self.byte(end - 1) == new_first + (end - 1 - first)).then_some(new_first)
    }

    /// Returns whether two runs stop alike and end with the same values. An element of a variable that keeps its initial value in
    /// both may differ: it is an address.
    fn ends_alike(&self, before: &Run, now: &Run, shared: &Shared) -> bool {
        let end = self.contents(&before.state(before.len()), size(before, self.space));
        let now_end = now.state(now.len());
        let (initial, now_initial) = (&before.scenario().initial, &now.scenario().initial);
        let is_alike = |(at, (from, to, _)): (usize, &(Place, Place, Cell))| {
            let is_kept = || {
                at >= shared.memory
                    && initial.read(*from) == end.read(*from)
                    && now_initial.read(*to) == now_end.read(*to)
            };
            end.read(*from) == now_end.read(*to) || is_kept()
        };
        (before.stop(), before.len(), before.diagnostics().len())
            == (now.stop(), now.len(), now.diagnostics().len())
            && shared.places.iter().enumerate().all(is_alike)
    }
}

/// Returns the constant distance of ascending offsets from lane to lane; `None` if it varies, or with fewer than two lanes.
fn distance(mut offsets: impl Iterator<Item = (u64, u64)>) -> Option<u64> {
    let (first_lane, first) = offsets.next()?;
    let mut found = None;
    for (lane, offset) in offsets {
        let (lanes, bytes) = (lane - first_lane, offset.checked_sub(first)?);
        if !bytes.is_multiple_of(lanes) || *found.get_or_insert(bytes / lanes) != bytes / lanes {
            return None;
        }
    }
    found
}

/// Returns the offsets of the first byte of a place and of the byte after its last one.
fn bytes(place: Place) -> (u64, u64) {
    let first = u64::from(place.byte_offset);
    (first, first + u64::from(place.size_bytes))
}

/// Returns the size of a space in bytes.
fn size(run: &Run, space: SpaceId) -> u64 {
    run.scenario().layout.space(space).size_bytes as u64
}

/// Returns the number in the operands of an instruction; `None` without one, or with several.
fn only_number(instr: &Instr) -> Option<Number> {
    let number = |operand: &OperandText| match operand {
        OperandText::Immediate { value, .. } => match value.kind {
            ValueKind::Decimal(number) => Some(Number { value: number, span: value.span }),
            ValueKind::Pattern(pattern) => Some(Number { value: pattern.into(), span: value.span }),
            _ => None,
        },
        _ => None,
    };
    let mut numbers = instr.operands.iter().filter_map(number);
    numbers.next().filter(|_| numbers.next().is_none())
}
