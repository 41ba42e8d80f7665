//! The selection and the items that it highlights. The related items are worked out by hand from the scenario.

use crate::common::{FOUR, after, moment, on_stage, open};
use lanescope_core::session::run::{LaneMask, NumberFormat};
use lanescope_core::view::lanes::RowValue;
use lanescope_core::view::moment::Moment;
use lanescope_core::view::paging::SurfacePage;
use lanescope_frontend::state::detail::{element_detail, lane_detail};
use lanescope_frontend::state::encoding::encoding;
use lanescope_frontend::state::notation::{Cache, notation};
use lanescope_frontend::state::registers::variables;
use lanescope_frontend::state::selection::{Related, Selection};
use lanescope_frontend::state::surface::{SurfaceOptions, surfaces};
use lanescope_frontend::state::text_selection::at_caret;
use lanescope_frontend::state::text_selection::{pointed, related_spans};
use lanescope_frontend::state::writers::Writer;
use lanescope_frontend::state::{ChromeAction, DocumentAction, Model};

const AUTO: NumberFormat = NumberFormat::Auto;

fn opened() -> (Model, Moment) {
    (open(FOUR), moment(FOUR, u32::MAX))
}

fn variable(moment: &Moment, name: &str) -> usize {
    let variables = &moment.scenario().layout.variables;
    variables.iter().position(|variable| variable.name == name).expect("it is declared")
}

fn row(moment: &Moment, name: &str) -> RowValue {
    let mut operands = moment.bound().expect("there is an instruction").row.operands().iter();
    RowValue::Input(operands.position(|operand| operand.name == name).expect("there is such an operand"))
}

/// Returns the highlighted elements of variables and cells of memory, by name.
fn lit_places(moment: &Moment, selection: Selection) -> Vec<String> {
    let cells = surfaces(moment, SurfaceOptions { selection: Some(selection), ..SurfaceOptions::default() });
    let cells = cells.iter().flat_map(|surface| {
        let selected = surface.cells.iter().filter(|cell| cell.selected);
        selected.map(|cell| format!("{}[{}]", surface.name, cell.element))
    });
    let variables = variables(moment, AUTO, Some(selection));
    let elements = variables.iter().flat_map(|variable| {
        let selected = variable.cells.iter().enumerate().filter(|(_, cell)| cell.selected);
        selected.map(|(index, _)| format!("{}[{index}]", variable.name))
    });
    elements.chain(cells).collect()
}

/// Returns the highlighted pieces of the text, each after its line number.
fn lit_text(model: &Model, moment: &Moment, selection: Selection) -> Vec<String> {
    let mut spans = related_spans(&model.document.session, moment, Some(selection));
    spans.sort_by_key(|span| span.start);
    spans.iter().map(|span| format!("{} {}", model.document.session.line(*span), span.of(FOUR))).collect()
}

/// Returns the highlighted names in the notation, each once.
fn lit_notation(moment: &Moment, selection: Selection) -> Vec<String> {
    let texts = notation(moment, Some(selection), &Cache::default());
    let pieces = texts.iter().flat_map(|text| &text.lines).flat_map(|line| &line.pieces);
    let mut names: Vec<String> =
        pieces.filter(|piece| piece.selected).map(|piece| piece.text.clone()).collect();
    names.sort();
    names.dedup();
    names
}

#[test]
fn a_lane() {
    let (model, moment) = opened();
    let lane = Selection::Lane(1);
    let related = Related::new(&moment, Some(lane));
    assert_eq!(related.lanes, LaneMask(0b10));
    assert!(
        related.value(RowValue::Address, 1)
            && related.value(RowValue::Old, 1)
            && !related.value(RowValue::Old, 0)
    );
    assert_eq!(lit_places(&moment, lane), ["OFF[1]", "VAL[1]", "OLD[1]", "BUF[0]"]);
    assert_eq!(
        lit_text(&model, &moment, lane),
        ["7 0", "8 2", "9 10"],
        "its own values, where the text sets them"
    );
    assert_eq!(lit_notation(&moment, lane), [""; 0]);
}

