//! The diagnostics of a run: one for each instruction and rule, with the lanes concerned.

use super::rules;
use super::scenario::{BoundOperand, Scenario};
use super::shadow_memory::Meeting;
use super::slips::{BegunInputs, Comparisons, Slip};
use super::step::{StepAccess, StepId};
use super::stop::{RunError, Stop};
use super::vm::{Halt, Vm};
use super::{headers, memory};
use crate::base::{LaneId, LaneMask, NumberFormat, Rule, counted, listed, show};
use crate::diag::{Diagnostic, Severity};
use crate::machine::{Layout, Place};
use crate::semantics::{TrapReason, inputs};
use crate::spec::{Misaligned, Overlap};
use crate::trace::{Access, Effect, MicroStep};
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// The findings of a run, by instruction and rule code.
#[derive(Clone, Debug, Default)]
pub(super) struct RunFindings {
    found: BTreeMap<(u32, &'static str), Finding>,
    comparisons: Option<(StepId, Comparisons)>,
    /// The slip of offsets that are too far apart. It is reported if an access of its instruction is out of bounds.
    scaled_stride: Option<(StepId, Slip)>,
    /// A reused buffer for the text of an example.
    words: String,
}

#[derive(Clone, Debug)]
struct Finding {
    rule: &'static Rule,
    severity: Severity,
    lanes: LaneMask,
    /// The first occurrence, in numbers, and its lane.
    example: String,
    first: Option<LaneId>,
    /// Whether all occurrences so far have the same text.
    alike: bool,
    /// Whether two of the values that meet differ.
    differs: bool,
}

impl RunFindings {
    /// Checks the inputs of an instruction that has just begun for likely slips.
    pub fn note_inputs(&mut self, by: StepId, inputs: BegunInputs) {
        self.end_comparisons();
        self.comparisons = Comparisons::begin(inputs).map(|comparisons| (by, comparisons));
        let stride = inputs.stride();
        self.scaled_stride = stride.and_then(|stride| inputs.scaled_stride(stride)).map(|found| (by, found));
        let slip = stride.and_then(|stride| inputs.byte_stride(stride));
        self.add_slip(by, &rules::SLIP_STRIDE, slip);
        self.add_slip(by, &rules::SLIP_SOURCE, inputs.rare_source());
    }

    fn add_slip(&mut self, by: StepId, rule: &'static Rule, slip: Option<Slip>) {
        if let Some(Slip { lanes, words }) = slip {
            self.add_finding(by, rule, Severity::Info, |example| example.write_str(&words)).lanes = lanes;
        }
    }

    /// Notes that no lane of an instruction found the value that it compared with.
    fn end_comparisons(&mut self) {
        if let Some((by, comparisons)) = self.comparisons.take() {
            self.add_slip(by, &rules::SLIP_COMPARISON, comparisons.failed());
        }
    }

    /// Checks an access that reached memory. A write to bytes that another lane has read, and not yet written back, is a race: both
    /// lanes worked on the same old value. If the manual leaves the outcome of overlapping writes undefined, two writes to the
    /// same bytes are a finding too.
    pub fn note_meeting(
        &mut self,
        scenario: &Scenario,
        by: StepId,
        found: &StepAccess,
        meeting: Meeting<'_>,
    ) {
        if let Some(((_, comparisons), lane)) = self.comparisons.as_mut().zip(by.lane) {
            comparisons.note_access(lane, found);
        }
        if let (Some(_), Some(other)) = (by.lane, meeting.open_reader) {
            self.add_finding(by, &rules::RACE, Severity::Warning, |words| {
                words.push_str("a write to ");
                memory::write_words(&scenario.layout, &found.access, words)?;
                write!(words, " comes between lane {other}'s read and write")
            });
        }
        let overlap = scenario.program[by.instruction as usize].row.overlap;
        let Some((other, earlier)) = meeting.earlier_write.filter(|_| overlap == Overlap::Undefined) else {
            return;
        };
        let writes = |lane: Option<LaneId>, write: &StepAccess| {
            let value = show(write.value, write.access.ty, NumberFormat::Auto);
            let place = memory::in_words(&scenario.layout, &write.access);
            format!("{} writes {value} to {place}", subject(lane.into_iter().collect()))
        };
        let is_undefined = |write: &StepAccess| write.value.is_undefined(write.access.ty.width_bits());
        let finding = self.add_finding(by, &rules::UNDEFINED_OVERLAP, Severity::Warning, |words| {
            let (first, second) = (writes(*other, earlier), writes(by.lane, found));
            let kept = if is_undefined(found) { "undefined bits remain" } else { "the later value is kept" };
            write!(words, "{first}, and {second}; {kept}")
        });
        // Both lanes of the pair are named.
        finding.lanes = finding.lanes.lanes().chain(*other).collect();
        finding.differs |=
            is_undefined(found) || (earlier.access.place, earlier.value) != (found.access.place, found.value);
    }

