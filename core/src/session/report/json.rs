//! JSON reports of sessions: documented, stable and versioned. Values are hexadecimal patterns with `?` for each digit
//! that is not fully defined; spans are byte offsets in the text.

use crate::base::{Bits, LaneMask, NumberFormat, ScalarType, line_col, show};
use crate::diag::Diagnostic;
use crate::exec::{Invariant, Run, Stop, narrate};
use crate::machine::{Declaration, Place, State, Surface};
use crate::session::text::{Expectation, Session, Verdict, hex};
use crate::trace::{Access, Effect, MicroStep};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// The version of all JSON reports. It increases if a field changes its meaning or is removed; new fields do not
/// increase it. Version 2: the elements of a surface are its texels in logical order; values are patterns in every
/// report; a list of instructions, interpretations or changes is a field of an object.
const VERSION: u32 = 2;

/// The report of `lanescope run --json`.
#[derive(Debug, Serialize)]
pub struct Report<'s> {
    version: u32,
    /// The variant that ran; absent for the base text.
    variant: Option<String>,
    /// The diagnostics, by place.
    diagnostics: Vec<FindingReport>,
    /// The run; absent if an error prevents it.
    run: Option<RunReport<'s>>,
    /// The `.invariant` lines, with the places where the run breaks them. Empty without a run.
    invariants: Vec<InvariantReport>,
    /// The `.expect` lines with their verdicts.
    expectations: Vec<ClaimReport>,
    /// The results of the variants, if they were asked for.
    variants: Vec<VariantReport>,
}

/// A JSON report with a version as its first field.
#[derive(Debug, Serialize)]
pub struct Versioned<T> {
    version: u32,
    #[serde(flatten)]
    report: T,
}

impl<T> Versioned<T> {
    /// Adds the version to a report, which is a struct or a map.
    pub fn new(report: T) -> Self {
        Self { version: VERSION, report }
    }
}

/// The result for one file. `lanescope test --json` and `lanescope check --json` print a list of them.
#[derive(Debug, Serialize)]
pub struct FileReport {
    file: String,
    /// Whether the file and its variants are as expected: `false` if the command found a fault; null if it found none, but
    /// judges no expectations.
    passed: Option<bool>,
    /// A [`Report`] without micro-steps; absent if the file cannot be read.
    report: Option<serde_json::Value>,
}

impl FileReport {
    /// Returns the report of a file: its base text and its variants, if it can be read.
    pub fn new(file: &str, passed: Option<bool>, sides: Option<&[Session]>) -> Self {
        let report = sides.and_then(<[Session]>::split_first).map(|(base, variants)| {
            let report = Report::from_session(base).with_variants(base, variants).without_steps();
            serde_json::to_value(report).expect("a report is strings and numbers")
        });
        Self { file: file.to_owned(), passed, report }
    }
}

#[derive(Debug, Serialize)]
struct VariantReport {
    name: String,
    /// The diagnostics that the base text does not have.
    diagnostics: Vec<FindingReport>,
    /// The reason why the run stopped, in the same words as in [`RunReport`]; absent if an error prevents the run.
    stop: Option<&'static str>,
    invariants: Vec<InvariantReport>,
    /// The `.expect` lines of the variant's block.
    expectations: Vec<ClaimReport>,
}

/// A diagnostic, with its place in the lines of the text.
#[derive(Debug, Serialize)]
struct FindingReport {
    #[serde(flatten)]
    finding: Diagnostic,
    line: usize,
    column: usize,
}

/// An invariant, and the step of the run that breaks it.
#[derive(Debug, Serialize)]
struct InvariantReport {
    name: String,
    line: usize,
    /// Whether the invariant holds at the start and after every step.
    holds: bool,
    /// The first step after which the invariant does not hold. Absent if it always holds, or fails at the start.
    step: Option<u32>,
    /// The instruction of that step, by its index in the program.
    instruction: Option<usize>,
    /// The lane of that step; absent for a step of the whole instruction.
    lane: Option<u8>,
    /// The operands of the condition, each with its value in hex after that step.
    values: Vec<(String, String)>,
}

