//! The views of the stage: lanes, memory, wires, notation. Expected values are worked out by hand from the
//! scenarios.

use crate::common::{FOUR, behind, good, last_line, moment};
use lanescope_core::session::run::{Breakpoint, NumberFormat};
use lanescope_core::trace::LaneStatus;
use lanescope_core::view::digits::Digits;
use lanescope_core::view::gesture::{LegKind, gesture};
use lanescope_core::view::lanes::{LaneTableView, RowValue, status_sentence, status_word};
use lanescope_core::view::layout::{Cells, Height, Shape, StageLayout};
use lanescope_core::view::moment::{Definedness, Moment, RunSummary};
use lanescope_core::view::place::StagePlace;
use lanescope_core::view::position::{position, position_and_title};
use lanescope_core::view::queue::Badge;
use lanescope_core::view::summary::widest_value;
use lanescope_core::view::surface::{SurfaceView, Touch};
use lanescope_core::view::wires::{Wire, WireState, wires};
use lanescope_frontend::state::Selection;
use lanescope_frontend::state::detail::cell_detail;
use lanescope_frontend::state::notation::{Cache, Line, notation};
use lanescope_frontend::state::queue::{Drag, dragged};
use lanescope_frontend::state::registers::{predicates, variables};
use lanescope_frontend::state::surface::{SurfaceOptions, surfaces};
use std::rc::Rc;

const AUTO: NumberFormat = NumberFormat::Auto;

/// Returns [`FOUR`] with another instruction.
fn with_instruction(instruction: &str) -> String {
    FOUR.replace(last_line(FOUR), instruction)
}

/// Returns the moment after a lane's first step of a phase.
fn after_phase(text: &str, lane: u8, phase: &str) -> Moment {
    moment(text, behind(&good(text), lane, phase))
}

fn cell(moment: &Moment, slot: RowValue, lane: usize) -> (String, bool) {
    let table = LaneTableView::new(moment, Default::default());
    let row = table.rows.into_iter().find(|row| row.slot == slot).expect("there is such a row");
    (row.cells[lane].text.to_string(), row.cells[lane].fresh)
}

fn cell_place(element: usize) -> StagePlace {
    StagePlace::Cell { surface: 0, element }
}

fn outside_place(address: u64) -> StagePlace {
    StagePlace::Outside { surface: 0, address, texel: None }
}

fn value(lane: u8, row: RowValue) -> StagePlace {
    StagePlace::Value { lane, row }
}

fn only_surface(moment: &Moment, selection: Option<Selection>) -> SurfaceView {
    surfaces(moment, SurfaceOptions { selection, ..SurfaceOptions::default() }).remove(0)
}

#[test]
fn rows_are_named_by_the_row_of_the_instruction() {
    let table = LaneTableView::new(&moment(FOUR, 0), Default::default());
    let labels: Vec<&str> = table.rows.iter().map(|row| row.label.as_str()).collect();
    assert_eq!(
        labels,
        ["element_offset", "src0", "address", "old", "new", "dst"],
        "src1 is null and has no row"
    );
    let variables: Vec<Option<&str>> = table.rows.iter().map(|row| row.variable.as_deref()).collect();
    assert_eq!(variables, [Some("OFF"), Some("VAL"), None, None, None, Some("OLD")]);
}

#[test]
fn before_the_first_step_the_lanes_show_what_they_would_read() {
    let moment = moment(FOUR, 0);
    let table = LaneTableView::new(&moment, Default::default());
    assert_eq!(table.lanes.len(), 4);
    assert!(table.lanes.iter().all(|lane| lane.status == LaneStatus::Unknown && !lane.current));
    assert_eq!(cell(&moment, RowValue::Old, 0).0, "");
    assert!(gesture(&moment, Default::default()).legs.is_empty());
}

