//! The table of lanes on the stage. Expected values are computed by hand from the scenarios.
#![cfg(not(target_arch = "wasm32"))]

use lanescope_core::session::{Session, run::NumberFormat};
use lanescope_core::trace::{Effect, Phase};
use lanescope_core::view::lanes::{LaneTableView, Row, RowValue};
use lanescope_core::view::moment::{Definedness, Moment, RunSummary};
use lanescope_core::view::queue::badges;
use lanescope_core::view::surface::element_at_hand;
use lanescope_core::view::wires::{WireState, wires};
use lanescope_core::view::{Formats, Numbers};
use std::rc::Rc;

/// Returns the moment after `cursor` steps, or the end of a shorter run.
fn moment(text: &str, cursor: u32) -> Moment {
    let session = Session::open(text);
    let run = session.run.unwrap_or_else(|| panic!("does not run: {:?}", session.diagnostics));
    let summary = Rc::new(RunSummary::new(&run));
    Moment::new(&run, &text.into(), cursor, summary)
}

fn row(moment: &Moment, label: &str, format: NumberFormat) -> Row {
    let mut formats = Formats::default();
    formats.set(Numbers::All, Some(format));
    let table = LaneTableView::new(moment, &formats);
    let found = table.rows.iter().find(|row| row.label == label);
    found.unwrap_or_else(|| panic!("no row {label}: {:?}", table.rows)).clone()
}

fn texts(row: &Row) -> Vec<&str> {
    row.cells.iter().map(|cell| &*cell.text).collect()
}

/// Four lanes compare 0 to 3 with 2; lane 3 is masked off.
const COMPARE: &str = "\
.lanes 4 active=0b0111
.decl A v_type=G type=d num_elts=8 align=GRF
.decl P1 v_type=P num_elts=8
.set A = 0 1 2 3
cmp.lt (M1, 4) P1 A(0,0)<1;1,0> 2:d
";

#[test]
fn a_predicate_has_a_row_with_each_lanes_bit() {
    for format in [NumberFormat::Auto, NumberFormat::Hex] {
        let end = row(&moment(COMPARE, u32::MAX), "dst", format);
        assert_eq!(end.variable.as_deref(), Some("P1"));
        assert_eq!(texts(&end), ["1", "1", "0", ""]);
    }
    assert_eq!(texts(&row(&moment(COMPARE, 0), "dst", NumberFormat::Auto)), ["", "", "", ""]);
}

#[test]
fn an_undefined_bit_is_shown_as_undefined() {
    let text = COMPARE.replace("A = 0 1 2 3", "A = 0 ? 2 3");
    let end = row(&moment(&text, u32::MAX), "dst", NumberFormat::Auto);
    assert_eq!(texts(&end), ["1", "?", "0", ""]);
    assert_eq!(end.cells[1].definedness, Definedness::Undefined);
    assert_eq!(end.cells[0].definedness, Definedness::Defined);
}

#[test]
fn a_step_returns_the_bit_that_it_writes() {
    let text = format!("{COMPARE}.semantics CMP {{ foreach_active (i) {{ dst[7 - i] = src0[i]; }} }}\n");
    let session = Session::open(&text);
    let run = session.run.expect("it runs");
    let returns = |effect: &Effect| effect.returned().map(|value| (value.bit, value.show(NumberFormat::Hex)));
    let returned: Vec<_> =
        run.steps().flat_map(|step| step.effects.iter().filter_map(returns).collect::<Vec<_>>()).collect();
    // The lowest bits of 0, 1 and 2.
    let expected = [(7, "0"), (6, "1"), (5, "0")].map(|(bit, value)| (Some(bit), value.to_owned()));
    assert_eq!(returned, expected);
}

/// Four lanes add 1 to 4, each to a dword of its own.
const ADD: &str = "\
.lanes 4
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl VAL v_type=G type=ud num_elts=8 align=GRF
.decl OLD v_type=G type=ud num_elts=8 align=GRF
.decl BUF v_type=T num_elts=1
.set OFF = 0 4 8 12
.set VAL = 1 2 3 4
.surface BUF buffer ud = 10 20 30 40
dword_atomic.add (M1, 4) BUF OFF.0 VAL.0 V0.0 OLD.0
";

