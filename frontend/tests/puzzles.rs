//! Puzzles: the model, without a browser.

use crate::common::{FOUR, after, answered, open};
use lanescope_core::session::{
    known_sets,
    orders::{GoalAnswer, GoalFailure, GoalFault},
};
use lanescope_frontend::state::inquiries::Topic;
use lanescope_frontend::state::puzzle::{Solving, in_words};
use lanescope_frontend::state::{Action, DocumentAction, EditorCommand, Model, PageKind, Saved};

/// Two lanes exchange a word, and the goal is their sum. The last lane wins: 1 or 2.
const START: &str = "\
// Puzzle: a sum
// Add.
.lanes 8 active=0b11
.decl OFF v_type=G type=ud num_elts=8
.set OFF = [0; 8]
.decl VAL v_type=G type=ud num_elts=8
.set VAL = 1 2 3 4 5 6 7 8
.decl BUF v_type=T num_elts=1
.surface BUF buffer ud = 0
dword_atomic.xchg (M1, 8) BUF OFF.0 VAL.0 V0.0 V0.0
.expect BUF = 3
.expect outcomes memory 1
.variant other {
.set VAL = 5 6
.expect BUF = 11
}
";

fn opened_as(text: &str) -> Model {
    after(open(FOUR), [Action::Load { text: text.into(), cursor: 0, granularity: None }])
}

fn opened() -> Model {
    opened_as(START)
}

fn typed(model: Model, text: &str) -> Model {
    after(model, [DocumentAction::Type(text.into()).into()])
}

/// Checks the text, and delivers the answer as a worker does.
fn checked(model: Model) -> Model {
    answered(after(model, [Action::Puzzle(Solving::Check)]), Topic::Goal)
}

#[test]
fn the_title_identifies_the_open_puzzle() {
    let model = opened();
    assert_eq!(model.puzzle(), Some(&START.into()));
    assert!(matches!(model.document.editor_command.1, Some(EditorCommand::Fold(_))));
    let model = typed(model, &START.replace("xchg", "add"));
    assert_eq!(model.puzzle(), Some(&START.into()));
    let load = Action::Load { text: FOUR.into(), cursor: 0, granularity: None };
    let model = after(model, [load]);
    assert_eq!(model.puzzle(), None);
    // As after Undo.
    assert_eq!(typed(model, START).puzzle(), Some(&START.into()));
}

#[test]
fn a_link_or_a_file_opens_a_puzzle_too() {
    // The one of an earlier visit is not the one of the link.
    let saved = Saved { puzzle: Some("// Puzzle: another\n".into()), ..Saved::default() };
    let model = Model::new(START, Some(&saved), PageKind::Full, &known_sets());
    assert_eq!(model.puzzle(), Some(&START.into()));
    assert!(matches!(model.document.editor_command.1, Some(EditorCommand::Fold(_))));
    assert_eq!(Model::new(FOUR, Some(&saved), PageKind::Full, &known_sets()).puzzle(), None);
    let other = START.replace("a sum", "the same sum");
    assert_eq!(
        after(model, [Action::Load { text: other.as_str().into(), cursor: 0, granularity: None }]).puzzle(),
        Some(&other.into())
    );
}

#[test]
fn a_verdict_belongs_to_its_text_and_a_solved_puzzle_is_stored() {
    // Descending lanes end with 1 and ascending ones with 2, never with 3.
    let model = checked(opened());
    let Some(GoalAnswer::Fails(failure)) = model.goal_answer() else { panic!("{:?}", model.goal_answer()) };
    assert_eq!((failure.fault, &failure.variant), (GoalFault::Result, &None));
    let model = typed(model, &START.replace("xchg", "add"));
    assert_eq!(model.goal_answer(), None);
    let model = checked(model);
    assert_eq!(model.goal_answer(), Some(&GoalAnswer::Met));

    let saved = Saved::parse(&Saved::from(&model).to_json()).expect("it can be read");
    assert_eq!(saved.solved.iter().map(|name| &**name).collect::<Vec<_>>(), ["Puzzle: a sum"]);
    let again = Model::new(&model.document.session.text, Some(&saved), PageKind::Full, &known_sets());
    assert_eq!((again.puzzle(), again.goal_answer()), (Some(&START.into()), None));
    assert_eq!(again.learning.puzzles.solved, model.learning.puzzles.solved);
    // A tab that solved nothing keeps what another one has solved.
    assert_eq!(Saved::default().over(Some(saved.clone()), &Saved::default(), None).solved, saved.solved);

    let model = after(model, [Action::Puzzle(Solving::StartAgain)]);
    assert_eq!((&*model.document.session.text, model.puzzle()), (START, Some(&START.into())));
}

#[test]
fn a_failing_order_is_written_and_played_and_its_verdict_stays() {
    // The largest value is 2 in ascending order, if it is the last one.
    let goal = START.replace("BUF = 3", "BUF = 2");
    let model = checked(opened_as(&goal));
    let Some(GoalAnswer::Fails(failure)) = model.goal_answer().cloned() else {
        panic!("{:?}", model.goal_answer())
    };
    assert_eq!(failure.fault, GoalFault::Orders);
    assert_eq!(in_words(&GoalAnswer::Fails(failure.clone())).0, "Another order breaks it");
    let answer = model.goal_answer().cloned();
    let model = after(model, [Action::Puzzle(Solving::PlayFailure)]);
    assert!(
        model.document.session.text.contains(".order 1") && model.playback.playing,
        "{}",
        model.document.session.text
    );
    assert_eq!(model.goal_answer().cloned(), answer);
    // The order in the text does not change the verdict, apart from the numbers of the lines.
    let model = checked(model);
    let Some(GoalAnswer::Fails(again)) = model.goal_answer() else { panic!("{:?}", model.goal_answer()) };
    let turns = |failure: &GoalFailure| failure.order[0].turns.clone();
    assert_eq!((again.fault, turns(again)), (failure.fault, turns(&failure)));
}

#[test]
fn a_failing_input_becomes_the_active_side() {
    // The values of another variable are not those of the variant.
    let own = ".decl MINE v_type=G type=ud num_elts=8\n.set MINE = 1 2\ndword_atomic.add";
    let text = START.replace("dword_atomic.xchg", own).replace("OFF.0 VAL.0", "OFF.0 MINE.0");
    let model = checked(typed(opened(), &text));
    let Some(GoalAnswer::Fails(failure)) = model.goal_answer() else { panic!("{:?}", model.goal_answer()) };
    assert_eq!(failure.variant.as_deref(), Some("other"));
    let model = after(model, [Action::Puzzle(Solving::PlayFailure)]);
    assert_eq!(model.document.session.variant.as_deref(), Some("other"));
    assert!(model.playback.playing && model.goal_answer().is_some());
}

#[test]
fn another_goal_is_reported() {
    let model = checked(typed(opened(), &START.replace("BUF = 3", "BUF = 2")));
    let (what, why) = in_words(model.goal_answer().expect("a verdict"));
    assert_eq!(what, "The goal was changed");
    assert!(why.starts_with("The line `.expect BUF = 3` is missing."), "{why}");
}
