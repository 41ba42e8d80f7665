//! The growth of processor time with the length of a text: `cargo bench -p lanescope --bench growth`. Each kind of text is
//! measured at a quarter of the maximum length and at the maximum. A factor far above 4 is a cost that grows with a product.
//! `-- --only=WORDS` measures the kinds whose names contain these words.

#[path = "speed/clock.rs"]
mod clock;
#[path = "../tests/common/mod.rs"]
mod common;

use common::crowded;
use lanescope_core::session::Session;
use lanescope_core::session::report::Report;
use lanescope_core::session::text::PanelEdit;
use std::hint::black_box;

/// The lengths that are compared, in bytes.
const LENGTHS: [usize; 2] = [crowded::MAX_BYTES / 4, crowded::MAX_BYTES];
/// The factor between the two lengths above which the time counts as more than linear.
const MOST_FACTOR: f64 = 6.0;
/// Times below this one, in seconds, are too short to compare.
const LEAST_SECONDS: f64 = 0.02;

/// An operation on an opened text.
type Operation = (&'static str, fn(&Session));

const OPERATIONS: [Operation; 12] = [
    ("open", |session| drop(black_box(Session::open(&session.text)))),
    ("format", |session| drop(black_box(session.formatted()))),
    ("highlight", |session| drop(black_box(session.highlight()))),
    ("complete", |session| drop(black_box(session.complete(session.text.len())))),
    ("explain", |session| drop(black_box(session.explain(session.text.len() / 2)))),
    ("edit", |session| drop(black_box(session.edit(&PanelEdit::LaneCount(16))))),
    ("report", |session| drop(black_box(Report::from_session(session).to_json()))),
    ("errors", |session| drop(black_box((session.unexpected_errors(), session.own_findings(session))))),
    ("declarations", |session| drop(black_box((session.declarations(), session.setup_lines())))),
    ("changes", |session| drop(black_box(session.notation_changes()))),
    ("readings", |session| drop(black_box((session.reading_views(), session.readings_of_line(0))))),
    ("answers", |session| drop(black_box(session.without_lines(&session.spans_of_answers())))),
];

fn main() {
    let only = std::env::args().find_map(|word| Some(word.strip_prefix("--only=")?.to_owned()));
    let [short, long] = LENGTHS.map(crowded::texts_of);
    println!("{:<44}{:<14}{:>10}{:>10}{:>8}", "text", "operation", "ms at 1/4", "ms", "factor");
    for ((kind, short), (_, long)) in short.into_iter().zip(long) {
        if only.as_ref().is_some_and(|only| !kind.contains(only.as_str())) {
            continue;
        }
        let (short, long) = (Session::open(&short), Session::open(&long));
        for (name, operation) in OPERATIONS {
            let seconds = [&short, &long].map(|session| {
                let start = clock::own();
                operation(session);
                clock::own() - start
            });
            let factor = seconds[1] / seconds[0];
            if seconds[1] >= LEAST_SECONDS {
                let mark = if factor > MOST_FACTOR { "  MORE THAN LINEAR" } else { "" };
                let [short, long] = seconds.map(|seconds| 1000.0 * seconds);
                println!("{kind:<44}{name:<14}{short:>10.1}{long:>10.1}{factor:>8.1}{mark}");
            }
        }
    }
}
