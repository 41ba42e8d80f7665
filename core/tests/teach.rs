//! Answers to questions: what is right, and which misconception explains what is wrong.

use lanescope_core::session::{
    Session,
    teach::{AnswerFile, Difficulty, MISCONCEPTIONS, Marking},
};

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
    session.mark(&session.asks[0].what, answer).expect("the answer can be read")
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
        let marked = session.mark(&session.asks[0].what, wrong);
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
    let mark = |answer: &str| session.mark(&asked.what, answer).expect("the number of a lane");
    assert!(mark("0").is_right && mark("lane 0").is_right);
    let wrong = mark("1");
    assert_eq!(
        (wrong.is_right, wrong.first_difference, wrong.right.as_deref()),
        (false, Some(second), Some("0"))
    );
    // In descending order, lane 2 would be the second one, after lane 3.
    assert_eq!(mark("2").mistakes.iter().map(|mistake| &*mistake.key).collect::<Vec<_>>(), ["descending"]);
    for unreadable in ["", "x", "32", "-1", "0 1"] {
        assert!(session.mark(&asked.what, unreadable).is_err(), "{unreadable}");
    }
    // The turn of lane 0 has begun, and after the last turn no lane is left.
    let is_next = |from, to| session.predictions(from, to).iter().any(|ask| ask.text == asked.text);
    assert!(is_next(second, second + 1) && !is_next(second + 1, third));
    assert!(!is_next(turn(1).expect("lane 1 runs"), run.len()) && !is_next(0, run.len()));
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

/// The declarations of a scenario of vISA with one buffer, and the registers that an atomic operation needs.
const HEAD: &str = "\
.isa visa grf=32
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl VAL v_type=G type=ud num_elts=8 align=GRF
.decl CMP v_type=G type=ud num_elts=8 align=GRF
.decl INT v_type=G type=d num_elts=8 align=GRF
.decl REAL v_type=G type=f num_elts=8 align=GRF
.decl OLD v_type=G type=ud num_elts=8 align=GRF
.decl P1 v_type=P num_elts=8
.decl BUF v_type=T num_elts=1
";

/// A wrong answer with the misconceptions that lead to it. Comments calculate the right answer and this one.
struct Case {
    keys: &'static [&'static str],
    text: &'static str,
    answer: &'static str,
}

