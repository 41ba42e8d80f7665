//! Test results as JUnit XML.

use super::testing::{Case, Problem};
use super::{FINE, UNUSABLE};
use lanescope_core::diag::Severity;

/// Returns the results as a JUnit document: a suite for each file, with a case for the base text and each variant.
pub fn junit(cases: &[Case]) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    out += &format!("<testsuites name=\"lanescope\" {}>\n", counts(cases));
    for suite in cases.chunk_by(|a, b| a.file == b.file) {
        let name = escaped(&suite[0].file);
        out += &format!("  <testsuite name=\"{name}\" {}>\n", counts(suite));
        suite.iter().for_each(|case| out += &testcase(case));
        out += "  </testsuite>\n";
    }
    out + "</testsuites>\n"
}

fn counts(cases: &[Case]) -> String {
    let count = |holds: fn(u8) -> bool| cases.iter().filter(|case| holds(case.status)).count();
    let failures = count(|status| status != FINE && status != UNUSABLE);
    let errors = count(|status| status == UNUSABLE);
    format!("tests=\"{}\" failures=\"{failures}\" errors=\"{errors}\"", cases.len())
}

fn testcase(case: &Case) -> String {
    let file = escaped(&case.file);
    let name = escaped(case.variant.as_deref().unwrap_or("base"));
    let head = format!("    <testcase name=\"{name}\" classname=\"{file}\" file=\"{file}\"");
    if case.status == FINE {
        return format!("{head}/>\n");
    }
    let tag = if case.status == UNUSABLE { "error" } else { "failure" };
    let mut errors = case
        .problems
        .iter()
        .filter(|problem| problem.severity == Severity::Error)
        .map(|problem| &*problem.message);
    let message = escaped(errors.next().unwrap_or("failed"));
    let line = |problem: &Problem| {
        format!("{}:{}:{}: {}: {}\n", case.file, problem.line, problem.column, problem.title, problem.message)
    };
    let all = escaped(&case.problems.iter().map(line).collect::<String>());
    format!("{head}>\n      <{tag} message=\"{message}\">{all}</{tag}>\n    </testcase>\n")
}

/// Escapes a text for an XML attribute or element. Characters that XML forbids become U+FFFD.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\n' | '\r' | '\t' => out += &format!("&#{};", u32::from(c)),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            _ => out.push(c),
        }
    }
    out
}
