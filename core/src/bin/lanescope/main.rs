//! The command line of Lanescope: a thin layer over `session`.

mod arguments;
mod comparing;
mod encoding;
mod explain;
mod files;
mod grading;
mod junit;
mod linking;
mod orders;
mod render;
mod sweeping;
mod testing;
mod waiting;

use arguments::{Arguments, Verb};
use clap::error::ErrorKind as ArgumentError;
use clap::{CommandFactory, Parser};
use files::{read, read_listing, replace, scenarios};
use lanescope_core::diag::{Diagnostic, Severity, render};
use lanescope_core::session::{
    Budget, Job, Progress, Session,
    compare::{Limits, OutcomeComparison, ReadingEntry, VendorComparison, compare, comparisons},
    known_sets,
    orders::{Possibility, PossibilityReport},
    report::{Explanation, Report, Versioned, closest_mnemonic},
    run::{NumberFormat, narrate},
    text::{Expectation, Verdict, counted, formatted},
};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;
use waiting::Wait;

/// Everything succeeded.
const FINE: u8 = 0;
/// An expectation or a run failed, a layout differs, or a comparison found a difference.
const FAILED: u8 = 1;
/// A file cannot be read or has errors, output cannot be written, or arguments are invalid.
const UNUSABLE: u8 = 2;

/// The maximum number of micro-steps in a JSON report, without `--all-steps`: about 10 MB.
const MOST_STEPS: u32 = 20_000;

/// The number of states of all orders between two looks at Ctrl+C.
const SLICE_STATES: usize = 4096;

/// The exit status of a verb, or the error that kept it from writing its output.
type VerbResult = io::Result<u8>;

fn main() -> ExitCode {
    let mut out = BufWriter::new(io::stdout().lock());
    let verdict = match Arguments::try_parse() {
        Ok(arguments) => dispatch(&arguments.verb, &mut out),
        Err(error) => explain_arguments(&error, &mut out),
    };
    ExitCode::from(match verdict.and_then(|status| out.flush().map(|()| status)) {
        Ok(status) => status,
        // A reader that has closed the pipe is not an error.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => FINE,
        Err(error) => {
            complain(format_args!("error: standard output: {error}"));
            UNUSABLE
        }
    })
}

/// Prints help or the version if they were asked for, and otherwise one line about the invalid arguments.
fn explain_arguments(error: &clap::Error, out: &mut impl Write) -> VerbResult {
    let text = error.render().to_string();
    if matches!(error.kind(), ArgumentError::DisplayHelp | ArgumentError::DisplayVersion) {
        out.write_all(text.as_bytes())?;
        return Ok(FINE);
    }
    let is_problem = |line: &&str| !line.starts_with("Usage:") && !line.starts_with("For more information");
    let is_bare = error.kind() == ArgumentError::DisplayHelpOnMissingArgumentOrSubcommand;
    let lines = text.lines().take_while(is_problem).map(str::trim).filter(|line| !line.is_empty());
    let problem = match is_bare {
        true => "error: expected a verb, such as `run` or `test`".to_owned(),
        false => lines.collect::<Vec<_>>().join(" ").replace(" tip: ", "; "),
    };
    let verb = std::env::args_os().nth(1).and_then(|verb| verb.into_string().ok());
    let verb = verb.filter(|verb| Arguments::command().find_subcommand(verb).is_some());
    complain(format_args!(
        "{problem}; see `lanescope {}--help`",
        verb.map_or_else(String::new, |verb| verb + " ")
    ));
    Ok(UNUSABLE)
}

