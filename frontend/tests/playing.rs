//! Playback, with time as a number. A step or, in fast playback, an instruction takes a fixed time, and stops hold on the way.

use crate::common::{TWO, TWO_LEN, after, finished, last_line, on_stage, open};
use lanescope_core::session::run::Breakpoint;
use lanescope_core::trace::Granularity;
use lanescope_frontend::state::narration::NarrationView;
use lanescope_frontend::state::order::order;
use lanescope_frontend::state::{Action, Model, PlaybackAction, Setting, reduce};

/// Starts fast playback.
const FAST: [Action; 2] =
    [Action::Setting(Setting::PlaysFast(true)), Action::Playback(PlaybackAction::Play(true))];

/// Opens two instructions of twelve steps.
fn two() -> Model {
    open(&[TWO, last_line(TWO), "\n"].concat())
}

/// Opens one instruction of many steps.
fn many() -> Model {
    let loops = ".semantics DWORD_ATOMIC { foreach_active (i) { for (UD k = 0; k < 9000; ++k) { surface[0] = surface[0] + 1; } } }\n";
    // The run is computed in slices.
    let model = finished(open(&[TWO, loops].concat()));
    assert!(model.run_len() > 18_000, "{:?}", model.document.session.diagnostics);
    model
}

/// Plays until playback stops by itself, with each tick late by `late_ms`. Returns the (time, cursor) of each tick.
fn play(model: Model, late_ms: u32) -> (Model, Vec<(u32, u32)>) {
    let (mut model, mut seen, mut time) = (model, Vec::new(), 0);
    while let Some(wait) = model.wait_ms() {
        assert!(seen.len() < 10_000, "it ends");
        let elapsed = wait + late_ms;
        time += elapsed;
        model = reduce(model, PlaybackAction::Tick(elapsed).into());
        seen.push((time, model.playback.cursor));
    }
    (model, seen)
}

#[test]
fn an_instruction_takes_the_same_time_however_many_steps_it_has() {
    for late in [0, 4, 60] {
        let (_, seen) = play(after(many(), FAST), late);
        let (time, _) = seen[seen.len() - 1];
        assert!((5000..5000 + 33 + late + 1).contains(&time), "it took {time} ms");
        assert!(seen.len() as u32 <= 5000 / 33 + 1, "no more drawings than a screen shows");
        // Two instructions take twice as long, and the end of the first one is visible.
        let (_, seen) = play(after(two(), FAST), late);
        let (time, _) = seen[seen.len() - 1];
        let most = 2 * 5000 + 2 * (33 + late) + 1;
        assert!((2 * 5000..most).contains(&time), "two took {time} ms");
        assert!(seen.iter().any(|(_, cursor)| *cursor == TWO_LEN), "{seen:?}");
    }
}

#[test]
fn few_steps_are_all_seen_and_evenly() {
    let (_, seen) = play(after(two(), FAST), 2);
    let cursors: Vec<u32> = seen.iter().map(|(_, cursor)| *cursor).collect();
    assert_eq!(cursors, (1..=2 * TWO_LEN).collect::<Vec<_>>());
    for (at, (time, _)) in seen.iter().enumerate() {
        let due = 5000.0 / f64::from(TWO_LEN) * (at + 1) as f64;
        assert!((due..due + 4.0).contains(&f64::from(*time)), "step {at} at {time} ms, due at {due}");
    }
}

#[test]
fn a_step_in_a_second_goes_as_far_as_the_granularity_says() {
    let (_, seen) = play(after(two(), [PlaybackAction::Play(true).into()]), 0);
    assert_eq!(seen[..3], [(1000, 1), (2000, 2), (3000, 3)]);
    let coarse = Setting::Granularity(Granularity::Instruction).into();
    let (_, seen) = play(after(two(), [coarse, PlaybackAction::Play(true).into()]), 0);
    assert_eq!(seen, [(1000, TWO_LEN), (2000, 2 * TWO_LEN)]);
    let early = after(two(), [PlaybackAction::Play(true).into(), PlaybackAction::Tick(600).into()]);
    assert_eq!((early.playback.cursor, early.wait_ms()), (0, Some(400)));
    assert_eq!(after(early, [PlaybackAction::Tick(400).into()]).playback.cursor, 1);
}

