//! One thing is picked out, and everything that has to do with it lights up. What has to do with what is read off the
//! scenario by hand.
#![cfg(not(target_arch = "wasm32"))]

use lanescope_core::base::LaneMask;
use lanescope_core::session::NumberFormat;
use lanescope_frontend::state::detail::{element_detail, lane_detail};
use lanescope_frontend::state::facts::RunFacts;
use lanescope_frontend::state::lanes::Slot;
use lanescope_frontend::state::notation::notation;
use lanescope_frontend::state::picture::Picture;
use lanescope_frontend::state::registers::variables;
use lanescope_frontend::state::selection::{Lit, Selection, dispatched, lit_spans, pointed};
use lanescope_frontend::state::surface::{Shown, surfaces};
use lanescope_frontend::state::writers::Writer;
use lanescope_frontend::state::{Model, View};
use std::rc::Rc;

const AUTO: NumberFormat = NumberFormat::Auto;

/// Four lanes: 0 and 1 meet at byte 0, lane 2 goes outside, lane 3 is off.
const TEXT: &str = ".isa visa grf=32
.lanes 8 active=0b0111
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl VAL v_type=G type=ud num_elts=8 align=GRF
.decl OLD v_type=G type=ud num_elts=8 align=GRF
.decl BUF v_type=T num_elts=1
.set OFF = 0 0 64 4
.set VAL = 1 2 3 4
.surface BUF buffer ud size=16 = 10 20
dword_atomic.add (M1, 4) BUF OFF.0 VAL.0 V0.0 OLD.0
";

fn opened() -> (Model, Picture) {
    let model = Model::new(TEXT, None, View::Page);
    let good = model.good.clone().expect("it runs");
    let end = good.run.len();
    let facts = Rc::new(RunFacts::new(&good.run));
    let picture = Picture::new(&good, end, facts);
    (model, picture)
}

fn variable(picture: &Picture, name: &str) -> usize {
    let variables = &picture.scenario().layout.variables;
    variables.iter().position(|variable| variable.name == name).expect("it is declared")
}

fn row(picture: &Picture, name: &str) -> Slot {
    let operands = picture.bound().expect("there is an instruction").row.operands;
    Slot::Input(operands.iter().position(|operand| operand.name == name).expect("there is such an operand"))
}

/// The elements of variables and the cells of memory that light up, by name.
fn lit_places(picture: &Picture, selection: Selection) -> Vec<String> {
    let cells = surfaces(picture, Shown { selection: Some(selection), ..Shown::default() });
    let cells = cells.iter().flat_map(|surface| {
        let picked = surface.cells.iter().filter(|cell| cell.picked);
        picked.map(|cell| format!("{}[{}]", surface.name, cell.element))
    });
    let variables = variables(picture, AUTO, Some(selection));
    let elements = variables.iter().flat_map(|variable| {
        let picked = variable.cells.iter().enumerate().filter(|(_, cell)| cell.picked);
        picked.map(|(index, _)| format!("{}[{index}]", variable.name))
    });
    elements.chain(cells).collect()
}

/// The pieces of the text that light up, each behind the number of its line.
fn lit_text(model: &Model, picture: &Picture, selection: Selection) -> Vec<String> {
    let mut spans = lit_spans(&model.session, picture, Some(selection));
    spans.sort_by_key(|span| span.start);
    spans.iter().map(|span| format!("{} {}", model.session.line(*span), span.of(TEXT))).collect()
}

/// The names in the notation that light up, each once.
fn lit_notation(picture: &Picture, selection: Selection) -> Vec<String> {
    let texts = notation(picture, AUTO, Some(selection));
    let pieces = texts.iter().flat_map(|text| &text.lines).flat_map(|line| &line.pieces);
    let mut names: Vec<String> =
        pieces.filter(|piece| piece.picked).map(|piece| piece.text.clone()).collect();
    names.sort();
    names.dedup();
    names
}

#[test]
fn a_lane() {
    let (model, picture) = opened();
    let lane = Selection::Lane(1);
    let lit = Lit::new(&picture, Some(lane));
    assert_eq!(lit.lanes, LaneMask(0b10));
    assert!(lit.value(Slot::Address, 1) && lit.value(Slot::Old, 1) && !lit.value(Slot::Old, 0));
    assert_eq!(lit_places(&picture, lane), ["OFF[1]", "VAL[1]", "OLD[1]", "BUF[0]"]);
    assert_eq!(
        lit_text(&model, &picture, lane),
        ["7 0", "8 2", "9 10"],
        "its own values, where the text sets them"
    );
    assert_eq!(lit_notation(&picture, lane), [""; 0]);
    assert_eq!(dispatched(&picture, Some(lane)), LaneMask(0b10));
}

