//! The changes that another reading would make: the text is run with each choice that is not in force, and the two runs are
//! compared. The comparison says how the run ends, and which steps depend on a reading.

use super::aligned::rows;
use super::ends::{Difference, Pairs, first_differences};
use crate::base::LaneId;
use crate::diag::{Diagnostic, Severity};
use crate::exec::{Bound, Run, Scenario};
use crate::session::text::{Change, MOST_TRIED_STEPS, PendingSession, Session};
use crate::spec::{Choice, Practice, ProductGroup, Reading};
use crate::trace::MicroStep;
use serde::ser::{Serialize, SerializeStruct, Serializer};
use std::collections::HashSet;
use std::rc::Rc;

/// The maximum number of differences that are named.
const MOST_NAMED: usize = 6;

/// The effect of another choice on a run.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ChoiceEffect {
    /// The run is the same.
    Nothing,
    /// The run takes other steps, with the same result.
    Course,
    /// The run ends differently.
    End {
        /// The first differences.
        places: Vec<Difference>,
        /// The number of further ones.
        more: usize,
    },
    /// The layout of memory or registers differs.
    Layout,
    /// The text is refused.
    Refused {
        /// The first error.
        why: String,
    },
    /// The effect is not known.
    Untried {
        /// The reason, as half a sentence.
        why: String,
    },
}

impl ChoiceEffect {
    /// Returns the effect as half a sentence about the run with that choice.
    pub fn in_words(&self) -> String {
        match self {
            Self::Nothing => "does the same".to_owned(),
            Self::Course => "takes other steps, with the same result".to_owned(),
            Self::End { places, more } => {
                let stop = |end: &Difference| format!("{} (this run {})", end.then, end.now);
                let stop = places.iter().find(|end| end.is_stop()).map_or("ends".to_owned(), stop);
                let value = |end: &Difference| format!("{} = {} instead of {}", end.place, end.then, end.now);
                let values: Vec<String> = places.iter().filter(|end| !end.is_stop()).map(value).collect();
                let more = if *more == 0 { String::new() } else { format!(", and {more} more") };
                let with = if values.is_empty() { "" } else { " with " };
                format!("{stop}{with}{}{more}", values.join(", "))
            }
            Self::Layout => "has another memory layout".to_owned(),
            Self::Refused { why } => format!("is refused: {why}"),
            Self::Untried { why } => format!("was not tried: {why}"),
        }
    }

    /// Returns true if the effect shows at the end of the run.
    pub fn is_seen(&self) -> bool {
        matches!(self, Self::End { .. } | Self::Layout | Self::Refused { .. })
    }
}

/// A reading with the choice in force, and the effects of its choices.
#[derive(Clone, Debug)]
pub struct ReadingEntry {
    /// The reading.
    pub reading: &'static Reading,
    /// The choice in force.
    pub choice: &'static str,
    /// The choices of the reading, in order.
    pub choices: Vec<TriedChoice>,
}

/// A choice of a reading with its effect.
#[derive(Clone, Debug, serde::Serialize)]
pub struct TriedChoice {
    /// The choice.
    #[serde(flatten)]
    pub choice: &'static Choice,
    /// The effect; `None` if the choice was not tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effect: Option<ChoiceEffect>,
}

impl ReadingEntry {
    /// Creates the entry of a reading with its default choice.
    pub fn by_default(reading: &'static Reading) -> Self {
        Self::new(reading, reading.default_choice())
    }

    fn new(reading: &'static Reading, choice: &'static str) -> Self {
        let choices = reading.choices.iter().map(|choice| TriedChoice { choice, effect: None });
        Self { reading, choice, choices: choices.collect() }
    }

    fn next_untried(&mut self) -> Option<(&'static Reading, &mut TriedChoice)> {
        let mut all = self.choices.iter_mut();
        let next = all.find(|tried| tried.choice.name != self.choice && tried.effect.is_none())?;
        Some((self.reading, next))
    }

