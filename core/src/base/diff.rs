//! The differences between the lines of two texts.

use imara_diff::{Algorithm, Diff, InternedInput};
use serde::Serialize;
use std::iter::repeat_n;

/// The texts that contain a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LineChange {
    /// Both texts.
    Kept,
    /// The first text only.
    Removed,
    /// The second text only.
    Added,
}

/// Compares two texts and returns the change of each line: the lines of both in order, and at each difference those that are
/// removed before those that are added.
pub fn line_changes(before: &[&str], after: &[&str]) -> Vec<LineChange> {
    let mut input = InternedInput::default();
    input.update_before(before.iter().copied());
    input.update_after(after.iter().copied());
    let mut changes = Vec::new();
    let mut kept_from = 0;
    for hunk in Diff::compute(Algorithm::Histogram, &input).hunks() {
        changes.extend(repeat_n(LineChange::Kept, (hunk.before.start - kept_from) as usize));
        changes.extend(repeat_n(LineChange::Removed, hunk.before.len()));
        changes.extend(repeat_n(LineChange::Added, hunk.after.len()));
        kept_from = hunk.before.end;
    }
    changes.extend(repeat_n(LineChange::Kept, before.len() - kept_from as usize));
    changes
}

#[cfg(test)]
mod tests {
    use super::LineChange::{self, Added, Kept, Removed};
    use super::line_changes;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn each_line_is_kept_removed_or_added() {
        let cases: [(&str, &str, &[LineChange]); 7] = [
            ("", "", &[]),
            ("a b", "a b", &[Kept, Kept]),
            ("", "a", &[Added]),
            ("a", "", &[Removed]),
            ("a b c", "a x c", &[Kept, Removed, Added, Kept]),
            ("a b c", "a b y c", &[Kept, Kept, Added, Kept]),
            ("a b c d", "c d", &[Removed, Removed, Kept, Kept]),
        ];
        for (before, after, changes) in cases {
            let words = |text: &'static str| text.split_whitespace().collect::<Vec<_>>();
            assert_eq!(line_changes(&words(before), &words(after)), changes, "{before} / {after}");
        }
    }
}
