//! Tables of what the explorer finds in small scenarios, which can be followed by hand.

use super::loop_text::{LoopText, own_inputs};
use super::{AllOrders, Explored, Question, Watching};
use crate::exec::{Footprint, Fork, Reached, Scenario};
use crate::semantics::StatementKind;
use crate::session::Session;
use crate::test;
use num_bigint::BigUint;
use std::rc::Rc;

/// Five lanes that meet in one dword, with values of their own.
fn scenario(more: &str, line: &str) -> Rc<Scenario> {
    let text = format!(
        ".isa visa grf=32\n.lanes 8 active=0b11111\n.decl OFF v_type=G type=ud num_elts=8 align=GRF\n\
         .decl VAL v_type=G type=ud num_elts=8 align=GRF\n.decl OLD v_type=G type=ud num_elts=8 align=GRF\n\
         .decl BUF v_type=T num_elts=1\n.set OFF = [0; 8]\n.set VAL = 5 9 17 33 65\n.surface BUF buffer ud = 77 0\n\
         {more}{line}\n"
    );
    let session = Session::open(&text);
    session.scenario.unwrap_or_else(|| panic!("{text}{:?}", session.diagnostics))
}

/// Five lanes that run `body`.
fn running(body: &str) -> Rc<Scenario> {
    let semantics = format!(".semantics DWORD_ATOMIC {{\n  foreach_active (i) {{\n{body}\n  }}\n}}\n");
    scenario(&semantics, "dword_atomic.add (M1, 8) BUF OFF.0 VAL.0 V0.0 OLD.0")
}

fn answer(orders: &AllOrders, question: Question) -> Option<Explored> {
    let mut exploration = orders.explore(question);
    while !exploration.advance(100) {}
    exploration.finish()
}

#[test]
fn the_text_of_a_loop_shows_its_turns() {
    let read = "T old = surface[element_offset[i]];";
    let block = "atomic { T old = surface[0]; surface[0] = old + src0[i]; }";
    // One turn, always returns, and nothing but its inputs tells a lane from others.
    for (body, one_turn, always_returns, is_apart) in [
        (format!("{read} dst[i] = old;"), true, true, true),
        (format!("{read} if (old > 3) dst[i] = old;"), true, false, true),
        (format!("{read} surface[0] = old;"), false, true, true),
        (format!("{block} {block}"), false, true, true),
        (format!("if (src0[i] == 1) {{ {block} }} else {{ {block} }}"), true, true, true),
        (format!("for (UD k = 0; k < 3; ++k) {{ {block} }}"), false, true, true),
        (format!("for (UD k = 0; k < 3; ++k) {{ T x = k; }} {block}"), true, true, true),
        (format!("{read} trap(outside, old == 3); dst[i] = old;"), true, false, true),
        (format!("{block} UD lane = i;"), true, true, false),
        (format!("{block} dst[0] = src0[i];"), true, true, true),
        (format!("{block} T next = src0[i + 1];"), true, true, false),
        // An addition does not read its second source.
        ("atomic { T old = surface[0]; surface[0] = op(old, src0[i], i); }".to_owned(), true, true, true),
    ] {
        let scenario = running(&body);
        let mut fork = Fork::new(&scenario);
        while fork.reached(&scenario) != Reached::Turns {
            fork.step(&scenario, &mut Footprint::default());
        }
        let text = LoopText::new(&scenario.program[0], fork.body());
        let code = &scenario.program[0].code;
        let StatementKind::Foreach { variable, .. } = code.statements[fork.body().start].kind else {
            panic!()
        };
        let own = own_inputs(code, fork.body(), variable);
        let found = (text.has_one_turn, text.always_returns, own.is_some());
        assert_eq!(found, (one_turn, always_returns, is_apart), "{body}");
    }
}

/// An exchange computes its new value without the old one, which is its result all the same.
#[test]
fn the_old_value_of_an_operation_is_read() {
    let body = "atomic { surface[0] = op(T(i), src0[i], src1[i]); } dst[i] = result;";
    let semantics = format!(".semantics DWORD_ATOMIC {{\n  foreach_active (i) {{ {body} }}\n}}\n");
    let scenario = scenario(&semantics, "dword_atomic.xchg (M1, 8) BUF OFF.0 VAL.0 V0.0 OLD.0");
    let code = &scenario.program[0].code;
    let is_foreach = |kind: &StatementKind| matches!(kind, StatementKind::Foreach { .. });
    let start = code.statements.iter().position(|it| is_foreach(&it.kind)).expect("lanes take turns");
    let StatementKind::Foreach { variable, .. } = code.statements[start].kind else { panic!() };
    assert_eq!(own_inputs(code, start..code.statements.len(), variable), None);
}

