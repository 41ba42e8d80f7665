//! Counts of passed and failed tests, read from the output of test runners.

/// Numbers of tests that passed and that failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Tests that passed.
    pub passed: usize,
    /// Tests that failed or could not run.
    pub failed: usize,
}

impl Counts {
    /// Adds the counts of another suite.
    pub fn add(&mut self, other: Counts) {
        self.passed += other.passed;
        self.failed += other.failed;
    }
}

/// A test runner whose output is read.
#[derive(Clone, Copy, Debug)]
pub enum Runner {
    /// `cargo test`, native or with the wasm runner: one `test result:` line per binary.
    Cargo,
    /// Playwright's list reporter: one line per outcome at the end.
    Playwright,
    /// `lanescope test`: `N passed, N failed` alone on a line.
    Lanescope,
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
                    listed(result.split(';'))
                }
                None => Counts::default(),
            },
            Runner::Playwright => {
                // "12 passed (8.1s)"; each outcome has its line.
                let line = line.split_once(" (").map_or(line, |(counts, _)| counts);
                listed([line].into_iter())
            }
            Runner::Lanescope => {
                let counts = line.split_once(", ");
                counts.map_or(Counts::default(), |(passed, failed)| listed([passed, failed].into_iter()))
            }
        }
    }
}

/// Sums `N word` parts. Words other than passed and kinds of failure (ignored, skipped) do not count.
fn listed<'a>(parts: impl Iterator<Item = &'a str>) -> Counts {
    let mut counts = Counts::default();
    for part in parts {
        let Some((number, word)) = part.trim().split_once(' ') else { continue };
        let Ok(number) = number.parse::<usize>() else { continue };
        match word {
            // A flaky test has passed on its second run. The output names it.
            "passed" | "flaky" => counts.passed += number,
            "failed" | "interrupted" | "did not run" => counts.failed += number,
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
        Counts { passed, failed }
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
    fn playwright() {
        assert_eq!(Runner::Playwright.read("  \u{1b}[32m12 passed\u{1b}[39m (8.1s)"), counts(12, 0));
        assert_eq!(Runner::Playwright.read("  1 flaky"), counts(1, 0));
        assert_eq!(Runner::Playwright.read("  2 failed"), counts(0, 2));
        assert_eq!(Runner::Playwright.read("  1 did not run"), counts(0, 1));
        assert_eq!(Runner::Playwright.read("  3 skipped"), counts(0, 0));
        assert_eq!(Runner::Playwright.read("    [chromium] a test where 2 failed"), counts(0, 0));
    }

    #[test]
    fn lanescope() {
        assert_eq!(Runner::Lanescope.read("10 passed, 1 failed"), counts(10, 1));
        assert_eq!(Runner::Lanescope.read("a.scenario: ok, 3 expectations"), counts(0, 0));
    }
}