#[test]
fn a_cell() {
    let (model, moment) = opened();
    let cell = Selection::Cell { surface: 0, element: 0 };
    let related = Related::new(&moment, Some(cell));
    assert_eq!(related.lanes, LaneMask(0b11), "lanes 0 and 1 go to byte 0");
    assert!(
        related.value(RowValue::Address, 0)
            && !related.value(RowValue::Address, 2)
            && !related.value(RowValue::Old, 0)
    );
    assert_eq!(lit_places(&moment, cell), ["BUF[0]"]);
    assert_eq!(lit_text(&model, &moment, cell), ["6 BUF", "9 BUF", "9 10", "10 BUF"]);
    assert_eq!(lit_notation(&moment, cell), ["surface"]);
}

#[test]
fn a_field_of_the_machine_code() {
    let (model, moment) = opened();
    let related = |selection| {
        let view = encoding(&moment, Some(selection)).expect("it has machine code");
        view.fields.into_iter().filter(|field| field.related).map(|field| field.name).collect::<Vec<_>>()
    };
    // The byte after the opcode has the operation in bits 4..0.
    let op = Selection::Bits { instruction: 0, low: 8 };
    assert_eq!(related(op), ["op"]);
    assert_eq!(lit_text(&model, &moment, op), ["10 add"]);
    assert_eq!(Related::new(&moment, Some(op)), Related::default());
    assert_eq!(related(Selection::Bits { instruction: 1, low: 8 }), [""; 0], "of another instruction");
    // A click on the field of an operand selects its row.
    let src0 = row(&moment, "src0");
    assert_eq!(related(Selection::Row(src0)), ["src0", "src0 offset"]);
    let view = encoding(&moment, None).expect("it has machine code");
    let selects =
        |name: &str| view.fields.iter().find(|field| field.name == name).expect("a field").selection;
    assert_eq!(selects("src0 offset"), Selection::Row(src0));
    assert_eq!(selects("op"), op);
    assert_eq!(related(Selection::Cell { surface: 0, element: 0 }), ["surface"]);
    assert_eq!(
        related(Selection::Element { variable: variable(&moment, "VAL"), element: 1 }),
        ["src0", "src0 offset"]
    );
    // In the text, the word of the operation selects its field, and a name its row.
    let at = |needle: &str| {
        pointed(
            &model.document.session,
            &moment,
            model.document.session.text.find(needle).expect("it is there") + 1,
        )
    };
    assert_eq!(at("add (M1"), Some(op));
    assert_eq!(at("dword_atomic.add"), Some(Selection::Bits { instruction: 0, low: 0 }));
}

#[test]
fn an_element_of_a_variable() {
    let (model, moment) = opened();
    let element = Selection::Element { variable: variable(&moment, "OFF"), element: 2 };
    let related = Related::new(&moment, Some(element));
    assert_eq!(related.lanes, LaneMask(0b100));
    assert!(
        related.value(row(&moment, "element_offset"), 2) && !related.value(row(&moment, "element_offset"), 1)
    );
    assert!(!related.value(row(&moment, "src0"), 2));
    assert_eq!(lit_places(&moment, element), ["OFF[2]"]);
    assert_eq!(lit_text(&model, &moment, element), ["3 OFF", "7 OFF", "7 64", "10 OFF"]);
    assert_eq!(lit_notation(&moment, element), ["element_offset"]);
    let unused = Selection::Element { variable: variable(&moment, "VAL"), element: 7 };
    assert_eq!(Related::new(&moment, Some(unused)).lanes, LaneMask(0), "no lane has element 7");
}

#[test]
fn a_row_of_the_table() {
    let (model, moment) = opened();
    let slot = row(&moment, "src0");
    let related = Related::new(&moment, Some(Selection::Row(slot)));
    assert!((0..4).all(|lane| related.value(slot, lane)) && !related.value(RowValue::Old, 0));
    assert_eq!(lit_places(&moment, Selection::Row(slot)), ["VAL[0]", "VAL[1]", "VAL[2]", "VAL[3]"]);
    assert_eq!(lit_text(&model, &moment, Selection::Row(slot)), ["4 VAL", "8 VAL", "10 VAL"]);
    assert_eq!(lit_notation(&moment, Selection::Row(slot)), ["src0"]);
    let address = Selection::Row(RowValue::Address);
    assert_eq!(lit_places(&moment, address), ["BUF[0]"], "where any lane goes, inside");
    assert_eq!(lit_notation(&moment, address), ["address"]);
}