#[test]
fn a_read_brings_the_old_value_to_its_lane() {
    let moment = after_phase(FOUR, 1, "read");
    // Lane 0 has added 1 to the 10.
    assert_eq!(cell(&moment, RowValue::Old, 1), ("11".to_owned(), true));
    assert_eq!(cell(&moment, RowValue::Old, 0), ("10".to_owned(), false));
    let legs = gesture(&moment, Default::default()).legs;
    let drawn: Vec<_> = legs.iter().map(|leg| (leg.kind, leg.from, leg.to, leg.label.as_str())).collect();
    assert_eq!(drawn, [(LegKind::Read, cell_place(0), value(1, RowValue::Old), "11")]);
}

#[test]
fn a_write_carries_the_new_value_to_its_cell() {
    let moment = after_phase(FOUR, 1, "write");
    let leg = gesture(&moment, Default::default()).legs.remove(0);
    assert_eq!((leg.kind, leg.from, leg.to), (LegKind::Write, value(1, RowValue::New), cell_place(0)));
    assert_eq!(leg.label, "13");
    let surface = only_surface(&moment, None);
    assert_eq!((&*surface.cells[0].text, surface.cells[0].touched), ("13", Touch::Written));
    assert!(surface.cells[0].changed && !surface.cells[1].changed);
    assert_eq!(&*surface.cells[0].initial, "10");
}

#[test]
fn a_write_outside_is_dropped_with_its_numbers() {
    let moment = after_phase(FOUR, 2, "write");
    let leg = gesture(&moment, Default::default()).legs.remove(0);
    assert_eq!((leg.kind, leg.to), (LegKind::Dropped, outside_place(64)));
    let outside = &only_surface(&moment, None).outside[0];
    assert_eq!(outside.sentence, "bytes 64 to 67, but BUF ends at byte 15");
    assert_eq!(outside.badges.iter().map(|badge| badge.lane).collect::<Vec<_>>(), [Some(2)]);
}

#[test]
fn a_returned_value_comes_from_where_the_operation_takes_it() {
    let old = after_phase(FOUR, 0, "return");
    assert_eq!(gesture(&old, Default::default()).legs[0].from, value(0, RowValue::Old));
    assert_eq!(gesture(&old, Default::default()).legs[0].to, value(0, RowValue::Output(4)));
    let new =
        after_phase(&with_instruction("DWORD_ATOMIC.PREDEC (M1, 4) BUF OFF.0 V0.0 V0.0 OLD.0"), 0, "return");
    assert_eq!(
        gesture(&new, Default::default()).legs[0].from,
        value(0, RowValue::New),
        "PREDEC hands back the new value"
    );
}

/// Returns the wires of a moment: lane, place, progress.
fn wired(moment: &Moment) -> Vec<(u8, StagePlace, WireState)> {
    wires_of(moment).into_iter().map(|wire| (wire.lane, wire.to, wire.state)).collect()
}

/// Returns the wires of a moment whose surfaces are shown in lines of four.
fn wires_of(moment: &Moment) -> Vec<Wire> {
    let views = surfaces(moment, SurfaceOptions::default());
    let digits = Digits::in_px(100.0, 10.0);
    let cells = Cells { per_line: 4, digits, badge_rows: 1, badges: 1, is_large: false };
    wires(moment, views.iter().map(|view| (view, &cells)))
}

#[test]
fn a_wire_leads_from_each_lane_that_takes_part_to_its_place() {
    use WireState::{Done, Running, Waiting};
    let (cell, outside) = (cell_place(0), outside_place(64));
    // Lanes 0 and 1 access byte 0, lane 2 is out of bounds, lane 3 is masked off.
    let start = [(0, cell, Waiting), (1, cell, Waiting), (2, outside, Waiting)];
    assert_eq!(wired(&moment(FOUR, 0)), start);
    let reading = [(0, cell, Done), (1, cell, Running), (2, outside, Waiting)];
    assert_eq!(wired(&after_phase(FOUR, 1, "read")), reading);
    assert_eq!(wired(&after_phase(FOUR, 1, "modify")), reading, "it stays while the lane computes");
    let end = moment(FOUR, good(FOUR).run.len());
    assert!(wired(&end).iter().all(|(_, _, state)| *state == Done), "{:?}", wired(&end));
    let wires = wires_of(&end);
    assert_eq!(wires.iter().map(|wire| wire.share).collect::<Vec<_>>(), [(0, 2), (1, 2), (0, 1)]);
    assert!(wires[2].is_outside && !wires[0].is_outside);
    assert_eq!(
        wires.iter().map(|wire| &*wire.name).collect::<Vec<_>>(),
        ["BUF[0]", "BUF[0]", "bytes 64 to 67"]
    );
}