/// With 60 states, five lanes are not walked: 32 sets of lanes have more turns than that. Their end is known all the same if
/// their operations commute. With more states, the walk confirms it.
#[test]
fn lanes_that_commute_need_no_walk() {
    let own = |operation: &str| format!(".op ADD {{ {operation} }}\n");
    let add = "dword_atomic.add (M1, 8) BUF OFF.0 VAL.0 V0.0 OLD.0";
    let of = |op: &str, sources: &str| format!("dword_atomic.{op} (M1, 8) BUF OFF.0 {sources} OLD.0");
    let partly = ".decl ANY v_type=G type=ud num_elts=8 align=GRF\n.set ANY = 5 9 17 33\n";
    for (more, line, commutes) in [
        (String::new(), add.to_owned(), true),
        (String::new(), of("sub", "VAL.0 V0.0"), true),
        (String::new(), of("and", "VAL.0 V0.0"), true),
        (String::new(), of("or", "VAL.0 V0.0"), true),
        (String::new(), of("xor", "VAL.0 V0.0"), true),
        (String::new(), of("min", "VAL.0 V0.0"), true),
        (String::new(), of("max", "VAL.0 V0.0"), true),
        (String::new(), of("xchg", "VAL.0 V0.0"), false),
        (own("new = max(old, src0) + 1;"), add.to_owned(), false),
        (own("new = old + src0 * 2;"), add.to_owned(), true),
        (own("new = src0 - old;"), add.to_owned(), false),
        (own("new = old * src0;"), add.to_owned(), false),
        (own("new = old + src0; new = new * 2;"), add.to_owned(), false),
        (own("new = old + (old & src0);"), add.to_owned(), false),
        (own("new = old + src0; if (src0 == 5) new = src0;"), add.to_owned(), false),
        // An undefined value, and results that another instruction reads.
        (partly.to_owned(), of("add", "ANY.0 V0.0"), false),
        (String::new(), format!("{add}\nmov (M1, 8) VAL(0,0)<1> OLD(0,0)<1;1,0>"), false),
    ] {
        let scenario = scenario(&more, &line);
        let orders = AllOrders::new(Rc::clone(&scenario));
        let few = answer(&orders, Question { most_states: 60, ..Question::memory() });
        assert_eq!(few.is_some(), commutes, "{more}{line}");
        let all = answer(&orders, Question::memory()).expect("within the budget");
        if let Some(few) = few {
            let cell = scenario.layout.surfaces[0].element(0);
            assert_eq!(few.end.read(cell), all.end.read(cell), "{more}{line}");
            assert_eq!((&few.orders, few.outcomes()), (&all.orders, BigUint::from(1u32)), "{more}{line}");
        }
    }
}

/// Four lanes bring 78. The number of lane 4 is 76 or 78. Beside 78 it is not the larger one, but beside 77 it may be, and the bits
/// in which they differ stay undefined.
#[test]
fn a_maximum_with_an_undefined_number_depends_on_the_order() {
    let scenario = scenario(
        ".decl ANY v_type=G type=ud num_elts=8 align=GRF\n.set ANY = 2 2 2 2\n\
         .op ADD { new = max(old, (src0 & 2) | 76); }\n",
        "dword_atomic.add (M1, 8) BUF OFF.0 ANY.0 V0.0 OLD.0",
    );
    let found = answer(&AllOrders::new(scenario), Question::memory()).expect("within the budget");
    assert_eq!(found.outcomes(), BigUint::from(2u32));
}

#[test]
fn later_questions_run_no_turn_on_the_machine() {
    let scenario = scenario("", "dword_atomic.xchg (M1, 8) BUF OFF.0 VAL.0 V0.0 OLD.0");
    let orders = AllOrders::new(Rc::clone(&scenario));
    answer(&orders, Question::memory()).expect("within the budget");
    let turns = orders.machine_turns();
    // Each lane alone, and on 77 and what each of the others leaves.
    assert_eq!(turns, 5 + 5 * 5);
    let alone = answer(&AllOrders::new(scenario), Question::results()).expect("within the budget");
    let later = answer(&orders, Question::results()).expect("within the budget");
    answer(&orders, Question::renamed()).expect("within the budget");
    assert_eq!(orders.machine_turns(), turns);
    assert_eq!(later.factors, alone.factors);
}

/// Between the turns of 5 lanes there are 1 + 5 * 1 + 10 * 2 + 10 * 3 + 5 * 4 = 76 states. A slice of one state either takes its turns
/// or finds the results of lanes in them.
#[test]
fn results_of_lanes_are_found_in_slices() {
    let scenario = scenario("", "dword_atomic.xchg (M1, 8) BUF OFF.0 VAL.0 V0.0 OLD.0");
    let mut exploration = AllOrders::new(scenario).explore(Question::memory());
    let mut slices = 0;
    while !exploration.advance(1) {
        slices += 1;
    }
    assert!(slices >= 2 * 76, "{slices}");
    assert!(exploration.finish().is_some_and(|found| found.meetings[0].seen.is_some()));
}

