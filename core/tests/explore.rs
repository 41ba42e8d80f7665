//! The explorer compared with all orders: each permutation of the lanes runs in the ordinary machine. Outcomes and
//! their counts must agree, and each witness is run.

mod brute;
mod by_hand;
mod drawn;
mod judged;
mod kinds;
mod many;
mod named;
mod orders;
mod sampled;
mod stopping;
mod waiting;

use crate::common::{Random, draws};
use drawn::{sass, visa};
use lanescope_core::base::{LaneId, Schedule};
use lanescope_core::exec::{Run, Scenario, Stop};
use lanescope_core::explore::{
    Before, Decides, Explaining, Exploration, Explored, Factor, Meeting, Observation, Question, RunEnd, Seen,
    Witness,
};
use lanescope_core::machine::{Bytes, Place, SpaceId, SpaceKind, State, Surface, Variable};
use lanescope_core::session::{
    Session,
    orders::{ClaimedFacts, Fact, Possibility},
    text::PanelEdit,
};
use num_bigint::BigUint;
use orders::Orders;
use std::collections::{BTreeMap, HashMap};
use std::io::Write as _;
use std::rc::Rc;

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// Divisor for the number of cases in wasm. It is slow without optimization and only has to behave the same.
const FEWER: usize = if cfg!(target_arch = "wasm32") { 20 } else { 1 };

/// Returns every permutation of some lanes.
fn permutations(lanes: &[u8]) -> Vec<Vec<u8>> {
    if lanes.is_empty() {
        return vec![Vec::new()];
    }
    let with = |&first: &u8| {
        let others: Vec<u8> = lanes.iter().copied().filter(|&lane| lane != first).collect();
        permutations(&others).into_iter().map(move |rest| [vec![first], rest].concat()).collect::<Vec<_>>()
    };
    lanes.iter().flat_map(with).collect()
}

/// Runs the scenario with these schedules.
fn ordered(scenario: &Scenario, schedules: &[(usize, Schedule)]) -> Run {
    let mut scenario = scenario.clone();
    for (instruction, schedule) in schedules {
        scenario.program[*instruction].schedule = schedule.clone();
    }
    Run::new(Rc::new(scenario))
}

type Ends = HashMap<(State, bool), u64>;

/// Returns the ends of all orders. Each lane has one turn.
fn brute(scenario: &Scenario) -> Ends {
    let quick = brute::Lanes::new(scenario).and_then(|mut lanes| lanes.ends());
    quick.unwrap_or_else(|| brute::whole(scenario))
}

fn explored(scenario: &Rc<Scenario>, question: Question) -> Explored {
    let mut exploration = Exploration::new(Rc::clone(scenario), question);
    while !exploration.advance(1000) {}
    exploration.finish().expect("within the budget")
}

/// Number of witnesses of a scenario that the ordinary machine runs.
const RUN: usize = 60;

/// Ends of witnesses. The ordinary machine runs the first [`RUN`]. Those of one instruction that follow are composed of
/// lanes that ran alone.
struct Replay<'a> {
    scenario: &'a Scenario,
    lanes: Option<brute::Lanes<'a>>,
    done: usize,
}

impl<'a> Replay<'a> {
    fn new(scenario: &'a Scenario) -> Self {
        Self { scenario, lanes: brute::Lanes::new(scenario), done: 0 }
    }

    /// Returns the end of a witness, and whether the run stopped before the program's end.
    fn end(&mut self, witness: &Witness) -> (State, bool) {
        self.done += 1;
        let schedules = witness.schedules();
        if let ([(_, schedule)], Some(lanes)) = (&schedules[..], &mut self.lanes)
            && self.done > RUN
        {
            // The last loop of an instruction decides its end.
            let first = match schedule {
                Schedule::Explicit(lists) => lists[lists.len() - 1].clone(),
                _ => Vec::new(),
            };
            let others = lanes.lanes.iter().copied().filter(|lane| !first.contains(lane));
            let listed = first.iter().copied().filter(|lane| lanes.lanes.contains(lane));
            let order: Vec<u8> = listed.chain(others).collect();
            if let Some(end) = lanes.end(&order) {
                return (end, false);
            }
        }
        let run = ordered(self.scenario, &schedules);
        (run.state(run.len()), run.stop() == Stop::Fault)
    }
}

