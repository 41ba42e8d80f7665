//! Long runs, which are computed in slices: the model before, during and after them.

use crate::common::{TWO, TWO_LEN, after, finished, long, open, to_the_end};
use lanescope_core::session::{
    Session, known_sets,
    report::Report,
    run::LaneMask,
    text::{Contents, PanelEdit},
};
use lanescope_frontend::components::{App, AppProps};
use lanescope_frontend::state::link::{Linked, LinkedView};
use lanescope_frontend::state::{
    Action, DocumentAction, Dragging, Entry, FIRST_SLICE, Model, Opening, PageKind, PlaybackAction, Saved,
};
use yew::ServerRenderer;

fn typed(text: &str) -> Action {
    DocumentAction::Type(text.into()).into()
}

/// Sets lane 0 of R8.
fn entered(value: &str) -> Action {
    DocumentAction::Enter { entry: place(), typed: value.into() }.into()
}

fn place() -> Entry {
    Entry::Element { name: "R8".into(), index: 0 }
}

/// Opens a text and completes its run.
fn opened(text: &str) -> Model {
    let model = finished(open(text));
    assert_eq!((model.document.pending.is_none(), model.is_stale()), (true, false));
    model
}

/// Returns the text whose run is on the stage.
fn on_stage(model: &Model) -> &str {
    model.document.last_valid.as_ref().map_or("", |good| &good.text)
}

#[test]
fn the_run_before_stays_until_the_new_one_is_there() {
    let (before, text) = (after(open(TWO), [PlaybackAction::Seek(5).into()]), long(100));
    let begun = after(before.clone(), [typed(&text)]);
    assert_eq!(begun.document.session.text, text.as_str().into());
    assert!(
        begun.document.session.run.is_none() && begun.document.session.scenario.is_some(),
        "it is read and checked at once"
    );
    assert_eq!(
        (begun.run(), begun.playback.cursor, begun.document.runs),
        (before.run(), 5, before.document.runs)
    );
    assert_eq!((begun.is_stale(), begun.pending_steps()), (true, Some(0)));
    let work = begun.document.pending.as_ref().map(|pending| pending.session.clone()).expect("it is long");
    let between = after(begun.clone(), [DocumentAction::Progress(work.clone(), 250_000).into()]);
    assert_eq!(between.pending_steps(), Some(200_000), "in coarse steps");
    assert_eq!((between.run(), &between.document.session), (begun.run(), &begun.document.session));
    let done = finished(between);
    assert_eq!((done.is_stale(), done.pending_steps(), done.document.pending.is_none()), (false, None, true));
    assert!(done.run_len() > FIRST_SLICE);
    assert_eq!(
        (on_stage(&done), done.playback.cursor, done.document.runs),
        (&*text, 5, before.document.runs + 1)
    );
    assert_eq!(done.document.session.run.as_ref().map(|run| run.len()), Some(done.run_len()));
    assert_eq!(after(done.clone(), [to_the_end(&work)]), done, "a result counts once");
}

#[test]
fn an_ordinary_run_is_there_at_once() {
    let model = after(open(TWO), [typed(&long(3))]);
    assert_eq!(
        (model.document.pending.is_none(), model.is_stale(), on_stage(&model)),
        (true, false, &*long(3))
    );
}

#[test]
fn slices_give_what_one_run_gives() {
    let report = |session: &Session| Report::from_session(session).to_json();
    for text in [long(100), long(100).replace("[0; 32]", "[5000; 32]")] {
        let text = format!("{text}.expect R4 = [7; 32]\n");
        let mut pending = Session::begin(&text, &known_sets());
        let mut slices = 1;
        while !pending.advance(7_001) {
            slices += 1;
        }
        assert!(slices > 3, "{slices}");
        let whole = Session::open(&text);
        assert_eq!(pending.session().diagnostics, whole.diagnostics);
        assert_eq!(report(pending.session()), report(&whole));
        assert_eq!(Some(pending.steps()), whole.run.map(|run| run.len()));
        assert!(pending.advance(1), "it stays whole");
    }
}