    /// Returns the choices that were tried, with their effects.
    pub fn tried(&self) -> impl Iterator<Item = (&'static Choice, &ChoiceEffect)> {
        self.choices.iter().filter_map(|tried| Some((tried.choice, tried.effect.as_ref()?)))
    }
}

impl Serialize for ReadingEntry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(serde::Serialize)]
        struct Known {
            who: &'static str,
            practices: Vec<&'static Practice>,
        }
        let Reading { name, question, statements, because, example, .. } = self.reading;
        let known = |group: ProductGroup| Known {
            who: group.name(),
            practices: self.reading.practices_of(group).collect(),
        };
        let mut fields = serializer.serialize_struct("ReadingEntry", 8)?;
        fields.serialize_field("name", name)?;
        fields.serialize_field("question", question)?;
        fields.serialize_field("choices", &self.choices)?;
        fields.serialize_field("choice", self.choice)?;
        fields.serialize_field("texts", statements)?;
        fields.serialize_field("known", &ProductGroup::ALL.map(known))?;
        fields.serialize_field("because", because)?;
        fields.serialize_field("example", example)?;
        fields.end()
    }
}

/// Returns a sentence about how many other choices change the end of the run, and how many were not tried.
pub fn what_if_in_words(entries: &[ReadingEntry]) -> String {
    let effects = || entries.iter().flat_map(ReadingEntry::tried).map(|(_, effect)| effect);
    let all = effects().count();
    let mut untried = Vec::new();
    for effect in effects() {
        if let ChoiceEffect::Untried { why } = effect {
            untried.push(why);
        }
    }
    let changing = effects().filter(|effect| effect.is_seen()).count();
    // If there are several reasons, the first one is named.
    let (choices, rest) = match (untried.first(), all - untried.len()) {
        (Some(why), 0) => return format!("Nothing was tried: {why}."),
        (None, tried) => (format!("{tried} other choices"), String::new()),
        (Some(why), tried) => {
            let were = if untried.len() == 1 { "was" } else { "were" };
            let rest = format!(" {} {were} not tried: {why}.", untried.len());
            (format!("{tried} other choices that were tried"), rest)
        }
    };
    let said = match changing {
        0 => format!("None of the {choices} changes how this run ends."),
        1 => format!("1 of the {choices} changes how this run ends."),
        _ => format!("{changing} of the {choices} change how this run ends."),
    };
    said + &rest
}

/// The readings of a program, with the effects of their other choices on the run. The choices are tried one by one.
#[derive(Clone, Debug, Default)]
pub struct OtherReadings {
    entries: Vec<ReadingEntry>,
    /// For each choice that was tried, its reading and the steps of the run at which a run with this choice departs from it: the
    /// first one of each lane in each instruction that the choice changes. If the runs cannot be compared, the first steps of
    /// these instructions.
    departures: Vec<(&'static Reading, Vec<u32>)>,
}

impl OtherReadings {
    /// Tries one more choice on the run of `session`. Returns true once all choices are tried.
    pub fn advance(&mut self, session: &Session) -> bool {
        let Some((reading, tried)) = self.entries.iter_mut().find_map(ReadingEntry::next_untried) else {
            return true;
        };
        let (effect, steps) = session.try_choice(reading, tried.choice);
        tried.effect = Some(effect);
        self.departures.push((reading, steps));
        self.entries.iter_mut().all(|entry| entry.next_untried().is_none())
    }