/// Lists every outcome with the number of its orders and its witness. Runs each witness and checks that it leads there.
fn listed(scenario: &Scenario, explored: &Explored, results: bool) -> Vec<(State, bool, BigUint, Witness)> {
    let product: BigUint = explored.factors.iter().map(|factor| &factor.orders).product();
    let others = &explored.orders / &product;
    assert_eq!(&others * &product, explored.orders, "factors divide the number of orders");
    let total: usize = explored.factors.iter().map(|factor| factor.outcomes.len()).product();
    assert!(total <= 100_000, "{total} outcomes");
    let mut out = Vec::new();
    let mut replay = Replay::new(scenario);
    for number in 0..total {
        let mut choice = Vec::new();
        let mut left = number;
        for factor in &explored.factors {
            choice.push(left % factor.outcomes.len());
            left /= factor.outcomes.len();
        }
        let end = explored.choose(|at| choice[at]).expect("there is such an outcome");
        let RunEnd { state, is_stopped, witness, .. } = end;
        let chosen = explored.factors.iter().zip(&choice).map(|(factor, &at)| &factor.outcomes[at]);
        let orders = chosen.map(|outcome| &outcome.orders).product::<BigUint>() * &others;
        let (end, stops) = replay.end(&witness);
        assert_eq!(stops, is_stopped, "the witness stops");
        assert!(
            surfaces(scenario, &end) == surfaces(scenario, &state),
            "the witness of an outcome leads there"
        );
        if results {
            assert!(end == state, "the witness of an outcome leads there");
        }
        out.push((state, is_stopped, orders, witness));
    }
    out
}

fn surfaces(scenario: &Scenario, state: &State) -> Vec<Bytes> {
    let spaces = scenario.layout.spaces.iter().enumerate();
    let surfaces = spaces.filter(|(_, space)| space.kind == SpaceKind::Surface);
    surfaces.map(|(at, _)| state.space(SpaceId(at as u16)).clone()).collect()
}

/// Compares the explorer's answers with all orders. Returns three numbers of outcomes: of memory, of results, and of
/// results in which lanes that do the same are interchangeable.
fn compare(text: &str) -> Option<(usize, usize, usize)> {
    compare_with(text, brute)
}

/// Compares like [`compare`], with the ends of all orders from `brute`.
fn compare_with(text: &str, brute: fn(&Scenario) -> Ends) -> Option<(usize, usize, usize)> {
    let session = opened(text);
    let scenario = session.scenario.as_ref()?;
    let orders = Orders { ends: brute(scenario), has_second_turns: false };
    Some(compare_ends(text, scenario, &orders))
}

/// Opens a text that runs.
fn opened(text: &str) -> Session {
    let session = Session::open(text);
    let messages = || session.diagnostics.iter().map(|found| &found.message).collect::<Vec<_>>();
    assert!(session.scenario.is_some(), "{text}{:?}", messages());
    session
}

