//! What the stage asks of a run and a session beside stepping: queues that are put in another order, places to stop at,
//! and what differs between two moments.

use lanescope_core::base::LaneId;
use lanescope_core::exec::Run;
use lanescope_core::session::{PanelEdit, Session};

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// Four lanes: 0, 1 and 3 meet at byte 4, lane 2 goes to byte 0.
const MEETING: &str = "\
.lanes 8 active=0b1111
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl VAL v_type=G type=ud num_elts=8 align=GRF
.decl OLD v_type=G type=ud num_elts=8 align=GRF
.decl BUF v_type=T num_elts=1
.set OFF = 4 4 0 4
.set VAL = 1 2 3 4
.surface BUF buffer ud = 10 20
dword_atomic.add (M1, 4) BUF OFF.0 VAL.0 V0.0 OLD.0
";

/// The lanes that go to byte 4, in their order.
fn queue(run: &Run) -> Vec<u8> {
    let target =
        run.targets(0).iter().find(|target| target.access.place.byte_offset == 4).expect("it is hit");
    target.visits.iter().map(|visit| visit.lane.0).collect()
}

fn moved(text: &str, lane: u8, to: usize) -> Result<Session, String> {
    let session = Session::open(text);
    let run = session.run.as_ref().expect("it runs");
    let target = run.targets(0).iter().position(|target| target.access.place.byte_offset == 4);
    let target = target.expect("it is hit");
    session.edit(&PanelEdit::Queue { instruction: 0, target, lane: LaneId(lane), to })
}

#[test]
fn a_queue_is_put_in_another_order_by_one_directive() {
    for (before, lane, to, line, expected) in [
        // Without a line, and with one for each way to say an order.
        ("", 3, 0, ".order 3 0 2\n", [3, 0, 1]),
        ("", 0, 1, ".order 1\n", [1, 0, 3]),
        (".order descending // down\n", 0, 0, ".order 0 2 3 // down\n", [0, 3, 1]),
        (".order 3 1 0\n", 3, 2, ".order 1 0 3\n", [1, 0, 3]),
        (".order 1\n", 1, 1, ".order ascending\n", [0, 1, 3]),
        // Lanes that have two turns each keep them.
        (".order 3 3 0 0 1 1\n", 0, 0, ".order 0 0 3 3 1 1\n", [0, 3, 1]),
    ] {
        let session = moved(&format!("{before}{MEETING}"), lane, to).expect("it can be");
        assert!(session.text.contains(line), "{before:?}: {}", session.text);
        assert_eq!(session.text.matches(".order").count(), 1);
        assert_eq!(queue(session.run.as_ref().expect("it runs")), expected, "{before:?}");
    }
}

#[test]
fn an_order_that_was_drawn_is_written_down_and_changed() {
    for seed in 0..20 {
        let text = format!(".order seed={seed}\n{MEETING}");
        let mut expected = queue(Session::open(&text).run.as_ref().expect("it runs"));
        let last = expected.pop().expect("three lanes meet");
        expected.insert(0, last);
        let session = moved(&text, last, 0).expect("it can be");
        assert_eq!(queue(session.run.as_ref().expect("it runs")), expected, "seed {seed}");
    }
}

#[test]
fn an_order_that_no_schedule_makes_is_refused() {
    // Lane 0 goes there in the first round, the others in the second: whatever the order, lane 0 is first.
    let rounds = "\
.semantics DWORD_ATOMIC {
  for (UD k = 0; k < 2; ++k) {
    foreach_active (i) {
      if ((i == 0) == (k == 0)) surface[element_offset[i]] = src0[i];
    }
  }
}
";
    let refusal = moved(&format!("{rounds}{MEETING}"), 3, 0).expect_err("lane 0 is first");
    assert!(refusal.contains("rounds"), "{refusal}");
    assert!(moved(&format!("{rounds}{MEETING}"), 3, 1).is_ok());
}
