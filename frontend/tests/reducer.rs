//! The page's model as lists of actions. Expected values follow from the numbers in the scenarios.

use crate::common::{TWO, TWO_LEN, after, open};
use lanescope_core::session::{
    known_sets,
    run::{LaneId, LaneMask, NumberFormat},
    text::{Contents, Filling, PanelEdit, Span},
};
use lanescope_core::trace::Granularity;
use lanescope_core::view::Numbers;
use lanescope_frontend::state::gallery;
use lanescope_frontend::state::{
    Action, ChromeAction, Dialog, DocumentAction, EditorCommand, Entry, Model, Notice, Opening, PageKind,
    PlaybackAction, Saved, Selection, Setting, Tab,
};

/// A scenario with an unknown operation.
const BROKEN: &str = ".isa visa\ndword_atomic.nothing (M1, 8) V0.0\n";
/// A tick with the time for one step.
const SECOND: Action = Action::Playback(PlaybackAction::Tick(1000));

fn step(forward: bool) -> Action {
    PlaybackAction::Step { granularity: None, forward }.into()
}

fn cell(index: usize) -> Entry {
    Entry::Cell { name: "BUF".into(), index }
}

fn typed(index: usize, value: &str) -> Action {
    DocumentAction::Enter { entry: cell(index), typed: value.into() }.into()
}

#[test]
fn a_first_visit_stands_at_the_start_and_invites_to_step() {
    let model = open(gallery::first());
    assert_eq!(model.playback.cursor, 0);
    assert!(!model.settings.stepped);
    assert!(model.run_len() > 0);
    assert!(after(model, [step(true)]).settings.stepped);
}

#[test]
fn the_invitation_stays_until_something_runs() {
    let model = after(
        open(TWO),
        [step(false), ChromeAction::Tab(Tab::Outcomes).into(), PlaybackAction::Seek(0).into()],
    );
    assert!(!model.settings.stepped);
}

#[test]
fn steps_stop_at_both_ends() {
    let model = open(TWO);
    assert_eq!(model.run_len(), TWO_LEN);
    assert_eq!(after(model.clone(), [step(false)]).playback.cursor, 0);
    assert_eq!(after(model.clone(), [PlaybackAction::SeekEnd.into(), step(true)]).playback.cursor, TWO_LEN);
    assert_eq!(after(model, [PlaybackAction::Seek(1000).into()]).playback.cursor, TWO_LEN);
}

#[test]
fn a_step_goes_as_far_as_the_granularity_says() {
    let model = after(open(TWO), [PlaybackAction::Seek(3).into()]);
    assert_eq!(after(model.clone(), [step(true)]).playback.cursor, 4);
    let by_lane = PlaybackAction::Step { granularity: Some(Granularity::Lane), forward: true }.into();
    assert_eq!(
        after(model.clone(), [by_lane]).playback.cursor,
        2 + 5,
        "the first lane is done after five steps"
    );
    let model = after(model, [Setting::Granularity(Granularity::Instruction).into(), step(true)]);
    assert_eq!(model.playback.cursor, TWO_LEN);
}

#[test]
fn marks_are_gone_to_in_both_directions() {
    // The second lane reads the value that the first one wrote, in step 2 + 5 + 1, from 0.
    let collision = 2 + 5 + 1;
    let model = after(open(TWO), [PlaybackAction::SeekMark { forward: true }.into()]);
    assert_eq!(model.playback.cursor, collision + 1, "the marked step is the one just done");
    let model =
        after(model, [PlaybackAction::SeekEnd.into(), PlaybackAction::SeekMark { forward: false }.into()]);
    assert!(model.playback.cursor > collision && model.playback.cursor < TWO_LEN);
    let first = after(
        model,
        [PlaybackAction::Seek(collision + 1).into(), PlaybackAction::SeekMark { forward: false }.into()],
    );
    assert_eq!(first.playback.cursor, collision + 1, "there is none before it");
}

#[test]
fn the_cursor_stays_at_its_step_while_the_text_is_edited() {
    let model = after(open(TWO), [PlaybackAction::Seek(5).into(), typed(0, "100")]);
    assert_eq!(model.playback.cursor, 5);
    assert!(model.document.session.text.contains("= 100 20\n"));
    let shorter = after(
        model,
        [PlaybackAction::SeekEnd.into(), DocumentAction::Edit(PanelEdit::LaneMask(LaneMask(1))).into()],
    );
    assert_eq!(shorter.playback.cursor, 2 + 5, "one lane is left, so there are fewer steps");
}