fn dispatch(verb: &Verb, out: &mut impl Write) -> VerbResult {
    match verb {
        Verb::Run(asked) => run(asked, out),
        Verb::Test(asked) => testing::test(asked, out),
        Verb::Check(asked) => testing::check(asked, out),
        Verb::Fmt(asked) => {
            let (files, status) = scenarios(&asked.paths);
            let each = |status: u8, file: &String| {
                Ok(status.max(if asked.check { is_formatted(file) } else { fmt(file, out)? }))
            };
            files.iter().try_fold(status, each)
        }
        Verb::Render(asked) => render::render(asked, out),
        Verb::Link(asked) => linking::link(asked, out),
        Verb::Encode(asked) => encoding::encode(asked, out),
        Verb::Cost(asked) => encoding::cost(asked, out),
        Verb::Grade(asked) => grading::grade(asked, out),
        Verb::Explore(asked) => explore(asked, out),
        Verb::Possible(asked) => possible(asked, out),
        Verb::Vendors(arguments::Vendors {}) => {
            comparisons(&known_sets()).iter().try_for_each(|comparison| vendors(comparison, out))?;
            Ok(FINE)
        }
        Verb::Explain(asked) => explain_instruction(asked, out),
        Verb::Readings(asked) => readings(asked, out),
        Verb::Compare(asked) => compare_sides(asked, out),
        Verb::Sweep(asked) => sweeping::sweep(asked, out),
        Verb::Diff(asked) => explain::diff(asked, out),
    }
}

/// Writes a line to standard error. If that fails, there is nowhere left to report it.
fn complain(what: impl Display) {
    let _ = writeln!(io::stderr(), "{what}");
}

/// Reads, checks and runs a scenario, or one of its variants.
fn open(scenario: &arguments::ScenarioArguments) -> Option<Session> {
    open_side(&scenario.file, scenario.variant.as_deref(), u32::MAX)
}

/// Reads and checks a scenario, or one of its variants, and runs at most `most_steps` micro-steps.
fn open_side(file: &str, variant: Option<&str>, most_steps: u32) -> Option<Session> {
    let text = read_listing(file)?;
    let mut pending = Session::begin_as(&text, &known_sets(), variant);
    let base = pending.session();
    if let Some(name) = variant
        && base.variant.is_none()
    {
        complain(format_args!("error: {file} has no variant `{name}`; {}", variants_in_words(base)));
        return None;
    }
    pending.advance(most_steps);
    Some(pending.session().clone())
}

/// Returns the variants of a scenario, as half a sentence.
fn variants_in_words(base: &Session) -> String {
    let names: Vec<String> = base.variants().map(|name| format!("`{name}`")).collect();
    match names.len() {
        0 => "it has no variants".to_owned(),
        1 => format!("its only variant is {}", names[0]),
        _ => format!("its variants are {}", names.join(", ")),
    }
}

/// Reports the diagnostics of at least a severity.
fn tell_findings(file: &str, session: &Session, least: Severity) {
    tell_all(file, session, session.diagnostics.iter(), least);
}

fn tell_all<'d>(
    file: &str,
    session: &Session,
    findings: impl Iterator<Item = &'d Diagnostic>,
    least: Severity,
) {
    for finding in findings.filter(|finding| finding.severity >= least) {
        complain(render(file, &session.text, finding));
    }
}

/// Returns the status of a session: [`UNUSABLE`] if it does not check, [`FAILED`] if its run stops with an unexpected
/// error.
fn status(session: &Session) -> u8 {
    match (session.unexpected_errors(), &session.run) {
        (true, None) => UNUSABLE,
        (true, Some(_)) => FAILED,
        (false, _) => FINE,
    }
}

/// Returns the status of a session, which is at least [`FAILED`] if an expectation does not hold.
fn judgement(session: &Session) -> u8 {
    status(session).max(if session.is_as_expected() { FINE } else { FAILED })
}

/// Reports the diagnostics of a base text, and those of each variant that the base text does not have.
fn tell_sides(file: &str, sides: &[Session], least: Severity) {
    tell_findings(file, &sides[0], least);
    for session in &sides[1..] {
        tell_all(file, session, session.own_findings(&sides[0]).iter(), least);
    }
}

