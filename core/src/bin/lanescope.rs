//! The command line of Lanescope: a thin layer over `session`.

use lanescope_core::diag::{Severity, has_errors, render};
use lanescope_core::session::{Comparison, Report, Session, comparisons, narrate, roll_call};
use std::io::{Read, Write};
use std::process::ExitCode;

const USAGE: &str = "\
lanescope: runs scenarios of GPU memory instructions

  lanescope run FILE [--json|--csv]   run a scenario and tell every micro-step: sentences, a report, a table
  lanescope test FILE...              run scenarios and judge their .expect lines
  lanescope check FILE...             read and check scenarios
  lanescope fmt FILE... [--check]     bring scenarios into canonical layout
  lanescope encode FILE               tell the machine code of each instruction, field by field
  lanescope vendors                   tell what the instruction sets make of the same numbers

FILE may be - for standard input.
Exit status: 0 all is well, 1 an expectation failed (test) or a layout differs (fmt --check),
2 a file cannot be read or does not check, or the arguments are off.
";

/// All is well.
const FINE: u8 = 0;
/// An expectation failed, or a layout differs.
const FAILED: u8 = 1;
/// A file cannot be read or does not check.
const UNUSABLE: u8 = 2;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (flags, words): (Vec<&str>, Vec<&str>) =
        args.iter().map(String::as_str).partition(|arg| arg.starts_with('-') && *arg != "-");
    let status = match (words.as_slice(), flags.as_slice()) {
        (_, flags) if flags.contains(&"--help") || flags.contains(&"-h") => {
            print(USAGE);
            FINE
        }
        (["run", file], []) => run(file, sentences),
        (["run", file], ["--json"]) => run(file, |session| Report::of(session).to_json()),
        (["run", file], ["--csv"]) => run(file, Session::csv),
        (["encode", file], []) => run(file, Session::machine_code),
        (["test", files @ ..], []) if !files.is_empty() => test(files),
        (["check", files @ ..], []) if !files.is_empty() => worst(files, check),
        (["vendors"], []) => {
            comparisons(&roll_call()).iter().for_each(vendors);
            FINE
        }
        (["fmt", files @ ..], []) if !files.is_empty() => worst(files, |file| fmt(file, false)),
        (["fmt", files @ ..], ["--check"]) if !files.is_empty() => worst(files, |file| fmt(file, true)),
        _ => {
            eprint!("{USAGE}");
            UNUSABLE
        }
    };
    ExitCode::from(status)
}

/// Prints to standard output. A reader that has gone away is no error.
fn print(text: &str) {
    let _ = std::io::stdout().write_all(text.as_bytes());
}

/// The highest status over the files.
fn worst(files: &[&str], verb: impl Fn(&str) -> u8) -> u8 {
    files.iter().map(|file| verb(file)).max().unwrap_or(FINE)
}

/// The text of a file; reported when it cannot be read.
fn read(file: &str) -> Option<String> {
    let bytes = if file == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(file)
    };
    match bytes.map(String::from_utf8) {
        Ok(Ok(text)) => Some(text),
        Ok(Err(_)) => {
            eprintln!("error: {file}: not UTF-8 text");
            None
        }
        Err(error) => {
            eprintln!("error: {file}: {error}");
            None
        }
    }
}

/// A file, opened, with its findings of at least that severity told on standard error.
fn open(file: &str, least: Severity) -> Option<Session> {
    let text = read(file)?;
    let session = Session::open(&text);
    for finding in session.diagnostics.iter().filter(|finding| finding.severity >= least) {
        eprintln!("{}", render(file, &text, finding));
    }
    Some(session)
}

/// The sentence of each micro-step, numbered.
fn sentences(session: &Session) -> String {
    let Some(run) = &session.run else { return String::new() };
    run.steps().map(|step| format!("{:5}  {}\n", step.index, narrate(run.scenario(), &step))).collect()
}

fn run(file: &str, tell: impl Fn(&Session) -> String) -> u8 {
    let Some(session) = open(file, Severity::Info) else { return UNUSABLE };
    print(&tell(&session));
    let failed = failures(file, &session);
    if has_errors(&session.diagnostics) {
        UNUSABLE
    } else if failed > 0 {
        FAILED
    } else {
        FINE
    }
}

/// Tells what does not hold; returns how many expectations that are.
fn failures(file: &str, session: &Session) -> usize {
    let failed = session.expectations.iter().filter(|expectation| !expectation.holds);
    let tell = |expectation: &lanescope_core::session::Expectation| {
        let line = session.line(expectation.span);
        for difference in &expectation.differences {
            eprintln!("{file}:{line}: expectation failed: {difference}");
        }
    };
    failed.inspect(|expectation| tell(expectation)).count()
}

fn check(file: &str) -> u8 {
    match open(file, Severity::Info) {
        Some(session) if !has_errors(&session.diagnostics) => FINE,
        _ => UNUSABLE,
    }
}

/// Judges the expectations of files. The closing line counts files.
fn test(files: &[&str]) -> u8 {
    let (mut passed, mut failed, mut status) = (0, 0, FINE);
    for file in files {
        let verdict = match open(file, Severity::Error) {
            None => UNUSABLE,
            Some(session) => match (session.unexpected_errors(), failures(file, &session)) {
                (true, _) => UNUSABLE,
                (false, 0) => FINE,
                (false, _) => FAILED,
            },
        };
        match verdict {
            FINE => passed += 1,
            _ => failed += 1,
        }
        let word = if verdict == FINE { "ok" } else { "FAILED" };
        print(&format!("{word:6} {file}\n"));
        status = status.max(verdict);
    }
    print(&format!("{passed} passed, {failed} failed\n"));
    status
}

fn fmt(file: &str, only_check: bool) -> u8 {
    let Some(text) = read(file) else { return UNUSABLE };
    let formatted = Session::open(&text).formatted();
    if file == "-" && !only_check {
        print(&formatted);
    } else if formatted != text {
        if only_check {
            eprintln!("{file}: not in canonical layout");
            return FAILED;
        }
        if let Err(error) = std::fs::write(file, formatted) {
            eprintln!("error: {file}: {error}");
            return UNUSABLE;
        }
    }
    FINE
}

/// Prints a comparison: the lines, what they do, and what came of each lane.
fn vendors(comparison: &Comparison) {
    print(&format!("{}\n", comparison.title));
    for side in &comparison.sides {
        print(&format!("  {}\n    {}\n", side.line, side.notation.replace('\n', "\n    ")));
        if let Some(problem) = &side.problem {
            print(&format!("    stopped: {problem}\n"));
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
        print(&format!("  {memory} ({sources}): {outcomes}\n"));
    }
}
