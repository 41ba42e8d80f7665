//! Texts that try to be slow: each run ends, names the limit that ended it, and keeps a bounded number of bytes for
//! each step.
#![cfg(not(target_arch = "wasm32"))]

use crate::common::{draws, slow};
use allocation_counter::measure;
use lanescope_core::base::Kind;
use lanescope_core::exec::Stop;
use lanescope_core::session::{
    Job, Session,
    compare::{Limits, compare},
};

/// The maximum number of micro-steps of a run.
const MOST_STEPS: u32 = 1_000_000;
/// The bytes that a run may keep for each step, and those that it and its text may keep besides.
const MOST_KEPT: (u64, u64) = (64, 32 << 20);
/// The maximum number of bytes allocated at any one time.
const MOST_AT_ONCE: u64 = 256 << 20;

/// Runs a text and checks every bound. Returns how its run ended.
fn hold(round: usize, text: &str) -> Stop {
    let mut session = None;
    let taken = measure(|| session = Some(Session::open(text)));
    let session = session.expect("it was opened");
    let diagnostics = &session.diagnostics;
    let run = session.run.as_ref();
    let run = run.unwrap_or_else(|| panic!("round {round} does not run: {diagnostics:?}\n{text}"));
    let steps = u64::from(run.len());
    assert!(run.len() <= MOST_STEPS, "round {round}: {steps} steps\n{text}");
    let names_a_limit = diagnostics.iter().any(|found| found.rule.kind == Kind::Budget);
    assert_eq!(run.stop() == Stop::Budget, names_a_limit, "round {round}: {diagnostics:?}\n{text}");
    let kept = u64::try_from(taken.bytes_current).unwrap_or(0);
    let allowed = MOST_KEPT.0 * steps + MOST_KEPT.1;
    assert!(kept <= allowed, "round {round} keeps {kept} bytes after {steps} steps\n{text}");
    let most = taken.bytes_max;
    assert!(most <= MOST_AT_ONCE, "round {round} takes {most} bytes for {steps} steps\n{text}");
    run.stop()
}

#[test]
fn texts_that_try_to_be_slow_end_within_their_limits() {
    let texts = slow::texts().enumerate().take(draws(4));
    let ends: Vec<Stop> = texts.map(|(round, text)| hold(round, &text)).collect();
    assert!(ends.contains(&Stop::Budget) && ends.contains(&Stop::End), "{ends:?}");
}

/// Texts as long as they may be, of one kind of content. Each was a hang or took seconds when its cost grew with the square of its
/// length.
#[test]
fn a_long_text_of_one_kind_of_content_is_read_at_once() {
    const MOST: usize = 256 * 1024;
    let long = |part: &str| part.repeat(MOST / part.len());
    let backslashes = "\\".repeat(MOST - 1) + "x";
    let texts = [
        long("\""),
        long("\" "),
        long("\\a"),
        backslashes,
        long("/**/"),
        long("{"),
        long("}"),
        long("."),
        long(".x\n"),
        long(":"),
        long("a:\n"),
        long(".expect A = 1\n"),
        long(".op {\n"),
        long(".variant a {\n"),
        long(".variant a{} "),
        long("}\n"),
    ];
    for text in texts {
        let most = measure(|| drop(Session::open(&text))).bytes_max;
        assert!(most <= MOST_AT_ONCE, "{most} bytes for {:?}...", &text[..20]);
    }
}

/// Twelve pairs of lanes have two outcomes each, which makes 2^12 outcomes of a surface with 65,536 elements.
#[test]
fn outcomes_are_compared_without_all_elements_of_memory_for_each() {
    let text = ".lanes 16\n.decl OFF v_type=G type=ud num_elts=16\n\
        .set OFF = 0 0 4 4 8 8 12 12 16 16 20 20 24 24 28 28\n.decl OFF2 v_type=G type=ud num_elts=8\n\
        .set OFF2 = 32 32 36 36 40 40 44 44\n.decl VAL v_type=G type=ud num_elts=16\n.set VAL = iota(1, 1)\n\
        .decl BUF v_type=T num_elts=1\n.surface BUF buffer ub 65536 = [0; 65536]\n\
        dword_atomic.xchg (M1, 16) BUF OFF.0 VAL.0 V0.0 V0.0\n\
        dword_atomic.xchg (M1, 8) BUF OFF2.0 VAL.0 V0.0 V0.0\n.variant other { .order descending }\n";
    let (base, other) = (Session::open(text), Session::open_as(text, Some("other")));
    let mut report = None;
    let most =
        measure(|| report = Some(compare(["a", "b"], &base, &other, Limits::default(), Job::complete)))
            .bytes_max;
    let outcomes = report.and_then(|report| report.outcomes).expect("they are not too many");
    assert_eq!((outcomes.a, outcomes.common), (1 << 12, 1 << 12));
    assert!(most <= MOST_AT_ONCE, "{most} bytes");
}

/// A hint for a word writes no line for each instruction of the set.
#[test]
fn a_word_is_explained_without_the_whole_reference() {
    let session = Session::open(".lanes 8\n");
    let whole = measure(|| drop(session.reference())).bytes_total;
    let word = measure(|| drop(session.explain(2))).bytes_total;
    assert!(word < whole / 2, "{word} bytes, and {whole} for the whole reference");
}
