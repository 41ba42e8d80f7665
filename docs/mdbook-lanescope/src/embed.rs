//! An example as HTML: the element, and inside it the still and the text for readers without scripts.

use super::fence::Options;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use lanescope_core::diag::{Severity, render};
use lanescope_core::figure::{FigurePart, Theme, figure};
use lanescope_core::session::{Budget, Session};

/// The version of the engine, as an embed names it.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION_MAJOR"), ".", env!("CARGO_PKG_VERSION_MINOR"));

/// A line of a scenario, from 1, and what is wrong there.
pub type Problem = (usize, String);

/// A scenario that does what it says, with its variants.
pub struct Tried(Vec<Session>);

impl Tried {
    /// Runs a scenario and its variants. Returns each failed expectation and each unexpected error.
    pub fn new(text: &str) -> Result<Self, Vec<Problem>> {
        let sides = Session::judged(text, Budget::default());
        let problems: Vec<Problem> = sides.iter().flat_map(problems).collect();
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

/// Returns what is wrong with a scenario or a variant of it: unexpected errors, and expectations that do not hold.
fn problems(session: &Session) -> Vec<Problem> {
    let mut problems = Vec::new();
    let side = session.side_in_words();
    if session.unexpected_errors() {
        let errors = session.diagnostics.iter().filter(|found| found.severity == Severity::Error);
        problems
            .extend(errors.map(|found| (session.line(found.span), side.clone() + &message(session, found))));
    }
    for claim in session.expectations.iter().filter(|claim| !claim.holds()) {
        let line = session.line(claim.span);
        let told = claim.differences.iter();
        problems.extend(told.map(|difference| (line, format!("{side}expectation failed: {difference}"))));
    }
    problems
}

/// A finding in one line: what the terminal shows, without the excerpt.
fn message(session: &Session, found: &lanescope_core::diag::Diagnostic) -> String {
    let shown = render("", &session.text, found);
    shown.lines().next().unwrap_or_default().to_owned()
}
