//! A run as a table in CSV, for spreadsheets and scripts: a line for each effect of each micro-step.

use crate::base::{Bits, ScalarType};
use crate::exec::{Run, narrate};
use crate::machine::Place;
use crate::session::text::{Session, csv_text, hex, write_csv};
use crate::trace::{Access, Effect, MicroStep};
use std::io::{self, Write};

/// The columns, from left to right. Cells that do not apply are empty. Values are patterns in hex, with `?` for each
/// digit that is not fully defined, as in [`super::Report`].
///
/// - `step`: the micro-step, from 0; a step with several effects has several lines
/// - `instruction`: the title of the instruction
/// - `line`: its line in the text, from 1
/// - `lane`: the lane that takes the step; empty for a step of the whole instruction
/// - `phase`: the phase of the step
/// - `kind`: the effect: `mask`, `latch`, `local`, `decide`, `trap`, `modify`, `read`, `write`, `drop`, `return`
/// - `place`: the surface, variable or local; the operation of `modify`, and the reason of `trap`
/// - `byte_offset`: the offset of the first byte in the surface or variable
/// - `size_bytes`: the number of bytes
/// - `inside`: whether the bytes of an access lie in the surface (`true`, `false`)
/// - `before`: the value at the place before the effect
/// - `after`: the value at the place after the effect; for `read` and `modify` the value that the lane gets, for `mask`
///   the enabled lanes as bits, for `decide` the result of the condition (`true`, `false`, or `?` if it is undefined
///   and counts as false)
/// - `sentence`: a description of the step, repeated on each of its lines
const COLUMNS: [&str; 13] = [
    "step",
    "instruction",
    "line",
    "lane",
    "phase",
    "kind",
    "place",
    "byte_offset",
    "size_bytes",
    "inside",
    "before",
    "after",
    "sentence",
];

/// The cells of a line that depend on the effect. The other cells are the same for each effect of a step.
#[derive(Default)]
struct EffectRow {
    kind: &'static str,
    place: String,
    at: Option<Place>,
    inside: Option<bool>,
    before: String,
    after: String,
}

impl Session {
    /// Writes the run as CSV (RFC 4180: commas, CRLF, quotes where a cell needs them), after a line of column names:
    /// `step,instruction,line,lane,phase,kind,place,byte_offset,size_bytes,inside,before,after,sentence`. Writes only
    /// that line for a text that does not run.
    pub fn write_csv(&self, to: impl Write) -> io::Result<()> {
        write_csv(to, &COLUMNS, self.csv_rows())
    }

    /// Returns the run as CSV, as [`Session::write_csv`] writes it.
    pub fn csv(&self) -> String {
        csv_text(&COLUMNS, self.csv_rows())
    }

    fn csv_rows(&self) -> impl Iterator<Item = [String; COLUMNS.len()]> {
        self.run.iter().flat_map(|run| {
            let lines: Vec<usize> =
                run.scenario().program.iter().map(|bound| self.line(bound.span)).collect();
            run.steps().flat_map(move |step| step_rows(run, &step, lines[step.instruction as usize]))
        })
    }
}

fn step_rows(run: &Run, step: &MicroStep, line: usize) -> Vec<[String; COLUMNS.len()]> {
    let title = &run.scenario().program[step.instruction as usize].title;
    let sentence = narrate(run.scenario(), step);
    let cells = |effect: &Effect| {
        let row = row(run, effect);
        [
            step.index.to_string(),
            title.clone(),
            line.to_string(),
            step.lane.map(|lane| lane.to_string()).unwrap_or_default(),
            step.phase.word().to_owned(),
            row.kind.to_owned(),
            row.place,
            row.at.map(|place| place.byte_offset.to_string()).unwrap_or_default(),
            row.at.map(|place| place.size_bytes.to_string()).unwrap_or_default(),
            row.inside.map(|inside| inside.to_string()).unwrap_or_default(),
            row.before,
            row.after,
            sentence.clone(),
        ]
    };
    step.effects.iter().map(cells).collect()
}

fn row(run: &Run, effect: &Effect) -> EffectRow {
    let name = |place: Place| run.scenario().layout.space(place.space).name.clone();
    let access = |kind, access: &Access, before: Option<Bits>, after: Bits| EffectRow {
        kind,
        place: name(access.place),
        at: Some(access.place),
        inside: Some(access.inside),
        before: before.map(|bits| hex(bits, access.ty)).unwrap_or_default(),
        after: hex(after, access.ty),
    };
    match effect {
        Effect::Mask { enabled, .. } => EffectRow {
            kind: "mask",
            after: hex(Bits::known(enabled.0.into()), ScalarType::Ud),
            ..EffectRow::default()
        },
        Effect::Latch { .. } => EffectRow { kind: "latch", ..EffectRow::default() },
        Effect::Local { name, ty, before, after } => EffectRow {
            kind: "local",
            place: name.clone(),
            before: hex(*before, ty.scalar_or_byte()),
            after: hex(*after, ty.scalar_or_byte()),
            ..EffectRow::default()
        },
        Effect::Decide { holds, defined } => EffectRow {
            kind: "decide",
            after: if *defined { holds.to_string() } else { "?".to_owned() },
            ..EffectRow::default()
        },
        Effect::Trap { reason, .. } => {
            EffectRow { kind: "trap", place: reason.word().to_owned(), ..EffectRow::default() }
        }
        Effect::Modify { op, new, ty, .. } => {
            EffectRow { kind: "modify", place: op.clone(), after: hex(*new, *ty), ..EffectRow::default() }
        }
        Effect::Read { access: at, value } => access("read", at, None, *value),
        Effect::Write { access: at, before, after, .. } => access("write", at, Some(*before), *after),
        Effect::Drop { access: at } => access("drop", at, None, Bits::UNDEFINED),
        Effect::Return { place, ty, before, after, .. } => EffectRow {
            kind: "return",
            place: place.map(name).unwrap_or_default(),
            at: *place,
            before: hex(*before, *ty),
            after: hex(*after, *ty),
            ..EffectRow::default()
        },
    }
}
