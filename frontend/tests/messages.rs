//! Requests of the host page to an embed, and reports to the host page. Expected values follow from the numbers in the
//! scenarios.

use crate::common::{FOUR, Random, TWO, TWO_LEN, after, draws, hold_to_limits, open};
use lanescope_frontend::state::inquiries::Topic;
use lanescope_frontend::state::message::{MOST_BYTES, Report, parse};
use lanescope_frontend::state::{
    DocumentAction, InquiryAction, LearningAction, Model, PlaybackAction, Setting,
};

/// Returns the model after a request, which must be valid and possible.
#[track_caller]
fn asked(model: Model, message: &str) -> Model {
    let request = parse(message).expect("it is one of ours").expect("it is understood");
    let action = request.action(&model).expect("it can be done");
    after(model, [action])
}

/// Returns the reason why a request is invalid or impossible.
#[track_caller]
fn refused(message: &str) -> String {
    match parse(message).expect("it is one of ours") {
        Err(reason) => reason,
        Ok(request) => request.action(&open(TWO)).expect_err("it cannot be done"),
    }
}

#[test]
fn a_page_moves_the_run() {
    let model = asked(open(TWO), r#"{"lanescope":"goto","step":5}"#);
    assert_eq!(model.playback.cursor, 5);
    assert_eq!(asked(model.clone(), r#"{"lanescope":"goto","step":4000000000}"#).playback.cursor, TWO_LEN);
    let playing = asked(model, r#"{"lanescope":"play"}"#);
    assert!(playing.playback.playing);
    assert!(!asked(playing, r#"{"lanescope":"play","on":false}"#).playback.playing);
}

#[test]
fn a_page_opens_another_scenario_where_it_is_to_stand() {
    let text = serde_json::to_string(FOUR).expect("a text is JSON");
    let model =
        asked(open(TWO), &format!(r#"{{"lanescope":"load","text":{text},"step":3,"granularity":"lane"}}"#));
    assert_eq!((&*model.document.session.text, model.playback.cursor), (FOUR, 3));
    assert_eq!(Report::step(&model).to_text().matches(r#""granularity":"lane""#).count(), 1);
    let windows = serde_json::to_string(&FOUR.replace('\n', "\r\n")).expect("a text is JSON");
    let model = asked(model, &format!(r#"{{"lanescope":"load","text":{windows}}}"#));
    assert_eq!(&*model.document.session.text, FOUR);
}

#[test]
fn a_page_changes_the_order_of_the_lanes() {
    // Lane 1 goes first and reads 10; lane 0 then reads 10 + 2.
    for order in [r#""descending""#, r#"{"lanes":[1]}"#, r#"{"lanes":[1,0]}"#] {
        let model = asked(open(TWO), &format!(r#"{{"lanescope":"order","order":{order}}}"#));
        let model = after(model, [PlaybackAction::SeekEnd.into()]);
        let last = Report::step(&model).to_text();
        assert!(last.contains(r#""lane":0"#) && last.contains("12"), "{order}: {last}");
    }
    assert_eq!(
        refused(r#"{"lanescope":"order","order":{"lanes":[5]}}"#),
        "lane 5 takes no turn in this instruction"
    );
    assert_eq!(refused(r#"{"lanescope":"order","order":{"lanes":[1,1]}}"#), "lane 1 is listed twice");
}

#[test]
fn a_page_reads_the_manual_in_another_way() {
    let views = open(TWO).document.session.reading_views();
    let reading = views[0].reading;
    let (name, other) = (reading.name, reading.choices[1].name);
    let model = asked(open(TWO), &format!(r#"{{"lanescope":"reading","name":"{name}","choice":"{other}"}}"#));
    assert!(
        model.document.session.text.contains(name) && model.document.session.text.contains(other),
        "{}",
        model.document.session.text
    );
    let again = asked(model, &format!(r#"{{"lanescope":"reading","name":"{name}"}}"#));
    assert!(!again.document.session.text.contains(other), "{}", again.document.session.text);
    assert!(
        refused(r#"{"lanescope":"reading","name":"weather"}"#)
            .contains("no interpretation is called `weather`")
    );
    let no_choice = refused(&format!(r#"{{"lanescope":"reading","name":"{name}","choice":"x"}}"#));
    assert!(no_choice.contains("has no choice `x`") && no_choice.contains(other), "{no_choice}");
}

#[test]
fn where_the_run_stands_is_told() {
    let model = after(open(TWO), [PlaybackAction::Seek(0).into()]);
    let expected = r#"{"lanescope":"step","step":0,"steps":12,"granularity":"step","instruction":null,"lane":null,"sentence":""}"#;
    assert_eq!(
        Report::step(&after(
            model.clone(),
            [Setting::Granularity(lanescope_core::trace::Granularity::Phase).into()]
        ))
        .to_text(),
        expected
    );
    assert_eq!(Report::end(&model), None);
    let text = format!("{TWO}.expect BUF = 13 20\n.expect BUF = 13 21\n");
    let end = after(open(&text), [PlaybackAction::SeekEnd.into()]);
    assert_eq!(Report::end(&end), Some(Report::End { holds: 1, fails: Some(1), open: 0 }));
}

#[test]
fn the_end_of_a_run_is_told_without_calling_open_lines_right() {
    // In either order BUF[0] ends as 10 + 1 + 2, so there is one outcome. The line is wrong, and only all orders show
    // it.
    let wrong = format!("{TWO}.expect BUF = 13 20\n.expect outcomes memory 77\n");
    let end = after(open(&wrong), [PlaybackAction::SeekEnd.into()]);
    // A background job is about to explore all orders.
    assert!(end.is_judging());
    assert_eq!(Report::end(&end), None);
    // The reader cancels the job.
    let stopped = after(end, [InquiryAction::Cancel(Topic::Orders).into()]);
    assert_eq!(Report::end(&stopped), Some(Report::End { holds: 1, fails: None, open: 1 }));
    assert!(Report::end(&stopped).is_some_and(|end| end.to_text().contains(r#""fails":null"#)));
}

#[test]
fn a_broken_invariant_counts_as_a_line_that_fails() {
    // BUF[0] is 10 at the start.
    let text =
        format!("{TWO}.expect BUF = 13 20\n.invariant small: BUF[0] < 5\n.invariant ten: BUF[0] >= 10\n");
    let end = after(open(&text), [PlaybackAction::SeekEnd.into()]);
    assert_eq!(Report::end(&end), Some(Report::End { holds: 2, fails: Some(1), open: 0 }));
}

#[test]
fn marked_answers_are_told_and_no_answer_before() {
    assert_eq!(Report::answers(&open(TWO)), None);
    let asked = open(&format!("{TWO}.ask element BUF[0] points=3\n.ask lanes\n"));
    let answers = |right, points| Some(Report::Answers { questions: 2, right, points, of: 4 });
    assert_eq!(Report::answers(&asked), answers(None, None));
    assert_eq!(Report::end(&asked), None);
    // 10 + 1 + 2, and lane 1 takes part, too.
    let typed = [(0, "13"), (1, "0")].map(|(at, typed)| LearningAction::Type(at, typed.to_owned()).into());
    let typed = after(asked.clone(), typed);
    assert_eq!(Report::answers(&typed), answers(None, None));
    let checked = after(typed, [LearningAction::Check.into()]);
    assert_eq!(Report::answers(&checked), answers(Some(1), Some(3)));
    let told = Report::answers(&checked).map(|report| report.to_text());
    let expected = r#"{"lanescope":"answers","questions":2,"right":1,"points":3,"of":4}"#;
    assert_eq!(told.as_deref(), Some(expected));
    // Answers that were shown were not given.
    let shown = after(asked, [LearningAction::Reveal.into()]);
    assert_eq!(Report::answers(&shown), answers(None, None));
}

#[test]
fn the_run_of_a_previous_text_has_no_end() {
    let end = after(open(TWO), [PlaybackAction::SeekEnd.into()]);
    assert!(Report::end(&end).is_some());
    let mistaken = after(end, [DocumentAction::Type(TWO.replace(".lanes", ".lines").as_str().into()).into()]);
    assert_eq!(Report::end(&mistaken), None);
}

#[test]
fn a_trap_that_the_scenario_expects_is_no_error() {
    let text = gallery_text("25-");
    let end = after(open(&text), [PlaybackAction::SeekEnd.into()]);
    assert_eq!(Report::problem(&end), None);
}

/// Reads the example whose file name begins with `prefix`.
fn gallery_text(prefix: &str) -> String {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../static/examples");
    let files = std::fs::read_dir(folder).expect("the examples are there");
    let is_it = |file: &std::fs::DirEntry| file.file_name().to_string_lossy().starts_with(prefix);
    let file = files.flatten().find(is_it).expect("there is such an example");
    std::fs::read_to_string(file.path()).expect("it can be read")
}

#[test]
fn mistakes_of_the_scenario_are_told_with_their_line() {
    let text = TWO.replace("dword_atomic.add", "dword_atomic.nothing");
    let told = Report::problem(&open(&text)).expect("it has a mistake").to_text();
    assert!(told.starts_with(r#"{"lanescope":"error","message":"line 10: "#), "{told}");
    assert_eq!(Report::problem(&open(TWO)), None);
}

#[test]
fn messages_of_others_are_passed_over() {
    for message in ["", "hello", "{}", "[]", "null", "5", r#"{"type":"goto"}"#, r#"{"lanescope"}"#] {
        assert_eq!(parse(message), None, "{message}");
    }
}

#[test]
fn what_is_not_understood_is_said() {
    for (message, said) in [
        (r#"{"lanescope":"fly"}"#, "`fly` is not a request; expected `load`, `goto`, "),
        (r#"{"lanescope":"goto"}"#, "missing field `step`"),
        (r#"{"lanescope":"goto","step":-1}"#, r#"an example: {"lanescope":"goto","step":12}"#),
        (
            r#"{"lanescope":"order","order":"upwards"}"#,
            r#"an example: {"lanescope":"order","order":{"lanes":[3,1]}}"#,
        ),
        (r#"{"lanescope":"goto","step":1,"html":"<b>"}"#, "unknown field `html`"),
        (r#"{"lanescope":"theme","theme":"pink"}"#, "`pink` is not a theme"),
        (r#"{"lanescope":"load","text":"","granularity":"year"}"#, "`year` is not a granularity"),
        (r#"{"lanescope":"load","text":"a\u0000b"}"#, "null character"),
        (r#"{"lanescope":5}"#, "not understood"),
    ] {
        let reason = refused(message);
        assert!(reason.contains(said), "{message}: {reason}");
    }
    let long_word = format!(r#"{{"lanescope":"{}"}}"#, "x".repeat(100_000));
    assert!(refused(&long_word).len() < 300);
    let large = format!(r#"{{"lanescope":"load","text":"{}"}}"#, "x".repeat(256 * 1024 + 1));
    assert_eq!(refused(&large), "the text has 257 KiB; a scenario has at most 256 KiB");
    let too_large = "x".repeat(MOST_BYTES + 1);
    assert_eq!(refused(&too_large), "a message has at most 1540 KiB");
    let deep = format!(r#"{{"lanescope":{}1{}}}"#, "[".repeat(100_000), "]".repeat(100_000));
    assert!(refused(&deep).len() < 300);
}

/// Returns messages of all kinds.
fn messages() -> [String; 8] {
    let text = serde_json::to_string(TWO).expect("a text is JSON");
    [
        format!(r#"{{"lanescope":"load","text":{text},"step":3,"granularity":"lane"}}"#),
        r#"{"lanescope":"goto","step":12}"#.to_owned(),
        r#"{"lanescope":"play","on":true}"#.to_owned(),
        r#"{"lanescope":"order","order":{"lanes":[1,0]}}"#.to_owned(),
        r#"{"lanescope":"order","order":{"seed":7}}"#.to_owned(),
        r#"{"lanescope":"reading","name":"visa-alu-round","choice":"x"}"#.to_owned(),
        r#"{"lanescope":"outcomes"}"#.to_owned(),
        r#"{"lanescope":"theme","theme":"dark"}"#.to_owned(),
    ]
}

/// Applies a message to a page. Returns the new page, and whether the message was applied. A rejected message must have
/// a reason.
fn heard(model: Model, message: &str) -> (Model, bool) {
    let done = match parse(message) {
        None => return (model, false),
        Some(request) => request.and_then(|request| request.action(&model)),
    };
    match done {
        Ok(action) => {
            let model = after(model, [action]);
            let told = [Some(Report::step(&model)), Report::end(&model), Report::problem(&model)];
            for report in told.iter().flatten() {
                assert!(report.to_text().len() < 100_000);
            }
            (model, true)
        }
        Err(reason) => {
            assert!(!reason.is_empty() && reason.len() < 1_000, "{reason}");
            (model, false)
        }
    }
}

#[test]
fn no_message_does_harm() {
    let messages = messages();
    let mut random = Random::new(1);
    let (mut model, mut followed) = (open(TWO), 0);
    for index in 0..draws(1_000) {
        let message = random.mutated(&messages[index % messages.len()]);
        let is_followed;
        (model, is_followed) = heard(model, &message);
        followed += usize::from(is_followed);
        // Mutated messages often break the text, so it is restored regularly.
        if index % 50 == 0 {
            model = open(TWO);
        }
    }
    // Most mutated messages are invalid JSON, and some of the others are valid requests.
    assert!((draws(1_000) / 50..draws(1_000) / 2).contains(&followed), "{followed}");
}

#[test]
#[ignore = "it takes the time, and is for `cargo xtask sweep`, which optimises what it runs"]
fn no_message_takes_half_a_second_or_256_mebibytes() {
    let messages = messages();
    let mut random = Random::new(2);
    let input = || {
        let kind = random.below(messages.len());
        random.mutated(&messages[kind])
    };
    hold_to_limits(1_000, input, |message| drop(heard(open(TWO), message)), Clone::clone);
}
