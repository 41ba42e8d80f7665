//! The options of an embed. The element, its frame, mdBook fences, Sphinx directives, the dialog and the manual read this table;
//! those that are not written in Rust read it as JSON (`core/tests/embed_options.rs`).

use crate::base::one_of;
use EmbedPlace::{Document, Element, Frame};
use OptionValue::{Flag, Number, OneOf, Text, Word};
use serde_json::{Map, Value, json};

/// An option of an embed.
#[derive(Clone, Copy, Debug)]
pub struct EmbedOption {
    /// The word that an author writes.
    pub name: &'static str,
    /// The accepted values.
    pub value: OptionValue,
    /// The places where an author can write it.
    pub places: &'static [EmbedPlace],
    /// The default, as Markdown.
    pub default: &'static str,
    /// The effect, as Markdown.
    pub help: &'static str,
}

/// The values that an option accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// None: the name alone turns the option on.
    Flag,
    /// A whole number.
    Number {
        /// The smallest value.
        least: u32,
        /// The largest value.
        most: u32,
    },
    /// One of these words, each with its explanation.
    OneOf(&'static [(&'static str, &'static str)]),
    /// A name or a version.
    Word {
        /// The characters besides letters and digits.
        others: &'static str,
        /// The greatest length.
        most_characters: usize,
        /// The accepted values, as half a sentence.
        expected: &'static str,
    },
    /// Any text that is not empty.
    Text,
}

/// A place for the options of an embed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmbedPlace {
    /// An attribute of `<lanescope-embed>`.
    Element,
    /// The query of `embed.html`.
    Frame,
    /// A word of a fence for mdBook or of a directive for Sphinx.
    Document,
}

const EVERYWHERE: &[EmbedPlace] = &[Element, Frame, Document];

/// The options, in the order of the manual.
pub const EMBED_OPTIONS: &[EmbedOption] = &[
    EmbedOption {
        name: "size",
        value: OneOf(&[
            ("strip", "lanes, the cells that they access, and a caption"),
            ("card", "lanes with their values, and memory"),
            ("full", "also text, semantics and outcomes"),
        ]),
        places: EVERYWHERE,
        default: "`card`",
        help: "the parts that the embed shows",
    },
    EmbedOption {
        name: "step",
        value: Number { least: 0, most: 999_999_999 },
        places: EVERYWHERE,
        default: "0",
        help: "the micro-step at which the embed starts",
    },
    EmbedOption {
        name: "granularity",
        value: OneOf(&[
            ("step", "one micro-step"),
            ("memory", "to the next access to memory"),
            ("lane", "to the next lane's turn"),
            ("instruction", "to the next instruction"),
        ]),
        places: EVERYWHERE,
        default: "depends on the scenario",
        help: "the size of a step",
    },
    EmbedOption {
        name: "side",
        value: OneOf(&[
            ("text", "the scenario"),
            ("semantics", "the semantics, with the current line"),
            ("outcomes", "the outcomes of all orders of the lanes"),
        ]),
        places: EVERYWHERE,
        default: "`text`",
        help: "the panel that a `full` embed opens first. A long search for outcomes starts only when the reader asks for it",
    },
    EmbedOption {
        name: "compare",
        value: Word {
            others: "_",
            most_characters: 200,
            expected: "a name of letters from a to z, digits and `_`",
        },
        places: EVERYWHERE,
        default: "none",
        help: "the `.variant NAME` to show next to the scenario, in step",
    },
    EmbedOption {
        name: "editable",
        value: Flag,
        places: EVERYWHERE,
        default: "read-only",
        help: "readers can change the text, values and orders; *Reset* restores the scenario",
    },
    EmbedOption {
        name: "fold-setup",
        value: Flag,
        places: EVERYWHERE,
        default: "all lines",
        help: "a `full` embed hides the lines before the first instruction until the reader asks for them",
    },
    EmbedOption {
        name: "autoplay",
        value: Flag,
        places: EVERYWHERE,
        default: "off",
        help: "plays once the stage is visible; never if the reader's system asks for reduced motion",
    },
    EmbedOption {
        name: "theme",
        value: OneOf(&[
            ("auto", "the background of the element, or the system in a plain frame"),
            ("light", "dark on light"),
            ("dark", "light on dark"),
        ]),
        places: EVERYWHERE,
        default: "`auto`",
        help: "the colours. `auto` follows the theme switch of your page",
    },
    EmbedOption {
        name: "height",
        value: Number { least: 1, most: 20_000 },
        places: &[Element, Document],
        default: "the height of its contents",
        help: "a fixed height in pixels, for slides; parts that do not fit scroll inside",
    },
    EmbedOption {
        name: "title",
        value: Text,
        places: &[Element, Document],
        default: "the scenario's first comment",
        help: "the accessible name of the frame, for screen readers",
    },
    EmbedOption {
        name: "src",
        value: Text,
        places: &[Element, Document],
        default: "the text in the element",
        help: "the `.lane` file of the scenario. In an element, it is an address of this site or of one that allows it (CORS); \
            in a document, a path that is relative to the page. Messages cite the lines of the file",
    },
    EmbedOption {
        name: "unsolved",
        value: Flag,
        places: &[Document],
        default: "off",
        help: "for an exercise: an `.expect` or `.limit` line fails until the reader changes the text. The build checks that one does",
    },
    EmbedOption {
        name: "href",
        value: Text,
        places: &[Element],
        default: "the text in the element",
        help: "a link from *Copy link* in the menu *Share*, or from `lanescope link`",
    },
    EmbedOption {
        name: "version",
        value: Word { others: ".-", most_characters: 20, expected: "a version such as 0.1" },
        places: &[Element, Frame],
        default: "any",
        help: "the version of Lanescope that your page was written for; the embed shows a notice if the versions differ",
    },
    EmbedOption {
        name: "fits",
        value: Flag,
        places: &[Frame],
        default: "off",
        help: "uses the height of the frame; parts that do not fit scroll inside",
    },
    EmbedOption {
        name: "sandboxed",
        value: Flag,
        places: &[Element],
        default: "no sandbox",
        help: "the frame gets `sandbox=\"allow-scripts allow-popups allow-popups-to-escape-sandbox\"`: popups, for *Open in \
            Lanescope*. The server that hosts Lanescope has to send `Access-Control-Allow-Origin: *`",
    },
    EmbedOption {
        name: "base",
        value: Text,
        places: &[Element],
        default: "the folder of the script",
        help: "the folder of `embed.html`",
    },
];

