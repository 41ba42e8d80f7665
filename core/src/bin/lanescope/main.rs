//! The command line of Lanescope: a thin layer over `session`.

mod comparing;
mod explain;
mod orders;
mod render;
mod sweeping;

use lanescope_core::diag::{Diagnostic, Severity, render};
use lanescope_core::session::{
    Comparison, ComparisonReport, Explanation, Limits, NotationChange, OutcomesReport, Possibility,
    ReadingEntry, Report, Session, closest_mnemonic, compare, comparisons, formatted, narrate, roll_call,
};
use serde::Serialize;
use std::fmt::Display;
use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "\
lanescope: runs scenarios of GPU memory instructions

  lanescope run FILE                  run a scenario and tell every micro-step in a sentence
  lanescope run FILE --json           the same as a report; with --no-steps without the micro-steps
  lanescope run FILE --csv            the same as a table
  lanescope test FILE...              run scenarios and their variants, and judge the .expect lines of each
  lanescope check FILE...             read, check and run scenarios, and tell what is found
  lanescope fmt FILE... [--check]     bring scenarios into canonical layout
  lanescope render FILE               draw its last step as SVG, as the page does; with --step N another one, with --strip all of
                                      the run, with --lane N the steps of a lane; with --theme light|dark|auto; -o OUT.svg
  lanescope encode FILE               tell the machine code of each instruction, field by field
  lanescope explore FILE [--json]     tell what every order of the lanes can come to, with an order that leads there
  lanescope possible FILE             tell whether some order ends as the .expect lines say, and how many do
  lanescope vendors                   tell what the instruction sets make of the same numbers
  lanescope explain NAME [--json]     tell all that is known of an instruction: operands, semantics, operations, readings
  lanescope readings [FILE] [--json]  tell what the manuals leave open, and how that is read: all of it, or what touches
                                      the program of a scenario
  lanescope compare A B [--json]      tell where two scenarios part: the first step that differs, what differs at the end,
                                      and what all orders of the one can leave in memory that those of the other cannot
  lanescope compare FILE [NAME]       the same of a scenario and its .variant of that name, or its only one
  lanescope sweep FILE PLACE [--json] run a scenario with every value of an element such as BUF[0] at its start, of 32 and 64
                                      bits with corners, of floats with every class, and tell what comes of each;
                                      'BUF[0] = 0..9' or 'BUF[0] = 1 5 0xff' says which
  lanescope sweep FILE PLACE... --beside OTHER [--seed N] [--json]
                                      tell with which values of up to three elements its .variant of that name, or another
                                      file, ends differently: a counterexample, or no difference
  lanescope diff FILE [--json]        tell what its .op and .semantics change against the built-in texts
  lanescope --version                 tell the version

FILE may be - for standard input.
Exit status: 0 all is well, or as the scenario expects; 1 an expectation failed (run, test), a run stopped with an error
that no .expect line asks for (run, test, check), no order ends so (possible), the budget was spent (explore, possible), or
a layout differs (fmt --check); 2 a file cannot be read or does not
check, output cannot be written, or the arguments are off.
";

/// All is well.
const FINE: u8 = 0;
/// An expectation or a run failed, or a layout differs.
const FAILED: u8 = 1;
/// A file cannot be read or does not check, or output cannot be written.
const UNUSABLE: u8 = 2;

/// What a verb came to: a status, or why its output could not be written.
type Verdict = io::Result<u8>;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let mut out = BufWriter::new(io::stdout().lock());
    let verdict = dispatch(&args, &mut out).and_then(|status| out.flush().map(|()| status));
    ExitCode::from(match verdict {
        Ok(status) => status,
        // A reader that has gone away is no error.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => FINE,
        Err(error) => {
            complain(format_args!("error: standard output: {error}"));
            UNUSABLE
        }
    })
}