#[test]
fn a_text_that_does_not_run_leaves_the_last_run_on_the_stage() {
    let good = after(open(TWO), [PlaybackAction::Seek(4).into()]);
    let broken =
        after(good.clone(), [DocumentAction::Type(format!("{TWO}dword_atomic.nothing\n").into()).into()]);
    assert!(broken.is_stale());
    assert_eq!((broken.run(), broken.playback.cursor), (good.run(), 4));
    assert!(!broken.document.session.diagnostics.is_empty());
    let mended = after(broken, [DocumentAction::Type(TWO.into()).into()]);
    assert!(!mended.is_stale());
    assert_ne!(mended.run(), good.run(), "it ran again");
}

#[test]
fn a_name_that_is_still_being_typed_does_not_clear_the_stage() {
    let good = open(TWO);
    let typing =
        after(good.clone(), [DocumentAction::Type(TWO.replace("dword_atomic", "dword_at").into()).into()]);
    assert!(typing.is_stale());
    assert_eq!(typing.run(), good.run());
    let removed = after(typing, [DocumentAction::Type(".isa visa\n".into()).into()]);
    assert!(!removed.is_stale(), "a text without an instruction is a text that runs");
    assert_eq!(removed.run_len(), 0);
}

#[test]
fn a_stale_run_can_still_be_stepped_through() {
    let model =
        after(open(TWO), [DocumentAction::Type(format!("{TWO}?").into()).into(), step(true), step(true)]);
    assert!(model.is_stale());
    assert_eq!(model.playback.cursor, 2);
}

#[test]
fn every_text_counts_as_a_run_and_the_same_text_does_not() {
    let model = open(TWO);
    let again = after(model.clone(), [DocumentAction::Type(TWO.into()).into()]);
    assert_eq!(again.document.runs, model.document.runs);
    assert_eq!(after(again, [DocumentAction::Type("".into()).into()]).document.runs, model.document.runs + 1);
}

#[test]
fn a_refused_value_stays_in_its_cell_with_the_reason() {
    let model = after(open(TWO), [typed(1, "no number")]);
    let rejected = model.document.rejection(&cell(1)).expect("it was refused");
    assert_eq!(rejected.typed, "no number");
    assert!(!rejected.reason.is_empty());
    assert_eq!(&*model.document.session.text, TWO);
    assert!(
        after(model.clone(), [DocumentAction::Forget(Some(cell(1))).into()]).document.rejected.is_empty()
    );
    assert!(after(model.clone(), [typed(1, "21")]).document.rejected.is_empty());
    let twice = after(model, [typed(1, "still none")]);
    assert_eq!(twice.document.rejected.len(), 1);
}

#[test]
fn values_are_taken_as_the_text_spells_them() {
    let model = after(open(TWO), [typed(0, " 0x1f "), typed(1, "?")]);
    assert!(
        model.document.session.text.contains(".surface BUF buffer ud = 0x1f ?\n"),
        "{}",
        model.document.session.text
    );
}

#[test]
fn an_element_of_a_variable_is_typed_anew() {
    let entry = Entry::Element { name: "VAL".into(), index: 2 };
    let model = after(open(TWO), [DocumentAction::Enter { entry, typed: "33".into() }.into()]);
    assert!(
        model.document.session.text.contains(".set VAL = 1 2 33 4 5 6 7 8\n"),
        "{}",
        model.document.session.text
    );
}

#[test]
fn lanes_are_switched_in_the_text() {
    let model = after(open(TWO), [DocumentAction::Edit(PanelEdit::LaneMask(LaneMask(0b101))).into()]);
    let scenario = model.run().expect("it runs").scenario();
    assert_eq!(scenario.dispatch_mask, LaneMask(0b101));
}

#[test]
fn a_fix_is_made_in_the_text() {
    let model = open(&TWO.replace("V0.0 OLD", "VAL.0 OLD"));
    let fixable = model.document.session.diagnostics.iter().position(|diagnostic| diagnostic.fix.is_some());
    let model = after(
        model,
        [DocumentAction::Fix(fixable.expect("src1 of an add must be null, which can be mended")).into()],
    );
    assert!(!model.is_stale());
    assert!(model.run().is_some());
    assert_eq!(after(model.clone(), [DocumentAction::Fix(99).into()]), model);
}

