//! The lanes of the instruction on the stage: a table with a column for each lane and a row for each value that lanes hold.

use super::answer::Answer;
use super::formats::Formats;
use super::moment::{Definedness, Moment, instruction_at};
use crate::session::run::{Bits, Bound, BoundOperand, NumberFormat, Run, ScalarType, Scenario, Stop, show};
use crate::spec::{Direction, ExecutionUnit, ImpliedOperand, OperandKind};
use crate::trace::{Effect, Frame, LaneStatus, LaneView, MicroStep, OffReason, Phase};
use smol_str::SmolStr;

/// The table of lanes.
#[derive(Clone, Debug, PartialEq)]
pub struct LaneTableView {
    /// The heads of the columns, as many as the execution size.
    pub lanes: Vec<LaneHead>,
    /// The rows, from top to bottom: rows x lanes cells.
    pub rows: Vec<Row>,
}

/// The head of a lane's column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaneHead {
    /// The lane, within the execution size.
    pub lane: u8,
    /// The lane's bit of the dispatch mask.
    pub dispatch_lane: u8,
    /// The progress of the lane.
    pub status: LaneStatus,
    /// Whether the last step was the lane's own.
    pub current: bool,
    /// Whether the lane takes part in the instruction, now or later.
    pub enabled: bool,
    /// Whether the lane is off from the start: its bit of the dispatch mask is 0, and no instruction ignores the mask.
    pub masked: bool,
    /// Whether the lane's last write was dropped.
    pub dropped: bool,
    /// Whether the run has ended and the lane waits forever.
    pub is_stuck: bool,
    /// The answer of the reader, if a question asks for lanes. Its text is empty if the lane is not among them. The
    /// caller sets this.
    pub answer: Option<Answer>,
}

/// A row of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The kind of value in the row.
    pub slot: RowValue,
    /// The heading.
    pub label: String,
    /// The name of the variable or register in which the values are stored, if there is one.
    pub variable: Option<String>,
    /// A description of the values.
    pub prose: String,
    /// The values, one for each lane: as many as the execution size.
    pub cells: Vec<LaneCell>,
    /// Whether a value differs from the compared one.
    pub differs: bool,
    /// Whether the row is a helper row: its values follow from other rows, so the stage shows it on demand.
    pub is_helper: bool,
}

/// The kind of value in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RowValue {
    /// The predicate bit.
    Predicate,
    /// An input operand: its index in the instruction's row.
    Input(usize),
    /// The address in shared memory.
    Address,
    /// The value that was read at that address.
    Old,
    /// The value of a further read: its index among the locals that hold such values, from 1.
    Read(usize),
    /// The value that the lane writes or has written at that address.
    New,
    /// An output operand: its index in the instruction's row.
    Output(usize),
}

impl RowValue {
    /// Returns a key that is unique in the table.
    pub fn key(self) -> String {
        match self {
            RowValue::Predicate => "predicate".into(),
            RowValue::Input(operand) => format!("in{operand}"),
            RowValue::Address => "address".into(),
            RowValue::Old => "old".into(),
            RowValue::Read(index) => format!("read{index}"),
            RowValue::New => "new".into(),
            RowValue::Output(operand) => format!("out{operand}"),
        }
    }

    /// Returns the row value with a key.
    pub fn of_key(key: &str) -> Option<Self> {
        let numbered = |word: &str| key.strip_prefix(word)?.parse().ok();
        match key {
            "predicate" => Some(RowValue::Predicate),
            "address" => Some(RowValue::Address),
            "old" => Some(RowValue::Old),
            "new" => Some(RowValue::New),
            _ => numbered("in")
                .map(RowValue::Input)
                .or_else(|| numbered("read").map(RowValue::Read))
                .or_else(|| numbered("out").map(RowValue::Output)),
        }
    }

    /// Returns the operand of `bound`, if the slot is an operand.
    pub fn operand(self, bound: &Bound) -> Option<BoundOperand> {
        bound.operands.get(self.operand_index()?).copied()
    }

    /// Returns the operand's index in the instruction's row.
    pub fn operand_index(self) -> Option<usize> {
        match self {
            RowValue::Input(operand) | RowValue::Output(operand) => Some(operand),
            _ => None,
        }
    }
}

