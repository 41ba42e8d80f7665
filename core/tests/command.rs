//! The command line: its output, files and exit status.
#![cfg(not(target_arch = "wasm32"))]

use crate::common::command::{ADD, HEAD, file, lanescope, output, told};
use serde_json::Value;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

fn status(verb: &str, name: &str, text: &str) -> Option<i32> {
    let file = file(&format!("{verb}-{name}.lane"), text);
    output(&[verb, &file.to_string_lossy()]).status.code()
}

/// Lane 0 accesses a texel out of bounds, and the clamp word stops the program.
const TRAP: &str = ".isa sass\n.lanes 1\n.const 0x140 = 0\n.surface 0 1d R32_UINT 4\n.set R1 = 9\n\
    SUATOM.D.1D.ADD.TRAP R0, [R1], R2, 0x50;\n";

#[test]
fn the_exit_status_says_whether_a_scenario_meets_its_expectations() {
    let fine = format!("{HEAD}{ADD}.expect BUF = 1\n");
    let wrong = format!("{HEAD}{ADD}.expect BUF = 2\n");
    let trap_expected = format!("{TRAP}.expect error run-trap-outside\n");
    let refused = ".lanes 7\n";
    let refused_expected = ".lanes 7\n.expect error visa-dispatch-size\n";
    for (name, text, run, check) in [
        ("fine", fine.as_str(), 0, 0),
        ("wrong", &wrong, 1, 0),
        ("trap", TRAP, 1, 1),
        ("trap-expected", &trap_expected, 0, 0),
        ("refused", refused, 2, 2),
        ("refused-expected", refused_expected, 0, 0),
    ] {
        let found = ["run", "test", "check"].map(|verb| status(verb, name, text));
        assert_eq!(found, [Some(run), Some(run), Some(check)], "{name}");
    }
    assert_eq!(output(&["run", "no/such/file"]).status.code(), Some(2));
    assert_eq!(output(&["walk"]).status.code(), Some(2));
}

#[test]
fn a_failing_file_lists_its_warnings_and_missing_expectations_are_noted() {
    let none = file("none.lane", &format!("{HEAD}{ADD}"));
    let (status, out, _) = told(&["test", &none.to_string_lossy()]);
    assert_eq!(
        (status, out),
        (Some(0), format!("ok     {} (no expectations)\n1 passed, 0 failed\n", none.display()))
    );
    // `_` ignores the only element, so these lines hold of any run.
    let vacant = format!("{HEAD}{ADD}.expect BUF = _\n.expect possible {{ BUF = _ }}\n");
    for (name, more, expected) in [("vacant", "", Some(1)), ("stated", ".expect BUF = 1\n", Some(0))] {
        let file = file(&format!("{name}.lane"), &format!("{vacant}{more}"));
        let (status, _, _) = told(&["test", "--require-expectations", &file.to_string_lossy()]);
        assert_eq!(status, expected, "{name}");
    }
    // The mask covers eight lanes, but the predicate has one element.
    let text = format!(
        "{HEAD}.decl P v_type=P num_elts=1\n.set P = 0b1\n(P) dword_atomic.add (M1, 8) BUF OFF.0 SRC.0 V0.0 V0.0\n\
         .expect BUF = 2\n"
    );
    let (status, _, complaints) = told(&["test", &file("warned.lane", &text).to_string_lossy()]);
    assert_eq!(status, Some(1));
    assert!(complaints.contains("warning[visa-predicate-width]"), "{complaints}");
}

#[test]
fn the_version_is_printed() {
    let (status, out, _) = told(&["--version"]);
    assert_eq!((status, out), (Some(0), format!("lanescope {}\n", env!("CARGO_PKG_VERSION"))));
}

#[test]
fn a_report_can_leave_out_its_steps() {
    let file = file("steps.lane", &format!("{HEAD}{ADD}"));
    let report = |flags: &[&str]| -> Value {
        let (_, out, _) = told(&[&["run", &file.to_string_lossy(), "--json"], flags].concat());
        serde_json::from_str(&out).expect("it is JSON")
    };
    let (mut whole, short) = (report(&[]), report(&["--no-steps"]));
    let steps =
        whole["run"].as_object_mut().expect("there is a run").remove("steps").expect("with its steps");
    assert!(steps.as_array().is_some_and(|steps| steps.len() > 2));
    assert_eq!(whole, short);
}