#[test]
fn playing_steps_until_the_end_and_starts_over_from_there() {
    let mut model = after(open(TWO), [PlaybackAction::Play(true).into()]);
    for _ in 0..TWO_LEN {
        assert!(model.playback.playing);
        model = after(model, [SECOND]);
    }
    assert!(!model.playback.playing);
    assert_eq!(model.playback.cursor, TWO_LEN);
    let again = after(model, [PlaybackAction::Play(true).into()]);
    assert_eq!((again.playback.cursor, again.playback.playing), (0, true));
}

#[test]
fn a_hand_on_the_timeline_stops_playing() {
    for action in [
        step(true),
        step(false),
        PlaybackAction::Seek(3).into(),
        PlaybackAction::SeekEnd.into(),
        PlaybackAction::Play(false).into(),
    ] {
        let model = after(open(TWO), [PlaybackAction::Play(true).into(), SECOND, action.clone()]);
        assert!(!model.playback.playing, "{action:?}");
        assert_eq!(
            after(model.clone(), [SECOND]).playback.cursor,
            model.playback.cursor,
            "a late tick does nothing"
        );
    }
}

#[test]
fn nothing_plays_where_nothing_runs() {
    assert!(!after(open(BROKEN), [PlaybackAction::Play(true).into()]).playback.playing);
    let model = after(
        open(BROKEN),
        [step(true), PlaybackAction::SeekEnd.into(), PlaybackAction::SeekMark { forward: true }.into()],
    );
    assert_eq!((model.playback.cursor, model.run()), (0, None));
}

#[test]
fn an_example_opens_at_its_start_and_closes_the_gallery() {
    let load = Action::Load { text: gallery::first().into(), cursor: 0, granularity: None };
    let model = after(
        open(TWO),
        [
            PlaybackAction::SeekEnd.into(),
            ChromeAction::Select(Some(Selection::Lane(1))).into(),
            ChromeAction::Dialog(Some(Dialog::Gallery)).into(),
            load,
        ],
    );
    assert_eq!((model.playback.cursor, model.chrome.dialog, model.chrome.selection), (0, None, None));
    assert_eq!(&*model.document.session.text, gallery::first());
}

#[test]
fn the_editor_folds_the_declarations_of_an_example_that_is_not_edited() {
    let folded = |model: &Model| match model.document.editor_command.1 {
        Some(EditorCommand::Fold(span)) => Some(span.of(&model.document.session.text).to_owned()),
        _ => None,
    };
    let model = Opening::default().model();
    let declarations = folded(&model).expect("a first visit opens an example");
    assert!(declarations.starts_with(".decl OFF") && declarations.ends_with("num_elts=1"), "{declarations}");
    assert_eq!(declarations.lines().count(), 4);

    let example = after(open(TWO), [Action::Example(gallery::first().into())]);
    assert_eq!(folded(&example).as_deref(), Some(&*declarations));
    assert_eq!((example.document.loads, example.playback.cursor), (1, 0));
    // The editor may not be loaded yet.
    let edited = after(
        example.clone(),
        [DocumentAction::Type(example.document.session.text.replace(".lanes 8", ".lanes 16").into()).into()],
    );
    assert_eq!(folded(&edited), None);
    assert_eq!(folded(&after(example, [Action::open(TWO)])).as_deref(), Some(""));
    assert_eq!(folded(&open(TWO)).as_deref(), Some(""));
}

#[test]
fn opening_the_text_that_is_open_keeps_its_run() {
    let load = Action::Load { text: TWO.into(), cursor: 3, granularity: Some(Granularity::Lane) };
    let model = after(open(TWO), [load]);
    assert!(model.run().is_some());
    assert_eq!((model.playback.cursor, model.granularity()), (3, Granularity::Lane));
}

#[test]
fn another_scenario_that_does_not_run_leaves_no_run_of_the_old_one() {
    let load = Action::Load { text: BROKEN.into(), cursor: 3, granularity: None };
    let model = after(open(TWO), [load]);
    assert_eq!((model.run(), model.playback.cursor, model.is_stale()), (None, 0, false));
}