/// Compares like [`compare_possible`], with these ends of all orders.
fn compare_ends(text: &str, scenario: &Rc<Scenario>, orders: &Orders) -> (usize, usize, usize) {
    let brute = &orders.ends;
    let total: u64 = brute.values().sum();

    let results = explored(scenario, Question::results());
    // The explorer does not distinguish orders of a loop without memory accesses.
    let same = |orders: &BigUint, found: u64, of: &BigUint| orders * total == of * found;
    let all = listed(scenario, &results, true);
    assert_eq!(all.len(), brute.len(), "{text}");
    for (state, is_stopped, orders, _) in &all {
        let found = brute.get(&(state.clone(), *is_stopped)).copied().unwrap_or(0);
        assert!(
            same(orders, found, &results.orders),
            "{orders} of {} for {found} of {total}\n{text}",
            results.orders
        );
    }
    assert_eq!(all.iter().map(|(.., orders, _)| orders).sum::<BigUint>(), results.orders, "{text}");
    let decides = |explored: &Explored| explored.meetings.iter().map(|meeting| meeting.decides).max();
    if brute.len() > 1 {
        assert!(decides(&results) > Some(Decides::Nothing), "{text}");
    }
    let stopping: u64 =
        brute.iter().filter(|((_, is_stopped), _)| *is_stopped).map(|(_, orders)| orders).sum();
    assert!(same(&results.stopping(), stopping, &results.orders), "{} stop\n{text}", results.stopping());

    let kinds = compare_renamed(text, scenario, brute, &results.orders);

    let mut finals = HashMap::<(Vec<Bytes>, bool), u64>::new();
    for ((state, is_stopped), orders) in brute {
        *finals.entry((surfaces(scenario, state), *is_stopped)).or_default() += orders;
    }
    let memory = explored(scenario, Question::memory());
    assert_eq!(memory.orders, results.orders, "{text}");
    if brute.len() > 1 {
        assert!(decides(&memory) > Some(Decides::Nothing), "{text}");
    }
    assert_eq!(memory.stopping(), results.stopping(), "{text}");
    lists_memory_alone(scenario, &memory);
    let some = listed(scenario, &memory, false);
    assert_eq!(some.len(), finals.len(), "{text}");
    for (state, is_stopped, orders, _) in &some {
        let found = finals.get(&(surfaces(scenario, state), *is_stopped)).copied().unwrap_or(0);
        assert!(
            same(orders, found, &memory.orders),
            "{orders} of {} for {found} of {total}\n{text}",
            memory.orders
        );
    }
    assert_eq!(some.iter().map(|(.., orders, _)| orders).sum::<BigUint>(), memory.orders, "{text}");
    if scenario.program.len() == 1 {
        let lanes = scenario.dispatch_mask.count();
        // One of several rounds need not decide the end, and lanes that run alone go round more often.
        let is_one_round = !orders::has_rounds(&scenario.program[0]);
        // If lanes have several turns, what the lanes of a meeting find is counted in the orders of their own turns.
        let counted =
            |meeting: &&Meeting| is_one_round && (!orders.has_second_turns || meeting.lanes.len() == lanes);
        for meeting in memory.meetings.iter().filter(counted) {
            compare_meeting(scenario, text, meeting, brute);
        }
        for factor in memory.factors.iter().filter(|_| is_one_round && !orders.has_second_turns) {
            compare_explanations(text, scenario, factor);
        }
    }
    (finals.len(), brute.len(), kinds)
}

/// Checks that the outcomes of memory list no register, variable or predicate.
fn lists_memory_alone(scenario: &Scenario, memory: &Explored) {
    for cell in memory.factors.iter().flat_map(|factor| &factor.cells) {
        assert_eq!(scenario.layout.space(cell.place.space).kind, SpaceKind::Surface);
    }
}

