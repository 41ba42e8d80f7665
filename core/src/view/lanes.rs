//! The lanes of the instruction on the stage: a table of columns (lanes) and rows (what each holds).

use super::moment::{Definedness, Moment, instruction_at};
use super::sizes::{HEADING_PX, WIDEST_LANE_PX};
use crate::session::{Bits, Bound, BoundOperand, MemoryUse, NumberFormat, Run, ScalarType, memory_use, show};
use crate::spec::{Direction, OperandKind, Unit};
use crate::trace::{Effect, Frame, LaneStatus, LaneView, MicroStep, OffReason, Phase};
use smol_str::SmolStr;

/// The table.
#[derive(Clone, Debug, PartialEq)]
pub struct LaneTableView {
    /// The heads of the columns, one for each slot of the execution size.
    pub lanes: Vec<LaneHead>,
    /// The rows, from top to bottom.
    pub rows: Vec<Row>,
}

/// The head of a lane's column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneHead {
    /// The lane, within the execution size.
    pub lane: u8,
    /// Its bit of the dispatch mask.
    pub dispatch_lane: u8,
    /// How far it has come.
    pub status: LaneStatus,
    /// Whether the last step was its own.
    pub current: bool,
    /// Whether it takes part in the instruction, now or later.
    pub enabled: bool,
    /// Whether its bit of the dispatch mask is 0 and counts for all instructions, so that it is off from the start.
    pub masked: bool,
    /// Whether it differs from the pinned moment.
    pub differs: bool,
    /// Whether its last write was dropped.
    pub dropped: bool,
}

/// A row of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// What the row holds.
    pub slot: Slot,
    /// Its heading.
    pub label: String,
    /// The variable behind it, where there is one.
    pub variable: Option<String>,
    /// What it holds, as a sentence.
    pub prose: String,
    /// The values, one for each lane.
    pub cells: Vec<Cell>,
    /// Whether a value differs on the other side of a comparison.
    pub differs: bool,
}

/// What a row holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slot {
    /// The predicate's bit.
    Predicate,
    /// An input operand, by its index in the row of the instruction.
    Input(usize),
    /// Where the lane goes in shared memory.
    Address,
    /// What it read there.
    Old,
    /// What it means to write, or wrote.
    New,
    /// An output operand, by its index in the row of the instruction.
    Output(usize),
}

impl Slot {
    /// A word for it that is unique in the table.
    pub fn key(self) -> String {
        match self {
            Slot::Predicate => "predicate".into(),
            Slot::Input(operand) => format!("in{operand}"),
            Slot::Address => "address".into(),
            Slot::Old => "old".into(),
            Slot::New => "new".into(),
            Slot::Output(operand) => format!("out{operand}"),
        }
    }

    /// The operand, where it is one of that instruction.
    pub fn operand(self, bound: &Bound) -> Option<BoundOperand> {
        bound.operands.get(self.operand_index()?).copied()
    }

    /// Its index in the row of the instruction.
    pub fn operand_index(self) -> Option<usize> {
        match self {
            Slot::Input(operand) | Slot::Output(operand) => Some(operand),
            _ => None,
        }
    }

    /// The id of its element for a lane, by which arrows over the stage find it.
    pub fn element_id(self, lane: u8) -> String {
        format!("lane-{lane}-{}", self.key())
    }
}

/// A value in the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The value as text; empty where there is none yet.
    pub text: SmolStr,
    /// Whether its bits are defined.
    pub definedness: Definedness,
    /// Whether the last step put it there.
    pub fresh: bool,
    /// Whether it was to be written and was dropped.
    pub dropped: bool,
    /// What stands there at the pinned moment, where that is something else.
    pub pinned: Option<SmolStr>,
    /// What its register holds by now, where the lane goes on with what was read before.
    pub latched: Option<String>,
    /// Whether it differs on the other side of a comparison.
    pub differs: bool,
    /// The element of a variable that it is read from or written to.
    pub element: Option<CellElement>,
}

/// An element of a variable that a lane reads or writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellElement {
    /// Index of the variable.
    pub variable: usize,
    /// Its element, from 0.
    pub element: usize,
    /// Its value at the start of the run, as text.
    pub initial: SmolStr,
}

