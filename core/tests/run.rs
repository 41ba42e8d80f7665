//! Queries of a run: steps, seeking, writers, queues, marks, turns.

use lanescope_core::base::{Bits, LaneId, LaneMask};
use lanescope_core::exec::{Run, Stop};
use lanescope_core::machine::Place;
use lanescope_core::session::{Session, run::narrate};
use lanescope_core::trace::{Effect, Granularity, LaneStatus, MarkKind, OffReason, Phase, Target};
use std::rc::Rc;

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// Four lanes; lane 2 is masked off. Lanes 0 and 3 meet at byte 4, and lane 1 is out of bounds.
const MEETING: &str = "\
.lanes 4 active=0b1011
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl VAL v_type=G type=ud num_elts=8 align=GRF
.decl OLD v_type=G type=ud num_elts=8 align=GRF
.decl BUF v_type=T num_elts=1
.set OFF = 4 8 0 4
.set VAL = 1 2 3 4
.surface BUF buffer ud = 10 20
dword_atomic.add (M1, 4) BUF OFF.0 VAL.0 V0.0 OLD.0
";

/// Semantics without `atomic`: read, modify and write are steps of their own.
const DIVISIBLE: &str = "\
.semantics DWORD_ATOMIC {
  foreach_active (i) {
    UD address = element_offset[i];
    T old = surface[address];
    T new = op(old, src0[i], src1[i]);
    surface[address] = new;
    dst[i] = result;
  }
}
";

fn run(text: &str) -> Rc<Run> {
    let session = Session::open(text);
    session.run.unwrap_or_else(|| panic!("does not run: {:?}", session.diagnostics))
}

fn place(run: &Run, name: &str, byte_offset: u32) -> Place {
    let layout = &run.scenario().layout;
    let space = layout.spaces.iter().position(|space| space.name == name).expect("declared");
    Place { space: lanescope_core::machine::SpaceId(space as u16), byte_offset, size_bytes: 4 }
}

/// Returns the lanes in the order of their writes to memory.
fn writing_lanes(run: &Run) -> Vec<u8> {
    let writes = run.steps().filter(|step| step.phase == Phase::Write);
    writes.filter_map(|step| step.lane).map(|lane| lane.0).collect()
}

#[test]
fn a_failed_compare_and_swap_is_no_race() {
    // Lane 0 compares 7 with 8, so it only reads. Lane 1 writes the same texel after it.
    let text = ".isa sass\n.lanes 2\n.set R2 = 8 7\n.set R3 = 1 2\n.surface 0 1d R32_UINT 1 = 7\n\
        SUATOM.D.1D.CAS R4, [R0], R2, 0x0;\n";
    assert!(run(text).diagnostics().iter().all(|finding| finding.code() != "run-race"));
}

#[test]
fn a_lane_goes_through_its_phases() {
    let run = run(MEETING);
    let phases: Vec<(Option<u8>, &str)> =
        run.steps().take(7).map(|step| (step.lane.map(|lane| lane.0), step.phase.word())).collect();
    let lane_0 = Some(0);
    assert_eq!(
        phases,
        [
            (None, "mask"),
            (None, "latch"),
            (lane_0, "address"),
            (lane_0, "read"),
            (lane_0, "modify"),
            (lane_0, "write"),
            (lane_0, "return"),
        ]
    );
    // Mask, latch, and five steps for each of three lanes.
    assert_eq!(run.len(), 2 + 3 * 5);
    assert_eq!(run.stop(), Stop::End);
}

#[test]
fn steps_and_states_agree_with_one_walk_forwards() {
    let run = run(MEETING);
    let walked: Vec<_> = run.steps().collect();
    for (index, step) in walked.iter().enumerate() {
        assert_eq!(run.step(index as u32).as_ref(), Some(step));
    }
    assert_eq!(run.step(run.len()), None);
    // 20 + 1 + 4; the other counter does not change.
    let end = run.state(run.len());
    assert_eq!(end.read(place(&run, "BUF", 4)), Bits::known(25));
}

