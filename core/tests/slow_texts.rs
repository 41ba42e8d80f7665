//! Texts that try to be slow: each run ends, names the limit that ended it, and keeps a bounded number of bytes for
//! each step.
#![cfg(not(target_arch = "wasm32"))]

use crate::common::{draws, slow};
use allocation_counter::measure;
use lanescope_core::base::Kind;
use lanescope_core::exec::Stop;
use lanescope_core::session::Session;

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
    ];
    for text in texts {
        let most = measure(|| drop(Session::open(&text))).bytes_max;
        assert!(most <= MOST_AT_ONCE, "{most} bytes for {:?}...", &text[..20]);
    }
}