impl LaneTableView {
    /// The table of a moment; without an instruction it has no rows.
    pub fn new(moment: &Moment, format: NumberFormat) -> Self {
        let bound = moment.bound();
        let frame = &moment.frame;
        let current = frame.last.as_ref().and_then(|step| step.lane);
        let enabled = moment.run.enabled(moment.instruction);
        let differ = moment.pinned.as_ref().map(|pinned| pinned.differences.lanes).unwrap_or_default();
        // Where any instruction takes no notice of the mask, its lanes have columns for the others, too: nothing jumps.
        let scenario = moment.scenario();
        let mask_counts = !scenario.program.iter().any(|bound| bound.no_mask);
        let head = |lane: &LaneView| LaneHead {
            differs: differ.contains(lane.lane.index()),
            dropped: lane.dropped,
            enabled: enabled.is_none_or(|enabled| enabled.contains(lane.lane.index())),
            lane: lane.lane.0,
            dispatch_lane: lane.dispatch_lane,
            masked: mask_counts && !scenario.dispatch_mask.contains(lane.dispatch_lane.into()),
            status: lane.status,
            current: current == Some(lane.lane),
        };
        let row = |bound: &Bound, slot: Slot| {
            let variable = variable(moment, bound, slot);
            let cell = |lane: &LaneView| Cell {
                element: variable.and_then(|at| element(moment, bound, lane, slot, at, format)),
                ..compared(moment, bound, lane, slot, format)
            };
            let cells: Vec<Cell> = frame.lanes.iter().map(cell).collect();
            Row {
                slot,
                label: label(bound, slot).to_owned(),
                variable: slot
                    .operand(bound)
                    .and_then(|operand| operand.name(&moment.scenario().layout).map(str::to_owned)),
                prose: prose(bound, slot),
                differs: cells.iter().any(|cell| cell.differs),
                cells,
            }
        };
        let rows = |bound| slots(bound, frame).into_iter().map(move |slot| row(bound, slot));
        Self {
            lanes: frame.lanes.iter().map(head).collect(),
            rows: bound.into_iter().flat_map(rows).collect(),
        }
    }
}

impl LaneTableView {
    /// Which rows there are, as a word.
    pub fn shape(&self) -> String {
        self.rows.iter().map(|row| row.slot.key()).collect()
    }

    /// The lanes that have a column, as indices, and those that are off from the start and share a line. Where all lanes are
    /// off, each has a column.
    pub fn folded(&self) -> (Vec<usize>, Vec<usize>) {
        let (off, on): (Vec<usize>, Vec<usize>) =
            (0..self.lanes.len()).partition(|at| self.lanes[*at].masked);
        if on.is_empty() { (off, on) } else { (on, off) }
    }
}

/// Lanes as a person counts them: `lane 3`, `lanes 1, 3 to 5 and 8 to 31`.
pub fn lanes_in_words(lanes: &[usize]) -> String {
    let runs = lanes.chunk_by(|a, b| a + 1 == *b).map(|run| match run {
        [first, _, .., last] => format!("{first} to {last}"),
        run => run.iter().map(usize::to_string).collect::<Vec<_>>().join(", "),
    });
    let mut runs: Vec<String> = runs.collect();
    let last = runs.pop().unwrap_or_default();
    let word = if lanes.len() == 1 { "lane" } else { "lanes" };
    if runs.is_empty() { format!("{word} {last}") } else { format!("{word} {} and {last}", runs.join(", ")) }
}

/// Characters of the longest value in the table of a frame.
pub fn longest_value(run: &Run, frame: &Frame, format: NumberFormat) -> usize {
    let Some(bound) = run.scenario().program.get(instruction_at(frame)) else { return 0 };
    let length = |slot: Slot, lane: &LaneView| cell(bound, frame, lane, slot, format).text.chars().count();
    let slots = slots(bound, frame);
    frame.lanes.iter().flat_map(|lane| slots.iter().map(move |slot| length(*slot, lane))).max().unwrap_or(0)
}

/// How many rows the table of a frame has.
pub fn row_count(run: &Run, frame: &Frame) -> usize {
    run.scenario().program.get(instruction_at(frame)).map_or(0, |bound| slots(bound, frame).len())
}

