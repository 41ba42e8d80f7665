//! Tests of predictions and questions.

use super::*;
use crate::state::narration::NarrationView;
use crate::state::{
    Action, ChromeAction, Dialog, DocumentAction, Entry, LearningAction, Model, Notice, PageKind,
    PlaybackAction, Setting, reduce,
};
use lanescope_core::session::{known_sets, run::Stop};
use lanescope_core::trace::{Granularity, Phase};

/// Two lanes add 1 and 2 to 10.
const TEXT: &str = "\
// Two lanes
.isa visa grf=32
.lanes 8
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl VAL v_type=G type=ud num_elts=8 align=GRF
.decl OLD v_type=G type=ud num_elts=8 align=GRF
.decl BUF v_type=T num_elts=1
.set OFF = [0; 8]
.set VAL = 1 2
.surface BUF buffer ud = 10 20
dword_atomic.add (M1, 2) BUF OFF.0 VAL.0 V0.0 OLD.0
// 10 + 1 + 2
.expect BUF = 13
";

fn opened(questions: &str) -> Model {
    Model::new(&format!("{TEXT}{questions}"), None, PageKind::Full, &known_sets())
}

fn after(model: Model, answering: impl IntoIterator<Item = LearningAction>) -> Model {
    answering.into_iter().fold(model, |model, answering| reduce(model, answering.into()))
}

fn cell(name: &str, index: usize) -> Entry {
    match name {
        "BUF" => Entry::Cell { name: name.to_owned(), index },
        _ => Entry::Element { name: name.to_owned(), index },
    }
}

#[test]
fn a_prediction_is_named_after_what_it_asks() {
    let title = |to_end: bool| {
        let model = reduce(
            Model::new(TEXT, None, PageKind::Full, &known_sets()),
            LearningAction::Predict { to_end }.into(),
        );
        model.learning.quiz.expect("it asks").origin.title()
    };
    assert_eq!((title(false), title(true)), ("What happens next?", "How does the run end?"));
}

#[test]
fn a_text_with_questions_opens_with_the_run_hidden() {
    let model = opened(".ask element OLD\n");
    assert!(model.is_hiding());
    assert_eq!((model.run_len(), model.playback.cursor), (0, 0));
    assert!(model.expectations().is_empty() && model.outcomes().is_none());
    let model = reduce(model, PlaybackAction::SeekEnd.into());
    assert_eq!(model.playback.cursor, 0);
    for with_answers in [Dialog::Export, Dialog::Embed] {
        let model = reduce(model.clone(), ChromeAction::Dialog(Some(with_answers)).into());
        assert_eq!((model.chrome.dialog, model.message()), (None, Some(Notice::AnswersHidden)));
    }
    assert!(
        model
            .learning
            .quiz
            .as_ref()
            .is_some_and(|quiz| quiz.questions.iter().all(|question| question.right.is_none()))
    );
    let shown = without_answers(&model.document.session);
    assert!(shown.starts_with("// Two lanes\n.isa") && shown.ends_with("OLD.0\n"), "{shown}");
    assert!(!opened("").is_hiding());
}

#[test]
fn ways_on_from_a_step_leave_their_room_to_open_questions() {
    let has_doors = |model: &Model| NarrationView::new(model, None, None, None).doors.is_some();
    let marked = after(opened(".ask element OLD\n"), [LearningAction::Reveal]);
    assert!(!has_doors(&marked));
    assert!(has_doors(&after(marked, [LearningAction::Leave])));
}

#[test]
fn a_wrong_answer_stops_the_run_at_the_step_that_differs() {
    let model = opened(".ask element OLD\n.ask element BUF[0]\n");
    let model = after(model, [LearningAction::Type(0, "10 10".to_owned()), LearningAction::Check]);
    // The second question is open, so the run stays hidden.
    assert!(model.is_hiding());
    let model = after(model, [LearningAction::Type(1, "13".to_owned()), LearningAction::Check]);
    assert!(!model.is_hiding());
    let quiz = model.learning.quiz.as_ref().expect("the questions stay");
    assert_eq!((quiz.right_count(), quiz.points()), (1, (1, 2)));
    let run = model.run().expect("a run");
    let last = run.step(model.playback.cursor - 1).expect("a step");
    assert_eq!(last.lane.map(|lane| lane.0), Some(1));
    assert_eq!(quiz.answer("OLD", 0).map(|answer| answer.mark), Some(AnswerMark::Right));
    assert_eq!(quiz.answer("OLD", 1).map(|answer| answer.mark), Some(AnswerMark::Wrong));
    assert_eq!(quiz.questions[1].right.as_deref(), Some("13"));
    let again = after(model, [LearningAction::Again]);
    assert!(again.is_hiding());
    assert_eq!(again.learning.quiz.expect("again").questions[0].answer, "10 10");
}

