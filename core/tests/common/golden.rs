//! Golden files: the cases of a rule, each with its text and the expected output.
//!
//! The lines above the first case are a remark. A line `==== NAME SETTING...` begins a case, and its text follows. A
//! line `---- PART` begins another part of the case; `---- expect` is the last part. The lines after `==== before each`
//! are put before the text of each following case, up to the next such line. A blank line ends a case.
//!
//! A case may have two settings. `escaped` is for characters that an editor hides or changes (see [`ESCAPES`]).
//! `unterminated` is for a text whose last line has no line end.

use super::{files, root};
use std::collections::BTreeSet;

const BLOCK: &str = "\n==== ";
const BEFORE_EACH: &str = "before each\n";
const PART: &str = "---- ";
const EXPECT: &str = "---- expect\n";

/// Escapes in an `escaped` case, each with the text that it encodes.
const ESCAPES: [(&str, &str); 5] = [
    ("\\0", "\0"),
    ("\\r", "\r"),
    ("\\u{202e}", "\u{202e}"),
    ("\\u{feff}", "\u{feff}"),
    // A space at the end of a line.
    ("\\u{20}\n", " \n"),
];

/// A case of a golden file.
pub struct Case {
    pub name: String,
    /// The words after the name.
    settings: Vec<String>,
    /// The text, including the lines of `before each`.
    pub text: String,
    /// The other parts, each with its name.
    parts: Vec<(String, String)>,
}

impl Case {
    /// Returns the settings `NAME=VALUE`.
    pub fn settings(&self) -> impl Iterator<Item = (&str, &str)> {
        self.settings.iter().filter_map(|setting| setting.split_once('='))
    }

    /// Returns the text of the part `name`.
    pub fn part(&self, name: &str) -> Option<&str> {
        self.parts.iter().find(|(part, _)| part == name).map(|(_, text)| text.as_str())
    }

    fn has(&self, setting: &str) -> bool {
        self.settings.iter().any(|word| word == setting)
    }

    fn read(block: &str, before: &str) -> Self {
        let (head, body) = block.split_once('\n').expect("a case has a text");
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

    /// Returns the block of this case with `found` as its last part.
    fn blessed(&self, block: &str, mut found: String) -> String {
        if self.has("escaped") {
            found = ESCAPES.iter().fold(found, |text, (escape, sign)| text.replace(sign, escape));
        }
        let end = block.find(EXPECT).unwrap_or_else(|| panic!("{} has no `{EXPECT}`", self.name));
        format!("{}{EXPECT}{found}", &block[..end])
    }
}

/// Splits a file into blocks, each with its case. The remark and the `before each` blocks have none.
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

/// Reads the cases of a folder.
pub fn cases(folder: &str) -> Vec<Case> {
    let files = files(&root(folder), "txt");
    files.iter().flat_map(|(_, text)| read(text)).filter_map(|(_, case)| case).collect()
}

/// Compares the outcome of each case of a folder with its expected part. `BLESS=1` rewrites the expected parts; read
/// the diff.
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

/// Compares a text with a file. `BLESS=1` writes the file; read the diff.
pub fn hold_text(path: &str, found: &str) {
    let path = root(path);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, found).expect("the folder of the tests can be written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    let pairs = kept.lines().zip(found.lines());
    let first = pairs.enumerate().find(|(_, (kept, found))| kept != found);
    assert!(
        kept == found,
        "{} differs, first at {first:?}; BLESS=1 if what is found is right",
        path.display()
    );
}