/// The rows that the instruction has: what can never hold anything for a lane has none.
pub fn slots(bound: &Bound, frame: &Frame) -> Vec<Slot> {
    let mut slots = Vec::new();
    if frame.lanes.iter().any(|lane| lane.predicate.is_some()) || bound.predicate.is_some() {
        slots.push(Slot::Predicate);
    }
    let going = |wanted: Direction| {
        let operands = bound.row.operands.iter().enumerate();
        operands.filter(move |(_, operand)| operand.kind.direction() == Some(wanted)).map(|(index, _)| index)
    };
    let holds = |operand: &usize| match bound.operands.get(*operand) {
        None | Some(BoundOperand::Null | BoundOperand::Lane) => false,
        Some(_) => frame.lanes.iter().any(|lane| lane.inputs.get(*operand).is_some_and(Option::is_some)),
    };
    slots.extend(going(Direction::In).filter(holds).map(Slot::Input));
    let MemoryUse { reads, writes } = memory_use(bound);
    let touches = bound.row.unit == Unit::Memory;
    slots.extend(touches.then_some(Slot::Address));
    slots.extend(reads.then_some(Slot::Old));
    slots.extend(writes.then_some(Slot::New));
    let is_value = |operand: &usize| !matches!(bound.operands.get(*operand), None | Some(BoundOperand::Null));
    let is_exit = |operand: &usize| matches!(bound.row.operands[*operand].kind, OperandKind::Exited);
    slots.extend(going(Direction::Out).filter(is_value).filter(|it| !is_exit(it)).map(Slot::Output));
    slots
}

/// What a row is called, in the table and in the notation.
pub fn label(bound: &Bound, slot: Slot) -> &'static str {
    match slot {
        Slot::Predicate => "predicate",
        Slot::Address => "address",
        Slot::Old => "old",
        Slot::New => "new",
        Slot::Input(operand) | Slot::Output(operand) => {
            bound.row.operands.get(operand).map_or("", |operand| operand.name)
        }
    }
}

fn prose(bound: &Bound, slot: Slot) -> String {
    match slot {
        Slot::Predicate => "the lane's bit of the predicate, as it counts".into(),
        Slot::Address => "the byte of the surface where the lane goes".into(),
        Slot::Old => "what the lane read there".into(),
        Slot::New => "what the lane means to write there, or wrote".into(),
        Slot::Input(operand) | Slot::Output(operand) => {
            let Some(operand) = bound.row.operands.get(operand) else { return String::new() };
            match operand.unit {
                Some(unit) => format!("{} ({unit})", operand.prose),
                None => operand.prose.to_owned(),
            }
        }
    }
}

/// A value, and that of the pinned moment where that one is of the same instruction.
fn compared(moment: &Moment, bound: &Bound, lane: &LaneView, slot: Slot, format: NumberFormat) -> Cell {
    let mut now = cell(bound, &moment.frame, lane, slot, format);
    if let Slot::Input(operand) = slot {
        let held = held_by_now(moment, bound, lane, operand, format);
        now.latched =
            held.filter(|(_, held)| *held != now.text).map(|(name, held)| format!("{name} holds {held}"));
    }
    let pinned = moment.pinned.as_ref().map(|pinned| &pinned.frame);
    let pinned = pinned.filter(|frame| frame.instruction == moment.frame.instruction);
    let pinned = pinned.map(|frame| cell(bound, frame, &frame.lanes[lane.lane.index()], slot, format).text);
    let beside = moment.beside.as_ref().and_then(|other| beside(other, bound, lane, slot, format));
    let differs = beside.is_some_and(|text| text != now.text);
    Cell { pinned: pinned.filter(|text| *text != now.text), differs, ..now }
}

/// The variable whose elements a row shows.
fn variable(moment: &Moment, bound: &Bound, slot: Slot) -> Option<usize> {
    let layout = &moment.scenario().layout;
    layout.variable_index(slot.operand(bound)?.name(layout)?)
}