/// The loop is endless, because it changes what it reads. A run has at most a million micro-steps.
#[test]
fn a_report_of_an_endless_loop_says_where_it_stops() {
    let semantics =
        ".semantics DWORD_ATOMIC { foreach_active (i) { for (; 1 == 1; ) surface[0] = surface[0] + 1; } }\n";
    let file = file("endless.lane", &format!("{HEAD}{semantics}{ADD}"));
    let (_, out, told) = told(&["run", &file.to_string_lossy(), "--json"]);
    assert!(out.len() < 20_000_000, "{} bytes", out.len());
    let report: Value = serde_json::from_str(&out).expect("it is JSON");
    let steps = report["run"]["steps"].as_array().map(Vec::len);
    assert_eq!((steps, report["run"]["more_steps"].as_u64()), (Some(20_000), Some(980_000)));
    assert!(told.contains("leaves out 980000 more micro-steps; `--all-steps` writes them too"), "{told}");
}

#[test]
fn a_number_that_is_too_large_is_refused_with_its_range() {
    for (verb, option, largest) in [
        ("render", "--lane", u64::from(u8::MAX)),
        ("render", "--step", u64::from(u32::MAX)),
        ("explore", "--budget", usize::MAX as u64),
        ("explore", "--seed", u64::MAX),
    ] {
        let (status, _, told) = told(&[verb, "FILE", option, "18446744073709551616"]);
        assert_eq!(status, Some(2));
        assert!(told.contains(&format!("expected a whole number from 0 to {largest};")), "{option}: {told}");
    }
}

#[test]
fn a_negative_number_is_refused_with_its_range() {
    for arguments in [
        ["explore", "FILE", "--budget", "-1"],
        ["explore", "FILE", "--seed", "-1"],
        ["explore", "FILE", "--top", "-1"],
        ["possible", "FILE", "--budget", "-1"],
        ["sweep", "FILE", "--seed", "-1"],
        ["render", "FILE", "--from", "-1"],
    ] {
        let (status, _, told) = told(&arguments);
        assert!(status == Some(2) && told.contains("expected a whole number"), "{arguments:?}: {told}");
    }
}

#[test]
fn output_for_a_dash_goes_to_standard_output() {
    let path = file("output-dash.lane", &format!("{HEAD}{ADD}"));
    let path = path.to_string_lossy();
    let (status, figure, _) = told(&["render", &path, "-o", "-"]);
    assert!(status == Some(0) && figure.starts_with("<svg"), "{figure}");
    let (status, results, _) = told(&["test", &path, "--junit", "-"]);
    assert!(status == Some(0) && results.contains("<testsuites"), "{results}");
    assert!(!Path::new("-").exists());
}

/// A file with errors has no report, or one with the errors.
#[test]
fn a_report_of_a_broken_file_has_its_errors() {
    let path = file("broken-report.lane", ".isa visa\n.bogus\n");
    let path = path.to_string_lossy();
    for verb in ["run", "test", "check"] {
        let (status, out, _) = told(&[verb, &path, "--json"]);
        assert!(status == Some(2) && out.contains("text-unknown-directive"), "{verb}: {out}");
    }
    for verb in ["encode", "cost", "explore", "possible", "diff", "readings"] {
        let (status, out, problems) = told(&[verb, &path, "--json"]);
        assert_eq!((status, &*out), (Some(2), ""), "{verb}");
        assert!(problems.contains("text-unknown-directive"), "{verb}: {problems}");
    }
}

#[test]
fn formatting_replaces_a_file_and_leaves_no_other_file() {
    let path = file("layout.lane", ".lanes   8\n");
    let name = path.to_string_lossy();
    assert_eq!(output(&["fmt", &name, "--check"]).status.code(), Some(1));
    let before = File::open(&path).expect("it is there");
    assert_eq!(output(&["fmt", &name]).status.code(), Some(0));
    assert_eq!(fs::read_to_string(&path).expect("it is there"), ".lanes 8\n");
    // A process that has the old file open still reads all of it.
    assert_eq!(std::io::read_to_string(before).expect("it is text"), ".lanes   8\n");
    let beside =
        fs::read_dir(path.parent().expect("it lies in a folder")).expect("the folder is there").flatten();
    let mut names = beside.map(|entry| entry.file_name().to_string_lossy().into_owned());
    assert!(names.all(|name| !name.ends_with(".new")));
}