#[derive(Debug, Serialize)]
struct ClaimReport {
    line: usize,
    /// Whether the expectation holds; null if it is about all orders and was not judged, or not decided within the budget.
    holds: Option<bool>,
    differences: Vec<String>,
}

#[derive(Debug, Serialize)]
struct RunReport<'s> {
    /// The reason why the run stopped: `end`, `budget`, `fault` or `gave_up`.
    stop: &'static str,
    instructions: Vec<InstructionReport>,
    /// The micro-steps; absent if they were not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<StepList<'s>>,
    /// The number of further micro-steps, which the report leaves out; absent if it has all, or if none were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    more_steps: Option<u32>,
    /// The final contents of the variables, by name.
    variables: BTreeMap<String, ContentsReport>,
    /// The final bits of the predicates, by name. Element 0 is the lowest bit. The form is `0x` with eight digits, or
    /// `0b` with one digit per element if an element is undefined.
    predicates: BTreeMap<String, String>,
    surfaces: BTreeMap<String, SurfaceContents>,
}

/// The micro-steps of a run. Each is created when it is serialized: the steps of a long run would take hundreds of
/// megabytes.
#[derive(Debug)]
struct StepList<'s> {
    run: &'s Run,
    /// The number of steps that are listed, from the first one.
    most: u32,
}

impl Serialize for StepList<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { run, most } = *self;
        serializer.collect_seq(run.steps().take(most as usize).map(|step| step_report(run, &step)))
    }
}

#[derive(Debug, Serialize)]
struct InstructionReport {
    title: String,
    line: usize,
    lanes: u8,
    mask_offset: u8,
    /// The index of its first step; absent if it never began.
    first_step: Option<u32>,
}

#[derive(Debug, Serialize)]
struct ContentsReport {
    r#type: &'static str,
    elements: Vec<String>,
}

#[derive(Debug, Serialize)]
struct SurfaceContents {
    /// The texels in order: x first, then y, then layer or z.
    #[serde(flatten)]
    texels: ContentsReport,
    /// The first byte of each texel in the surface; absent if the texels are contiguous from byte 0.
    byte_offsets: Option<Vec<usize>>,
    /// Every byte of the surface as two digits, `??` for undefined padding; absent if `byte_offsets` is absent.
    bytes: Option<String>,
}

#[derive(Debug, Serialize)]
struct StepReport {
    index: u32,
    instruction: u32,
    lane: Option<u8>,
    phase: &'static str,
    sentence: String,
    effects: Vec<EffectReport>,
}

#[derive(Debug, Serialize)]
#[serde(tag = "effect", rename_all = "lowercase")]
enum EffectReport {
    Mask { enabled: String },
    Latch,
    Local { name: String, value: String },
    Decide { holds: bool, defined: bool },
    Trap { reason: &'static str },
    Modify { op: String, new: String, result: String },
    Read { at: PlaceReport, inside: bool, value: String },
    Write { at: PlaceReport, inside: bool, before: String, after: String },
    Drop { at: PlaceReport },
    Return { at: Option<PlaceReport>, before: String, after: String },
}

#[derive(Debug, Serialize)]
struct PlaceReport {
    name: String,
    byte_offset: u32,
    size_bytes: u32,
}

impl<'s> Report<'s> {
    /// Creates the report of a session.
    pub fn from_session(session: &'s Session) -> Self {
        Self {
            version: VERSION,
            variant: session.variant.as_deref().map(str::to_owned),
            diagnostics: finding_reports(&session.text, &session.diagnostics),
            run: session.run.as_deref().map(|run| run_report(&session.text, run)),
            invariants: invariants(session),
            expectations: claims(session),
            variants: Vec::new(),
        }
    }

