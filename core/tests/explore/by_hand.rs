//! Scenarios whose outcomes are worked out by hand, and compared with all orders.

use super::judged::is_possible;
use super::{compare, compare_ends, explored, opened, orders};
use lanescope_core::explore::Question;

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// The first lines of a text: its active lanes, variables of 8 dwords, and two dwords of memory.
fn head(active: &str, memory: &str) -> String {
    let mut text = format!(".isa visa grf=32\n.lanes 8 active={active}\n.decl BUF v_type=T num_elts=1\n");
    for name in ["OFF", "A", "B", "OLD", "MORE"] {
        text += &format!(".decl {name} v_type=G type=ud num_elts=8 align=GRF\n");
    }
    text + &format!(".surface BUF buffer ud = {memory}\n")
}

/// Lanes 0 and 1 bring 5 to an exchange with 77, and lane 2 brings 9. The last of the three leaves 5 or 9, and all 6 orders
/// return different numbers. Then each lane adds a number to what is there, with no result.
#[test]
fn results_of_one_instruction_are_renamed_after_another_one() {
    let text = head("0b111", "77")
        + ".set OFF = 0 0 0\n.set A = 5 5 9\n.set B = 1 2 3\n\
           dword_atomic.xchg (M1, 8) BUF OFF.0 A.0 V0.0 OLD.0\n";
    assert_eq!(
        compare(&(text.clone() + "dword_atomic.add (M1, 8) BUF OFF.0 B.0 V0.0 V0.0\n")),
        Some((2, 6, 6))
    );
    // With equal numbers and results, each of the 6 is followed by 3! ways to hand out tickets.
    let tickets = text.replace("1 2 3", "1 1 1") + "dword_atomic.add (M1, 8) BUF OFF.0 B.0 V0.0 MORE.0\n";
    assert_eq!(compare(&tickets), Some((2, 36, 36)));
}

/// Lanes 0 and 1 flip bit 0 by their first source, and lane 2 by its second. Each finds 0 or 1 in turn: lane 2 finds 1 if it is
/// between the others, which both find 0 then. Otherwise it finds 0, and one of the others does.
#[test]
fn equal_results_of_interchangeable_lanes_are_one_outcome_in_any_sequence() {
    let text = head("0b111", "0")
        + ".set OFF = 0 0 0\n.set A = 1 1 0\n.set B = 0 0 1\n.op CMPXCHG { new = old ^ src0 ^ src1; }\n\
           dword_atomic.cmpxchg (M1, 8) BUF OFF.0 A.0 B.0 OLD.0\n";
    // (0, 1, 0), (1, 0, 0) and (0, 0, 1).
    assert_eq!(compare(&text), Some((1, 3, 2)));
    // The same in pairs of registers.
    let pairs = ".isa sass sm=52\n.lanes 8 active=0b111\n.set R0 = [0; 8]\n.set R4 = 1 1 0\n.set R5 = [0; 8]\n\
        .set R6 = 0 0 1\n.set R7 = [0; 8]\n.surface 0 1d_buffer R64_UINT 1 = 0\n\
        .op CAS { new = old ^ src0 ^ src1; }\nSUATOM.D.1D_BUFFER.CAS.U64.IGN R8, [R0], R4, 0x0;\n";
    assert_eq!(compare(pairs), Some((1, 3, 2)));
}

/// Lanes 0 and 1 read word 0, which holds 0, and write 1 and 0 in a turn of their own if they found another number. Word 0 ends
/// with 0 if lane 1 reads after lane 0 has written. That is one order of 4 turns. With lane 1 first or between the turns of
/// lane 0, there are 2 orders of 3 turns. Lane 2 has 2 turns elsewhere: (5 over 2) = 10 orders for each of the 2, and (6 over 2) =
/// 15 for the other one.
#[test]
fn orders_with_more_turns_have_more_interleavings() {
    let text = head("0b111", "0 0")
        + ".set OFF = 0 0 4\n.set A = 1 0 5\n.semantics SPLIT like DWORD_ATOMIC {\n  foreach_active (i) {\n\
           \x20   T old = surface[element_offset[i]];\n    T new = op(old, src0[i], src1[i]);\n\
           \x20   if (new != old) surface[element_offset[i]] = new;\n  }\n}\n\
           split.xchg (M1, 8) BUF OFF.0 A.0 V0.0 V0.0\n";
    let scenario = opened(&text).scenario.expect("it runs");
    compare_ends(&text, &scenario, &orders::all(&scenario, 1000).expect("few runs suffice"));
    let found = explored(&scenario, Question::memory());
    let counts: Vec<String> =
        found.factors[0].outcomes.iter().map(|outcome| outcome.orders.to_string()).collect();
    assert_eq!((counts, found.orders.to_string()), (vec!["15".to_owned(), "20".to_owned()], "35".to_owned()));
}