fn json(arguments: &[&str]) -> Value {
    let (status, out, errors) = told(arguments);
    assert_eq!(status, Some(0), "{errors}");
    serde_json::from_str(&out).expect("it is JSON")
}

#[test]
fn an_instruction_is_explained_from_its_row() {
    let explained = json(&["explain", "dword_atomic", "--json"]);
    let row = &explained["instructions"][0];
    assert_eq!(row["mnemonic"], "DWORD_ATOMIC");
    assert_eq!(row["opcode"], 0x7d);
    let names = |what: &str| -> Vec<&str> {
        let entries = row[what].as_array().expect("a list").iter();
        entries.map(|entry| entry["name"].as_str().expect("a name")).collect()
    };
    assert_eq!(names("operands"), ["surface", "element_offset", "src0", "src1", "dst"]);
    assert_eq!(names("operations").len(), 17, "as many as the manual's table has");
    assert!(names("readings").contains(&"offset_unit"));
    assert_eq!(
        row["operations"][13]["notation"][0],
        "op PREDEC {\n  new = old - 1;\n  result = reading(predec_result, old) ? old : new;\n}"
    );
    let (_, text, _) = told(&["explain", "DWORD_ATOMIC"]);
    assert!(text.contains(row["notation"].as_str().expect("a text")), "{text}");
    assert!(text.contains("    * bytes: "), "the default of a reading is marked: {text}");
}

#[test]
fn variants_of_an_operation_are_explained_with_it() {
    let explained = json(&["explain", "SUATOM", "--json"]);
    let operations = explained["instructions"][0]["operations"].as_array().expect("a list");
    let add = operations.iter().find(|operation| operation["name"] == "ADD").expect("SUATOM adds");
    let heads: Vec<&str> = add["notation"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|text| text.as_str().expect("a text"))
        .collect();
    assert_eq!(heads.len(), 3, "integers, floats, pairs of halves: {heads:?}");
    assert!(heads[2].starts_with("op ADD_F16x2 {"));
}

#[test]
fn a_misspelt_instruction_is_not_explained() {
    let (status, out, errors) = told(&["explain", "SUATON"]);
    assert_eq!((status, out.as_str()), (Some(2), ""));
    assert_eq!(errors, "error: no instruction is called `SUATON`; did you mean `SUATOM`?\n");
    // A word after the mnemonic is left out.
    let (_, _, errors) = told(&["explain", "dword_atomic.add"]);
    assert!(errors.ends_with("did you mean `DWORD_ATOMIC`?\n"), "{errors}");
}

#[test]
fn an_operation_is_explained_with_its_types() {
    for (instruction, operation) in
        [("lsc_atomic_iadd", "IADD .iadd, UD/UQ\n"), ("dword_atomic", "ADD .add, UD/UW\n")]
    {
        let (_, out, _) = told(&["explain", instruction]);
        assert!(out.contains(operation), "{out}");
    }
}

#[test]
fn an_instruction_lists_only_readings_of_its_own() {
    let readings = |name: &str| -> Vec<String> {
        let explained = json(&["explain", name, "--json"]);
        let list = explained["instructions"][0]["readings"].as_array().expect("a list").iter();
        list.map(|entry| entry["name"].as_str().expect("a name").to_owned()).collect()
    };
    let gather = readings("GATHER");
    // GATHER has no channels, and its page lists its own execution sizes.
    for foreign in ["channel_place", "channel_bounds", "channel_overlap", "block_pitch", "scaled_exec"] {
        assert!(!gather.iter().any(|name| name == foreign), "{foreign}");
    }
    let scatter = readings("SCATTER");
    // SCATTER reads no memory and returns nothing.
    for foreign in ["slm_outside", "upper_half", "off_lanes", "channel_place"] {
        assert!(!scatter.iter().any(|name| name == foreign), "{foreign}");
    }
    assert!(scatter.iter().any(|name| name == "scatter_overlap"));
    assert!(readings("SCATTER4_SCALED").iter().any(|name| name == "channel_overlap"));
    assert!(!readings("GATHER4_SCALED").iter().any(|name| name == "channel_overlap"));
}

