//! What orders come to, in words.

use lanescope_core::session::{
    ExplanationReport, InvariantOrders, MatterKind, MeetingReport, OutcomeList, OutcomesReport, Possibility,
    RenamedReport, SampleReport, SeenReport, in_words, lanes_in_words, stop_in_words,
};
use std::io::{self, Write};

/// How many outcomes of each factor are told, and how many values of a lane.
const MOST_OUTCOMES: usize = 40;
const MOST_VALUES: usize = 8;

/// Who meets, what their order decides, and what it can come to.
pub fn outcomes(report: &OutcomesReport, out: &mut impl Write) -> io::Result<()> {
    for met in report.meetings.iter().flatten() {
        meeting(met, out)?;
    }
    if report.meetings.as_ref().is_some_and(Vec::is_empty) {
        writeln!(out, "no two lanes meet where one of them writes: their order decides nothing")?;
    }
    list("memory", report.memory.as_ref(), report.memory_sample.as_deref(), out)?;
    list("memory and results", report.results.as_ref(), report.results_sample.as_deref(), out)?;
    report.renamed.as_ref().map_or(Ok(()), |list| renamed(list, out))?;
    report.invariants.iter().try_for_each(|it| invariant(it, out))
}

/// The outcomes where it does not matter which of the lanes that do the same gets what.
fn renamed(renamed: &RenamedReport, out: &mut impl Write) -> io::Result<()> {
    let RenamedReport { alike, kinds, list } = renamed;
    let alike = alike.iter().map(|it| format!("{} of line {}", lanes_in_words(&it.lanes), it.line));
    let alike: Vec<String> = alike.collect();
    let s = if kinds == "1" { "" } else { "s" };
    writeln!(
        out,
        "whichever of {} gets what: {kinds} outcome{s} that stand{} for {} of {} orders",
        alike.join(", and of "),
        if s.is_empty() { "s" } else { "" },
        list.outcomes,
        list.orders
    )?;
    factors(list, out)
}

fn invariant(it: &InvariantOrders, out: &mut impl Write) -> io::Result<()> {
    write!(out, "line {}, invariant {}: {}", it.line, it.name, it.in_words())?;
    if it.can_break() {
        write!(out, ", for instance {}", in_words(&it.witness))?;
    }
    writeln!(out)
}

fn meeting(meeting: &MeetingReport, out: &mut impl Write) -> io::Result<()> {
    let lanes: Vec<String> = meeting.lanes.iter().map(u8::to_string).collect();
    let decides = match meeting.decides {
        MatterKind::Nothing => "their order decides nothing",
        MatterKind::Results => "their order decides what they get back, and not what lies in memory then",
        MatterKind::Undefined => "the manual leaves open what comes of two writes to the same bytes",
        MatterKind::Memory => "their order decides what lies in memory then",
    };
    let (line, instruction) = (meeting.line, &meeting.instruction);
    let (lanes, cells) = (lanes.join(", "), meeting.cells.join(", "));
    writeln!(out, "line {line}, {instruction}: lanes {lanes} meet at {cells}; {decides}")?;
    meeting.seen.iter().flatten().filter(|seen| seen.count > 1).try_for_each(|it| seen(it, out))
}

fn seen(seen: &SeenReport, out: &mut impl Write) -> io::Result<()> {
    let first = seen.values.iter().take(MOST_VALUES);
    let values: Vec<String> = first.map(|(value, share)| format!("{value} ({})", percent(*share))).collect();
    let more = match seen.count.saturating_sub(MOST_VALUES) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    writeln!(out, "  lane {} can find in {}: {}{more}", seen.lane, seen.place, values.join(", "))
}

fn list(
    what: &str,
    list: Option<&OutcomeList>,
    sample: Option<&SampleReport>,
    out: &mut impl Write,
) -> io::Result<()> {
    let Some(list) = list else {
        writeln!(out, "{what}: not decided, the budget is spent")?;
        return sample.map_or(Ok(()), |drawn| sampled(drawn, out));
    };
    let s = if list.outcomes == "1" { "" } else { "s" };
    writeln!(out, "{what}: {} outcome{s} of {} orders", list.outcomes, list.orders)?;
    if let Some(stop) = stop_in_words(false, &list.gave_up) {
        writeln!(out, "  whatever the order, {stop}")?;
    }
    factors(list, out)
}