fn dispatch(args: &[String], out: &mut impl Write) -> Verdict {
    if let [verb, words @ ..] = args
        && verb == "render"
        && !words.iter().any(|word| word == "--help" || word == "-h")
    {
        return render::render(words, out);
    }
    if let [verb, words @ ..] = args
        && verb == "sweep"
        && let Some(asked) = sweeping::Asked::of(words)
    {
        return sweeping::sweep(&asked, out);
    }
    let (flags, words): (Vec<&str>, Vec<&str>) =
        args.iter().map(String::as_str).partition(|arg| arg.starts_with('-') && *arg != "-");
    match (words.as_slice(), flags.as_slice()) {
        (_, flags) if flags.contains(&"--help") || flags.contains(&"-h") => {
            out.write_all(USAGE.as_bytes())?;
            Ok(FINE)
        }
        ([], ["--version"]) => {
            writeln!(out, "lanescope {}", env!("CARGO_PKG_VERSION"))?;
            Ok(FINE)
        }
        (["run", file], []) => run(file, out, |sides, out| sentences(&sides[0], out)),
        (["run", file], ["--json"]) => run(file, out, |sides, out| {
            Report::of(&sides[0]).with_variants(&sides[0], &sides[1..]).write(out)
        }),
        (["run", file], ["--json", "--no-steps"] | ["--no-steps", "--json"]) => {
            run(file, out, |sides, out| {
                Report::of(&sides[0]).with_variants(&sides[0], &sides[1..]).without_steps().write(out)
            })
        }
        (["run", file], ["--csv"]) => run(file, out, |sides, out| sides[0].write_csv(out)),
        (["encode", file], []) => {
            run(file, out, |sides, out| out.write_all(sides[0].machine_code().as_bytes()))
        }
        (["test", files @ ..], []) if !files.is_empty() => test(files, out),
        (["check", files @ ..], []) if !files.is_empty() => worst(files, |file| Ok(check(file))),
        (["explore", file], []) => explore(file, out, orders::outcomes),
        (["explore", file], ["--json"]) => explore(file, out, |it, out| json(it, out)),
        (["possible", file], []) => possible(file, out),
        (["vendors"], []) => {
            for comparison in comparisons(&roll_call()) {
                vendors(&comparison, out)?;
            }
            Ok(FINE)
        }
        (["explain", name], []) => {
            explain_instruction(name, out, |it, out| it.iter().try_for_each(|it| explain::explain(it, out)))
        }
        (["explain", name], ["--json"]) => explain_instruction(name, out, |it, out| json(it, out)),
        (["readings", files @ ..], []) if files.len() < 2 => {
            readings(files.first(), out, |it, out| it.iter().try_for_each(|it| explain::reading(it, out)))
        }
        (["readings", files @ ..], ["--json"]) if files.len() < 2 => {
            readings(files.first(), out, |it, out| json(it, out))
        }
        (["compare", first, second @ ..], []) if second.len() < 2 => {
            compare_sides(first, second.first().copied(), out, comparing::comparison)
        }
        (["compare", first, second @ ..], ["--json"]) if second.len() < 2 => {
            compare_sides(first, second.first().copied(), out, |it, out| json(it, out))
        }
        (["diff", file], []) => {
            diff(file, out, |it, out| it.iter().try_for_each(|it| explain::change(it, out)))
        }
        (["diff", file], ["--json"]) => diff(file, out, |it, out| json(it, out)),
        (["fmt", files @ ..], []) if !files.is_empty() => worst(files, |file| fmt(file, out)),
        (["fmt", files @ ..], ["--check"]) if !files.is_empty() => {
            worst(files, |file| Ok(is_formatted(file)))
        }
        _ => {
            complain(USAGE.trim_end());
            Ok(UNUSABLE)
        }
    }
}

/// Tells something on standard error. Where that cannot be written, there is nobody left to tell.
fn complain(what: impl Display) {
    let _ = writeln!(io::stderr(), "{what}");
}

/// The highest status over the files.
fn worst(files: &[&str], mut verb: impl FnMut(&str) -> Verdict) -> Verdict {
    files.iter().try_fold(FINE, |status, file| Ok(verb(file)?.max(status)))
}

/// The text of a file; reported when it cannot be read.
fn read(file: &str) -> Option<String> {
    let bytes = if file == "-" {
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(file)
    };
    match bytes.map(String::from_utf8) {
        Ok(Ok(text)) => return Some(text),
        Ok(Err(_)) => complain(format_args!("error: {file}: not UTF-8 text")),
        Err(error) => complain(format_args!("error: {file}: {error}")),
    }
    None
}

/// Tells the findings of at least that severity.
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

/// What became of a scenario: whether it checks, and whether its run ends as it expects.
fn status(session: &Session) -> u8 {
    match (session.unexpected_errors(), &session.run) {
        (true, None) => UNUSABLE,
        (true, Some(_)) => FAILED,
        (false, _) => FINE,
    }
}

/// The same, and whether its expectations hold.
fn judgement(session: &Session) -> u8 {
    status(session).max(if session.is_as_expected() { FINE } else { FAILED })
}

/// Tells the findings of a text, and of each variant what is its own.
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
            writeln!(out, "    !  `{name}` does not hold: {}", breach.values_in_words())
        })
    };
    broken(None, out)?;
    for step in run.steps() {
        writeln!(out, "{:5}  {}", step.index, narrate(run.scenario(), &step))?;
        broken(Some(step.index), out)?;
    }
    Ok(())
}