/// Lane 0 counts to 3, one round at a time. Lane 1 touches another word and changes nothing.
#[test]
fn one_lane_that_changes_memory_keeps_a_loop_going() {
    let text = head("0b11", "0 0")
        + ".set OFF = 0 4\n.semantics COUNT like DWORD_ATOMIC {\n  for (; surface[0] < 3; ) {\n    foreach_active (i) {\n\
           \x20     atomic { T old = surface[element_offset[i]]; surface[element_offset[i]] = old + src0[i]; }\n    }\n  }\n}\n\
           .set A = 1 0\ncount.add (M1, 8) BUF OFF.0 A.0 V0.0 V0.0\n";
    let scenario = opened(&text).scenario.expect("it runs");
    let found = explored(&scenario, Question::memory());
    assert!(!found.is_stopped && found.causes.is_empty());
    assert_eq!(found.end.read(scenario.layout.surfaces[0].element(0)).value as u32, 3);
}

/// The first instruction leaves the same in all orders. The second one leaves 5 or 9, which the third one reads. So an example
/// order lists the second and the third.
#[test]
fn an_example_order_lists_no_loop_whose_order_decides_nothing() {
    let text = head("0b11", "0 0")
        + ".set OFF = 0 0\n.set MORE = 4 4\n.set A = 5 9\n\
           dword_atomic.add (M1, 8) BUF MORE.0 A.0 V0.0 V0.0\ndword_atomic.xchg (M1, 8) BUF OFF.0 A.0 V0.0 V0.0\n\
           dword_atomic.add (M1, 8) BUF OFF.0 A.0 V0.0 V0.0\n";
    let scenario = opened(&text).scenario.expect("it runs");
    let found = explored(&scenario, Question::memory());
    let listed = |outcome: &lanescope_core::explore::Outcome| {
        outcome.witness.schedules().iter().map(|(instruction, _)| *instruction).collect::<Vec<_>>()
    };
    let all: Vec<Vec<usize>> = found.factors[0].outcomes.iter().map(listed).collect();
    assert_eq!(all, [[1, 2], [1, 2]]);
}

/// Lane 0 returns 8 to the offset of lane 1, which reads it live. So lane 1 goes to word 2 if it comes second, and to word 1 if
/// it comes first.
#[test]
fn a_lane_reads_what_another_one_returned_before_its_first_access() {
    let text = ".isa visa grf=32\n.reading sources = live\n.decl R v_type=G type=ud num_elts=4 align=dword\n\
        .decl BUF v_type=T num_elts=1\n.set R = 0 4 8 12\n.surface BUF buffer ud = 8 200 300\n\
        dword_atomic.inc (M1, 2) BUF R.0 V0.0 V0.0 R.4\n";
    assert_eq!(compare(text), Some((2, 2, 2)));
}

/// Lanes 0 and 1 draw the tickets 0 and 1, and a predicate tells who has ticket 0.
#[test]
fn two_bits_of_a_predicate_are_observed() {
    let text = head("0b11", "0")
        + ".set OFF = 0 0\n.decl P1 v_type=P num_elts=2\ndword_atomic.inc (M1, 2) BUF OFF.0 V0.0 V0.0 OLD.0\n\
           cmp.eq (M1, 2) P1 OLD(0,0)<1;1,0> 0:d\n";
    is_possible(&text, ".expect P1 = 1 0", 1, 2);
    is_possible(&text, ".expect P1 = 0 1", 1, 2);
    is_possible(&text, ".expect P1 = 1 1", 0, 2);
}

/// All orders of lanes that only read count as one, unless one of them can stop the run.
#[test]
fn orders_of_lanes_that_only_read_are_one() {
    let text = head("0b111", "1 2 3")
        + ".set OFF = 0 4 8\n.semantics READ like DWORD_ATOMIC { foreach_active (i) { dst[i] = surface[element_offset[i]]; } }\n\
           read.inc (M1, 8) BUF OFF.0 V0.0 V0.0 OLD.0\n";
    for (text, orders) in
        [(text.clone(), 1u32), (text.replace(".lanes", ".reading misaligned = error\n.lanes"), 6)]
    {
        let scenario = opened(&text).scenario.expect("it runs");
        assert_eq!(explored(&scenario, Question::results()).orders, orders.into(), "{text}");
    }
}
