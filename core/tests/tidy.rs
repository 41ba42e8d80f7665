//! The structure of the code: layers, sizes, and words that must not occur.
#![cfg(not(target_arch = "wasm32"))]

mod cycles;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The layers that each layer of `core` may name. `ARCHITECTURE.md` explains the table.
const LAYERS: &[(&str, &[&str])] = &[
    ("base", &[]),
    ("diag", &["base"]),
    ("machine", &["base"]),
    ("spec", &["base"]),
    ("syntax", &["base", "spec", "diag"]),
    ("semantics", &["base", "spec", "diag"]),
    ("trace", &["base", "machine", "semantics"]),
    ("exec", &["base", "spec", "diag", "machine", "semantics", "trace"]),
    ("explore", &["base", "spec", "machine", "semantics", "exec"]),
    ("check", &["base", "spec", "diag", "machine", "syntax", "semantics", "exec"]),
    ("isa", &["base", "spec", "diag", "machine", "syntax", "semantics", "exec", "check"]),
    ("encode", &["base", "spec", "machine", "exec"]),
    ("cost", &["base", "machine", "spec", "trace", "exec"]),
    (
        "session",
        &[
            "base",
            "spec",
            "diag",
            "machine",
            "isa",
            "syntax",
            "semantics",
            "trace",
            "exec",
            "explore",
            "check",
            "encode",
            "cost",
        ],
    ),
    ("view", &["spec", "trace", "session"]),
    ("figure", &["trace", "session", "view"]),
];

/// The rooms of `session`, each with those that it may name.
const ROOMS: &[(&str, &[&str])] = &[
    ("text", &[]),
    ("orders", &["text"]),
    ("compare", &["text", "orders"]),
    ("teach", &["text", "orders", "compare"]),
    ("report", &["text", "orders", "compare"]),
];

/// The layers of `core` that the front end may name.
const FRONTEND_READS: &[&str] = &["diag", "figure", "session", "spec", "trace", "view"];

/// The layers of the front end, each with the names that it must not use: the layers above it and, in the state, the
/// browser.
const FRONTEND_LAYERS: &[(&str, &[&str])] = &[
    ("state", &["crate::effects", "crate::components", "yew", "web_sys", "js_sys", "wasm_bindgen", "gloo"]),
    ("effects", &["crate::components"]),
    ("components", &[]),
];

/// The folders of components, each with those that it may name. Modules beside the folders may name all.
const COMPONENT_FOLDERS: &[(&str, &[&str])] = &[
    ("controls", &[]),
    ("text", &["controls"]),
    ("stage", &["controls", "text"]),
    ("inspector", &["controls", "text", "stage"]),
    ("dialogs", &["controls", "text", "stage", "inspector"]),
];

/// The maximum number of lines in a module. A longer module should be two.
const MAX_LINES: usize = 600;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("core lies in the workspace").to_owned()
}

/// Returns the files below a folder, except those of installed packages.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() && !path.ends_with("node_modules") {
            found.extend(files(&path));
        } else if path.is_file() {
            found.push(path);
        }
    }
    found
}

fn is_a(path: &Path, extensions: &[&str]) -> bool {
    path.extension().is_some_and(|found| extensions.iter().any(|extension| found == *extension))
}

/// Returns the Rust files below a folder, each with its text.
fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let paths = files(folder).into_iter().filter(|path| is_a(path, &["rs"]));
    let read = |path: &PathBuf| fs::read_to_string(path).expect("sources are UTF-8");
    paths.map(|path| (path.clone(), read(&path))).collect()
}

/// Returns the words that follow `prefix` in a text, without comments.
fn named_after(text: &str, prefix: &str) -> BTreeSet<String> {
    let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let code = code.join("\n");
    let word = |rest: &str| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let mut names = BTreeSet::new();
    for (at, _) in code.match_indices(prefix) {
        let rest = &code[at + prefix.len()..];
        match rest.strip_prefix('{') {
            // `use crate::{base, spec};`
            Some(list) => {
                let list = list.split('}').next().unwrap_or("");
                names.extend(list.split(',').map(|part| word(part.trim())));
            }
            None => {
                names.insert(word(rest));
            }
        }
    }
    names
}