#[test]
fn readings_are_listed_with_the_choices_of_a_scenario() {
    let all = json(&["readings", "--json"]);
    let file = file("readings.lane", &format!(".reading offset_unit = elements\n{HEAD}{ADD}"));
    let its = json(&["readings", &file.to_string_lossy(), "--json"]);
    let choice = |list: &Value, name: &str| {
        let known =
            list["readings"].as_array().expect("a list").iter().find(|reading| reading["name"] == name);
        known.map(|reading| reading["choice"].as_str().expect("a word").to_owned())
    };
    assert_eq!(choice(&all, "offset_unit").as_deref(), Some("bytes"));
    assert_eq!(choice(&its, "offset_unit").as_deref(), Some("elements"));
    assert_eq!(choice(&all, "typed_lod").as_deref(), Some("outside"));
    assert_eq!(choice(&its, "typed_lod"), None, "no TYPED_ATOMIC in the program");
}

#[test]
fn the_ledger_lists_what_is_known_about_each_reading() {
    let all = json(&["readings", "--json"]);
    let list = all["readings"].as_array().expect("a list");
    let reading = list.iter().find(|reading| reading["name"] == "gather_unit").expect("it is open");
    assert_eq!(reading["texts"][0]["page"], "vISA, GATHER");
    assert_eq!(reading["known"][1]["who"], "assemblers");
    assert_eq!(reading["known"][1]["practices"][0]["source"], "GenX_IR, tried");
    assert_eq!(
        reading["known"][2]["practices"].as_array().map(Vec::len),
        Some(0),
        "nothing is known of hardware"
    );
    assert!(reading["example"].as_str().expect("a text").contains("gather.4 (M1, 8)"));
    let (_, text, _) = told(&["readings"]);
    assert!(text.contains("    hardware: not known\n    elements is the default: "), "{text}");
}

#[test]
fn changes_of_a_document_are_listed_line_by_line() {
    let unchanged = "dword_atomic.add (M1, 1) BUF OFF.0 SRC.0 V0.0 V0.0\n.op SUB { new = old - src0; }\n";
    let text = format!(
        "{HEAD}{unchanged}.op inc = old + 2\n.op TWICE {{\n  new = old * 2;\n}}\n.semantics DWORD_ATOMIC {{\n  \
         foreach_active (i) {{\n    dst[i] = 1;\n  }}\n}}\n"
    );
    let file = file("diff.lane", &text);
    let (status, out, errors) = told(&["diff", &file.to_string_lossy()]);
    assert_eq!(status, Some(0), "{errors}");
    let parts = [
        "line 8: .op SUB, as built in\n",
        "line 9: .op inc\n- new = old + 1;\n+ new = old + 2;\n",
        "line 10: .op TWICE, which is not built in\n+ new = old * 2;\n",
        "line 13: .semantics DWORD_ATOMIC\n- if (reading(misaligned, error_first)",
        "  foreach_active (i) {\n-   UD address",
        "else dst[i] = result;\n+   dst[i] = 1;\n  }\n",
    ];
    for part in parts {
        assert!(out.contains(part), "{part}\n{out}");
    }
    let changes = json(&["diff", &file.to_string_lossy(), "--json"]);
    assert_eq!(changes["changes"][0]["lines"][0]["change"], "kept");
    assert_eq!(changes["changes"][2]["is_built_in"], false);
}

#[test]
#[cfg(target_os = "linux")]
fn output_that_cannot_be_written_is_an_error() {
    let file = file("full.lane", &format!("{HEAD}{ADD}"));
    let file = file.to_string_lossy();
    for arguments in
        [&["run", &file][..], &["run", &file, "--json"], &["run", &file, "--csv"], &["vendors"], &["--help"]]
    {
        let full = File::options().write(true).open("/dev/full").expect("it is always full");
        let output = lanescope(arguments).stdout(full).output().expect("the command starts");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("standard output"), "{arguments:?}");
    }
    // The message cannot be written either, so only the status reports the failure.
    let full = File::options().write(true).open("/dev/full").expect("it is always full");
    let status = lanescope(&["run", "no/such/file"]).stderr(full).status().expect("the command starts");
    assert_eq!(status.code(), Some(2));
}

