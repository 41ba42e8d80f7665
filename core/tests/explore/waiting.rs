//! Lanes that wait for each other, compared with a model of locks and flags. The model does not use the notation and
//! runs one order after the other.

use super::{FEWER, explored, ordered};
use crate::common::{Random, draws};
use lanescope_core::base::LaneMask;
use lanescope_core::exec::{Scenario, Stop};
use lanescope_core::explore::{Explored, Question, RunEnd, Sampling};
use lanescope_core::session::Session;
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::rc::Rc;

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// A cell that a lane accesses: one of its own two, or the third, which all lanes share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    X,
    Y,
    Z,
}
use Cell::{X, Y, Z};

/// An operation of a lane.
#[derive(Clone, Copy, Debug)]
enum Op {
    /// Waits until the cell is 0 and writes 1, in the same turn.
    Take(Cell),
    /// Waits like [`Take`](Op::Take), but by an exchange, which writes even if the lane has to wait.
    Exchange(Cell),
    /// Waits until the cell is not 0.
    Await(Cell),
    /// Waits until both cells are 0, read one after the other.
    AwaitBoth(Cell, Cell),
    /// Reads the cell.
    Read(Cell),
    /// Writes the last value read, plus 1.
    Write(Cell),
    /// Writes the number.
    Set(Cell, u32),
}
use Op::{Await, AwaitBoth, Exchange, Read, Set, Take};

/// Programs of lanes, one for each case.
const PROGRAMS: [&[Op]; 9] = [
    // A lock around a count.
    &[Take(X), Read(Z), Op::Write(Z), Set(X, 0)],
    // Two locks.
    &[Take(X), Take(Y), Set(Y, 0), Set(X, 0)],
    // A lock that is never freed.
    &[Take(X), Read(Z), Op::Write(Z)],
    // Each lane sets one flag and waits for another.
    &[Set(X, 1), Await(Y)],
    // Each lane waits before it sets its flag.
    &[Await(X), Set(Y, 1)],
    &[Exchange(X), Set(X, 0)],
    &[Exchange(X), Exchange(Y), Set(X, 0)],
    // A wait whose round takes two turns.
    &[AwaitBoth(X, Y), Set(Z, 1)],
    &[Set(X, 1), Set(X, 0), AwaitBoth(Y, Z)],
];

/// Returns the statements of an operation. Each operation has variables of its own.
fn notation(at: usize, op: Op, last_read: &str) -> String {
    let place = |cell| match cell {
        X => "element_offset[i]",
        Y => "src0[i]",
        Z => "8",
    };
    match op {
        Take(cell) => format!(
            "UD v{at} = 1; for (; v{at} != 0; ) {{ atomic {{ v{at} = surface[{0}]; if (v{at} == 0) surface[{0}] = 1; }} }}",
            place(cell)
        ),
        Exchange(cell) => format!(
            "UD v{at} = 1; for (; v{at} != 0; ) {{ atomic {{ v{at} = surface[{0}]; surface[{0}] = 1; }} }}",
            place(cell)
        ),
        Await(cell) => format!("UD v{at} = 0; for (; v{at} == 0; ) {{ v{at} = surface[{}]; }}", place(cell)),
        AwaitBoth(one, other) => format!(
            "UD v{at} = 1; UD w{at} = 1; for (; v{at} + w{at} != 0; ) {{ v{at} = surface[{}]; w{at} = surface[{}]; }}",
            place(one),
            place(other)
        ),
        Read(cell) => format!("UD v{at} = surface[{}];", place(cell)),
        Op::Write(cell) => format!("surface[{}] = {last_read} + 1;", place(cell)),
        Set(cell, number) => format!("surface[{}] = {number};", place(cell)),
    }
}

/// The progress of a lane.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Lane {
    /// The operation, and whether its second access is next; `None` before the first turn.
    at: Option<(usize, bool)>,
    /// The value that each operation has found. `AwaitBoth` has two.
    found: Vec<(u32, u32)>,
    is_done: bool,
}

#[derive(Clone)]
struct Model<'a> {
    program: &'a [Op],
    /// The indices of each lane's own cells.
    own: Vec<[usize; 2]>,
    memory: [u32; 3],
    lanes: Vec<Lane>,
    /// The states that each lane has had since memory last changed.
    stood: Vec<BTreeSet<Lane>>,
}

/// The number of orders for each final memory and mask of lanes that give up.
type Ends = BTreeMap<([u32; 3], u32), u64>;