#[test]
fn the_cursor_moves_by_turn_and_by_instruction() {
    let text = format!("{MEETING}dword_atomic.sub (M1, 4) BUF OFF.0 VAL.0 V0.0 OLD.0\n");
    let run = run(&text);
    let forward = |granularity| {
        let mut at = vec![0];
        while *at.last().expect("not empty") < run.len() {
            at.push(run.seek(*at.last().expect("not empty"), granularity, true));
        }
        at
    };
    let backward = |granularity| {
        let mut at = vec![run.len()];
        while *at.last().expect("not empty") > 0 {
            at.push(run.seek(*at.last().expect("not empty"), granularity, false));
        }
        at.reverse();
        at
    };
    assert_eq!(forward(Granularity::Phase).len(), run.len() as usize + 1);
    // Two steps of the whole instruction, then three lanes with five steps each; twice.
    let turns = [0, 2, 7, 12, 17, 19, 24, 29, 34];
    assert_eq!(forward(Granularity::Lane), turns);
    assert_eq!(backward(Granularity::Lane), turns);
    assert_eq!(forward(Granularity::Instruction), [0, 17, 34]);
    assert_eq!(backward(Granularity::Instruction), [0, 17, 34]);
    // All five steps of a lane concern memory; the two of the whole instruction do not.
    let memory = (0..=34).filter(|at| ![1, 2, 18, 19].contains(at)).collect::<Vec<_>>();
    assert_eq!(forward(Granularity::Memory), memory);
    assert_eq!(backward(Granularity::Memory), memory);
    for cursor in 0..=run.len() {
        for granularity in
            [Granularity::Phase, Granularity::Memory, Granularity::Lane, Granularity::Instruction]
        {
            assert!(run.seek(cursor, granularity, true) > cursor || cursor == run.len());
            assert!(run.seek(cursor, granularity, false) < cursor || cursor == 0);
        }
    }
}

/// Lane 0 is in bounds, lane 1 is out of bounds.
const SURFACE_ATOMIC: &str = ".isa sass sm=52
.lanes 2
.set R2 = 0 9
.set R4 = 5 6
.surface 7 1d R32_UINT 2 = 10 20
.set R1 = 7 7
SUATOM.D.1D.ADD.IGN R10, [R2], R4, R1;
";

#[test]
fn long_bookkeeping_is_skipped() {
    let run = run(SURFACE_ATOMIC);
    let mut phases = Vec::new();
    let (mut at, mut stops) = (0, vec![0]);
    while at < run.len() {
        at = run.seek(at, Granularity::Memory, true);
        stops.push(at);
        let step = run.step(at - 1).expect("a step");
        phases.push((step.lane.map(|lane| lane.0), step.phase));
    }
    // The access of lane 1 is dropped and returns zero.
    let lane_0 = [Phase::Address, Phase::Read, Phase::Modify, Phase::Write, Phase::Return];
    let mut expected: Vec<_> = lane_0.map(|phase| (Some(0), phase)).to_vec();
    expected.extend([Phase::Address, Phase::Return].map(|phase| (Some(1), phase)));
    assert_eq!(phases, expected);
    assert!(run.len() as usize > 2 * stops.len(), "{} micro-steps", run.len());
    let mut back = vec![at];
    while at > 0 {
        at = run.seek(at, Granularity::Memory, false);
        back.push(at);
    }
    back.reverse();
    assert_eq!(back, stops);
    assert_eq!(run.usual_granularity(), Granularity::Memory);
    assert_eq!(self::run(MEETING).usual_granularity(), Granularity::Phase);
}

#[test]
fn a_lane_that_a_trap_stops_is_a_step_of_its_own() {
    let run = run(&SURFACE_ATOMIC.replace("IGN", "TRAP"));
    let stop = run.seek(0, Granularity::Memory, true);
    let frame = run.frame(stop);
    assert!(matches!(frame.lanes[1].status, LaneStatus::Trapped(_)), "{:?}", frame.lanes[1].status);
}

