//! `sweep`: the results of a scenario for many initial values, alone or compared with another scenario.

use super::arguments::SweepArguments as Asked;
use super::files::read;
use super::waiting::wait;
use super::{
    FAILED, FINE, UNUSABLE, VerbResult, complain, json, other_side, tell_findings, tell_other_side,
    value_format,
};
use lanescope_core::diag::Severity;
use lanescope_core::session::{
    Session,
    compare::{Sweep, SweepAnswer, SweepQuestion, Sweeping, SweptComparison},
};
use std::io::{self, Write};

/// The maximum number of micro-steps of all runs together: some minutes of work.
const MOST_STEPS: u64 = 2_000_000_000;

/// The number of micro-steps between two checks for the end of the sweep.
const SLICE: usize = 1 << 20;

/// The maximum number of differences that `--all` lists.
const MOST_LISTED: usize = 1 << 16;

/// Sweeps elements of a scenario, and prints the results.
pub fn sweep(asked: &Asked, out: &mut impl Write) -> VerbResult {
    let Some(text) = read(&asked.file) else { return Ok(UNUSABLE) };
    let mut base = Session::open(&text);
    base.value_format = value_format(asked.json);
    tell_findings(&asked.file, &base, Severity::Error);
    let (mut names, mut other) = ([String::new(), String::new()], None);
    if let Some(name) = &asked.beside {
        let Some((both, session)) = other_side(&asked.file, &base, name) else { return Ok(UNUSABLE) };
        tell_other_side(&asked.file, &base, &both[1], &session);
        (names, other) = (both, Some(session));
    }
    let question = SweepQuestion { places: asked.places.clone(), seed: asked.seed };
    let sweeping = match Sweeping::new(&base, other.as_ref(), &question, MOST_STEPS) {
        Ok(sweeping) => sweeping.listing(if asked.all { MOST_LISTED } else { 0 }),
        Err(why) => {
            complain(format_args!("error: {why}"));
            return Ok(UNUSABLE);
        }
    };
    let names = [&*names[0], &*names[1]];
    match wait(sweeping, SLICE) {
        SweepAnswer::Table { table, .. } if asked.json => json(&table, out)?,
        SweepAnswer::Table { table: found, .. } => table(&found, out)?,
        SweepAnswer::Beside(found) => {
            match asked.json {
                true => json(&found, out)?,
                false => comparison(&found, names, out)?,
            }
            return Ok(if found.is_same() { FINE } else { FAILED });
        }
    }
    Ok(FINE)
}

/// Writes the result of a comparison, with a line for each listed difference.
fn comparison(found: &SweptComparison, names: [&str; 2], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}", found.in_words(names))?;
    for difference in &found.differences {
        writeln!(out, "  {}", difference.in_words(&found.places, names))?;
    }
    match found.differing.saturating_sub(found.differences.len() as u64) {
        more @ 1.. if !found.differences.is_empty() => writeln!(out, "  and {more} more"),
        _ => Ok(()),
    }
}

/// Writes the results of a sweep, one line for each value.
fn table(sweep: &Sweep, out: &mut impl Write) -> io::Result<()> {
    write!(out, "{}", sweep.values)?;
    match (sweep.columns.is_empty(), sweep.more_columns) {
        (true, _) => writeln!(out, ": no result depends on it")?,
        (false, 0) => writeln!(out)?,
        (false, more) => writeln!(out, "; {more} more results depend on it")?,
    }
    for row in &sweep.rows {
        let ends = sweep.columns.iter().zip(&row.ends).map(|(place, value)| format!("{place} = {value}"));
        let ends = ends.collect::<Vec<_>>().join(", ");
        let stops = if row.stops { ", and the run stops" } else { "" };
        writeln!(out, "  {}: {ends}{stops}", row.value)?;
    }
    Ok(())
}