impl<'a> Model<'a> {
    fn new(program: &'a [Op], own: Vec<[usize; 2]>, memory: [u32; 3]) -> Self {
        let lane = Lane { at: None, found: vec![(u32::MAX, u32::MAX); program.len()], is_done: false };
        let lanes = vec![lane; own.len()];
        let stood = lanes.iter().map(|lane| BTreeSet::from([lane.clone()])).collect();
        Self { program, own, memory, lanes, stood }
    }

    /// Moves a lane to the start of an operation.
    fn before(&self, lane: &mut Lane, at: usize) {
        lane.at = Some((at, false));
        match self.program.get(at) {
            None => lane.is_done = true,
            Some(Take(_) | Exchange(_)) => lane.found[at] = (1, 0),
            Some(Await(_)) => lane.found[at] = (0, 0),
            Some(AwaitBoth(..)) => lane.found[at] = (1, 1),
            Some(_) => {}
        }
    }

    /// Takes the turn of a lane. Returns the lane and the memory after it.
    fn turn(&self, index: usize) -> (Lane, [u32; 3]) {
        let (mut lane, mut memory) = (self.lanes[index].clone(), self.memory);
        if lane.at.is_none() {
            self.before(&mut lane, 0);
        }
        let (at, is_second) = lane.at.expect("it stands before an operation");
        let place = |cell| match cell {
            X => self.own[index][0],
            Y => self.own[index][1],
            Z => 2,
        };
        let goes_on = match self.program[at] {
            Take(cell) | Exchange(cell) => {
                lane.found[at].0 = memory[place(cell)];
                memory[place(cell)] = 1.max(memory[place(cell)]);
                if matches!(self.program[at], Exchange(_)) {
                    memory[place(cell)] = 1;
                }
                lane.found[at].0 == 0
            }
            Await(cell) => {
                lane.found[at].0 = memory[place(cell)];
                lane.found[at].0 != 0
            }
            AwaitBoth(one, other) => {
                if is_second {
                    lane.found[at].1 = memory[place(other)];
                } else {
                    lane.found[at].0 = memory[place(one)];
                }
                lane.at = Some((at, !is_second));
                is_second && lane.found[at] == (0, 0)
            }
            Read(cell) => {
                lane.found[at].0 = memory[place(cell)];
                true
            }
            Op::Write(cell) => {
                memory[place(cell)] = lane.found[at - 1].0 + 1;
                true
            }
            Set(cell, number) => {
                memory[place(cell)] = number;
                true
            }
        };
        if goes_on {
            self.before(&mut lane, at + 1);
        }
        (lane, memory)
    }

    /// Runs every order. Skips a lane that would return to a state that it has had since memory last changed.
    fn each(&self, ends: &mut Ends) {
        let mut is_end = true;
        for index in (0..self.lanes.len()).filter(|index| !self.lanes[*index].is_done) {
            let (lane, memory) = self.turn(index);
            if memory == self.memory && !lane.is_done && self.stood[index].contains(&lane) {
                continue;
            }
            is_end = false;
            let mut next = self.clone();
            next.lanes[index] = lane.clone();
            if memory == self.memory {
                next.stood[index].insert(lane);
            } else {
                next.stood = next.lanes.iter().map(|lane| BTreeSet::from([lane.clone()])).collect();
            }
            next.memory = memory;
            next.each(ends);
        }
        if is_end {
            let left = (0..self.lanes.len()).filter(|index| !self.lanes[*index].is_done);
            let left = left.fold(0, |mask, index| mask | 1 << index);
            *ends.entry((self.memory, left)).or_default() += 1;
        }
    }
}

fn memory(scenario: &Scenario, state: &lanescope_core::machine::State) -> [u32; 3] {
    // Each element is a dword.
    [0, 1, 2].map(|at| state.read(scenario.layout.surfaces[0].element(at)).value as u32)
}

/// Returns the explorer's counts for each final memory and mask of lanes that give up. Runs each witness and checks its
/// end.
fn told(text: &str, scenario: &Rc<Scenario>, explored: &Explored) -> BTreeMap<([u32; 3], u32), BigUint> {
    let mut ends = BTreeMap::new();
    let product: BigUint = explored.factors.iter().map(|factor| &factor.orders).product();
    let total: usize = explored.factors.iter().map(|factor| factor.outcomes.len()).product();
    for number in 0..total {
        let (mut choice, mut left) = (Vec::new(), number);
        for factor in &explored.factors {
            choice.push(left % factor.outcomes.len());
            left /= factor.outcomes.len();
        }
        let chosen = || explored.factors.iter().zip(&choice).map(|(factor, at)| &factor.outcomes[*at]);
        let end = explored.choose(|at| choice[at]).expect("there is such an outcome");
        let RunEnd { state, gave_up, witness, .. } = end;
        let orders =
            chosen().map(|outcome| &outcome.orders).product::<BigUint>() * (&explored.orders / &product);
        let run = ordered(scenario, &witness.schedules());
        assert_eq!(
            run.stop(),
            if gave_up.is_empty() { Stop::End } else { Stop::GaveUp },
            "{text}{witness:?}"
        );
        assert_eq!(memory(scenario, &run.state(run.len())), memory(scenario, &state), "{text}{witness:?}");
        assert!(run.len() < 2000, "a run ends soon where all wait\n{text}");
        *ends.entry((memory(scenario, &state), gave_up.0)).or_insert(BigUint::ZERO) += orders;
    }
    ends
}