#[test]
fn a_byte_knows_who_wrote_it() {
    let run = run(MEETING);
    let writers: Vec<_> = run.writers(place(&run, "BUF", 4)).collect();
    let lanes: Vec<_> = writers.iter().map(|&(_, lane)| lane).collect();
    assert_eq!(lanes, [Some(LaneId(0)), Some(LaneId(3))]);
    assert!(writers.iter().all(|&(step, lane)| run.step(step).expect("a step").lane == lane));
    assert_eq!(run.writers(place(&run, "BUF", 0)).count(), 0);
    // The result of lane 1: element 1 is at byte 4.
    let returned: Vec<_> = run.writers(place(&run, "OLD", 4)).collect();
    let [(step, Some(LaneId(1)))] = returned[..] else { panic!("one writer: {returned:?}") };
    assert_eq!(run.step(step).expect("a step").phase, Phase::Return);
}

/// Returns a target's byte, whether it is in bounds, and the lanes that access it, each with its step.
fn queue(target: &Target) -> (u32, bool, Vec<(u8, u32)>) {
    let visits = target.visits.iter().map(|visit| (visit.lane.expect("a lane").0, visit.step)).collect();
    (target.access.place.byte_offset, target.access.inside, visits)
}

#[test]
fn a_frame_shows_lanes_and_queues() {
    let run = run(MEETING);
    let start = run.frame(0);
    assert_eq!(start.last, None);
    assert!(start.lanes.iter().all(|lane| lane.status == LaneStatus::Unknown));
    // The turn of lane 0 has ended.
    let frame = run.frame(7);
    assert_eq!(frame.lanes[0].status, LaneStatus::Done);
    assert_eq!(frame.lanes[0].old.map(|bits| bits.value), Some(20));
    assert_eq!(frame.lanes[0].new.map(|bits| bits.value), Some(21));
    assert_eq!(frame.lanes[1].status, LaneStatus::Waiting);
    assert_eq!(frame.lanes[2].status, LaneStatus::Off(OffReason::Mask));
    assert_eq!(run.enabled(0), Some(LaneMask(0b1011)));
    let targets: Vec<_> = run.targets(0).iter().map(queue).collect();
    // Lane 0 reads in step 3, lane 1 in step 8 and lane 3 in step 13.
    assert_eq!(targets, [(4, true, vec![(0, 3), (3, 13)]), (8, false, vec![(1, 8)])]);
    assert!(run.targets(1).is_empty() && run.enabled(1).is_none());
}

#[test]
fn an_undefined_address_has_a_queue_of_its_own() {
    // Lanes 0 and 2 have no address; lanes 1 and 3 meet at byte 0. The lane with turn n, counted from 0, reads in step
    // 3 + 5n.
    let text = "\
.lanes 8 active=0b1111
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl VAL v_type=G type=ud num_elts=8 align=GRF
.decl BUF v_type=T num_elts=1
.set OFF = ? 0 ? 0
.set VAL = 1 2 3 4
.surface BUF buffer ud = 10 20
";
    let line = "dword_atomic.add (M1, 4) BUF OFF.0 VAL.0 V0.0 V0.0\n";
    let targets =
        |order: &str| -> Vec<_> { run(&[text, order, line].concat()).targets(0).iter().map(queue).collect() };
    assert_eq!(targets(""), [(0, false, vec![(0, 3), (2, 13)]), (0, true, vec![(1, 8), (3, 18)])]);
    let descending = targets(".order descending\n");
    assert_eq!(descending, [(0, true, vec![(3, 3), (1, 13)]), (0, false, vec![(2, 8), (0, 18)])]);
}

#[test]
fn collisions_and_accesses_out_of_bounds_are_marked() {
    let run = run(MEETING);
    let marks: Vec<_> = run.marks().iter().map(|mark| (mark.kind, mark.lane.map(|lane| lane.0))).collect();
    // Lane 1 reads and writes out of bounds. Lane 3 accesses the dword that lane 0 wrote.
    assert_eq!(
        marks,
        [(MarkKind::OutOfBounds, Some(1)), (MarkKind::OutOfBounds, Some(1)), (MarkKind::Collision, Some(3))]
    );
}