fn run<W: Write>(file: &str, out: &mut W, tell: impl Fn(&[Session], &mut W) -> io::Result<()>) -> Verdict {
    let Some(text) = read(file) else { return Ok(UNUSABLE) };
    let sides = Session::judged(&text);
    tell_sides(file, &sides, Severity::Info);
    tell(&sides, out)?;
    // What does not hold is told behind the run.
    out.flush()?;
    sides.iter().for_each(|session| tell_failures(file, session));
    Ok(sides.iter().map(judgement).max().unwrap_or(FINE))
}

/// Writes a value as JSON, with a line's end.
fn json(value: &(impl Serialize + ?Sized), out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)
}

/// Tells what is known of the instructions of a name.
fn explain_instruction<W: Write>(
    name: &str,
    out: &mut W,
    tell: impl Fn(&[Explanation], &mut W) -> io::Result<()>,
) -> Verdict {
    let roll_call = roll_call();
    let known = Explanation::of(name, &roll_call);
    if known.is_empty() {
        let close =
            closest_mnemonic(name, &roll_call).map_or(String::new(), |it| format!("; did you mean `{it}`?"));
        complain(format_args!("error: no instruction is called `{name}`{close}"));
        return Ok(UNUSABLE);
    }
    tell(&known, out)?;
    Ok(FINE)
}

/// Tells the open questions: all of them, or those that touch the program of a file.
fn readings<W: Write>(
    file: Option<&&str>,
    out: &mut W,
    tell: impl Fn(&[ReadingEntry], &mut W) -> io::Result<()>,
) -> Verdict {
    let Some(file) = file else {
        tell(&roll_call().readings().map(ReadingEntry::by_default).collect::<Vec<_>>(), out)?;
        return Ok(FINE);
    };
    let Some(text) = read(file) else { return Ok(UNUSABLE) };
    let session = Session::open(&text);
    tell_findings(file, &session, Severity::Error);
    tell(&session.what_if(), out)?;
    Ok(status(&session))
}

/// Tells what the notation of a file changes.
fn diff<W: Write>(
    file: &str,
    out: &mut W,
    tell: impl Fn(&[NotationChange], &mut W) -> io::Result<()>,
) -> Verdict {
    let Some(text) = read(file) else { return Ok(UNUSABLE) };
    let session = Session::open(&text);
    tell_findings(file, &session, Severity::Error);
    tell(&session.notation_changes(), out)?;
    Ok(status(&session))
}

/// The other side of a comparison: a variant of a text by its name, or a file; with what the two are called.
fn other_side(file: &str, base: &Session, other: &str) -> Option<([String; 2], Session)> {
    if base.variants().any(|variant| variant == other) {
        return Some((["base", other].map(str::to_owned), Session::open_as(&base.text, Some(other))));
    }
    Some(([file, other].map(str::to_owned), Session::open(&read(other)?)))
}

/// Holds two files against each other, or a file against one of its variants.
fn compare_sides<W: Write>(
    file: &str,
    other: Option<&str>,
    out: &mut W,
    tell: impl Fn(&ComparisonReport, &mut W) -> io::Result<()>,
) -> Verdict {
    let Some(text) = read(file) else { return Ok(UNUSABLE) };
    let base = Session::open(&text);
    let variants: Vec<&str> = base.variants().collect();
    let other = match (other, &variants[..]) {
        (Some(other), _) => other,
        (None, [only]) => only,
        (None, _) => {
            let all = if variants.is_empty() { "none".to_owned() } else { variants.join(", ") };
            complain(format_args!(
                "error: {file}: expected the name of a variant, or another file; it has {all}"
            ));
            return Ok(UNUSABLE);
        }
    };
    let Some((names, other)) = other_side(file, &base, other) else { return Ok(UNUSABLE) };
    tell_findings(file, &base, Severity::Error);
    tell_findings(&names[1], &other, Severity::Error);
    let report = compare([&*names[0], &*names[1]], &base, &other, Limits::default());
    tell(&report, out)?;
    Ok(if report.problem.is_some() { UNUSABLE } else { FINE })
}

/// Tells which expectations do not hold.
fn tell_failures(file: &str, session: &Session) {
    let side = session.side_in_words();
    for claim in session.expectations.iter().filter(|claim| !claim.holds()) {
        let line = session.line(claim.span);
        for difference in &claim.differences {
            complain(format_args!("{file}:{line}: {side}expectation failed: {difference}"));
        }
    }
}

