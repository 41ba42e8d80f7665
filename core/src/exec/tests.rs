//! Tables of what the machine does in one step or turn. The scenarios are small enough to be followed by hand.

use super::fork::{Footprint, Fork, Reached};
use super::scenario::Scenario;
use super::step::Recording;
use super::vm::{Halt, Vm};
use crate::base::{LaneId, LaneMask};
use crate::machine::Place;
use crate::semantics::TrapReason;
use crate::session::Session;
use crate::test;
use crate::trace::{AccessKind, Effect, LaneStatus, MicroStep, OffReason, Phase};

/// Two lanes, which add 1 and 2 at the bytes of `OFF` in `BUF`, with contents 10 and 20.
const SET_UP: &str = "\
.isa visa grf=32
.lanes 2
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl VAL v_type=G type=ud num_elts=8 align=GRF
.decl OLD v_type=G type=ud num_elts=8 align=GRF
.decl P v_type=P num_elts=8
.decl BUF v_type=T num_elts=1
.set OFF = 0 4 0 0 0 0 0 0
.set VAL = 1 2 0 0 0 0 0 0
.set P = 0b01
.surface BUF buffer ud = 10 20
";

const ADD: &str = "dword_atomic.add (M1, 2) BUF OFF.0 VAL.0 V0.0 OLD.0\n";

fn scenario(more: &str, line: &str) -> std::rc::Rc<Scenario> {
    let session = Session::open(&[SET_UP, more, line].concat());
    session.scenario.unwrap_or_else(|| panic!("{more}{line}: {:?}", session.diagnostics))
}

/// Returns a scenario whose lanes run `body`.
fn running(body: &str) -> std::rc::Rc<Scenario> {
    scenario(&format!(".semantics DWORD_ATOMIC {{\n  foreach_active (i) {{\n{body}\n  }}\n}}\n"), ADD)
}

/// Returns the steps from the start to the end, in full.
fn steps(scenario: &Scenario) -> Vec<MicroStep> {
    let mut vm = Vm::new(scenario);
    std::iter::from_fn(|| vm.record_step(scenario)).collect()
}

/// Returns the number of reads and of writes in each turn of lane 0, which has all turns first.
fn turns_of_lane_0(scenario: &Scenario) -> Vec<(usize, usize)> {
    let mut fork = Fork::new(scenario);
    let mut footprint = Footprint::default();
    while !matches!(fork.reached(scenario), Reached::Turns) {
        fork.step(scenario, &mut footprint);
    }
    let mut turns = Vec::new();
    while fork.waiting().contains(0) {
        footprint.clear();
        fork.turn(scenario, LaneId(0), 1000, &mut footprint).expect("turns are short");
        turns.push((footprint.reads.len(), footprint.writes.len()));
    }
    turns
}

#[test]
fn a_turn_has_one_access_or_one_atomic_block() {
    let table: &[(&str, &[(usize, usize)])] = &[
        // A turn ends before the next access.
        ("T a = surface[0]; surface[4] = a;", &[(1, 0), (0, 1)]),
        ("T a = surface[0]; T b = a + 1; surface[4] = b; dst[i] = b;", &[(1, 0), (0, 1)]),
        ("dst[i] = surface[0]; T b = surface[4]; T c = surface[0];", &[(1, 0), (1, 0), (1, 0)]),
        // All accesses of one statement are one.
        ("surface[0] = surface[4] + surface[0];", &[(2, 1)]),
        ("surface[0] += 1; surface[4] += 1;", &[(1, 1), (1, 1)]),
        // A block is one access, with what precedes and follows it.
        ("UD a = 4; atomic { T b = surface[0]; surface[a] = b; } dst[i] = 1;", &[(1, 1)]),
        ("atomic { surface[0] += 1; } atomic { surface[4] += 1; }", &[(1, 1), (1, 1)]),
        ("T a = surface[0]; atomic { surface[0] = a; surface[4] = a; }", &[(1, 0), (0, 2)]),
        // A block without an access is none.
        ("T a = surface[0]; atomic { a = a + 1; } dst[i] = a;", &[(1, 0)]),
        ("for (UD c = 0; c < 2; c++) surface[0] = c;", &[(0, 1), (0, 1)]),
        ("dst[i] = 1;", &[(0, 0)]),
    ];
    for (body, turns) in table {
        assert_eq!(turns_of_lane_0(&running(body)), *turns, "{body}");
    }
}