#[test]
fn a_bad_link_leaves_the_text_alone() {
    let notice = Action::Notice(Some(Notice::BadLink("damaged".into())));
    let model = after(open(TWO), [PlaybackAction::Seek(2).into(), notice]);
    assert_eq!((&*model.document.session.text, model.playback.cursor), (TWO, 2));
    assert_eq!(after(model, [Action::Notice(None)]).chrome.notice, None);
}

#[test]
fn a_notice_about_an_earlier_text_goes_with_an_edit() {
    let after_edit = |notice: &Notice| {
        let actions = [Action::Notice(Some(notice.clone())), DocumentAction::Type(TWO.into()).into()];
        after(open(BROKEN), actions).chrome.notice
    };
    for notice in [Notice::AnotherRun(3), Notice::CopyByHand("a".to_owned()), Notice::TakenOver] {
        assert_eq!(after_edit(&notice), None, "{notice:?}");
    }
    let rescued = Notice::Rescued("a".into());
    assert_eq!(after_edit(&rescued), Some(rescued));
}

#[test]
fn selecting_the_same_thing_again_lets_go_of_it() {
    let select: Action = ChromeAction::Select(Some(Selection::Cell { surface: 0, element: 1 })).into();
    let model = after(open(TWO), [select.clone()]);
    assert!(model.chrome.selection.is_some());
    assert_eq!(after(model, [select]).chrome.selection, None);
}

#[test]
fn a_surface_or_a_row_can_have_a_format_of_its_own() {
    let of_surface = || Numbers::Surface("BUF".into());
    let model = after(
        open(TWO),
        [
            Setting::Format(of_surface(), Some(NumberFormat::Hex)).into(),
            Setting::Format(Numbers::Row("old".into()), Some(NumberFormat::Bits)).into(),
        ],
    );
    let formats = |model: &Model| {
        let formats = &model.settings.formats;
        [formats.all, formats.of_surface("BUF"), formats.of_surface("old"), formats.of_row("old")]
    };
    let (auto, hex, bits) = (NumberFormat::Auto, NumberFormat::Hex, NumberFormat::Bits);
    assert_eq!(formats(&model), [auto, hex, auto, bits]);
    // All others follow the format of all numbers.
    let model = after(model, [Setting::Format(Numbers::All, Some(NumberFormat::Signed)).into()]);
    assert_eq!(formats(&model), [NumberFormat::Signed, hex, NumberFormat::Signed, bits]);
    let model = after(model, [Setting::Format(of_surface(), None).into()]);
    assert_eq!(model.settings.formats.of_surface("BUF"), NumberFormat::Signed);
}

#[test]
fn the_same_request_to_the_editor_can_be_made_twice() {
    let select: Action = DocumentAction::Editor(EditorCommand::Select(Span::new(0, 4))).into();
    let once = after(open(TWO), [select.clone()]);
    let twice = after(once.clone(), [select]);
    assert_ne!(once.document.editor_command.0, twice.document.editor_command.0);
    assert_eq!(once.document.editor_command.1, twice.document.editor_command.1);
}

#[test]
fn a_reload_brings_back_what_was_there() {
    let model = after(
        open(TWO),
        [
            PlaybackAction::Seek(7).into(),
            Setting::Granularity(Granularity::Lane).into(),
            Setting::PlaysFast(true).into(),
            ChromeAction::Tab(Tab::Instruction).into(),
            Setting::Format(Numbers::All, Some(NumberFormat::Hex)).into(),
        ],
    );
    let saved = Saved::parse(&Saved::from(&model).to_json()).expect("it is our own");
    let text = saved.text.clone().expect("the text is kept");
    let again = after(
        Model::new(&text, Some(&saved), PageKind::Full, &known_sets()),
        [PlaybackAction::Seek(saved.cursor).into()],
    );
    let kept = |model: &Model| {
        (
            model.document.session.text.clone(),
            model.playback.cursor,
            model.granularity(),
            model.settings.plays_fast,
            model.chrome.tab,
            model.settings.formats.clone(),
        )
    };
    assert_eq!(kept(&again), kept(&model));
    assert!(again.settings.stepped, "a step was made before");
}

mod keys {
    use super::*;
    use lanescope_frontend::state::keys::{Focus, Press, action};

    fn press(key: &str) -> Press {
        Press { key: key.into(), ..Press::default() }
    }

    fn on_stage(key: &str) -> Press {
        Press { is_on_stage: true, ..press(key) }
    }

    fn by(granularity: Granularity, forward: bool) -> Option<Action> {
        Some(PlaybackAction::Step { granularity: Some(granularity), forward }.into())
    }