#[test]
fn a_broken_invariant_fails_a_test_and_is_reported_at_its_step() {
    // 0 + 1 = 1 breaks the invariant. The write is the fourth step of the lane, after two steps of the whole
    // instruction.
    let text = format!("{HEAD}.invariant none: BUF[0] == 0\n{ADD}");
    let file = file("invariant.lane", &text);
    let name = file.to_string_lossy();
    let (status, out, complaints) = told(&["test", &name]);
    assert_eq!(status, Some(1), "{out}");
    assert!(
        out.starts_with("FAILED") && complaints.contains("error[run-invariant]: `none` is broken"),
        "{complaints}"
    );
    let (_, out, _) = told(&["run", &name]);
    let lines: Vec<&str> = out.lines().collect();
    let at = lines
        .iter()
        .position(|line| *line == "    !  `none` is broken: `BUF[0]` is 1")
        .expect("it is reported");
    assert!(lines[at - 1].starts_with("    5  Lane 0 writes 1"), "{out}");
    let (_, out, _) = told(&["run", "--json", "--no-steps", &name]);
    let report: Value = serde_json::from_str(&out).expect("it is JSON");
    let found = &report["invariants"][0];
    assert_eq!((&found["holds"], &found["step"], &found["lane"]), (&false.into(), &5.into(), &0.into()));
    let (_, out, _) = told(&["explore", &name]);
    assert!(out.ends_with("invariant none: is broken in 1 of 1 order\n"), "{out}");
}

#[test]
fn a_check_says_nothing_about_expectations_of_all_orders() {
    let name = file("unjudged.lane", &format!("{HEAD}{ADD}.expect order-independent\n"));
    let found = ["check", "test"].map(|verb| {
        let (status, out, _) = told(&[verb, &name.to_string_lossy(), "--json"]);
        let report: Value = serde_json::from_str(&out).expect("it is JSON");
        let file = &report["files"][0];
        (status, file["passed"].clone(), file["report"]["expectations"][0]["holds"].clone())
    });
    let yes = || Value::from(true);
    assert_eq!(found, [(Some(0), Value::Null, Value::Null), (Some(0), yes(), yes())]);
}

#[test]
fn each_variant_is_judged_by_its_own_expectations() {
    // `BUF` ends with 0 + 1 = 1 in the base text, and with 0 + 2 = 2 and 0 + 3 = 3 in its variants. The variant `three`
    // expects 4. The `.expect` line of the base text does not apply to variants.
    let text = format!(
        "{HEAD}{ADD}.expect BUF = 1\n.variant two {{ .set SRC = [2; 8]\n.expect BUF = 2\n.expect outcomes memory 1 }}\n\
         .variant three {{ .set SRC = [3; 8]\n.expect BUF = 4 }}\n.variant none {{ }}\n"
    );
    let file = file("variants.lane", &text);
    let name = file.to_string_lossy();
    let line = text.lines().position(|line| line.contains("BUF = 4")).expect("it is there") + 1;
    let (status, out, complaints) = told(&["test", &name]);
    let expected = format!(
        "ok     {name}\nok     {name}, variant two\nFAILED {name}, variant three\n\
         ok     {name}, variant none (no expectations)\n3 passed, 1 failed\n"
    );
    assert_eq!((status, &*out), (Some(1), &*expected));
    let failure =
        format!("{name}:{line}: in the variant `three`: expectation failed: BUF[0] is 3, expected 4\n");
    assert_eq!(complaints, failure);
    let (status, out, complaints) = told(&["run", "--json", "--no-steps", &name]);
    assert_eq!((status, &*complaints), (Some(1), &*failure));
    let report: Value = serde_json::from_str(&out).expect("it is JSON");
    let outcome = |at: usize| {
        let variant = &report["variants"][at];
        let holds: Vec<&Value> = variant["expectations"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|expectation| &expectation["holds"])
            .collect();
        (variant["name"].as_str(), variant["stop"].as_str(), holds)
    };
    let (yes, no) = (Value::from(true), Value::from(false));
    assert_eq!(outcome(0), (Some("two"), Some("end"), vec![&yes, &yes]));
    assert_eq!(outcome(1), (Some("three"), Some("end"), vec![&no]));
    assert_eq!(outcome(2), (Some("none"), Some("end"), vec![]));
    assert_eq!(report["expectations"][0]["holds"], true);
}