#[test]
fn a_finding_names_the_lane_whose_numbers_it_shows() {
    let messages = |offsets: &str| {
        let text = MEETING.replace("OFF = 4 8 0 4", &format!("OFF = {offsets}"));
        let run = run(&text);
        run.diagnostics().iter().map(|found| found.message.clone()).collect::<Vec<_>>()
    };
    // The surface has 8 bytes; lane 2 is off.
    assert_eq!(messages("8 8 0 8"), ["lanes 0, 1 and 3: bytes 8 to 11, but `BUF` ends at byte 7"]);
    assert_eq!(
        messages("0 8 0 16"),
        ["lanes 1 and 3, for example lane 1: bytes 8 to 11, but `BUF` ends at byte 7"]
    );
}

#[test]
fn an_order_is_followed() {
    for (order, expected) in [
        ("ascending", vec![0, 1, 3]),
        ("descending", vec![3, 1, 0]),
        // Lane 2 is off. Lanes that are not listed follow.
        ("3 2", vec![3, 0, 1]),
    ] {
        let run = run(&format!(".order {order}\n{MEETING}"));
        assert_eq!(writing_lanes(&run), expected, "{order}");
    }
    let drawn = |seed: u32| writing_lanes(&run(&format!(".order seed={seed}\n{MEETING}")));
    assert_eq!(drawn(1), drawn(1));
    assert!((0..20).any(|seed| drawn(seed) != drawn(0)), "a seed changes the order");
}

#[test]
fn without_atomic_lanes_come_between() {
    let run = run(&format!("{DIVISIBLE}{MEETING}"));
    // Each turn has one access: all lanes read, then all write. Lanes 0 and 3 both read 20, and the last write stays.
    let lanes: Vec<_> =
        run.steps().filter(|s| s.phase == Phase::Read).filter_map(|s| s.lane).map(|l| l.0).collect();
    assert_eq!(lanes, [0, 1, 3]);
    let first_write = run.steps().find(|step| step.phase == Phase::Write).expect("lanes write").index;
    assert!(run.steps().filter(|step| step.phase == Phase::Read).all(|read| read.index < first_write));
    assert_eq!(run.state(run.len()).read(place(&run, "BUF", 4)).value, 24);
    let race = run.diagnostics().iter().find(|finding| finding.code() == "run-race").expect("it is found");
    // The place has the name that the text gives it.
    assert_eq!(race.message, "lane 0: a write to BUF[1] comes between lane 3's read and write");
}

#[test]
fn an_explicit_order_may_give_a_lane_two_turns() {
    // Lane 0 reads and writes before lane 3 reads, so no update is lost.
    let run = run(&format!(".order 0 0 3 3\n{DIVISIBLE}{MEETING}"));
    assert_eq!(run.state(run.len()).read(place(&run, "BUF", 4)).value, 25);
    assert!(run.diagnostics().iter().all(|finding| finding.code() != "run-race"));
}

#[test]
fn reads_of_an_atomic_block_are_no_race_after_it() {
    // Lane 0 reads 20, which is not the value that it compares with, and writes nothing. Lane 3 writes the same dword
    // later. No lane comes between a read and a write.
    let sometimes = "\
.semantics DWORD_ATOMIC {
  foreach_active (i) {
    atomic { T old = surface[element_offset[i]]; if (old == 99 || i == 3) surface[element_offset[i]] = src0[i]; }
  }
}
";
    let run = run(&format!("{sometimes}{MEETING}"));
    let writers: Vec<_> =
        run.steps().filter(|step| step.phase == Phase::Write).filter_map(|step| step.lane).collect();
    assert_eq!(writers, [LaneId(3)]);
    assert!(run.diagnostics().iter().all(|finding| finding.code() != "run-race"));
}

#[test]
fn defined_asks_for_every_bit() {
    // The lowest byte of 0x??????01 is defined, the others are not.
    let text = "\
.lanes 1
.decl OFF v_type=G type=ud num_elts=1
.decl VAL v_type=G type=ud num_elts=1
.decl OLD v_type=G type=ud num_elts=1
.decl LOW v_type=G type=ub num_elts=4 alias=<VAL, 0>
.decl BUF v_type=T num_elts=1
.surface BUF buffer ud 1 = 0
.set OFF = 0
.set LOW = 1
.semantics DWORD_ATOMIC { foreach_active (i) { surface[0] = defined(src0[i]) ? 1 : 2; } }
dword_atomic.add (M1, 1) BUF OFF.0 VAL.0 V0.0 OLD.0
";
    let run = run(text);
    assert_eq!(run.state(run.len()).read(place(&run, "BUF", 0)).value, 2);
}

