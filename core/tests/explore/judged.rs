//! Scenarios of many kinds, each drawn, run in every order and compared with the answers of the explorer: the outcomes of
//! memory and of results with their numbers of orders, the orders in which the run stops, example orders, and whether an
//! observed result is possible.

use super::{FEWER, compare_ends, compare_seen, explored, kinds, opened, orders};
use crate::common::{Random, draws};
use lanescope_core::exec::Stop;
use lanescope_core::explore::Question;
use lanescope_core::session::{
    Session,
    orders::{ClaimedFacts, Fact, Possibility},
    text::PanelEdit,
};

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// The most runs of a case.
const MOST_RUNS: usize = 6000;

/// The least number of cases whose shares are tested.
const ENOUGH_FOR_SHARES: usize = 50;

/// The number of cases of a kind, by what they show.
#[derive(Default, Debug)]
struct Tally {
    /// Cases with few enough orders to run them all.
    judged: usize,
    /// Cases whose results depend on the order.
    various: usize,
    /// Cases in which some order stops.
    stopping: usize,
    /// Cases in which the drawn observation is possible.
    possible: usize,
}

/// Draws cases of a kind and compares each.
fn judge(seed: u64, in_the_suite: usize, draw: fn(&mut Random, usize) -> String) -> Tally {
    let mut random = Random::new(seed);
    let mut tally = Tally::default();
    let cases = draws(in_the_suite.div_ceil(FEWER));
    for case in 0..cases {
        let text = draw(&mut random, case);
        let session = opened(&text);
        let scenario = session.scenario.clone().expect("it runs");
        let Some(orders) = orders::all(&scenario, MOST_RUNS) else { continue };
        let (_, results, _) = compare_ends(&text, &scenario, &orders);
        let possible = compare_seen(&mut random, &session, &orders.ends);
        tally.judged += 1;
        tally.various += usize::from(results > 1);
        tally.stopping += usize::from(orders.ends.keys().any(|(_, is_stopped)| *is_stopped));
        tally.possible += usize::from(possible);
    }
    assert!(tally.judged * 10 >= cases * 9, "{tally:?} of {cases}");
    // As WebAssembly, the suite draws too few cases for a share of them to be known.
    if cases >= ENOUGH_FOR_SHARES {
        assert!(tally.various * 4 >= tally.judged, "{tally:?} of {cases}");
        assert!(tally.possible * 3 > tally.judged, "{tally:?} of {cases}");
    }
    tally
}

#[test]
fn several_instructions() {
    judge(18, 150, kinds::several);
}

#[test]
fn runs_that_stop() {
    let tally = judge(41, 360, kinds::stopping);
    assert!(tally.stopping * 5 > tally.judged, "{tally:?}");
}

#[test]
fn lanes_that_share_elements() {
    judge(43, 200, kinds::shared);
}

#[test]
fn divisible_texts() {
    judge(19, 100, kinds::divisible);
}

#[test]
fn lanes_that_go_round_together() {
    judge(48, 100, kinds::rounds);
}

#[test]
fn mixed_widths() {
    judge(44, 100, kinds::widths);
}

#[test]
fn predicates() {
    judge(45, 100, kinds::predicates);
}

#[test]
fn chained_instructions() {
    judge(46, 100, kinds::chained);
}

#[test]
fn own_instructions() {
    judge(47, 100, kinds::own);
}

/// The claim of the `.expect` lines of a session.
fn claim(session: &Session) -> ClaimedFacts {
    session.written_claim().expect("each line can be asked of an order")
}

/// Compares a text with all orders, and whether these lines of `.expect` are possible with a number of orders worked out by
/// hand, out of all.
pub fn is_possible(text: &str, expected: &str, orders: u32, of: u32) {
    let session = opened(&format!("{text}{expected}\n"));
    let scenario = session.scenario.clone().expect("it runs");
    compare_ends(text, &scenario, &orders::all(&scenario, MOST_RUNS).expect("few runs suffice"));
    let values = claim(&session).facts.into_iter().filter_map(|fact| match fact {
        Fact::Value(observation) => Some(observation),
        Fact::Error(_) => None,
    });
    let explored = explored(&scenario, Question::possible(values.collect()));
    assert_eq!(explored.fitting * of, explored.orders * orders, "{text}{expected}");
}

