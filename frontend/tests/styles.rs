//! Rules for the style sheets, which no other tool checks: widths, classes, and the list of sheets.

use lanescope_core::view::sizes::{NARROWEST_PLACE_PX, OFFSET_PX};
use lanescope_frontend::state::marks::CELL_MARKS;
use lanescope_frontend::state::physical::{MEMORY_GAP_PX, NARROWEST_SLOT_PX};
use lanescope_frontend::state::picture::RESERVED_PX;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The widths that conditions may contain. `css/tokens.css` explains them.
const WIDTHS: [&str; 4] = ["360px", "560px", "720px", "1100px"];

/// Classes of the editor's library.
const OF_LIBRARY: [&str; 8] = [
    "cm-content",
    "cm-editor",
    "cm-gutter-lint",
    "cm-gutterElement",
    "cm-gutters",
    "cm-line",
    "cm-lineNumbers",
    "cm-scroller",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn add_files(folder: &Path, to: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder exists") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() { add_files(&path, to) } else { to.push(path) }
    }
}

/// Returns a text without the parts from `start` to `end`.
fn without(text: &str, start: &str, end: &str) -> String {
    let (mut kept, mut rest) = (String::new(), text);
    while let Some((before, inside)) = rest.split_once(start) {
        kept += before;
        rest = inside.split_once(end).map_or("", |(_, after)| after);
    }
    kept + rest
}

/// Returns the names and texts of the style sheets, without comments and strings.
fn sheets() -> Vec<(String, String)> {
    let mut files = Vec::new();
    add_files(&root().join("frontend/css"), &mut files);
    files.sort();
    let sheet = |path: &PathBuf| {
        let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
        (name, without(&without(&read(path), "/*", "*/"), "\"", "\""))
    };
    files.iter().map(sheet).collect()
}

/// Returns the preludes of rules: selectors and conditions.
fn preludes(sheet: &str) -> impl Iterator<Item = &str> {
    sheet.split_inclusive(['{', '}', ';']).filter_map(|part| part.strip_suffix('{')).map(str::trim)
}

/// Returns the classes that a selector names.
fn classes(selector: &str) -> impl Iterator<Item = &str> {
    let parts = selector.split('.').skip(1);
    parts.map(|part| {
        part.split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_')).next().unwrap_or_default()
    })
}

/// Returns the selectors of all sheets, each with the name of its sheet.
fn selectors(sheets: &[(String, String)]) -> impl Iterator<Item = (&str, &str)> {
    let rules = sheets.iter().flat_map(|(name, text)| preludes(text).map(|prelude| (name.as_str(), prelude)));
    rules.filter(|(_, prelude)| !prelude.starts_with('@'))
}

/// Returns the elements that a selector names.
fn elements(selector: &str) -> impl Iterator<Item = &str> {
    let starts = selector.char_indices().filter(|(at, c)| {
        c.is_ascii_lowercase()
            && (*at == 0 || selector[..*at].ends_with([' ', '\n', '(', '>', '+', '~', '&']))
    });
    starts.map(|(at, _)| selector[at..].split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default())
}

/// Returns the words in the quoted texts of a line: names that may contain `-`. A line inside a text, which does not end on it, counts as
/// a whole.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let is_quote = |c: char| c == '"' || c == '`';
    let begins_and_ends = line.matches(is_quote).count() % 2 == 0 && line.contains(is_quote);
    let texts = line.split(is_quote).enumerate().filter(move |(index, _)| !begins_and_ends || index % 2 == 1);
    texts.flat_map(|(_, text)| text.split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_')))
}