    /// Returns the readings that a step of the run depends on, by name, each with the choice in force. A step depends
    /// on a reading if its notation asks for the reading, or if the run with another choice departs from this one there.
    pub fn of_step(&self, run: &Run, step: &MicroStep) -> Vec<(&'static str, &'static str)> {
        let scenario = run.scenario();
        let Some(bound) = scenario.program.get(step.instruction as usize) else { return Vec::new() };
        let mut names = bound.readings_of(step);
        let departing = self.departures.iter().filter(|(_, steps)| steps.contains(&step.index));
        names.extend(departing.map(|(reading, _)| reading.name));
        let all = scenario.set.readings.iter().filter(|reading| names.contains(&reading.name));
        all.map(|reading| (reading.name, scenario.readings.get(reading))).collect()
    }
}

impl Session {
    /// Lists the readings that affect the program. None of their other choices has been tried.
    pub fn other_readings(&self) -> OtherReadings {
        let views = self.reading_views().into_iter().filter(|view| view.touches_program);
        let entries = views.map(|view| ReadingEntry::new(view.reading, view.choice)).collect();
        OtherReadings { entries, departures: Vec::new() }
    }

    /// Returns the readings that affect the program, with the effect of each choice that is not in force.
    pub fn what_if(&self) -> Vec<ReadingEntry> {
        let mut others = self.other_readings();
        while !others.advance(self) {}
        others.entries
    }

    /// Returns the effect of a choice that is not in force, and the steps that depend on it.
    fn try_choice(&self, reading: &'static Reading, choice: &'static Choice) -> (ChoiceEffect, Vec<u32>) {
        let (Some(scenario), Some(now)) = (&self.scenario, &self.run) else {
            return (ChoiceEffect::Untried { why: "the text has no run".to_owned() }, Vec::new());
        };
        let mut trial = match self.begin_trial(&Change::Reading(reading, choice)) {
            Ok(trial) => trial,
            Err(why) => return (ChoiceEffect::Refused { why }, Vec::new()),
        };
        let Some(there) = trial.session().scenario.clone() else {
            return refused(now, reading, &trial.session().diagnostics);
        };
        let changed =
            having(scenario, |at, bound| there.program.get(at).is_none_or(|other| !bound.does_as(other)));
        let is_long = now.len() > MOST_TRIED_STEPS;
        if !is_long && changed.is_empty() && starts_alike(scenario, &there) {
            return (ChoiceEffect::Nothing, Vec::new());
        }
        // If steps name the reading because their notation asks for it, no others have to be found.
        let asking = asking(now, &changed, reading);
        let (asked, unasked): (Vec<usize>, Vec<usize>) =
            changed.into_iter().partition(|at| asking.contains(at));
        let then = match is_long {
            true => Err(format!("the run has more than {MOST_TRIED_STEPS} micro-steps")),
            false => short_run(&mut trial),
        };
        let then = match then {
            Ok(then) => then,
            Err(why) => return (ChoiceEffect::Untried { why }, first_steps(now, &unasked)),
        };
        let effect = self.compared(now, &then);
        let steps = match effect {
            ChoiceEffect::Nothing => Vec::new(),
            _ => departures(now, &then, &unasked),
        };
        let is_in_notation = !asked.is_empty() && unasked.is_empty();
        match steps.is_empty() && effect.is_seen() && !is_in_notation {
            true => (effect, first_steps(now, &or_touched(now, reading, unasked))),
            false => (effect, steps),
        }
    }

