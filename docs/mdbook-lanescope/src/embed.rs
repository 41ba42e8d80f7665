//! An example as HTML: the element, and what stands in its place where no script runs.

use super::fence::Options;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use lanescope_core::diag::{Severity, render};
use lanescope_core::figure::{Part, Theme, figure};
use lanescope_core::session::Session;

/// The version of the engine, as an embed names it.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION_MAJOR"), ".", env!("CARGO_PKG_VERSION_MINOR"));

/// A line of an example, from 1, and what is wrong there.
pub type Problem = (usize, String);

/// The embed of a scenario as Markdown. `Err` tells what is wrong with the scenario.
pub fn embed(text: &str, options: &Options) -> Result<String, Vec<Problem>> {
    let sides = Session::judged(text);
    let problems: Vec<Problem> = sides.iter().flat_map(problems).collect();
    if !problems.is_empty() {
        return Err(problems);
    }
    let session = &sides[0];
    let whole = |message: String| vec![(1, message)];
    if let Some(name) = options.compared().filter(|name| !session.variants().any(|variant| variant == *name))
    {
        return Err(whole(format!("there is no `.variant {name}` to compare with")));
    }
    let run = session.run.as_ref().ok_or_else(|| whole("no instruction runs".to_owned()))?;
    let svg = figure(run, &session.text, Part::Step(options.step), Theme::Auto).map_err(whole)?;
    let attributes: String = options.attributes.iter().map(attribute).collect();
    // A fence that is longer than any in the text.
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    let lines = text.trim_end_matches('\n');
    Ok(format!(
        "<lanescope-embed version=\"{VERSION}\"{attributes}>\n{}\n\n{fence}text\n{lines}\n{fence}\n\n</lanescope-embed>\n",
        still(&svg)
    ))
}

fn attribute((name, value): &(String, Option<String>)) -> String {
    match value {
        Some(value) => format!(" {name}=\"{value}\""),
        None => format!(" {name}"),
    }
}

/// A figure as an image that needs no file.
fn still(svg: &str) -> String {
    let described = svg.split_once("<desc>").and_then(|(_, rest)| rest.split_once('<'));
    let described = described.map_or("", |(text, _)| text);
    let held = STANDARD.encode(svg);
    // Without a size of its own: what makes images as narrow as a page seldom makes them lower, too.
    format!("<img class=\"lanescope-still\" alt=\"{described}\" src=\"data:image/svg+xml;base64,{held}\">")
}

/// What is wrong with a scenario, or a variant of it: errors that it does not expect, and expectations that do not hold.
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