fn text(program: &[Op], own: &[[usize; 2]], memory: [u32; 3]) -> String {
    let bytes =
        |which: usize| own.iter().map(|cells| (4 * cells[which]).to_string()).collect::<Vec<_>>().join(" ");
    let mut text = format!(
        ".isa visa grf=32\n.lanes 8\n.decl X v_type=G type=ud num_elts=8 align=GRF\n.set X = {}\n\
         .decl Y v_type=G type=ud num_elts=8 align=GRF\n.set Y = {}\n.decl BUF v_type=T num_elts=1\n\
         .surface BUF buffer ud = {} {} {}\n.semantics DWORD_ATOMIC {{\n  foreach_active (i) {{\n",
        bytes(0),
        bytes(1),
        memory[0],
        memory[1],
        memory[2],
    );
    let mut last_read = String::new();
    for (at, op) in program.iter().enumerate() {
        let _ = writeln!(text, "    {}", notation(at, *op, &last_read));
        if matches!(op, Read(_)) {
            last_read = format!("v{at}");
        }
    }
    let _ = writeln!(
        text,
        "  }}\n}}\n.order ascending\ndword_atomic.add (M1, {}) BUF X.0 Y.0 V0.0 V0.0",
        size(own.len())
    );
    text
}

/// Returns the smallest execution size for this number of lanes.
fn size(lanes: usize) -> usize {
    lanes.next_power_of_two()
}

#[test]
fn lanes_that_wait_end_as_all_orders_do() {
    let mut random = Random::new(41);
    let (mut gave_up, mut both) = (0, 0);
    // WebAssembly runs each program more than once, too: a few cases would not show how many lanes give up.
    let cases = draws(120 / FEWER.min(4));
    for case in 0..cases {
        let program = PROGRAMS[case % PROGRAMS.len()];
        let lanes = if case % 12 == 0 && program.len() < 4 { 3 } else { 2 };
        let own: Vec<[usize; 2]> = (0..lanes).map(|_| [random.below(2), random.below(3)]).collect();
        let start = [random.below(8) / 7, random.below(8) / 7, 0].map(|number| number as u32);
        let text = text(program, &own, start)
            .replace(".lanes 8\n", &format!(".lanes 8 active={:#x}\n", (1 << lanes) - 1));
        let session = Session::open(&text);
        let scenario = session.scenario.clone().unwrap_or_else(|| panic!("{text}{:?}", session.diagnostics));
        let mut ends = Ends::new();
        Model::new(program, own, start).each(&mut ends);
        let all = explored(&scenario, Question::memory());
        let told = told(&text, &scenario, &all);
        let counted: BTreeMap<_, _> = ends.iter().map(|(end, count)| (*end, BigUint::from(*count))).collect();
        assert_eq!(told, counted, "{text}");
        assert_eq!(all.orders, ends.values().map(|count| BigUint::from(*count)).sum::<BigUint>(), "{text}");
        let some = ends.keys().filter(|(_, lanes)| *lanes != 0).count();
        gave_up += usize::from(some > 0);
        both += usize::from(some > 0 && some < ends.len());
    }
    assert!(gave_up * 5 > cases && gave_up < cases && both * 20 > cases, "{gave_up} and {both} of {cases}");
}