#[test]
fn another_text_starts_over() {
    let begun = after(open(TWO), [typed(&long(100)), typed(&long(101))]);
    let done = finished(begun);
    assert_eq!(
        (on_stage(&done), done.document.runs),
        (&*long(101), 2),
        "the run of the text between was dropped"
    );
    let short = after(open(TWO), [typed(&long(100)), typed(&long(3))]);
    assert_eq!((short.document.pending.is_none(), on_stage(&short)), (true, &*long(3)));
    let mistaken = after(open(TWO), [typed(&long(100)), typed(&format!("{}?", long(100)))]);
    assert_eq!((mistaken.document.pending.is_none(), on_stage(&mistaken)), (true, TWO));
    assert_eq!(mistaken.pending_steps(), None, "it is stale because of the mistake");
}

#[test]
fn a_note_says_why_the_stage_does_not_show_the_run_of_the_text() {
    let title = |model: &Model| model.stage_note().map(|note| note.title);
    let sentence = |model: &Model| model.stage_note().expect("it has a note").sentence;
    assert_eq!(title(&open(TWO)), None);
    assert_eq!(title(&after(open(TWO), [typed(&format!("{TWO}?"))])), Some("Last valid run"));
    let running = after(open(TWO), [typed(&long(100))]);
    assert_eq!(title(&running), Some("Running…"));
    assert_eq!(title(&finished(running)), None);
    let mistaken = TWO.replace("dword_atomic.add", "dword_atomic.incc");
    assert_eq!(title(&open(&mistaken)), Some("Initial state"));
    let reason = "Line 10: `dword_atomic` has no `incc` here";
    for model in [open(&mistaken), after(open(TWO), [typed(&mistaken)])] {
        assert!(sentence(&model).starts_with(reason), "{}", sentence(&model));
    }
    assert_eq!(
        title(&open(TWO.trim_end().rsplit_once('\n').expect("it has lines").0)),
        Some("Initial state")
    );
    assert_eq!(title(&open("")), None, "an empty text has a page of its own");
}

#[test]
fn undo_goes_back_to_the_text_of_the_run_on_the_stage() {
    let short = after(open(TWO), [typed(&long(100)), typed(TWO)]);
    assert_eq!((short.is_stale(), short.document.pending.is_none(), short.run_len()), (false, true, TWO_LEN));
    let undone = after(opened(&long(100)), [typed(&long(101)), typed(&long(100))]);
    assert_eq!((undone.is_stale(), undone.pending_steps()), (false, None), "its run is there already");
    let done = finished(undone);
    assert_eq!((on_stage(&done), done.is_stale()), (&*long(100), false));
}

#[test]
fn what_the_check_finds_is_told_at_once_and_what_the_run_finds_behind_it() {
    let text = long(100).replace("[0; 32]", "[5000; 32]") + ".expect error run-trap-outside\n.order 0\n";
    let codes =
        |model: &Model| model.document.session.diagnostics.iter().map(|it| it.code()).collect::<Vec<_>>();
    let begun = after(open(TWO), [typed(&text)]);
    assert!(begun.document.pending.is_some() && !codes(&begun).contains(&"run-trap-outside"));
    assert!(begun.document.session.expectations.is_empty(), "nobody knows yet");
    let done = finished(begun);
    assert!(codes(&done).contains(&"run-trap-outside"));
    assert!(
        done.document.session.expectations.iter().all(|it| it.holds())
            && !done.document.session.expectations.is_empty()
    );
}

#[test]
fn the_run_on_the_stage_can_be_stepped_through_meanwhile() {
    let playing = after(
        open(TWO),
        [PlaybackAction::Seek(5).into(), PlaybackAction::Play(true).into(), typed(&long(100))],
    );
    assert!(!playing.playback.playing, "as with any text whose run is not on the stage");
    let stepped = after(playing, [PlaybackAction::Step { granularity: None, forward: true }.into()]);
    assert_eq!((stepped.playback.cursor, stepped.run_len()), (6, TWO_LEN));
    assert_eq!(finished(stepped).playback.cursor, 6);
}

#[test]
fn a_change_of_a_panel_is_in_the_text_at_once() {
    let before = opened(&long(100));
    let begun = after(before.clone(), [entered("3")]);
    assert!(begun.document.session.text.contains(".set R8 = 3 [0; 31]"), "{}", begun.document.session.text);
    assert_eq!((begun.run(), begun.is_stale()), (before.run(), true));
    // Lanes can be switched while the run is in progress.
    let both =
        finished(after(begun, [DocumentAction::Edit(PanelEdit::LaneMask(LaneMask(0xffff_fff0))).into()]));
    assert_eq!((&both.document.rejected[..], both.is_stale()), (&[][..], false));
    let run = both.run().expect("it runs");
    assert_eq!(run.enabled(0), Some(LaneMask(0xffff_fff0)));
    assert!(both.document.session.text.contains(".set R8 = 3 [0; 31]"), "{}", both.document.session.text);
}