#[test]
fn a_run_that_is_made_in_slices_is_the_same() {
    let text = format!("{DIVISIBLE}{MEETING}");
    let whole = run(&text);
    let mut running = Run::begin(Rc::new(whole.scenario().clone()));
    while !running.advance(3) {}
    assert_eq!(running.steps(), whole.len());
    let sliced = running.finish();
    assert!(whole.steps().eq(sliced.steps()));
    assert_eq!((whole.marks(), whole.diagnostics()), (sliced.marks(), sliced.diagnostics()));
    assert_eq!((whole.stop(), whole.targets(0)), (sliced.stop(), sliced.targets(0)));
}

#[test]
fn a_run_is_cut_at_its_budget_and_can_still_be_walked() {
    let endless = "\
.semantics DWORD_ATOMIC { foreach_active (i) { for (k = 0; k < 4000000000; ++k) { surface[0] = surface[0] + 1; } } }
";
    let run = run(&format!("{endless}{MEETING}").replace("active=0b1011", "active=0b0001"));
    assert_eq!((run.stop(), run.len()), (Stop::Budget, 1_000_000));
    // Each round of the loop is a decision, an addition and an increment. The final state contains the effect of the
    // last step.
    let at = run.state(999_999);
    let step = run.step(999_999).expect("the last step");
    let after = run.state(1_000_000);
    match step.effects.iter().find(|effect| matches!(effect, Effect::Write { .. })) {
        Some(Effect::Write { access, after: written, .. }) => assert_eq!(after.read(access.place), *written),
        _ => assert_eq!(at.fingerprint(), after.fingerprint()),
    }
}

#[test]
fn an_undefined_offset_is_reported_once() {
    let found = |text: &str| {
        let run = run(text);
        run.diagnostics().iter().map(|finding| (finding.code(), finding.notes.len())).collect::<Vec<_>>()
    };
    // Without offsets, every lane's address is undefined: one cause, one finding, which states the consequence.
    let text = MEETING.replace(".set OFF = 4 8 0 4\n", "");
    assert_eq!(found(&text), [("run-undefined-source", 1)]);
    // An undefined value to add is a different cause, and every address is defined.
    let text = MEETING.replace(".set VAL = 1 2 3 4\n", "").replace("4 8 0 4", "4 0 0 4");
    assert_eq!(found(&text), [("run-undefined-memory", 0), ("run-undefined-source", 0)]);
}

#[test]
fn narration_shows_numbers() {
    let run = run(MEETING);
    let said: Vec<String> = run.steps().map(|step| narrate(run.scenario(), &step)).collect();
    assert_eq!(said[0], "dword_atomic.add begins with lanes 0, 1 and 3: lane 2 is masked off.");
    assert_eq!(said[4], "Lane 0 computes new = 21: old + src0 = 20 + 1 = 21.");
    assert_eq!(said[5], "Lane 0 writes 21 to BUF[1] (was 20).");
    assert_eq!(said[6], "Lane 0 returns 20 to OLD[0] (was undefined).");
    assert_eq!(said[8], "Lane 1 reads 0 from BUF byte 8: bytes 8 to 11, but BUF ends at byte 7.");
    assert_eq!(said[10], "Lane 1 drops its write of 2 to BUF byte 8: bytes 8 to 11, but BUF ends at byte 7.");
}

#[test]
fn rows_and_readings_are_those_of_the_instruction_set() {
    // Both sets have a MOV.
    let session =
        Session::open(".isa sass sm=52\n.lanes 32\nMOV R0, R1;\nSUATOM.D.1D.ADD R4, [R0], R2, 0x0;\n");
    let titles: Vec<&str> = session.rows().iter().map(|row| row.source.heading).collect();
    assert_eq!(titles, ["MOV", "Behaviour"]);
    let touching = session.reading_views().into_iter().filter(|view| view.touches_program);
    assert!(touching.map(|view| view.reading.name).any(|name| name == "cas_swap"));
    assert_eq!(Session::open("mov (M1, 8) A(0,0)<1> 1:ud\n").rows()[0].mnemonic, "MOV");
}