    pub fn note_record(&mut self, scenario: &Scenario, by: StepId, step: &MicroStep) {
        for access in step.accesses() {
            self.note_access(scenario, by, access);
        }
        for effect in &step.effects {
            self.note_effect(scenario, by, effect);
        }
        let code = &scenario.program[step.instruction as usize].code;
        for (input, value) in inputs(&code.exprs, &step.values) {
            // A variable only passes on a value whose origin was reported already.
            if input.kind.is_source() && !value.is_defined(input.ty.width_bits()) {
                let piece = code.piece(input.site);
                self.add_finding(by, &rules::UNDEFINED_SOURCE, Severity::Warning, |words| {
                    write!(words, "`{piece}` is undefined")?;
                    by.lane.map_or(Ok(()), |lane| write!(words, " for lane {lane}"))
                });
            }
        }
    }

    fn note_effect(&mut self, scenario: &Scenario, by: StepId, effect: &Effect) {
        match effect {
            Effect::Mask { undefined, .. } if undefined.count() > 0 => {
                let finding = self.add_finding(by, &rules::UNDEFINED_PREDICATE, Severity::Warning, |words| {
                    words.write_str("the predicate is undefined and counts as 0")
                });
                finding.lanes = *undefined;
            }
            Effect::Read { access, value } if access.inside && !value.is_defined(access.ty.width_bits()) => {
                self.add_finding(by, &rules::UNDEFINED_MEMORY, Severity::Warning, |words| {
                    write!(words, "{} has undefined bits", memory::in_words(&scenario.layout, access))
                });
            }
            Effect::Trap { reason, .. } => {
                let example = match reason {
                    TrapReason::Outside => "the access is out of bounds",
                    TrapReason::Misaligned => "the byte address is not a multiple of the element's size",
                    TrapReason::TexelSize => "texels and access differ in size",
                    TrapReason::NoSurface => "the header is invalid, or the surface is disabled",
                    TrapReason::HeaderType => "the header does not describe a surface of the named kind",
                };
                let rule = RunError::from(*reason).rule();
                self.add_finding(by, rule, Severity::Error, |words| {
                    write!(words, "{example}; the run ends there")
                });
            }
            _ => {}
        }
    }

    fn note_access(&mut self, scenario: &Scenario, by: StepId, access: &Access) {
        let (offset, size) = (access.place.byte_offset, access.place.size_bytes);
        let (layout, bound) = (&scenario.layout, &scenario.program[by.instruction as usize]);
        if !access.has_defined_address() {
            self.add_finding(by, &rules::UNDEFINED_ADDRESS, Severity::Warning, |words| {
                words.write_str("its address has undefined bits")
            });
        } else if !access.inside {
            if let Some((begun, slip)) = self.scaled_stride.take() {
                self.add_slip(begun, &rules::SLIP_STRIDE, Some(slip));
            }
            self.add_finding(by, &rules::OUT_OF_BOUNDS, Severity::Info, |words| {
                let name = &layout.space(access.place.space).name;
                let why = memory::outside_of(layout, access, &format!("`{name}`"));
                match access.texel {
                    _ if layout.unmapped_memory == Some(access.place.space) => {
                        write!(words, "{why}: {}", memory::in_words(layout, access))
                    }
                    Some(_)
                        if layout
                            .surface_in(access.place.space)
                            .is_some_and(|surface| surface.header.is_some()) =>
                    {
                        write!(words, "{}: {why}", memory::in_words(layout, access))
                    }
                    Some(_) => write!(words, "{why} in `{name}`"),
                    None => words.write_str(&why),
                }
            });
        }
        // A dropped access has no format.
        let surface = layout.surface_in(access.place.space);
        let pooled = surface.filter(|surface| surface.header.is_some() && access.texel.is_none());
        if let Some(odd) = pooled.and_then(|surface| headers::oddity(surface, bound)) {
            self.add_finding(by, &rules::FORMAT, Severity::Warning, |words| words.write_str(&odd));
        }
        if memory::is_misaligned(access) {
            let (severity, outcome) = match bound.memory.misaligned {
                Misaligned::Fault => (Severity::Error, "the run ends there".to_owned()),
                Misaligned::MaskLowBits => (Severity::Warning, format!("byte {offset} is used instead")),
            };
            self.add_finding(by, &rules::MISALIGNED, severity, |words| {
                write!(words, "address {} is not a multiple of {size}; {outcome}", access.address.value)
            });
        }
    }

