//! What a run has to say about itself: one diagnostic for each instruction and kind, naming the lanes.

use super::rules;
use super::run::Stop;
use super::vm::Vm;
use super::{Scenario, headers, memory};
use crate::base::{Bits, LaneId, LaneMask, NumberFormat, Rule, show};
use crate::diag::{Diagnostic, Severity};
use crate::semantics::TrapReason;
use crate::spec::Overlap;
use crate::trace::{Access, Effect, MicroStep};
use std::collections::BTreeMap;

/// What was noticed, by instruction and rule.
#[derive(Default)]
pub(super) struct Findings {
    found: BTreeMap<(u32, &'static str), Finding>,
    /// What lanes have read in the instruction under way and not written since: another lane's write to it is a race.
    open_reads: Vec<(LaneId, Access)>,
    /// The instruction under way.
    instruction: Option<u32>,
    /// What the instruction has written, where it must not write the same bytes twice.
    written: Vec<(LaneId, Access, Bits)>,
}

struct Finding {
    rule: &'static Rule,
    severity: Severity,
    lanes: LaneMask,
    /// What happened first, in numbers.
    example: String,
    /// Whether all that followed was the same.
    alike: bool,
}

/// The most writes of one instruction that are compared with each other.
const MAX_WRITTEN: usize = 1024;

impl Findings {
    /// Looks at a step.
    pub fn note(&mut self, scenario: &Scenario, step: &MicroStep) {
        for access in step.accesses() {
            self.note_access(scenario, step, access);
        }
        for effect in &step.effects {
            if let Effect::Mask { undefined, .. } = effect
                && undefined.count() > 0
            {
                let example = "the predicate is undefined and counts as 0".to_owned();
                self.add(step, &rules::UNDEFINED_PREDICATE, Severity::Warning, example);
                let finding = self.found.get_mut(&(step.instruction, rules::UNDEFINED_PREDICATE.code));
                finding.expect("just added").lanes = *undefined;
            }
            if let Effect::Read { access, value } = effect
                && access.inside
                && !value.is_defined(access.ty.width_bits())
            {
                let place = memory::in_words(&scenario.layout, access);
                let example = format!("undefined bits lie at {place}");
                self.add(step, &rules::UNDEFINED_MEMORY, Severity::Warning, example);
            }
        }
        for effect in &step.effects {
            if let Effect::Trap { reason } = effect {
                let (rule, example) = match reason {
                    TrapReason::Outside => (&rules::TRAP_OUTSIDE, "the access would go outside the surface"),
                    TrapReason::Misaligned => {
                        (&rules::TRAP_MISALIGNED, "the byte address is no multiple of the element's size")
                    }
                    TrapReason::TexelSize => {
                        (&rules::TRAP_SIZE, "the texels have another size than the access")
                    }
                    TrapReason::HeaderType => {
                        (&rules::TRAP_HEADER, "the header describes another kind of surface")
                    }
                };
                self.add(step, rule, Severity::Error, format!("{example}; the run ends there"));
            }
        }
        self.note_race(step);
        self.note_overlap(scenario, step);
        let bound = &scenario.program[step.instruction as usize];
        for input in &step.inputs {
            let piece =
                bound.code.texts.get(usize::from(input.site.text)).map(|text| input.site.span.of(&text.text));
            let piece = piece.unwrap_or_default();
            // Locals hand on what was reported where it came from.
            if piece.contains('[') && !input.value.is_defined(input.ty.width_bits()) {
                let example =
                    format!("`{piece}` is undefined for lane {}", step.lane.map_or(0, |lane| lane.0));
                self.add(step, &rules::UNDEFINED_SOURCE, Severity::Warning, example);
            }
        }
    }

    fn note_access(&mut self, scenario: &Scenario, step: &MicroStep, access: &Access) {
        let (offset, size) = (access.place.byte_offset, access.place.size_bytes);
        if !access.address.is_defined(32) {
            self.add(
                step,
                &rules::UNDEFINED_ADDRESS,
                Severity::Warning,
                "its address has undefined bits".to_owned(),
            );
        } else if !access.inside {
            let name = &scenario.layout.space(access.place.space).name;
            let why = memory::outside_in_words(&scenario.layout, access);
            let example = match access.texel {
                _ if scenario.layout.nowhere == Some(access.place.space) => {
                    format!("{why}: {}", memory::in_words(&scenario.layout, access))
                }
                Some(_) => format!("{why} of `{name}`"),
                None => format!("{why} bytes of `{name}`"),
            };
            self.add(step, &rules::OUT_OF_BOUNDS, Severity::Info, example);
        }
        let bound = &scenario.program[step.instruction as usize];
        let surface = scenario.layout.surface_in(access.place.space);
        let of_pool = surface.filter(|surface| surface.header.is_some());
        if let Some(odd) = of_pool.and_then(|surface| headers::oddity(surface, access.ty, bound.takes_sign)) {
            self.add(step, &rules::FORMAT, Severity::Warning, odd);
        }
        if memory::is_misaligned(access) {
            let bound = &scenario.program[step.instruction as usize];
            let (severity, outcome) = match bound.memory.misaligned {
                crate::spec::Misaligned::Fault => (Severity::Error, "the run ends there".to_owned()),
                crate::spec::Misaligned::MaskLowBits => {
                    (Severity::Warning, format!("byte {offset} is used instead"))
                }
            };
            let example = format!("address {} is not a multiple of {size}; {outcome}", access.address.value);
            self.add(step, &rules::MISALIGNED, severity, example);
        }
    }