#[test]
fn the_mask_step_says_why_lanes_are_off() {
    let add =
        |guard: &str, mask: &str| format!("{guard}dword_atomic.add ({mask}, 2) BUF OFF.0 VAL.0 V0.0 OLD.0\n");
    let table = [
        ("2", add("", "M1"), 0b11, None),
        ("2", add("(P) ", "M1"), 0b01, Some((1, OffReason::Predicate))),
        ("2", add("(!P) ", "M1"), 0b10, Some((0, OffReason::Predicate))),
        ("2 active=0b10", add("", "M1"), 0b10, Some((0, OffReason::Mask))),
        // The mask is asked first.
        ("2 active=0b10", add("(!P) ", "M1"), 0b10, Some((0, OffReason::Mask))),
        ("2 active=0b10", add("", "M1_NM"), 0b11, None),
    ];
    for (lanes, line, wanted, reason) in table {
        let text = SET_UP.replace(".lanes 2\n", &format!(".lanes {lanes}\n"));
        let session = Session::open(&(text + &line));
        let scenario = session.scenario.unwrap_or_else(|| panic!("{line}: {:?}", session.diagnostics));
        let first = &steps(&scenario)[0];
        assert_eq!(first.phase, Phase::Mask);
        let Effect::Mask { enabled, off, .. } = &first.effects[0] else { panic!("{:?}", first.effects) };
        let reasons: Vec<_> = reason.into_iter().map(|(lane, reason)| (LaneId(lane), reason)).collect();
        assert_eq!((*enabled, &off[..]), (LaneMask(wanted), &reasons[..]), "{lanes}: {line}");
    }
}

#[test]
fn sources_are_latched_unless_lanes_read_them_live() {
    // Lane 0 overwrites the value of lane 1 before lane 1 reads it: OLD and VAL are the same variable.
    let line = "dword_atomic.add (M1, 2) BUF OFF.0 VAL.0 V0.0 VAL.0\n";
    let body = ".semantics DWORD_ATOMIC {\n  foreach_active (i) {\n    dst[1 - i] = src0[i] + 10;\n  }\n}\n";
    // Latched: VAL[1] = 1 + 10, VAL[0] = 2 + 10. Live: VAL[1] = 11, then VAL[0] = 11 + 10.
    for (reading, wanted) in [("latched", [12, 11]), ("live", [21, 11])] {
        let session = Session::open(&[SET_UP, ".reading sources=", reading, "\n", body, line].concat());
        let scenario = session.scenario.unwrap_or_else(|| panic!("{reading}: {:?}", session.diagnostics));
        let mut vm = Vm::new(&scenario);
        vm.run_to(&scenario, u32::MAX, u64::MAX);
        let space = scenario.layout.variable("VAL").expect("it is declared").space;
        let value = |at: u32| vm.state.read(Place { space, byte_offset: 4 * at, size_bytes: 4 }).value;
        assert_eq!([value(0), value(1)], wanted, "{reading}");
    }
}

#[test]
fn an_access_reaches_memory_only_within_bounds() {
    // Byte 5 is used as byte 4.
    let table = [(0_u32, true), (4, true), (5, true), (8, false), (0xffff_fffc, false)];
    for (address, is_inside) in table {
        let scenario = running(&format!("T a = surface[{address}]; surface[{address}] = a + 1;"));
        let mut vm = Vm::new(&scenario);
        let mut reached = Vec::new();
        while vm.advance(&scenario, Recording::Nothing) {
            let lane_0 = vm.last.by.lane == Some(LaneId(0));
            let accesses = vm.last.accesses.iter().filter(|_| lane_0);
            reached.extend(accesses.map(|found| (found.kind, found.takes_effect)));
        }
        assert_eq!(reached, [(AccessKind::Read, is_inside), (AccessKind::Write, is_inside)], "{address}");
    }
    // Nothing was recorded, so nothing was allocated for a record.
    let scenario = running("surface[64] = 1;");
    let mut vm = Vm::new(&scenario);
    while vm.advance(&scenario, Recording::Nothing) {
        assert!(vm.last.record.is_none());
    }
    // Only steps with something to report are recorded on demand: mask, latch, and the write of each lane.
    let mut vm = Vm::new(&scenario);
    let mut recorded = Vec::new();
    while vm.advance(&scenario, Recording::Reportable) {
        recorded.extend(vm.last.record.as_ref().map(|record| record.phase));
    }
    assert_eq!(recorded, [Phase::Mask, Phase::Latch, Phase::Write, Phase::Write]);
}

