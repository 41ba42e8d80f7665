//! The exercises of the manual have the answers of docs/manual/exercises.json, which are calculated by hand, and their questions
//! separate misconceptions from right answers.
#![cfg(not(target_arch = "wasm32"))] // reads folders

use crate::common::{edited, files, root};
use lanescope_core::session::{Budget, Session};
use serde::Deserialize;
use std::collections::BTreeMap;

/// Returns the scenarios in the fences of a page.
fn scenarios(page: &str) -> Vec<String> {
    let fences = page.split("```lanescope").skip(1);
    let inside = fences.filter_map(|rest| rest.split_once('\n')?.1.split_once("```"));
    inside.map(|(text, _)| text.to_owned()).collect()
}

/// Returns the messages of the warnings for authors.
fn warnings(text: &str) -> Vec<String> {
    Session::open(text)
        .warnings_about_questions()
        .into_iter()
        .map(|found| found.message.to_string())
        .collect()
}

#[test]
fn the_questions_of_the_lessons_separate_misconceptions() {
    let folders = ["docs/manual/src/tutorial", "docs/manual/src/lessons"];
    let pages = folders.into_iter().flat_map(|folder| files(&root(folder), "md"));
    let (mut asked, mut found) = (0, Vec::new());
    for (path, page) in pages {
        for text in scenarios(&page) {
            asked += usize::from(!Session::open(&text).questions.is_empty());
            let title = text.lines().next().unwrap_or_default();
            found.extend(warnings(&text).into_iter().map(|it| format!("{}: {title}: {it}", path.display())));
        }
    }
    assert!(asked >= 25, "{asked} scenarios ask questions");
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The replacement of a part of a text.
type Edit = (String, String);

/// The answers and edits of a reader in an exercise.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Exercise {
    /// The answers to its questions.
    #[serde(default)]
    answers: Vec<String>,
    /// The changes after which all claims hold.
    #[serde(default)]
    edits: Vec<Edit>,
    /// The changes to the claims, if one fails after `edits`.
    #[serde(default)]
    then: Vec<Edit>,
    /// The calculation.
    #[serde(default, rename = "because")]
    _because: String,
}

/// Returns whether all claims of a text hold, those about all orders, too.
fn is_as_expected(text: &str) -> bool {
    Session::judged(text, Budget::default()).iter().all(|side| side.is_as_expected())
}

/// Checks the answers and edits in an exercise.
fn check(name: &str, text: &str, exercise: &Exercise) {
    let session = Session::open(text);
    assert_eq!(exercise.answers.len(), session.questions.len(), "{name}: the number of answers");
    for (ask, answer) in session.questions.iter().zip(&exercise.answers) {
        let marking =
            session.mark(&ask.content, answer).unwrap_or_else(|problem| panic!("{name}: {problem}"));
        assert!(marking.is_right, "{name}: `{answer}`");
    }
    let with = |text: &str, edits: &[Edit]| edited(text, edits.iter().map(|(from, to)| (&**from, &**to)));
    let changed = with(text, &exercise.edits);
    assert_eq!(is_as_expected(&changed), exercise.then.is_empty(), "{name} after its edits");
    assert!(is_as_expected(&with(&changed, &exercise.then)), "{name} after all its edits");
}

#[test]
fn the_exercises_of_the_lessons_have_their_answers() {
    let json = std::fs::read_to_string(root("docs/manual/exercises.json")).expect("the file is there");
    let pages: BTreeMap<String, Vec<Exercise>> = serde_json::from_str(&json).expect("the file is valid");
    let mut seen = 0;
    for folder in ["tutorial", "lessons"] {
        for (path, page) in files(&root(&format!("docs/manual/src/{folder}")), "md") {
            let stem = path.file_stem().expect("a page has a name").to_string_lossy();
            let name = format!("{folder}/{stem}");
            let exercises = pages.get(&name).unwrap_or_else(|| panic!("no exercises of {name}"));
            let texts = scenarios(&page);
            assert!(texts.len() >= exercises.len(), "{name} has {} scenarios", texts.len());
            for (number, (text, exercise)) in (1..).zip(texts.iter().zip(exercises)) {
                check(&format!("{name}, exercise {number}"), text, exercise);
            }
            seen += 1;
        }
    }
    assert_eq!(seen, pages.len(), "each page of the file exists");
}

/// Increments in the lanes of a mask.
fn masked(mask: &str) -> String {
    format!(
        ".isa visa grf=32\n.lanes 8 active={mask}\n.decl OFF v_type=G type=ud num_elts=8 align=GRF\n.decl BUF v_type=T num_elts=1\n\
         .set OFF = 0 4 8 12 16 20 24 28\n.surface BUF buffer ud = [0; 8]\n\
         dword_atomic.inc (M1, 8) BUF OFF.0 V0.0 V0.0 V0.0\n.ask lanes\n"
    )
}

#[test]
fn a_palindrome_is_a_warning() {
    // 0101_1010 is the same from both sides. 0101_1000 is not.
    let warning = "a reader who believes that the first digit of a mask is lane 0 (`masks_from_the_left`) answers all questions right";
    assert_eq!(warnings(&masked("0b0101_1010")), [warning]);
    assert!(warnings(&masked("0b0101_1000")).is_empty());
    // All lanes are on, so no digit matters.
    assert!(warnings(&masked("0b1111_1111")).is_empty());
}

/// The semantics of a misconception may list the registers in a different order. The run stays the same.
#[test]
fn bounds_that_no_lane_exceeds_are_no_question() {
    let text = ".isa sass sm=52\n.lanes 32 active=0b1111\n.set R0 = [1; 4]\n.set R2 = [4; 4]\n\
                .surface 0 1d R32_UINT 5 = 1 3 100 200 300\nSUATOM.D.1D.INC.IGN R4, [R0], R2, 0x0;\n.ask element R4\n";
    let about_bounds: Vec<String> = warnings(text).into_iter().filter(|it| it.contains("bounds")).collect();
    assert!(about_bounds.is_empty(), "{about_bounds:?}");
}

#[test]
fn two_misconceptions_with_the_same_answer_are_a_warning() {
    // One element: past the end, byte 4 wraps around to byte 0, and byte 0 is the edge, too.
    let text = |surface: &str| {
        format!(
            ".isa visa grf=32\n.lanes 8 active=0b11\n.decl OFF v_type=G type=ud num_elts=8 align=GRF\n.decl BUF v_type=T num_elts=1\n\
             .set OFF = 4 8\n.surface BUF buffer ud = {surface}\ndword_atomic.inc (M1, 2) BUF OFF.0 V0.0 V0.0 V0.0\n.ask element BUF\n"
        )
    };
    let warning = "the misconceptions `outside_wraps` and `outside_at_the_edge` give the same answers";
    assert!(warnings(&text("5")).contains(&warning.to_owned()), "{:?}", warnings(&text("5")));
    assert!(!warnings(&text("5 6")).contains(&warning.to_owned()), "{:?}", warnings(&text("5 6")));
}