#[test]
fn conditions_have_named_widths() {
    let mut wrong = Vec::new();
    for (name, text) in sheets() {
        for condition in preludes(&text).filter(|it| it.starts_with("@media") || it.starts_with("@container"))
        {
            // `(width < 720px)`, `(720px <= width < 1100px)`.
            let features = condition.split(['(', ')']).filter(|feature| feature.contains("width"));
            let lengths =
                features.flat_map(str::split_whitespace).filter(|word| word.starts_with(char::is_numeric));
            for length in lengths.filter(|length| !WIDTHS.contains(length)) {
                wrong.push(format!("{name}: {length} in `{condition}`"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_class_is_for_one_number() {
    let sheets = sheets();
    let numbered =
        selectors(&sheets).flat_map(|(name, selector)| classes(selector).map(move |class| (name, class)));
    let numbered: Vec<_> =
        numbered.filter(|(_, class)| class.ends_with(|c: char| c.is_ascii_digit())).collect();
    assert!(numbered.is_empty(), "{numbered:?}");
}

#[test]
fn each_class_and_element_is_in_a_source() {
    let root = root();
    let mut files = ["index.html", "embed.html"].map(|name| root.join(name)).to_vec();
    files.push(root.join("static/boot.js"));
    for folder in ["frontend/src", "frontend/js", "core/src"] {
        add_files(&root.join(folder), &mut files);
    }
    let is_source = |path: &&PathBuf| {
        let name = path.file_name().expect("a file has a name").to_string_lossy();
        // The bundle of the editor contains its library.
        name.ends_with(".rs") || name.ends_with(".html") || (name.ends_with(".js") && name != "editor.js")
    };
    let mut code = String::new();
    for path in files.iter().filter(is_source) {
        let text = read(path);
        text.lines()
            .filter(|line| !line.trim_start().starts_with("//"))
            .for_each(|line| code += &format!("{line}\n"));
    }
    let code = code.replace("\\\"", "'");
    let words: BTreeSet<&str> = code.lines().flat_map(words).collect();
    // A source composes some classes: "tok-{class}", "{side}-closed".
    let is_composed = |class: &str| {
        class.match_indices('-').any(|(at, _)| {
            let (before, after) = (&class[..at], &class[at + 1..]);
            (words.contains(after)
                && ["{", "${"].iter().any(|open| code.contains(&format!("{before}-{open}"))))
                || (words.contains(before) && code.contains(&format!("}}-{after}\"")))
        })
    };
    let sheets = sheets();
    let named =
        selectors(&sheets).flat_map(|(name, selector)| classes(selector).map(move |class| (name, class)));
    let unknown: BTreeSet<_> = named
        .filter(|(_, class)| !OF_LIBRARY.contains(class) && !words.contains(class) && !is_composed(class))
        .collect();
    assert!(unknown.is_empty(), "no source has these classes: {unknown:?}");
    let is_made = |name: &str| {
        ["html", "from", "to"].contains(&name)
            || [format!("<{name}"), format!("\"{name}\"")].iter().any(|it| code.contains(it))
    };
    let named = selectors(&sheets)
        .flat_map(|(name, selector)| elements(selector).map(move |element| (name, element)));
    let unknown: BTreeSet<_> = named.filter(|(_, element)| !is_made(element)).collect();
    assert!(unknown.is_empty(), "no source has these elements: {unknown:?}");
}

#[test]
fn each_mark_of_a_cell_has_a_rule() {
    let sheets = sheets();
    let styled: BTreeSet<&str> = selectors(&sheets).flat_map(|(_, selector)| classes(selector)).collect();
    let missing: Vec<&str> =
        CELL_MARKS.iter().map(|mark| mark.class).filter(|class| !styled.contains(class)).collect();
    assert!(missing.is_empty(), "no rule has these marks: {missing:?}");
}

#[test]
fn the_program_has_the_sizes_of_the_sheets() {
    for (sheet, name, size_px) in [
        ("tokens.css", "--offset-width", OFFSET_PX),
        ("tokens.css", "--narrowest-slot", NARROWEST_SLOT_PX),
        ("tokens.css", "--memory-gap", MEMORY_GAP_PX),
        ("tokens.css", "--narrowest-place", NARROWEST_PLACE_PX),
        ("embed.css", "--reserved", RESERVED_PX.0),
        ("embed.css", "--reserved", RESERVED_PX.1),
    ] {
        let declaration = format!("{name}: {size_px}px;");
        assert!(
            read(&root().join("frontend/css").join(sheet)).contains(&declaration),
            "{declaration} in {sheet}"
        );
    }
}

#[test]
fn main_names_each_sheet_once() {
    let listed = read(&root().join("frontend/css/main.css"));
    let mut listed: Vec<_> =
        listed.lines().filter_map(|line| line.strip_prefix("@import \"")?.strip_suffix("\";")).collect();
    listed.sort_unstable();
    let sheets = sheets();
    let files: Vec<_> =
        sheets.iter().map(|(name, _)| name.as_str()).filter(|name| *name != "main.css").collect();
    assert_eq!(listed, files);
    assert_eq!(read(&root().join("index.html")).matches("rel=\"stylesheet\"").count(), 1);
}