    #[test]
    fn arrows_step() {
        let model = open(TWO);
        assert_eq!(action(&model, &press("ArrowRight")), Some(step(true)));
        assert_eq!(action(&model, &press("ArrowLeft")), Some(step(false)));
        let shift = Press { shift: true, ..press("ArrowRight") };
        assert_eq!(action(&model, &shift), by(Granularity::Lane, true));
        let ctrl = Press { ctrl: true, ..press("ArrowLeft") };
        assert_eq!(action(&model, &ctrl), by(Granularity::Instruction, false));
    }

    #[test]
    fn undo_does_not_open_another_text_while_answers_are_asked_for() {
        let undo = Press { ctrl: true, ..press("z") };
        let asking = format!("{TWO}.ask element BUF\n");
        assert!(action(&open(TWO), &undo).is_some());
        assert_eq!(action(&open(&asking), &undo), None);
    }

    #[test]
    fn the_browser_keeps_its_own_keys() {
        let model = open(TWO);
        assert_eq!(action(&model, &Press { alt: true, ..press("ArrowLeft") }), None);
        assert_eq!(action(&model, &Press { meta: true, ..press("ArrowLeft") }), None);
        assert_eq!(action(&model, &Press { ctrl: true, ..press("n") }), None);
        assert_eq!(action(&model, &press("F5")), None);
    }

    #[test]
    fn nothing_is_taken_from_fields_and_dialogs() {
        let model = open(TWO);
        for focus in [Focus::Text, Focus::Choice] {
            for key in ["ArrowRight", " ", "Home", "n", "?", "Escape"] {
                assert_eq!(action(&model, &Press { focus, ..press(key) }), None, "{key}");
            }
        }
        let with_dialog = after(model, [ChromeAction::Dialog(Some(Dialog::Help)).into()]);
        assert_eq!(action(&with_dialog, &press("ArrowRight")), None);
    }

    #[test]
    fn space_plays_unless_it_presses_a_button() {
        let model = open(TWO);
        assert_eq!(action(&model, &press(" ")), Some(PlaybackAction::Play(true).into()));
        assert_eq!(action(&model, &Press { focus: Focus::Button, ..press(" ") }), None);
        assert_eq!(
            action(&model, &Press { focus: Focus::Button, ..press("ArrowRight") }),
            Some(step(true)),
            "a button takes no arrows"
        );
        let playing = after(model, [PlaybackAction::Play(true).into()]);
        assert_eq!(action(&playing, &press(" ")), Some(PlaybackAction::Play(false).into()));
    }

    #[test]
    fn with_shift_u_runs_back_and_space_is_the_browsers() {
        let model = open(TWO);
        let shift = |key: &str| Press { shift: true, ..on_stage(key) };
        assert_eq!(action(&model, &shift(" ")), None, "it scrolls the page");
        assert_eq!(action(&model, &on_stage("u")), Some(PlaybackAction::SeekStop { forward: true }.into()));
        assert_eq!(action(&model, &shift("U")), Some(PlaybackAction::SeekStop { forward: false }.into()));
    }

    #[test]
    fn two_keys_step_wherever_the_focus_is() {
        let model = open(TWO);
        for focus in [Focus::Page, Focus::Button, Focus::Choice, Focus::Text] {
            assert_eq!(action(&model, &Press { focus, ..press("F10") }), Some(step(true)));
            assert_eq!(action(&model, &Press { focus, ..press("F8") }), Some(step(false)));
        }
        // These belong to the browser, for example Shift F10 for the context menu.
        assert_eq!(action(&model, &Press { shift: true, ..press("F10") }), None);
    }

    #[test]
    fn undo_works_everywhere_outside_of_text_fields() {
        let model = open(TWO);
        let undo = Some(DocumentAction::Editor(EditorCommand::Undo).into());
        let redo = Some(DocumentAction::Editor(EditorCommand::Redo).into());
        for focus in [Focus::Page, Focus::Button, Focus::Choice] {
            let ctrl = Press { ctrl: true, focus, ..press("z") };
            assert_eq!(action(&model, &ctrl), undo);
            assert_eq!(action(&model, &Press { shift: true, key: "Z".into(), ..ctrl }), redo);
            // On a Mac, this is the command key.
            let command = Press { meta: true, focus, ..press("z") };
            assert_eq!(action(&model, &command), undo);
            assert_eq!(action(&model, &Press { shift: true, ..command }), redo);
            assert_eq!(action(&model, &Press { ctrl: true, focus, ..press("y") }), redo);
        }
        // On a Mac, this opens the browser's history.
        assert_eq!(action(&model, &Press { meta: true, ..press("y") }), None);
        for key in ["z", "y"] {
            assert_eq!(action(&model, &Press { ctrl: true, focus: Focus::Text, ..press(key) }), None);
        }
        assert_eq!(action(&model, &press("z")), None);
    }