#[test]
fn values_that_differ_on_the_other_side_are_marked_on_both() {
    // Only lane 2 computes another value: 30 + 5 instead of 30 + 3.
    let (here, there) = (moment(ADD, u32::MAX), moment(&ADD.replace("1 2 3 4", "1 2 5 4"), u32::MAX));
    let (here, there) = (Rc::new(here), Rc::new(there));
    for (side, other) in [(&here, &there), (&there, &here)] {
        let compared = side.next_to(other);
        let table = LaneTableView::new(&compared, Default::default());
        let differs = |row: &Row| row.cells.iter().map(|cell| cell.differs).collect::<Vec<_>>();
        for row in &table.rows {
            let is_other = matches!(row.slot, RowValue::New) || row.label == "src0";
            assert_eq!(row.differs, is_other, "{}", row.label);
            assert_eq!(differs(row), [false, false, is_other, false], "{}", row.label);
        }
        let surface = &compared.scenario().layout.surfaces[0];
        let cells: Vec<bool> = (0..4).map(|element| compared.differs_beside(surface, element)).collect();
        assert_eq!(cells, [false, false, true, false]);
        assert!(!side.differs_beside(surface, 2), "nothing is marked without another side");
    }
}

#[test]
fn a_smaller_side_is_compared_up_to_its_size() {
    let small = ADD.replace("= 10 20 30 40", "= 10 20").replace("0 4 8 12", "0 4 0 4");
    let small = small.replace(".lanes 4", ".lanes 2").replace("(M1, 4)", "(M1, 2)");
    let (here, there) = (Rc::new(moment(ADD, 0)), Rc::new(moment(&small, 0)));
    let compared = here.next_to(&there);
    let surface = &compared.scenario().layout.surfaces[0];
    let cells: Vec<bool> = (0..4).map(|element| compared.differs_beside(surface, element)).collect();
    assert_eq!(cells, [false, false, true, true]);
    assert_eq!(LaneTableView::new(&there.next_to(&here), Default::default()).lanes.len(), 2);
}

#[test]
fn a_value_names_its_element() {
    // Byte 32 of VAL is its element 8. VAL is the second variable, OLD the third.
    let text = ADD.replace("VAL.0", "VAL.32").replace("= 1 2 3 4", "= 0 0 0 0 0 0 0 0 1 2 3 4");
    let text = text.replace("VAL v_type=G type=ud num_elts=8", "VAL v_type=G type=ud num_elts=16");
    let end = moment(&text, u32::MAX);
    let elements = |label: &str| -> Vec<_> {
        let cells = row(&end, label, NumberFormat::Auto).cells;
        cells
            .into_iter()
            .map(|cell| {
                cell.element.map(|origin| (origin.variable, origin.element, origin.initial.to_string()))
            })
            .collect()
    };
    let expected = |variable: usize, first: usize, initial: [&str; 4]| -> Vec<_> {
        (0..4).map(|lane| Some((variable, first + lane, initial[lane].to_owned()))).collect()
    };
    assert_eq!(elements("src0"), expected(1, 8, ["1", "2", "3", "4"]));
    assert_eq!(elements("dst"), expected(2, 0, ["?"; 4]));
    assert_eq!(elements("address"), [None, None, None, None]);
}

#[test]
fn the_row_of_the_address_has_the_name_of_its_local() {
    // The local called `address` is not the one that addresses memory.
    let semantics = ".semantics DWORD_ATOMIC {
  foreach_active (i) {
    UD address = element_offset[i];
    UD place = address + 4;
    surface[place] = 1;
  }
}
dword_atomic.add";
    let end = moment(&ADD.replace("dword_atomic.add", semantics), u32::MAX);
    assert_eq!(texts(&row(&end, "place", NumberFormat::Auto))[0], "4");
}

