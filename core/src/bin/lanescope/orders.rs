//! `explore` and `possible`: outcomes of all orders, as text.

use lanescope_core::session::{
    Part,
    orders::{
        CauseReport, Decides, Estimate, InvariantOrders, MeetingReport, OutcomeList, OutcomesReport,
        Possibility, RenamedReport, SampleReport, SeenReport, outcome_in_words, stop_in_words,
    },
    text::{counted, example_order},
};
use std::io::{self, Write};

/// The maximum number of outcomes that are listed for a factor or a sample, without `--top`.
pub const MOST_OUTCOMES: usize = 20;
/// The meaning of the percentages.
const SHARES: &str = "a share is a share of orders, not a probability: no manual says how likely an order is";
/// The maximum number of values listed for a lane.
const MOST_VALUES: usize = 8;

/// Returns a part of a job in words, before its number of states, orders or runs.
pub fn part(part: Part) -> &'static str {
    match part {
        Part::Memory => "memory: states",
        Part::MemorySample => "memory: drawn orders",
        Part::Results => "memory and results: states",
        Part::Renamed => "identical lanes merged: states",
        Part::ResultsSample => "memory and results: drawn orders",
        Part::Invariants => "invariants: states",
        Part::Claim => "a claim: states",
        Part::Reasons => "reasons",
        Part::Sweep => "runs",
    }
}

/// Writes where lanes meet, what their order changes, and the possible outcomes.
pub fn outcomes(report: &OutcomesReport, out: &mut impl Write) -> io::Result<()> {
    if let Some(stopping) = &report.stopping {
        writeln!(out, "{}", stopping.in_words())?;
        stopping.causes.iter().take(MOST_OUTCOMES).try_for_each(|found| cause(found, out))?;
        if let more @ 1.. = stopping.causes.len().saturating_sub(MOST_OUTCOMES) {
            writeln!(out, "  and {more} more")?;
        }
    }
    for met in report.meetings.iter().flatten() {
        meeting(met, out)?;
    }
    if report.meetings.as_ref().is_some_and(Vec::is_empty) {
        writeln!(
            out,
            "no two lanes access the same bytes while one of them writes: their order changes nothing"
        )?;
    }
    list("memory", report.memory.as_ref(), report.memory_sample.as_deref(), out)?;
    match (&report.results, &report.renamed) {
        // The rows of `renamed` follow, and they hold all outcomes.
        (None, Some(renamed)) => count("memory and results", &renamed.list, out)?,
        (results, _) => {
            list("memory and results", results.as_ref(), report.results_sample.as_deref(), out)?;
        }
    }
    report.renamed.as_ref().map_or(Ok(()), |list| renamed(list, out))?;
    report.invariants.iter().try_for_each(|found| invariant(found, out))?;
    match &report.results {
        Some(results) if results.outcomes == "1" => Ok(()),
        _ => writeln!(out, "{SHARES}"),
    }
}

/// Writes why runs stop, with an example order and the message of its error.
fn cause(cause: &CauseReport, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "  {}{}", cause.in_words(), example_order(&cause.witness))?;
    cause.message.as_ref().map_or(Ok(()), |message| writeln!(out, "    {message}"))
}

/// Writes the outcomes that remain if lanes of the same behaviour are interchangeable.
fn renamed(renamed: &RenamedReport, out: &mut impl Write) -> io::Result<()> {
    let RenamedReport { alike, kinds, list } = renamed;
    let alike = alike.iter().map(|alike| format!("{} of line {}", alike.lanes.in_words(), alike.line));
    let alike: Vec<String> = alike.collect();
    let (merged, outcomes) = (alike.join(" and "), counted(kinds, "outcome"));
    let instead = match *kinds == list.outcomes {
        true => String::new(),
        false => format!(", instead of {}", list.outcomes),
    };
    writeln!(
        out,
        "with identical lanes merged ({merged}): {outcomes}{instead}, in {}",
        counted(&list.orders, "order")
    )?;
    factors(list, out)
}

fn invariant(invariant: &InvariantOrders, out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "line {}, invariant {}: {}{}",
        invariant.line,
        invariant.name,
        invariant.in_words(),
        example_order(&invariant.witness)
    )
}

fn meeting(meeting: &MeetingReport, out: &mut impl Write) -> io::Result<()> {
    let decides = match meeting.decides {
        Decides::Nothing => "their order changes nothing",
        Decides::Results => {
            "their order changes what they get back, but not what memory holds after the instruction"
        }
        Decides::Undefined => "the manual leaves the result of two writes to the same bytes open",
        Decides::Memory => "their order changes what memory holds after the instruction",
    };
    let (line, instruction) = (meeting.line, &meeting.instruction);
    let lanes = meeting.lanes.in_words();
    let at = match meeting.cells.join(", ") {
        cells if cells.is_empty() => String::new(),
        cells => format!(" at {cells}"),
    };
    writeln!(out, "line {line}, {instruction}: {lanes} meet{at}; {decides}")?;
    meeting.seen.iter().flatten().filter(|seen| seen.count > 1).try_for_each(|lane| seen(lane, out))
}

