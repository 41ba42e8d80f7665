//! Answers to questions: what is right, and which misconception explains what is wrong.

use lanescope_core::session::{Marking, Moment, Session};

/// Four lanes add 1, 2, 4 and 8 to the same dword.
const ADD: &str = "\
.isa visa grf=32
.lanes 8
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl VAL v_type=G type=ud num_elts=8 align=GRF
.decl OLD v_type=G type=ud num_elts=8 align=GRF
.decl BUF v_type=T num_elts=1
.set OFF = [0; 8]
.set VAL = 1 2 4 8
.surface BUF buffer ud = 10 20 30 40
dword_atomic.add (M1, 4) BUF OFF.0 VAL.0 V0.0 OLD.0
";

/// Marks an answer to the first question of a text.
fn marked(text: &str, answer: &str) -> Marking {
    let session = Session::open(text);
    assert!(session.run.is_some(), "{:?}", session.diagnostics);
    session.mark(&session.asks[0].what, Moment::End, answer).expect("the answer can be read")
}

/// Returns the keys of the mistakes that explain an answer.
fn mistakes(text: &str, answer: &str) -> Vec<String> {
    let marking = marked(text, answer);
    assert!(!marking.is_right, "{answer} is right");
    marking.mistakes.into_iter().map(|mistake| mistake.key).collect()
}

#[test]
fn every_spelling_of_the_right_contents_counts() {
    let text = format!("{ADD}.ask element OLD\n");
    // 10, 10 + 1, 11 + 2, 13 + 4.
    for right in ["10 11 13 17", "10, 11, 13, 17", "0xa 0xb 0xd 0x11", "iota(10, 1)"] {
        let is_right = right != "iota(10, 1)";
        assert_eq!(marked(&text, right).is_right, is_right, "{right}");
    }
    let marking = marked(&text, "10 11 14 17");
    assert_eq!(marking.parts, [true, true, false, true, true, true, true, true]);
    // Lanes that do not take part have undefined elements, whose value is free.
    assert!(marked(&text, "10 11 13 17 99").is_right);
    assert!(!marked(&text, "10 11 13").is_right);
}

#[test]
fn answers_that_cannot_be_read_are_errors() {
    let session = Session::open(&format!("{ADD}.ask element OLD\n"));
    for wrong in ["", "ten", "1 2 3 4 5 6 7 8 9", "1.5", "5000000000", "1 2 = 3", "-"] {
        let marked = session.mark(&session.asks[0].what, Moment::End, wrong);
        assert!(marked.is_err(), "{wrong}: {marked:?}");
    }
}

#[test]
fn lanes_that_take_part() {
    let text = ADD.replace(".lanes 8", ".lanes 8 active=0b0101") + ".ask lanes\n";
    for right in ["0 2", "0,2", "0b101", "2 0"] {
        assert!(marked(&text, right).is_right, "{right}");
    }
    let marking = marked(&text, "0-3");
    assert_eq!(marking.parts, [true, false, true, false]);
    assert_eq!(marking.right.as_deref(), Some("0 2"));
    assert_eq!(mistakes(&text, "0-3"), ["all_lanes"]);
}

#[test]
fn the_number_of_outcomes_and_an_order() {
    // The sum does not depend on the order. OLD does: 4! orders with different sums on the way.
    assert!(marked(&format!("{ADD}.ask ends\n"), "1").is_right);
    assert!(marked(&format!("{ADD}.ask ends results\n"), "24").is_right);
    assert!(!marked(&format!("{ADD}.ask ends results\n"), "4").is_right);
    // Lane 3 finds 10, so it is the first; lane 0 finds 10 + 8 + 4, so lane 2 precedes it and lane 1 does not.
    let ask = format!("{ADD}.ask schedule {{ OLD = 22 _ _ 10 }}\n");
    for right in ["3 2 0 1", "3, 2, 0"] {
        assert!(marked(&ask, right).is_right, "{right}");
    }
    for wrong in ["descending", "2 3 0 1", "ascending"] {
        assert!(!marked(&ask, wrong).is_right, "{wrong}");
    }
    let above = format!("{ADD}.expect possible {{ OLD = _ _ _ 10 }}\n.ask schedule\n");
    assert!(marked(&above, "3").is_right);
}

#[test]
fn the_first_difference_is_the_step_that_wrote_the_wrong_element() {
    let session = Session::open(&format!("{ADD}.ask element OLD\n"));
    let run = session.run.as_ref().expect("it runs");
    let marking = marked(&session.text, "10 11 99 99");
    let step = run.step(marking.first_difference.expect("it is wrong")).expect("a step");
    assert_eq!(step.lane.map(|lane| lane.0), Some(2));
}

#[test]
fn misconceptions_about_an_addition() {
    let text = format!("{ADD}.ask element OLD\n");
    // The new values instead of the old ones: 10 + 1, 11 + 2, 13 + 4, 17 + 8.
    assert_eq!(mistakes(&text, "11 13 17 25"), ["new_value"]);
    // Lane 3 first: 10; then 10 + 8, 18 + 4, 22 + 2.
    assert_eq!(mistakes(&text, "24 22 18 10"), ["descending"]);
    // All read 10.
    assert_eq!(mistakes(&text, "10 10 10 10"), ["reads_first"]);
    assert_eq!(mistakes(&text, "1 2 3 4"), [""; 0]);
    // All read first, and lane 3 writes last: 10 + 8.
    assert_eq!(mistakes(&format!("{ADD}.ask element BUF[0]\n"), "18"), ["reads_first"]);
}
