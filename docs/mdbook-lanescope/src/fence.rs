//! The words after the language of a fence.

use lanescope_core::session::report::{EmbedPlace, check_combination, embed_options};

const STEP: &str = "step";
const COMPARE: &str = "compare";
/// The claims of the scenario fail until the reader changes it. This is for the build, so the embed does not get this word.
const UNSOLVED: &str = "unsolved";
/// The file of the scenario. It is read by the build, so the embed does not get this word.
const SRC: &str = "src";

/// The options of a fence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The step at which the embed starts, and which its still shows.
    pub step: Option<u32>,
    /// The file of the scenario, relative to the page.
    pub src: Option<String>,
    /// Whether the scenario is an exercise, whose claims fail until the reader changes it.
    pub is_unsolved: bool,
    /// Attributes of the embed, each with its value; that of a flag is empty.
    pub attributes: Vec<(String, String)>,
}

impl Options {
    /// Returns the variant to compare with.
    pub fn compared(&self) -> Option<&str> {
        self.attributes.iter().find(|(name, _)| name == COMPARE).map(|(_, value)| value.as_str())
    }

    /// Parses the info string of a fence. Returns `None` if the fence has another language, and an error message if a word
    /// is wrong.
    pub fn new(info: &str) -> Option<Result<Self, String>> {
        let words = words(info);
        let (language, words) = words.split_first()?;
        language.eq_ignore_ascii_case("lanescope").then(|| Self::parse(words))
    }

    fn parse(words: &[&str]) -> Result<Self, String> {
        let given = words.iter().map(|word| option(word)).collect::<Result<Vec<_>, _>>()?;
        check_combination(&given)?;
        let mut options = Self::default();
        for (name, value) in given {
            match name {
                SRC => options.src = Some(value.to_owned()),
                UNSOLVED => options.is_unsolved = true,
                _ => options.attributes.push((name.to_owned(), value.to_owned())),
            }
            if name == STEP {
                options.step = value.parse().ok();
            }
        }
        Ok(options)
    }
}

/// Parses a word as an option with its value; that of a flag is empty.
fn option(word: &str) -> Result<(&str, &str), String> {
    let (name, value) = match word.split_once('=') {
        Some((name, value)) => (name, Some(unquoted(name, value)?)),
        None => (word, None),
    };
    let known = embed_options(EmbedPlace::Document).find(|known| known.name == name);
    known.ok_or_else(|| unknown(word))?.check(value)?;
    Ok((name, value.unwrap_or_default()))
}

/// Splits an info string at spaces and commas, except within `name="quoted text"`.
fn words(info: &str) -> Vec<&str> {
    let (mut words, mut rest) = (Vec::new(), info);
    let separators = [' ', ',', '\t'];
    loop {
        rest = rest.trim_start_matches(separators);
        if rest.is_empty() {
            return words;
        }
        let end = rest.find(separators).unwrap_or(rest.len());
        let quoted = rest[..end].find("=\"").map(|at| at + 2);
        let closing = quoted.and_then(|from| rest[from..].find('"').map(|at| from + at + 1));
        let (word, after) = rest.split_at(closing.unwrap_or(end));
        words.push(word);
        rest = after;
    }
}

/// Removes the quotes around a value.
fn unquoted<'v>(name: &str, value: &'v str) -> Result<&'v str, String> {
    let Some(inside) = value.strip_prefix('"') else { return Ok(value) };
    inside.strip_suffix('"').ok_or_else(|| format!("the value of `{name}` has no closing quote"))
}

fn unknown(word: &str) -> String {
    let known: Vec<String> =
        embed_options(EmbedPlace::Document).map(|known| format!("`{}`", known.form())).collect();
    format!("a fence takes {}, not `{word}`", known.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(info: &str) -> Options {
        Options::new(info).expect("the language is ours").expect("the words are valid")
    }

    #[test]
    fn options_become_attributes() {
        assert_eq!(Options::new("rust"), None);
        assert_eq!(Options::new("lanescope-note"), None);
        assert_eq!(options("lanescope"), Options::default());
        assert_eq!(options("Lanescope"), Options::default());
        let all = options("lanescope size=card step=12 height=540 autoplay,compare=a_1 fold-setup");
        assert_eq!(all.step, Some(12));
        let names: Vec<&str> = all.attributes.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["size", "step", "height", "autoplay", "compare", "fold-setup"]);
    }

    #[test]
    fn a_file_is_no_attribute() {
        let read = options("lanescope src=../a/b.lane size=card");
        assert_eq!(read.src.as_deref(), Some("../a/b.lane"));
        assert_eq!(read.attributes.len(), 1);
        assert_eq!(options("lanescope src=\"a b.lane\"").src.as_deref(), Some("a b.lane"));
    }

    #[test]
    fn a_quoted_value_keeps_its_spaces() {
        let titled = options("lanescope title=\"Two lanes, one cell\" size=\"card\"");
        let title = ("title".to_owned(), "Two lanes, one cell".to_owned());
        assert_eq!(titled.attributes, [title, ("size".to_owned(), "card".to_owned())]);
    }

    #[test]
    fn what_is_wrong_is_said() {
        let problem = |info: &str| Options::new(info).expect("it is ours").expect_err("it is off");
        assert_eq!(problem("lanescope size=huge"), "`size` is `strip`, `card` or `full`, not `huge`");
        assert_eq!(problem("lanescope title=\"Two lanes"), "the value of `title` has no closing quote");
        assert_eq!(problem("lanescope step"), "`step` needs a value: a whole number from 0 to 999999999");
        assert_eq!(problem("lanescope editable=no"), "`editable` has no value");
        assert_eq!(problem("lanescope size=card size=strip"), "`size` is given twice");
        assert_eq!(problem("lanescope src=a.lane src=b.lane"), "`src` is given twice");
        assert_eq!(
            problem("lanescope size=strip compare=descending"),
            "`compare` has no effect with `size=strip`: remove one of them"
        );
        assert_eq!(
            problem("lanescope size=full fold-setup editable"),
            "`fold-setup` has no effect with `editable`: remove one of them"
        );
        let words = "`size=`, `step=`, `granularity=`, `side=`, `compare=`, `editable`, `fold-setup`, `autoplay`, `theme=`, \
             `height=`, `title=`, `src=`, `unsolved`";
        assert_eq!(problem("lanescope edit"), format!("a fence takes {words}, not `edit`"));
        assert_eq!(problem("lanescope onclick=x"), format!("a fence takes {words}, not `onclick=x`"));
    }
}