    /// Adds a finding, or a lane to an existing one. After two occurrences with different texts, the example is no
    /// longer formatted.
    fn add_finding(
        &mut self,
        by: StepId,
        rule: &'static Rule,
        severity: Severity,
        example: impl FnOnce(&mut String) -> fmt::Result,
    ) -> &mut Finding {
        let finding = self.found.entry((by.instruction, rule.code)).or_insert_with(|| {
            let (lanes, example, alike) = (LaneMask::default(), String::new(), true);
            Finding { rule, severity, lanes, example, first: by.lane, alike, differs: false }
        });
        if finding.alike {
            self.words.clear();
            example(&mut self.words).expect("a String takes any text");
            if finding.example.is_empty() {
                finding.example.clone_from(&self.words);
            }
            finding.alike = finding.example == self.words;
        }
        if let Some(lane) = by.lane {
            finding.lanes = finding.lanes.with(lane.index(), true);
        }
        finding
    }

    pub fn diagnostics(mut self, scenario: &Scenario, vm: &Vm, stop: Stop) -> Vec<Diagnostic> {
        self.end_comparisons();
        let mut out = Vec::new();
        for ((instruction, code), finding) in &self.found {
            let bound = &scenario.program[*instruction as usize];
            let first = finding.first.filter(|_| !finding.alike);
            let first = first.map_or(String::new(), |lane| format!(", for example lane {lane}"));
            let message = format!("{}{first}: {}", subject(finding.lanes), finding.example);
            let mut diagnostic = Diagnostic::new(finding.rule, finding.severity, bound.span, message);
            diagnostic.source = scenario.set.clause(finding.rule, &bound.row);
            // An address that is undefined because of a source becomes a note of that source's diagnostic.
            let other = |rule: &'static Rule| self.found.get(&(*instruction, rule.code));
            if *code == rules::UNDEFINED_SOURCE.code
                && let Some(address) = other(&rules::UNDEFINED_ADDRESS)
            {
                let lanes = subject(address.lanes);
                let has_header = bound.operands.contains(&BoundOperand::Memory);
                let what = match has_header {
                    true => "the access is dropped like one outside the surface",
                    false => "the access is dropped, and a read returns undefined bits",
                };
                diagnostic = diagnostic.note(format!("{lanes}: {}; {what}", address.example));
            }
            if *code == rules::UNDEFINED_OVERLAP.code && !finding.differs {
                diagnostic =
                    diagnostic.note("values for the same bytes are equal, so each of them may be kept");
            }
            let is_noted = *code == rules::UNDEFINED_ADDRESS.code
                && other(&rules::UNDEFINED_SOURCE)
                    .is_some_and(|source| finding.lanes.0 & !source.lanes.0 == 0);
            if !is_noted {
                out.push(diagnostic);
            }
        }
        let at = vm.active.as_ref().map(|active| scenario.program[active.instruction].span);
        if let (Stop::Budget, Some(span)) = (stop, at) {
            let message = "the run exceeds its budget in this instruction and is cut off";
            out.push(Diagnostic::error(&rules::STEP_BUDGET, span, message));
        }
        if let (Some(Halt::GaveUp(lanes)), Some(span)) = (vm.halted, at) {
            let who = subject(lanes);
            let (wait, they_read, their) =
                if lanes.count() < 2 { ("waits", "it reads", "its") } else { ("wait", "they read", "their") };
            let is_uniform = vm.active.as_ref().is_some_and(|active| active.scheduler.is_none());
            let mut places = vm.waited_for(scenario);
            places.sort_unstable_by_key(|place| (place.space, place.byte_offset));
            let names = names(&scenario.layout, &places);
            let why = match (is_uniform, names.is_empty()) {
                (true, true) => format!("{their} loop repeats, and no round changes anything"),
                (true, false) => format!("{their} loop repeats, and no round changes what it reads"),
                (false, _) => format!("no remaining lane can change what {they_read}"),
            };
            let message = format!("{who} {wait} forever: {why}{names}");
            out.push(Diagnostic::error(&rules::GAVE_UP, span, message));
        }
        out
    }
}

/// Returns the lanes in words, or `the instruction` if there are none.
fn subject(lanes: LaneMask) -> String {
    if lanes == LaneMask::default() { "the instruction".to_owned() } else { lanes.in_words() }
}

/// The maximum number of elements that a message names.
const MOST_NAMED: usize = 4;

/// Returns the elements of places in memory, as the end of a sentence: `: BUF[0] and BUF[2]`. Empty without places.
fn names(layout: &Layout, places: &[Place]) -> String {
    let element = |place: &Place| {
        let surface = layout.surface_in(place.space)?;
        Some(format!("{}[{}]", surface.name, surface.element_of(place.byte_offset as usize)?))
    };
    let mut names: Vec<String> = Vec::new();
    for name in places.iter().filter_map(element) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let more = names.len().saturating_sub(MOST_NAMED);
    names.truncate(MOST_NAMED);
    names.extend((more > 0).then(|| counted(more, "more element")));
    if names.is_empty() { String::new() } else { format!(": {}", listed(&names, "and")) }
}
