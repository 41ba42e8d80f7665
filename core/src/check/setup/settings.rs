//! `.isa`, `.lanes`, `.reading` and `.model`.

use crate::base::{LaneMask, listed, one_of};
use crate::check::findings::{Findings, FirstSpans, second_directive_message};
use crate::check::rules;
use crate::diag::Diagnostic;
use crate::spec::{
    Choice, ChosenReadings, CostModel, InstructionSet, InstructionSets, IsaValues, Reading, SetBehaviour,
};
use crate::syntax::{Directive, Document, IsaLine, LanesLine, ModelLine, Number, ReadingLine};
use std::rc::Rc;

/// The settings of a document.
pub struct ScenarioSettings {
    pub set: Rc<InstructionSet>,
    /// The numbers given by `.isa`.
    pub isa_values: IsaValues,
    /// The number of dispatched lanes.
    pub lanes: u8,
    pub mask: LaneMask,
    pub helpers: LaneMask,
    pub readings: ChosenReadings,
    /// The cost model, with the numbers that `.model` chooses.
    pub cost_model: CostModel,
    /// Whether the text has a `.model` line.
    pub names_cost_model: bool,
    /// The behaviour of the instruction set that depends on the readings.
    pub behaviour: SetBehaviour,
}

/// Resolves the settings of a document. `needed_lanes` returns the number of lanes for a set without a default number.
pub(in crate::check) fn resolve_settings(
    document: &Document,
    sets: &InstructionSets,
    needed_lanes: impl FnOnce(&InstructionSet) -> u8,
    reading_override: Option<(&'static Reading, &'static Choice)>,
    findings: &mut Findings,
) -> ScenarioSettings {
    let set = set_of(document, sets);
    let lanes = set.default_lanes.unwrap_or_else(|| needed_lanes(set));
    let mut settings = ScenarioSettings {
        set: Rc::clone(set),
        isa_values: document.isa_values(set),
        lanes,
        mask: LaneMask::first(usize::from(lanes)),
        helpers: LaneMask::default(),
        readings: ChosenReadings::default(),
        cost_model: set.cost_models[0].clone(),
        names_cost_model: false,
        behaviour: (set.behaviour)(&ChosenReadings::default()),
    };
    let (mut words, mut readings) = (FirstSpans::default(), FirstSpans::default());
    let mut once = |word: &'static str, span, findings: &mut Findings| {
        let _ = words.insert_first(word, span, findings, || second_directive_message(word));
    };
    for (span, directive) in document.directives() {
        if findings.is_full_at(span) {
            break;
        }
        match directive {
            Directive::Isa(line) => {
                once(".isa", span, findings);
                check_isa_line(line, sets, findings);
            }
            Directive::Lanes(line) => {
                once(".lanes", span, findings);
                settings.resolve_lanes(line, sets, findings);
            }
            Directive::Model(line) => {
                once(".model", span, findings);
                settings.resolve_model(line, findings);
            }
            Directive::Reading(line) => {
                let name = line.name.text.as_str();
                let message = || format!("`{name}` is chosen twice");
                if readings.insert_first(name, line.name.span, findings, message).is_ok() {
                    settings.resolve_reading(line, sets, findings);
                }
            }
            _ => {}
        }
    }
    if let Some((reading, choice)) = reading_override {
        settings.readings.choose(reading, choice);
    }
    settings.behaviour = (set.behaviour)(&settings.readings);
    settings
}

/// Returns the instruction set of the document's first `.isa`, or the default set.
pub fn set_of<'r>(document: &Document, sets: &'r InstructionSets) -> &'r Rc<InstructionSet> {
    sets.set_or_default(document.named_set.as_deref())
}

/// Reports the keys and values of an `.isa` line that its instruction set does not have.
fn check_isa_line(line: &IsaLine, sets: &InstructionSets, findings: &mut Findings) {
    let Some(set) = sets.set(&line.set.text) else { return };
    for key in &line.keys {
        let Some(parameter) = key.key else {
            let expected = match set.parameters {
                [] => "none".to_owned(),
                known => one_of(known.iter().map(|parameter| parameter.key)),
            };
            let message = format!("unknown key `{}`; expected {expected}", key.name.text);
            findings.error(&rules::ISA_KEY, key.name.span, message);
            continue;
        };
        if parameter.allowed(key.number).is_none() {
            let values: Vec<String> = parameter.values.iter().map(u32::to_string).collect();
            let expected = listed(&values, "or");
            let message =
                format!("expected {expected} as the {}, found `{}`", parameter.noun, key.value.text);
            findings.error(parameter.rule, key.value.span, message);
        }
    }
}

