//! The page with a made-up instruction set. No file of the front end depends on a particular set.

#[path = "../../core/tests/made_up/set.rs"]
mod set;

use lanescope_core::session::SetsWithChecks;
use lanescope_frontend::components::{App, AppProps};
use lanescope_frontend::state::link::LinkedView;
use lanescope_frontend::state::{Opening, Tab};

const TEXT: &str = "\
// Three lanes at one scroll.
.isa quill
.set x4 = 0 0 0 9
.set x5 = 1 2 3 4
.surface 0 1d R32_UINT 2 = 10 20
tally.grow x6, <x4>, x5, 0x0|
";

/// Returns the text of the page with a tab open.
fn page(tab: Tab) -> String {
    let opening = move || Opening {
        sets: SetsWithChecks::new(set::set(), []),
        text: TEXT.into(),
        view: LinkedView { cursor: 8, tab: Some(tab), shows_readings: true, ..LinkedView::default() },
        ..Opening::default()
    };
    let renderer =
        yew::ServerRenderer::<App>::with_props(move || AppProps { opening: opening(), stage_px: None });
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime for one thread");
    let html = runtime.block_on(renderer.hydratable(false).render());
    let pieces = html.split('<').filter_map(|piece| piece.split_once('>'));
    pieces.map(|(_, text)| text).collect()
}

#[test]
fn it_is_drawn() {
    let drawn = |tab: Tab, wanted: &[&str]| {
        let page = page(tab);
        for wanted in wanted {
            assert!(page.contains(wanted), "{wanted} is on the page:\n{page}");
        }
        assert!(!page.to_lowercase().contains("sass") && !page.contains("vISA"), "{page}");
    };
    // The stage with its caption, the notation and the panels.
    drawn(
        Tab::Semantics,
        &["tally.grow", "Lane 0 computes new = 11.", "old + src0 = 10 + 1 = 11", "home[i]"],
    );
    drawn(Tab::Semantics, &["What does a lane get that goes outside?"]);
    drawn(Tab::Instruction, &["Each lane changes an element of a scroll.", "The book of QUILL, TALLY"]);
    drawn(Tab::Instruction, &["x4", "x6"]);
    // Opcode 7a, GROW 1 << 37, guard qt 3 << 43, x5, x4 and x6.
    drawn(Tab::Instruction, &["0x7a00182000050406"]);
}
