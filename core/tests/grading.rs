//! The command line marks files of answers.
#![cfg(not(target_arch = "wasm32"))]

use crate::common::command::{HEAD, file, output};
use serde_json::Value;
use std::path::PathBuf;

const ADD: &str = "dword_atomic.add (M1, 1) BUF OFF.0 SRC.0 V0.0 V0.0\n";

#[test]
fn two_hundred_files_of_answers_are_graded_and_damaged_ones_are_named() {
    let questions =
        file("grade-questions.lane", &format!("{HEAD}{ADD}.ask element BUF[0] points=2\n.ask ends\n"));
    // Every fourth file is damaged. Of the others, every third has a wrong first answer. The second one is right in all.
    let text = |at: usize| match (at % 4, at % 3) {
        (0, 0) => "lanescope answers 2\n1: 1\n".to_owned(),
        (0, 1) => "\u{1}\u{0}\u{7f}".repeat(50_000),
        (0, _) => "lanescope answers 1\n1: 1\n1: 1\n".to_owned(),
        (_, 0) => "lanescope answers 1\n1: 7\n2: 1\n".to_owned(),
        _ => format!("lanescope answers 1\nname: \u{1b}[31m{at}\n1: 1\n2: 1\n"),
    };
    let files: Vec<PathBuf> = (0..200).map(|at| file(&format!("grade-{at:03}.txt"), &text(at))).collect();
    let paths: Vec<String> = files.iter().map(|path| path.to_string_lossy().into_owned()).collect();
    let questions = questions.to_string_lossy().into_owned();
    let arguments = |format: &'static str| -> Vec<String> {
        let option = Some(format.to_owned()).filter(|format| !format.is_empty());
        [vec!["grade".to_owned(), questions.clone()], paths.clone(), option.into_iter().collect()].concat()
    };
    let graded = |format| {
        let arguments = arguments(format);
        output(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let found = graded("--json");
    assert_eq!(found.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&found.stderr).lines().count(), 50);
    let report: Value = serde_json::from_slice(&found.stdout).expect("JSON");
    let points: Vec<u64> = report["files"]
        .as_array()
        .expect("files")
        .iter()
        .map(|file| file["points"].as_u64().expect("points"))
        .collect();
    let expected = (0..200).filter(|at| at % 4 != 0).map(|at| if at % 3 == 0 { 1 } else { 3 });
    assert_eq!(points, expected.collect::<Vec<u64>>());
    let table = String::from_utf8(graded("").stdout).expect("a table");
    // Every third of the files is wrong in its first answer, and has a line of feedback.
    assert_eq!(table.lines().count(), 150 + 50);
    assert!(table.contains("1: You expected lane 0 to write 7 to BUF[0]; it writes 1."), "{table}");
    assert!(!table.contains('\u{1b}'), "a name may not control the terminal");
    let csv = String::from_utf8(graded("--csv").stdout).expect("a table");
    assert_eq!(csv.lines().count(), 1 + 2 * 150);
}

#[test]
fn questions_without_errors_are_needed_to_grade() {
    let answers = file("grade-alone.txt", "lanescope answers 1\n1: 1\n");
    let answers = answers.to_string_lossy();
    for text in [format!("{HEAD}{ADD}"), ".ask lanes\n".to_owned()] {
        let questions = file("grade-none.lane", &text);
        let found = output(&["grade", &questions.to_string_lossy(), &answers]);
        assert_eq!(found.status.code(), Some(2), "{text}");
        assert!(!found.stderr.is_empty());
    }
}
