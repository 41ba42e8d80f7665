//! `test` and `check`: the diagnostics and expectations of files, for people and for other programs.

use super::arguments::{Check, FileOutput, Test};
use super::files::{self, read, read_listing, scenarios};
use super::{FINE, UNUSABLE, VerbResult, failures, json_list, judgement, status, tell_failures, tell_sides};
use lanescope_core::diag::{Diagnostic, Severity};
use lanescope_core::session::{Session, report::FileReport, text::line_col};
use std::io::{self, Write};

/// The result of a scenario, or of one of its variants.
pub struct Case {
    pub file: String,
    /// The name of the variant; `None` for the base text.
    pub variant: Option<String>,
    pub status: u8,
    /// Whether the side has neither an `.expect` line that can fail nor an `.invariant` line.
    pub is_without_claims: bool,
    pub problems: Vec<Problem>,
}

/// A diagnostic or a failed expectation, with its place in the file.
pub struct Problem {
    pub severity: Severity,
    pub line: usize,
    pub column: usize,
    /// The code of a diagnostic, or a heading for other problems.
    pub title: String,
    pub message: String,
}

/// Runs scenarios and their variants, and checks the expectations of each. The last line of the output counts both.
pub fn test(asked: &Test, out: &mut impl Write) -> VerbResult {
    let (paths, worst) = scenarios(&asked.paths);
    let (mut cases, mut reports) = (Vec::new(), Vec::new());
    let puzzle = match asked.puzzle.as_deref().map(read) {
        Some(None) => return Ok(UNUSABLE),
        puzzle => puzzle.flatten(),
    };
    for file in paths {
        let sides = read(&file).map(|text| Session::judged(&text, asked.budget.budget()));
        let mut of_file: Vec<Case> = match &sides {
            Some(sides) => sides.iter().map(|side| judged(&file, side, &sides[0], asked)).collect(),
            None => vec![Case::unreadable(&file)],
        };
        let changed = puzzle.as_deref().zip(sides.as_ref());
        if let Some(difference) =
            changed.and_then(|(puzzle, sides)| Session::changed_goal(&sides[0].text, puzzle))
        {
            super::complain(format_args!("{file}: not the goal of the puzzle: {difference}"));
            of_file[0].status = of_file[0].status.max(super::FAILED);
            of_file[0].problems.push(Problem::at_start("goal", &difference));
        }
        let passed = of_file.iter().all(|case| case.status == FINE);
        if let Some(sides) = &sides {
            // Each error of a file that passes is expected.
            if !passed {
                tell_sides(&file, sides, Severity::Warning);
            }
            sides.iter().for_each(|session| tell_failures(&file, session));
        }
        if asked.output.json {
            reports.push(FileReport::new(&file, Some(passed), sides.as_deref()));
        } else {
            for case in &of_file {
                let word = if case.status == FINE { "ok" } else { "FAILED" };
                let remark = if case.is_without_claims { " (no expectations)" } else { "" };
                writeln!(out, "{word:6} {}{remark}", case.name())?;
            }
            annotate(&of_file, &asked.output, out)?;
            out.flush()?;
        }
        cases.extend(of_file);
    }
    let failed = cases.iter().filter(|case| case.status != FINE).count();
    match asked.output.json {
        true => json_list("files", &reports, out)?,
        false => writeln!(out, "{} passed, {failed} failed", cases.len() - failed)?,
    }
    let written = match &asked.junit {
        None => FINE,
        Some(to) => files::write(to, &super::junit::junit(&cases), out)?,
    };
    Ok(cases.iter().map(|case| case.status).fold(worst.max(written), u8::max))
}