/// Compares the outcomes in which lanes that do the same are interchangeable with all outcomes. In these, the values of
/// such lanes are sorted. Returns the number of different outcomes.
fn compare_renamed(text: &str, scenario: &Rc<Scenario>, brute: &Ends, all_orders: &BigUint) -> usize {
    let renamed = explored(scenario, Question::renamed());
    assert_eq!(renamed.outcomes(), BigUint::from(brute.len()), "{text}");
    assert_eq!(&renamed.orders, all_orders, "{text}");
    let alike: Vec<&Meeting> =
        renamed.meetings.iter().filter(|meeting| !meeting.renamed.is_empty()).collect();
    if scenario.program.len() > 1 || alike.is_empty() {
        return brute.len();
    }
    type Values = Vec<Vec<(u64, u64)>>;
    let kind = |state: &State, is_stopped: bool| {
        let (mut left, mut values) = (state.clone(), Vec::<Values>::new());
        for meeting in &alike {
            let seen = meeting.seen.as_ref().expect("each lane has one turn");
            for class in &meeting.renamed {
                let of_lane = |lane: LaneId| {
                    let places = seen.iter().filter(move |seen| seen.lane == lane).map(|seen| seen.place);
                    places.collect::<Vec<Place>>()
                };
                let read = |place: &Place| (state.read(*place).value, state.read(*place).defined);
                let mut of_class: Values =
                    class.lanes().map(|lane| of_lane(lane).iter().map(read).collect()).collect();
                of_class.sort();
                values.push(of_class);
                for place in class.lanes().flat_map(of_lane) {
                    left.write(place, lanescope_core::base::Bits::UNDEFINED);
                }
            }
        }
        (left, is_stopped, values)
    };
    let mut kinds = HashMap::<_, u64>::new();
    for ((state, is_stopped), orders) in brute {
        *kinds.entry(kind(state, *is_stopped)).or_default() += orders;
    }
    assert_eq!(renamed.kinds(), BigUint::from(kinds.len()), "{text}");
    let total: u64 = brute.values().sum();
    for (state, is_stopped, orders, _) in &listed(scenario, &renamed, true) {
        let found = kinds.get(&kind(state, *is_stopped)).copied().unwrap_or(0);
        assert_eq!(orders * total, all_orders * found, "{text}");
    }
    kinds.len()
}

/// Checks each explanation against every order of the enabled lanes.
fn compare_explanations(text: &str, scenario: &Scenario, factor: &Factor) {
    let Some(mut explaining) = Explaining::new(factor, scenario) else { return };
    while !explaining.advance(factor, scenario) {}
    let Some(explanations) = explaining.finish() else { return };
    assert_eq!(explanations.len(), factor.outcomes.len());
    let (_, Schedule::Explicit(_) | Schedule::Ascending) = &factor.outcomes[0].witness.schedules()[0] else {
        panic!("an order lists lanes\n{text}");
    };
    let enabled: Vec<u8> = scenario.dispatch_mask.lanes().map(|lane| lane.0).collect();
    let mut quick = brute::Lanes::new(scenario);
    for order in permutations(&enabled) {
        let end = quick.as_mut().and_then(|lanes| lanes.end(&order)).unwrap_or_else(|| {
            let run = ordered(scenario, &[(0, Schedule::Explicit(vec![order.clone()]))]);
            run.state(run.len())
        });
        let place = |lane: LaneId| order.iter().position(|&other| other == lane.0);
        let fulfils = |pairs: &Vec<Before>| pairs.iter().all(|&Before(a, b)| place(a) < place(b));
        for (outcome, explanation) in factor.outcomes.iter().zip(&explanations) {
            let leads = factor.cells.iter().zip(&outcome.values).all(|(cell, wanted)| {
                let found = end.read(cell.place);
                (found.value & cell.mask, found.defined & cell.mask) == (wanted.value, wanted.defined)
            });
            let says = explanation.alternatives.iter().any(fulfils);
            assert!(says || !leads, "what is necessary holds\n{text}{order:?} {explanation:?}");
            assert!(leads || !says || !explanation.is_sufficient, "{text}{order:?} {explanation:?}");
        }
    }
}

