//! Spelling suggestions and lists of words.

/// Returns the only candidate that has the letters of a misspelt word in another order, else the only one that is close to
/// it, else the only one that starts with it, ignoring case. Returns `None` if there are none or several.
pub fn closest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let candidates: Vec<&str> = candidates.into_iter().collect();
    let only = |fits: &dyn Fn(&str) -> bool| {
        let mut fitting = candidates.iter().filter(|candidate| fits(candidate));
        let first = fitting.next()?;
        fitting.next().is_none().then_some(*first)
    };
    let (lower, letters) = (word.to_ascii_lowercase(), sorted_letters(word));
    let is_reordered =
        |candidate: &str| candidate.len() == word.len() && sorted_letters(candidate) == letters;
    let is_begun = |candidate: &str| lower.len() >= 2 && candidate.to_ascii_lowercase().starts_with(&lower);
    only(&is_reordered).or_else(|| near(word, &candidates)).or_else(|| only(&is_begun))
}

/// Returns the letters of a word in their order in ASCII, ignoring case.
fn sorted_letters(word: &str) -> Vec<u8> {
    let mut letters = word.to_ascii_lowercase().into_bytes();
    letters.sort_unstable();
    letters
}

/// Returns the only candidate with the smallest edit distance, if that is small enough for the word's length.
fn near<'a>(word: &str, candidates: &[&'a str]) -> Option<&'a str> {
    let limit = match word.chars().count() {
        0 | 1 => 0,
        2..=4 => 1,
        _ => 2,
    };
    let mut best: Option<(usize, &str)> = None;
    let mut is_tie = false;
    // Each edit changes the length by at most one.
    let letters = |word: &str| word.chars().take(MOST_LETTERS).count();
    let length = letters(word);
    for &candidate in candidates.iter().filter(|candidate| letters(candidate).abs_diff(length) <= limit) {
        let distance = distance(word, candidate);
        match best {
            Some((least, found)) if distance == least => is_tie |= found != candidate,
            Some((least, _)) if distance > least => {}
            _ => (best, is_tie) = (Some((distance, candidate)), false),
        }
    }
    best.filter(|(distance, _)| *distance <= limit && !is_tie).map(|(_, candidate)| candidate)
}

/// The number of letters of each word that are compared.
const MOST_LETTERS: usize = 40;

/// Returns the number of insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`, ignoring
/// case. Only the first 40 letters of each word count.
pub fn distance(a: &str, b: &str) -> usize {
    let letters = |word: &str| word.to_ascii_lowercase().chars().take(MOST_LETTERS).collect::<String>();
    strsim::osa_distance(&letters(a), &letters(b))
}

/// Formats words as a message lists them: `` `a`, `b` or `c` ``.
pub fn one_of<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    listed(&words.into_iter().map(|word| format!("`{word}`")).collect::<Vec<_>>(), "or")
}

/// Formats a count with a noun given in the singular: `1 lane`, `8 lanes`.
pub fn counted(count: impl ToString, thing: &str) -> String {
    let count = count.to_string();
    let plural = if count == "1" { "" } else { "s" };
    format!("{count} {thing}{plural}")
}

/// Formats bytes from `first` on: `byte 3`, `bytes 2–3`.
pub fn bytes_in_words(first: u64, size_bytes: u32) -> String {
    match u64::from(size_bytes) {
        0 | 1 => format!("byte {first}"),
        size => format!("bytes {first}–{}", first.saturating_add(size - 1)),
    }
}

/// Returns a sentence with a capital first letter.
pub fn capitalized(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Joins words with commas, and with `before_last` (such as `or`) before the last word.
pub fn listed(words: &[String], before_last: &str) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [rest @ .., last] => format!("{} {before_last} {last}", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test;

    #[test]
    fn bytes_have_a_first_and_a_last_one() {
        let cases = [(3, 1, "byte 3"), (2, 2, "bytes 2–3"), (0, 8, "bytes 0–7")];
        for (first, size, words) in cases {
            assert_eq!(bytes_in_words(first, size), words);
        }
    }

    #[test]
    fn one_close_candidate_is_suggested() {
        let words = ["lanes", "decl", "set", "order"];
        assert_eq!(closest("lane", words), Some("lanes"));
        assert_eq!(closest("dcel", words), Some("decl"));
        assert_eq!(closest("ORDER", words), Some("order"));
        assert_eq!(closest("surface", words), None);
        assert_eq!(closest("asc", ["ascending", "descending"]), Some("ascending"));
    }

    #[test]
    fn the_same_letters_are_closer_than_fewer_letters() {
        let channels = ["R", "A", "RG", "RA", "GA", "RGA"];
        for (word, suggestion) in [("AR", Some("RA")), ("agr", Some("RGA")), ("RR", None), ("B", None)] {
            assert_eq!(closest(word, channels), suggestion, "{word}");
        }
        assert_eq!(closest("abc", ["bac", "acb"]), None, "two have the same letters");
    }

    #[test]
    fn a_tie_suggests_nothing() {
        assert_eq!(closest("mix", ["min", "max"]), None);
    }

    #[test]
    fn lists_read_as_prose() {
        assert_eq!(one_of(["a"]), "`a`");
        assert_eq!(one_of(["a", "b", "c"]), "`a`, `b` or `c`");
    }
}