#[test]
fn a_change_that_brings_an_error_of_the_run_is_taken_back_when_that_is_known() {
    let before = opened(&long(100));
    let begun = after(before.clone(), [entered("5000")]);
    assert!(
        begun.document.pending.is_some() && begun.document.session.text.contains(".set R8 = 5000 [0; 31]")
    );
    let refused = finished(begun.clone());
    assert_eq!(
        (&refused.document.session.text, &refused.document.session),
        (&before.document.session.text, &before.document.session)
    );
    assert_eq!(
        (refused.run(), refused.is_stale(), refused.document.pending.is_none()),
        (before.run(), false, true)
    );
    let rejection = refused.document.rejection(&place()).expect("it is told where it was typed");
    assert!(rejection.reason.contains("out of bounds"), "{}", rejection.reason);
    assert_eq!(rejection.typed, "5000");
    // After further typing, the text is the user's own and is kept.
    let typed_on = finished(after(begun.clone(), [typed(&format!("{}\n", begun.document.session.text))]));
    assert!(typed_on.document.session.text.contains(".set R8 = 5000 [0; 31]"));
    assert!(typed_on.document.rejected.is_empty() && !typed_on.document.session.diagnostics.is_empty());
}

#[test]
fn a_change_that_cannot_be_made_leaves_what_is_under_way() {
    let begun = after(opened(&long(100)), [entered("3")]);
    let refused = after(begun.clone(), [entered("x")]);
    assert_eq!(
        (&refused.document.session.text, &refused.document.pending),
        (&begun.document.session.text, &begun.document.pending)
    );
    assert!(refused.document.rejection(&place()).is_some());
    let done = finished(refused);
    assert_eq!(on_stage(&done), &*begun.document.session.text);
    assert!(done.document.rejection(&place()).is_some(), "the end of the run says nothing about it");
}

#[test]
fn an_edit_after_a_drag_that_did_not_end_is_refused_with_its_reason() {
    let shift = PanelEdit::Shift { of: Contents::Variable("R8".to_owned()), index: 0, steps: 1 };
    let dragged = after(opened(&long(100)), [DocumentAction::Drag(Dragging::To(shift)).into()]);
    let typed_on = finished(after(dragged, [typed(&long(200))]));
    let refused = finished(after(typed_on, [entered("5000")]));
    assert!(refused.document.rejection(&place()).is_some());
}

#[test]
fn a_link_leads_to_its_step_when_the_run_is_there() {
    let text = long(100);
    let linked = Linked { text: text.clone(), view: LinkedView { cursor: 30_000, ..LinkedView::default() } };
    let begun = Opening::new(PageKind::Full, Some(Ok(linked)), None).model();
    assert_eq!((begun.run(), begun.is_stale(), begun.pending_steps()), (None, false, Some(0)));
    assert_eq!(Saved::from(&begun).cursor, 30_000, "a reload loses nothing");
    let ends = [
        PlaybackAction::SeekEnd.into(),
        PlaybackAction::Seek(0).into(),
        PlaybackAction::Step { granularity: None, forward: true }.into(),
    ];
    let begun = after(begun, ends);
    assert_eq!(begun.playback.cursor, 30_000, "there is nowhere to go yet");
    assert_eq!(finished(begun).playback.cursor, 30_000);
    let load = Action::Load { text: text.into(), cursor: 40_000, granularity: None };
    let loaded = after(open(TWO), [load]);
    assert_eq!(loaded.run(), None, "the run of the one scenario says nothing about the other");
    assert_eq!(finished(loaded).playback.cursor, 40_000);
}

#[test]
fn the_page_says_that_it_runs() {
    let text = long(1000);
    let renderer = ServerRenderer::<App>::with_props(move || {
        let linked = Linked { text, ..Linked::default() };
        let opening = Opening::new(PageKind::Full, Some(Ok(linked)), None);
        AppProps { opening, stage_px: None }
    });
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime for one thread");
    let html = runtime.block_on(renderer.hydratable(false).render());
    assert!(html.contains("Running…") && !html.contains("Nothing has run yet"), "{html}");
}