impl ScenarioSettings {
    fn resolve_model(&mut self, line: &ModelLine, findings: &mut Findings) {
        self.cost_model = line.model.clone();
        self.names_cost_model = true;
        for key in &line.keys {
            let parameter = key.key.parameter();
            let number = key.number.and_then(|number| u32::try_from(number).ok());
            if let Some(value) = number.filter(|value| parameter.allows(*value)) {
                self.cost_model = self.cost_model.clone().with(parameter.key, value);
                continue;
            }
            let (from, to) = parameter.range;
            let kind = if parameter.is_power_of_two { "a power of two" } else { "a number" };
            let message =
                format!("`{}` is {kind} from {from} to {to}, found `{}`", parameter.keyword, key.value.text);
            findings.error(&rules::MODEL_NUMBER, key.value.span, message);
        }
    }

    fn resolve_lanes(&mut self, line: &LanesLine, sets: &InstructionSets, findings: &mut Findings) {
        let counts = self.set.lane_counts;
        let Some(count) = u8::try_from(line.count.value).ok().filter(|count| counts.contains(count)) else {
            let expected = listed(&counts.iter().map(u8::to_string).collect::<Vec<_>>(), "or");
            let message = format!("{} lanes cannot be dispatched; expected {expected}", line.count.value);
            findings.error(&self.set.rules.dispatch, line.count.span, message);
            return;
        };
        let all = LaneMask::first(usize::from(count));
        let mask = line.active.and_then(|active| mask_of(active, count, findings)).unwrap_or(all);
        if let Some(helpers) = line.helpers.filter(|helpers| helpers.value != 0) {
            if self.set.has_helper_lanes {
                self.helpers = mask_of(helpers, count, findings).unwrap_or_default();
            } else {
                let sets = sets.all().iter().filter(|set| set.has_helper_lanes);
                let sets: Vec<String> = sets.map(|set| set.title.to_owned()).collect();
                let message = match sets.as_slice() {
                    [] => "helper lanes exist in no instruction set here".to_owned(),
                    sets => format!("helper lanes exist in {} scenarios only", listed(sets, "and")),
                };
                findings.push(Diagnostic::warning(&rules::LANE_MASK, helpers.span, message));
            }
        }
        (self.lanes, self.mask) = (count, mask);
    }

    fn resolve_reading(&mut self, line: &ReadingLine, sets: &InstructionSets, findings: &mut Findings) {
        let names = || sets.readings().map(|reading| reading.name);
        let Some(reading) = sets.reading(&line.name.text) else {
            let message = format!("unknown reading `{}`", line.name.text);
            let finding = Diagnostic::error(&rules::READING, line.name.span, message);
            let note = format!("there are {}", one_of(names()));
            findings.push_misspelt_or_note(finding, &line.name.text, names(), note);
            return;
        };
        if !self.set.readings.contains(&reading) {
            let others = sets.all().iter().filter(|set| set.readings.contains(&reading));
            let titles = listed(&others.map(|set| set.title.to_owned()).collect::<Vec<_>>(), "and");
            let message = format!(
                "`{}` is a reading of {titles}; it changes nothing in {}",
                reading.name, self.set.title
            );
            findings.push(Diagnostic::warning(&rules::OTHER_ISA, line.name.span, message));
        }
        let choices = || reading.choices.iter().map(|choice| choice.name);
        match reading.choices.iter().find(|choice| choice.name == line.choice.text) {
            Some(choice) => self.readings.choose(reading, choice),
            None => {
                let expected = one_of(choices());
                let message = format!(
                    "`{}` is not a choice of `{}`; expected {expected}",
                    line.choice.text, reading.name
                );
                let finding = Diagnostic::error(&rules::READING, line.choice.span, message);
                findings.push_misspelt(finding, &line.choice.text, choices());
            }
        }
    }
}

/// Returns a mask of the first `count` lanes. Reports bits past the last lane.
fn mask_of(mask: Number, count: u8, findings: &mut Findings) -> Option<LaneMask> {
    let all = LaneMask::first(usize::from(count));
    let bits = u32::try_from(mask.value).ok().filter(|bits| bits & !all.0 == 0);
    if bits.is_none() {
        let message = format!("the mask has bits past lane {}", count - 1);
        let kept = format!("{:#x}", mask.value as u32 & all.0);
        let finding = Diagnostic::error(&rules::LANE_MASK, mask.span, message);
        findings.push(finding.fix_here(format!("use `{kept}`, the first {count} bits"), kept));
    }
    bits.map(LaneMask)
}