const CASES: &[Case] = &[
    // The new values instead of the old ones 10, 11, 13, 17: 10 + 1, 11 + 2, 13 + 4, 17 + 8.
    Case { keys: &["new_value"], text: "ADD element OLD", answer: "11 13 17 25" },
    // Lane 3 first: 10; then 10 + 8, 18 + 4, 22 + 2.
    Case { keys: &["descending"], text: "ADD element OLD", answer: "24 22 18 10" },
    // All read 10.
    Case { keys: &["reads_first"], text: "ADD element OLD", answer: "10 10 10 10" },
    // The right sum is 25. All read 10, and lane 3 writes last: 10 + 8.
    Case { keys: &["reads_first"], text: "ADD element BUF[0]", answer: "18" },
    Case { keys: &[], text: "ADD element OLD", answer: "1 2 3 4" },
    // Lanes 0 and 2 are on.
    Case {
        keys: &["all_lanes"],
        text: ".lanes 8 active=0b0101
.set OFF = 0 4 8 12
.surface BUF buffer ud = 0 0 0 0
dword_atomic.inc (M1, 4) BUF OFF.0 V0.0 V0.0 V0.0
.ask element BUF",
        answer: "1 1 1 1",
    },
    // Bytes 0, 4, 8 and 12 are elements 0 to 3.
    Case {
        keys: &["offsets_as_elements"],
        text: ".lanes 8
.set OFF = 0 4 8 12
.surface BUF buffer ud = [0; 16]
dword_atomic.inc (M1, 4) BUF OFF.0 V0.0 V0.0 V0.0
.ask element BUF",
        answer: "1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0",
    },
    // Elements 0, 4, 8 and 12 hold 100, 104, 108 and 112. Bytes 0, 4, 8 and 12 hold 100 to 103.
    Case {
        keys: &["offsets_as_bytes"],
        text: ".lanes 8
.set OFF = 0 4 8 12 0 4 8 12
.surface BUF buffer ud 16 = iota(100, 1)
gather.4 (M1, 8) BUF 0x0:ud OFF.0 OLD.0
.ask element OLD",
        answer: "100 101 102 103 100 101 102 103",
    },
    // As unsigned numbers, 3 is less than 0xffffffff. As signed ones, that is -1.
    Case {
        keys: &["signed"],
        text: ".lanes 8
.set OFF = 0
.set VAL = 3
.surface BUF buffer ud = 0xffff_ffff
dword_atomic.min (M1, 1) BUF OFF.0 VAL.0 V0.0 V0.0
.ask element BUF",
        answer: "0xffff_ffff",
    },
    // As signed numbers, -1 is less than 3. As an unsigned number, it is 4294967295.
    Case {
        keys: &["unsigned"],
        text: ".lanes 8
.set OFF = 0
.set INT = 3
.surface BUF buffer d = -1
dword_atomic.minsint (M1, 1) BUF OFF.0 INT.0 V0.0 V0.0
.ask element BUF",
        answer: "3",
    },
    // -1 is more than -2, but 0xbf800000 is less than 0xc0000000.
    Case {
        keys: &["compared_by_bits"],
        text: ".lanes 8
.set OFF = 0
.set REAL = -2.0
.surface BUF buffer f = -1.0
dword_atomic.fmax (M1, 1) BUF OFF.0 REAL.0 V0.0 V0.0
.ask element BUF",
        answer: "-2.0",
    },
    // Lanes 0 and 1 take part.
    Case {
        keys: &["inverted_predicate"],
        text: ".lanes 8
.set OFF = 0 4 8 12
.set P1 = 0b0011
.surface BUF buffer ud = 0 0 0 0
(P1) dword_atomic.inc (M1, 4) BUF OFF.0 V0.0 V0.0 V0.0
.ask element BUF",
        answer: "0 0 1 1",
    },
    // Bits 8 to 15 of 0x533 are lanes 0 and 2. Bits 0 to 7 are lanes 0, 1, 4 and 5.
    Case {
        keys: &["mask_offset_ignored"],
        text: ".lanes 16 active=0x533
.set OFF = iota(0, 4)
.surface BUF buffer ud = [0; 8]
dword_atomic.inc (M3, 8) BUF OFF.0 V0.0 V0.0 V0.0
.ask lanes",
        answer: "0 1 4 5",
    },
    // CMPXCHG stores src0 where old equals src1: 5 becomes 9, and 7 stays. The other way round, 7 becomes 9 and 5 stays.
    Case {
        keys: &["sources_swapped"],
        text: ".lanes 8
.set OFF = 0 4
.set VAL = 9 7
.set CMP = 5 9
.surface BUF buffer ud = 5 7
dword_atomic.cmpxchg (M1, 2) BUF OFF.0 VAL.0 CMP.0 V0.0
.ask element BUF",
        answer: "5 9",
    },
    // Byte 12 is element 3. Byte 16 is out of bounds: 16 mod 16 = 0.
    Case { keys: &["outside_wraps"], text: "OUTSIDE element BUF", answer: "11 20 30 41" },
    // The last element gets both additions.
    Case { keys: &["outside_at_the_edge"], text: "OUTSIDE element BUF", answer: "10 20 30 42" },
    // INC takes no source here, so a limit would be 0: 5 is not below it.
    Case {
        keys: &["counts_up_to_a_limit"],
        text: ".lanes 8
.set OFF = 0
.surface BUF buffer ud = 5
dword_atomic.inc (M1, 1) BUF OFF.0 V0.0 V0.0 V0.0
.ask element BUF",
        answer: "0",
    },
    // SASS counts to the source: 5 is the limit, so 0 follows, and not 6.
    Case {
        keys: &["counts_without_a_limit"],
        text: "SASS
.lanes 32 active=0b1
.set R4 = [5; 32]
.surface 0 1d_buffer R32_UINT 1 = 5
SUATOM.D.1D_BUFFER.INC.IGN R6, [R2], R4, 0x0;
.ask element 0",
        answer: "6",
    },
    // Texel 9 does not exist. The nearest one is 3.
    Case {
        keys: &["outside_at_the_edge"],
        text: "SASS
.lanes 32 active=0b1
.set R2 = [9; 32]
.set R4 = [10; 32]
.surface 0 1d R32_UINT 4 = 5 5 5 5
SUATOM.D.1D.ADD.IGN R6, [R2], R4, 0x0;
.ask element 0",
        answer: "5 5 5 15",
    },
    // The word 0xffff + 1 is 0. The dword 0x1111ffff + 0x77770001 is 0x88890000.
    Case {
        keys: &["neighbour"],
        text: ".lanes 8
.set OFF = 0
.set VAL = 0x7777_0001
.surface BUF buffer uw = 0xffff 0x1111
dword_atomic.add.16 (M1, 1) BUF OFF.0 VAL.0 V0.0 V0.0
.ask element BUF",
        answer: "0 0x8889",
    },
];

/// Lane 0 adds 1 to the last of four dwords, and lane 1 to the place after it.
const OUTSIDE: &str = ".lanes 8
.set OFF = 12 16
.set VAL = 1 1
.surface BUF buffer ud = 10 20 30 40
dword_atomic.add (M1, 2) BUF OFF.0 VAL.0 V0.0 V0.0
";

impl Case {
    fn text(&self) -> String {
        if let Some(asked) = self.text.strip_prefix("ADD ") {
            format!("{ADD}.ask {asked}\n")
        } else if let Some(asked) = self.text.strip_prefix("OUTSIDE ") {
            format!("{HEAD}{OUTSIDE}.ask {asked}\n")
        } else if let Some(rest) = self.text.strip_prefix("SASS") {
            format!(".isa sass sm=52{rest}\n")
        } else {
            format!("{HEAD}{}\n", self.text)
        }
    }
}

#[test]
fn each_wrong_answer_is_explained_by_the_misconceptions_that_lead_to_it() {
    for case in CASES {
        assert_eq!(mistakes(&case.text(), case.answer), case.keys, "{}\n{}", case.text, case.answer);
    }
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
        assert_eq!(other.asks.len(), 3);
        assert!(!another.contains("VAL = 1 2 4 8"), "{another}");
        let answers: Vec<_> = other.asks.iter().map(|ask| other.right_answer(&ask.what)).collect();
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
        let values = other.right_answer(&other.asks[1].what).expect("a value");
        values.parse::<u64>().expect("a number")
    };
    // At most four lanes add at most 9 each to a number up to 9.
    assert!((0..8).all(|seed| sum(Difficulty::Easier, seed) <= 45));
    assert!((0..8).any(|seed| sum(Difficulty::Harder, seed) > 45));
}