#[test]
fn an_error_of_a_variant_fails_unless_the_variant_expects_it() {
    // In one variant the sum is 2, which its invariant forbids. The other variant sets an undeclared name.
    let broken = format!("{HEAD}.invariant small: BUF[0] < 2\n{ADD}.expect BUF = 1\n");
    let refused = format!("{HEAD}{ADD}.expect BUF = 1\n");
    for (name, text, lines, code) in [
        ("broken", &broken, ".set SRC = [2; 8]", "run-invariant"),
        ("refused", &refused, ".set NONE = 1", "visa-undeclared"),
    ] {
        let plain = format!("{text}.variant other {{ {lines} }}\n");
        let (status, _, complaints) =
            told(&["test", &file(&format!("{name}.lane"), &plain).to_string_lossy()]);
        assert!(status == Some(1) || status == Some(2), "{name}: {status:?}");
        assert_eq!(complaints.matches(&format!("error[{code}]")).count(), 1, "{complaints}");
        let expected = format!("{text}.variant other {{ {lines}\n.expect error {code} }}\n");
        let file = file(&format!("{name}-expected.lane"), &expected);
        for verb in ["run", "test", "check"] {
            let (status, _, complaints) = told(&[verb, &file.to_string_lossy()]);
            assert_eq!(status, Some(0), "{verb} {name}: {complaints}");
        }
    }
}

#[test]
#[cfg(unix)]
fn an_argument_that_is_not_utf_8_is_an_error() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    for words in
        [&[&b"\xff"[..]][..], &[b"run", b"\xff.lane"], &[b"sweep", b"a.lane", b"\xff"], &[b"run", b"--\xff"]]
    {
        let words = words.iter().map(|word| OsStr::from_bytes(word));
        let output = lanescope(&[]).args(words).output().expect("the command starts");
        let problem = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && problem.starts_with("error: "), "{problem}");
        assert_eq!(problem.lines().count(), 1, "{problem}");
    }
}

#[test]
fn unknown_arguments_are_named_in_one_line() {
    for (words, expected) in [
        (&["frobnicate"][..], "error: unrecognized subcommand 'frobnicate'; see `lanescope --help`\n"),
        (
            &["tset"],
            "error: unrecognized subcommand 'tset'; a similar subcommand exists: 'test'; see `lanescope --help`\n",
        ),
        (
            &["test", "a.lane", "--gihub"],
            "error: unexpected argument '--gihub' found; a similar argument exists: '--github'; \
             see `lanescope test --help`\n",
        ),
        (
            &["test"],
            "error: the following required arguments were not provided: <PATH>...; see `lanescope test --help`\n",
        ),
        (
            &["explore", "a.lane", "each_half"],
            "error: unexpected argument 'each_half' found; see `lanescope explore --help`\n",
        ),
        (&[], "error: expected a verb, such as `run` or `test`; see `lanescope --help`\n"),
    ] {
        assert_eq!(told(words), (Some(2), String::new(), expected.to_owned()), "{words:?}");
    }
}

#[test]
fn each_verb_has_help_with_its_options_and_exit_codes() {
    let (status, help, _) = told(&["--help"]);
    let verbs = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let verbs: Vec<&str> = verbs.map_while(|line| line.split_whitespace().next()).collect();
    assert_eq!((status, verbs.len(), verbs.last()), (Some(0), 18, Some(&"help")), "{help}");
    for verb in verbs.iter().filter(|verb| **verb != "help") {
        let (status, help, problems) = told(&[verb, "--help"]);
        assert_eq!((status, &*problems), (Some(0), ""), "{verb}");
        assert!(help.contains("Usage: lanescope ") && help.contains("\nExit codes:\n  0  "), "{help}");
    }
}

