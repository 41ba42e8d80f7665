//! Every order of a scenario, each run whole by the ordinary machine. Nothing here asks the explorer.
//!
//! An order is the sequence of turns of a run. The first run takes the lanes as they come. Each further run begins with the
//! turns of a known run up to some point, and gives the next turn to another lane.

use super::{Ends, ordered};
use lanescope_core::base::{LaneMask, Schedule};
use lanescope_core::exec::{Bound, Run, Scenario, Stop};
use lanescope_core::machine::{Place, State};
use lanescope_core::semantics::{Site, StatementKind};
use lanescope_core::trace::Effect;
use std::collections::HashMap;

/// The ends of all orders.
pub struct Orders {
    /// By end: its share of all orders, as a number out of the sum of all numbers. Of each loop, all orders count equally.
    pub ends: Ends,
    /// Whether a lane of some run has more than one turn in a loop.
    pub has_second_turns: bool,
}

/// A turn of a lane in a `foreach_active` of an instruction.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Turn {
    instruction: usize,
    loop_number: usize,
    lane: u8,
}

impl Turn {
    fn is_in_loop_of(&self, other: &Self) -> bool {
        (self.instruction, self.loop_number) == (other.instruction, other.loop_number)
    }
}

/// The turns of a run.
struct Course {
    turns: Vec<Turn>,
    /// The loop in which the run stops, as one of its turns, and its lanes.
    stop: Option<(Turn, LaneMask)>,
    /// The number of lanes that have no turn in that loop.
    prevented: usize,
}

/// A loop of a run: the steps of lanes between two steps of the uniform thread, or of one `foreach_active`.
#[derive(Default)]
struct Round {
    foreach: usize,
    lanes: LaneMask,
    accesses: bool,
    returned: Vec<(Place, Option<u8>, u8)>,
}

impl Round {
    /// Whether two lanes write the same bits of a destination.
    fn shares_elements(&self) -> bool {
        let pairs = self
            .returned
            .iter()
            .enumerate()
            .flat_map(|(at, one)| self.returned[..at].iter().map(move |other| (one, other)));
        pairs.into_iter().any(|((place, bit, lane), (other, other_bit, other_lane))| {
            lane != other_lane && place.overlaps(*other) && bit == other_bit
        })
    }
}

/// A run of an order.
struct Leaf {
    course: Course,
    end: (State, bool),
}

/// Runs every order. Returns `None` if that takes more than `most_runs` runs.
pub fn all(scenario: &Scenario, most_runs: usize) -> Option<Orders> {
    let (mut leaves, mut has_second_turns) = (Vec::new(), false);
    let mut pending: Vec<Vec<Turn>> = vec![Vec::new()];
    for _ in 0..most_runs {
        let Some(first) = pending.pop() else {
            let (ends, _) = shares(&leaves.iter().collect::<Vec<_>>(), 0, has_second_turns);
            return Some(Orders { ends, has_second_turns });
        };
        let run = ordered(scenario, &schedules(&first));
        assert!(matches!(run.stop(), Stop::End | Stop::Fault), "lanes neither wait nor run for long here");
        let course = Course::new(scenario, &run);
        if !course.turns.starts_with(&first) {
            // The lane of the last turn has no further turn, or the run stops before it.
            continue;
        }
        has_second_turns |= (0..scenario.program.len()).any(|at| run.turns(at).first_repeated().is_some());
        for at in first.len()..course.turns.len() {
            let turn = course.turns[at];
            let others = course.lanes_at(at).filter(|lane| *lane != turn.lane);
            pending.extend(others.map(|lane| [&course.turns[..at], &[Turn { lane, ..turn }]].concat()));
        }
        leaves.push(Leaf { end: (run.state(run.len()), course.stop.is_some()), course });
    }
    None
}