/// The outcomes of each factor.
fn factors(list: &OutcomeList, out: &mut impl Write) -> io::Result<()> {
    // Where nothing differs there is nothing to list.
    for factor in list.factors.iter().filter(|factor| !factor.cells.is_empty() || factor.count > 1) {
        for outcome in factor.outcomes.iter().take(MOST_OUTCOMES) {
            let stop = stop_in_words(outcome.stops, &outcome.gave_up);
            let cells = values(&factor.cells, &outcome.values, stop);
            let (orders, all) = (&outcome.orders, &factor.orders);
            let (share, way) = (percent(outcome.share), in_words(&outcome.witness));
            let many = match &*outcome.stands_for {
                "1" => String::new(),
                many => format!(" as one of {many}"),
            };
            writeln!(out, "  {cells}{many}: {orders} of {all} ({share}), for instance {way}")?;
            if let Some(explanation) = outcome.explanation.as_ref().filter(|it| it.is_short()) {
                writeln!(out, "    {}", why(explanation))?;
            }
        }
        if let more @ 1.. = factor.outcomes.len().saturating_sub(MOST_OUTCOMES) {
            writeln!(out, "  and {more} more")?;
        }
    }
    Ok(())
}

/// What came up in a sample.
fn sampled(sample: &SampleReport, out: &mut impl Write) -> io::Result<()> {
    let SampleReport { drawn, seed, found, .. } = sample;
    let s = if *found == 1 { "" } else { "s" };
    writeln!(out, "  a sample of {drawn} orders (seed {seed}) shows {found} outcome{s}; there may be more")?;
    let of = if sample.even {
        "of all orders"
    } else {
        writeln!(
            out,
            "  the number of a lane's turns depends on the order, so some orders are drawn more often"
        )?;
        "of such draws"
    };
    for outcome in sample.outcomes.iter().take(MOST_OUTCOMES) {
        let stop = stop_in_words(outcome.stops, &outcome.gave_up);
        let cells = values(&sample.cells, &outcome.values, stop);
        let (low, high, way) = (percent(outcome.low), percent(outcome.high), in_words(&outcome.witness));
        writeln!(
            out,
            "  {cells}: {} of {drawn} drawn, so {low} to {high} {of}, for instance {way}",
            outcome.drawn
        )?;
    }
    match sample.outcomes.len().saturating_sub(MOST_OUTCOMES) {
        0 => Ok(()),
        more => writeln!(out, "  and {more} more that are listed"),
    }
}

/// What lies in some cells, and why the run stops there.
fn values(cells: &[String], values: &[String], stop: Option<String>) -> String {
    let cells = cells.iter().zip(values).map(|(cell, value)| format!("{cell} = {value}"));
    let cells = cells.collect::<Vec<_>>().join(", ");
    match stop {
        Some(stop) if cells.is_empty() => stop,
        Some(stop) => format!("{cells}, and {stop}"),
        None => cells,
    }
}

/// Whether something can be that was seen.
pub fn possibility(possibility: &Possibility, out: &mut impl Write) -> io::Result<()> {
    match possibility {
        Possibility::Possible { orders, of, witness, .. } => {
            writeln!(out, "possible in exactly {orders} of {of} orders, for instance {}", in_words(witness))
        }
        Possibility::Impossible { because } => writeln!(out, "impossible: {because}"),
        Possibility::Undecided => writeln!(out, "not decided: the budget is spent"),
    }
}

/// Why an outcome comes about, as half a sentence.
fn why(explanation: &ExplanationReport) -> String {
    let pair = |(first, second): &(u8, u8)| format!("{first} before {second}");
    let pairs = |all: &Vec<(u8, u8)>| all.iter().map(pair).collect::<Vec<_>>().join(", ");
    let all: Vec<String> = explanation.alternatives.iter().map(pairs).collect();
    let how = if explanation.sufficient { "exactly where" } else { "only where" };
    format!("{how} lane {}", all.join("; or lane "))
}

fn percent(share: f64) -> String {
    match share * 100.0 {
        share @ 0.0..0.05 if share > 0.0 => "< 0.1 %".to_owned(),
        share => format!("{share:.1} %"),
    }
}