#[test]
fn a_place_of_the_text_means_something_on_the_stage() {
    let (model, moment) = opened();
    let at =
        |piece: &str| pointed(&model.document.session, &moment, FOUR.find(piece).expect("it stands there"));
    let off = variable(&moment, "OFF");
    assert_eq!(at("64 4"), Some(Selection::Element { variable: off, element: 2 }));
    assert_eq!(at("20\n"), Some(Selection::Cell { surface: 0, element: 1 }));
    assert_eq!(at("VAL.0"), Some(Selection::Row(row(&moment, "src0"))));
    assert_eq!(at("OFF.0"), Some(Selection::Row(row(&moment, "element_offset"))));
    assert_eq!(at(".lanes"), None);
    assert_eq!(pointed(&model.document.session, &moment, FOUR.len()), None);
}

#[test]
fn of_operands_with_one_name_the_pointed_one_is_meant() {
    let text = FOUR.replace("OLD.0", "VAL.0");
    let (model, moment) = (open(&text), moment(&text, u32::MAX));
    let pointed = |at: Option<usize>| pointed(&model.document.session, &moment, at.expect("it stands there"));
    let dst = moment.bound().expect("it runs").row.operands().len() - 1;
    assert_eq!(pointed(text.find("VAL.0")), Some(Selection::Row(row(&moment, "src0"))));
    assert_eq!(pointed(text.rfind("VAL.0")), Some(Selection::Row(RowValue::Output(dst))));
}

#[test]
fn a_cell_that_the_text_speaks_of_comes_into_sight() {
    // 1000 dwords are four pages, and the last value is that of element 999.
    let text = FOUR.replace("size=16 = 10 20", "size=4000 = [0; 999] 77");
    let put = |model: Model, piece: &str| {
        let offset = text.find(piece).expect("it stands there");
        let actions = at_caret(&model, &on_stage(&model), offset);
        after(model, actions)
    };
    let first = |model: &Model| {
        let shown = SurfaceOptions {
            page: model.chrome.surface_page,
            selection: model.chrome.selection,
            ..SurfaceOptions::default()
        };
        let cells = surfaces(&on_stage(model), shown).remove(0).cells;
        (cells[0].element, cells.iter().filter(|cell| cell.selected).map(|it| it.element).collect::<Vec<_>>())
    };
    let model = put(open(&text), "77");
    assert_eq!(first(&model), (744, vec![999]));
    // A second click keeps the selection, and returns to the page after it was turned.
    let away = after(model, [ChromeAction::SurfacePage(SurfacePage::with(0, 0)).into()]);
    assert_eq!(first(&away), (0, vec![]));
    let model = put(away, "77");
    assert_eq!(first(&model), (744, vec![999]));
    // An item that is not a cell does not turn the page, and an item that is not on the stage has no effect.
    assert_eq!(first(&put(model.clone(), "VAL.0")).0, 744);
    assert_eq!(put(model.clone(), ".lanes"), model);
    let stale = after(model, [DocumentAction::Type(text.replace("size=4000", "size=?").into()).into()]);
    assert!(stale.is_stale());
    assert_eq!(put(stale.clone(), "77"), stale);
}

#[test]
fn what_a_lane_did_is_a_list_that_jumps() {
    let (_, moment) = opened();
    let detail = lane_detail(&moment, 1).expect("there is a lane 1");
    assert_eq!(detail.title, "lane 1: on, done");
    let phases = |steps: &[Writer]| -> Vec<&str> {
        let step = |cursor: u32| moment.run.step(cursor - 1).expect("it is in the run");
        steps.iter().map(|it| step(it.cursor).phase.word()).collect()
    };
    assert_eq!(phases(&detail.went.steps).len(), 1, "it goes to one place");
    // First the write to memory, then the write to its element of the destination.
    assert_eq!(phases(&detail.wrote.steps), ["write", "return"]);
    assert!(detail.wrote.steps.iter().all(|it| it.lane == Some(1) && it.past));
    let off = lane_detail(&moment, 3).expect("there is a lane 3");
    assert_eq!((off.went.steps.len(), off.wrote.steps.len()), (0, 0), "it is off");
    assert_eq!(lane_detail(&moment, 9), None);
}