/// The shares of ends of runs whose first `at` turns are the same, and their sum.
fn shares(leaves: &[&Leaf], at: usize, has_second_turns: bool) -> (Ends, u64) {
    let Some(&first) = leaves[0].course.turns.get(at) else {
        assert_eq!(leaves.len(), 1, "the turns decide how a run ends");
        return (Ends::from([(leaves[0].end.clone(), 1)]), 1);
    };
    let mut by_turns = HashMap::<Vec<u8>, Vec<&Leaf>>::new();
    for leaf in leaves {
        let turns = leaf.course.turns[at..].iter().take_while(|turn| turn.is_in_loop_of(&first));
        by_turns.entry(turns.map(|turn| turn.lane).collect()).or_default().push(leaf);
    }
    let mut parts = Vec::new();
    for (turns, leaves) in by_turns {
        let stops = leaves[0].course.stop.is_some_and(|(stop, _)| stop.is_in_loop_of(&first));
        // Turns that a stop prevents are taken in every order, if each lane has one turn.
        let prevented = if stops && !has_second_turns { leaves[0].course.prevented as u64 } else { 0 };
        let ways: u64 = (1..=prevented).product();
        parts.push((ways, shares(&leaves, at + turns.len(), has_second_turns)));
    }
    let of = parts.iter().fold(1, |multiple, (_, (_, sum))| common_multiple(multiple, *sum));
    let mut ends = Ends::new();
    for (ways, (part, sum)) in &parts {
        for (end, share) in part {
            *ends.entry(end.clone()).or_default() += share * ways * (of / sum);
        }
    }
    (ends, of * parts.iter().map(|(ways, _)| ways).sum::<u64>())
}

/// The least common multiple of two numbers that are not 0.
fn common_multiple(a: u64, b: u64) -> u64 {
    let (mut divisor, mut rest) = (a, b);
    while rest != 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    a / divisor * b
}

/// The schedules under which a run begins with some turns.
fn schedules(first: &[Turn]) -> Vec<(usize, Schedule)> {
    let mut lists = HashMap::<usize, Vec<Vec<u8>>>::new();
    for turn in first {
        let lists = lists.entry(turn.instruction).or_default();
        // Lane 0 first is ascending. The last list holds for all further loops.
        lists.resize(lists.len().max(turn.loop_number + 2), Vec::new());
        lists[turn.loop_number].push(turn.lane);
    }
    let filled = |list: Vec<u8>| if list.is_empty() { vec![0] } else { list };
    let lists = lists.into_iter();
    lists.map(|(at, lists)| (at, Schedule::Explicit(lists.into_iter().map(filled).collect()))).collect()
}

impl Course {
    fn new(scenario: &Scenario, run: &Run) -> Self {
        let is_stopped = run.stop() != Stop::End;
        let needs_rounds = is_stopped || !scenario.program.iter().all(has_one_round_that_accesses_memory);
        let mut course = Self { turns: Vec::new(), stop: None, prevented: 0 };
        let mut rounds = if needs_rounds { rounds(scenario, run) } else { HashMap::new() };
        let began = run.instruction_starts().len();
        for instruction in 0..began {
            let enabled = run.enabled(instruction).unwrap_or_default();
            if enabled.count() == 0 {
                continue;
            }
            let whole = || vec![Round { lanes: enabled, accesses: true, ..Round::default() }];
            let rounds = if needs_rounds { rounds.remove(&instruction).unwrap_or_default() } else { whole() };
            let count = rounds.len();
            for (loop_number, round) in rounds.into_iter().enumerate() {
                let stops = is_stopped && instruction + 1 == began && loop_number + 1 == count;
                let bound = &scenario.program[instruction];
                if !stops && !round.accesses && !round.shares_elements() && !bound.memory.live_sources {
                    // No lane can see what another one does, so all orders of the loop are the same.
                    continue;
                }
                let lanes = turns_in(&run.turns(instruction), loop_number, enabled);
                let lanes = lanes.into_iter().filter(|lane| round.lanes.contains(usize::from(*lane)));
                course.turns.extend(lanes.map(|lane| Turn { instruction, loop_number, lane }));
                if stops {
                    course.prevented = enabled.count() - round.lanes.count();
                    course.stop = course.turns.last().map(|turn| (*turn, enabled));
                }
            }
        }
        assert!(!is_stopped || course.stop.is_some(), "a run stops in a loop");
        course
    }