/// The options that another option excludes: the name of each, and the other option with its value.
const EXCLUSIONS: [(&str, (&str, &str)); 2] =
    [("compare", ("size", "strip")), ("fold-setup", ("editable", ""))];

/// The height of an embed in CSS pixels, for each least width. The element reserves it; a `full` embed adds the lines of its text.
#[derive(Clone, Copy, Debug)]
pub struct EmbedHeight {
    /// The value of the option `size`.
    pub size: &'static str,
    /// The least width that this height is for.
    pub least_width: u32,
    /// The height that shows everything in most scenarios.
    pub height: u32,
    /// The least `height` that shows lanes, the accessed cells, sentence and buttons.
    pub least_height: u32,
}

const fn height(size: &'static str, least_width: u32, height: u32, least_height: u32) -> EmbedHeight {
    EmbedHeight { size, least_width, height, least_height }
}

/// The heights of each size, the widest first.
pub const EMBED_HEIGHTS: [EmbedHeight; 6] = [
    height("strip", 480, 220, 220),
    height("strip", 0, 320, 320),
    height("card", 560, 510, 340),
    height("card", 0, 720, 420),
    height("full", 560, 530, 380),
    height("full", 0, 840, 460),
];

/// Returns the options of a place.
pub fn embed_options(place: EmbedPlace) -> impl Iterator<Item = &'static EmbedOption> {
    EMBED_OPTIONS.iter().filter(move |option| option.places.contains(&place))
}

/// Checks the options of one embed together, each with its value; that of a flag is empty. The error names an option that is given
/// twice, or two that exclude each other.
pub fn check_combination(options: &[(&str, &str)]) -> Result<(), String> {
    for (index, (name, _)) in options.iter().enumerate() {
        if options[..index].iter().any(|(earlier, _)| earlier == name) {
            return Err(format!("`{name}` is given twice"));
        }
    }
    let excluded = EXCLUSIONS
        .iter()
        .find(|(name, other)| options.iter().any(|(given, _)| given == name) && options.contains(other));
    match excluded {
        Some((name, other)) => {
            Err(format!("`{name}` has no effect with `{}`: remove one of them", written(*other)))
        }
        None => Ok(()),
    }
}