#[test]
fn a_cell() {
    let (model, picture) = opened();
    let cell = Selection::Cell { surface: 0, element: 0 };
    let lit = Lit::new(&picture, Some(cell));
    assert_eq!(lit.lanes, LaneMask(0b11), "lanes 0 and 1 go to byte 0");
    assert!(lit.value(Slot::Address, 0) && !lit.value(Slot::Address, 2) && !lit.value(Slot::Old, 0));
    assert_eq!(lit_places(&picture, cell), ["BUF[0]"]);
    assert_eq!(lit_text(&model, &picture, cell), ["6 BUF", "9 BUF", "9 10", "10 BUF"]);
    assert_eq!(lit_notation(&picture, cell), ["surface"]);
}

#[test]
fn an_element_of_a_variable() {
    let (model, picture) = opened();
    let element = Selection::Element { variable: variable(&picture, "OFF"), element: 2 };
    let lit = Lit::new(&picture, Some(element));
    assert_eq!(lit.lanes, LaneMask(0b100));
    assert!(lit.value(row(&picture, "element_offset"), 2) && !lit.value(row(&picture, "element_offset"), 1));
    assert!(!lit.value(row(&picture, "src0"), 2));
    assert_eq!(lit_places(&picture, element), ["OFF[2]"]);
    assert_eq!(lit_text(&model, &picture, element), ["3 OFF", "7 OFF", "7 64", "10 OFF"]);
    assert_eq!(lit_notation(&picture, element), ["element_offset"]);
    let unused = Selection::Element { variable: variable(&picture, "VAL"), element: 7 };
    assert_eq!(Lit::new(&picture, Some(unused)).lanes, LaneMask(0), "no lane has element 7");
}

#[test]
fn a_row_of_the_table() {
    let (model, picture) = opened();
    let slot = row(&picture, "src0");
    let lit = Lit::new(&picture, Some(Selection::Row(slot)));
    assert!((0..4).all(|lane| lit.value(slot, lane)) && !lit.value(Slot::Old, 0));
    assert_eq!(lit_places(&picture, Selection::Row(slot)), ["VAL[0]", "VAL[1]", "VAL[2]", "VAL[3]"]);
    assert_eq!(lit_text(&model, &picture, Selection::Row(slot)), ["4 VAL", "8 VAL", "10 VAL"]);
    assert_eq!(lit_notation(&picture, Selection::Row(slot)), ["src0"]);
    let address = Selection::Row(Slot::Address);
    assert_eq!(lit_places(&picture, address), ["BUF[0]"], "where any lane goes, inside");
    assert_eq!(lit_notation(&picture, address), ["address"]);
}

#[test]
fn a_place_of_the_text_means_something_on_the_stage() {
    let (model, picture) = opened();
    let at = |piece: &str| pointed(&model.session, &picture, TEXT.find(piece).expect("it stands there"));
    let off = variable(&picture, "OFF");
    assert_eq!(at("64 4"), Some(Selection::Element { variable: off, element: 2 }));
    assert_eq!(at("20\n"), Some(Selection::Cell { surface: 0, element: 1 }));
    assert_eq!(at("VAL.0"), Some(Selection::Row(row(&picture, "src0"))));
    assert_eq!(at("OFF.0"), Some(Selection::Row(row(&picture, "element_offset"))));
    assert_eq!(at(".lanes"), None);
    assert_eq!(pointed(&model.session, &picture, TEXT.len()), None);
}

#[test]
fn what_a_lane_did_is_a_list_that_jumps() {
    let (_, picture) = opened();
    let detail = lane_detail(&picture, 1).expect("there is a lane 1");
    assert_eq!(detail.title, "lane 1: on, done");
    let phases = |steps: &[Writer]| -> Vec<&str> {
        let step = |cursor: u32| picture.run.step(cursor - 1).expect("it is in the run");
        steps.iter().map(|it| step(it.cursor).phase.word()).collect()
    };
    assert_eq!(phases(&detail.went.steps).len(), 1, "it goes to one place");
    // Memory first, then its element of the destination.
    assert_eq!(phases(&detail.wrote.steps), ["write", "return"]);
    assert!(detail.wrote.steps.iter().all(|it| it.lane == Some(1) && it.past));
    let off = lane_detail(&picture, 3).expect("there is a lane 3");
    assert_eq!((off.went.steps.len(), off.wrote.steps.len()), (0, 0), "it is off");
    assert_eq!(lane_detail(&picture, 9), None);
}

#[test]
fn an_element_says_who_wrote_it() {
    let (_, picture) = opened();
    let old = variable(&picture, "OLD");
    // Lane 1 finds 10 + 1 = 11, which lane 0 left.
    let detail = element_detail(&picture, old, 1, AUTO).expect("there is such an element");
    assert_eq!((detail.title.as_str(), detail.initial.as_str(), detail.now.as_str()), ("OLD[1]", "?", "11"));
    assert_eq!(detail.writers.steps.iter().map(|it| it.lane).collect::<Vec<_>>(), [Some(1)]);
    assert_eq!(element_detail(&picture, old, 8, AUTO), None);
    assert_eq!(element_detail(&picture, 99, 0, AUTO), None);
}