    /// The lanes that may have a turn in place of one. Where the run stops, some of them may have none.
    fn lanes_at(&self, at: usize) -> impl Iterator<Item = u8> {
        let turn = &self.turns[at];
        let stopped = self.stop.filter(|(stop, _)| stop.is_in_loop_of(turn)).map(|(_, lanes)| lanes);
        let later = self.turns[at..].iter().filter(|later| later.is_in_loop_of(turn));
        let later = later.fold(LaneMask::default(), |mask, later| mask.with(usize::from(later.lane), true));
        let lanes: Vec<u8> = stopped.unwrap_or(later).lanes().map(|lane| lane.0).collect();
        lanes.into_iter()
    }
}

fn has_one_round_that_accesses_memory(bound: &Bound) -> bool {
    let statements = &bound.code.statements;
    let loops = statements.iter().filter(|it| matches!(it.kind, StatementKind::Foreach { .. })).count();
    let repeats = statements.iter().any(|it| matches!(it.kind, StatementKind::Branch { is_loop: true, .. }));
    loops == 1 && !repeats && statements.iter().any(|statement| statement.accesses_memory)
}

/// Whether all lanes of an instruction go round together: the uniform thread jumps back to before a `foreach_active`.
pub fn has_rounds(bound: &Bound) -> bool {
    let statements = &bound.code.statements;
    let foreach = statements.iter().position(|it| matches!(it.kind, StatementKind::Foreach { .. }));
    let jumps_back = |kind: &StatementKind| matches!(kind, StatementKind::Jump(to) if foreach.is_some_and(|at| to.0 as usize <= at));
    statements.iter().any(|it| jumps_back(&it.kind))
}

/// The lanes of the turns of a loop, from the schedule that an instruction had.
fn turns_in(schedule: &Schedule, loop_number: usize, enabled: LaneMask) -> Vec<u8> {
    let list = match schedule {
        Schedule::Explicit(lists) => lists.get(loop_number).or(lists.last()).cloned().unwrap_or_default(),
        _ => Vec::new(),
    };
    let mut lanes: Vec<u8> = list.into_iter().filter(|lane| enabled.contains(usize::from(*lane))).collect();
    let others = enabled.lanes().map(|lane| lane.0).filter(|lane| !lanes.contains(lane));
    lanes.extend(others.collect::<Vec<_>>());
    lanes
}

/// By instruction: its loops, as the steps of a run show them.
fn rounds(scenario: &Scenario, run: &Run) -> HashMap<usize, Vec<Round>> {
    let foreach_of: Vec<HashMap<Site, usize>> = scenario.program.iter().map(foreach_by_site).collect();
    let mut all = HashMap::<usize, Vec<Round>>::new();
    let mut is_open = false;
    for step in run.steps() {
        let (Some(lane), Some(site)) = (step.lane, step.site) else {
            is_open = false;
            continue;
        };
        let instruction = step.instruction as usize;
        let foreach = foreach_of[instruction][&site];
        let rounds = all.entry(instruction).or_default();
        if !is_open || rounds.last().is_none_or(|round| round.foreach != foreach) {
            rounds.push(Round { foreach, ..Round::default() });
            is_open = true;
        }
        let round = rounds.last_mut().expect("one was added");
        round.lanes = round.lanes.with(lane.index(), true);
        round.accesses |= step.accesses().next().is_some();
        round.returned.extend(step.effects.iter().filter_map(|effect| match effect {
            Effect::Return { place: Some(place), bit, .. } => Some((*place, *bit, lane.0)),
            _ => None,
        }));
    }
    all
}

/// By statement of a lane: the number of its `foreach_active` in the text.
fn foreach_by_site(bound: &Bound) -> HashMap<Site, usize> {
    let mut foreach = 0;
    let mut sites = HashMap::new();
    for statement in &bound.code.statements {
        foreach += usize::from(matches!(statement.kind, StatementKind::Foreach { .. }));
        sites.insert(statement.site, foreach);
    }
    sites
}