#[test]
fn a_lane_has_a_wire_for_each_channel() {
    let text = "\
.isa visa grf=32
.lanes 8 active=0b1
.decl BUF v_type=T num_elts=1
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl DST v_type=G type=ud num_elts=32 align=GRF
.set OFF = iota(0, 4)
.surface BUF buffer ud = [7; 8]
gather4_scaled.RGBA (M1, 8) BUF 0x0:ud OFF.0 DST.0
";
    // Lane 0 reads dwords 0 to 3.
    let end = good(text).run.len();
    let places: Vec<StagePlace> = wires_of(&moment(text, end)).into_iter().map(|wire| wire.to).collect();
    assert_eq!(places, [0, 1, 2, 3].map(cell_place));
}

#[test]
fn long_addresses_are_places_of_their_own() {
    let text = "\
.decl Q v_type=G type=uq num_elts=4 align=GRF
.decl D v_type=G type=ud num_elts=8 align=GRF
.set Q = 0x1_0000_0000 0x2_0000_0000
.surface %scratch stateless ud = 20 21
lsc_load.ugm (M1, 2) D:d32 flat[Q]:a64
";
    let end = moment(text, good(text).run.len());
    assert_eq!(only_surface(&end, None).outside.len(), 2);
    let places: Vec<StagePlace> = wires_of(&end).into_iter().map(|wire| wire.to).collect();
    assert_eq!(places, [outside_place(1 << 32), outside_place(2 << 32)]);
}

#[test]
fn lanes_that_meet_stand_in_their_queue() {
    let badges = |moment: &Moment| {
        let surface = only_surface(moment, None);
        surface.cells[0]
            .badges
            .iter()
            .map(|badge| (badge.lane.expect("a lane"), badge.served))
            .collect::<Vec<_>>()
    };
    assert_eq!(badges(&moment(FOUR, 0)), [(0, false), (1, false)]);
    assert_eq!(badges(&after_phase(FOUR, 0, "return")), [(0, true), (1, false)]);
    let descending = with_instruction(&format!(".order descending\n{}", last_line(FOUR)));
    assert_eq!(badges(&moment(&descending, 0)), [(1, false), (0, false)]);
}

#[test]
fn half_an_element_is_shown_byte_by_byte() {
    let words = with_instruction("dword_atomic.add.16 (M1, 4) BUF OFF.0 VAL.0 V0.0 OLD.0")
        .replace("OFF = 0 0 64 4", "OFF = 2 2 64 4");
    let surface = only_surface(&moment(&words, 0), None);
    assert_eq!(surface.cells[0].bytes, Some(vec![false, false, true, true]));
}

#[test]
fn what_is_undefined_says_so() {
    let moment = moment(FOUR, 0);
    let surface = only_surface(&moment, None);
    assert_eq!(surface.cells[3].definedness, Definedness::Undefined);
    assert_eq!(&*surface.cells[3].text, "?");
    assert!(surface.cells[3].label("BUF").contains("undefined"));
    let variables = variables(&moment, AUTO, None);
    assert!(variables[2].cells.iter().all(|cell| cell.definedness == Definedness::Undefined));
}

#[test]
fn a_selected_lane_lights_its_cell() {
    let surface = only_surface(&moment(FOUR, 0), Some(Selection::Lane(2)));
    assert!(surface.outside[0].selected);
    assert!(surface.cells.iter().all(|cell| !cell.selected));
}

#[test]
fn a_cell_knows_who_writes_it() {
    let moment = after_phase(FOUR, 0, "write");
    let detail = cell_detail(&moment, 0, 0, SurfaceOptions::default()).expect("there is such a cell");
    let writers: Vec<_> = detail.writers.steps.iter().map(|writer| (writer.lane, writer.past)).collect();
    assert_eq!(writers, [(Some(0), true), (Some(1), false)]);
    assert_eq!((detail.initial.as_str(), detail.now.as_str()), ("10", "11"));
    assert_eq!(detail.title, "BUF[0], byte 0");
    assert_eq!(detail.writers.more, 0);
}