/// Lane 1 stops the run at once if it is first. Then lane 0 writes nothing, and its element still holds 7. Otherwise lane 0
/// finds 0.
#[test]
fn a_lane_that_a_stop_prevents_keeps_its_element() {
    let text = ".isa visa grf=32\n.lanes 8 active=0b11\n.reading misaligned = error\n\
        .decl OFF v_type=G type=ud num_elts=8 align=GRF\n.decl OLD v_type=G type=ud num_elts=8 align=GRF\n\
        .decl BUF v_type=T num_elts=1\n.set OFF = 0 2\n.set OLD = 7 7\n.surface BUF buffer ud = 0\n\
        dword_atomic.inc (M1, 2) BUF OFF.0 V0.0 V0.0 OLD.0\n";
    is_possible(text, ".expect OLD = 7 7", 1, 2);
    is_possible(text, ".expect OLD = 0 7", 1, 2);
    is_possible(text, ".expect OLD = 5 7", 0, 2);
}

/// The cell holds 0, and lane 0 brings 3 and lane 1 brings 2 to a maximum. With lane 0 first it finds 0 and lane 1 finds 3, so
/// both find something other than 2. They exchange bits with 3 then: lane 0 finds 3 or 3 ^ 2 = 1, and lane 1 finds 3 ^ 3 = 0 or 3.
/// With lane 1 first it finds 0 and lane 0 finds 2. So only lane 1 is on at the end, and finds 3. Lane 0 keeps 2.
#[test]
fn a_lane_that_is_off_keeps_its_element() {
    let text = ".isa visa grf=32\n.lanes 8 active=0b11\n.decl OFF v_type=G type=ud num_elts=8 align=GRF\n\
        .decl A v_type=G type=ud num_elts=8 align=GRF\n.decl OLD v_type=G type=ud num_elts=8 align=GRF\n\
        .decl P1 v_type=P num_elts=8\n.set P1 = 1 1\n.set OFF = 0 0\n.set A = 3 2\n.decl BUF v_type=T num_elts=1\n\
        .surface BUF buffer ud = 0\n(P1) dword_atomic.max (M1, 2) BUF OFF.0 A.0 V0.0 OLD.0\n\
        cmp.ne (M1, 2) P1 OLD(0,0)<1;1,0> 2:d\n(P1) dword_atomic.xor (M1, 2) BUF OFF.0 A.0 V0.0 OLD.0\n";
    is_possible(text, ".expect OLD = 3 0", 1, 4);
    is_possible(text, ".expect OLD = 1 3", 1, 4);
    is_possible(text, ".expect OLD = 2 3", 2, 4);
    is_possible(text, ".expect OLD = 3 3", 0, 4);
}

/// Lanes 0 and 1 draw tickets from word 0, and then lanes 0 and 2 do. The first tickets are overwritten, so one kind of result
/// is left: tickets 2 and 3 for lanes 0 and 2, in one way or the other.
#[test]
fn lanes_that_are_renamed_stand_for_all_their_results() {
    let text = ".isa visa grf=32\n.lanes 8 active=0b111\n.decl OFF v_type=G type=ud num_elts=8 align=GRF\n\
        .decl AT v_type=G type=ud num_elts=8 align=GRF\n.decl OLD v_type=G type=ud num_elts=8 align=GRF\n\
        .set OFF = 0 0 4\n.set AT = 0 4 0\n.decl BUF v_type=T num_elts=1\n.surface BUF buffer ud = 0 0 0\n\
        dword_atomic.inc (M1, 4) BUF OFF.0 V0.0 V0.0 OLD.0\ndword_atomic.inc (M1, 4) BUF AT.0 V0.0 V0.0 OLD.0\n";
    let scenario = opened(text).scenario.expect("it runs");
    let renamed = explored(&scenario, Question::renamed());
    assert_eq!((renamed.kinds(), renamed.outcomes()), (1u32.into(), 2u32.into()));
}

