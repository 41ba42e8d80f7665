//! The stage for a text that cannot run, without a previous valid run.

use crate::common::{FOUR, after, last_line, moment_of, open};
use lanescope_core::view::lanes::LaneTableView;
use lanescope_core::view::moment::Moment;
use lanescope_frontend::components::{App, AppProps};
use lanescope_frontend::state::surface::{SurfaceOptions, surfaces};
use lanescope_frontend::state::{Action, DocumentAction, Model, Opening};

/// Returns the moment on the stage.
#[track_caller]
fn shown(model: &Model) -> Moment {
    moment_of(model.on_stage().expect("there is something to show"), model.playback.cursor)
}

/// Returns the values of all surface cells.
fn memory(moment: &Moment) -> Vec<String> {
    let views = surfaces(moment, SurfaceOptions::default());
    views.iter().flat_map(|view| &view.cells).map(|cell| cell.text.to_string()).collect()
}

#[test]
fn a_text_with_a_mistake_shows_the_lanes_and_the_memory_that_it_sets_up() {
    let model = open(&FOUR.replace("dword_atomic.add", "dword_atomic.ad"));
    assert_eq!((model.run(), model.run_len(), model.is_stale()), (None, 0, false));
    let moment = shown(&model);
    assert_eq!(memory(&moment), ["10", "20", "?", "?"]);
    let table = LaneTableView::new(&moment, Default::default());
    // Each lane has a column, also the five that are masked off.
    assert_eq!((table.folded(), table.rows.len()), (((0..8).collect(), vec![]), 0));
}

#[test]
fn a_mistake_in_the_set_up_leaves_out_what_it_is_about() {
    let model = open(&FOUR.replace("= 10 20", "= 10 banana"));
    assert_eq!(memory(&shown(&model)), [""; 0], "the line of the surface cannot be read");
    let model = open(&FOUR.replace(".lanes 8 active=0b0111", ".lanes 8 active=0b0111\n.lanes"));
    assert_eq!(memory(&shown(&model)), ["10", "20", "?", "?"]);
}

#[test]
fn a_text_that_only_sets_up_shows_it_too() {
    let model = open(&FOUR.replace(last_line(FOUR), ""));
    assert!(model.run().is_some_and(|run| run.is_empty()));
    assert_eq!(memory(&shown(&model)), ["10", "20", "?", "?"]);
    assert_eq!(LaneTableView::new(&shown(&model), Default::default()).lanes.len(), 8);
}

#[test]
fn a_run_takes_the_place_of_the_set_up_and_stays_there() {
    let broken = open(&FOUR.replace("VAL.0", "VAL.x"));
    let mended = after(broken, [DocumentAction::Type(FOUR.into()).into()]);
    assert_eq!((mended.document.setup.is_none(), mended.run_len() > 0), (true, true));
    let again = after(mended, [DocumentAction::Type(FOUR.replace("VAL.0", "VAL.x").into()).into()]);
    assert_eq!(
        (again.document.setup.is_none(), again.is_stale()),
        (true, true),
        "the last run is worth more"
    );
    // Another scenario with a mistake shows its own setup, not the last run.
    let other = FOUR.replace("= 10 20", "= 30 40").replace("VAL.0", "VAL.x");
    let load = Action::Load { text: other.into(), cursor: 3, granularity: None };
    let other = after(again, [load]);
    assert_eq!(
        (other.playback.cursor, memory(&shown(&other))),
        (0, ["30", "40", "?", "?"].map(str::to_owned).to_vec())
    );
}

/// Returns the rejected texts of `core/tests/bad`, each with the text that its file puts before it.
fn refused() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../core/tests/bad");
    let files = std::fs::read_dir(folder).expect("there are cases");
    let mut texts = Vec::new();
    for file in files {
        let file = std::fs::read_to_string(file.expect("it is listed").path()).expect("it is text");
        let mut before = String::new();
        for case in file.split("\n==== ").skip(1) {
            let (name, rest) = case.split_once('\n').unwrap_or_default();
            let text = rest.split("---- expect").next().unwrap_or_default();
            if name.starts_with("before") {
                before = text.to_owned();
            } else {
                texts.push([&before, text].concat());
            }
        }
    }
    texts
}

#[test]
fn the_page_is_drawn_for_whatever_is_refused() {
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime for one thread");
    let mut drawn = 0;
    for text in refused().into_iter().filter(|text| open(text).document.setup.is_some()) {
        let page = yew::ServerRenderer::<App>::with_props(move || AppProps {
            opening: Opening { text: text.into(), ..Opening::default() },
            stage_px: Some((700.0, 600.0)),
        });
        let html = runtime.block_on(page.hydratable(false).render());
        assert!(html.contains("Initial state"), "{html}");
        drawn += 1;
    }
    assert!(drawn > 100, "{drawn}");
}
