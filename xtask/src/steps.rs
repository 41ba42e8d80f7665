//! Steps that all run, even if some fail, and the table of their results.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::thread;
use std::time::{Duration, Instant};

use crate::counts::{Counts, Runner};
use crate::{Result, command, elapsed};

/// A step of a suite.
pub struct Step<'a> {
    name: &'static str,
    action: Action<'a>,
}

enum Action<'a> {
    Run(Command, Option<Runner>),
    Report(Command, PathBuf),
    Call(Box<dyn FnOnce() -> Result<()> + Send + 'a>),
    Skip(&'static str),
}

impl<'a> Step<'a> {
    /// Creates a step that runs a command.
    pub fn run(name: &'static str, command: Command) -> Self {
        Self { name, action: Action::Run(command, None) }
    }

    /// Creates a step that runs a command and counts its tests.
    pub fn count(name: &'static str, runner: Runner, command: Command) -> Self {
        Self { name, action: Action::Run(command, Some(runner)) }
    }

    /// Creates a step that runs Playwright, which writes its report to that file.
    pub fn report(name: &'static str, command: Command, report: PathBuf) -> Self {
        Self { name, action: Action::Report(command, report) }
    }

    /// Creates a step that calls a function.
    pub fn call(name: &'static str, action: impl FnOnce() -> Result<()> + Send + 'a) -> Self {
        Self { name, action: Action::Call(Box::new(action)) }
    }

    /// Creates a step that does not run, with the reason for the table.
    pub fn skip(name: &'static str, why: &'static str) -> Self {
        Self { name, action: Action::Skip(why) }
    }

    fn execute(self) -> Row {
        let start = Instant::now();
        let mut counts = None;
        let (result, note) = match self.action {
            Action::Run(command, None) => (command::run(command), ""),
            Action::Run(command, Some(runner)) => {
                let sum = counts.insert(Counts::default());
                (command::read(command, |line| sum.add(runner.read(line))), "")
            }
            Action::Report(command, path) => {
                // The report of an earlier run counts nothing.
                let _ = fs::remove_file(&path);
                let result = command::run(command);
                let report = fs::read_to_string(&path).map_err(|error| error.to_string());
                let read = report.and_then(|report| Counts::of_playwright(&report));
                let read = read.map(|read| counts = Some(read));
                (result.and(read.map_err(|why| format!("{}: {why}", path.display()))), "")
            }
            Action::Call(action) => (action(), ""),
            Action::Skip(why) => (Ok(()), why),
        };
        if let Err(why) = &result {
            eprintln!("xtask: {}: {why}", self.name);
        }
        Row { name: self.name, passed: result.is_ok(), note, counts, elapsed: start.elapsed() }
    }
}

struct Row {
    name: &'static str,
    passed: bool,
    note: &'static str,
    counts: Option<Counts>,
    elapsed: Duration,
}

/// A suite that runs.
pub struct Suite {
    start: Instant,
    rows: Vec<Row>,
}

impl Suite {
    /// Starts the clock.
    pub fn new() -> Self {
        Self { start: Instant::now(), rows: Vec::new() }
    }

    /// Runs steps one after the other.
    pub fn run<'a>(&mut self, steps: impl IntoIterator<Item = Step<'a>>) {
        for step in steps {
            println!("\n[{}] {}", self.rows.len() + 1, step.name);
            self.rows.push(step.execute());
        }
    }

    /// Runs steps one after the other, and at the same time another one, which prints nothing unless it fails.
    pub fn run_beside<'a>(&mut self, other: Step<'a>, steps: impl IntoIterator<Item = Step<'a>>) {
        let row = thread::scope(|scope| {
            let other = scope.spawn(|| other.execute());
            self.run(steps);
            other.join().expect("a step does not panic")
        });
        self.rows.push(row);
    }

    /// Prints the table, the reasons for skipped tests and the names of flaky tests and, as the last line, `N passed,
    /// N failed`.
    pub fn finish(self) -> ExitCode {
        println!("\n{}", table(&self.rows, self.start.elapsed()));
        let counts = sum(&self.rows);
        for reason in &counts.skipped {
            println!("skipped tests: {reason}");
        }
        for name in &counts.flaky {
            println!("failed, and passed when it ran again: {name}");
        }
        println!("{}", last_line(&counts));
        if self.rows.iter().all(|row| row.passed) && counts.failed == 0 {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        }
    }
}

fn last_line(counts: &Counts) -> String {
    format!("{} passed, {} failed", counts.passed, counts.failed)
}

/// A step that fails without naming a failed test counts as one, so that the last line never hides it.
fn sum(rows: &[Row]) -> Counts {
    let mut sum = Counts::default();
    for row in rows {
        let counts = row.counts.clone().unwrap_or_default();
        if !row.passed && counts.failed == 0 {
            sum.failed += 1;
        }
        sum.add(counts);
    }
    sum
}

fn table(rows: &[Row], elapsed: Duration) -> String {
    let mut text = format!("{:<28}{:<8}{:>13}{:>9}{:>9}\n", "step", "result", "time", "passed", "failed");
    for row in rows {
        let result = match (row.passed, row.note) {
            (true, "") => "ok",
            (true, _) => "skipped",
            (false, _) => "FAILED",
        };
        let time = elapsed::show(row.elapsed);
        let (passed, failed) = match &row.counts {
            Some(counts) => (counts.passed.to_string(), counts.failed.to_string()),
            None => (String::new(), String::new()),
        };
        let line = format!("{:<28}{result:<8}{time:>13}{passed:>9}{failed:>9}  {}", row.name, row.note);
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text.push_str(&format!("{:<36}{:>13}\n", "all", elapsed::show(elapsed)));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(passed: bool, counts: Option<(usize, usize)>) -> Row {
        let counts = counts.map(|(passed, failed)| Counts { passed, failed, ..Counts::default() });
        Row { name: "step", passed, note: "", counts, elapsed: Duration::from_secs(61) }
    }

    #[test]
    fn a_failed_step_always_shows_in_the_sum() {
        let rows =
            [row(true, Some((3, 0))), row(false, None), row(false, Some((1, 2))), row(false, Some((5, 0)))];
        let counts = sum(&rows);
        assert_eq!(last_line(&counts), "9 passed, 4 failed");
    }

    #[test]
    fn the_table_lines_up() {
        let text = table(&[row(true, Some((3, 0))), row(false, None)], Duration::from_secs(122));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1], "step                        ok               61 s        3        0");
        assert_eq!(lines[2], "step                        FAILED           61 s");
        assert_eq!(lines[3], "all                                    2 min 02 s");
    }
}
