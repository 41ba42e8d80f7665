//! `compare`: the differences of two runs, as text.

use lanescope_core::session::{ComparisonReport, OnlyOutcome};
use std::io::{self, Write};

/// The maximum number of outcomes that are listed for one side.
const MOST_OUTCOMES: usize = 40;

/// Writes the differences as sentences, and the outcomes that only one side has.
pub fn comparison(report: &ComparisonReport, out: &mut impl Write) -> io::Result<()> {
    for sentence in report.in_words() {
        writeln!(out, "{sentence}")?;
    }
    let Some(outcomes) = &report.outcomes else { return Ok(()) };
    for (name, only) in report.names.iter().zip(outcomes.only()) {
        only.iter().take(MOST_OUTCOMES).try_for_each(|only| outcome(name, only, out))?;
        if let more @ 1.. = only.len().saturating_sub(MOST_OUTCOMES) {
            writeln!(out, "  only {name}: and {more} more")?;
        }
    }
    Ok(())
}

fn outcome(name: &str, outcome: &OnlyOutcome, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "  only {name}: {}", outcome.in_words())
}
