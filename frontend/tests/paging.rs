//! The page of a large surface that is shown: the one with the current access, or the chosen one until an access is
//! elsewhere.

use crate::common::{TWO, after, on_stage, open};
use lanescope_core::trace::Granularity;
use lanescope_core::view::paging::SurfacePage;
use lanescope_core::view::surface::SurfaceView;
use lanescope_frontend::state::surface::{SurfaceOptions, surfaces};
use lanescope_frontend::state::{Action, ChromeAction, Model, PlaybackAction};

/// Returns [`TWO`] with lane 0 at element 0 and lane 1 at element 500 of 1000.
fn far() -> String {
    TWO.replace("OFF = 0 0 0 0 0 0 0 0", "OFF = 0 2000").replace("buffer ud", "buffer ud size=4000")
}

fn at(cursor: u32) -> Model {
    after(open(&far()), [PlaybackAction::Seek(cursor).into()])
}

fn step(granularity: Granularity, forward: bool) -> Action {
    PlaybackAction::Step { granularity: Some(granularity), forward }.into()
}

/// Chooses a page of 256 elements.
fn choose(page: usize) -> Action {
    let first = page * 256;
    ChromeAction::SurfacePage(SurfacePage { surface: 0, first, end: first + 256 }).into()
}

fn shown(model: &Model, is_narrow: bool) -> SurfaceView {
    surfaces(
        &on_stage(model),
        SurfaceOptions { page: model.chrome.surface_page, is_narrow, ..SurfaceOptions::default() },
    )
    .remove(0)
}

#[test]
fn the_page_shows_what_the_step_touches() {
    // 500 / 256 is 1, and 500 / 64 is 7.
    for (cursor, wide, narrow) in [(4, 0, 0), (6, 0, 0), (9, 1, 7), (11, 1, 7)] {
        assert_eq!(shown(&at(cursor), false).page, wide, "step {cursor}");
        let view = shown(&at(cursor), true);
        assert_eq!((view.page, view.pages.number(), view.cells.len()), (narrow, 16, 64), "step {cursor}");
        assert_eq!(view.cells[0].element, narrow * 64);
    }
}

#[test]
fn no_page_is_higher_than_another() {
    for (is_narrow, per_line) in [(false, 16), (false, 8), (true, 4)] {
        let lines = |page: usize| shown(&after(at(4), [choose(page)]), is_narrow).lines(per_line).count();
        assert!((1..4).all(|page| lines(page) == lines(0)), "{per_line}");
    }
    // Elements 744 to 999, because 1000 is not a multiple of 256.
    let last = shown(&after(at(4), [choose(3)]), false);
    assert_eq!((last.cells[0].element, last.cells.len()), (744, 256));
    // The layout has room for the longest value of all pages, at the start and at the end: element 500 is far from page 0.
    let far_value = far().replace("= 10 20", "= [10; 500] 1234567");
    assert_eq!(shown(&open(&far_value), false).longest, "1234569".len());
}

#[test]
fn a_chosen_page_stays_until_something_happens_elsewhere() {
    let phase = |forward| step(Granularity::Phase, forward);
    let chosen = after(at(4), [choose(3)]);
    assert_eq!(shown(&chosen, false).page, 3);
    let computed = after(chosen, [phase(true)]);
    assert_eq!(shown(&computed, false).page, 3, "computing touches no element");
    let written = after(computed, [phase(true)]);
    assert_eq!(
        (shown(&written, false).page, written.chrome.surface_page),
        (0, None),
        "lane 0 wrote element 0"
    );
    // An access to an element of the page does not turn it.
    let there = after(at(7), [choose(1), phase(true), phase(true), phase(true), phase(true)]);
    assert_eq!((there.playback.cursor, there.chrome.surface_page.is_some()), (11, true));
    // The same elements on a narrow stage: 256 to 511 end on the eighth page of 64.
    assert_eq!(shown(&there, true).page, 7);
}

#[test]
fn a_chosen_page_is_left_by_long_steps_jumps_and_the_way_back() {
    let lane = |forward| step(Granularity::Lane, forward);
    // The last step of a turn returns and accesses nothing, but the turn has accessed an element.
    let turn = after(at(7), [choose(3), lane(true)]);
    assert_eq!((turn.playback.cursor, shown(&turn, false).page), (12, 1));
    assert_eq!(
        after(at(7), [choose(1), lane(true)]).chrome.surface_page,
        after(at(7), [choose(1)]).chrome.surface_page
    );
    assert_eq!(
        after(at(12), [choose(3), lane(false)]).chrome.surface_page,
        None,
        "element 500 was written back"
    );
    assert_eq!(after(at(2), [choose(3), PlaybackAction::Seek(9).into()]).chrome.surface_page, None);
    assert_eq!(
        after(at(0), [choose(1), PlaybackAction::Play(true).into(), PlaybackAction::Tick(1000).into()])
            .chrome
            .surface_page
            .map(|it| it.first),
        Some(256)
    );
}

#[test]
fn an_element_comes_into_sight_whatever_the_width() {
    for element in [0, 255, 256, 500, 760, 999] {
        let model = after(at(4), [ChromeAction::SurfacePage(SurfacePage::with(0, element)).into()]);
        for is_narrow in [false, true] {
            let cells = shown(&model, is_narrow).cells;
            assert!(cells.iter().any(|cell| cell.element == element), "{element}, narrow: {is_narrow}");
        }
    }
    // The page stays while a lane computes, and turns at an access elsewhere.
    let there = after(at(4), [ChromeAction::SurfacePage(SurfacePage::with(0, 999)).into()]);
    let computed = after(there, [step(Granularity::Phase, true)]);
    assert_eq!(shown(&computed, false).page, 3);
    assert_eq!(after(computed, [step(Granularity::Phase, true)]).chrome.surface_page, None);
}

#[test]
fn what_lies_outside_turns_no_page() {
    let outside = far().replace("OFF = 0 2000", "OFF = 4000 4004");
    let model = after(open(&outside), [choose(3), PlaybackAction::SeekEnd.into()]);
    assert!(model.chrome.surface_page.is_some() && model.playback.cursor > 0);
}