    /// Adds the results of the variants, given their sessions.
    #[must_use]
    pub fn with_variants(mut self, base: &Session, variants: &[Session]) -> Self {
        let variant_report = |session: &Session| VariantReport {
            name: session.variant.as_deref().unwrap_or_default().to_owned(),
            diagnostics: finding_reports(&session.text, &session.own_findings(base)),
            stop: session.run.as_deref().map(stop_word),
            invariants: invariants(session),
            expectations: claims(session),
        };
        self.variants = variants.iter().map(variant_report).collect();
        self
    }

    /// Removes the micro-steps.
    #[must_use]
    pub fn without_steps(mut self) -> Self {
        if let Some(run) = &mut self.run {
            run.steps = None;
        }
        self
    }

    /// Leaves out the micro-steps after the first `most`. Returns the number of those that the report leaves out.
    pub fn limit_steps(&mut self, most: u32) -> u32 {
        let Some(RunReport { steps: Some(steps), more_steps, .. }) = &mut self.run else { return 0 };
        let left_out = steps.run.len().saturating_sub(most);
        (steps.most, *more_steps) = (most, Some(left_out).filter(|left_out| *left_out > 0));
        left_out
    }

    /// Writes the report as indented JSON, followed by a line end.
    pub fn write(&self, mut to: impl Write) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut to, self)?;
        writeln!(to)
    }

    /// Returns the report as JSON, in the form of [`Report::write`].
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a report is strings and numbers") + "\n"
    }
}

fn invariants(session: &Session) -> Vec<InvariantReport> {
    let Some(run) = &session.run else { return Vec::new() };
    let report = |(at, invariant): (usize, &Invariant)| {
        let breach = run.breaches().iter().find(|breach| breach.invariant == at);
        InvariantReport {
            name: invariant.name.clone(),
            line: session.line(invariant.span),
            holds: breach.is_none(),
            step: breach.and_then(|breach| breach.step),
            instruction: breach.and_then(|breach| breach.instruction),
            lane: breach.and_then(|breach| breach.lane).map(|lane| lane.0),
            values: breach.map_or_else(Vec::new, |breach| breach.values_in(NumberFormat::Hex)),
        }
    };
    run.scenario().invariants.iter().enumerate().map(report).collect()
}

fn claims(session: &Session) -> Vec<ClaimReport> {
    let claim = |claim: &Expectation| ClaimReport {
        line: session.line(claim.span),
        holds: (claim.verdict != Verdict::NotJudged).then_some(claim.holds()),
        differences: claim.differences.clone(),
    };
    session.expectations.iter().map(claim).collect()
}

fn finding_reports(text: &str, findings: &[Diagnostic]) -> Vec<FindingReport> {
    let report = |finding: &Diagnostic| {
        let start = line_col(text, finding.span.range().start);
        FindingReport { finding: finding.clone(), line: start.line, column: start.column }
    };
    findings.iter().map(report).collect()
}

fn stop_word(run: &Run) -> &'static str {
    match run.stop() {
        Stop::End => "end",
        Stop::Budget | Stop::Early => "budget",
        Stop::Fault => "fault",
        Stop::GaveUp => "gave_up",
    }
}

fn run_report<'s>(text: &str, run: &'s Run) -> RunReport<'s> {
    let (scenario, end) = (run.scenario(), run.state(run.len()));
    let layout = &scenario.layout;
    let instruction = |(index, bound): (usize, &crate::exec::Bound)| InstructionReport {
        title: bound.title.clone(),
        line: line_col(text, bound.span.range().start).line,
        lanes: bound.exec_size,
        mask_offset: bound.mask_offset,
        first_step: run.instruction_starts().get(index).copied(),
    };
    let (mut variables, mut predicates, mut surfaces) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    for declaration in Declaration::all(layout) {
        let name = declaration.name().to_owned();
        match declaration {
            Declaration::Variable(_) => _ = variables.insert(name, contents(&end, declaration)),
            Declaration::Predicate(predicate) => {
                let bits = end.read(Place::predicate(predicate.space));
                predicates.insert(name, predicate_bits(bits, predicate.count));
            }
            Declaration::Surface(surface) => {
                let size_bytes = layout.space(surface.space).size_bytes;
                surfaces.insert(name, surface_contents(&end, surface, size_bytes));
            }
        }
    }
    RunReport {
        stop: stop_word(run),
        instructions: scenario.program.iter().enumerate().map(instruction).collect(),
        steps: Some(StepList { run, most: run.len() }),
        more_steps: None,
        variables,
        predicates,
        surfaces,
    }
}

