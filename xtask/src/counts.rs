//! Counts of passed and failed tests, read from the output and the reports of test runners.

use serde_json::Value;

use crate::Result;

/// Numbers of tests that passed and that failed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The number of tests that passed.
    pub passed: usize,
    /// The number of tests that failed or could not run.
    pub failed: usize,
    /// The places and names of those failed tests that passed when they ran again.
    pub flaky: Vec<String>,
    /// The reasons why tests were skipped, each once.
    pub skipped: Vec<String>,
}

impl Counts {
    /// Adds the counts of another suite.
    pub fn add(&mut self, other: Counts) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.flaky.extend(other.flaky);
        self.skipped.extend(other.skipped);
    }

    /// Reads the counts in a report of Playwright's reporter `json`.
    pub fn of_playwright(report: &str) -> Result<Self> {
        let report: Value = serde_json::from_str(report).map_err(|error| error.to_string())?;
        let mut counts = Self::default();
        // Errors outside of tests, such as a file that cannot be loaded.
        counts.failed += list(&report["errors"]).len();
        list(&report["suites"]).iter().for_each(|suite| counts.add_suite(suite));
        Ok(counts)
    }

    fn add_suite(&mut self, suite: &Value) {
        list(&suite["suites"]).iter().for_each(|inner| self.add_suite(inner));
        for spec in list(&suite["specs"]) {
            list(&spec["tests"]).iter().for_each(|test| self.add_test(spec, test));
        }
    }

    fn add_test(&mut self, spec: &Value, test: &Value) {
        match test["status"].as_str() {
            Some("expected") => self.passed += 1,
            Some("flaky") => {
                self.failed += 1;
                let word = |key: &str| spec[key].as_str().unwrap_or_default();
                self.flaky.push(format!("{}:{} {}", word("file"), spec["line"], word("title")));
            }
            // A test that did not run because the suite was interrupted has no result with this status.
            Some("skipped") if list(&test["results"]).iter().any(|result| result["status"] == "skipped") => {
                let reasons = list(&test["annotations"]).iter().filter_map(|it| it["description"].as_str());
                for reason in reasons.map(str::to_owned) {
                    if !self.skipped.contains(&reason) {
                        self.skipped.push(reason);
                    }
                }
            }
            _ => self.failed += 1,
        }
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// A test runner whose output is read.
#[derive(Clone, Copy, Debug)]
pub enum Runner {
    /// `cargo test`, native or with the wasm runner: one `test result:` line per binary.
    Cargo,
    /// Node's reporter `tap`: `# pass N` and `# fail N`, each alone on a line.
    Node,
}

impl Runner {
    /// Returns the counts in one line of output.
    pub fn read(self, line: &str) -> Counts {
        let line = without_colour(line);
        let line = line.trim();
        match self {
            Runner::Cargo => match line.strip_prefix("test result: ") {
                Some(result) => {
                    let result = result.split_once(". ").map_or(result, |(_, counts)| counts);
                    listed(result.split(';').filter_map(|part| part.trim().split_once(' ')))
                }
                None => Counts::default(),
            },
            Runner::Node => {
                let count = line.strip_prefix("# ").and_then(|count| count.split_once(' '));
                listed(count.into_iter().map(|(word, number)| (number, word)))
            }
        }
    }
}

/// Sums pairs of a number and a word. Words other than passed and kinds of failure (ignored, skipped) do not count.
fn listed<'a>(parts: impl Iterator<Item = (&'a str, &'a str)>) -> Counts {
    let mut counts = Counts::default();
    for (number, word) in parts {
        let Ok(number) = number.parse::<usize>() else { continue };
        match word {
            "passed" | "pass" => counts.passed += number,
            "failed" | "fail" | "cancelled" => counts.failed += number,
            _ => {}
        }
    }
    counts
}

fn without_colour(line: &str) -> String {
    let mut kept = String::with_capacity(line.len());
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        if character == '\u{1b}' {
            // A colour code ends at its letter.
            characters.by_ref().find(char::is_ascii_alphabetic);
        } else {
            kept.push(character);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(passed: usize, failed: usize) -> Counts {
        Counts { passed, failed, ..Counts::default() }
    }

    #[test]
    fn cargo_and_the_wasm_runner() {
        let line =
            "test result: ok. 17 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.02s";
        assert_eq!(Runner::Cargo.read(line), counts(17, 0));
        assert_eq!(
            Runner::Cargo.read("test result: \u{1b}[31mFAILED\u{1b}[0m. 3 passed; 2 failed; 0 ignored"),
            counts(3, 2)
        );
        assert_eq!(Runner::Cargo.read("test a::b ... ok"), counts(0, 0));
        assert_eq!(Runner::Cargo.read("9 passed"), counts(0, 0));
    }

    #[test]
    fn a_report_of_playwright() {
        let test = |status: &str, result: &str| {
            format!(
                r#"{{ "status": "{status}", "results": [{result}], "annotations": [{{ "description": "why" }}] }}"#
            )
        };
        let passed = test("expected", r#"{ "status": "passed" }"#);
        let inner = [passed.clone(), passed, test("unexpected", ""), test("skipped", "")].join(",");
        let skipped = test("skipped", r#"{ "status": "skipped" }"#);
        let outer = [test("flaky", ""), skipped.clone(), skipped].join(",");
        let report = format!(
            r#"{{ "errors": [{{}}], "suites": [{{
                "specs": [{{ "file": "a.spec.mjs", "line": 9, "title": "it works", "tests": [{outer}] }}],
                "suites": [{{ "specs": [{{ "tests": [{inner}] }}] }}] }}] }}"#
        );
        let (flaky, skipped) = (vec!["a.spec.mjs:9 it works".to_owned()], vec!["why".to_owned()]);
        assert_eq!(Counts::of_playwright(&report), Ok(Counts { passed: 2, failed: 4, flaky, skipped }));
        assert!(Counts::of_playwright("").is_err());
    }

    #[test]
    fn node() {
        assert_eq!(Runner::Node.read("# pass 7"), counts(7, 0));
        assert_eq!(Runner::Node.read("# fail 2"), counts(0, 2));
        assert_eq!(Runner::Node.read("# tests 9"), counts(0, 0));
        assert_eq!(Runner::Node.read("# Subtest: 3 pass"), counts(0, 0));
    }
}
