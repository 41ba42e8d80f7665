//! `sweep`: what comes of many values of an element, alone or beside another scenario.

use super::{FINE, UNUSABLE, Verdict, complain, json, other_side, read, tell_findings};
use lanescope_core::diag::Severity;
use lanescope_core::session::{Session, Sweep, SweepAnswer, SweepQuestion, Sweeping};
use std::io::{self, Write};

/// The most micro-steps of all runs together: some minutes.
const MOST_STEPS: u64 = 2_000_000_000;

/// How many micro-steps are run before it is looked whether all is done.
const SLICE: usize = 1 << 20;

/// What somebody asks.
pub struct Asked<'a> {
    file: &'a str,
    question: SweepQuestion,
    other: Option<&'a str>,
    as_json: bool,
}

impl<'a> Asked<'a> {
    /// The question of these words: `FILE PLACE... [--beside OTHER] [--seed N] [--json]`.
    pub fn of(words: &'a [String]) -> Option<Self> {
        let (mut plain, mut other, mut seed, mut as_json) = (Vec::new(), None, 1, false);
        let mut words = words.iter().map(String::as_str);
        while let Some(word) = words.next() {
            match word {
                "--json" => as_json = true,
                "--beside" => other = Some(words.next()?),
                "--seed" => seed = words.next()?.parse().ok()?,
                _ if word.starts_with("--") => return None,
                _ => plain.push(word),
            }
        }
        let (file, places) = plain.split_first().filter(|(_, places)| !places.is_empty())?;
        let question = SweepQuestion { places: places.iter().map(|it| (*it).to_owned()).collect(), seed };
        Some(Self { file, question, other, as_json })
    }
}

/// Sweeps elements of a file, and tells what comes of it.
pub fn sweep(asked: &Asked, out: &mut impl Write) -> Verdict {
    let Some(text) = read(asked.file) else { return Ok(UNUSABLE) };
    let base = Session::open(&text);
    tell_findings(asked.file, &base, Severity::Error);
    let (mut names, mut other) = ([String::new(), String::new()], None);
    if let Some(name) = asked.other {
        let Some((both, session)) = other_side(asked.file, &base, name) else { return Ok(UNUSABLE) };
        tell_findings(&both[1], &session, Severity::Error);
        (names, other) = (both, Some(session));
    }
    let mut sweeping = match Sweeping::new(&base, other.as_ref(), &asked.question, MOST_STEPS) {
        Ok(sweeping) => sweeping,
        Err(why) => {
            complain(format_args!("error: {why}"));
            return Ok(UNUSABLE);
        }
    };
    while !sweeping.advance(SLICE) {}
    match sweeping.finish(usize::MAX) {
        SweepAnswer::Table { table, .. } if asked.as_json => json(&table, out)?,
        SweepAnswer::Table { table: found, .. } => table(&found, out)?,
        SweepAnswer::Beside(found) if asked.as_json => json(&found, out)?,
        SweepAnswer::Beside(found) => writeln!(out, "{}", found.in_words([&*names[0], &*names[1]]))?,
    }
    Ok(FINE)
}

/// Writes what came of each value of a sweep, a line for each.
fn table(sweep: &Sweep, out: &mut impl Write) -> io::Result<()> {
    write!(out, "{}", sweep.values)?;
    match (sweep.columns.is_empty(), sweep.more_columns) {
        (true, _) => writeln!(out, ": nothing else depends on it")?,
        (false, 0) => writeln!(out)?,
        (false, more) => writeln!(out, "; {more} more places depend on it")?,
    }
    for row in &sweep.rows {
        let ends = sweep.columns.iter().zip(&row.ends).map(|(place, value)| format!("{place} = {value}"));
        let ends = ends.collect::<Vec<_>>().join(", ");
        let stops = if row.stops { ", and the run stops" } else { "" };
        writeln!(out, "  {}: {ends}{stops}", row.value)?;
    }
    Ok(())
}
