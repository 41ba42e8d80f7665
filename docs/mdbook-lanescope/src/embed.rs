//! An example as HTML: the element, and inside it the still and the text for readers without scripts.

use super::fence::Options;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use lanescope_core::diag::{Diagnostic, Severity, render};
use lanescope_core::figure::{FigurePart, Theme, figure};
use lanescope_core::session::{Budget, Session};

/// The version of the engine, as an embed names it.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION_MAJOR"), ".", env!("CARGO_PKG_VERSION_MINOR"));

/// A line of a scenario, from 1, and what is wrong there.
pub type Problem = (usize, String);

const ALREADY_SOLVED: &str =
    "an `unsolved` scenario has a claim that fails until the reader changes the text";

/// A scenario that does what it says, with its variants.
pub struct Tried(Vec<Session>);

impl Tried {
    /// Runs a scenario and its variants. Returns each unexpected error, and each failed expectation. If the scenario is an exercise,
    /// some expectation has to fail.
    pub fn new(text: &str, is_unsolved: bool) -> Result<Self, Vec<Problem>> {
        let sides = Session::judged(text, Budget::default());
        let mut problems: Vec<Problem> = sides.iter().flat_map(errors).collect();
        let failed: Vec<Problem> = sides.iter().flat_map(failed_claims).collect();
        match is_unsolved {
            true if failed.is_empty() => problems.push((1, ALREADY_SOLVED.to_owned())),
            true => {}
            false => problems.extend(failed),
        }
        if problems.is_empty() { Ok(Self(sides)) } else { Err(problems) }
    }

    /// Returns warnings for the author of the scenario: misconceptions that answer its questions right, or like another one.
    pub fn warnings(&self) -> Vec<Problem> {
        let base = &self.0[0];
        let found = base.unseparated_questions().into_iter();
        found.map(|found| (base.line(found.span), format!("warning: {}", found.message))).collect()
    }

    /// Returns the embed of the scenario as Markdown. The error message says which option the scenario does not allow.
    pub fn embed(&self, options: &Options) -> Result<String, String> {
        let session = &self.0[0];
        if let Some(name) = options.compared()
            && !session.variants().any(|variant| variant == name)
        {
            return Err(format!("there is no `.variant {name}` to compare with"));
        }
        let run = session.run.as_ref().ok_or("no instruction runs")?;
        let step = options.step.or(session.default_figure_step());
        let svg = figure(run, &session.text, FigurePart::Step(step), Theme::Auto)?;
        let attributes: String = options.attributes.iter().map(attribute).collect();
        let text = if session.asks.is_empty() { fenced(&session.text) } else { without_answers(session) };
        Ok(format!(
            "<lanescope-embed version=\"{VERSION}\"{attributes}>\n{}\n\n{text}</lanescope-embed>\n",
            still(&svg)
        ))
    }
}

/// Returns a text as HTML in which the lines with answers to its questions are hidden. The element reads all lines.
fn without_answers(session: &Session) -> String {
    let answers = session.spans_of_answers();
    let lines = session.lines_without(&answers);
    let line = |(line, is_shown): (&str, bool)| match is_shown {
        true => escaped(line),
        false => format!("<span hidden>{}</span>", escaped(line)),
    };
    format!("<pre><code class=\"nohighlight\">{}</code></pre>\n", lines.map(line).collect::<String>())
}

/// Returns a text as a fence that is longer than any in the text.
fn fenced(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}text\n{}\n{fence}\n\n", text.trim_end_matches('\n'))
}

fn attribute((name, value): &(String, Option<String>)) -> String {
    match value {
        Some(value) => format!(" {name}=\"{}\"", escaped(value)),
        None => format!(" {name}"),
    }
}

/// Escapes a text for an attribute of HTML.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A figure as an image that needs no file.
fn still(svg: &str) -> String {
    let described = svg.split_once("<desc>").and_then(|(_, rest)| rest.split_once('<'));
    let described = described.map_or("", |(text, _)| text);
    let held = STANDARD.encode(svg);
    // Without a size of its own: what makes images as narrow as a page seldom makes them lower, too.
    format!("<img class=\"lanescope-still\" alt=\"{described}\" src=\"data:image/svg+xml;base64,{held}\">")
}

/// Returns the unexpected errors of a scenario or a variant of it.
fn errors(session: &Session) -> Vec<Problem> {
    if !session.unexpected_errors() {
        return Vec::new();
    }
    let errors = session.diagnostics.iter().filter(|found| found.severity == Severity::Error);
    let problem =
        |found: &Diagnostic| (session.line(found.span), session.side_in_words() + &message(session, found));
    errors.map(problem).collect()
}

/// Returns the expectations of a scenario or a variant of it that do not hold.
fn failed_claims(session: &Session) -> Vec<Problem> {
    let side = session.side_in_words();
    let failed = session.expectations.iter().filter(|claim| !claim.holds());
    let told = failed.flat_map(|claim| {
        let line = session.line(claim.span);
        claim.differences.iter().map(move |difference| (line, difference))
    });
    told.map(|(line, difference)| (line, format!("{side}expectation failed: {difference}"))).collect()
}

/// A finding in one line: what the terminal shows, without the excerpt.
fn message(session: &Session, found: &Diagnostic) -> String {
    let shown = render("", &session.text, found);
    shown.lines().next().unwrap_or_default().to_owned()
}