#[test]
fn verbs_take_a_variant() {
    let text = format!(
        "{HEAD}{ADD}.expect BUF = 1\n.variant two {{ .set SRC = [2; 8]\n.op ADD = src0 + old\n.expect BUF = 2 }}\n"
    );
    let file = file("take-variant.lane", &text);
    let name = file.to_string_lossy();
    for (verb, expected) in [
        ("run", "Lane 0 writes 2 to BUF"),
        ("explore", "1 outcome of 1 order"),
        ("possible", "possible in exactly 1 of 1 order"),
        ("diff", "+ new = src0 + old;"),
        ("encode", "dword_atomic.add"),
        ("render", "<svg"),
    ] {
        let (status, out, problems) = told(&[verb, &name, "--variant", "two"]);
        assert_eq!((status, &*problems), (Some(0), ""), "{verb}");
        assert!(out.contains(expected), "{verb}: {out}");
        let (status, out, problems) = told(&[verb, &name, "--variant", "tow"]);
        let expected = format!("error: {name} has no variant `tow`; its only variant is `two`\n");
        assert_eq!((status, &*out, problems), (Some(2), "", expected), "{verb}");
    }
    // Without `--variant`, the verb takes the base text, which has no `.op`.
    assert_eq!(told(&["diff", &name]), (Some(0), String::new(), String::new()));
    let (status, _, problems) = told(&["compare", &name, "nosuch"]);
    let expected =
        format!("error: `nosuch` is neither a variant of {name} nor a file; its only variant is `two`\n");
    assert_eq!((status, problems), (Some(2), expected));
}

#[test]
fn a_directory_means_all_its_scenarios() {
    let fine = format!("{HEAD}{ADD}.expect BUF = 1\n");
    let folder = file("tree-marker", "").with_file_name("tree");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("b/c")).expect("there is room");
    fs::create_dir_all(folder.join("empty")).expect("there is room");
    for (path, text) in
        [("a.lane", &*fine), ("b/c/d.lane", &fine), ("b/note.txt", "no scenario"), ("b/x.lane", &fine)]
    {
        fs::write(folder.join(path), text).expect("the folder takes files");
    }
    let name = folder.to_string_lossy();
    let (status, out, problems) = told(&["test", &name]);
    let line = |path: &str| format!("ok     {}\n", folder.join(path).display());
    let expected = [line("a.lane"), line("b/c/d.lane"), line("b/x.lane"), "3 passed, 0 failed\n".to_owned()];
    assert_eq!((status, &*out, &*problems), (Some(0), &*expected.concat(), ""));
    for verb in [&["check"][..], &["fmt", "--check"]] {
        assert_ne!(told(&[verb, &[&*name]].concat()).0, Some(2), "{verb:?}");
    }
    let empty = folder.join("empty").to_string_lossy().into_owned();
    let (status, _, problems) = told(&["test", &empty]);
    assert_eq!((status, problems.contains("expected `*.lane` files in this directory")), (Some(2), true));
}

#[test]
fn encoding_runs_nothing() {
    // The run of this program stops with an error, but its machine code is still encoded.
    let file = file("encode-trap.lane", TRAP);
    let (status, out, problems) = told(&["encode", &file.to_string_lossy(), "--bytes"]);
    assert_eq!((status, &*problems), (Some(0), ""));
    assert!(out.starts_with("0x") && out.lines().count() == 1, "{out}");
    // An instruction that the text defines has no machine code. Standard error says so.
    let made_up = format!(
        "{HEAD}.semantics MINE like DWORD_ATOMIC {{ foreach_active (i) {{ dst[i] = 1; }} }}\nmine.add (M1, 1) BUF OFF.0 SRC.0 V0.0 V0.0\n"
    );
    let file = self::file("encode-made-up.lane", &made_up);
    let (status, out, problems) = told(&["encode", &file.to_string_lossy(), "--bytes"]);
    assert_eq!((status, &*out), (Some(1), ""), "{problems}");
    assert!(problems.contains("so it has no machine code"), "{problems}");
}

#[test]
fn the_page_is_built_without_the_parser_of_arguments() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let line = |manifest: &str, name: &str| -> String {
        let text = fs::read_to_string(root.join(manifest)).expect("the manifest is there");
        text.lines().find(|line| line.starts_with(name)).expect("it is a dependency").to_owned()
    };
    assert!(line("core/Cargo.toml", "clap = ").contains("optional = true"));
    for manifest in ["Cargo.toml", "docs/Cargo.toml"] {
        assert!(line(manifest, "lanescope = ").contains("default-features = false"), "{manifest}");
    }
}