/// Both lanes of a round wait for a third, or change a dword and change it back.
#[test]
fn a_loop_of_rounds_ends_with_a_wait_or_with_the_budget() {
    let rounds = |body: &str| {
        let loops = format!("for (; surface[0] == 77; ) {{ foreach_active (i) {{ {body} }} }}");
        scenario(
            &format!(".semantics DWORD_ATOMIC {{\n{loops}\n}}\n"),
            "dword_atomic.add (M1, 2) BUF OFF.0 VAL.0 V0.0 OLD.0",
        )
    };
    let waits = AllOrders::new(rounds("atomic { dst[i] = surface[4]; }"));
    let found = answer(&waits, Question { most_states: 100, ..Question::memory() }).expect("it waits");
    assert_eq!((found.gave_up.0, found.outcomes()), (0b11, BigUint::from(1u32)));
    let changes = AllOrders::new(rounds("atomic { surface[4] = 1 - surface[4]; }"));
    let turns = |most_states| {
        let question = Question { most_states, ..Question::memory() };
        assert!(answer(&changes, question).is_none());
        changes.machine_turns()
    };
    // Each round begins like one before it, so no round runs a turn that is not known.
    assert_eq!(turns(100), turns(1000));
}

/// Each lane returns 1 after its first turn, and 2 + 77 after its second.
#[test]
fn the_last_result_of_a_lane_with_several_turns_stays() {
    let scenario = running("T first = surface[4]; dst[i] = 1; T second = surface[0]; dst[i] = 2 + second;");
    let found = answer(&AllOrders::new(Rc::clone(&scenario)), Question::results()).expect("few states");
    let old =
        scenario.layout.variables.iter().find(|variable| variable.name == "OLD").expect("it is declared");
    let values: Vec<u64> = (0..5).map(|lane| found.end.read(old.element(lane)).value).collect();
    assert_eq!((values, found.outcomes()), (vec![79; 5], BigUint::from(1u32)));
}

/// Where a lane writes depends on what it finds, so the groups are made again while both questions are under way.
#[test]
fn questions_that_take_turns_have_the_same_answers() {
    let scenario =
        running("atomic { T old = surface[0]; surface[(old & 1) * 4] = old + src0[i]; dst[i] = old; }");
    let orders = AllOrders::new(Rc::clone(&scenario));
    let questions = [Question::results(), Question::memory()];
    let mut explorations = questions.clone().map(|question| orders.explore(question));
    while explorations.iter_mut().fold(false, |goes_on, exploration| !exploration.advance(1) | goes_on) {}
    for (exploration, question) in explorations.into_iter().zip(questions) {
        let alone = answer(&AllOrders::new(Rc::clone(&scenario)), question).expect("within the budget");
        let found = exploration.finish().expect("within the budget");
        assert_eq!((found.orders, found.factors), (alone.orders, alone.factors));
    }
}

/// A turn of about 15,000 micro-steps counts as some 250 states, so five lanes alone take 1,250, and their 80 turns 20,000.
#[test]
fn the_budget_pays_for_the_steps_of_turns() {
    let scenario = running(
        "atomic { T old = surface[0]; for (UD c = 0; c < 5000; ++c) { T x = c; } surface[0] = old + src0[i]; }",
    );
    let orders = AllOrders::new(Rc::clone(&scenario));
    for (most_states, is_enough) in [(500, false), (10_000, false), (50_000, true), (10_000, false)] {
        let question = Question { most_states, ..Question::memory() };
        assert_eq!(answer(&orders, question).is_some(), is_enough, "{most_states}");
    }
}

/// Each invariant reads 65,537 elements after each write, which cost as much as 64 states.
#[test]
fn the_budget_pays_for_checks_of_invariants() {
    let more = ".decl BIG v_type=T num_elts=1\n.surface BIG buffer ub = [0; 65536]\n\
                .invariant a: sum(BIG) + BUF[0] > 0\n.invariant b: sum(BIG) + BUF[0] > 1\n";
    let scenario = scenario(more, "dword_atomic.add (M1, 2) BUF OFF.0 VAL.0 V0.0 OLD.0");
    for (most_states, is_enough) in [(200, false), (5000, true)] {
        let mut watching = Watching::new(&scenario, most_states, 10).expect("it has invariants");
        while !watching.advance(100) {}
        let watched = watching.finish();
        assert_eq!(watched.iter().map(|watched| watched.is_known).collect::<Vec<_>>(), [is_enough; 2]);
    }
}