/// Returns an option as it is written in a document.
fn written((name, value): (&str, &str)) -> String {
    if value.is_empty() { name.to_owned() } else { format!("{name}={value}") }
}

impl EmbedOption {
    /// Returns the effect and its exception, as Markdown.
    pub fn effect(&self) -> String {
        match self.excluded_by() {
            Some(other) => format!("{}; not with `{}`", self.help, written(other)),
            None => self.help.to_owned(),
        }
    }

    /// Returns the option that excludes this one, with its value.
    fn excluded_by(&self) -> Option<(&'static str, &'static str)> {
        EXCLUSIONS.iter().find(|(name, _)| *name == self.name).map(|(_, other)| *other)
    }

    /// Checks a value as it is written; `None` for the name alone. The error says what is expected.
    pub fn check(&self, value: Option<&str>) -> Result<(), String> {
        match value {
            value if self.value.accepts(value) => Ok(()),
            Some(value) if self.value != Flag => {
                Err(format!("`{}` is {}, not `{value}`", self.name, self.value.expected()))
            }
            Some(_) => Err(format!("`{}` has no value", self.name)),
            None => Err(format!("`{}` needs a value: {}", self.name, self.value.expected())),
        }
    }

    /// Returns the option as it begins in a document: `size=`, `editable`.
    pub fn form(&self) -> String {
        let equals = if self.value == Flag { "" } else { "=" };
        format!("{}{equals}", self.name)
    }
}

impl OptionValue {
    fn accepts(self, value: Option<&str>) -> bool {
        let Some(value) = value else { return self == Flag };
        match self {
            Flag => false,
            Number { least, most } => {
                let has_digits = value.len() <= 9 && value.bytes().all(|byte| byte.is_ascii_digit());
                has_digits && value.parse().is_ok_and(|number| (least..=most).contains(&number))
            }
            OneOf(words) => words.iter().any(|(word, _)| *word == value),
            Word { others, most_characters, .. } => {
                (1..=most_characters).contains(&value.len())
                    && value.chars().all(|c| c.is_ascii_alphanumeric() || others.contains(c))
            }
            Text => !value.is_empty(),
        }
    }

    /// Returns the accepted values, as half a sentence.
    pub fn expected(self) -> String {
        match self {
            Flag => "no value".to_owned(),
            Number { least, most } => format!("a whole number from {least} to {most}"),
            OneOf(words) => one_of(words.iter().map(|(word, _)| *word)),
            Word { expected, .. } => expected.to_owned(),
            Text => "a text".to_owned(),
        }
    }

    /// Returns the regular expression of the accepted values.
    fn pattern(self) -> String {
        match self {
            Flag => String::new(),
            Number { .. } => r"\d{1,9}".to_owned(),
            OneOf(words) => words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join("|"),
            Word { others, most_characters, .. } => {
                format!("[A-Za-z0-9{others}]{{1,{most_characters}}}")
            }
            Text => r"[^\n]+".to_owned(),
        }
    }
}

/// Returns the options and heights as JSON, for JavaScript and Python. A value is accepted if it matches `pattern` as a whole and is
/// not less than `least` and not more than `most`. `not_with` is the option that excludes it, with its value.
pub fn embed_options_json() -> String {
    let options = EMBED_OPTIONS.iter().map(|option| {
        let places: Vec<&str> = option.places.iter().map(|place| place.key()).collect();
        let mut row = json!({ "places": places });
        if option.value != Flag {
            row["pattern"] = json!(option.value.pattern());
            row["expected"] = json!(option.value.expected());
        }
        if let Number { least, most } = option.value {
            (row["least"], row["most"]) = (json!(least), json!(most));
        }
        if let Some(other) = option.excluded_by() {
            row["not_with"] = json!(other);
        }
        (option.name.to_owned(), row)
    });
    let mut heights = Map::new();
    for height in EMBED_HEIGHTS {
        let rows = heights.entry(height.size).or_insert_with(|| json!([]));
        rows.as_array_mut().expect("an array was inserted").push(json!([
            height.least_width,
            height.height,
            height.least_height
        ]));
    }
    let lines: Vec<String> = options.map(|(name, row)| format!("    {}: {row}", Value::from(name))).collect();
    format!(
        "{{\n  \"options\": {{\n{}\n  }},\n  \"heights\": {}\n}}\n",
        lines.join(",\n"),
        Value::from(heights)
    )
}