#[test]
fn a_wrong_prediction_of_a_value_that_stays_goes_on_to_the_step_that_was_asked_about() {
    let model = Model::new(&TEXT.replace("VAL = 1 2", "VAL = 0 2"), None, PageKind::Full, &known_sets());
    let run = model.run().expect("a run");
    // Lane 0 writes what it has read.
    let start = run.steps().find(|step| step.phase == Phase::Write).expect("a write").index;
    let model = reduce(model, PlaybackAction::Seek(start).into());
    let model = reduce(model, LearningAction::Predict { to_end: false }.into());
    let questions = &model.learning.quiz.as_ref().expect("it asks").questions;
    let wrong = (0..questions.len()).map(|at| LearningAction::Type(at, "99".to_owned()));
    let model = after(model, wrong.chain([LearningAction::Check]));
    assert!(!model.is_hiding());
    assert_eq!(model.playback.cursor, start + 1);
}

#[test]
fn comments_of_the_author_appear_with_the_run() {
    let model = opened(
        ".ask element OLD\n.hint \"Ascending.\"\n// Lane 0 reads 10.\n  // Lane 1 reads 11.\n\n// Not this.\n.ask ends\n",
    );
    let comments = |model: &Model| -> Vec<String> {
        let quiz = model.learning.quiz.as_ref().expect("questions");
        quiz.questions.iter().map(|question| question.comment.clone()).collect()
    };
    assert_eq!(comments(&model), ["", ""]);
    let model = after(model, [LearningAction::Reveal]);
    assert_eq!(comments(&model), ["Lane 0 reads 10. Lane 1 reads 11.", ""]);
    assert_eq!(comments(&after(model, [LearningAction::Again])), ["", ""]);
}

#[test]
fn an_author_is_warned_of_a_question_that_does_not_separate() {
    let warnings = |mask: &str| {
        let text = TEXT.replace(".lanes 8", &format!(".lanes 8 active={mask}")).replace("(M1, 2)", "(M1, 8)");
        let text = text.replace("// 10 + 1 + 2\n.expect BUF = 13\n", ".ask lanes\n");
        let model = Model::new(&text, None, PageKind::Full, &known_sets());
        let model = after(model, [LearningAction::Reveal]);
        let quiz = model.learning.quiz.expect("questions");
        quiz.warnings(&model.document.session)
            .iter()
            .filter(|warning| warning.contains("masks_from_the_left"))
            .count()
    };
    // The first mask is the same from both sides.
    assert_eq!([warnings("0b0110_0110"), warnings("0b0110_0010")], [1, 0]);
}

#[test]
fn cells_and_fields_hold_the_same_answer() {
    let model = opened(".ask element OLD\n.ask element BUF[1]\n");
    let model = after(model, [LearningAction::Enter(cell("OLD", 1), "11".to_owned())]);
    assert_eq!(model.learning.quiz.as_ref().expect("questions").questions[0].answer, "_ 11");
    let model = after(model, [LearningAction::Enter(cell("OLD", 0), "10 12".to_owned())]);
    let quiz = model.learning.quiz.as_ref().expect("questions");
    assert_eq!(quiz.questions[0].answer, "10 12");
    assert_eq!(quiz.answer("OLD", 1).map(|answer| answer.typed).as_deref(), Some("12"));
    let model = after(model, [LearningAction::Enter(cell("BUF", 1), "20".to_owned())]);
    let quiz = model.learning.quiz.as_ref().expect("questions");
    assert_eq!((&*quiz.questions[1].answer, quiz.answer("BUF", 0)), ("20", None));
    // A value that no question asks for stays, and so does the text.
    let text = model.document.session.text.clone();
    let model = reduce(model, DocumentAction::Enter { entry: cell("VAL", 0), typed: "5".to_owned() }.into());
    assert!(model.is_hiding() && model.document.session.text == text && model.document.rejected.len() == 1);
}

#[test]
fn any_step_can_be_predicted() {
    let model = reduce(opened(""), Setting::Granularity(Granularity::Lane).into());
    let model = reduce(model, PlaybackAction::Step { granularity: None, forward: true }.into());
    let from = model.playback.cursor;
    let model = after(model, [LearningAction::Predict { to_end: false }]);
    let quiz = model.learning.quiz.as_ref().expect("questions");
    assert_eq!((model.run_len(), model.playback.cursor), (from, from));
    // A run that stops at the questions has not spent its budget, so nothing is reported.
    let run = model.run().expect("a run");
    assert_eq!((run.stop(), run.diagnostics().len()), (Stop::Early, 0));
    let asked: Vec<&str> = quiz.questions.iter().map(|question| &*question.ask.text).collect();
    assert_eq!(asked, ["BUF", "OLD", "The lane that comes next"]);
    // The answers begin with the values before the step.
    assert_eq!(quiz.questions[0].answer, "10 20");
    // Lane 0 adds 1 to 10.
    let right = [
        LearningAction::Enter(cell("BUF", 0), "11".to_owned()),
        LearningAction::Enter(cell("OLD", 0), "10".to_owned()),
        LearningAction::Lane(0),
        LearningAction::Check,
    ];
    let model = after(model, right);
    assert!(!model.is_hiding());
    assert_eq!(model.learning.quiz.as_ref().map(Quiz::right_count), Some(3));
    let model = after(model, [LearningAction::Leave]);
    assert!(model.learning.quiz.is_none());
}