#[test]
fn of_many_writers_those_about_the_moment_are_listed() {
    let text = FOUR.to_owned()
        + ".semantics DWORD_ATOMIC {
  foreach_active (i) {
    for (UD k = 0; k < 100; ++k) surface[element_offset[i]] = k;
  }
}
";
    // Two lanes, three steps per round: `k = 0`, the condition, the write, and so on.
    let at = |cursor| {
        let detail = cell_detail(&moment(&text, cursor), 0, 0, SurfaceOptions::default())
            .expect("there is such a cell");
        let past = detail.writers.steps.iter().filter(|writer| writer.past).count();
        (past, detail.writers.steps.len() - past, detail.writers.more)
    };
    assert_eq!(at(0), (0, 32, 168));
    assert_eq!(at(300), (16, 16, 168));
    assert_eq!(at(u32::MAX), (32, 0, 168));
}

#[test]
fn registers_say_what_the_instruction_does_with_them() {
    let moment = after_phase(FOUR, 0, "return");
    let variables = variables(&moment, AUTO, None);
    let roles: Vec<_> =
        variables.iter().map(|variable| (variable.name.as_str(), variable.roles.clone())).collect();
    assert_eq!(roles, [("OFF", vec!["element_offset"]), ("VAL", vec!["src0"]), ("OLD", vec!["dst"])]);
    let old = &variables[2].cells[0];
    assert_eq!((old.text.as_str(), old.touched, old.changed), ("10", Touch::Written, true));
    assert!(old.destination && !old.source);
    assert!(!variables[0].cells[4].source, "four lanes read four elements");
}

#[test]
fn predicates_are_shown_bit_by_bit() {
    let text = with_instruction("(!P1) dword_atomic.add (M1, 4) BUF OFF.0 VAL.0 V0.0 OLD.0")
        .replace(".set OFF", ".decl P1 v_type=P num_elts=4\n.set P1 = 0b0010\n.set OFF");
    let moment = moment(&text, 1);
    assert_eq!(predicates(&moment)[0].bits, [Some(false), Some(true), Some(false), Some(false)]);
    assert!(predicates(&moment)[0].in_use);
    let table = LaneTableView::new(&moment, Default::default());
    assert_eq!(table.rows[0].slot, RowValue::Predicate);
    assert!(matches!(table.lanes[1].status, LaneStatus::Off(_)), "inverted");
}

#[test]
fn the_notation_lights_what_ran_and_what_runs_next() {
    let texts = notation(&after_phase(FOUR, 0, "read"), None, &Cache::default());
    assert_eq!(texts.len(), 2);
    let text_of = |line: &Rc<Line>| line.pieces.iter().map(|piece| piece.text.as_str()).collect::<String>();
    let ran: Vec<String> = texts[0].lines.iter().filter(|line| line.ran).map(text_of).collect();
    assert_eq!(ran.len(), 1);
    assert!(ran[0].contains("old ="), "{ran:?}");
    let next: Vec<String> =
        texts.iter().flat_map(|text| &text.lines).filter(|line| line.next).map(text_of).collect();
    assert!(next.iter().any(|line| line.contains("new =")), "{next:?}");
}

#[test]
fn steps_leave_the_pieces_of_the_notation_as_they_are() {
    for text in [
        FOUR,
        include_str!("../../static/examples/29-block-linear.lane"),
        include_str!("../../static/examples/38-channels.lane"),
    ] {
        let pieces = |cursor: u32| -> Vec<(usize, String, Vec<String>)> {
            let moment = moment(text, cursor);
            let texts = notation(&moment, None, &Cache::default()).into_iter();
            let pieces = |line: &Rc<Line>| line.pieces.iter().map(|piece| piece.text.clone()).collect();
            texts
                .flat_map(|view| {
                    view.lines
                        .iter()
                        .map(|line| (moment.instruction, view.name.to_string(), pieces(line)))
                        .collect::<Vec<_>>()
                })
                .collect()
        };
        let len = moment(text, 0).run.len();
        let mut shown = pieces(0);
        for cursor in 1..=len.min(120) {
            let now = pieces(cursor);
            // Another instruction has another text.
            assert!(now[0].0 != shown[0].0 || now == shown, "at step {cursor}");
            shown = now;
        }
    }
}