/// Writes the sentence of each micro-step, numbered.
fn sentences<W: Write>(session: &Session, out: &mut W) -> io::Result<()> {
    let Some(run) = &session.run else { return Ok(()) };
    let broken = |step: Option<u32>, out: &mut W| {
        run.breaches().iter().filter(|breach| breach.step == step).try_for_each(|breach| {
            let name = &run.scenario().invariants[breach.invariant].name;
            writeln!(out, "    !  `{name}` is broken: {}", breach.values_in_words())
        })
    };
    broken(None, out)?;
    for step in run.steps() {
        writeln!(out, "{:5}  {}", step.index, narrate(run.scenario(), &step))?;
        broken(Some(step.index), out)?;
    }
    Ok(())
}

/// Runs a scenario with its variants, or one variant alone, and prints the run in the form that was asked for.
fn run(asked: &arguments::RunArguments, out: &mut impl Write) -> VerbResult {
    let file = &asked.scenario.file;
    let Some(base) = open(&asked.scenario) else { return Ok(UNUSABLE) };
    let mut sides: Vec<Session> = match asked.scenario.variant {
        Some(_) => Vec::new(),
        None => base.each_variant().collect(),
    };
    sides.insert(0, base);
    sides.iter_mut().for_each(|side| side.judge_orders(Budget::default()));
    tell_sides(file, &sides, Severity::Info);
    if asked.json {
        let mut report = Report::from_session(&sides[0]).with_variants(&sides[0], &sides[1..]);
        if asked.no_steps {
            report = report.without_steps();
        } else if !asked.all_steps
            && let left_out @ 1.. = report.limit_steps(MOST_STEPS)
        {
            let steps = counted(left_out, "more micro-step");
            complain(format_args!(
                "note: the report has the first {MOST_STEPS} micro-steps and leaves out {steps}; `--all-steps` writes them too"
            ));
        }
        report.write(&mut *out)?;
    } else if asked.csv {
        sides[0].write_csv(&mut *out)?;
    } else {
        sentences(&sides[0], out)?;
    }
    // The failures are printed after the run, even if both streams go to one terminal.
    out.flush()?;
    sides.iter().for_each(|session| tell_failures(file, session));
    Ok(sides.iter().map(judgement).max().unwrap_or(FINE))
}

/// Writes a report as indented JSON, with its version and a line end.
fn json(report: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, &Versioned::new(report))?;
    writeln!(out)
}

/// Writes a list as JSON, as the only field of a report.
fn json_list(name: &str, list: &[impl Serialize], out: &mut impl Write) -> io::Result<()> {
    json(&BTreeMap::from([(name, list)]), out)
}

/// Returns the format of values in a report.
fn value_format(as_json: bool) -> NumberFormat {
    if as_json { NumberFormat::Hex } else { NumberFormat::Auto }
}

/// Describes every instruction with the given mnemonic.
fn explain_instruction(asked: &arguments::Explain, out: &mut impl Write) -> VerbResult {
    let (name, sets) = (&asked.mnemonic, known_sets());
    let known = Explanation::all_named(name, &sets);
    if known.is_empty() {
        let close = closest_mnemonic(name, &sets)
            .map_or(String::new(), |mnemonic| format!("; did you mean `{mnemonic}`?"));
        complain(format_args!("error: no instruction is called `{name}`{close}"));
        return Ok(UNUSABLE);
    }
    match asked.json {
        true => json_list("instructions", &known, out)?,
        false => known.iter().try_for_each(|instruction| explain::explain(instruction, out))?,
    }
    Ok(FINE)
}

/// Lists the interpretations of all instruction sets, or those that affect the program of a scenario.
fn readings(asked: &arguments::Readings, out: &mut impl Write) -> VerbResult {
    let (entries, status) = match &asked.file {
        None => (known_sets().readings().map(ReadingEntry::by_default).collect(), FINE),
        Some(file) => {
            let session = open_side(file, asked.variant.as_deref(), u32::MAX);
            let Some(mut session) = session else { return Ok(UNUSABLE) };
            session.value_format = value_format(asked.json);
            tell_findings(file, &session, Severity::Error);
            if status(&session) == UNUSABLE {
                return Ok(UNUSABLE);
            }
            (session.what_if(), status(&session))
        }
    };
    match asked.json {
        true => json_list("readings", &entries, out)?,
        false => entries.iter().try_for_each(|entry| explain::reading(entry, out))?,
    }
    Ok(status)
}

