//! Valid texts, mutated at random. Each result is parsed, checked and run without a panic and within limits, and each
//! finding has its place in the text.

use crate::common::mutated::broken;
use crate::common::{Random, crowded, draws};
use lanescope_core::base::apply_edits;
use lanescope_core::check::check;
use lanescope_core::diag::{Diagnostic, Severity, render};
use lanescope_core::session::{Session, known_sets, report::encode, run::narrate};
use lanescope_core::syntax::{MAX_ERRORS, MAX_VARIANTS, parse};
#[cfg(target_os = "linux")]
use std::time::{Duration, Instant};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// Returns the peak memory of the process in bytes, if the system reports it.
#[cfg(target_os = "linux")]
fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kib| 1024 * kib)
}

#[test]
#[cfg(target_os = "linux")]
#[ignore = "it takes the time, and is for `cargo xtask sweep`, which optimises what it runs"]
fn no_text_takes_a_second_or_256_mebibytes() {
    let mut random = Random::new(78);
    let (mut slowest, mut slowest_text) = (Duration::ZERO, String::new());
    let drawn = std::iter::repeat_with(|| broken(&mut random)).take(draws(1000));
    for text in crowded::texts().into_iter().map(|(_, text)| text).chain(drawn) {
        let begun = Instant::now();
        drop(Session::open(&text));
        if begun.elapsed() > slowest {
            (slowest, slowest_text) = (begun.elapsed(), text);
        }
    }
    let peak = peak_bytes();
    println!("{} texts; the slowest took {slowest:?}; memory {peak:?} bytes", draws(1000));
    assert!(slowest < Duration::from_secs(1), "{slowest:?} for\n{slowest_text}");
    assert!(peak.is_none_or(|bytes| bytes < 256 << 20), "{peak:?} bytes");
}

/// Applies each fix and checks the text again. Returns a complaint for each fix whose finding remains or whose edits
/// overlap.
fn failed_fixes(session: &Session) -> Vec<String> {
    let text = &session.text;
    let mut complaints = Vec::new();
    for finding in &session.diagnostics {
        let Some(fix) = &finding.fix else { continue };
        let mut edits: Vec<_> = fix.edits.iter().map(|edit| edit.span.range()).collect();
        edits.sort_by_key(|range| range.start);
        let is_apart = edits.windows(2).all(|pair| pair[0].end <= pair[1].start);
        if !is_apart {
            complaints.push(format!("the edits of `{}` overlap in\n{text}", fix.label));
        }
        let after = Session::open(&apply_edits(text, &fix.edits));
        // An edit before the finding shifts it. A fix may leave an equal finding elsewhere.
        let moved = fix.edits.iter().filter(|edit| edit.span.range().end <= finding.span.range().start);
        let (added, removed) = moved.fold((0, 0), |(added, removed), edit| {
            (added + edit.replacement.len(), removed + edit.span.range().len())
        });
        let start = finding.span.range().start + added - removed;
        let is_same = |other: &Diagnostic| {
            other.code() == finding.code()
                && other.message == finding.message
                && other.span.range().start == start
        };
        if after.diagnostics.iter().any(is_same) {
            complaints.push(format!("`{}` leaves `{}` in place in\n{text}", fix.label, finding.message));
        }
    }
    complaints
}

#[test]
fn a_crowded_text_has_a_bounded_number_of_errors() {
    for (what, text) in crowded::texts() {
        let sets = known_sets();
        let (document, found) = parse(&text, &sets);
        assert!(document.variants.len() <= MAX_VARIANTS, "{what}: {} variants", document.variants.len());
        let checked = check(&text, &document, &sets, &found, None);
        let is_error = |finding: &&Diagnostic| finding.severity == Severity::Error;
        let errors = checked.diagnostics.iter().filter(is_error).count();
        // The limit is checked between lines, so the last line may exceed it.
        assert!(errors <= MAX_ERRORS + 50, "{what}: {errors} errors");
        if checked.can_run {
            drop(Session::open(&text));
        }
    }
}