/// Draws an observation of the end: some elements, with values from one outcome or from several.
fn observed(random: &mut Random, scenario: &Scenario, ends: &Ends) -> Vec<Observation> {
    let mut states: Vec<&State> = ends.keys().map(|(state, _)| state).collect();
    states.sort_by_key(|state| state.fingerprint());
    let state = states[random.below(states.len())];
    let layout = &scenario.layout;
    let of_surface =
        |surface: &Surface| (0..surface.count()).map(|at| surface.element(at)).collect::<Vec<_>>();
    let of_variable =
        |variable: &Variable| (0..variable.count).map(|at| variable.element(at)).collect::<Vec<_>>();
    let mut places: Vec<Place> = layout.surfaces.iter().flat_map(of_surface).collect();
    places.extend(layout.variables.iter().flat_map(of_variable));
    // Elements that depend on the order are the most informative.
    places.retain(|place| {
        random.below(20) == 0 || states.iter().any(|other| other.read(*place) != state.read(*place))
    });
    let some = random.below(4);
    places.retain(|_| random.below(4) >= some);
    let seen = |place: &Place| Observation { place: *place, mask: u64::MAX, bits: state.read(*place) };
    let mut all: Vec<Observation> = places.iter().map(seen).collect();
    if random.below(2) == 0 {
        // Values from different outcomes need not occur together.
        for seen in &mut all {
            seen.bits = states[random.below(states.len())].read(seen.place);
        }
    }
    all
}

/// Compares the share of orders that produce a drawn observation with all orders. Returns true if some order does.
fn compare_possible(random: &mut Random, text: &str) -> bool {
    let session = opened(text);
    let ends = session.scenario.as_deref().map(brute).expect("it runs");
    compare_seen(random, &session, &ends)
}

/// Compares like [`compare_possible`], with these ends of all orders.
fn compare_seen(random: &mut Random, session: &Session, ends: &Ends) -> bool {
    let (text, scenario) = (&session.text, session.scenario.as_ref().expect("it runs"));
    let total: u64 = ends.values().sum();
    let observed = observed(random, scenario, ends);
    let fits = |state: &State| observed.iter().all(|seen| state.read(seen.place) == seen.bits);
    let fitting: u64 = ends.iter().filter(|((state, _), _)| fits(state)).map(|(_, count)| count).sum();
    let explored = explored(scenario, Question::possible(observed.clone()));
    assert_eq!(&explored.fitting * total, &explored.orders * fitting, "{text}{observed:?}");
    if fitting > 0 {
        let witness = explored.choose(|_| 0).expect("something fits").witness;
        let run = ordered(scenario, &witness.schedules());
        assert!(fits(&run.state(run.len())), "the witness of what was seen leads there\n{text}{observed:?}");
    }
    // The same question, as the page and the command line ask it.
    let claim = ClaimedFacts { facts: observed.iter().copied().map(Fact::Value).collect() };
    match session.possible(&claim) {
        Some(Possibility::Possible { witness, .. }) => {
            assert!(fitting > 0, "{text}{observed:?}");
            // As the page writes the order into the text.
            let edit = PanelEdit::Witness(witness);
            let played = session.edit(&edit).unwrap_or_else(|why| panic!("{why}\n{text}{observed:?}"));
            let run = played.run.expect("it runs");
            assert!(fits(&run.state(run.len())), "the order leads there\n{}{observed:?}", played.text);
        }
        Some(Possibility::Impossible { .. }) => assert_eq!(fitting, 0, "{text}{observed:?}"),
        answer => panic!("{answer:?}\n{text}{observed:?}"),
    }
    fitting > 0
}

#[test]
fn what_was_seen_can_be_in_as_many_orders_as_end_so() {
    let mut random = Random::new(20);
    let mut possible = 0;
    for case in 0..draws(600 / FEWER) {
        let (lanes, instructions) = if case % 5 == 0 { (2, 2 + case % 2) } else { (lanes_of(case / 2), 1) };
        let text = match case % 2 {
            0 => visa(&mut random, lanes, instructions),
            _ => sass(&mut random, lanes, instructions),
        };
        possible += usize::from(compare_possible(&mut random, &text));
    }
    let cases = draws(600 / FEWER);
    assert!(possible * 2 > cases && possible * 20 < cases * 19, "{possible} of {cases}");
}