/// The element of that variable that a lane reads or writes.
fn element(
    moment: &Moment,
    bound: &Bound,
    lane: &LaneView,
    slot: Slot,
    variable: usize,
    format: NumberFormat,
) -> Option<CellElement> {
    let of = moment.scenario().layout.variables.get(variable)?;
    let place = slot.operand(bound)?.places(lane.lane.index()).next()?;
    let element = of.element_at(place)?;
    let initial = show(moment.scenario().initial.read(of.element(element)), of.ty, format);
    Some(CellElement { variable, element, initial: initial.into() })
}

/// The value of the same lane and slot on the other side of a comparison, where that runs the same instruction.
fn beside(
    other: &Moment,
    bound: &Bound,
    lane: &LaneView,
    slot: Slot,
    format: NumberFormat,
) -> Option<SmolStr> {
    let there = other.bound().filter(|it| it.row.mnemonic == bound.row.mnemonic)?;
    let is_shown = slots(there, &other.frame).contains(&slot) && label(there, slot) == label(bound, slot);
    let lane = other.frame.lanes.get(lane.lane.index()).filter(|_| is_shown)?;
    Some(cell(there, &other.frame, lane, slot, format).text)
}

/// The register element behind an input and what it holds, where this instruction has written it: the lane goes on with
/// what was latched.
fn held_by_now(
    moment: &Moment,
    bound: &Bound,
    lane: &LaneView,
    operand: usize,
    format: NumberFormat,
) -> Option<(String, String)> {
    let place = bound.operands.get(operand)?.element(lane.lane.index())?;
    let shares = |(at, other): (usize, &BoundOperand)| {
        at != operand && other.element(0).is_some_and(|other| other.space == place.space)
    };
    let wrote_it = |other: &LaneView| {
        let written = other.returned.iter().filter_map(|it| bound.operands.get(usize::from(it.operand)));
        let mut places = written.flat_map(|operand| operand.places(other.lane.index()));
        places.any(|written| written.overlaps(place))
    };
    if !bound.operands.iter().enumerate().any(shares) || !moment.frame.lanes.iter().any(wrote_it) {
        return None;
    }
    let (variable, element) = moment.scenario().layout.variable_at(place)?;
    let held = show(moment.state.read(place), variable.ty, format);
    Some((format!("{}[{element}]", variable.name), held))
}

fn cell(bound: &Bound, frame: &Frame, lane: &LaneView, slot: Slot, format: NumberFormat) -> Cell {
    let own = frame.last.as_ref().filter(|step| step.lane == Some(lane.lane));
    let off = matches!(lane.status, LaneStatus::Off(_));
    let latched = frame.last.as_ref().is_some_and(|step| step.phase == Phase::Latch) && !off;
    let data = lane.access.map_or(bound.access, |access| access.ty);
    let (value, fresh) = match slot {
        Slot::Predicate => {
            return Cell {
                text: lane.predicate.map(|on| if on { "1" } else { "0" }.into()).unwrap_or_default(),
                ..Cell::default()
            };
        }
        Slot::Input(operand) => (lane.inputs.get(operand).copied().flatten(), latched),
        Slot::Address => return address(lane, own, format),
        Slot::Old => {
            (lane.old.map(|bits| (bits, data)), does(own, |effect| matches!(effect, Effect::Read { .. })))
        }
        Slot::New => {
            let fresh = |effect: &Effect| matches!(effect, Effect::Modify { .. } | Effect::Write { .. });
            let new = value_cell(lane.new.map(|bits| (bits, data)), does(own, fresh), format);
            return Cell { dropped: lane.dropped && lane.new.is_some(), ..new };
        }
        Slot::Output(operand) => {
            let returned = |effect: &Effect| matches!(effect, Effect::Return { operand: o, .. } if usize::from(*o) == operand);
            let value = lane.returned.iter().find(|it| usize::from(it.operand) == operand);
            return value.map_or_else(Cell::default, |value| Cell {
                text: value.show(format).into(),
                definedness: match value.bit {
                    Some(bit) if value.value.defined >> bit & 1 == 0 => Definedness::Undefined,
                    Some(_) => Definedness::Defined,
                    None => Definedness::of(value.value, value.ty),
                },
                fresh: does(own, returned),
                ..Cell::default()
            });
        }
    };
    value_cell(value, fresh, format)
}