/// Two lanes take two locks in opposite order. A random sample shows both ends, too.
#[test]
fn a_sample_shows_lanes_that_give_up() {
    let text = text(PROGRAMS[1], &[[0, 1], [1, 0]], [0; 3]);
    let text = text.replace(".lanes 8\n", ".lanes 8 active=0x3\n");
    let scenario = Session::open(&text).scenario.expect("it runs");
    let mut sampling = Sampling::new(Rc::clone(&scenario), Question::memory(), 3, 200);
    while !sampling.advance(100) {}
    let sample = sampling.finish().expect("every order comes to an end");
    let lanes: Vec<LaneMask> = sample.factor.outcomes.iter().map(|outcome| outcome.gave_up).collect();
    assert!(
        !sample.is_even && lanes.len() == 2 && lanes.contains(&LaneMask(3)) && lanes.contains(&LaneMask(0))
    );
    let both =
        sample.factor.outcomes.iter().find(|outcome| outcome.gave_up == LaneMask(3)).expect("it is there");
    let run = ordered(&scenario, &both.witness.schedules());
    assert_eq!(run.stop(), Stop::GaveUp);
}

/// A run in which no lane waits forever goes on, however long its lanes take.
#[test]
fn lanes_that_count_for_long_do_not_give_up() {
    let text = text(&[Read(Z)], &[[0, 0], [0, 0]], [0; 3]).replace(
        "UD v0 = surface[8];",
        "for (UD round = 0; round < 500; round += 1) { UD v0 = surface[8]; surface[8] = v0 + 1; }",
    );
    let run = Session::open(&text).run.expect("it runs");
    assert_eq!(run.stop(), Stop::End);
}

/// Returns how the run of a text of two lanes ends, and its number of steps.
fn ends(semantics: &str) -> (Stop, u32) {
    let run = Session::open(&two_lanes(semantics)).run.expect("it runs");
    (run.stop(), run.len())
}

fn two_lanes(semantics: &str) -> String {
    format!(
        ".lanes 8 active=0b11\n.decl OFF v_type=G type=ud num_elts=8 align=GRF\n.decl BUF v_type=T num_elts=1\n\
         .set OFF = [0; 8]\n.surface BUF buffer ud = 0 0\n.semantics DWORD_ATOMIC {{\n{semantics}\n}}\n\
         dword_atomic.inc (M1, 8) BUF OFF.0 V0.0 V0.0 V0.0\n"
    )
}

/// A loop outside `foreach_active`, in which all lanes go round together.
#[test]
fn lanes_that_go_round_together_without_a_change_wait_forever() {
    for endless in [
        "for (; surface[0] == 0; ) { foreach_active (i) { atomic { dst[i] = surface[0]; } } }",
        "for (; surface[0] == 0; ) { foreach_active (i) { surface[4] = surface[4]; } }",
        "UD k = 0; for (; surface[0] == 0; k = (k + 1) % 3) { foreach_active (i) { T old = surface[4]; } }",
        // The first rounds change memory, the later ones do not.
        "for (; surface[0] == 0; ) { foreach_active (i) { atomic { surface[4] = min(surface[4] + 1, 9); } } }",
        "for (; surface[0] == 0; ) { T old = surface[4]; }",
    ] {
        let (stop, steps) = ends(endless);
        assert_eq!(stop, Stop::GaveUp, "{endless}");
        assert!(steps < 200, "{steps} steps\n{endless}");
    }
    for finite in [
        "for (UD k = 0; k < 1000; ++k) { foreach_active (i) { T old = surface[4]; } }",
        "for (; surface[0] < 100; ) { foreach_active (i) { atomic { surface[0] = surface[0] + 1; } } }",
        // A change that is taken back is a change.
        "UD k = 0; for (; surface[0] == 0; ) { surface[4] = 1; surface[4] = 0; k = k + 1; if (k > 50) surface[0] = 1; }",
    ] {
        assert_eq!(ends(finite).0, Stop::End, "{finite}");
    }
    // Lane 1 ends the loop if it comes first. The run of ascending lanes never finds that out, and is not said to wait.
    let race = "for (; surface[0] == 0; ) { foreach_active (i) {\n\
        atomic { if (i == 0) surface[4] = 1; else if (surface[4] == 0) surface[0] = 1; } }\n\
        if (surface[0] == 0) surface[4] = 0; }";
    assert_eq!(ends(race).0, Stop::Budget);
}

/// All orders of such a loop, and the question for its error, are answered without the whole budget.
#[test]
fn all_orders_of_lanes_that_go_round_together_are_known() {
    let session = Session::open(&two_lanes(
        "for (; surface[0] == 0; ) { foreach_active (i) { atomic { dst[i] = surface[0]; } } }",
    ));
    let scenario = session.scenario.expect("it runs");
    let found = explored(&scenario, Question { most_states: 1000, ..Question::results() });
    assert_eq!((found.gave_up, found.outcomes()), (LaneMask(0b11), 1u32.into()));
    let codes: Vec<&str> = found.causes.iter().map(|cause| cause.error.code()).collect();
    assert_eq!(codes, ["run-gave-up"]);
}