#[test]
fn what_is_passed_over_ends_at_a_stop() {
    let written = Breakpoint::Written { space: "BUF".into(), byte_offset: 0, size_bytes: 4 };
    let mut there =
        after(two(), [PlaybackAction::Breakpoint(written).into(), Setting::PlaysFast(true).into()]);
    // In both instructions, lane 0 writes in the sixth step and lane 1 in the eleventh.
    for cursor in [6, 11, TWO_LEN + 6, TWO_LEN + 11] {
        there = play(after(there, [PlaybackAction::Play(true).into()]), 0).0;
        assert_eq!((there.playback.cursor, there.playback.playing), (cursor, false));
    }
    // A frame covers many steps and does not skip a stop among them.
    let condition = PlaybackAction::Until("lane == 1".into()).into();
    // The search for stops is in slices, too.
    let model = after(finished(after(many(), [condition])), [Setting::PlaysFast(true).into()]);
    let stop = model.playback.stops.steps[0] + 1;
    assert_eq!(play(after(model, [PlaybackAction::Play(true).into()]), 40).0.playback.cursor, stop);
}

#[test]
fn a_page_that_slept_owes_one_instruction_only() {
    let model = after(two(), FAST.into_iter().chain([PlaybackAction::Tick(3_600_000).into()]));
    assert_eq!((model.playback.cursor, model.playback.playing), (TWO_LEN, true));
    assert_eq!(model.playback.elapsed_us, 0);
    // A new speed starts without time owed from the previous one.
    let model = after(model, [PlaybackAction::Tick(400).into(), Setting::PlaysFast(false).into()]);
    assert_eq!(model.playback.elapsed_us, 0);
}

#[test]
fn a_movement_takes_no_longer_than_its_step() {
    assert_eq!(after(two(), FAST).pace_ms(), Some(5000 / TWO_LEN));
    assert_eq!(after(two(), [PlaybackAction::Play(true).into()]).pace_ms(), Some(1000));
    assert_eq!(two().pace_ms(), None);
}

#[test]
fn a_turn_that_discards_its_result_is_described_by_what_it_wrote() {
    let sentence = |text: &str, granularity: Granularity| {
        let to_second_lane = PlaybackAction::Seek(TWO_LEN);
        let model = after(open(text), [Setting::Granularity(granularity).into(), to_second_lane.into()]);
        NarrationView::new(&model, Some(&on_stage(&model)), None, None)
            .sentence
            .expect("a sentence")
            .to_string()
    };
    let discarding = TWO.replace("V0.0 OLD.0", "V0.0 V0.0");
    // 10 + 1 by lane 0, then + 2 by lane 1.
    assert_eq!(sentence(&discarding, Granularity::Lane), "Lane 1 writes 13 to BUF[0] (was 11).");
    assert_eq!(sentence(&discarding, Granularity::Phase), "Lane 1 discards its result 11.");
    assert_eq!(sentence(TWO, Granularity::Lane), "Lane 1 returns 11 to OLD[1] (was undefined).");
}

#[test]
fn an_order_says_if_other_instructions_have_the_same() {
    let instruction = last_line(TWO);
    let is_shared = |lines: &[&str], index: usize| {
        let model = open(&[".order ascending\n", TWO, &lines.join("\n"), "\n"].concat());
        order(&on_stage(&model).run, index).expect("an order").is_shared
    };
    assert!(!is_shared(&[], 0));
    assert!(is_shared(&[instruction], 0) && is_shared(&[instruction], 1));
    assert!(!is_shared(&[".order descending", instruction], 0));
    assert!(is_shared(&[".order descending", instruction, instruction], 2));
}
