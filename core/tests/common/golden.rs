//! Golden files: the cases of a rule under one another, each with its text and what comes of it.
//!
//! What stands above the first case is a remark. A line `==== NAME SETTING...` begins a case, whose text follows; a line
//! `---- PART` begins another part of it, of which `---- expect` is the last. The lines under `==== before each` stand
//! before the text of each case below, up to the next such line. A blank line ends a case.
//!
//! Each case may have the settings `escaped`, for signs that an editor hides or spoils (see [`ESCAPES`]), and
//! `unterminated`, for a text whose last line has no end.

use super::{files, root};
use std::collections::BTreeSet;

const BLOCK: &str = "\n==== ";
const BEFORE_EACH: &str = "before each\n";
const PART: &str = "---- ";
const EXPECT: &str = "---- expect\n";

/// What stands in an escaped case, and what it stands for.
const ESCAPES: [(&str, &str); 5] = [
    ("\\0", "\0"),
    ("\\r", "\r"),
    ("\\u{202e}", "\u{202e}"),
    ("\\u{feff}", "\u{feff}"),
    // At the end of a line.
    ("\\u{20}\n", " \n"),
];

/// A text, and what is known of it.
pub struct Case {
    pub name: String,
    /// The words behind the name.
    settings: Vec<String>,
    /// The text, with the lines that stand before each.
    pub text: String,
    /// The other parts, each with its name.
    parts: Vec<(String, String)>,
}

impl Case {
    /// The values of the settings `NAME=VALUE`.
    pub fn settings(&self) -> impl Iterator<Item = (&str, &str)> {
        self.settings.iter().filter_map(|setting| setting.split_once('='))
    }

    /// The text of the part of that name.
    pub fn part(&self, name: &str) -> Option<&str> {
        self.parts.iter().find(|(part, _)| part == name).map(|(_, text)| text.as_str())
    }

    fn has(&self, setting: &str) -> bool {
        self.settings.iter().any(|word| word == setting)
    }

    fn read(block: &str, before: &str) -> Self {
        let (head, body) = block.split_once('\n').expect("a text stands under a case's name");
        let mut words = head.split(' ').map(str::to_owned);
        let name = words.next().expect("a case has a name");
        let mut case = Self { name, settings: words.collect(), text: String::new(), parts: Vec::new() };
        for line in body.split_inclusive('\n') {
            match line.strip_prefix(PART) {
                Some(part) => case.parts.push((part.trim_end().to_owned(), String::new())),
                None => case.parts.last_mut().map_or(&mut case.text, |(_, text)| text).push_str(line),
            }
        }
        if case.has("escaped") {
            case.text = ESCAPES.iter().fold(case.text, |text, (escape, sign)| text.replace(escape, sign));
        }
        if case.has("unterminated") {
            case.text.pop();
        }
        case.text.insert_str(0, before);
        case
    }

    /// The block of this case with what is now found under its last part.
    fn blessed(&self, block: &str, mut found: String) -> String {
        if self.has("escaped") {
            found = ESCAPES.iter().fold(found, |text, (escape, sign)| text.replace(sign, escape));
        }
        let end = block.find(EXPECT).unwrap_or_else(|| panic!("{} has no `{EXPECT}`", self.name));
        format!("{}{EXPECT}{found}", &block[..end])
    }
}

/// The cases of a file, each with its block; the remark above and lines before each have none.
fn read(text: &str) -> Vec<(&str, Option<Case>)> {
    let mut before = "";
    let mut out = Vec::new();
    for (at, block) in text.split(BLOCK).enumerate() {
        let lines = block.strip_prefix(BEFORE_EACH);
        before = lines.unwrap_or(before);
        let case = (at > 0 && lines.is_none()).then(|| Case::read(block, before));
        out.push((block, case));
    }
    out
}

/// The cases of a folder.
pub fn cases(folder: &str) -> Vec<Case> {
    let files = files(&root(folder), "txt");
    files.iter().flat_map(|(_, text)| read(text)).filter_map(|(_, case)| case).collect()
}

/// Holds what comes of each case of a folder against what is expected. `BLESS=1` writes that anew; read what changed.
pub fn hold(folder: &str, mut outcome: impl FnMut(&Case) -> String) {
    let (mut names, mut wrong) = (BTreeSet::new(), Vec::new());
    for (path, text) in files(&root(folder), "txt") {
        let mut blocks = Vec::new();
        for (block, case) in read(&text) {
            let Some(case) = case else {
                blocks.push(block.to_owned());
                continue;
            };
            let blessed = case.blessed(block, outcome(&case));
            if blessed != block {
                wrong.push(format!("expected:\n{block}\nfound:\n{blessed}"));
            }
            blocks.push(blessed);
            assert!(names.insert(case.name.clone()), "two cases of {folder} are called {}", case.name);
        }
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, blocks.join(BLOCK)).expect("the folder of the tests can be written");
            wrong.clear();
        }
    }
    assert!(!names.is_empty(), "{folder} has no cases");
    assert!(wrong.is_empty(), "BLESS=1 if what is found is right:\n{}", wrong.join("\n"));
}