/// Opens the other side of a comparison, a variant of the scenario or another file. Returns it with the names of both
/// sides.
fn other_side(file: &str, base: &Session, other: &str) -> Option<([String; 2], Session)> {
    if base.variants().any(|variant| variant == other) {
        return Some((["base", other].map(str::to_owned), Session::open_as(&base.text, Some(other))));
    }
    if other != files::STANDARD_INPUT && !Path::new(other).exists() {
        complain(format_args!(
            "error: `{other}` is neither a variant of {file} nor a file; {}",
            variants_in_words(base)
        ));
        return None;
    }
    Some(([file, other].map(str::to_owned), Session::open(&read(other)?)))
}

/// Reports the errors of the other side: all of another file, and of a variant those that the base text does not have.
fn tell_other_side(file: &str, base: &Session, name: &str, other: &Session) {
    match other.variant {
        Some(_) => tell_all(file, other, other.own_findings(base).iter(), Severity::Error),
        None => tell_findings(name, other, Severity::Error),
    }
}

/// Compares two files, or a file with one of its variants.
fn compare_sides(asked: &arguments::Compare, out: &mut impl Write) -> VerbResult {
    let file = &asked.file;
    let Some(text) = read(file) else { return Ok(UNUSABLE) };
    let mut base = Session::open(&text);
    base.value_format = value_format(asked.json);
    let variants: Vec<&str> = base.variants().collect();
    let other = match (&asked.other, &variants[..]) {
        (Some(other), _) => other.as_str(),
        (None, [only]) => only,
        (None, _) => {
            complain(format_args!(
                "error: {file}: expected the name of a variant, or another file; {}",
                variants_in_words(&base)
            ));
            return Ok(UNUSABLE);
        }
    };
    let Some((names, other)) = other_side(file, &base, other) else { return Ok(UNUSABLE) };
    tell_findings(file, &base, Severity::Error);
    tell_other_side(file, &base, &names[1], &other);
    let outcomes = |job: OutcomeComparison| waiting::wait(job, SLICE_STATES);
    let report = compare([&*names[0], &*names[1]], &base, &other, Limits::default(), outcomes);
    match asked.json {
        true => json(&report, out)?,
        false => comparing::comparison(&report, out)?,
    }
    Ok(match &report.problem {
        Some(_) => UNUSABLE,
        None if report.is_same() => FINE,
        None => FAILED,
    })
}

/// Reports which expectations failed.
fn tell_failures(file: &str, session: &Session) {
    for (line, failure) in failures(session) {
        complain(format_args!("{file}:{line}: {}{failure}", session.side_in_words()));
    }
}

/// Returns the expectations that are not known to hold, each with its line and the reason.
fn failures(session: &Session) -> impl Iterator<Item = (usize, String)> {
    let failed = session.expectations.iter().filter(|claim| !claim.holds());
    failed.flat_map(|claim| {
        let line = session.line(claim.span);
        let expectation = if claim.verdict == Verdict::Fails { "expectation failed:" } else { "expectation" };
        claim.differences.iter().map(move |difference| (line, format!("{expectation} {difference}")))
    })
}