/// Judges one side of a file, the base text or a variant. `base` is the session of the base text.
fn judged(file: &str, session: &Session, base: &Session, asked: &Test) -> Case {
    let is_without_claims = !session.has_claims();
    let mut case = Case::new(file, session, base, judgement(session));
    case.is_without_claims = is_without_claims;
    if is_without_claims && asked.require_expectations {
        case.status = case.status.max(super::FAILED);
        case.problems.push(Problem::at_start(
            "no-expectations",
            "expected an `.expect` line that can fail, or an `.invariant` line",
        ));
    }
    case.problems.extend(failures(session).map(|(line, message)| {
        let title = "expectation".to_owned();
        Problem { severity: Severity::Error, line, column: 1, title, message }
    }));
    if case.status == FINE {
        case.problems.clear();
    }
    case
}

/// Runs scenarios and their variants, and prints their diagnostics.
pub fn check(asked: &Check, out: &mut impl Write) -> VerbResult {
    let (paths, mut worst) = scenarios(&asked.paths);
    let mut reports = Vec::new();
    for file in paths {
        let sides = read_listing(&file).map(|text| {
            let mut base = Session::open(&text);
            let variants = base.each_variant().collect::<Vec<_>>();
            base.diagnostics.extend(base.warnings_about_questions());
            [vec![base], variants].concat()
        });
        let cases: Vec<Case> = match &sides {
            Some(sides) => {
                tell_sides(&file, sides, Severity::Info);
                sides.iter().map(|side| Case::new(&file, side, &sides[0], status(side))).collect()
            }
            None => vec![Case::unreadable(&file)],
        };
        let found = cases.iter().map(|case| case.status).max().unwrap_or(FINE);
        worst = worst.max(found);
        match asked.output.json {
            true => {
                let passed = (found != FINE).then_some(false);
                reports.push(FileReport::new(&file, passed, sides.as_deref()));
            }
            false => annotate(&cases, &asked.output, out)?,
        }
    }
    if asked.output.json {
        json_list("files", &reports, out)?;
    }
    Ok(worst)
}

impl Case {
    /// Creates the case of one side of a file, with its diagnostics, except expected errors. Those of the base text are
    /// not repeated for a variant.
    fn new(file: &str, session: &Session, base: &Session, status: u8) -> Self {
        let own = match session.variant {
            Some(_) => session.own_findings(base),
            None => session.diagnostics.clone(),
        };
        let problem = |found: &Diagnostic| {
            let at = line_col(&session.text, found.span.range().start);
            Problem {
                severity: found.severity,
                line: at.line,
                column: at.column,
                title: found.code().to_owned(),
                message: found.message.clone(),
            }
        };
        Self {
            file: file.to_owned(),
            variant: session.variant.as_deref().map(str::to_owned),
            status,
            is_without_claims: false,
            problems: own.iter().filter(|found| !session.is_expected_error(found)).map(problem).collect(),
        }
    }

    fn unreadable(file: &str) -> Self {
        let problems = vec![Problem::at_start("unreadable", "the file cannot be read")];
        Self { file: file.to_owned(), variant: None, status: UNUSABLE, is_without_claims: false, problems }
    }

    /// Returns the name of the file, and of the variant if this is one.
    fn name(&self) -> String {
        let variant = self.variant.as_ref().map_or_else(String::new, |name| format!(", variant {name}"));
        format!("{}{variant}", self.file)
    }
}

impl Problem {
    fn at_start(title: &str, message: &str) -> Self {
        let (title, message) = (title.to_owned(), message.to_owned());
        Self { severity: Severity::Error, line: 1, column: 1, title, message }
    }
}

/// Writes the problems as GitHub's annotations, if they were asked for.
fn annotate(cases: &[Case], asked: &FileOutput, out: &mut impl Write) -> io::Result<()> {
    if !asked.github {
        return Ok(());
    }
    for case in cases {
        for Problem { severity, line, column, title, message } in &case.problems {
            let level = match severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Info => "notice",
            };
            let (file, title) = (property(&case.file), property(title));
            writeln!(
                out,
                "::{level} file={file},line={line},col={column},title={title}::{}",
                escaped(message)
            )?;
        }
    }
    Ok(())
}

/// Escapes a message of a workflow command, which a line end would terminate.
fn escaped(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property of a workflow command, which a comma or colon would terminate.
fn property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}