/// A line with a misspelt word, which differs with the letter.
type MisspeltLine = fn(char) -> String;

/// Twenty errors of one kind have a suggestion, because each one costs time for each known word.
#[test]
fn further_errors_have_no_suggestion() {
    const DECLARED: &str =
        ".decl BUF v_type=T num_elts=1\n.decl A v_type=G type=ud num_elts=8\n.surface BUF buffer ud = 1 2\n";
    let kinds: [(&str, MisspeltLine); 8] = [
        (".invariant Sum: sum(BUF) == 3\n", |_| ".expect invariant Sun".to_owned()),
        ("", |_| ".expect possible error run-misalined".to_owned()),
        ("", |_| ".limit instruction 1".to_owned()),
        ("", |_| ".limit dword_atomic.ad 1".to_owned()),
        ("", |letter| format!(".reading pool_limit{letter} = x")),
        ("", |letter| format!(".semantics dword_atomic{letter} {{ }}")),
        ("", |_| "dword_atomic.xchgg (M1, 8) BUF A.0 A.0 V0.0 V0.0".to_owned()),
        (".isa sass\n", |letter| format!(".surface {} 1d R32_UIN 8", letter as u32)),
    ];
    for (head, line) in kinds {
        let lines: String = ('a'..='y').map(|letter| line(letter) + "\n").collect();
        let declared = if head.contains("sass") { "" } else { DECLARED };
        let session = Session::open(&format!("{head}{declared}{lines}"));
        let fixes = session.diagnostics.iter().filter(|found| found.fix.is_some()).count();
        assert_eq!(fixes, 20, "{}", line('a'));
    }
}

#[test]
fn a_fix_of_several_lines_ends_them_as_the_text_does() {
    let text = ".isa sass\r\n.surface 0 1d_buffer R32_UINT 4\r\nATOM.E.ADD R0, [R2], R4;\r\n";
    let session = Session::open(text);
    let fix = session.diagnostics.iter().find_map(|found| found.fix.as_ref()).expect("there is a fix");
    let after = apply_edits(text, &fix.edits);
    assert!(after.contains("SUATOM") && !after.replace("\r\n", "").contains('\n'), "{after:?}");
}

#[test]
fn no_mutated_text_panics() {
    let mut random = Random::new(77);
    let mut complaints = Vec::new();
    for _ in 0..draws(400) {
        let text = broken(&mut random);
        let session = Session::open(&text);
        complaints.extend(failed_fixes(&session));
        for finding in &session.diagnostics {
            let notes = finding.notes.iter().filter_map(|note| note.span);
            let edits = finding.fix.iter().flat_map(|fix| &fix.edits).map(|edit| edit.span);
            for span in notes.chain(edits).chain([finding.span]) {
                assert!(
                    text.get(span.range()).is_some(),
                    "{span:?} of `{}` is outside of\n{text}",
                    finding.message
                );
            }
            assert!(!finding.message.is_empty() && !render("text", &text, finding).is_empty());
            assert_ne!(finding.code(), "check-fault", "`{}` in\n{text}", finding.span.of(&text));
        }
        let Some(run) = &session.run else { continue };
        for at in 0..run.scenario().program.len() {
            let code = encode(run.scenario(), at);
            for span in code.into_iter().flat_map(|code| code.fields).filter_map(|field| field.span) {
                assert!(text.get(span.range()).is_some(), "{span:?} of machine code is outside of\n{text}");
            }
        }
        for _ in 0..4 {
            let cursor = random.below(run.len() as usize + 1) as u32;
            let frame = run.frame(cursor);
            assert_eq!(frame.cursor, cursor);
            for step in frame.last.iter().chain(&frame.next) {
                assert!(
                    !narrate(run.scenario(), step).is_empty(),
                    "step {} says nothing:\n{text}",
                    step.index
                );
            }
        }
    }
    assert!(
        complaints.is_empty(),
        "{} fixes leave their finding\n{}",
        complaints.len(),
        complaints.join("\n")
    );
}
