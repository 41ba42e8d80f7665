//! Answers to questions: what is right, and which misconception explains what is wrong.
#![cfg(not(target_arch = "wasm32"))]

mod cases;

use cases::{CASES, Case, HEAD, MASKED, ordered};
use lanescope_core::session::{
    Session,
    teach::{AnswerFile, Difficulty, MISCONCEPTIONS, Marking},
};
use lanescope_core::trace::{Granularity, Phase};

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
    session.mark(&session.questions[0].content, answer).expect("the answer can be read")
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
    // Values that are left out are unchanged: memory ends with 25 20 30 40.
    let memory = format!("{ADD}.ask element BUF\n");
    assert!(marked(&memory, "25").is_right && marked(&memory, "25 _ 30").is_right);
    assert_eq!(marked(&memory, "_ 20").parts, [false, true, true, true]);
    assert!(!marked(&text, "10 11 13").is_right);
}

#[test]
fn answers_that_cannot_be_read_are_errors() {
    let session = Session::open(&format!("{ADD}.ask element OLD\n"));
    for wrong in ["", "ten", "1 2 3 4 5 6 7 8 9", "1.5", "5000000000", "1 2 = 3", "-"] {
        let marked = session.mark(&session.questions[0].content, wrong);
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
fn questions_about_orders_list_a_limited_number_of_elements() {
    // Each claim lists all elements of a large surface.
    let text = ADD.replace("= 10 20 30 40", "= [0; 10000]");
    let claims = |count: usize| vec!["BUF = [0; 10000]"; count].join("; ");
    let of = |count| Session::open(&format!("{text}.ask schedule {{ {} }}\n", claims(count)));
    assert!(!of(20).unexpected_errors(), "{:?}", of(20).diagnostics);
    let codes: Vec<_> = of(40).diagnostics.iter().map(|found| found.code()).collect();
    assert_eq!(codes, ["limit-expectations"]);
}

#[test]
fn the_lane_that_comes_next() {
    let session = Session::open(&ADD.replace(".set VAL", ".order 2 0 3 1\n.set VAL"));
    let run = session.run.as_ref().expect("a run");
    let turn = |lane: u8| {
        (0..run.len()).find(|at| run.step(*at).is_some_and(|step| step.lane.is_some_and(|it| it.0 == lane)))
    };
    let (second, third) = (turn(0).expect("lane 0 runs"), turn(3).expect("lane 3 runs"));
    let asked = session.predictions(second, third).pop().expect("a question");
    let mark = |answer: &str| session.mark(&asked.content, answer).expect("the number of a lane");
    assert!(mark("0").is_right && mark("lane 0").is_right && mark("0x0").is_right);
    let wrong = mark("1");
    assert_eq!(
        (wrong.is_right, wrong.first_difference, wrong.right.as_deref()),
        (false, Some(second), Some("0"))
    );
    // In descending order, lane 2 would be the second one, after lane 3.
    assert_eq!(mark("2").mistakes.iter().map(|mistake| &*mistake.key).collect::<Vec<_>>(), ["descending"]);
    for unreadable in ["", "x", "32", "-1", "0 1"] {
        assert!(session.mark(&asked.content, unreadable).is_err(), "{unreadable}");
    }
    // The turn of lane 0 has begun, and after the last turn no lane is left.
    let is_next = |from, to| session.predictions(from, to).iter().any(|ask| ask.text == asked.text);
    assert!(is_next(second, second + 1) && !is_next(second + 1, third));
    assert!(!is_next(turn(1).expect("lane 1 runs"), run.len()) && !is_next(0, run.len()));
}

#[test]
fn a_prediction_is_about_the_next_change() {
    let session = Session::open(ADD);
    let run = session.run.as_ref().expect("a run");
    let predicted = |from: u32, granularity: Granularity| {
        let to = session.end_of_prediction(from, granularity);
        let asked = session.predictions(from, to).into_iter().map(|ask| ask.text).collect::<Vec<_>>();
        (run.step(to - 1).expect("a step").phase, asked.join(", "))
    };
    let first = |phase: Phase| run.steps().find(|step| step.phase == phase).expect("a phase").index;
    // A step that only reads or computes asks for the next value that is written.
    for phase in [Phase::Modify, Phase::Write] {
        assert_eq!(
            predicted(first(phase), Granularity::Phase),
            (Phase::Write, "BUF".to_owned()),
            "{phase:?}"
        );
    }
    assert_eq!(predicted(first(Phase::Return), Granularity::Phase), (Phase::Return, "OLD".to_owned()));
    let mask = run.step(0).map(|step| step.phase);
    assert_eq!(mask, Some(Phase::Mask));
    let lanes = predicted(0, Granularity::Phase).1;
    assert!(lanes.starts_with("The lanes that take part"), "{lanes}");
    assert_eq!(predicted(first(Phase::Address), Granularity::Phase).1, "The lane that comes next");
}

#[test]
fn the_number_of_outcomes_and_an_order() {
    // The sum does not depend on the order. OLD does: 4! orders with different sums on the way.
    assert!(marked(&format!("{ADD}.ask ends\n"), "1").is_right);
    assert!(marked(&format!("{ADD}.ask ends results\n"), "24").is_right);
    assert!(!marked(&format!("{ADD}.ask ends results\n"), "4").is_right);
    for spelling in ["0x18", "0b1_1000", "2_4"] {
        assert!(marked(&format!("{ADD}.ask ends results\n"), spelling).is_right, "{spelling}");
    }
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

/// The sum is 10 + 1 + 2 + 4 + 8 = 25 in all orders, and one lane is the first.
#[test]
fn an_order_that_ends_as_demanded_is_found_or_the_author_is_warned() {
    let moved = ADD.replace(
        "dword_atomic.add (M1, 4) BUF OFF.0 VAL.0 V0.0 OLD.0",
        "mov (M1, 4) OLD(0,0)<1> VAL(0,0)<1;1,0>",
    );
    for (text, ends, is_possible) in [
        // The order of the run, the descending one, and neither.
        (ADD, "BUF = 25", true),
        (ADD, "OLD = 24", true),
        (ADD, "OLD = 22 _ _ 10", true),
        (&moved, "OLD = 1 2 4 8", true),
        (ADD, "BUF = 26", false),
        (ADD, "OLD = _ 10 10", false),
    ] {
        let text = format!("{text}.ask schedule {{ {ends} }}\n");
        let session = Session::open(&text);
        let right = session.right_answer(&session.questions[0].content);
        assert_eq!(right.is_some(), is_possible, "{ends}: {right:?}");
        assert!(right.is_none_or(|right| marked(&text, &right).is_right), "{ends}");
        let warned: Vec<_> = session.warnings_about_questions().iter().map(|it| it.code()).collect();
        assert_eq!(warned.contains(&"ask-answered"), !is_possible, "{ends}: {warned:?}");
    }
}

/// Lane 3 finds 10 in the first instruction, so it is first there; lane 0 finds 25 in the second one, so it is first there.
#[test]
fn an_author_is_told_if_only_an_order_for_each_instruction_ends_so() {
    let text = format!(
        "{ADD}.decl NEXT v_type=G type=ud num_elts=8 align=GRF\n\
         dword_atomic.add (M1, 4) BUF OFF.0 VAL.0 V0.0 NEXT.0\n"
    );
    for (ends, expected) in [
        ("OLD = _ _ _ 10; NEXT = 25", Some("no single order for all instructions")),
        ("OLD = _ _ _ 10; NEXT = 24", Some("found no order of the lanes")),
        ("OLD = _ _ _ 10; NEXT = _ _ _ 25", None),
    ] {
        let session = Session::open(&format!("{text}.ask schedule {{ {ends} }}\n"));
        let warnings = session.warnings_about_questions();
        let warning = warnings.iter().find(|warning| warning.code() == "ask-answered");
        let begins = |begin| warning.is_some_and(|warning| warning.message.starts_with(begin));
        assert!(expected.map_or(warning.is_none(), begins), "{ends}: {warning:?}");
    }
}

/// Four groups of four lanes, in four instructions: 4! orders of each group have different results, so (4!)^16 outcomes.
#[test]
fn a_number_of_outcomes_may_be_larger_than_64_bits() {
    let text = format!(
        ".lanes 16\n.decl OFF v_type=G type=ud num_elts=16\n.set OFF = 0 0 0 0 4 4 4 4 8 8 8 8 12 12 12 12\n\
         .decl VAL v_type=G type=ud num_elts=16\n.set VAL = 1 2 4 8 1 2 4 8 1 2 4 8 1 2 4 8\n\
         .decl BUF v_type=T num_elts=1\n.surface BUF buffer ud = [0; 4]\n{}.ask ends results\n",
        (0..4)
            .map(|at| {
                format!(
                    ".decl OLD{at} v_type=G type=ud num_elts=16\n\
                     dword_atomic.add (M1, 16) BUF OFF.0 VAL.0 V0.0 OLD{at}.0\n"
                )
            })
            .collect::<String>()
    );
    assert!(marked(&text, "12116574790945106558976").is_right);
    let wrong = marked(&text, "12_116_574_790_945_106_558_977");
    let contrast = "You expected 12116574790945106558977 outcomes; there are 12116574790945106558976.";
    assert_eq!((wrong.is_right, wrong.contrast.as_deref()), (false, Some(contrast)));
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
fn a_value_that_was_left_out_counts_as_unchanged() {
    let marking = marked(&format!("{ADD}.ask element OLD\n"), "10 11");
    let contrast = "OLD[2] has no answer, so it counts as unchanged; it becomes 13.";
    assert_eq!((marking.parts[2], marking.contrast.as_deref()), (false, Some(contrast)));
}

#[test]
fn each_wrong_answer_is_explained_by_the_misconceptions_that_lead_to_it() {
    let mut surprises = Vec::new();
    for case in CASES {
        let found = mistakes(&case.text(), case.answer);
        if found != case.keys {
            surprises.push(format!("{found:?} instead of {:?}: {}\n{}", case.keys, case.answer, case.text));
        }
    }
    assert!(surprises.is_empty(), "{}", surprises.join("\n\n"));
}

#[test]
fn each_misconception_has_a_case() {
    for misconception in MISCONCEPTIONS {
        let has_it = |case: &&Case| case.keys.contains(&misconception.key);
        assert!(CASES.iter().any(|case| has_it(&case)), "{}", misconception.key);
    }
}

#[test]
fn a_course_adds_its_own_misconceptions_as_variants() {
    // With XOR instead of ADD: 10 ^ 1 = 11, 11 ^ 2 = 9, 9 ^ 4 = 13, 13 ^ 8 = 5.
    let text = format!("{ADD}.ask element BUF[0]\n.variant no_carry {{\n  .op ADD = old ^ src0\n}}\n");
    let marking = marked(&text, "5");
    assert_eq!(mistakes(&text, "5"), ["no_carry"]);
    assert_eq!(marking.mistakes[0].start, None);
}

/// Four lanes count up to 3 on one texel, from 2: 2, 3, 0, 1.
const COUNTERS: &str = ".isa sass sm=52
.lanes 32 active=0b1111
.set R0 = 0 0 0 0
.set R2 = 3 3 3 3
.surface 0 1d R32_UINT 2 = 2 50
SUATOM.D.1D.INC.IGN R4, [R0], R2, 0x0;
.ask element R4
";

#[test]
fn values_that_are_left_out_are_the_unchanged_ones() {
    // `1` is short for `1` and unchanged registers, so both answers have the same name, or none.
    assert_eq!(mistakes(COUNTERS, "1"), mistakes(COUNTERS, "1 ? ? ?"));
    assert_eq!(mistakes(COUNTERS, "1"), mistakes(COUNTERS, "1 0 0 0"));
    // In descending order, lane 3 finds 2, then 3, 0 and 1.
    assert_eq!(mistakes(COUNTERS, "1 0 3 2"), ["descending"]);
}

#[test]
fn a_wrong_answer_is_contrasted_with_the_run() {
    let contrast = |text: &str, answer: &str| marked(text, answer).contrast.expect("it is wrong");
    let old = format!("{ADD}.ask element OLD\n");
    assert_eq!(contrast(&old, "10 11 14 17"), "You expected lane 2 to get 14 in OLD[2]; it gets 13.");
    let memory = format!("{ADD}.ask element BUF\n");
    // Lane 3 writes the sum, and no lane writes the second dword.
    assert_eq!(contrast(&memory, "26"), "You expected lane 3 to write 26 to BUF[0]; it writes 25.");
    assert_eq!(contrast(&memory, "25 21"), "You expected 21 in BUF[1]; it keeps 20.");
    let lanes = format!("{HEAD}{MASKED}.ask lanes\n");
    assert_eq!(contrast(&lanes, "0 3 6 7"), "You expected lane 0 to take part; it does not.");
    assert_eq!(contrast(&lanes, "3 6"), "You expected lane 7 not to take part; it does.");
    assert_eq!(contrast(&format!("{ADD}.ask ends\n"), "24"), "You expected 24 outcomes; there is 1.");
    let swapped = marked(
        &format!(
            "{HEAD}.lanes 8\n.set OFF = 0 4\n.set VAL = 9 7\n.set CMP = 5 9\n.surface BUF buffer ud = 5 7\n\
             dword_atomic.cmpxchg (M1, 2) BUF OFF.0 VAL.0 CMP.0 V0.0\n.ask element BUF\n"
        ),
        "5 9",
    );
    // CMPXCHG: src0 = 9 is the new value, and src1 = 5 is compared with memory, which is 5.
    assert_eq!(
        swapped.mistakes[0].sentence,
        "`src0` is the new value, and `src1` is the one that memory is compared with."
    );
    assert_eq!(swapped.contrast.as_deref(), Some("You expected lane 0 to write 5 to BUF[0]; it writes 9."));
    let rule = swapped.mistakes[0].source.as_ref().expect("a rule");
    assert_eq!(rule.page, "isa/visa/dword_atomic");
    // For FCMPWR, the sources have the opposite roles.
    let text = format!(
        "{HEAD}.decl NEW v_type=G type=f num_elts=8 align=GRF\n.lanes 8\n.set OFF = 0\n.set REAL = 1.0\n.set NEW = 2.0\n\
         .surface BUF buffer f = 1.0\ndword_atomic.fcmpwr (M1, 1) BUF OFF.0 REAL.0 NEW.0 V0.0\n.ask element BUF\n"
    );
    // Swapped, 2.0 is compared with 1.0, and nothing is written.
    let fcmpwr = marked(&text, "1.0");
    let sentence = "`src1` is the new value, and `src0` is the one that memory is compared with.";
    assert!(fcmpwr.mistakes.iter().any(|mistake| mistake.sentence == sentence), "{:?}", fcmpwr.mistakes);
    let order = marked(&format!("{}.ask element OLD\n", ordered()), "10 11 13 17");
    assert_eq!(order.mistakes[0].sentence, "The order of the lanes is `2 0 3 1`.");
}

#[test]
fn the_right_answer_has_the_elements_that_the_run_changes() {
    assert_eq!(marked(COUNTERS, "9").right.as_deref(), Some("2 3 0 1"));
    let right = |text: &str| marked(text, "9").right.expect("it is known");
    assert_eq!(right(&format!("{ADD}.ask element OLD\n")), "10 11 13 17");
    // A surface is asked for as a whole.
    assert_eq!(right(&format!("{ADD}.ask element BUF\n")), "25 20 30 40");
}

/// Returns the points of a file of answers to the questions of a session.
fn points(session: &Session, lines: &str) -> u64 {
    let file = AnswerFile::read(&answers(lines), session.questions.len()).expect("it is a file");
    session.grades(vec![("a".to_owned(), file)]).files[0].points
}

#[test]
fn points_for_each_value_are_partial_credit() {
    let session =
        Session::open(&format!("{ADD}.ask element OLD value_points=2\n.ask element BUF[0] points=3\n"));
    let points = |lines: &str| points(&session, lines);
    // 10 11 13 17, and 25: 4 * 2 + 3 points.
    assert_eq!(session.grades(Vec::new()).of, 11);
    assert_eq!(points("1: 10 11 13 17\n2: 25"), 11);
    assert_eq!(points("1: 10 11 99 17\n2: 25"), 9);
    assert_eq!(points("1: 10\n2: 26"), 2);
    assert_eq!(points("2: 25"), 3);
}

#[test]
fn each_lane_of_an_answer_about_lanes_has_points() {
    let session = Session::open(&format!("{ADD}.ask lanes value_points=1\n"));
    let points = |lines: &str| points(&session, lines);
    // ADD has four lanes, all on.
    assert_eq!(session.grades(Vec::new()).of, 4);
    assert_eq!(points("1: 0-3"), 4);
    assert_eq!(points("1: 0 1"), 2);
    assert_eq!(points("1: none"), 0);
}

#[test]
fn an_ambiguous_answer_counts_once() {
    // All read 10: each gets 10, and lane 3 writes 10 + 8 last. With one question, `18` alone is that mistake.
    let text = format!(
        "{HEAD}.lanes 8\n.set OFF = 0 0\n.set VAL = 0xffff_ffff 3\n.surface BUF buffer ud = 5\n\
        dword_atomic.max (M1, 2) BUF OFF.0 VAL.0 V0.0 OLD.0\n.ask element OLD\n.ask element BUF[0]\n"
    );
    let session = Session::open(&text);
    let file = |name: &str, lines: &str| {
        (name.to_owned(), AnswerFile::read(&answers(lines), 2).expect("it is a file"))
    };
    // Right: lane 0 finds 5 and writes 0xffffffff; lane 1 finds that, and it stays. Signed, 0xffffffff is -1: lane 0 leaves the 5,
    // lane 1 finds it too and leaves it. If both read first, lane 1 writes max(5, 3) = 5. So `5` has both names.
    assert_eq!(session.mark(&session.questions[1].content, "5").expect("a number").mistakes.len(), 2);
    let grades = session.grades(vec![file("a", "2: 5")]);
    assert_eq!(grades.mistakes, [("reads_first or signed".to_owned(), 1)].into());
    assert_eq!(grades.to_string().lines().last(), Some("  1 x reads_first or signed"));
}

#[test]
fn feedback_says_why() {
    let session = Session::open(&format!("{ADD}.ask element OLD\n.ask element BUF[0]\n"));
    let file = |lines: &str| ("a".to_owned(), AnswerFile::read(&answers(lines), 2).expect("it is a file"));
    let text = |lines: &str| session.grades(vec![file(lines)]).to_string();
    let line = "      1: The destination gets the value that was in memory before. You expected lane 0 to get 11 in OLD[0]; \
                it gets 10.";
    assert!(text("1: 11 13 17 25\n2: 25").contains(line), "{}", text("1: 11 13 17 25\n2: 25"));
    assert!(!text("1: 10 11 13 17\n2: 25").contains("You"));
    // A value that cannot be read has its reason, in the text and in the table.
    let unreadable = session.grades(vec![file("1: ten\n2: 25")]);
    assert!(unreadable.to_string().contains("ten"), "{unreadable}");
    assert!(
        unreadable.to_csv().lines().nth(1).is_some_and(|row| row.contains("`ten`")),
        "{}",
        unreadable.to_csv()
    );
}

/// The text of a file of answers.
fn answers(lines: &str) -> String {
    format!("lanescope answers 1\n{lines}\n")
}

#[test]
fn a_file_of_answers_is_read_as_it_is_written() {
    let file = AnswerFile::read(&answers("# homework\nname:  Ada Lovelace\n\n2: 0 2 \n 1 : 10 11"), 2);
    let file = file.expect("it is a file of answers");
    assert_eq!(file.name, "Ada Lovelace");
    assert_eq!(file.answers, [(1, "10 11".to_owned()), (2, "0 2".to_owned())].into());
    assert_eq!(AnswerFile::read(&file.to_string(), 2), Ok(file));
}

#[test]
fn damaged_files_of_answers_are_errors() {
    let long = "1: ".to_owned() + &"9".repeat(1 << 20);
    let wrong = [
        ("", "first line"),
        ("1: 10", "first line"),
        ("lanescope answers 2\n1: 10", "version 2"),
        ("lanescope answers 99999999999\n1: 10", "first line"),
        (&answers("1 10"), "line 2"),
        (&answers("3: 10"), "no question `3`"),
        (&answers("0: 10"), "no question `0`"),
        (&answers("-1: 10"), "no question"),
        (&answers("1: 10\n1: 11"), "line 3: question 1 is answered twice"),
        (&answers("name: Ada\nname: Bob"), "line 3: the name is given twice"),
        (&answers(&long), "bytes"),
    ];
    for (text, part) in wrong {
        let error = AnswerFile::read(text, 2).expect_err(text);
        assert!(error.contains(part), "{error}");
        assert!(error.len() < 200, "{error}");
    }
}

#[test]
fn grades_count_points_and_mistakes() {
    let session = Session::open(&format!(
        "{ADD}.ask element OLD points=3\n.ask element BUF[0]\n.ask lanes \"Who takes part?\" points=2\n"
    ));
    let file = |name: &str, lines: &str| {
        (name.to_owned(), AnswerFile::read(&answers(lines), 3).expect("it is a file of answers"))
    };
    let grades = session.grades(vec![
        file("a", "name: Ada\n1: 10 11 13 17\n2: 25\n3: all"),
        // The new values, then the right sum in hexadecimal; no third answer.
        file("b", "1: 11 13 17 25\n2: 0x19"),
        // All read 10; 10 + 8 = 18; an answer that cannot be read.
        file("c", "name: =1+1\n1: 10 10 10 10\n2: 18\n3: everybody"),
    ]);
    let points: Vec<u64> = grades.files.iter().map(|file| file.points).collect();
    assert_eq!((points, grades.of), (vec![6, 1, 0], 6));
    assert_eq!(grades.mistakes, [("new_value".to_owned(), 1), ("reads_first".to_owned(), 2)].into());
    assert!(grades.files[2].answers[2].problem.is_some());
    let csv = grades.to_csv();
    assert_eq!(csv.lines().count(), 1 + 3 * 3);
    assert!(csv.contains("b,,1,11 13 17 25,0,3,new_value"), "{csv}");
    // A spreadsheet would compute `=1+1`.
    assert!(csv.contains(",'=1+1,"), "{csv}");
    assert!(grades.to_string().starts_with("  6 of 6  Ada  1: right  2: right  3: right\n"), "{grades}");
}

#[test]
fn another_text_has_other_numbers_and_the_same_questions() {
    let text = ADD.replace(".lanes 8", ".lanes 8 active=0b1011")
        + "// 10 + 1 + 2 + 8\n.expect BUF = 21\n.ask element OLD\n.ask element BUF[0]\n.ask lanes\n";
    let session = Session::open(&text);
    let mut seen = Vec::new();
    for seed in 0..8 {
        let another = session.another(seed, Difficulty::Harder).expect("it runs");
        assert_eq!(session.another(seed, Difficulty::Harder), Some(another.clone()), "the seed decides");
        assert!(!another.contains(".expect") && !another.contains("10 + 1"), "{another}");
        let other = Session::open(&another);
        assert!(other.diagnostics.iter().all(|found| !found.code().starts_with("text-")), "{another}");
        assert_eq!(other.questions.len(), 3);
        assert!(!another.contains("VAL = 1 2 4 8"), "{another}");
        let answers: Vec<_> = other.questions.iter().map(|ask| other.right_answer(&ask.content)).collect();
        // The number of lanes that are on stays.
        assert_eq!(answers[2].as_ref().map(|lanes| lanes.split(' ').count()), Some(3));
        seen.push(answers);
    }
    seen.dedup();
    assert!(seen.len() > 4, "{seen:?}");
}

#[test]
fn an_easier_text_has_small_numbers() {
    let session = Session::open(&format!("{ADD}.ask element OLD\n.ask element BUF[0]\n"));
    let sum = |difficulty: Difficulty, seed: u64| {
        let other = Session::open(&session.another(seed, difficulty).expect("it runs"));
        let values = other.right_answer(&other.questions[1].content).expect("a value");
        values.parse::<u64>().expect("a number")
    };
    // At most four lanes add at most 9 each to a number up to 9.
    assert!((0..8).all(|seed| sum(Difficulty::Easier, seed) <= 45));
    assert!((0..8).any(|seed| sum(Difficulty::Harder, seed) > 45));
}
