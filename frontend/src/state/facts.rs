//! What holds for a whole run and lets the stage keep its measures while stepping.

use super::lanes::longest_value;
use super::targets::{Target, Targets, same_place};
use lanescope_core::base::LaneMask;
use lanescope_core::exec::Run;
use lanescope_core::session::NumberFormat;
use lanescope_core::trace::Effect;
use std::rc::Rc;

/// Steps that are looked at one by one. Of what comes behind, each lane's last access is known.
const STEPS: usize = 4096;
/// Longer programs are looked at this far: what comes behind may have to move things when it is reached.
const INSTRUCTIONS: usize = 256;

/// What holds for a whole run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunFacts {
    /// Where the lanes of each instruction go, as far as steps were looked at.
    targets: Vec<Rc<Targets>>,
    /// The lanes that take part in each instruction, as far as steps were looked at.
    enabled: Vec<LaneMask>,
    /// The places outside their surface that any instruction touches, each once.
    pub outside: Vec<Target>,
    /// How many lanes meet at most at one place in one instruction.
    pub crowd: usize,
}

impl RunFacts {
    /// Of a run.
    pub fn new(run: &Run) -> Self {
        let count = run.instruction_starts().len();
        let mut targets = vec![Targets::default(); count];
        let mut enabled = vec![LaneMask::first(32); count];
        for step in run.steps().take(STEPS) {
            if let Some(targets) = targets.get_mut(step.instruction as usize) {
                targets.note(&step);
            }
            for effect in &step.effects {
                if let (Effect::Mask { enabled: lanes, .. }, Some(mask)) =
                    (effect, enabled.get_mut(step.instruction as usize))
                {
                    *mask = *lanes;
                }
            }
        }
        let seen = |instruction: usize| {
            let end = run.instruction_starts().get(instruction + 1).copied().unwrap_or_else(|| run.len());
            end as usize <= STEPS
        };
        targets.truncate((0..count).take_while(|instruction| seen(*instruction)).count());
        let targets = targets.into_iter().map(Rc::new).collect();
        let mut facts = Self { targets, enabled, ..Self::default() };
        for instruction in 0..count.min(INSTRUCTIONS) {
            facts.gather(&facts.targets(run, instruction));
        }
        facts
    }

    /// Where the lanes of an instruction go.
    pub fn targets(&self, run: &Run, instruction: usize) -> Rc<Targets> {
        let known = self.targets.get(instruction).cloned();
        known.unwrap_or_else(|| Rc::new(Targets::last_of(run, instruction)))
    }

    /// The lanes that take part in an instruction; all where that is not known.
    pub fn enabled(&self, instruction: usize) -> LaneMask {
        self.enabled.get(instruction).copied().unwrap_or(LaneMask::first(32))
    }

    fn gather(&mut self, targets: &Targets) {
        for target in &targets.0 {
            self.crowd = self.crowd.max(target.visits.len());
            let known = self.outside.iter().any(|other| same_place(&other.access, &target.access));
            if !target.access.inside && !known {
                self.outside.push(target.clone());
            }
        }
    }
}

/// Characters of the longest value that the lanes show at the end of any instruction of a run. Columns are this wide
/// from the start.
pub fn widest_value(run: &Run, format: NumberFormat) -> usize {
    let starts = run.instruction_starts();
    let ends = starts.iter().skip(1).copied().chain([run.len()]).take(INSTRUCTIONS);
    ends.map(|end| longest_value(run, &run.frame(end), format)).max().unwrap_or(1).max(1)
}