    #[test]
    fn an_instruction_is_stepped_without_the_control_key() {
        let model = open(TWO);
        assert_eq!(action(&model, &on_stage("i")), by(Granularity::Instruction, true));
        let shift = Press { shift: true, ..on_stage("I") };
        assert_eq!(action(&model, &shift), by(Granularity::Instruction, false));
    }

    #[test]
    fn caps_lock_turns_no_letter_round() {
        let model = open(TWO);
        assert_eq!(action(&model, &on_stage("U")), Some(PlaybackAction::SeekStop { forward: true }.into()));
        assert_eq!(action(&model, &on_stage("N")), Some(PlaybackAction::SeekMark { forward: true }.into()));
        let shift = Press { shift: true, ..on_stage("u") };
        assert_eq!(action(&model, &shift), Some(PlaybackAction::SeekStop { forward: false }.into()));
    }

    #[test]
    fn characters_do_nothing_just_after_typing_into_a_field() {
        let model = open(TWO);
        for key in ["n", "p", "u", "i", "?", " "] {
            assert!(action(&model, &on_stage(key)).is_some(), "{key}");
            assert_eq!(action(&model, &Press { is_typing: true, ..on_stage(key) }), None, "{key}");
        }
        let arrow = Press { is_typing: true, ..press("ArrowRight") };
        assert_eq!(action(&model, &arrow), Some(step(true)));
    }

    #[test]
    fn characters_act_only_on_the_stage() {
        let model = open(TWO);
        for focus in [Focus::Page, Focus::Button] {
            let here = |key: &str| Press { focus, ..on_stage(key) };
            assert_eq!(action(&model, &here("n")), Some(PlaybackAction::SeekMark { forward: true }.into()));
            assert_eq!(action(&model, &here("?")), Some(ChromeAction::Dialog(Some(Dialog::Help)).into()));
            for key in ["n", "p", "u", "i", "?"] {
                assert_eq!(action(&model, &Press { focus, ..press(key) }), None, "{key}");
            }
            assert_eq!(action(&model, &Press { focus, ..press("ArrowRight") }), Some(step(true)));
        }
        assert_eq!(
            action(&model, &press(" ")),
            Some(PlaybackAction::Play(true).into()),
            "Space acts everywhere"
        );
        for focus in [Focus::Text, Focus::Choice] {
            assert_eq!(
                action(&model, &Press { focus, ..on_stage("n") }),
                None,
                "fields keep their characters"
            );
        }
    }
}

#[test]
fn a_lane_is_moved_in_its_queue_and_the_run_follows() {
    let queue = |lane, to| {
        DocumentAction::Edit(PanelEdit::Queue { instruction: 0, target: 0, lane: LaneId(lane), to }).into()
    };
    let model = after(open(TWO), [PlaybackAction::Seek(5).into(), queue(1, 0)]);
    assert!(model.document.session.text.contains(".order 1\n"), "{}", model.document.session.text);
    assert_eq!((model.playback.cursor, model.chrome.notice.clone()), (5, None));
    let lanes: Vec<u8> = model.run().expect("it runs").targets(0)[0].lanes().map(|lane| lane.0).collect();
    assert_eq!(lanes, [1, 0]);
    // The lane is already at that place, so the text does not change.
    assert_eq!(after(model.clone(), [queue(1, 0)]).document.session.text, model.document.session.text);
}

#[test]
fn a_change_that_cannot_be_made_says_why() {
    let stale = after(open(TWO), [DocumentAction::Type(BROKEN.into()).into()]);
    let on = DocumentAction::Edit(PanelEdit::LaneMask(LaneMask(1))).into();
    let model = after(stale, [on]);
    assert!(matches!(&model.message(), Some(Notice::Refused(why)) if why.contains("fix them")));
    assert_eq!(after(model, [Action::Notice(None)]).message(), None);
}