/// A value in the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LaneCell {
    /// The value as text; empty if there is none yet.
    pub text: SmolStr,
    /// The definedness of the value.
    pub definedness: Definedness,
    /// Whether the last step assigned the value.
    pub fresh: bool,
    /// Whether the value was to be written and the write was dropped.
    pub dropped: bool,
    /// The current content of the source, if the instruction has overwritten it since the latch.
    pub latched: Option<String>,
    /// Whether the value differs from the compared one, or from the expected one.
    pub differs: bool,
    /// The element of a variable from which it is read, or to which it is written.
    pub element: Option<CellElement>,
    /// The answer of the reader, if a question asks for the element. The caller sets this.
    pub answer: Option<Answer>,
}

/// An element of a variable that a lane reads or writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellElement {
    /// The index of the variable.
    pub variable: usize,
    /// The index of the element.
    pub element: usize,
    /// The element's initial value, as text.
    pub initial: SmolStr,
}

impl LaneTableView {
    /// Creates the table of a moment. Without an instruction, it has no rows.
    pub fn new(moment: &Moment, formats: &Formats) -> Self {
        let bound = moment.bound();
        let frame = &moment.frame;
        let is_masked = is_masked(moment.scenario());
        let head = |lane: &LaneView| LaneHead { masked: is_masked(lane), ..LaneHead::new(moment, lane) };
        let row = |bound: &Bound, slot: RowValue| {
            let variable = variable(moment, bound, slot);
            let format = formats.of_row(label(bound, slot));
            let cell = |lane: &LaneView| LaneCell {
                element: variable.and_then(|at| element(moment, bound, lane, slot, at, format)),
                ..compared(moment, bound, lane, slot, format)
            };
            let cells: Vec<LaneCell> = frame.lanes.iter().map(cell).collect();
            Row {
                slot,
                label: label(bound, slot).to_owned(),
                variable: slot
                    .operand(bound)
                    .and_then(|operand| operand.name(&moment.scenario().layout).map(str::to_owned)),
                prose: prose(bound, slot),
                differs: cells.iter().any(|cell| cell.differs),
                is_helper: is_helper(bound, frame, slot, moment.summary.repeats_operands),
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
    /// Returns a key of the set of rows.
    pub fn shape(&self) -> String {
        self.rows.iter().map(|row| row.slot.key()).collect()
    }

    /// Returns the indices of the lanes with a column, and of the lanes that share one line. Lanes are folded in groups of eight
    /// that are masked off from the start, so that a lane that is switched off keeps its column. If all lanes are off, each has a
    /// column.
    pub fn folded(&self) -> (Vec<usize>, Vec<usize>) {
        folded(self.lanes.iter().map(|lane| lane.masked))
    }
}

/// Returns the indices of the lanes with a column, and those of the folded lanes. `masked` says for each lane whether it is
/// masked off from the start.
fn folded(masked: impl Iterator<Item = bool>) -> (Vec<usize>, Vec<usize>) {
    let lanes: Vec<(usize, bool)> = masked.enumerate().collect();
    let (off, on): (Vec<_>, Vec<_>) =
        lanes.chunks(GROUP).partition(|group| group.iter().all(|(_, is_masked)| *is_masked));
    let (off, on) = if on.is_empty() { (on, off) } else { (off, on) };
    let indices = |groups: Vec<&[(usize, bool)]>| groups.concat().into_iter().map(|(at, _)| at).collect();
    (indices(on), indices(off))
}

/// The number of lanes that are folded together.
const GROUP: usize = 8;

/// Returns the number of characters of the longest value in the table of a frame.
pub fn longest_value(run: &Run, frame: &Frame, formats: &Formats) -> usize {
    let Some(bound) = run.scenario().program.get(instruction_at(frame)) else { return 0 };
    let length = |slot: RowValue, lane: &LaneView| {
        cell(bound, frame, lane, slot, formats.of_row(label(bound, slot))).text.chars().count()
    };
    let slots = slots(bound, frame);
    frame.lanes.iter().flat_map(|lane| slots.iter().map(move |slot| length(*slot, lane))).max().unwrap_or(0)
}

/// Returns the number of rows in the table of the frame at the end of an instruction, without helper rows, and the number of those
/// with operands and results.
pub fn row_counts(run: &Run, frame: &Frame, repeats_operands: bool) -> (usize, usize) {
    let Some(bound) = run.scenario().program.get(instruction_at(frame)) else { return (0, 0) };
    let shown =
        || slots(bound, frame).into_iter().filter(|slot| !is_helper(bound, frame, *slot, repeats_operands));
    let is_step = |slot: &RowValue| {
        matches!(slot, RowValue::Address | RowValue::Old | RowValue::Read(_) | RowValue::New)
    };
    (shown().count(), shown().filter(|slot| !is_step(slot)).count())
}

/// Returns the number of lanes that have a column: see [`LaneTableView::folded`].
pub fn column_count(scenario: &Scenario, frame: &Frame) -> usize {
    folded(frame.lanes.iter().map(is_masked(scenario))).0.len()
}

/// Returns the test whether a lane is masked off from the start. If an instruction ignores the mask, no lane is, so that columns
/// keep their places.
fn is_masked(scenario: &Scenario) -> impl Fn(&LaneView) -> bool {
    let mask_counts = !scenario.program.iter().any(|bound| bound.no_mask);
    move |lane| mask_counts && !scenario.dispatch_mask.contains(lane.dispatch_lane.into())
}

/// Returns whether a row is a helper row: an address that an operand repeats, or a header that all lanes share.
fn is_helper(bound: &Bound, frame: &Frame, slot: RowValue, repeats_operands: bool) -> bool {
    match slot {
        RowValue::Address => repeats_operands,
        RowValue::Input(operand) => {
            bound.row.numbered().is_some_and(|form| form.is_header_pointer(operand))
                && is_shared(frame, operand)
        }
        _ => false,
    }
}

/// Returns whether all lanes have the same value of an input operand.
fn is_shared(frame: &Frame, operand: usize) -> bool {
    let inputs = frame.lanes.iter().filter_map(|lane| lane.inputs.get(operand).copied().flatten());
    let mut values = inputs.map(|input| input.value);
    let first = values.next();
    values.all(|value| Some(value) == first)
}

/// Returns whether the operands show each lane's address in the frame at the end of an instruction. They do if the
/// address is a texel, whose coordinates are operands, or equals an operand.
pub fn repeats_operand(frame: &Frame) -> bool {
    frame.lanes.iter().all(|lane| {
        let is_texel = lane.access.is_some_and(|access| access.texel.is_some());
        let is_input = |address: Bits| lane.inputs.iter().flatten().any(|input| input.value == address);
        is_texel || lane.address.is_none_or(|(address, _)| is_input(address))
    })
}

/// Returns the rows of an instruction's table. A value that no lane can hold has no row.
pub fn slots(bound: &Bound, frame: &Frame) -> Vec<RowValue> {
    let mut slots = Vec::new();
    if frame.lanes.iter().any(|lane| lane.predicate.is_some()) || bound.predicate.is_some() {
        slots.push(RowValue::Predicate);
    }
    let going = |wanted: Direction| {
        let operands = bound.row.operands().iter().enumerate();
        operands.filter(move |(_, operand)| operand.direction == Some(wanted)).map(|(index, _)| index)
    };
    let holds = |operand: &usize| match bound.operands.get(*operand) {
        None | Some(BoundOperand::Null | BoundOperand::Lane) => false,
        Some(_) => frame.lanes.iter().any(|lane| lane.inputs.get(*operand).is_some_and(Option::is_some)),
    };
    slots.extend(going(Direction::In).filter(holds).map(RowValue::Input));
    let code = &bound.code;
    let touches = bound.row.unit == ExecutionUnit::Memory;
    slots.extend(touches.then_some(RowValue::Address));
    slots.extend(code.reads_memory().then_some(RowValue::Old));
    slots.extend((1..code.read_locals().len()).map(RowValue::Read));
    slots.extend(code.writes_memory().then_some(RowValue::New));
    let is_value = |operand: &usize| !matches!(bound.operands.get(*operand), None | Some(BoundOperand::Null));
    let is_exit = |operand: &usize| {
        let kind = bound.row.operands().get(*operand).map(|operand| operand.kind);
        matches!(kind, Some(OperandKind::Implied(ImpliedOperand::ExitedLanes)))
    };
    slots.extend(
        going(Direction::Out).filter(is_value).filter(|operand| !is_exit(operand)).map(RowValue::Output),
    );
    slots
}

/// Returns the name of a row, in the table and in the notation.
pub fn label(bound: &Bound, slot: RowValue) -> &str {
    match slot {
        RowValue::Predicate => "predicate",
        RowValue::Address => match bound.code.address {
            Some(local) => &bound.code.locals[usize::from(local.0)].name,
            None => "address",
        },
        RowValue::Old => read_local(bound, 0).unwrap_or("old"),
        RowValue::Read(index) => read_local(bound, index).unwrap_or_default(),
        RowValue::New => "new",
        RowValue::Input(operand) | RowValue::Output(operand) => {
            bound.row.operands().get(operand).map_or("", |operand| operand.name)
        }
    }
}

/// Returns the name of a local that holds what a lane reads, if there are several.
fn read_local(bound: &Bound, index: usize) -> Option<&str> {
    let locals = bound.code.read_locals();
    let local = locals.get(index).filter(|_| locals.len() > 1)?;
    Some(&bound.code.locals[usize::from(local.0)].name)
}

fn prose(bound: &Bound, slot: RowValue) -> String {
    match slot {
        RowValue::Predicate => "the lane's predicate bit".into(),
        RowValue::Address => "the byte of the surface that the lane accesses".into(),
        RowValue::Old | RowValue::Read(_) => "the value that the lane read there".into(),
        RowValue::New => "the value that the lane writes there".into(),
        RowValue::Input(operand) | RowValue::Output(operand) => {
            let Some(operand) = bound.row.operands().get(operand) else { return String::new() };
            match operand.unit {
                Some(unit) => format!("{} ({})", operand.prose, unit.name()),
                None => operand.prose.to_owned(),
            }
        }
    }
}

/// Returns a value with its comparisons: to the compared moment, and to the expectations.
fn compared(
    moment: &Moment,
    bound: &Bound,
    lane: &LaneView,
    slot: RowValue,
    format: NumberFormat,
) -> LaneCell {
    let mut now = cell(bound, &moment.frame, lane, slot, format);
    if let RowValue::Input(operand) = slot {
        let held = held_by_now(moment, bound, lane, operand, format);
        now.latched =
            held.filter(|(_, held)| *held != now.text).map(|(name, held)| format!("{name} holds {held}"));
    }
    let beside = moment.beside.as_ref().and_then(|other| beside(other, bound, lane, slot, format));
    let is_output = matches!(slot, RowValue::Output(_));
    let place = slot.operand(bound).filter(|_| is_output).and_then(|it| it.element(lane.lane.index()));
    let is_unexpected = place.is_some_and(|place| moment.is_unexpected(place));
    LaneCell { differs: is_unexpected || beside.is_some_and(|text| text != now.text), ..now }
}

/// Returns the variable whose elements a row shows.
fn variable(moment: &Moment, bound: &Bound, slot: RowValue) -> Option<usize> {
    let layout = &moment.scenario().layout;
    layout.variable_index(slot.operand(bound)?.name(layout)?)
}

/// Returns the element of a variable that a lane reads or writes.
fn element(
    moment: &Moment,
    bound: &Bound,
    lane: &LaneView,
    slot: RowValue,
    variable: usize,
    format: NumberFormat,
) -> Option<CellElement> {
    let declared = moment.scenario().layout.variables.get(variable)?;
    let index = match slot {
        RowValue::Input(operand) => lane.input_index(operand),
        _ => lane.lane.index(),
    };
    let place = slot.operand(bound)?.places(index).next()?;
    let element = declared.element_at(place)?;
    let initial = show(moment.scenario().initial.read(declared.element(element)), declared.ty, format);
    Some(CellElement { variable, element, initial: initial.into() })
}

/// Returns the value of the same lane and slot in the compared moment, if the same instruction runs there.
fn beside(
    other: &Moment,
    bound: &Bound,
    lane: &LaneView,
    slot: RowValue,
    format: NumberFormat,
) -> Option<SmolStr> {
    let there = other.bound().filter(|there| there.row.mnemonic == bound.row.mnemonic)?;
    let is_shown = slots(there, &other.frame).contains(&slot) && label(there, slot) == label(bound, slot);
    let lane = other.frame.lanes.get(lane.lane.index()).filter(|_| is_shown)?;
    Some(cell(there, &other.frame, lane, slot, format).text)
}

/// Returns the name and the current content of a source element. Returns `None` unless the instruction has overwritten the
/// element after it read its sources.
fn held_by_now(
    moment: &Moment,
    bound: &Bound,
    lane: &LaneView,
    operand: usize,
    format: NumberFormat,
) -> Option<(String, String)> {
    let place = bound.operands.get(operand)?.element(lane.input_index(operand))?;
    let shares = |(at, other): (usize, &BoundOperand)| {
        at != operand && other.element(0).is_some_and(|other| other.space == place.space)
    };
    let wrote_it = |other: &LaneView| {
        let written =
            other.returned.iter().filter_map(|value| bound.operands.get(usize::from(value.operand)));
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

fn cell(bound: &Bound, frame: &Frame, lane: &LaneView, slot: RowValue, format: NumberFormat) -> LaneCell {
    let own = frame.last.as_ref().filter(|step| step.lane == Some(lane.lane));
    let off = matches!(lane.status, LaneStatus::Off(_));
    let latched = frame.last.as_ref().is_some_and(|step| step.phase == Phase::Latch) && !off;
    let data = lane.access.map_or(bound.access, |access| access.ty);
    let (value, fresh) = match slot {
        RowValue::Predicate => {
            return LaneCell {
                text: lane.predicate.map(|on| if on { "1" } else { "0" }.into()).unwrap_or_default(),
                ..LaneCell::default()
            };
        }
        RowValue::Input(operand) => {
            let input = lane.inputs.get(operand).copied().flatten();
            (input.map(|input| (input.value, input.ty)), latched)
        }
        RowValue::Address => return address(lane, own, format),
        RowValue::Old | RowValue::Read(_) => {
            let name = label(bound, slot);
            // A lane that reads several values keeps each in a local.
            let is_here = lane.reads.len() < 2
                || does(own, |effect| matches!(effect, Effect::Local { name: local, .. } if local == name));
            let index = if let RowValue::Read(index) = slot { index } else { 0 };
            let value = if lane.reads.len() < 2 { lane.old } else { lane.reads[index] };
            let fresh = is_here && does(own, |effect| matches!(effect, Effect::Read { .. }));
            (value.map(|bits| (bits, data)), fresh)
        }
        RowValue::New => {
            let fresh = |effect: &Effect| matches!(effect, Effect::Modify { .. } | Effect::Write { .. });
            let new = value_cell(lane.new.map(|bits| (bits, data)), does(own, fresh), format);
            return LaneCell { dropped: lane.dropped && lane.new.is_some(), ..new };
        }
        RowValue::Output(operand) => {
            let returned = |effect: &Effect| matches!(effect, Effect::Return { operand: o, .. } if usize::from(*o) == operand);
            let value = lane.returned.iter().find(|value| usize::from(value.operand) == operand);
            return value.map_or_else(LaneCell::default, |value| LaneCell {
                text: value.show(format).into(),
                definedness: match value.bit {
                    Some(bit) if value.value.defined >> bit & 1 == 0 => Definedness::Undefined,
                    Some(_) => Definedness::Defined,
                    None => Definedness::from_bits(value.value, value.ty),
                },
                fresh: does(own, returned),
                ..LaneCell::default()
            });
        }
    };
    value_cell(value, fresh, format)
}

fn address(lane: &LaneView, own: Option<&MicroStep>, format: NumberFormat) -> LaneCell {
    lane.address.map_or_else(LaneCell::default, |(bits, ty)| LaneCell {
        text: ty.show(bits, format).into(),
        definedness: if bits.is_defined(ty.width_bits()) {
            Definedness::Defined
        } else {
            Definedness::Undefined
        },
        fresh: own.is_some_and(|step| step.phase == Phase::Address),
        ..LaneCell::default()
    })
}

fn does(step: Option<&MicroStep>, what: impl Fn(&Effect) -> bool) -> bool {
    step.is_some_and(|step| step.effects.iter().any(what))
}

fn value_cell(value: Option<(Bits, ScalarType)>, fresh: bool, format: NumberFormat) -> LaneCell {
    value.map_or_else(LaneCell::default, |(bits, ty)| LaneCell {
        text: show(bits, ty, format).into(),
        definedness: Definedness::from_bits(bits, ty),
        fresh,
        ..LaneCell::default()
    })
}

impl LaneHead {
    /// Creates the head of a lane that is not masked off.
    pub fn new(moment: &Moment, lane: &LaneView) -> Self {
        let Moment { run, frame, .. } = moment;
        let enabled = run.enabled(moment.instruction);
        let has_given_up = run.stop() == Stop::GaveUp && frame.cursor == run.len();
        Self {
            lane: lane.lane.0,
            dispatch_lane: lane.dispatch_lane,
            status: lane.status,
            current: frame.last.as_ref().is_some_and(|step| step.lane == Some(lane.lane)),
            enabled: enabled.is_none_or(|enabled| enabled.contains(lane.lane.index())),
            masked: false,
            dropped: lane.dropped,
            is_stuck: has_given_up && lane.status == LaneStatus::Running,
            answer: None,
        }
    }

    /// Returns the lane's progress as a word: a short one for narrow columns, a longer one if `roomy`.
    pub fn word(&self, roomy: bool) -> &'static str {
        let (short, long) = match self.status {
            LaneStatus::Done if self.dropped => ("drop", "dropped"),
            LaneStatus::Running if self.is_stuck => ("stuck", "stuck"),
            LaneStatus::Running if !self.current => ("wait", "waiting"),
            status => return status_word(status, roomy),
        };
        if roomy { long } else { short }
    }

    /// Returns the lane's progress as a phrase.
    pub fn sentence(&self) -> String {
        let progress = match self.status {
            LaneStatus::Running if self.is_stuck => "on, waits forever".to_owned(),
            LaneStatus::Running if !self.current => "on, has begun and waits for its turn".to_owned(),
            status => status_sentence(status),
        };
        let write = if self.dropped { "; its write was dropped" } else { "" };
        format!("{progress}{write}")
    }
}

/// Returns a status as a word: a short one for narrow columns, a longer one if `roomy`.
pub fn status_word(status: LaneStatus, roomy: bool) -> &'static str {
    let (short, long) = match status {
        LaneStatus::Unknown => ("–", "–"),
        LaneStatus::Off(OffReason::Mask) => ("off", "masked off"),
        LaneStatus::Off(OffReason::Predicate) => ("off", "pred. off"),
        LaneStatus::Off(OffReason::Helper) => ("help", "helper"),
        LaneStatus::Off(OffReason::Exited) => ("exit", "exited"),
        LaneStatus::Waiting => ("wait", "waiting"),
        LaneStatus::Running => ("run", "running"),
        LaneStatus::Done => ("done", "done"),
        LaneStatus::Trapped(_) => ("trap", "trapped"),
    };
    if roomy { long } else { short }
}

/// Returns a status as a phrase.
pub fn status_sentence(status: LaneStatus) -> String {
    let sentence = match status {
        LaneStatus::Unknown => "not decided yet",
        LaneStatus::Off(OffReason::Mask) => "masked off: its bit of the dispatch mask is 0",
        LaneStatus::Off(OffReason::Predicate) => "predicated off: its predicate bit is 0",
        LaneStatus::Off(OffReason::Helper) => "helper lane: the instruction skips it",
        LaneStatus::Off(OffReason::Exited) => "exited: it has left the program",
        LaneStatus::Waiting => "on, waiting",
        LaneStatus::Running => "on, running",
        LaneStatus::Done => "on, done",
        LaneStatus::Trapped(reason) => return format!("stopped by a trap: {}", reason.why()),
    };
    sentence.to_owned()
}
