//! A step as transfers on the stage: each value or request with its start and its end.

use super::formats::{Formats, inline};
use super::lanes::{RowValue, label};
use super::moment::Moment;
use super::place::StagePlace;
use crate::session::run::{Bits, show};
use crate::trace::{Effect, MicroStep, Phase};

/// The transfers of the last step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gesture {
    /// The transfers, in order. The last one carries the value.
    pub legs: Vec<Leg>,
}

/// A transfer of a value or a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leg {
    /// The place where it starts.
    pub from: StagePlace,
    /// The place where it ends.
    pub to: StagePlace,
    /// The transferred value; empty for a request.
    pub label: String,
    /// The kind of the transfer.
    pub kind: LegKind,
}

/// The kind of a transfer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LegKind {
    /// A lane requests a place in memory.
    Request,
    /// A value moves from memory to the lane.
    Read,
    /// A value moves to memory.
    Write,
    /// A value or a request moves to memory, and is dropped or stopped by a trap.
    Dropped,
    /// A value moves to the lane's destination.
    Return,
}

impl LegKind {
    /// Returns the CSS classes of the transfer.
    pub fn class(self) -> &'static str {
        match self {
            Self::Request => "leg leg-request",
            Self::Read => "leg leg-read",
            Self::Write => "leg leg-write",
            Self::Dropped => "leg leg-dropped",
            Self::Return => "leg leg-return",
        }
    }
}

/// Returns the transfers of the last step. A step that moves nothing has none.
pub fn gesture(moment: &Moment, formats: &Formats) -> Gesture {
    let legs = moment.frame.last.as_ref().map(|step| legs(moment, step, formats)).unwrap_or_default();
    Gesture { legs }
}

fn legs(moment: &Moment, step: &MicroStep, formats: &Formats) -> Vec<Leg> {
    let Some(lane) = step.lane.map(|lane| lane.0) else { return Vec::new() };
    let slot = |row: RowValue| StagePlace::Value { lane, row };
    let format = |slot: RowValue| {
        inline(moment.bound().map_or(formats.all, |bound| formats.of_row(label(bound, slot))))
    };
    let leg = |from: StagePlace, to: StagePlace, label: String, kind: LegKind| Leg { from, to, label, kind };
    let mut legs = Vec::new();
    if step.phase == Phase::Address
        && let Some(to) = moment.upcoming_access().and_then(|access| StagePlace::new(moment, access))
    {
        legs.push(leg(slot(RowValue::Address), to, String::new(), LegKind::Request));
    }
    for effect in &step.effects {
        match effect {
            Effect::Read { access, value } => {
                let Some(place) = StagePlace::new(moment, access) else { continue };
                let row = read_into(moment, step);
                legs.push(leg(place, slot(row), show(*value, access.ty, format(row)), LegKind::Read));
            }
            Effect::Write { access, value, dropped, .. } => {
                let Some(place) = StagePlace::new(moment, access) else { continue };
                let kind = if *dropped { LegKind::Dropped } else { LegKind::Write };
                legs.push(leg(
                    slot(RowValue::New),
                    place,
                    show(*value, access.ty, format(RowValue::New)),
                    kind,
                ));
            }
            Effect::Drop { access } | Effect::Trap { access: Some(access), .. } => {
                let Some(place) = StagePlace::new(moment, access) else { continue };
                legs.push(leg(slot(RowValue::Address), place, String::new(), LegKind::Dropped));
            }
            Effect::Return { operand, after, place: Some(_), .. } => {
                let output = RowValue::Output(usize::from(*operand));
                let from = slot(returned_from(moment, lane, *after));
                let value =
                    effect.returned().map(|returned| returned.show(format(output))).unwrap_or_default();
                legs.push(leg(from, slot(output), value, LegKind::Return));
            }
            _ => {}
        }
    }
    legs
}

/// Returns the row of the value that a step reads: that of the local which the step assigns.
fn read_into(moment: &Moment, step: &MicroStep) -> RowValue {
    let assigned = step.effects.iter().find_map(|effect| match effect {
        Effect::Local { name, .. } => Some(name),
        _ => None,
    });
    let row = moment.bound().zip(assigned).and_then(|(bound, name)| {
        let locals = bound.code.read_locals();
        locals.iter().position(|local| bound.code.locals[usize::from(local.0)].name == **name)
    });
    row.filter(|index| *index > 0).map_or(RowValue::Old, RowValue::Read)
}

/// Returns the row from which a returned value comes.
fn returned_from(moment: &Moment, lane: u8, value: Bits) -> RowValue {
    let view = moment.frame.lanes.get(usize::from(lane));
    let Some(view) = view else { return RowValue::Old };
    let read = view.reads.iter().position(|read| *read == Some(value)).unwrap_or(0);
    match view.old != Some(value) && view.new == Some(value) {
        true => RowValue::New,
        false if read > 0 => RowValue::Read(read),
        false => RowValue::Old,
    }
}