/// Lanes 0 and 1 write channel 0 at bytes 0 and 16, then channel 2 at bytes 8 and 24.
const CHANNELS: &str = "\
.lanes 8 active=0b11
.decl BUF v_type=T num_elts=1
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl SRC v_type=G type=ud num_elts=16 align=GRF
.set OFF = 0 16
.set SRC = iota(100, 1)
.surface BUF buffer ud = [0; 8]
scatter4_scaled.RB (M1, 8) BUF 0x0:ud OFF.0 SRC.0
";

#[test]
fn one_access_of_a_lane_is_at_hand() {
    let run = moment(CHANNELS, 0).run;
    let starts = run
        .steps()
        .filter(|step| step.lane.is_some() && step.phase == Phase::Address)
        .map(|step| step.index + 1);
    let starts: Vec<u32> = starts.collect();
    // From the address up to the write, the lane goes to the place that it writes.
    let expected = [(0, 0), (1, 16), (0, 8), (1, 24)];
    assert_eq!(starts.len(), expected.len());
    for (start, (lane, byte)) in starts.into_iter().zip(expected) {
        for cursor in start.. {
            let moment = moment(CHANNELS, cursor);
            let at_hand = moment.access_at_hand().map(|access| access.place.byte_offset);
            assert_eq!(at_hand, Some(byte), "lane {lane}, step {cursor}");
            let badges = moment.targets().iter().flat_map(|target| badges(&moment, target));
            let current = badges.filter(|badge| badge.current).map(|badge| (badge.lane, badge.target));
            let target = moment.targets().iter().position(|it| it.access.place.byte_offset == byte);
            assert_eq!(current.collect::<Vec<_>>(), [(Some(lane), target.expect("it is accessed"))]);
            let wires = wires(&moment, std::iter::empty());
            let running = wires.iter().filter(|wire| wire.state == WireState::Running);
            let names: Vec<&str> = running.map(|wire| &*wire.name).collect();
            assert_eq!(names, [format!("BUF[{}]", byte / 4)], "step {cursor}");
            if moment.frame.last.as_ref().is_some_and(|step| step.phase == Phase::Write) {
                break;
            }
        }
    }
}

#[test]
fn the_page_with_the_access_at_hand_is_shown() {
    // The lane returns what it read on one page, and then reads on another one.
    let text = "\
.lanes 8 active=1
.decl BUF v_type=T num_elts=1
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl DST v_type=G type=ud num_elts=8 align=GRF
.surface BUF buffer ud = [0; 1000]
.semantics DWORD_ATOMIC {
  foreach_active (i) {
    dst[i] = surface[0];
    UD other = surface[3996];
    dst[i] = other;
  }
}
dword_atomic.inc (M1, 8) BUF OFF.0 V0.0 V0.0 DST.0
";
    let run = moment(text, 0).run;
    let mut pages = Vec::new();
    for cursor in 0..=run.len() {
        let moment = moment(text, cursor);
        let surface = &moment.scenario().layout.surfaces[0];
        let shown = element_at_hand(&moment, surface);
        if let Some(access) = moment.access_at_hand() {
            assert_eq!(Some(shown), surface.element_at(access.place), "step {cursor}");
            pages.push((moment.frame.last.as_ref().map(|step| step.phase), shown));
        }
    }
    assert!(pages.contains(&(Some(Phase::Return), 0)), "{pages:?}");
    assert!(pages.contains(&(Some(Phase::Return), 999)), "{pages:?}");
}

#[test]
fn a_lane_that_waits_is_not_called_running() {
    // Lane 1 has begun when lane 0 has its second turn. Both wait for a value that no lane writes.
    let text = "\
.lanes 8 active=0b11
.decl BUF v_type=T num_elts=1
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.set OFF = 0 0
.surface BUF buffer ud = 0
.semantics DWORD_ATOMIC {
  foreach_active (i) {
    UD seen = 0;
    for (; seen == 0; ) seen = surface[element_offset[i]];
  }
}
dword_atomic.inc (M1, 8) BUF OFF.0 V0.0 V0.0 V0.0
";
    let words = |cursor: u32| -> Vec<&str> {
        let table = LaneTableView::new(&moment(text, cursor), &Formats::default());
        table.lanes.iter().take(2).map(|lane| lane.word(true)).collect()
    };
    let run = moment(text, 0).run;
    let second = run.steps().find(|step| step.lane.is_some_and(|lane| lane.0 == 1)).expect("it begins");
    let back = run.steps().skip(second.index as usize).find(|step| step.lane.is_some_and(|lane| lane.0 == 0));
    assert_eq!(words(second.index), ["running", "waiting"]);
    assert_eq!(words(second.index + 1), ["waiting", "running"]);
    assert_eq!(words(back.expect("it goes on").index + 1), ["running", "waiting"]);
    assert_eq!(words(u32::MAX), ["stuck", "stuck"]);
    let end = LaneTableView::new(&moment(text, u32::MAX), &Formats::default());
    assert_eq!(end.lanes[0].sentence(), "on, waits forever");
}

