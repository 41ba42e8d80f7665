//! The reports of the command line: JSON of each verb, GitHub's annotations and JUnit XML.
#![cfg(not(target_arch = "wasm32"))]

use crate::common::golden::{Case, hold};
use roxmltree::Document;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn lanescope(arguments: &[&str], text: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lanescope"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command starts");
    // A verb that reads no standard input may end before all of the text is written.
    let _ = child.stdin.take().expect("it is piped").write_all(text.as_bytes());
    child.wait_with_output().expect("it ends")
}

fn report(case: &Case) -> String {
    let arguments: Vec<&str> = case.part("arguments").expect("a case has arguments").lines().collect();
    let output = lanescope(&arguments, &case.text);
    let out = String::from_utf8(output.stdout).expect("it prints text");
    let mut shown = out.clone();
    if arguments.contains(&"--json") {
        let report: Value = serde_json::from_str(&out).expect("it is JSON");
        assert_eq!(report["version"], 2, "{}", case.name);
        if case.settings().any(|setting| setting == ("form", "keys")) {
            shown = keys(&report);
        }
    }
    format!("{shown}exit status {}\n", output.status.code().expect("no signal ended it"))
}

/// Returns the path of each value in a report, with the kinds of values that are there, one path per line.
fn keys(report: &Value) -> String {
    let mut kinds = BTreeMap::<String, BTreeSet<&str>>::new();
    add_keys("", report, &mut kinds);
    let line = |(path, kinds): (&String, &BTreeSet<&str>)| {
        format!("{path}: {}\n", kinds.iter().copied().collect::<Vec<_>>().join(" or "))
    };
    kinds.iter().map(line).collect()
}

fn add_keys(path: &str, value: &Value, kinds: &mut BTreeMap<String, BTreeSet<&'static str>>) {
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "number",
        Value::String(_) => "text",
        Value::Array(list) => {
            list.iter().for_each(|value| add_keys(&format!("{path}[]"), value, kinds));
            "list"
        }
        Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| add_keys(&format!("{path}.{name}"), value, kinds));
            "object"
        }
    };
    kinds.entry(path.to_owned()).or_default().insert(kind);
}

#[test]
fn the_report_of_each_verb_is_as_documented() {
    hold("core/tests/reports", report);
}

#[test]
fn lists_of_the_reference_have_a_version() {
    for (arguments, list, key) in [
        (&["explain", "SUATOM", "--json"][..], "instructions", "mnemonic"),
        (&["readings", "--json"], "readings", "question"),
    ] {
        let out = lanescope(arguments, "").stdout;
        let report: Value = serde_json::from_slice(&out).expect("it is JSON");
        assert_eq!(report["version"], 2);
        assert!(report[list].as_array().is_some_and(|list| list.iter().all(|entry| entry[key].is_string())));
    }
}

#[test]
fn an_operation_has_no_type_if_a_word_of_the_line_chooses_it() {
    for (instruction, types) in [("SUATOM", [None, None]), ("lsc_atomic_fadd", [Some("F"), None])] {
        let out = lanescope(&["explain", instruction, "--json"], "").stdout;
        let report: Value = serde_json::from_slice(&out).expect("it is JSON");
        let operations = report["instructions"][0]["operations"].as_array().expect("it has operations");
        assert!(!operations.is_empty());
        for op in operations {
            assert_eq!(["type", "type16"].map(|key| op[key].as_str()), types, "{op}");
        }
    }
}

#[test]
fn results_are_written_as_junit_xml() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("junit");
    fs::create_dir_all(&folder).expect("there is room for the files of tests");
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let text = |expected: u32| {
        format!(
            ".lanes 8\n.decl \"A&<B\nx\"\n.decl BUF v_type=T num_elts=1\n.surface BUF buffer ud = {expected}\n"
        )
    };
    let broken = path("broken & <1>.lane");
    fs::write(&broken, text(1)).expect("the folder takes files");
    let fine = ".lanes 8\n.decl BUF v_type=T num_elts=1\n.surface BUF buffer ud = 1\n.expect BUF = 1\n\
                .variant wrong {\n.expect BUF = 2\n}\n.variant right {\n.expect BUF = 1\n}\n";
    let mixed = path("mixed.lane");
    fs::write(&mixed, fine).expect("the folder takes files");
    let to = path("out.xml");
    let output = lanescope(&["test", &mixed, &broken, &path("none.lane"), "--junit", &to], "");
    assert_eq!(output.status.code(), Some(2));
    let xml = fs::read_to_string(&to).expect("it was written");
    let document = Document::parse(&xml).unwrap_or_else(|error| panic!("{error}\n{xml}"));
    let root = document.root_element();
    let counts = ["tests", "failures", "errors"].map(|name| root.attribute(name));
    // The base text and two variants, a file with errors, and one that does not exist.
    assert_eq!(counts, [Some("5"), Some("1"), Some("2")]);
    let suites: Vec<_> = root.children().filter(|node| node.has_tag_name("testsuite")).collect();
    let names: Vec<_> =
        suites.iter().map(|suite| suite.attribute("name").expect("a suite has one")).collect();
    assert_eq!(names, [&*mixed, &*broken, &*path("none.lane")]);
    let cases: Vec<_> = suites[0].children().filter(|node| node.has_tag_name("testcase")).collect();
    let names: Vec<_> = cases.iter().map(|case| case.attribute("name").expect("a case has one")).collect();
    assert_eq!(names, ["base", "wrong", "right"]);
    let failure = cases[1].first_element_child().expect("it failed");
    assert_eq!(failure.tag_name().name(), "failure");
    assert_eq!(failure.attribute("message"), Some("expectation failed: BUF[0] is 1, expected 2"));
    assert!(cases[0].first_element_child().is_none() && cases[2].first_element_child().is_none());
    let error = suites[1].descendants().find(|node| node.has_tag_name("error")).expect("it has errors");
    assert!(error.text().is_some_and(|text| text.contains(":2:")), "{xml}");
}