fn seen(seen: &SeenReport, out: &mut impl Write) -> io::Result<()> {
    let first = seen.values.iter().take(MOST_VALUES);
    let values: Vec<String> = first.map(|(value, share)| format!("{value} ({})", percent(*share))).collect();
    let more = match seen.count.saturating_sub(MOST_VALUES) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    writeln!(out, "  lane {} can get back in {}: {}{more}", seen.lane, seen.place, values.join(", "))
}

fn list(
    what: &str,
    list: Option<&OutcomeList>,
    sample: Option<&SampleReport>,
    out: &mut impl Write,
) -> io::Result<()> {
    let Some(list) = list else {
        writeln!(out, "{what}: not decided, the budget ran out")?;
        return sample.map_or(Ok(()), |drawn| sampled(drawn, out));
    };
    count(what, list, out)?;
    if let Some(stop) = stop_in_words(false, list.gave_up) {
        writeln!(out, "  in every order, {stop}")?;
    }
    factors(list, out)
}

/// Writes the number of outcomes.
fn count(what: &str, list: &OutcomeList, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{what}: {} of {}", counted(&list.outcomes, "outcome"), counted(&list.orders, "order"))
}

/// Writes the outcomes of each factor.
fn factors(list: &OutcomeList, out: &mut impl Write) -> io::Result<()> {
    // A factor without cells and with a single outcome has nothing to list.
    for factor in list.factors.iter().filter(|factor| !factor.cells.is_empty() || factor.count > 1) {
        let which = if factor.orders == list.orders { "" } else { " orders of the turns that decide it" };
        for outcome in &factor.outcomes {
            let stop = stop_in_words(outcome.stops, outcome.gave_up);
            let cells = values(&factor.cells, &outcome.values, stop);
            let (orders, all) = (&outcome.orders, &factor.orders);
            let (share, way) = (percent(outcome.share), example_order(&outcome.witness));
            let many = match &*outcome.stands_for {
                "1" => String::new(),
                many => format!(" as one of {many}"),
            };
            writeln!(out, "  {cells}{many}: {orders} of {all}{which} ({share}){way}")?;
            if let Some(explanation) = outcome.explanation.as_ref().filter(|conditions| conditions.is_short())
            {
                writeln!(out, "    {}", explanation.in_words())?;
            }
        }
        if let more @ 1.. = factor.count.saturating_sub(factor.outcomes.len()) {
            writeln!(out, "  and {more} more; `--top 0` lists all")?;
        }
    }
    Ok(())
}

/// Writes the outcomes of a sample.
fn sampled(sample: &SampleReport, out: &mut impl Write) -> io::Result<()> {
    let SampleReport { drawn, seed, found, .. } = sample;
    writeln!(
        out,
        "  a sample of {drawn} orders (seed {seed}) shows {}; there may be more",
        counted(found, "outcome")
    )?;
    let base = if sample.even {
        "of all orders"
    } else {
        writeln!(
            out,
            "  the number of a lane's turns depends on the order, so some orders are drawn more often, or are too long to draw"
        )?;
        "of such draws"
    };
    for outcome in &sample.listed.outcomes {
        let Some(Estimate { drawn: led, low, high }) = outcome.estimate else { continue };
        let stop = stop_in_words(outcome.stops, outcome.gave_up);
        let cells = values(&sample.listed.cells, &outcome.values, stop);
        let (low, high, way) = (percent(low), percent(high), example_order(&outcome.witness));
        writeln!(out, "  {cells}: {led} of {drawn} drawn, 95 % interval {low} to {high} {base}{way}")?;
    }
    match sample.found.saturating_sub(sample.listed.outcomes.len()) {
        0 => Ok(()),
        more => writeln!(out, "  and {more} more"),
    }
}

/// Returns the values of cells, and the reason if the run stops with them.
fn values(cells: &[String], values: &[String], stop: Option<String>) -> String {
    let cells = cells.iter().zip(values).map(|(cell, value)| (&**cell, &**value));
    outcome_in_words(cells, stop.as_deref())
}

/// Writes the answer to whether an observed result is possible.
pub fn possibility(possibility: &Possibility, out: &mut impl Write) -> io::Result<()> {
    match possibility {
        Possibility::Possible { orders, of, witness, .. } => {
            writeln!(
                out,
                "possible in exactly {orders} of {}{}",
                counted(of, "order"),
                example_order(witness)
            )
        }
        Possibility::Shown { witness } => {
            writeln!(
                out,
                "possible{}; the budget ran out before its orders were counted",
                example_order(witness)
            )
        }
        Possibility::Impossible { because } => writeln!(out, "impossible: {because}"),
        Possibility::Undecided => writeln!(out, "not decided: the budget ran out"),
    }
}

fn percent(share: f64) -> String {
    match share * 100.0 {
        share @ 0.0..0.05 if share > 0.0 => "< 0.1 %".to_owned(),
        99.95..100.0 => "> 99.9 %".to_owned(),
        share => format!("{share:.1} %"),
    }
}

#[cfg(test)]
mod tests {
    use super::percent;

    #[test]
    fn only_all_orders_are_100_percent_and_only_none_are_0() {
        for (part, expected) in [
            (0, "0.0 %"),
            (1, "< 0.1 %"),
            (20_160, "50.0 %"),
            (40_299, "99.9 %"),
            (40_319, "> 99.9 %"),
            (40_320, "100.0 %"),
        ] {
            assert_eq!(percent(f64::from(part) / 40_320.0), expected, "{part}");
        }
    }
}