/// Compares the values that lanes find where they meet in the only instruction with the ends of all orders.
fn compare_meeting(scenario: &Scenario, text: &str, meeting: &Meeting, brute: &Ends) {
    let total: u64 = brute.values().sum();
    let varies = |place: Place, mask: u64| {
        let mut values = brute
            .keys()
            .map(|(state, _)| state.read(place))
            .map(|bits| (bits.value & mask, bits.defined & mask));
        let first = values.next();
        values.any(|value| Some(value) != first)
    };
    let is_memory = |cell: &&Place| scenario.layout.space(cell.space).kind == SpaceKind::Surface;
    let memory = meeting.cells.iter().filter(is_memory).any(|cell| varies(*cell, u64::MAX));
    let has_stops = brute.keys().any(|(_, is_stopped)| *is_stopped);
    // A destination that lanes read counts as memory.
    if !has_stops && !scenario.program[0].memory.live_sources {
        assert_eq!(meeting.decides == Decides::Memory, memory, "{text}");
    }
    let Some(seen) = &meeting.seen else { return };
    // Another lane may overwrite an element that both write, and a lane need not write the same element in every order.
    let is_own = |seen: &&Seen| {
        seen.orders == meeting.orders && !meeting.cells.iter().any(|cell| cell.overlaps(seen.place))
    };
    for seen in seen.iter().filter(is_own).filter(|_| !has_stops) {
        assert_eq!(varies(seen.place, seen.mask), seen.count > 1, "{text}{seen:?}");
        assert!(meeting.decides > Decides::Nothing || seen.count == 1, "{text}");
        let orders: BigUint = seen.values.iter().map(|(_, orders)| orders).sum();
        for (bits, count) in &seen.values {
            let is_it = |state: &State| {
                let found = state.read(seen.place);
                found.value & seen.mask == bits.value && found.defined & seen.mask == bits.defined
            };
            let found: u64 =
                brute.iter().filter(|((state, _), _)| is_it(state)).map(|(_, count)| count).sum();
            assert_eq!(count * total, &orders * found, "{text}{seen:?}");
        }
    }
}

/// Returns the number of lanes in a case: mostly few, since every order is run.
fn lanes_of(case: usize) -> usize {
    match case % 512 {
        510 => 8,
        255 | 511 => 7,
        at if at % 64 == 0 => 6,
        at if at % 16 == 1 => 5,
        at => 2 + at % 3,
    }
}

/// Prints how many cases of each kind a sweep had.
fn tell(what: &str, kinds: &BTreeMap<String, usize>) {
    if std::env::var_os("LANESCOPE_SWEEP").is_some() {
        let kinds: Vec<String> = kinds.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
        // The test harness hides ordinary output of a test that passes.
        let _ = writeln!(std::io::stderr(), "{what}: {}", kinds.join(", "));
    }
}

#[test]
fn one_instruction_ends_as_all_orders_do() {
    let mut random = Random::new(17);
    let (mut memory, mut results, mut renamed) = (0, 0, 0);
    let (mut by_lanes, mut by_operation) = (BTreeMap::new(), BTreeMap::new());
    let cases = draws(850 / FEWER);
    for case in 0..cases {
        let lanes = lanes_of(case / 2);
        let text = match case % 2 {
            0 => visa(&mut random, lanes, 1),
            _ => sass(&mut random, lanes, 1),
        };
        let (finals, all, kinds) = compare(&text).expect("it runs");
        renamed += usize::from(kinds < all);
        memory += usize::from(finals > 1);
        results += usize::from(all > 1);
        *by_lanes.entry(format!("{lanes} lanes")).or_default() += 1;
        *by_operation.entry(kind(&text)).or_default() += 1;
    }
    tell("cases of one instruction", &by_lanes);
    tell("of these", &by_operation);
    // Cases without such differences would prove nothing.
    let shows = memory * 10 > cases && results * 3 > cases && renamed * 50 > cases;
    assert!(shows, "{memory}, {results} and {renamed}");
}