/// Lane 1 stops the run. Lanes 0 and 2 are interchangeable, and the first of them gets back what its destination holds anyway. So
/// it ends like one whose turn the stop prevents: with 2 or 4 for either lane, or 4 for both.
#[test]
fn a_result_that_a_destination_held_before_is_no_other_outcome() {
    let text = ".isa visa grf=32\n.lanes 8 active=0b111\n.reading misaligned = error\n\
        .decl OFF v_type=G type=ud num_elts=8 align=GRF\n.decl VAL v_type=G type=ud num_elts=8 align=GRF\n\
        .decl OLD v_type=G type=ud num_elts=8 align=GRF\n.set OFF = 4 2 4\n.set VAL = 2 0 2\n.set OLD = 4 0 4\n\
        .decl BUF v_type=T num_elts=1\n.surface BUF buffer ud = 0 4\n\
        dword_atomic.xchg (M1, 4) BUF OFF.0 VAL.0 V0.0 OLD.0\n";
    let scenario = opened(text).scenario.expect("it runs");
    let renamed = explored(&scenario, Question::renamed());
    // Memory keeps 4 if the stop comes first, and holds 2 in the other orders.
    assert_eq!((renamed.kinds(), renamed.outcomes()), (3u32.into(), 4u32.into()));
    assert_eq!(explored(&scenario, Question::results()).outcomes(), 4u32.into());
}

/// The address of the second instruction depends on the first, and is that of the first in one of two orders.
#[test]
fn an_outcome_that_a_later_loop_accesses_is_known_before_lanes_are_renamed() {
    let text = ".isa sass sm=52\n.lanes 8 active=0b11\n.set R0 = 1 1\n.set R4 = 1 2\n.set R5 = 0 0\n.set R8 = 2 2\n\
        .surface 0 1d_buffer R32_UINT 3 = 2 0 0\n\
        SUATOM.D.1D_BUFFER.EXCH.IGN R5, [R0], R4, 0x0;\n\
        SUATOM.D.1D_BUFFER.INC.IGN R8, [R8], R4, 0x0;\nSUATOM.D.1D_BUFFER.MIN.IGN RZ, [R8], R4, 0x0;\n";
    let scenario = opened(text).scenario.expect("it runs");
    let [renamed, all] =
        [Question::renamed(), Question::results()].map(|question| explored(&scenario, question));
    assert_eq!(renamed.outcomes(), all.outcomes());
}

/// Lane 1 goes to the address that it got, which is 0 if it was first. Otherwise that is 1, and the run stops.
#[test]
fn an_order_that_stops_can_be_played() {
    let text = ".isa visa grf=32\n.lanes 8 active=0b11\n.reading misaligned = error\n\
        .decl OFF v_type=G type=ud num_elts=8 align=GRF\n.decl OLD v_type=G type=ud num_elts=8 align=GRF\n\
        .decl BUF v_type=T num_elts=1\n.set OFF = 0 0\n.surface BUF buffer ud = 0 0\n\
        dword_atomic.inc (M1, 2) BUF OFF.0 V0.0 V0.0 OLD.0\n\
        (P1) dword_atomic.inc (M1, 2) BUF OLD.0 V0.0 V0.0 V0.0\n.expect OLD = 1 0\n";
    let text = text.replace(".set OFF", ".decl P1 v_type=P num_elts=8\n.set P1 = 0 1\n.set OFF");
    let session = opened(&text);
    assert_eq!(session.run.as_ref().expect("it runs").stop(), Stop::Fault);
    let Some(Possibility::Possible { witness, .. }) = session.possible(&claim(&session)) else {
        panic!("lane 1 can be first");
    };
    let played = session.edit(&PanelEdit::Witness(witness)).expect("the order is written");
    assert_eq!(played.run.expect("it runs").stop(), Stop::End);
    // The other way round: this run ends, and the order that is played stops.
    let text = played.text.replace("OLD = 1 0", "OLD = 0 1");
    let session = opened(&text);
    let Some(Possibility::Possible { witness, .. }) = session.possible(&claim(&session)) else {
        panic!("lane 0 can be first");
    };
    let played = session.edit(&PanelEdit::Witness(witness)).expect("the order is written");
    assert_eq!(played.run.expect("it runs").stop(), Stop::Fault);
}

/// A limit is about the text, so the claim of the other lines is asked.
#[test]
fn a_limit_says_nothing_about_an_end() {
    let text = ".isa visa grf=32\n.lanes 1\n.decl BUF v_type=T num_elts=1\n.surface BUF buffer ud = 3\n\
        .decl OFF v_type=G type=ud num_elts=8 align=GRF\n.set OFF = 0\n\
        dword_atomic.inc (M1, 1) BUF OFF.0 V0.0 V0.0 V0.0\n";
    let session = opened(&format!("{text}.limit instructions 5\n.expect BUF = 4\n"));
    assert_eq!(claim(&session).facts.len(), 1);
}