    /// Compares the run with one that has another choice.
    fn compared(&self, now: &Run, then: &Run) -> ChoiceEffect {
        let layout = &now.scenario().layout;
        if *layout != then.scenario().layout {
            return ChoiceEffect::Layout;
        }
        let pairs = Pairs::new(now.scenario(), then.scenario());
        let places = pairs.differences(layout, [&now.final_state(), &then.final_state()], self.value_format);
        if !places.is_empty() {
            let (places, more) = first_differences(places, MOST_NAMED);
            return ChoiceEffect::End { places, more };
        }
        let is_same = now.len() == then.len()
            && now.steps().eq(then.steps())
            && now.diagnostics() == then.diagnostics();
        if is_same { ChoiceEffect::Nothing } else { ChoiceEffect::Course }
    }
}

/// Returns the effect of a choice with which the text has errors, and the first steps of the instructions that have them.
fn refused(now: &Run, reading: &'static Reading, found: &[Diagnostic]) -> (ChoiceEffect, Vec<u32>) {
    let errors = || found.iter().filter(|found| found.severity == Severity::Error);
    let why = errors().next().map_or_else(String::new, |error| error.message.clone());
    let is_refused =
        |_, bound: &Bound| errors().any(|error| bound.span.range().contains(&error.span.range().start));
    let refused = or_touched(now, reading, having(now.scenario(), is_refused));
    (ChoiceEffect::Refused { why }, first_steps(now, &refused))
}

/// Returns the instructions that a choice changes or, if it changes none by itself, all that the reading touches. The difference
/// lies elsewhere then, for instance in a declaration.
fn or_touched(now: &Run, reading: &'static Reading, changed: Vec<usize>) -> Vec<usize> {
    match changed.is_empty() {
        true => having(now.scenario(), |_, bound| bound.row.readings.contains(&reading)),
        false => changed,
    }
}

/// Returns the instructions whose steps name a reading because their notation asks for it. A long run is not searched: the notation
/// decides.
fn asking(now: &Run, instructions: &[usize], reading: &Reading) -> HashSet<usize> {
    let bound = |at: usize| &now.scenario().program[at];
    let asks = |at: &usize| {
        let mut of_notation = bound(*at).code.decided.iter().flat_map(|decided| &decided.readings);
        of_notation.any(|name| *name == reading.name)
    };
    let asking: HashSet<usize> = instructions.iter().copied().filter(asks).collect();
    if asking.is_empty() || now.len() > MOST_TRIED_STEPS {
        return asking;
    }
    let steps = now.steps().map(|step| (step.instruction as usize, step));
    let naming = steps
        .filter(|(at, step)| asking.contains(at) && bound(*at).readings_of(step).contains(&reading.name));
    naming.map(|(at, _)| at).collect()
}

/// Returns the run of a trial. Fails with a reason, as half a sentence, if it is long.
fn short_run(trial: &mut PendingSession) -> Result<Rc<Run>, String> {
    let is_over = trial.advance(MOST_TRIED_STEPS);
    let run = trial.session().run.clone().filter(|_| is_over);
    run.ok_or_else(|| match trial.steps() < MOST_TRIED_STEPS {
        true => "with this choice, checks of invariants take too long".to_owned(),
        false => format!("the run with this choice has more than {MOST_TRIED_STEPS} micro-steps"),
    })
}

/// Returns the indices of the instructions that fulfil a condition.
fn having(scenario: &Scenario, is_one: impl Fn(usize, &Bound) -> bool) -> Vec<usize> {
    let program = scenario.program.iter().enumerate();
    program.filter(|(at, bound)| is_one(*at, bound)).map(|(at, _)| at).collect()
}

/// Returns whether two runs start with the same contents and the same lanes.
fn starts_alike(a: &Scenario, b: &Scenario) -> bool {
    let lanes = |scenario: &Scenario| (scenario.dispatch_lanes, scenario.dispatch_mask, scenario.helpers);
    a.layout == b.layout && a.initial == b.initial && lanes(a) == lanes(b)
}

/// Returns the first step of each instruction that the run began.
fn first_steps(run: &Run, instructions: &[usize]) -> Vec<u32> {
    instructions.iter().filter_map(|at| run.instruction_starts().get(*at).copied()).collect()
}

/// Returns, for each lane of these instructions, the first step that differs in the other run or is missing there.
fn departures(now: &Run, then: &Run, instructions: &[usize]) -> Vec<u32> {
    if instructions.is_empty() {
        return Vec::new();
    }
    let differing: HashSet<u32> =
        rows(now, then).iter().filter(|row| !row.is_same).filter_map(|row| row.a).collect();
    let mut seen: HashSet<(u32, Option<LaneId>)> = HashSet::new();
    let steps = now.steps().filter(|step| differing.contains(&step.index));
    let steps = steps.filter(|step| instructions.contains(&(step.instruction as usize)));
    steps.filter(|step| seen.insert((step.instruction, step.lane))).map(|step| step.index).collect()
}