/// Returns the operation of a text's instruction, or its `.op` line if the text defines it.
fn kind(text: &str) -> String {
    let line = text.lines().last().unwrap_or_default();
    let word = line.split_whitespace().next().unwrap_or_default();
    let word = word.trim_start_matches("SUATOM.D.1D_BUFFER.");
    let word = [".IGN", ".NEAR", ".TRAP"].iter().fold(word, |word, clamp| word.trim_end_matches(clamp));
    let own = text.lines().find_map(|line| line.strip_prefix(".op ")).filter(|own| {
        let name = own.split_whitespace().next().unwrap_or_default();
        word.split('.').any(|part| part.eq_ignore_ascii_case(name))
    });
    own.map_or_else(|| word.to_owned(), |own| format!("`.op {own}`"))
}

/// Compares two ways to run all orders of one instruction: by lanes that run alone, and whole.
#[test]
fn lanes_run_alone_end_as_whole_runs_do() {
    let mut random = Random::new(16);
    let mut taken = 0;
    for case in 0..draws(60 / FEWER) {
        let lanes = 2 + case / 2 % 3;
        let text = if case % 2 == 0 { visa(&mut random, lanes, 1) } else { sass(&mut random, lanes, 1) };
        let scenario = Session::open(&text).scenario.expect("it runs");
        if let Some(ends) = brute::Lanes::new(&scenario).and_then(|mut lanes| lanes.ends()) {
            assert!(ends == brute::whole(&scenario), "{text}");
            taken += 1;
        }
    }
    assert!(taken * 2 > draws(60 / FEWER), "{taken}");
}

/// Two lanes apply `minsint` to a cell that holds -1, lane 0 with -1 and lane 1 with the least number, and then
/// `maxsint`. The destination of each lane is its own source. With lane 0 first, both find -1. From then on they do the
/// same: one finds the least number, the other -1. With lane 1 first, lane 0 finds the least number. Then, with lane 0
/// first, both find the least number; with lane 1 first, lane 0 finds -1. Two of the 4 orders end the same, and the
/// lanes are alike in only one of these: 3 outcomes.
#[test]
fn lanes_that_are_alike_in_some_orders_only_are_told_apart() {
    let text = ".isa visa grf=32\n.lanes 8 active=0x3\n.decl OFF v_type=G type=ud num_elts=8 align=GRF\n\
        .decl A v_type=G type=d num_elts=8 align=GRF\n.decl BUF v_type=T num_elts=1\n.set OFF = [0; 8]\n\
        .set A = -1 0x80000000\n.surface BUF buffer d = -1\ndword_atomic.minsint (M1, 8) BUF OFF.0 A.0 V0.0 A.0\n\
        dword_atomic.maxsint (M1, 8) BUF OFF.0 A.0 V0.0 A.0\n";
    assert_eq!(compare(text), Some((1, 3, 3)));
}

/// The example in the documentation of `explore`: lanes 0 and 1 add 1 to a cell that holds 0, and lane 2 replaces its
/// contents by 5. The cell ends with 5, 6 or 7 if lane 2 comes last, between the others or first: 2 of 6 orders each.
#[test]
fn two_lanes_that_add_and_one_that_replaces_have_three_outcomes() {
    let text = ".isa visa grf=32\n.lanes 8 active=0x7\n.decl OFF v_type=G type=ud num_elts=8 align=GRF\n\
        .decl A v_type=G type=ud num_elts=8 align=GRF\n.decl BUF v_type=T num_elts=1\n.set OFF = [0; 8]\n\
        .set A = 1 1 5\n.surface BUF buffer ud = 0\n.op ADD { new = old + src0; if (src0 == 5) new = src0; }\n\
        dword_atomic.add (M1, 8) BUF OFF.0 A.0 V0.0 V0.0\n";
    let scenario = Session::open(text).scenario.expect("it runs");
    let found = listed(&scenario, &explored(&scenario, Question::memory()), false);
    let cell = scenario.layout.surfaces[0].element(0);
    let ends: Vec<(u64, String)> =
        found.iter().map(|(state, _, orders, _)| (state.read(cell).value, orders.to_string())).collect();
    assert_eq!(ends, [5, 6, 7].map(|value| (value, "2".to_owned())));
}