#[test]
fn a_source_shows_the_element_that_its_lane_read_last() {
    // Block 1 of SRC begins 8 elements on.
    let in_blocks = [[100, 101], [100, 101], [108, 101], [108, 109]];
    let lane_by_lane = [[100, 101], [108, 101], [108, 101], [108, 109]];
    for (reading, expected) in [("", in_blocks), (".reading channel_overlap=by_lane\n", lane_by_lane)] {
        let text = format!("{reading}{CHANNELS}");
        let source = |cursor: u32| {
            let cells = row(&moment(&text, cursor), "src", NumberFormat::Auto).cells;
            cells
                .into_iter()
                .take(2)
                .map(|cell| (cell.text.to_string(), cell.element.expect("it has one").element))
        };
        let shown = |values: [usize; 2]| values.map(|value| (value.to_string(), value - 100));
        let run = moment(&text, 0).run;
        let writes: Vec<u32> =
            run.steps().filter(|step| step.phase == Phase::Write).map(|step| step.index + 1).collect();
        assert_eq!(source(0).collect::<Vec<_>>(), shown([100, 101]), "{reading}");
        assert_eq!(writes.len(), expected.len(), "{reading}");
        for (cursor, values) in writes.into_iter().zip(expected) {
            assert_eq!(source(cursor).collect::<Vec<_>>(), shown(values), "{reading} step {cursor}");
        }
        assert_eq!(source(u32::MAX).collect::<Vec<_>>(), shown([108, 109]), "{reading}");
    }
}

#[test]
fn an_access_that_a_trap_prevents_has_a_badge_and_a_wire() {
    let texels = "\
.isa sass sm=52
.lanes 32 active=0b11
.set R2 = 1 9
.set R4 = 1 10
.surface 0 1d R32_UINT 4 = 5 5 5 5
SUATOM.D.1D.ADD.TRAP R8, [R2], R4, 0x0;
";
    // The surface has 8 bytes.
    let bytes = "\
.reading svm_outside=error
.lanes 8 active=0b111
.decl A v_type=G type=uq num_elts=8 align=GRF
.set A = 0 8 4
.surface T5 stateless ud = 10 20
svm_atomic.inc (M1, 4) A.0 V0.0 V0.0 V0.0
";
    for (text, name) in [(texels, "x = 9"), (bytes, "bytes 8 to 11")] {
        let run = moment(text, 0).run;
        let trap = run.steps().find(|step| step.prevented().is_some()).expect("lane 1 traps");
        assert_eq!(trap.lane.map(|lane| lane.0), Some(1), "{name}");
        let moment = moment(text, trap.index + 1);
        let target = moment.targets().iter().find(|it| !it.access.inside).expect("the place is on the stage");
        let badges = badges(&moment, target);
        let lanes: Vec<_> = badges.iter().map(|badge| (badge.lane, badge.current, badge.served)).collect();
        assert_eq!(lanes, [(Some(1), true, true)], "{name}");
        let wires = wires(&moment, std::iter::empty());
        let running = wires.iter().filter(|wire| wire.state == WireState::Running);
        let drawn: Vec<_> = running.map(|wire| (wire.lane, &*wire.name, wire.is_outside)).collect();
        assert_eq!(drawn, [(1, name, true)]);
        let events = run.accesses(moment.instruction);
        assert!(events.iter().all(|event| event.lane != trap.lane), "{name}: it does not happen");
    }
}