#[test]
fn the_readings_of_a_line_are_those_that_affect_it() {
    let dword = |line: &str| {
        let set_up = ".lanes 8\n.decl OFF v_type=G type=ud num_elts=8 align=GRF\n.decl VAL v_type=G type=f num_elts=8 \
                      align=GRF\n.decl INT v_type=G type=ud num_elts=8 align=GRF\n.decl BUF v_type=T num_elts=1\n\
                      .surface BUF buffer ud size=16\n";
        let session = Session::open(&[set_up, line, "\n"].concat());
        assert!(session.scenario.is_some(), "{line}: {:?}", session.diagnostics);
        session.readings_of_line(0).iter().map(|reading| reading.name).collect::<Vec<_>>()
    };
    // The notation of every operation asks for the unit of offsets; only two ask about floats.
    let add = dword("dword_atomic.add (M1, 8) BUF OFF.0 INT.0 V0.0 V0.0");
    assert!(add.contains(&"offset_unit") && add.contains(&"misaligned"), "{add:?}");
    for other in
        ["float_minmax", "fcmpwr_compare", "float_denormals", "predec_type", "any_all_width", "upper_half"]
    {
        assert!(!add.contains(&other), "{other} in {add:?}");
    }
    let minimum = dword("dword_atomic.fmin (M1, 8) BUF OFF.0 VAL.0 V0.0 V0.0");
    assert!(minimum.contains(&"float_minmax") && minimum.contains(&"float_denormals"), "{minimum:?}");
    assert!(!minimum.contains(&"fcmpwr_compare"), "{minimum:?}");
    let compared = dword("dword_atomic.fcmpwr (M1, 8) BUF OFF.0 VAL.0 VAL.0 V0.0");
    assert!(compared.contains(&"fcmpwr_compare") && !compared.contains(&"float_minmax"), "{compared:?}");

    let suatom = |line: &str| {
        let session = Session::open(&format!(".isa sass sm=52\n.lanes 32\n{line}\n"));
        assert!(session.scenario.is_some(), "{line}: {:?}", session.diagnostics);
        session.readings_of_line(0).iter().map(|reading| reading.name).collect::<Vec<_>>()
    };
    let add = suatom("SUATOM.D.1D.ADD.IGN R4, [R0], R2, 0x0;");
    assert!(
        !add.contains(&"cas_swap") && !add.contains(&"cas_failure") && !add.contains(&"trap_effects"),
        "{add:?}"
    );
    assert!(add.contains(&"dim_mismatch") && !add.contains(&"ba_misaligned"), "{add:?}");
    let trapping = suatom("SUATOM.D.1D.ADD.TRAP R4, [R0], R2, 0x0;");
    assert!(trapping.contains(&"trap_effects"), "{trapping:?}");
    let swap = suatom("SUATOM.D.1D.CAS R4, [R0], R2, 0x0;");
    assert!(swap.contains(&"cas_swap") && swap.contains(&"cas_failure"), "{swap:?}");
    assert_eq!(Session::open("nothing of the kind").readings_of_line(0).len(), 0);
}

