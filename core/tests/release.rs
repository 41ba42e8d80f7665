//! The texts for a release: README.md, CHANGELOG.md and the manual's pages of promises and evidence agree with the program.
#![cfg(not(target_arch = "wasm32"))] // reads folders

use crate::common::golden::hold_text;
use crate::common::root;
use lanescope_core::session::{Session, report::Report, text::encode_link};
use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

fn read(path: &str) -> String {
    fs::read_to_string(root(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the value of the first line `key = "value"`.
fn value<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    let line = text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \""))?;
    line.split('"').next()
}

/// Replaces the text between the first `before` and the following quotation mark.
fn with_value(text: &str, before: &str, value: &str) -> String {
    let (head, rest) = text.split_once(before).unwrap_or_else(|| panic!("there is no {before:?}"));
    let (_, rest) = rest.split_once('"').expect("the value ends");
    format!("{head}{before}{value}\"{rest}")
}

#[test]
fn a_value_is_replaced() {
    for (text, expected) in [
        ("a\nversion = \"1\"\n", "a\nversion = \"2.0\"\n"),
        (
            "b_version = \"1\"\nversion = \"\" # c\nversion = \"3\"",
            "b_version = \"1\"\nversion = \"2.0\" # c\nversion = \"3\"",
        ),
    ] {
        assert_eq!(with_value(text, "\nversion = \"", "2.0"), expected);
    }
}

/// `Cargo.toml` has the version and the address of the repository. `BLESS=1` copies them.
#[test]
fn every_package_has_the_same_version_and_address() {
    const COPIES: [(&str, &[&str], &str); 2] = [
        ("docs/Cargo.toml", &["\nversion = \"", "path = \"../core\", version = \""], "\nrepository = \""),
        ("docs/sphinx-lanescope/pyproject.toml", &["\nversion = \""], "\nRepository = \""),
    ];
    let version = env!("CARGO_PKG_VERSION");
    let manifest = read("Cargo.toml");
    let address = value(&manifest, "repository").expect("there is an address");
    for (path, versions, before_address) in COPIES {
        let text = versions.iter().fold(read(path), |text, before| with_value(&text, before, version));
        hold_text(path, &with_value(&text, before_address, address));
    }
    assert!(read("CHANGELOG.md").contains(&format!("\n## {version}")), "CHANGELOG.md has no {version}");
}

/// Each package has the licence as a file of its own, since a link would leave its folder. `BLESS=1` copies it.
#[test]
fn every_package_has_the_licence() {
    for package in ["core", "docs/mdbook-lanescope", "docs/sphinx-lanescope", "frontend/npm"] {
        hold_text(&format!("{package}/LICENSE"), &read("LICENSE"));
    }
}

/// Returns the indented block that contains `.isa`, without its indentation.
fn scenario(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let isa =
        lines.iter().position(|line| line.trim_start().starts_with(".isa ")).expect("there is a scenario");
    let indentation = &lines[isa][..lines[isa].len() - lines[isa].trim_start().len()];
    let is_inside = |line: &&&str| line.strip_prefix(indentation).is_some_and(|rest| !rest.starts_with(' '));
    let before = lines[..isa].iter().rev().take_while(is_inside).count();
    let block = lines[isa - before..].iter().take_while(is_inside);
    block.map(|line| format!("{}\n", &line[indentation.len()..])).collect()
}

#[test]
fn the_scenarios_of_the_guides_hold() {
    for path in [
        "README.md",
        "CONTRIBUTING.md",
        "core/README.md",
        "docs/mdbook-lanescope/README.md",
        "docs/sphinx-lanescope/README.md",
    ] {
        let session = Session::open(&scenario(&read(path)));
        assert!(session.diagnostics.is_empty(), "{path}: {:#?}", session.diagnostics);
        assert_eq!(session.expectations.len(), 1, "{path}");
        assert!(session.expectations[0].holds(), "{path}: {:?}", session.expectations[0].differences);
    }
}

#[test]
fn the_readme_lists_every_verb() {
    let help =
        Command::new(env!("CARGO_BIN_EXE_lanescope")).arg("--help").output().expect("the command starts");
    let help = String::from_utf8(help.stdout).expect("help is UTF-8");
    let (_, commands) = help.split_once("Commands:\n").expect("help lists the verbs");
    let verbs = commands.lines().take_while(|line| !line.is_empty());
    let verbs: BTreeSet<&str> = verbs.filter_map(|line| line.split_whitespace().next()).collect();
    let readme = read("README.md");
    let rows = readme.lines().filter_map(|line| line.strip_prefix("| `"));
    let listed: BTreeSet<&str> = rows.filter_map(|row| row.split([' ', '`']).next()).collect();
    let others: Vec<_> = verbs.difference(&listed).collect();
    assert_eq!(others, [&"help"]);
}

#[test]
fn the_promises_name_the_versions() {
    let page = read("docs/manual/src/promises.md");
    let link = encode_link("").expect("it is short");
    let (version, _) = link.split_once('.').expect("a link begins with its version");
    assert!(page.contains(&format!("| link | `{version}`")), "{version}");
    let report = Report::from_session(&Session::open("")).to_json();
    let version: String = report
        .split_once("\"version\": ")
        .map_or("", |(_, rest)| rest)
        .chars()
        .take_while(char::is_ascii_digit)
        .collect();
    assert!(page.contains(&format!("| JSON reports | {version} |")), "{version}");
}

#[test]
fn the_evidence_names_tests() {
    let page = read("docs/manual/src/evidence.md");
    let mut count = 0;
    for line in page.lines().filter(|line| line.starts_with("| ") && line.ends_with("` |")) {
        let Some((_, name)) = line.trim_end_matches("` |").rsplit_once("| `") else { continue };
        if name.contains(' ') {
            continue;
        }
        let places = ["core", "frontend"].map(|package| root(&format!("{package}/tests/{name}.rs")));
        assert!(places.iter().any(|place| place.is_file()), "no test is called {name}");
        count += 1;
    }
    assert!(count > 10, "{count}");
}
