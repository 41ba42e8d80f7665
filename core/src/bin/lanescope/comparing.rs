//! `compare`: the differences of two runs, as text.

use lanescope_core::session::compare::{ComparisonReport, Difference, OnlyOutcome};
use std::io::{self, Write};

/// The maximum number of outcomes that are listed for one side.
const MOST_OUTCOMES: usize = 40;

/// Writes the steps in sentences, the other differences as a table, and the outcomes that only one side has.
pub fn comparison(report: &ComparisonReport, out: &mut impl Write) -> io::Result<()> {
    let names = [&*report.names[0], &*report.names[1]];
    let first = report.first.iter().map(|first| first.in_words(names));
    report.in_words().into_iter().chain(first).try_for_each(|sentence| writeln!(out, "{sentence}"))?;
    if report.problem.is_some() {
        return Ok(());
    }
    table(names, &report.table(report.outcomes.as_ref()), out)?;
    let Some(outcomes) = &report.outcomes else {
        return writeln!(
            out,
            "The outcomes of all orders were not compared: there are too many, or the budget ran out."
        );
    };
    if outcomes.results.is_none() {
        writeln!(
            out,
            "The results in all orders were not compared: there are too many outcomes, or the budget ran out."
        )?;
    }
    for (name, only) in report.names.iter().zip(outcomes.only()) {
        only.iter().take(MOST_OUTCOMES).try_for_each(|only| outcome(name, only, out))?;
        if let more @ 1.. = only.len().saturating_sub(MOST_OUTCOMES) {
            writeln!(out, "  only {name}: and {more} more")?;
        }
    }
    Ok(())
}

/// Writes a table with a column for each side.
fn table([a, b]: [&str; 2], rows: &[Difference], out: &mut impl Write) -> io::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let width = |head: &str, cell: fn(&Difference) -> &str| {
        rows.iter().map(|row| cell(row).chars().count()).chain([head.chars().count()]).max().unwrap_or(0)
    };
    let (places, values) = (width("", |row| &row.place), width(a, |row| &row.now));
    writeln!(out, "{:places$}  {a:values$}  {b}", "")?;
    rows.iter().try_for_each(|row| writeln!(out, "{:places$}  {:values$}  {}", row.place, row.now, row.then))
}

fn outcome(name: &str, outcome: &OnlyOutcome, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "  only {name}: {}", outcome.in_words())
}