#[test]
fn arrows_only_point_left() {
    let src = root().join("core/src");
    let mut wrong = Vec::new();
    let layers: Vec<&str> = LAYERS.iter().map(|(layer, _)| *layer).collect();
    for (layer, allowed) in LAYERS {
        let files = sources(&src.join(layer));
        assert!(!files.is_empty(), "layer {layer} has no sources");
        // Unit tests may set up a scenario from its text.
        for (path, text) in files.into_iter().filter(|(path, _)| !path.ends_with("tests.rs")) {
            for name in named_after(&text, "crate::") {
                if layers.contains(&name.as_str()) && name != *layer && !allowed.contains(&name.as_str()) {
                    wrong.push(format!("{}: {layer} must not name {name}", path.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_rooms_of_session_only_name_those_before_them() {
    let session = root().join("core/src/session");
    let rooms = fs::read_dir(&session).expect("session has sources").flatten();
    assert_eq!(rooms.filter(|entry| entry.path().is_dir()).count(), ROOMS.len());
    for (room, allowed) in ROOMS {
        for (path, text) in sources(&session.join(room)) {
            for name in named_after(&text, "crate::session::") {
                let is_allowed = name == *room || allowed.contains(&name.as_str());
                assert!(is_allowed, "{}: {room} must not name {name}", path.display());
            }
        }
    }
}

#[test]
fn the_folders_of_components_only_name_those_before_them() {
    let components = root().join("frontend/src/components");
    for (folder, allowed) in COMPONENT_FOLDERS {
        let files = sources(&components.join(folder));
        assert!(!files.is_empty(), "{folder} has no sources");
        for (path, text) in files {
            for name in named_after(&text, "crate::components::") {
                let is_allowed = name == *folder || allowed.contains(&name.as_str());
                assert!(is_allowed, "{}: {folder} must not name {name}", path.display());
            }
        }
    }
}

#[test]
fn every_folder_of_core_is_a_layer() {
    let src = root().join("core/src");
    let folders =
        fs::read_dir(src).expect("core has sources").flatten().filter(|entry| entry.path().is_dir());
    let folders: BTreeSet<String> =
        folders.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    let mut expected: BTreeSet<String> = LAYERS.iter().map(|(layer, _)| (*layer).to_owned()).collect();
    expected.insert("bin".to_owned());
    assert_eq!(folders, expected);
}

#[test]
fn modules_import_each_other_in_one_direction() {
    let src = root().join("core/src");
    for (layer, _) in LAYERS {
        let found = cycles::cycles(&src, &sources(&src.join(layer)));
        assert!(found.is_empty(), "{}", found.join("\n"));
    }
    let src = root().join("frontend/src");
    for (layer, _) in FRONTEND_LAYERS {
        let found = cycles::cycles(&src, &sources(&src.join(layer)));
        assert!(found.is_empty(), "{}", found.join("\n"));
    }
}

#[test]
fn a_cycle_is_found() {
    let source = |path: &str, text: &str| (PathBuf::from(path), text.to_owned());
    let found = |b: &str| {
        let a = source("/src/x/a.rs", "use super::b::{self, B};\n");
        let c = source("/src/x/y/c.rs", "fn f() { crate::x::a::run() }\n");
        let parent = source("/src/x/y/mod.rs", "mod c;\npub use c::f;\n");
        cycles::cycles(Path::new("/src"), &[a, source("/src/x/b.rs", b), c, parent])
    };
    assert_eq!(found("use super::a::A;"), ["x::a -> x::b -> x::a"]);
    assert_eq!(found("use super::{q, y::f};"), ["x::a -> x::b -> x::y -> x::y::c -> x::a"]);
    assert_eq!(found("// use super::a::A;\nuse crate::z::{a::A};"), Vec::<String>::new());
}

/// Returns the words of a text that contain one of these names, in any case.
fn naming<'t>(text: &'t str, names: &[&str]) -> Vec<&'t str> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let words = text.split(|c: char| !is_part(c)).filter(|word| !word.is_empty());
    words.filter(|word| names.iter().any(|name| word.to_lowercase().contains(name))).collect()
}

/// The only file that names the instruction sets, besides the sets' own folders.
const LIST_OF_SETS: &str = "core/src/isa/mod.rs";

/// Files that word their rules for the only set with their directive, and its key.
const WORDED: &[(&str, &str)] = &[("core/src/syntax/directive/decl.rs", "visa")];

/// Returns the mentions of instruction sets in a source that must not have any. Tests after the code, test files, and
/// the declaration of a set's own module are exempt.
fn mentions_of_sets(path: &str, text: &str, keys: &[&str]) -> Vec<String> {
    let is_own = keys.iter().any(|key| path.contains(&format!("/{key}/")));
    let is_test = path.ends_with("tests.rs");
    if is_own || is_test || path == LIST_OF_SETS {
        return Vec::new();
    }
    let is_worded = |key: &str| WORDED.iter().any(|(folder, own)| path.contains(folder) && key == *own);
    let keys: Vec<&str> = keys.iter().copied().filter(|key| !is_worded(key)).collect();
    let code = text.split("mod tests {").next().unwrap_or("");
    let declares = |line: &str| keys.iter().any(|key| line.trim() == format!("mod {key};"));
    let lines = code.lines().filter(|line| !declares(line));
    lines.flat_map(|line| naming(line, &keys)).map(|word| format!("{path}: {word}")).collect()
}

#[test]
fn instruction_sets_are_named_in_their_folders_and_in_their_list() {
    let sets = lanescope_core::isa::known_sets();
    let keys: Vec<&str> = sets.all().iter().map(|set| set.key).collect();
    let mut found = Vec::new();
    for folder in ["core/src", "frontend/src"] {
        for (path, text) in sources(&root().join(folder)) {
            let path = path.strip_prefix(root()).expect("listed from there").to_string_lossy().into_owned();
            found.extend(mentions_of_sets(&path, &text, &keys));
        }
    }
    assert_eq!(found, Vec::<String>::new());
    // A mention that is added is found, in code and in a comment, in any case.
    let added = "// As in vISA.\nfn is_sass() {}\nmod sass;\n";
    let mentions = mentions_of_sets("core/src/check/settings.rs", added, &keys);
    assert_eq!(mentions, ["core/src/check/settings.rs: vISA", "core/src/check/settings.rs: is_sass"]);
}

#[test]
fn core_knows_no_clock_io_or_browser() {
    let src = root().join("core/src");
    let absent = [
        "std::fs",
        "std::net",
        "std::time",
        "std::env",
        "std::thread",
        "web_sys",
        "js_sys",
        "gloo",
        "static mut",
    ];
    let is_code = |path: &Path| !path.starts_with(src.join("bin")) && !path.ends_with("tests.rs");
    for (path, text) in sources(&src).into_iter().filter(|(path, _)| is_code(path)) {
        for word in absent {
            assert!(!text.contains(word), "{} names {word}", path.display());
        }
    }
}

#[test]
fn the_front_end_reads_no_deeper_than_it_may() {
    for (path, text) in sources(&root().join("frontend/src")) {
        for name in named_after(&text, "lanescope_core::") {
            assert!(FRONTEND_READS.contains(&name.as_str()), "{} names {name}", path.display());
        }
    }
}

#[test]
fn the_layers_of_the_front_end_only_name_those_below() {
    let src = root().join("frontend/src");
    let folders = fs::read_dir(&src).expect("the front end has sources").flatten();
    let folders = folders.filter(|entry| entry.path().is_dir());
    let folders: BTreeSet<String> =
        folders.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    assert_eq!(folders, FRONTEND_LAYERS.iter().map(|(layer, _)| (*layer).to_owned()).collect());
    for (layer, absent) in FRONTEND_LAYERS {
        for (path, text) in sources(&src.join(layer)) {
            for name in *absent {
                assert!(!text.contains(name), "{}: {layer} must not name {name}", path.display());
            }
        }
    }
}

#[test]
fn the_front_end_contains_no_mnemonic() {
    let mnemonics = lanescope_core::isa::known_sets();
    let mnemonics = mnemonics.instructions().map(|row| row.mnemonic.to_lowercase());
    // Short mnemonics are words of any program: `add`, `exit`.
    let mnemonics: Vec<String> = mnemonics.filter(|mnemonic| mnemonic.len() > 5).collect();
    assert!(!mnemonics.is_empty());
    // Tests may run scenarios, in a file of their own and after the code.
    let is_code = |(path, _): &(PathBuf, String)| !path.ends_with("tests.rs");
    for (path, text) in sources(&root().join("frontend/src")).into_iter().filter(is_code) {
        let code = text.split("#[cfg(test)]").next().unwrap_or("").to_lowercase();
        for mnemonic in &mnemonics {
            // Mnemonics that are plain English words count only as a whole string.
            let quoted = format!("\"{mnemonic}\"");
            let named = if mnemonic.contains('_') { mnemonic } else { &quoted };
            assert!(!code.contains(named), "{} contains {mnemonic}", path.display());
        }
    }
}

#[test]
fn the_host_needs_no_built_script() {
    // `wasm_bindgen(module = ...)` reads its file at compile time. A fresh clone has no built file.
    for (path, text) in sources(&root().join("frontend/src")) {
        for line in text.lines().filter(|line| line.contains("wasm_bindgen(module")) {
            let is_of_browser = line.trim().starts_with("#[cfg_attr(target_family = \"wasm\", ");
            assert!(is_of_browser, "{}: {line}", path.display());
        }
    }
}

#[test]
fn modules_are_small() {
    for folder in ["core/src", "core/tests", "frontend/src", "xtask/src"] {
        for (path, text) in sources(&root().join(folder)) {
            let lines = text.lines().count();
            assert!(lines <= MAX_LINES, "{} has {lines} lines", path.display());
        }
    }
}

#[test]
fn codes_of_rules_are_unique() {
    let all = lanescope_core::session::text::rules();
    let mut seen = BTreeSet::new();
    let twice: Vec<&str> = all.iter().map(|rule| rule.code).filter(|code| !seen.insert(*code)).collect();
    assert!(twice.is_empty(), "used twice: {twice:?}");
    for rule in all {
        assert!(
            rule.code.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'),
            "{}",
            rule.code
        );
        assert!(
            !rule.statement.is_empty() && !rule.source.page.is_empty() && !rule.source.heading.is_empty()
        );
        assert!(!rule.statement.ends_with('.'), "{}: statements have no full stop", rule.code);
    }
}

/// Returns the files that a text cites: words that end like the name of a source or a document.
fn cited(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
    let ends = [".rs", ".notation", ".md", ".mjs", ".css", ".toml"];
    let words = text.split(move |c: char| !is_part(c)).map(|word| word.trim_end_matches('.'));
    // `NAME` is a placeholder, and `//` is part of a web address.
    words.filter(move |word| {
        ends.iter().any(|end| word.ends_with(end)) && !word.starts_with("//") && !word.contains("NAME")
    })
}

#[test]
fn files_that_are_cited_exist() {
    let mut known = Vec::new();
    for folder in ["core", "frontend", "xtask", "tools", "static", ".cargo"] {
        known.extend(files(&root().join(folder)));
    }
    known.extend(fs::read_dir(root()).into_iter().flatten().flatten().map(|entry| entry.path()));
    let mut wrong = Vec::new();
    for path in known.iter().filter(|path| is_a(path, &["rs", "md", "mjs", "js", "css", "toml"])) {
        let text = fs::read_to_string(path).expect("sources are UTF-8");
        for line in text.lines() {
            let prose =
                if is_a(path, &["md"]) { line } else { line.split_once("//").map_or("", |(_, rest)| rest) };
            for name in cited(prose) {
                let name = name.trim_start_matches("../").trim_start_matches('/');
                if !known.iter().any(|file| file.ends_with(name)) {
                    wrong.push(format!("{} cites {name}", path.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Words that a doc comment or comment must not begin with. A sentence begins with its noun or verb.
const OPENERS: &[&str] =
    &["What", "Of", "So many", "As many", "Whoever", "Where there", "That which", "Nobody", "Somebody"];

/// Words that comments must not contain, because a plainer word exists: after, is, reported, the reader.
const VAGUE: &[&str] = &["behind", "stands", "told", "whoever", "nobody", "somebody", "so many"];

/// Returns the text of a line that is a comment.
fn comment(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let text = ["///", "//!", "//"].iter().find_map(|mark| line.strip_prefix(mark));
    text.map(str::trim_start)
}

/// Returns whether a text contains a word or a phrase, not as part of another word.
fn has_word(text: &str, word: &str) -> bool {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    text.match_indices(word).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        !is_part(before.chars().next_back()) && !is_part(after.chars().next())
    })
}

#[test]
fn comments_are_plain() {
    let mut wrong = Vec::new();
    for folder in ["core", "frontend", "xtask", "docs/manual/build", "docs/mdbook-lanescope"] {
        for (path, text) in sources(&root().join(folder)) {
            let mut is_first = true;
            for (index, line) in text.lines().enumerate() {
                let Some(comment) = comment(line) else {
                    is_first = true;
                    continue;
                };
                let opens =
                    |opener: &&&str| is_first && has_word(comment, opener) && comment.starts_with(**opener);
                let lower = comment.to_lowercase();
                let found =
                    OPENERS.iter().find(opens).or_else(|| VAGUE.iter().find(|word| has_word(&lower, word)));
                if let Some(word) = found {
                    wrong.push(format!("{}:{}: \"{word}\": {comment}", path.display(), index + 1));
                }
                is_first = false;
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