#[test]
fn a_trap_stops_its_lane_and_then_the_run() {
    let table = [
        (
            "trap(outside, i == 0); dst[i] = 7;",
            LaneStatus::Trapped(TrapReason::Outside),
            LaneStatus::Done,
            true,
        ),
        ("trap(outside, false); dst[i] = 7;", LaneStatus::Done, LaneStatus::Done, false),
        (
            "dst[i] = 7; trap(misaligned, i == 1);",
            LaneStatus::Done,
            LaneStatus::Trapped(TrapReason::Misaligned),
            true,
        ),
    ];
    for (body, first, second, halts) in table {
        let scenario = running(body);
        let mut vm = Vm::new(&scenario);
        while vm.advance(&scenario, Recording::Nothing) {}
        assert_eq!(vm.halted, halts.then_some(Halt::Trap), "{body}");
        let lanes = &vm.active.as_ref().expect("the instruction began").lanes;
        assert_eq!([lanes[0].status, lanes[1].status], [first, second], "{body}");
    }
}

#[test]
fn a_lane_is_done_after_its_last_foreach_active() {
    let table = [
        ("LANES", LaneStatus::Done),
        ("LANES LANES", LaneStatus::Waiting),
        ("for (UD k = 0; k < 2; ++k) { LANES }", LaneStatus::Waiting),
    ];
    for (body, after_first) in table {
        let body = body.replace("LANES", "foreach_active (i) { dst[i] = 7; dst[i] = 8; }");
        let scenario = scenario(&format!(".semantics DWORD_ATOMIC {{\n{body}\n}}\n"), ADD);
        let mut vm = Vm::new(&scenario);
        let statuses = |vm: &Vm| {
            let lanes = &vm.active.as_ref().expect("the instruction began").lanes;
            [lanes[0].status, lanes[1].status]
        };
        while vm.active.is_none() || statuses(&vm)[1] != LaneStatus::Running {
            assert!(vm.advance(&scenario, Recording::Nothing), "{body}");
        }
        assert_eq!(statuses(&vm)[0], after_first, "{body}");
        while vm.advance(&scenario, Recording::Nothing) {}
        assert_eq!(statuses(&vm), [LaneStatus::Done; 2], "{body}");
    }
}

#[test]
fn an_invariant_is_checked_after_each_step_outside_atomic_blocks() {
    // A block is checked after its last step; what it writes in between is not seen.
    let table = [
        ("surface[0] = 0; surface[0] = 1;", "BUF[0] > 0", true),
        ("atomic { surface[0] = 0; surface[0] = 1; }", "BUF[0] > 0", false),
        ("surface[0] = 0; surface[0] = 1;", "BUF[1] > 0", false),
        ("atomic { surface[0] = 0; }", "BUF[0] > 0", true),
    ];
    for (body, condition, is_broken) in table {
        let semantics = format!(".semantics DWORD_ATOMIC {{\n  foreach_active (i) {{\n{body}\n  }}\n}}\n");
        let invariant = format!(".invariant holds: {condition}\n");
        let scenario = scenario(&[semantics, invariant].concat(), ADD);
        let run = super::Run::new(scenario);
        let seen: Vec<Option<u32>> = run.breaches().iter().map(|breach| breach.step).collect();
        assert_eq!(!seen.is_empty(), is_broken, "{body} {condition}: {seen:?}");
    }
}