#[test]
fn a_pinned_moment_stays_until_the_run_is_too_short_for_it() {
    let model = after(
        open(TWO),
        [PlaybackAction::Seek(9).into(), PlaybackAction::Pin(true).into(), PlaybackAction::Seek(2).into()],
    );
    assert_eq!((model.playback.pinned, model.playback.cursor), (Some(9), 2));
    assert_eq!(after(model.clone(), [PlaybackAction::Pin(false).into()]).playback.pinned, None);
    let one_lane = DocumentAction::Edit(PanelEdit::LaneMask(LaneMask(1))).into();
    assert_eq!(after(model, [one_lane]).playback.pinned, None);
}

#[test]
fn several_values_go_to_a_cell_and_those_behind_it_or_nowhere() {
    let entry = |index| Entry::Element { name: "OFF".into(), index };
    let enter =
        |index, typed: &str| DocumentAction::Enter { entry: entry(index), typed: typed.into() }.into();
    let model = after(open(TWO), [enter(2, "4\n4\n0\n4\n")]);
    assert!(
        model.document.session.text.contains(".set OFF = 0 0 4 4 0 4 0 0\n"),
        "{}",
        model.document.session.text
    );
    assert_eq!(model.document.runs, 2, "one text, one run");
    let refused = after(model.clone(), [enter(5, "4 4 4 4")]);
    assert_eq!(refused.document.session.text, model.document.session.text);
    let rejection = refused.document.rejection(&entry(5)).expect("it is kept");
    assert_eq!(rejection.reason, "4 values from element 5 on; `OFF` has room for 3 there");
    assert_eq!(rejection.typed, "4 4 4 4");
    let refused = after(model, [enter(0, "4 x 4")]);
    assert!(refused.document.rejection(&entry(0)).expect("it is kept").reason.contains("`x` is not a value"));
}

#[test]
fn a_filling_that_is_refused_stays_with_what_it_would_have_filled() {
    let fill = |value: &str| {
        DocumentAction::Fill { of: Contents::Surface("BUF".into()), with: Filling::Value(value.into()) }
            .into()
    };
    let all = Entry::All(Contents::Surface("BUF".into()));
    let model = after(open(TWO), [fill("1.5")]);
    assert!(model.document.rejection(&all).expect("it is kept").reason.contains("is a float"));
    assert_eq!(model.chrome.notice, None);
    let model = after(model, [fill("7")]);
    assert_eq!(model.document.rejection(&all), None);
    assert!(model.document.session.text.contains("buffer ud = [7; 2]\n"));
}

#[test]
fn a_mask_is_typed_as_a_number() {
    let enter = |typed: &str| DocumentAction::Enter { entry: Entry::Mask, typed: typed.into() }.into();
    let model = after(open(TWO), [enter("0b101")]);
    assert!(model.document.session.text.contains(".lanes 8 active=0b0000_0101\n"));
    let refused = after(model.clone(), [enter("0x100")]);
    assert_eq!(refused.document.session.text, model.document.session.text);
    assert_eq!(
        refused.document.rejection(&Entry::Mask).expect("kept").reason,
        "`0x100` has bits beyond the 8 lanes"
    );
    assert_eq!(after(refused, [DocumentAction::Forget(Some(Entry::Mask)).into()]).document.rejected[..], []);
}

#[test]
fn a_predicate_is_set_as_a_mask_of_its_bits() {
    let text = ".isa visa grf=32\n.lanes 8\n.decl P v_type=P num_elts=8\n.decl V v_type=G type=ud num_elts=8 align=GRF\n\
                .set P = 0b00001111\n(P) mov (M1, 8) V(0,0)<1> 7:ud\n";
    let set = |model: Model, mask: u32| {
        let edit = PanelEdit::Predicate { name: "P".into(), mask: LaneMask(mask) };
        after(model, [DocumentAction::Edit(edit).into()])
    };
    let model = open(text);
    assert!(model.document.last_valid.is_some(), "{:?}", model.document.session.diagnostics);
    let model = set(model, 0xffff_fff1);
    assert!(
        model.document.session.text.contains(".set P = 0b11110001"),
        "what it has no bits for is left out: {}",
        model.document.session.text
    );
    let model = set(model, 0);
    assert!(model.document.session.text.contains(".set P = 0b00000000"), "{}", model.document.session.text);
}