fn predicate_bits(bits: Bits, count: usize) -> String {
    // A predicate has at most 32 elements.
    let bits = bits.truncate(count as u32);
    if bits.is_defined(ScalarType::Ud.width_bits()) {
        return hex(bits, ScalarType::Ud);
    }
    let all = show(bits, ScalarType::Ud, NumberFormat::Bits);
    format!("0b{}", &all[all.len() - count..])
}

fn contents(end: &State, declaration: Declaration) -> ContentsReport {
    let ty = declaration.ty();
    let elements = declaration.cells().map(|cell| hex(end.read(cell.place), ty));
    ContentsReport { r#type: ty.name(), elements: elements.collect() }
}

fn surface_contents(end: &State, surface: &Surface, size_bytes: usize) -> SurfaceContents {
    let offsets: Vec<usize> =
        (0..surface.count()).map(|element| surface.element(element).byte_offset as usize).collect();
    let is_dense = offsets.iter().enumerate().all(|(n, &byte)| byte == n * surface.ty.size_bytes());
    let byte = |byte: usize| {
        // A surface has at most 64 KiB, so offsets fit.
        let place = Place { space: surface.space, byte_offset: byte as u32, size_bytes: 1 };
        // A byte without a defined bit is shown as `?`, without the `0x`.
        hex(end.read(place), ScalarType::Ub).strip_prefix("0x").unwrap_or("??").to_owned()
    };
    SurfaceContents {
        texels: contents(end, Declaration::Surface(surface)),
        bytes: (!is_dense).then(|| (0..size_bytes).map(byte).collect()),
        byte_offsets: (!is_dense).then_some(offsets),
    }
}

fn step_report(run: &Run, step: &MicroStep) -> StepReport {
    StepReport {
        index: step.index,
        instruction: step.instruction,
        lane: step.lane.map(|lane| lane.0),
        phase: step.phase.word(),
        sentence: narrate(run.scenario(), step),
        effects: step.effects.iter().map(|effect| effect_report(run, effect)).collect(),
    }
}

fn effect_report(run: &Run, effect: &Effect) -> EffectReport {
    let place = |place: Place| PlaceReport {
        name: run.scenario().layout.space(place.space).name.clone(),
        byte_offset: place.byte_offset,
        size_bytes: place.size_bytes,
    };
    let at = |access: &Access| place(access.place);
    match effect {
        Effect::Mask { enabled: LaneMask(bits), .. } => {
            EffectReport::Mask { enabled: format!("{bits:#010x}") }
        }
        Effect::Latch { .. } => EffectReport::Latch,
        Effect::Local { name, ty, after, .. } => {
            EffectReport::Local { name: name.clone(), value: hex(*after, ty.scalar_or_byte()) }
        }
        Effect::Decide { holds, defined } => EffectReport::Decide { holds: *holds, defined: *defined },
        Effect::Trap { reason, .. } => EffectReport::Trap { reason: reason.word() },
        Effect::Modify { op, new, result, ty } => {
            EffectReport::Modify { op: op.clone(), new: hex(*new, *ty), result: hex(*result, *ty) }
        }
        Effect::Read { access, value } => {
            EffectReport::Read { at: at(access), inside: access.inside, value: hex(*value, access.ty) }
        }
        Effect::Write { access, before, after, .. } => EffectReport::Write {
            at: at(access),
            inside: access.inside,
            before: hex(*before, access.ty),
            after: hex(*after, access.ty),
        },
        Effect::Drop { access } => EffectReport::Drop { at: at(access) },
        Effect::Return { place: to, ty, before, after, .. } => {
            EffectReport::Return { at: to.map(place), before: hex(*before, *ty), after: hex(*after, *ty) }
        }
    }
}