#[test]
fn the_position_is_said_in_words() {
    let moment = after_phase(FOUR, 1, "read");
    let at = format!("step {} of {} · lane 1 · read", moment.frame.cursor, moment.run.len());
    assert_eq!(position(&moment), at);
    assert_eq!(position_and_title(&moment), at + " · dword_atomic.add");
    let start = crate::common::moment(FOUR, 0);
    assert_eq!(position(&start), format!("start of {} steps", moment.run.len()));
    assert_eq!(position_and_title(&start), position(&start));
}

#[test]
fn the_position_says_which_of_several_instructions_ran() {
    let twice = [FOUR, last_line(FOUR)].join("\n");
    let moment = after_phase(&twice, 1, "read");
    let (cursor, count) = (moment.frame.cursor, moment.run.len());
    assert_eq!(position(&moment), format!("step {cursor} of {count} · instruction 1 of 2 · lane 1 · read"));
}

#[test]
fn columns_are_as_wide_from_the_start_as_they_will_have_to_be() {
    let text = FOUR.replace("= 10 20", "= 4000000000 20");
    assert_eq!(widest_value(&moment(&text, 0).run, Default::default()), 10);
    assert_eq!(RunSummary::new(&moment(&text, 0).run).crowd, 2);
}

/// Eight lanes, registers, and a surface of 2 x 2 texels with padded rows.
const TEXELS: &str = "\
.isa sass sm=52
.lanes 8
.set R0 = 0 1 2 0 -1 2 1 0
.set R1 = 0 1 0 2 1 2 -1 1
.set R2 = [1; 8]
.surface 0 2d R32_UINT 2x2 pitch=32 = 10 20 30 40
SUATOM.D.2D.ADD.IGN R4, [R0], R2, 0x0;
";

#[test]
fn texels_stand_in_their_rows() {
    let surface = only_surface(&moment(TEXELS, 0), None);
    assert_eq!(surface.row_length, Some(2));
    let shown: Vec<_> = surface
        .cells
        .iter()
        .map(|cell| [cell.text.to_string(), cell.spot.words(), cell.spot.line()])
        .collect();
    // The label of a line is its y, or its x if the line continues a row.
    assert_eq!(
        shown,
        [
            ["10", "x 0, y 0", "0"],
            ["20", "x 1, y 0", "x 1"],
            ["30", "x 0, y 1", "1"],
            ["40", "x 1, y 1", "x 1"]
        ]
    );
    let lanes: Vec<Vec<u8>> = surface
        .cells
        .iter()
        .map(|cell| cell.badges.iter().filter_map(|badge| badge.lane).collect())
        .collect();
    assert_eq!(lanes, [vec![0], vec![], vec![7], vec![1]]);
}

#[test]
fn a_step_on_a_texel_points_at_it() {
    let moment = after_phase(TEXELS, 1, "write");
    assert_eq!(gesture(&moment, Default::default()).legs[0].to, cell_place(3));
    let surface = only_surface(&moment, None);
    assert_eq!((&*surface.cells[3].text, surface.cells[3].touched), ("41", Touch::Written));
}

#[test]
fn registers_are_rows_and_variables() {
    let moment = after_phase(TEXELS, 0, "return");
    let table = LaneTableView::new(&moment, Default::default());
    let behind: Vec<&str> = table.rows.iter().filter_map(|row| row.variable.as_deref()).collect();
    for register in ["R0", "R1", "R2", "R4"] {
        assert!(behind.contains(&register), "{register} in {behind:?}");
    }
    let variables = variables(&moment, AUTO, None);
    let result = variables.iter().find(|variable| variable.name == "R4").expect("it is there");
    assert_eq!((&*result.cells[0].text, result.cells[0].touched), ("10", Touch::Written));
}

