//! What stands behind the language of a fence.

/// Words with a value: the word, and what may stand there, where that is not any name.
const VALUES: &[(&str, &[&str])] = &[
    ("size", &["strip", "card", "full"]),
    ("granularity", &["lane", "instruction", "memory", "step"]),
    ("side", &["text", "semantics", "outcomes"]),
    ("theme", &["light", "dark", "auto"]),
    (COMPARE, &[]),
    ("group", &[]),
];
/// The word for the variant that stands beside the scenario.
const COMPARE: &str = "compare";
/// Words that stand for themselves.
const FLAGS: &[&str] = &["editable", "autoplay"];
/// Words whose value is a number: where the run stands at first, and how many pixels high the embed is.
const NUMBERS: &[&str] = &[STEP, "height"];
/// The number that the still depends on, too.
const STEP: &str = "step";

/// The options of a fence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Where the run stands at first.
    pub step: Option<u32>,
    /// Attributes of the embed, as they are written, each with its value.
    pub attributes: Vec<(String, Option<String>)>,
}

impl Options {
    /// The variant that is to stand beside the scenario.
    pub fn compared(&self) -> Option<&str> {
        self.attributes.iter().find(|(name, _)| name == COMPARE).and_then(|(_, value)| value.as_deref())
    }

    /// The options of a fence with that line behind its backticks; `None` where it is in another language. `Err` says what is
    /// wrong with them.
    pub fn new(info: &str) -> Option<Result<Self, String>> {
        let mut words = info.split([' ', ',', '\t']).filter(|word| !word.is_empty());
        (words.next() == Some("lanescope")).then(|| words.try_fold(Self::default(), Self::with))
    }

    fn with(mut self, word: &str) -> Result<Self, String> {
        let (name, value) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value.trim_matches('"'))),
            None => (word, None),
        };
        match (name, value) {
            (_, Some(value)) if NUMBERS.contains(&name) => {
                let number =
                    value.parse().map_err(|_| format!("`{name}` is a whole number, not `{value}`"))?;
                self.step = if name == STEP { Some(number) } else { self.step };
            }
            (_, None) if FLAGS.contains(&name) => {}
            (_, Some(value)) => {
                let row = VALUES.iter().find(|(known, _)| *known == name);
                let (_, values) = row.ok_or_else(|| unknown(word))?;
                if !is_value(values, value) {
                    return Err(format!("`{name}` is {}, not `{value}`", said(values)));
                }
            }
            _ => return Err(unknown(word)),
        }
        self.attributes.push((name.to_owned(), value.map(str::to_owned)));
        Ok(self)
    }
}

/// Whether a value may stand there. A name is of letters, digits, `-` and `_`, so it needs no quotes anywhere.
fn is_value(values: &[&str], value: &str) -> bool {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if values.is_empty() { !value.is_empty() && value.chars().all(is_name) } else { values.contains(&value) }
}

fn said(values: &[&str]) -> String {
    let quoted: Vec<String> = values.iter().map(|value| format!("`{value}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => "a name of letters, digits, `-` and `_`".to_owned(),
    }
}

fn unknown(word: &str) -> String {
    let values = NUMBERS.iter().chain(VALUES.iter().map(|(name, _)| name)).map(|name| format!("`{name}=`"));
    let known: Vec<String> = values.chain(FLAGS.iter().map(|flag| format!("`{flag}`"))).collect();
    format!("a fence takes {}, not `{word}`", known.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(info: &str) -> Options {
        Options::new(info).expect("it is ours").expect("it is well")
    }

    #[test]
    fn options_become_attributes() {
        assert_eq!(Options::new("rust"), None);
        assert_eq!(Options::new("lanescope-note"), None);
        assert_eq!(options("lanescope"), Options::default());
        let all = options("lanescope size=card step=12 height=540 editable,group=a-1");
        assert_eq!(all.step, Some(12));
        let names: Vec<&str> = all.attributes.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["size", "step", "height", "editable", "group"]);
    }

    #[test]
    fn what_is_wrong_is_said() {
        let problem = |info: &str| Options::new(info).expect("it is ours").expect_err("it is off");
        assert_eq!(problem("lanescope size=huge"), "`size` is `strip`, `card` or `full`, not `huge`");
        assert_eq!(problem("lanescope step=-1"), "`step` is a whole number, not `-1`");
        assert_eq!(problem("lanescope height=tall"), "`height` is a whole number, not `tall`");
        assert_eq!(
            problem("lanescope group=a\"b"),
            "`group` is a name of letters, digits, `-` and `_`, not `a\"b`"
        );
        let words = "`step=`, `height=`, `size=`, `granularity=`, `side=`, `theme=`, `compare=`, `group=`, \
             `editable`, `autoplay`";
        assert_eq!(problem("lanescope edit"), format!("a fence takes {words}, not `edit`"));
        assert_eq!(problem("lanescope onclick=x"), format!("a fence takes {words}, not `onclick=x`"));
        assert_eq!(problem("lanescope step"), format!("a fence takes {words}, not `step`"));
    }
}
