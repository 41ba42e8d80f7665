//! The accesses of an instruction: lane, statement, occurrence, and the bytes read or written.

use lanescope_core::exec::Run;
use lanescope_core::session::Session;
use lanescope_core::trace::{AccessEvent, AccessKind};
use std::rc::Rc;

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn session(semantics: &str, setup: &str, line: &str) -> Session {
    Session::open(&format!(
        ".isa visa grf=32\n.lanes 8 active=0b1011\n\
         .decl OFF v_type=G type=ud num_elts=8 align=GRF\n.decl VAL v_type=G type=ud num_elts=8 align=GRF\n\
         .decl DST v_type=G type=ud num_elts=32 align=GRF\n.decl BUF v_type=T num_elts=1\n{setup}{semantics}{line}"
    ))
}

fn run(semantics: &str, setup: &str, line: &str) -> Rc<Run> {
    let session = session(semantics, setup, line);
    session.run.unwrap_or_else(|| panic!("does not run: {:?}", session.diagnostics))
}

const SETUP: &str =
    ".set OFF = 4 8 0 4 0 0 0 0\n.set VAL = 1 2 3 4 0 0 0 0\n.surface BUF buffer ud = 10 20\n";
const ADD: &str = "dword_atomic.add (M1, 8) BUF OFF.0 VAL.0 V0.0 V0.0\n";

/// Returns the lane, the occurrence, the kind, the first byte, and whether the access is dropped.
fn short(event: &AccessEvent) -> (Option<u8>, u32, AccessKind, u32, bool) {
    let lane = event.lane.map(|lane| lane.0);
    (lane, event.occurrence, event.kind, event.access.place.byte_offset, event.is_dropped())
}

#[test]
fn each_lane_of_an_atomic_reads_and_writes_once() {
    use AccessKind::{Read, Write};
    // Lane 2 is masked off. Lanes 0 and 3 meet at byte 4. The surface has 8 bytes, so byte 8 of lane 1 is out of bounds.
    let run = run("", SETUP, ADD);
    let events: Vec<_> = run.accesses(0).iter().map(short).collect();
    let expected = [(0, 4, false), (1, 8, true), (3, 4, false)]
        .into_iter()
        .flat_map(|(lane, byte, dropped)| [Read, Write].map(|kind| (Some(lane), 0, kind, byte, dropped)));
    assert_eq!(events, expected.collect::<Vec<_>>());
    // Each event is an access of its step, by its lane and statement.
    for event in run.accesses(0).iter() {
        let step = run.step(event.step).expect("a step");
        assert_eq!((step.lane, step.site), (event.lane, Some(event.site)));
        assert!(step.accesses().any(|access| *access == event.access));
    }
    assert!(run.accesses(1).is_empty(), "there is one instruction");
}

#[test]
fn a_gather_accesses_one_dword_for_each_channel() {
    // Lane i gathers R, G, B and A from dwords i to i + 3: byte 4 i + 4 c. A channel is one round of the statement.
    let setup = ".set OFF = 0 4 8 12 0 0 0 0\n.surface BUF buffer ud = [0; 8]\n";
    let run = run("", setup, "gather4_scaled.RGBA (M1, 8) BUF 0x0:ud OFF.0 DST.0\n");
    let events: Vec<_> = run.accesses(0).iter().map(short).collect();
    let expected = (0..4u32)
        .flat_map(|c| [0u8, 1, 3].map(|i| (Some(i), c, AccessKind::Read, 4 * u32::from(i) + 4 * c, false)));
    assert_eq!(events, expected.collect::<Vec<_>>());
    let sites: Vec<_> = run.accesses(0).iter().map(|event| event.site).collect();
    assert!(sites.iter().all(|site| *site == sites[0]), "one statement");
}

#[test]
fn every_round_of_a_loop_is_an_access() {
    // A lane writes one element after another. 300 places are more than one byte can number.
    let semantics = ".semantics DWORD_ATOMIC { foreach_active (i) { for (UD k = 0; k < 300; ++k) { surface[k * 4] = k; } } }\n";
    let run = run(
        semantics,
        ".set OFF = [0; 8]\n.surface BUF buffer ud = [0; 512]\n",
        "dword_atomic.inc (M1, 1) BUF OFF.0 V0.0 V0.0 V0.0\n",
    );
    let events: Vec<_> = run.accesses(0).iter().map(short).collect();
    let expected = (0..300).map(|k| (Some(0), k, AccessKind::Write, 4 * k, false));
    assert_eq!(events, expected.collect::<Vec<_>>());
    let targets: Vec<_> =
        run.targets(0).iter().map(|target| (target.index, target.access.place.byte_offset)).collect();
    assert_eq!(targets, (0..300).map(|k| (k as usize, 4 * k)).collect::<Vec<_>>());
}