#[test]
fn the_lane_that_comes_next_is_asked_for_while_others_wait() {
    let text = TEXT.replace("(M1, 2)", "(M1, 4)").replace(".set VAL", ".order 2 0 3 1\n.set VAL");
    let mut model = Model::new(&text, None, PageKind::Full, &known_sets());
    model = reduce(model, Setting::Granularity(Granularity::Lane).into());
    let step = Action::from(PlaybackAction::Step { granularity: None, forward: true });
    // The first step decides which lanes take part, the second one runs lane 2.
    model = [step.clone(), step.clone()].into_iter().fold(model, reduce);
    let predicted =
        after(model.clone(), [LearningAction::Predict { to_end: false }, LearningAction::Lane(1)]);
    let quiz = predicted.learning.quiz.as_ref().expect("questions");
    assert_eq!(quiz.questions.last().map(|last| &*last.ask.text), Some("The lane that comes next"));
    assert_eq!(quiz.lane_answer(1).map(|answer| answer.typed).as_deref(), Some("lane"));
    // Another lane replaces the first one, since only one can be next.
    let right = after(predicted.clone(), [LearningAction::Lane(0), LearningAction::Check]);
    let quiz = right.learning.quiz.as_ref().expect("questions");
    assert_eq!(quiz.questions.last().map(|last| &*last.answer), Some("0"));
    assert_eq!(quiz.lane_answer(0).map(|answer| answer.mark), Some(AnswerMark::Right));
    let wrong = after(predicted, [LearningAction::Check]);
    let quiz = wrong.learning.quiz.as_ref().expect("questions");
    assert_eq!(quiz.lane_answer(1).map(|answer| answer.mark), Some(AnswerMark::Wrong));
    assert!(quiz.questions.last().and_then(Question::marking).is_some_and(|marking| !marking.is_right));
    // After lanes 0 and 3, lane 1 is the only one left.
    model = [step.clone(), step].into_iter().fold(model, reduce);
    let last = after(model, [LearningAction::Predict { to_end: false }]);
    let quiz = last.learning.quiz.as_ref().expect("questions");
    assert!(quiz.questions.iter().all(|it| !matches!(it.ask.content, QuestionContent::Next { .. })));
}

#[test]
fn lanes_are_pressed_or_typed() {
    let model = after(opened(".ask lanes\n"), [LearningAction::Lane(1), LearningAction::Lane(0)]);
    let quiz = model.learning.quiz.as_ref().expect("questions");
    assert_eq!(quiz.questions[0].answer, "0 1");
    let model = after(model, [LearningAction::Lane(0)]);
    assert_eq!(model.learning.quiz.as_ref().map(|quiz| &*quiz.questions[0].answer), Some("1"));
    let model = after(
        model,
        [LearningAction::Type(0, "all".to_owned()), LearningAction::Lane(1), LearningAction::Check],
    );
    let quiz = model.learning.quiz.as_ref().expect("questions");
    assert_eq!(quiz.questions[0].answer, "0");
    let marks = [0, 1].map(|lane| quiz.lane_answer(lane).expect("an answer").mark);
    assert_eq!(marks, [AnswerMark::Right, AnswerMark::Wrong]);
    assert!(opened(".ask ends\n").learning.quiz.expect("questions").lane_answer(0).is_none());
}

#[test]
fn the_end_can_be_predicted_with_the_lanes_that_take_part() {
    let model = after(opened(""), [LearningAction::Predict { to_end: true }]);
    let quiz = model.learning.quiz.as_ref().expect("questions");
    assert_eq!(quiz.questions.len(), 3);
    let answers = [(0, "13 20"), (1, "10 11"), (2, "0 1")];
    let typed = answers.map(|(at, answer)| LearningAction::Type(at, answer.to_owned()));
    let model = after(after(model, typed), [LearningAction::Check]);
    assert_eq!(model.learning.quiz.as_ref().map(Quiz::right_count), Some(3));
    assert_eq!(model.playback.cursor, model.run_len());
}

#[test]
fn a_changed_text_ends_the_questions() {
    let model = opened(".ask lanes\n");
    let model = reduce(model, DocumentAction::Type(TEXT.into()).into());
    assert!(model.learning.quiz.is_none() && model.run_len() > 0);
}