#[test]
fn a_queue_shows_what_a_drag_would_make_of_it() {
    let moment = moment(FOUR, 0);
    let badges = &only_surface(&moment, None).cells[0].badges;
    let lanes = |badges: &[Badge]| {
        badges.iter().map(|it| (it.lane.expect("a lane"), it.place, it.queue)).collect::<Vec<_>>()
    };
    assert_eq!(lanes(badges), [(0, 0, 2), (1, 1, 2)]);
    let drag = Drag { target: badges[0].target, lane: 0, from: 0, to: 1 };
    assert_eq!(lanes(&dragged(badges, Some(drag))), [(1, 0, 2), (0, 1, 2)]);
    assert_eq!(dragged(badges, Some(Drag { target: 99, ..drag })), *badges, "of another queue");
    assert_eq!(dragged(badges, Some(Drag { to: 9, ..drag })), *badges, "the queue has become shorter");
    let detail = cell_detail(&moment, 0, 0, SurfaceOptions::default()).expect("there is such a cell");
    assert_eq!(detail.queue_words, "lanes 0, 1 access it, in this order");
}

#[test]
fn a_cell_at_which_the_run_stops_says_so() {
    let here = Breakpoint::Written { space: "BUF".into(), byte_offset: 0, size_bytes: 4 };
    let (moment, breakpoints) = (moment(FOUR, 0), [here.clone()]);
    let shown = SurfaceOptions { breakpoints: &breakpoints, ..SurfaceOptions::default() };
    let cells = surfaces(&moment, shown).remove(0).cells;
    assert!(cells[0].stops && !cells[1].stops);
    assert!(cells[0].label("BUF").contains("stops when written"));
    let detail = cell_detail(&moment, 0, 0, shown).expect("there is such a cell");
    assert_eq!((detail.stops, detail.breakpoint), (true, here));
}

#[test]
fn what_differs_from_the_compared_moment_is_marked() {
    // Lane 1's write, compared with the start: lanes 0 and 1 have added 1 and 2 to the 10.
    let after = || after_phase(FOUR, 1, "write");
    let earlier = |cursor: u32| {
        let now = after();
        Rc::new(Moment::new(&now.run, &now.text, cursor, now.summary.clone()))
    };
    let differs =
        |moment: &Moment| only_surface(moment, None).cells.iter().map(|it| it.differs).collect::<Vec<_>>();
    assert!(differs(&after()).iter().all(|differs| !differs));
    let moment = after().next_to(&earlier(0));
    assert_eq!(differs(&moment)[..2], [true, false]);
    assert!(only_surface(&moment, None).cells[0].label("BUF").contains("differs from the compared value"));
    let cursor = after().frame.cursor;
    let moment = after().next_to(&earlier(cursor - 2));
    let table = LaneTableView::new(&moment, Default::default());
    let new = table.rows.into_iter().find(|row| row.slot == RowValue::New).expect("there is such a row");
    assert_eq!((new.cells[0].differs, new.cells[1].differs), (false, true), "it had not computed it");
}

#[test]
fn what_is_not_as_expected_is_marked() {
    let end = || after_phase(FOUR, 2, "return");
    let layout = &end().scenario().layout.clone();
    let old = layout.variable("OLD").expect("it is declared").element(2);
    let moment = end().with_unexpected(Rc::new([layout.surfaces[0].element(1), old]));
    let cells = only_surface(&moment, None).cells;
    assert_eq!((cells[0].differs, cells[1].differs), (false, true));
    let table = LaneTableView::new(&moment, Default::default());
    let output =
        table.rows.into_iter().find(|row| matches!(row.slot, RowValue::Output(_))).expect("it returns");
    assert_eq!(
        output.cells.iter().map(|it| it.differs).collect::<Vec<_>>()[..4],
        [false, false, true, false]
    );
}

