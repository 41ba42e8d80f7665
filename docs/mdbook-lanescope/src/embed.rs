//! An example as HTML: the element, and inside it the still and the text for readers without scripts.

use super::fence::Options;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use lanescope_core::base::Span;
use lanescope_core::diag::{Diagnostic, Severity, render};
use lanescope_core::figure::{FigurePart, Theme, figure};
use lanescope_core::session::{Budget, Session, report::EmbedHtml};
use lanescope_core::syntax::Directive;

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
        let found = base.warnings_about_questions().into_iter();
        found.map(|found| (base.line(found.span), format!("warning: {}", found.message))).collect()
    }

    /// Returns the embed of the scenario as HTML. `base` is the folder of the script, if the embed loads it. The error message says
    /// which option the scenario does not allow.
    pub fn embed(&self, options: &Options, base: Option<&str>) -> Result<String, String> {
        let session = &self.0[0];
        if let Some(name) = options.compared()
            && !session.variants().any(|variant| variant == name)
        {
            return Err(format!("there is no `.variant {name}` to compare with"));
        }
        let run = session.run.as_ref().ok_or("no instruction runs")?;
        let step = options.step.or(session.default_figure_step());
        let svg = figure(run, &session.text, FigurePart::Step(step), Theme::Auto)?;
        let image = format!("data:image/svg+xml;base64,{}", STANDARD.encode(&svg));
        let attributes = options.attributes.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let lines = match session.questions.is_empty() {
            true => vec![(&*session.text, true)],
            false => lines_without_answers(session),
        };
        let still = Some((description(&svg), image.as_str()));
        Ok(EmbedHtml {
            base,
            attributes: [("version", VERSION)].into_iter().chain(attributes).collect(),
            still,
            lines,
        }
        .write())
    }
}

/// Returns the parts of a text with questions, and whether readers without scripts see each. They see the questions, but no
/// answers. The element reads all parts.
fn lines_without_answers(session: &Session) -> Vec<(&str, bool)> {
    let questions = session.document.directives().filter(|(_, item)| matches!(item, Directive::Ask(_)));
    let questions: Vec<Span> = questions.map(|(span, _)| span).collect();
    let mut answers = session.spans_of_answers();
    answers.retain(|span| !questions.contains(span));
    let mut start = 0;
    let mut parts = Vec::new();
    for (line, is_shown) in session.lines_without(&answers) {
        let end = start + line.len();
        let question =
            questions.iter().map(|span| span.range()).find(|range| (start..end).contains(&range.start));
        match question {
            // A comment after a question may have its answer.
            Some(question) => {
                let (asked, comment) = line.split_at(question.end - start);
                let comment = comment.trim_end_matches(['\r', '\n']);
                let line_end = &line[asked.len() + comment.len()..];
                parts.extend([(asked, true), (comment, false), (line_end, true)]);
            }
            None => parts.push((line, is_shown)),
        }
        start = end;
    }
    parts
}

/// Returns the description in a figure.
fn description(svg: &str) -> &str {
    let rest = svg.split_once("<desc>").map_or("", |(_, rest)| rest);
    rest.split_once('<').map_or("", |(text, _)| text)
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