/// An offset of 64 bytes is an address, also past the end. Texel 9 of 4 has none.
#[test]
fn an_access_out_of_bounds_has_an_address_if_it_counts_bytes() {
    let own = ".semantics DWORD_ATOMIC { foreach_active (i) { dst[i] = surface[element_offset[i]]; } }\n";
    let bytes = run(&format!("{own}{}", MEETING.replace("OFF = 4 8", "OFF = 4 64")));
    let address = |run: &Run, lane: usize| run.frame(run.len()).lanes[lane].address.map(|(bits, _)| bits);
    assert_eq!([0, 1].map(|lane| address(&bytes, lane)), [4, 64].map(|byte| Some(Bits::known(byte))));
    // The last of two accesses, at an address that no variable of the lane holds: lane 0 reads bytes 4 and 8.
    let rounds =
        "for (UD c = 0; c < 2; ++c) { foreach_active (i) { dst[i] = surface[element_offset[i] + 4 * c]; } }";
    let rounds = run(&format!(".semantics DWORD_ATOMIC {{ {rounds} }}\n{MEETING}"));
    assert_eq!(address(&rounds, 0), Some(Bits::known(8)));
    let texels = run(".lanes 8 active=0b11\n.decl U v_type=G type=ud num_elts=8 align=GRF\n\
        .decl ZERO v_type=G type=ud num_elts=8 align=GRF\n.decl IMG v_type=T num_elts=1\n\
        .set U = 2 9\n.set ZERO = [0; 8]\n.surface IMG 2d R32_UINT 4x1 = 1 2 3 4\n\
        typed_atomic.inc (M1, 8) IMG U.0 ZERO.0 V0.0 V0.0 V0.0 V0.0 V0.0\n");
    // Texel 2 has bytes 8 to 11.
    assert_eq!([0, 1].map(|lane| address(&texels, lane)), [Some(Bits::known(8)), None]);
}

/// Bits 0 to 2 of 4 are known. `.all` needs bit 3, and each lane needs its own bit.
#[test]
fn an_undefined_predicate_is_found_for_the_lanes_that_need_it() {
    let found = |predicate: &str, bits: &str| {
        let lines =
            format!(".decl P1 v_type=P num_elts=4\n.set P1 = {bits}\n({predicate}) dword_atomic.add (M1, 4)");
        let session = Session::open(&MEETING.replace("dword_atomic.add (M1, 4)", &lines));
        assert!(session.run.is_some(), "{:?}", session.diagnostics);
        let mut all = session.diagnostics.into_iter();
        all.find(|found| found.code() == "run-undefined-predicate").map(|found| found.message)
    };
    let why = "the predicate is undefined and counts as 0";
    assert_eq!(found("P1", "1 1 1"), Some(format!("lane 3: {why}")));
    assert_eq!(found("P1.all", "1 1 1"), Some(format!("lanes 0 to 3: {why}")));
    assert_eq!(found("P1.any", "1 1 1"), Some(format!("lanes 0 to 3: {why}")));
    assert_eq!((found("P1.all", "1 1 1 1"), found("P1.any", "1 1 1 1")), (None, None));
}

/// Lanes 0, 1 and 3 meet in word 1. Lanes 1 and 3 each find a number that another lane wrote, and are marked once.
#[test]
fn each_lane_that_meets_others_is_marked_once() {
    let run = run(&MEETING.replace("OFF = 4 8", "OFF = 4 4"));
    let collisions = run.marks().iter().filter(|mark| mark.kind == MarkKind::Collision);
    let lanes: Vec<u8> = collisions.filter_map(|mark| run.step(mark.step)?.lane.map(|lane| lane.0)).collect();
    assert_eq!(lanes, [1, 3]);
}

#[test]
fn lines_after_the_end_of_a_program_are_not_checked() {
    for end in ["EXIT;", "@PT EXIT;"] {
        let lines = format!("MOV R0, 0x1;\n{end}\nS2R R1, SR_TID.X;\nFOOBAR R2;\n");
        let session = Session::open(&format!(".isa sass sm=52\n.lanes 2\n{lines}"));
        assert_eq!(session.diagnostics, [], "{end}");
    }
}

#[test]
fn a_heading_names_the_operation_as_the_line_does() {
    for (word, title) in [("imax", "imax"), ("maxsint", "maxsint"), ("IMAX", "imax"), ("MAXSINT", "maxsint")]
    {
        let text = format!(
            ".lanes 8\n.decl OFF v_type=G type=ud num_elts=8 align=GRF\n.decl VAL v_type=G type=d num_elts=8 align=GRF\n\
             .decl BUF v_type=T num_elts=1\n.surface BUF buffer d size=16\n\
             dword_atomic.{word} (M1, 8) BUF OFF.0 VAL.0 V0.0 V0.0\n"
        );
        let scenario = Session::open(&text).scenario.expect("the text has no error");
        assert_eq!(scenario.program[0].title, format!("dword_atomic.{title}"));
    }
}