fn address(lane: &LaneView, own: Option<&MicroStep>, format: NumberFormat) -> Cell {
    lane.address.map_or_else(Cell::default, |(bits, ty)| Cell {
        text: ty.show(bits, format).into(),
        definedness: if bits.is_defined(ty.width_bits()) {
            Definedness::Defined
        } else {
            Definedness::Undefined
        },
        fresh: own.is_some_and(|step| step.phase == Phase::Address),
        ..Cell::default()
    })
}

fn does(step: Option<&MicroStep>, what: impl Fn(&Effect) -> bool) -> bool {
    step.is_some_and(|step| step.effects.iter().any(what))
}

fn value_cell(value: Option<(Bits, ScalarType)>, fresh: bool, format: NumberFormat) -> Cell {
    value.map_or_else(Cell::default, |(bits, ty)| Cell {
        text: show(bits, ty, format).into(),
        definedness: Definedness::of(bits, ty),
        fresh,
        ..Cell::default()
    })
}

impl LaneHead {
    /// How far the lane has come, as a word: see [`status_word`].
    pub fn word(&self, roomy: bool) -> &'static str {
        match (self.dropped && self.status == LaneStatus::Done, roomy) {
            (false, _) => status_word(self.status, roomy),
            (true, false) => "drop",
            (true, true) => "dropped",
        }
    }

    /// The same as a person would say it.
    pub fn sentence(&self) -> String {
        let write = if self.dropped { "; its write was dropped" } else { "" };
        format!("{}{write}", status_sentence(self.status))
    }
}

/// A status as a word: a short one for narrow columns, a longer one where there is room.
pub fn status_word(status: LaneStatus, roomy: bool) -> &'static str {
    let (short, long) = match status {
        LaneStatus::Unknown => ("–", "–"),
        LaneStatus::Off(OffReason::Mask) => ("mask", "mask off"),
        LaneStatus::Off(OffReason::Predicate) => ("pred", "pred. off"),
        LaneStatus::Off(OffReason::Helper) => ("help", "helper"),
        LaneStatus::Off(OffReason::Exited) => ("left", "has left"),
        LaneStatus::Waiting => ("wait", "waiting"),
        LaneStatus::Running => ("run", "running"),
        LaneStatus::Done => ("done", "done"),
        LaneStatus::Trapped(_) => ("trap", "trapped"),
    };
    if roomy { long } else { short }
}

/// A status as a person would say it.
pub fn status_sentence(status: LaneStatus) -> String {
    let sentence = match status {
        LaneStatus::Unknown => "not decided yet",
        LaneStatus::Off(OffReason::Mask) => "off: its bit of the dispatch mask is 0",
        LaneStatus::Off(OffReason::Predicate) => "off: its predicate bit is 0",
        LaneStatus::Off(OffReason::Helper) => "off: it only helps its neighbours",
        LaneStatus::Off(OffReason::Exited) => "off: it has left the program",
        LaneStatus::Waiting => "on, waiting",
        LaneStatus::Running => "on, running",
        LaneStatus::Done => "on, done",
        LaneStatus::Trapped(reason) => return format!("stopped by a trap: {}", reason.why()),
    };
    sentence.to_owned()
}

/// How the lanes stand on the stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrangement {
    /// How many stand side by side; the others follow in further banks below.
    pub per_bank: usize,
    /// Lines of a cell: long values are broken.
    pub lines: usize,
    /// Characters of a line.
    pub per_line: usize,
    /// Whether columns are so wide that larger digits and whole words fit.
    pub roomy: bool,
}