/// Explores all orders of a scenario, and checks its `.expect` lines about them.
fn explore(asked: &arguments::Explore, out: &mut impl Write) -> VerbResult {
    let Some(mut session) = open(&asked.scenario) else { return Ok(UNUSABLE) };
    tell_findings(&asked.scenario.file, &session, Severity::Error);
    session.value_format = value_format(asked.json);
    let most_listed = match asked.top {
        Some(0) => usize::MAX,
        Some(top) => top,
        None if asked.json => usize::MAX,
        None => orders::MOST_OUTCOMES,
    };
    let Some(mut job) = session.begin_report(asked.budget.budget(), most_listed) else {
        return Ok(UNUSABLE);
    };
    let mut wait = Wait::new();
    while !job.advance(SLICE_STATES) {
        let Progress { part, done, most } = job.progress();
        if !wait.goes_on(orders::part(part), done, most) {
            job.end_early();
        }
    }
    let reported = job.finish();
    session.take_verdicts(&reported.judgements);
    let report = reported.report;
    wait.end();
    match asked.json {
        true => json(&report, out)?,
        false => orders::outcomes(&report, out)?,
    }
    out.flush()?;
    session.expectations = session.about_orders();
    tell_failures(&asked.scenario.file, &session);
    let hold = session.expectations.iter().all(Expectation::holds);
    Ok(if report.is_decided() && hold { FINE } else { FAILED })
}

/// Reports how many orders produce the result that the `.expect` lines describe.
fn possible(asked: &arguments::Possible, out: &mut impl Write) -> VerbResult {
    let Some(session) = open(&asked.scenario) else { return Ok(UNUSABLE) };
    tell_findings(&asked.scenario.file, &session, Severity::Error);
    let claim = match session.written_claim() {
        Ok(claim) => claim,
        Err(refused) => {
            let file = &asked.scenario.file;
            refused.iter().for_each(|(line, why)| complain(format_args!("error: {file}:{line}: {why}")));
            return Ok(UNUSABLE);
        }
    };
    let possibility = match asked.budget {
        Some(states) => session.possible_within(&claim, states, states),
        None => session.possible(&claim),
    };
    let Some(possibility) = possibility else { return Ok(UNUSABLE) };
    match asked.json {
        true => json(&PossibilityReport::from(&possibility), out)?,
        false => orders::possibility(&possibility, out)?,
    }
    Ok(if matches!(possibility, Possibility::Possible { .. } | Possibility::Shown { .. }) {
        FINE
    } else {
        FAILED
    })
}

/// Rewrites a file in the canonical layout; standard input goes to standard output.
fn fmt(file: &str, out: &mut impl Write) -> VerbResult {
    let Some(text) = read(file) else { return Ok(UNUSABLE) };
    let new = formatted(&text);
    if file == files::STANDARD_INPUT {
        out.write_all(new.as_bytes())?;
    } else if new != text
        && let Err(error) = replace(Path::new(file), &new)
    {
        complain(format_args!("error: {file}: {error}"));
        return Ok(UNUSABLE);
    }
    Ok(FINE)
}

/// Checks a file's layout, and reports the file if it is not canonical.
fn is_formatted(file: &str) -> u8 {
    let Some(text) = read(file) else { return UNUSABLE };
    if formatted(&text) == text {
        return FINE;
    }
    complain(format_args!("{file}: not in canonical layout"));
    FAILED
}

/// Writes a comparison of instruction sets: their lines, the semantics, and the result of each lane.
fn vendors(comparison: &VendorComparison, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}", comparison.title)?;
    for side in &comparison.sides {
        writeln!(out, "  {}\n    {}", side.line, side.notation.replace('\n', "\n    "))?;
        if let Some(problem) = &side.problem {
            writeln!(out, "    stopped: {problem}")?;
        }
    }
    for lane in &comparison.lanes {
        let shown = |value: &Option<String>| value.as_deref().unwrap_or("-").to_owned();
        let outcomes = lane.outcomes.iter().map(|outcome| {
            format!("returns {}, stores {}", shown(&outcome.returned), shown(&outcome.stored))
        });
        let sign = if lane.differs() { " != " } else { " == " };
        let outcomes = outcomes.collect::<Vec<_>>().join(sign);
        let (memory, sources) = (shown(&lane.memory), lane.sources.join(", "));
        writeln!(out, "  {memory} ({sources}): {outcomes}")?;
    }
    Ok(())
}
