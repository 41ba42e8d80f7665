//! The differences between the lines of two texts.

use imara_diff::{Algorithm, Diff, InternedInput};
use serde::Serialize;
use std::ops::Range;

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

/// Returns the lines of two texts in their order, with their changes. At each difference, the lines that are removed come first.
pub fn line_changes<'t>(before: &[&'t str], after: &[&'t str]) -> Vec<(LineChange, &'t str)> {
    let mut input = InternedInput::default();
    input.update_before(before.iter().copied());
    input.update_after(after.iter().copied());
    let range = |lines: Range<u32>| lines.start as usize..lines.end as usize;
    let mut changes = Vec::new();
    let mut kept_from = 0;
    for hunk in Diff::compute(Algorithm::Histogram, &input).hunks() {
        let kept = kept_from..hunk.before.start;
        kept_from = hunk.before.end;
        changes.extend(before[range(kept)].iter().map(|line| (LineChange::Kept, *line)));
        changes.extend(before[range(hunk.before)].iter().map(|line| (LineChange::Removed, *line)));
        changes.extend(after[range(hunk.after)].iter().map(|line| (LineChange::Added, *line)));
    }
    changes.extend(before[kept_from as usize..].iter().map(|line| (LineChange::Kept, *line)));
    changes
}

#[cfg(test)]
mod tests {
    use super::LineChange::{self, Added, Kept, Removed};
    use super::line_changes;
    use crate::test;

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
            let (before, after) = (words(before), words(after));
            let found = line_changes(&before, &after);
            let of = |change: &(LineChange, &str)| change.0;
            assert_eq!(found.iter().map(of).collect::<Vec<_>>(), changes, "{before:?} / {after:?}");
            // Without the added lines, the first text is left; without the removed ones, the second.
            let without =
                |change: LineChange| found.iter().filter(move |line| line.0 != change).map(|line| line.1);
            assert!(without(Added).eq(before) && without(Removed).eq(after));
        }
    }
}