/// Explores all orders of a file, and tells what they come to.
fn explore<W: Write>(
    file: &str,
    out: &mut W,
    tell: impl Fn(&OutcomesReport, &mut W) -> io::Result<()>,
) -> Verdict {
    let Some(text) = read(file) else { return Ok(UNUSABLE) };
    let session = Session::open(&text);
    tell_findings(file, &session, Severity::Error);
    let Some(report) = session.outcomes() else { return Ok(UNUSABLE) };
    tell(&report, out)?;
    Ok(if report.memory.is_some() { FINE } else { FAILED })
}

/// Tells whether some order ends as the expectations of a file say.
fn possible(file: &str, out: &mut impl Write) -> Verdict {
    let Some(text) = read(file) else { return Ok(UNUSABLE) };
    let session = Session::open(&text);
    tell_findings(file, &session, Severity::Error);
    let Some(possibility) = session.possible(&session.observations()) else { return Ok(UNUSABLE) };
    orders::possibility(&possibility, out)?;
    Ok(if matches!(possibility, Possibility::Possible { .. }) { FINE } else { FAILED })
}

fn check(file: &str) -> u8 {
    let Some(text) = read(file) else { return UNUSABLE };
    let mut sides = vec![Session::open(&text)];
    sides.extend(sides[0].each_variant().collect::<Vec<_>>());
    tell_sides(file, &sides, Severity::Info);
    sides.iter().map(status).max().unwrap_or(FINE)
}

/// Judges the expectations of files, and of the variants in them. The closing line counts both.
fn test(files: &[&str], out: &mut impl Write) -> Verdict {
    let (mut passed, mut failed, mut worst) = (0, 0, FINE);
    for file in files {
        let sides = match read(file) {
            Some(text) => judge(file, &text),
            None => vec![(String::new(), UNUSABLE, None)],
        };
        for (side, verdict, claims) in sides {
            let word = if verdict == FINE { "ok" } else { "FAILED" };
            let remark = if claims == Some(0) { " (no expectations)" } else { "" };
            writeln!(out, "{word:6} {file}{side}{remark}")?;
            *(if verdict == FINE { &mut passed } else { &mut failed }) += 1;
            worst = worst.max(verdict);
        }
        out.flush()?;
    }
    writeln!(out, "{passed} passed, {failed} failed")?;
    Ok(worst)
}

/// Of a text that is tested and of each of its variants: what it is called behind the file's name, its status, and how many
/// expectations and invariants it has. Of what fails, warnings are told too: they may say why.
fn judge(file: &str, text: &str) -> Vec<(String, u8, Option<usize>)> {
    let sides = Session::judged(text);
    let fails = sides.iter().any(|session| judgement(session) != FINE);
    tell_sides(file, &sides, if fails { Severity::Warning } else { Severity::Error });
    let of = |session: &Session| {
        tell_failures(file, session);
        let side = session.variant.as_ref().map_or_else(String::new, |name| format!(", variant {name}"));
        let invariants = session.scenario.as_ref().map_or(0, |scenario| scenario.invariants.len());
        (side, judgement(session), Some(session.expectations.len() + invariants))
    };
    sides.iter().map(of).collect()
}

/// Brings a file into canonical layout; standard input to standard output.
fn fmt(file: &str, out: &mut impl Write) -> Verdict {
    let Some(text) = read(file) else { return Ok(UNUSABLE) };
    let new = formatted(&text);
    if file == "-" {
        out.write_all(new.as_bytes())?;
    } else if new != text
        && let Err(error) = replace(Path::new(file), &new)
    {
        complain(format_args!("error: {file}: {error}"));
        return Ok(UNUSABLE);
    }
    Ok(FINE)
}

/// Puts a new file in the place of another, so that whoever reads it meanwhile sees the old text or the new one, whole.
fn replace(file: &Path, text: &str) -> io::Result<()> {
    // A link stays one.
    let file = file.canonicalize()?;
    let mut name = file.clone().into_os_string();
    name.push(format!(".{}.new", std::process::id()));
    let new = PathBuf::from(name);
    let written = std::fs::metadata(&file)
        .and_then(|old| std::fs::write(&new, text).map(|()| old))
        .and_then(|old| std::fs::set_permissions(&new, old.permissions()))
        .and_then(|()| std::fs::rename(&new, &file));
    written.inspect_err(|_| {
        // The text is where it was; what could not be finished goes.
        let _ = std::fs::remove_file(&new);
    })
}

fn is_formatted(file: &str) -> u8 {
    let Some(text) = read(file) else { return UNUSABLE };
    if formatted(&text) == text {
        return FINE;
    }
    complain(format_args!("{file}: not in canonical layout"));
    FAILED
}

/// Writes a comparison: the lines, what they do, and what came of each lane.
fn vendors(comparison: &Comparison, out: &mut impl Write) -> io::Result<()> {
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