#[test]
fn an_element_says_who_wrote_it() {
    let (_, moment) = opened();
    let old = variable(&moment, "OLD");
    // Lane 1 reads 10 + 1 = 11, the value that lane 0 wrote.
    let detail = element_detail(&moment, old, 1, AUTO).expect("there is such an element");
    assert_eq!((detail.title.as_str(), detail.initial.as_str(), detail.now.as_str()), ("OLD[1]", "?", "11"));
    assert_eq!(detail.writers.steps.iter().map(|it| it.lane).collect::<Vec<_>>(), [Some(1)]);
    assert_eq!(element_detail(&moment, old, 8, AUTO), None);
    assert_eq!(element_detail(&moment, 99, 0, AUTO), None);
}

#[test]
fn a_row_that_another_instruction_does_not_have_is_nothing_there() {
    let (model, moment) = opened();
    let row = Selection::Row(RowValue::Input(9));
    assert_eq!(Related::new(&moment, Some(row)), Related::default());
    assert_eq!(lit_places(&moment, row), [""; 0]);
    assert_eq!(lit_text(&model, &moment, row), [""; 0]);
    assert_eq!(lit_notation(&moment, row), [""; 0]);
}

/// Returns the selection after the text was replaced.
fn left(selection: Selection, text: &str) -> Option<Selection> {
    after(
        open(FOUR),
        [ChromeAction::Select(Some(selection)).into(), DocumentAction::Type(text.into()).into()],
    )
    .chrome
    .selection
}

#[test]
fn what_is_selected_out_goes_with_its_name() {
    let off = |variable| Selection::Element { variable, element: 2 };
    let cell = |surface| Selection::Cell { surface, element: 3 };
    // A new variable and a new surface above the others move their indices up by one.
    let more = FOUR
        .replace(".decl OFF", ".decl NEW v_type=G type=ud num_elts=8 align=GRF\n.decl OFF")
        .replace(".decl BUF", ".decl TOP v_type=T num_elts=1\n.decl BUF")
        .replace(".surface BUF", ".surface TOP buffer ud size=64 = 7\n.surface BUF");
    assert!(!after(open(FOUR), [DocumentAction::Type(more.as_str().into()).into()]).is_stale(), "it runs");
    assert_eq!((left(off(0), &more), left(cell(0), &more)), (Some(off(1)), Some(cell(1))));
    assert_eq!(left(Selection::Lane(1), &more), Some(Selection::Lane(1)));
    // A surface of two dwords has no fourth element.
    assert_eq!(left(cell(0), &FOUR.replace("size=16", "size=8")), None);
    assert_eq!(left(off(0), &FOUR.replace("OFF", "AT")), None, "of that name there is nothing");
    // While the text does not run, the stage stays unchanged.
    assert_eq!(left(cell(0), "dword_atomic.nothing"), Some(cell(0)));
}

#[test]
fn what_was_asked_to_be_seen_goes_with_its_surface() {
    let page = |surface| SurfacePage { surface, first: 256, end: 512 };
    let text = FOUR.replace("size=16", "size=4000");
    let model = after(
        open(&text),
        [ChromeAction::SurfacePage(page(0)).into(), ChromeAction::MemoryPart { surface: 0, part: 1 }.into()],
    );
    let renamed = after(model.clone(), [DocumentAction::Type(text.replace("BUF", "BIG").into()).into()]);
    assert_eq!((renamed.chrome.surface_page, renamed.chrome.memory_part), (None, None));
    let same = after(model, [DocumentAction::Type(text.replace("10 20", "10 30").into()).into()]);
    assert_eq!((same.chrome.surface_page, same.chrome.memory_part), (Some(page(0)), Some((0, 1))));
}

#[test]
fn a_write_that_was_dropped_is_in_the_list_of_its_lane() {
    let (_, moment) = opened();
    // Lane 2 accesses byte 64 of a surface of 16 bytes.
    let detail = lane_detail(&moment, 2).expect("there is a lane 2");
    assert_eq!(detail.title, "lane 2: on, done; its write was dropped");
    assert_eq!((detail.went.steps.len(), detail.went_outside.steps.len()), (0, 1), "memory has no such byte");
    let [dropped] = &*detail.dropped.steps else { panic!("one write was dropped: {detail:?}") };
    let step = moment.run.step(dropped.cursor - 1).expect("it is in the run");
    assert_eq!((step.phase.word(), step.lane.map(|lane| lane.0)), ("write", Some(2)));
    assert!(
        lane_detail(&moment, 1).expect("there is a lane 1").dropped.steps.is_empty(),
        "it hit the surface"
    );
}