impl Arrangement {
    /// How lanes stand on a stage `width_px` wide where the longest value has `longest` characters: as many side by side
    /// as can be, without breaking decimals and hex numbers into more than two lines.
    pub fn new(width_px: f64, lanes: usize, longest: usize) -> Self {
        let column = |per_bank: usize| ((width_px - HEADING_PX) / per_bank as f64).min(WIDEST_LANE_PX);
        let per_line =
            |per_bank: usize| ((column(per_bank) - PADDING_PX) / CHARACTER_PX).floor().max(1.0) as usize;
        let lines = |per_bank: usize| longest.div_ceil(per_line(per_bank)).max(1);
        let most_lines = if longest <= WORD { 2 } else { MAX_LINES };
        let fits = |per_bank: &usize| column(*per_bank) >= MIN_COLUMN_PX && lines(*per_bank) <= most_lines;
        let lanes = lanes.max(1);
        let candidates = [lanes, 32, 16, 8, 4, 2].into_iter().filter(|&count| count <= lanes);
        let per_bank = candidates.into_iter().find(fits).unwrap_or(2).min(lanes);
        let roomy_column = (longest as f64 * ROOMY_CHARACTER_PX + PADDING_PX).max(ROOMY_COLUMN_PX);
        Self {
            per_bank,
            lines: lines(per_bank).min(MAX_LINES),
            per_line: per_line(per_bank),
            roomy: column(per_bank) >= roomy_column,
        }
    }
}

/// A value in pieces of about the same length, none longer than a line.
pub fn broken(value: &str, per_line: usize) -> Vec<String> {
    let characters: Vec<char> = value.chars().collect();
    let lines = characters.len().div_ceil(per_line.max(1)).max(1);
    characters.chunks(characters.len().div_ceil(lines).max(1)).map(|piece| piece.iter().collect()).collect()
}

/// The longest hex number of a dword, with room to spare: longer ones are bit patterns and the like.
const WORD: usize = 12;
/// The most lines of a cell.
const MAX_LINES: usize = 8;
/// Width of a digit of the values in lane_table.css.
const CHARACTER_PX: f64 = 6.95;
/// Width of a digit where there is room.
const ROOMY_CHARACTER_PX: f64 = 8.1;
/// What a cell needs beside its digits.
const PADDING_PX: f64 = 3.0;
/// The least width of columns whose heads have room for whole words.
const ROOMY_COLUMN_PX: f64 = 58.0;
/// The head of a column needs this much for its word.
const MIN_COLUMN_PX: f64 = 28.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(width_px: f64, lanes: usize, longest: usize, expected: (usize, usize, bool)) {
        let Arrangement { per_bank, lines, roomy, .. } = Arrangement::new(width_px, lanes, longest);
        assert_eq!((per_bank, lines, roomy), expected);
    }

    #[test]
    fn lanes_stand_side_by_side_where_they_fit() {
        check(690.0, 8, 4, (8, 1, true));
        check(690.0, 16, 4, (16, 1, false));
        check(690.0, 32, 4, (16, 1, false));
        check(1200.0, 32, 4, (32, 1, false));
        check(320.0, 1, 10, (1, 1, true));
        check(10.0, 16, 10, (2, 8, false));
        check(690.0, 0, 1, (1, 1, true));
    }

    #[test]
    fn numbers_are_broken_in_two_at_most() {
        check(690.0, 16, 10, (16, 2, false));
        check(610.0, 16, 10, (8, 2, false));
        check(366.0, 8, 10, (4, 2, false));
        check(366.0, 8, 4, (8, 1, false));
    }

    #[test]
    fn bit_patterns_take_several_lines() {
        check(690.0, 8, 34, (8, 4, false));
        check(690.0, 16, 34, (16, 7, false));
    }

    #[test]
    fn values_are_broken_evenly() {
        assert_eq!(broken("1935228949", 9), ["19352", "28949"]);
        assert_eq!(broken("7", 9), ["7"]);
        assert_eq!(broken("", 9), [""; 0]);
        assert_eq!(broken("-123456", 3), ["-12", "345", "6"]);
    }

    #[test]
    fn lanes_are_counted_in_runs() {
        assert_eq!(lanes_in_words(&[3]), "lane 3");
        assert_eq!(lanes_in_words(&[0, 1]), "lanes 0, 1");
        assert_eq!(lanes_in_words(&(8..32).collect::<Vec<_>>()), "lanes 8 to 31");
        assert_eq!(lanes_in_words(&[1, 3, 4, 5, 8, 9, 10]), "lanes 1, 3 to 5 and 8 to 10");
    }

    #[test]
    fn odd_numbers_of_lanes_stand_in_one_bank_where_they_fit() {
        check(690.0, 1, 3, (1, 1, true));
        check(690.0, 2, 3, (2, 1, true));
        check(690.0, 4, 3, (4, 1, true));
    }
}