#[test]
fn an_access_outside_foreach_active_has_no_lane() {
    use AccessKind::{Read, Write};
    // `surface[0] = surface[4] + 1` reads and writes in one statement.
    let semantics =
        ".semantics DWORD_ATOMIC { surface[0] = surface[4] + 1; foreach_active (i) { surface[4] = i; } }\n";
    let run = run(semantics, SETUP, ADD);
    let events: Vec<_> = run.accesses(0).iter().map(|event| (short(event), event.number)).collect();
    let uniform = [((None, 0, Read, 4, false), 0), ((None, 0, Write, 0, false), 1)];
    let lanes = [0, 1, 3].map(|lane| ((Some(lane), 0, Write, 4, false), 0));
    assert_eq!(events, [&uniform[..], &lanes].concat());
    let queues: Vec<Vec<Option<u8>>> = run
        .targets(0)
        .iter()
        .map(|target| target.visits.iter().map(|visit| visit.lane.map(|lane| lane.0)).collect())
        .collect();
    assert_eq!(queues, [vec![None, Some(0), Some(1), Some(3)], vec![None]]);
}

#[test]
fn a_write_outside_foreach_active_can_overlap() {
    // The manual leaves overlapping writes of a scatter undefined. The instruction writes byte 0 before lane 0 does.
    let semantics =
        ".semantics SCATTER4_SCALED { surface[0] = 7; foreach_active (i) { surface[4 * i] = src[i]; } }\n";
    let setup = ".set OFF = [0; 8]\n.set DST = [1; 32]\n.surface BUF buffer ud = [0; 8]\n";
    let session = session(semantics, setup, "scatter4_scaled.R (M1, 8) BUF 0x0:ud OFF.0 DST.0\n");
    let messages: Vec<_> = session.diagnostics.iter().map(|diagnostic| diagnostic.message.as_str()).collect();
    let expected =
        "lane 0: the instruction writes 7 to BUF[0], and lane 0 writes 1 to BUF[0]; the later value is kept";
    assert!(messages.iter().any(|message| message.contains(expected)), "{messages:#?}");
}

/// Three lanes access bytes from 2^32 on. Two of them access the same byte.
#[test]
fn places_that_are_4_gib_apart_have_queues_of_their_own() {
    let setup = ".reading address_sum = exact\n.set OFF = 0xfffffffc 0xfffffff8 0 0xfffffffc\n.surface BUF buffer ud = 1\n";
    let run = run("", setup, "gather_scaled.4 (M1, 8) BUF 0x8:ud OFF.0 DST.0\n");
    let lanes = run.targets(0).iter().map(|target| target.lanes().map(|lane| lane.0).collect::<Vec<_>>());
    // 0xfffffffc + 8 = 2^32 + 4, and 0xfffffff8 + 8 = 2^32.
    assert_eq!(lanes.collect::<Vec<_>>(), [vec![0, 3], vec![1]]);
}

#[test]
fn the_last_writers_of_places_are_those_of_each_place() {
    let setup = SETUP.replace("OFF = 4 8 0 4", "OFF = 4 4 0 0");
    let run = run("", &setup, ADD);
    let scenario = run.scenario();
    let elements = |at: usize| scenario.layout.variables[at].clone();
    let surface = scenario.layout.surface("BUF").expect("it is declared");
    let mut places: Vec<_> = (0..surface.count()).map(|at| surface.element(at)).collect();
    places.extend(
        (0..3)
            .flat_map(|at| (0..8).map(move |index| (at, index)))
            .map(|(at, index)| elements(at).element(index)),
    );
    for end in 0..=run.len() {
        let found = run.last_writers(&places, end);
        let each = places.iter().map(|place| run.writers(*place).take_while(|(step, _)| *step < end).last());
        assert_eq!(found, each.collect::<Vec<_>>(), "before step {end}");
    }
}