#[test]
fn a_value_is_latched_where_its_register_has_another_one_by_now() {
    // The destination is the source: lane 0 adds 1 to 10, and its returned 10 replaces the 1.
    let text = with_instruction("dword_atomic.add (M1, 4) BUF OFF.0 VAL.0 V0.0 VAL.0");
    let latched = |moment: &Moment, lane: usize| {
        let table = LaneTableView::new(moment, Default::default());
        let row = table.rows.into_iter().find(|row| row.label == "src0").expect("there is such a row");
        (row.cells[lane].text.clone(), row.cells[lane].latched.clone())
    };
    let returned = after_phase(&text, 0, "return");
    assert_eq!(latched(&returned, 0), ("1".into(), Some("VAL[0] holds 10".into())));
    assert_eq!(latched(&returned, 1), ("2".into(), None), "lane 1 has not returned yet");
    assert_eq!(latched(&after_phase(&text, 0, "write"), 0).1, None);
    assert_eq!(latched(&after_phase(FOUR, 0, "return"), 0).1, None, "the destination is another variable");
}

#[test]
fn a_trapped_lane_says_so_and_why() {
    let text = ".isa sass sm=52\n.lanes 32 active=0b11\n.set R2 = 1 9\n.set R4 = 1 10\n\
                .surface 0 1d R32_UINT 4 = 5 5 5 5\nSUATOM.D.1D.ADD.TRAP R8, [R2], R4, 0x0;\n";
    let moment = moment(text, u32::MAX);
    let status = moment.frame.lanes[1].status;
    assert_eq!(status_word(status, true), "trapped");
    // x is 9, and the last x of the surface is 3.
    assert_eq!(status_sentence(status), "stopped by a trap: its access is out of bounds");
    // All lanes look ahead before the first one begins, so lane 0 has not begun.
    assert_eq!(status_word(moment.frame.lanes[0].status, true), "waiting");
}

#[test]
fn lanes_outside_are_told_the_rule_and_its_source() {
    let surface = only_surface(&moment(FOUR, 0), None);
    assert_eq!(surface.outside.len(), 1, "lane 2 goes to byte 64 of 16");
    assert!(surface.bounds.starts_with("Reads out of bounds return zero"), "{}", surface.bounds);
    assert!(surface.bounds.contains("vISA, DWORD_ATOMIC"), "{}", surface.bounds);
    let inside = FOUR.replace("0 0 64 4", "0 0 4 4");
    assert_eq!(only_surface(&moment(&inside, 0), None).bounds, "");
}

#[test]
fn the_defaults_of_the_style_sheet_are_the_layout_of_the_first_example() {
    let moment = moment(include_str!("../../static/examples/01-collision.lane"), 0);
    let table = LaneTableView::new(&moment, Default::default());
    let views = surfaces(&moment, SurfaceOptions::default());
    let shape = Shape {
        lanes: table.folded().0.len(),
        has_switches: true,
        rows: moment.summary.most_rows,
        operand_rows: moment.summary.most_operand_rows,
        longest: widest_value(&moment.run, Default::default()),
        crowd: moment.summary.crowd,
        surfaces: views.iter().map(|view| view.shape()).collect(),
        is_unfolded: false,
    };
    let sheet = [
        include_str!("../css/stage.css"),
        include_str!("../css/lane_table.css"),
        include_str!("../css/surface_grid.css"),
    ]
    .concat();
    // At the sizes of a desktop, a tablet and a phone.
    for (width_px, height_px) in [(690.0, 640.0), (420.0, 860.0), (370.0, 500.0), (300.0, 330.0)] {
        let layout = StageLayout::new(&shape, width_px, Height::Fixed(height_px));
        let cells = layout.cells[0];
        let numbers = [
            ("--width-em", layout.width_em),
            ("--height-em", layout.height_em),
            ("--least-em", layout.least_em),
            ("--per-bank", layout.per_bank as f64),
            ("--lane-em", layout.widest_lane_em),
            ("--heads-em", layout.heads_em),
            ("--rows", layout.rows as f64),
            ("--per-line", cells.per_line as f64),
            ("--badge-rows", cells.badge_rows as f64),
        ];
        for (name, number) in numbers {
            let number = (number * 100.0).round() / 100.0;
            assert!(sheet.contains(&format!("var({name}, {number})")), "{name} is {number} at {width_px} px");
        }
    }
}