/// Returns the attributes of the element as a TypeScript interface.
pub fn embed_attribute_types() -> String {
    let attributes = embed_options(Element).map(|option| {
        let EmbedOption { name, value, default, .. } = option;
        let effect = option.effect();
        let value = match value {
            Flag => "boolean | \"\" | \"true\" | \"false\"".to_owned(),
            Number { .. } => "number | `${number}`".to_owned(),
            OneOf(words) => {
                words.iter().map(|(word, _)| format!("\"{word}\"")).collect::<Vec<_>>().join(" | ")
            }
            Word { .. } | Text => "string".to_owned(),
        };
        // Only a name with a hyphen needs quotation marks.
        let name = if name.contains('-') { format!("\"{name}\"") } else { (*name).to_owned() };
        format!("  /** {effect}. Default: {default}. */\n  {name}?: {value};\n")
    });
    let attributes: String = attributes.collect();
    format!(
        "// Written by the test `embed_options` of the core.\n\n\
         /** The attributes of `<lanescope-embed>`. */\n\
         export interface LanescopeEmbedAttributes {{\n{attributes}}}\n"
    )
}

impl EmbedPlace {
    fn key(self) -> &'static str {
        match self {
            Element => "element",
            Frame => "frame",
            Document => "document",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test;

    #[test]
    fn a_value_is_checked_and_the_error_says_what_is_expected() {
        let check = |name: &str, value: Option<&str>| {
            let option = EMBED_OPTIONS.iter().find(|option| option.name == name).expect("an option");
            option.check(value).err().unwrap_or_default()
        };
        for (name, value, error) in [
            ("size", Some("card"), ""),
            ("size", Some("huge"), "`size` is `strip`, `card` or `full`, not `huge`"),
            ("size", None, "`size` needs a value: `strip`, `card` or `full`"),
            ("step", Some("0"), ""),
            ("step", Some("-1"), "`step` is a whole number from 0 to 999999999, not `-1`"),
            ("step", Some("+5"), "`step` is a whole number from 0 to 999999999, not `+5`"),
            ("height", Some("0"), "`height` is a whole number from 1 to 20000, not `0`"),
            ("compare", Some("a_1"), ""),
            ("compare", Some("a-1"), "`compare` is a name of letters from a to z, digits and `_`, not `a-1`"),
            ("version", Some("0.1.3-rc"), ""),
            ("version", Some("<b>"), "`version` is a version such as 0.1, not `<b>`"),
            ("title", Some("Two & two"), ""),
            ("title", Some(""), "`title` is a text, not ``"),
            ("editable", None, ""),
            ("editable", Some("no"), "`editable` has no value"),
        ] {
            assert_eq!(check(name, value), error, "{name} {value:?}");
        }
    }

    #[test]
    fn options_are_checked_together() {
        for (options, error) in [
            (&[("size", "strip"), ("editable", "")][..], ""),
            (&[("size", "card"), ("size", "strip")], "`size` is given twice"),
            (&[("editable", ""), ("step", "1"), ("editable", "")], "`editable` is given twice"),
            (&[("size", "card"), ("compare", "other")], ""),
            (
                &[("compare", "other"), ("size", "strip")],
                "`compare` has no effect with `size=strip`: remove one of them",
            ),
            (
                &[("size", "full"), ("fold-setup", ""), ("editable", "")],
                "`fold-setup` has no effect with `editable`: remove one of them",
            ),
        ] {
            assert_eq!(check_combination(options).err().unwrap_or_default(), error, "{options:?}");
        }
        for (name, (other, value)) in EXCLUSIONS {
            let option = |name| EMBED_OPTIONS.iter().find(|option| option.name == name).expect("an option");
            assert!(option(name).effect().contains("; not with `"), "{name}");
            assert!(option(other).check((!value.is_empty()).then_some(value)).is_ok(), "{other}");
        }
    }

    #[test]
    fn each_option_is_described_once() {
        for (at, option) in EMBED_OPTIONS.iter().enumerate() {
            assert!(!option.help.is_empty() && !option.default.is_empty() && !option.places.is_empty());
            assert!(EMBED_OPTIONS[..at].iter().all(|other| other.name != option.name), "{}", option.name);
        }
    }
}