    /// A write to bytes that another lane has read, and not yet written back, is a race: both worked on the same old
    /// value.
    fn note_race(&mut self, step: &MicroStep) {
        if self.instruction != Some(step.instruction) {
            self.instruction = Some(step.instruction);
            self.open_reads.clear();
            self.written.clear();
        }
        let Some(lane) = step.lane else { return };
        let mut race = None;
        for effect in &step.effects {
            match effect {
                Effect::Read { access, .. } if access.inside => self.open_reads.push((lane, *access)),
                Effect::Write { access, dropped: false, .. } => {
                    self.open_reads
                        .retain(|(reader, read)| *reader != lane || !read.place.overlaps(access.place));
                    race = race.or_else(|| {
                        let other =
                            self.open_reads.iter().find(|(_, read)| read.place.overlaps(access.place))?;
                        Some((other.0, access.place.byte_offset))
                    });
                }
                _ => {}
            }
        }
        if let Some((other, byte_offset)) = race {
            let example =
                format!("lane {lane} writes byte {byte_offset} between lane {other}'s read and write");
            self.add(step, &rules::RACE, Severity::Warning, example);
        }
    }

    /// Two writes of one instruction to the same bytes, where the manual leaves open what comes of it.
    fn note_overlap(&mut self, scenario: &Scenario, step: &MicroStep) {
        let Some(lane) = step.lane else { return };
        if scenario.program[step.instruction as usize].row.overlap != Overlap::Undefined {
            return;
        }
        for effect in &step.effects {
            let Effect::Write { access, value, dropped: false, .. } = effect else { continue };
            let first = self.written.iter().find(|(_, other, _)| other.place.overlaps(access.place)).copied();
            // More than any page's text writes; an edited one that loops is looked at no further.
            if self.written.len() < MAX_WRITTEN {
                self.written.push((lane, *access, *value));
            }
            let Some((other, earlier, before)) = first else { continue };
            let shown = |bits, access: &Access| show(bits, access.ty, NumberFormat::Auto);
            let example = format!(
                "lane {other} writes {} to {}, and lane {lane} writes {} to {}; the later one stays",
                shown(before, &earlier),
                memory::in_words(&scenario.layout, &earlier),
                shown(*value, access),
                memory::in_words(&scenario.layout, access),
            );
            let severity = Severity::Warning;
            self.add(step, &rules::UNDEFINED_OVERLAP, severity, example);
            // The first is to blame as much as the second.
            if let Some(finding) = self.found.get_mut(&(step.instruction, rules::UNDEFINED_OVERLAP.code)) {
                finding.lanes = finding.lanes.with(other.index(), true);
            }
        }
    }

    fn add(&mut self, step: &MicroStep, rule: &'static Rule, severity: Severity, example: String) {
        let finding = self.found.entry((step.instruction, rule.code)).or_insert_with(|| Finding {
            rule,
            severity,
            lanes: LaneMask::default(),
            example: example.clone(),
            alike: true,
        });
        finding.alike &= finding.example == example;
        if let Some(lane) = step.lane {
            finding.lanes = finding.lanes.with(lane.index(), true);
        }
    }

    /// The diagnostics, by instruction.
    pub fn diagnostics(self, scenario: &Scenario, vm: &Vm, stop: Stop) -> Vec<Diagnostic> {
        let mut out = Vec::new();
        for ((instruction, code), finding) in &self.found {
            let bound = &scenario.program[*instruction as usize];
            let first = if finding.alike { "" } else { "; the first" };
            let message = format!("{}{first}: {}", lanes_in_words(finding.lanes), finding.example);
            let mut diagnostic = Diagnostic::new(finding.rule, finding.severity, bound.span, message);
            diagnostic.source = scenario.set.clause(finding.rule, &bound.row);
            // One cause, one finding: an address that a source left undefined is told with that source.
            let other = |rule: &'static Rule| self.found.get(&(*instruction, rule.code));
            if *code == rules::UNDEFINED_SOURCE.code
                && let Some(address) = other(&rules::UNDEFINED_ADDRESS)
            {
                let lanes = lanes_in_words(address.lanes);
                let what = "the access is dropped, and undefined bits come back";
                diagnostic = diagnostic.note(format!("{lanes}: {}; {what}", address.example));
            }
            let is_told = *code == rules::UNDEFINED_ADDRESS.code
                && other(&rules::UNDEFINED_SOURCE)
                    .is_some_and(|source| finding.lanes.0 & !source.lanes.0 == 0);
            if !is_told {
                out.push(diagnostic);
            }
        }
        let at = vm.active.as_ref().map(|active| scenario.program[active.instruction].span);
        if let (Stop::Budget, Some(span)) = (stop, at) {
            let message = "the run is cut off here, in this instruction";
            out.push(Diagnostic::error(&rules::STEP_BUDGET, span, message));
        }
        out
    }
}

/// Lanes in words: `lane 3`, `lanes 1 and 4`, `lanes 0, 2 and 5`.
fn lanes_in_words(lanes: LaneMask) -> String {
    let all: Vec<String> = lanes.lanes().map(|lane| lane.to_string()).collect();
    match all.split_last() {
        None => "the instruction".to_owned(),
        Some((only, [])) => format!("lane {only}"),
        Some((last, rest)) => format!("lanes {} and {last}", rest.join(", ")),
    }
}
