//! The tables of diagnostic codes and of limits.
#![cfg(not(target_arch = "wasm32"))]

use crate::common::golden::cases;
use crate::common::{files, root};
use lanescope_core::diag::Severity;
use lanescope_core::session::{
    Session,
    report::scenario_limits,
    text::{Kind, rules},
};
use std::collections::BTreeSet;

/// Returns scenario texts from the tests and the gallery. Broken ones come from the case files of `bad`.
fn texts() -> Vec<String> {
    let mut all: Vec<String> = cases("core/tests/bad").into_iter().map(|case| case.text).collect();
    for folder in ["core/tests/cases", "static/examples"] {
        all.extend(files(&root(folder), "lane").into_iter().map(|(_, text)| text));
    }
    assert!(all.len() > 300, "{}", all.len());
    // Texts for the codes that no file raises.
    all.push("x =\n".repeat(150) + &"x.1 (M1, 8)\n".repeat(150));
    let two_lanes = ".isa visa\n.lanes 8 helpers=1\n.decl OFF v_type=G type=ud num_elts=8\n\
        .decl VAL v_type=G type=ud num_elts=8\n.decl BUF v_type=T num_elts=1\n.set OFF = 0 0\n.set VAL = 1 2\n\
        .surface BUF buffer ud = 10 20\n";
    let add = "dword_atomic.add (M1, 2) BUF OFF.0 VAL.0 V0.0 V0.0\n";
    all.push(format!("{two_lanes}.order 1 0 1\n{add}"));
    let loops = "for (UD i = 0; i < 2; i++) { surface[0] = src0[i]; }";
    all.push(format!("{two_lanes}.order descending\n.semantics DWORD_ATOMIC {{ {loops} }}\n{add}"));
    let element_zero = "foreach_active (i) { surface[0] = op(surface[0], src0); }";
    all.push(format!("{two_lanes}.semantics DWORD_ATOMIC {{ {element_zero} }}\n{add}"));
    all.push(format!("{two_lanes}gather.1 (M1, 8).mod BUF 0:ud OFF.0 VAL.0\n"));
    all
}

#[test]
fn each_code_lists_the_severities_that_are_found() {
    let word = |severity| match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    };
    let mut seen: BTreeSet<(&str, &str)> = BTreeSet::new();
    for text in texts() {
        let session = Session::open(&text);
        let all = session.diagnostics.iter();
        seen.extend(all.map(|found| (found.code(), word(found.severity))));
    }
    let listed: BTreeSet<(&str, &str)> = rules()
        .iter()
        .flat_map(|rule| rule.severities.iter().map(|severity| (rule.code, *severity)))
        .collect();
    let missing: Vec<_> = seen.difference(&listed).collect();
    assert!(missing.is_empty(), "found, but not in the table: {missing:#?}");
    let found: BTreeSet<&str> = seen.iter().map(|(code, _)| *code).collect();
    let never = listed.difference(&seen);
    let never: Vec<_> =
        never.filter(|(code, severity)| found.contains(code) || *severity != "error").collect();
    assert!(never.is_empty(), "in the table, but not found: {never:#?}");
    let unknown: Vec<&str> =
        rules().iter().map(|rule| rule.code).filter(|code| !found.contains(code)).collect();
    assert!(unknown.len() < 40, "{} codes that no text raises: {unknown:#?}", unknown.len());
}

#[test]
fn every_code_is_listed_once() {
    let listed: Vec<&str> = rules().iter().map(|rule| rule.code).collect();
    assert!(listed.is_sorted_by(|a, b| a < b), "no code is listed twice");
}

#[test]
fn each_limit_is_the_one_that_its_rule_states() {
    let limits = scenario_limits();
    for rule in rules().into_iter().filter(|rule| rule.kind == Kind::Budget) {
        let of_rule: Vec<_> = limits.iter().filter(|limit| limit.code == Some(rule.code)).collect();
        assert!(!of_rule.is_empty(), "no limit has the code {}", rule.code);
        for limit in of_rule {
            assert!(rule.statement.contains(&limit.in_words()), "{limit:?}: {}", rule.statement);
        }
    }
}
