//! `lanescope render`: the figures that the page exports, drawn on the command line.
#![cfg(not(target_arch = "wasm32"))]

use crate::common::command::{ADD, HEAD};
use roxmltree::Document;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("core lies in the workspace").to_owned()
}

/// Runs `render` with these arguments in the root of the workspace. Returns its exit status, standard output and
/// standard error.
fn render(words: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lanescope"));
    let output = command.arg("render").args(words).current_dir(root()).stdin(Stdio::null()).output();
    let output = output.expect("the command starts");
    let text = |bytes| String::from_utf8(bytes).expect("it prints text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// Returns the figure that `render` draws with these arguments.
#[track_caller]
fn figure(words: &[&str]) -> String {
    let (status, figure, problems) = render(words);
    assert_eq!((status, problems.as_str()), (Some(0), ""), "{words:?}");
    figure
}

/// Writes a file for one test and returns its path.
fn file(name: &str, text: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("render");
    fs::create_dir_all(&folder).expect("there is room for the files of tests");
    let path = folder.join(name);
    fs::write(&path, text).expect("the folder takes files");
    path.to_string_lossy().into_owned()
}

const FIRST: &str = "static/examples/01-collision.lane";

/// Figures that are kept as files, each with the arguments that draw it. The browser suite compares the page's export
/// with those in `core/tests/figures`. README.md shows the other one. `BLESS=1` writes them.
const KEPT: &[(&str, &[&str])] = &[
    ("core/tests/figures/step-14.svg", &[FIRST, "--step", "14"]),
    ("core/tests/figures/lane-2.svg", &[FIRST, "--lane", "2"]),
    ("docs/first-example.svg", &[FIRST, "--animate", "--theme", "auto"]),
];

#[test]
fn kept_figures_match_render() {
    for (path, words) in KEPT {
        let (path, drawn) = (root().join(path), figure(words));
        if std::env::var_os("BLESS").is_some() {
            fs::write(&path, &drawn).expect("the figure can be written");
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == drawn, "{} is not what `render` draws; BLESS=1 writes it", path.display());
    }
    let readme = fs::read_to_string(root().join("README.md")).expect("there is a README");
    assert!(readme.contains("(docs/first-example.svg)"));
}

#[test]
fn an_animation_is_small_and_has_no_script() {
    let svg = figure(&[FIRST, "--animate"]);
    assert!(svg.len() < 200_000, "{} bytes", svg.len());
    assert!(svg.contains("@keyframes") && svg.contains("prefers-reduced-motion") && !svg.contains("<script"));
    // The steps of lane 2 alone are fewer.
    assert!(figure(&[FIRST, "--animate", "--lane", "2"]).len() < svg.len());
}

#[test]
fn a_figure_shows_the_requested_step() {
    let svg = figure(&[FIRST, "--step", "26"]);
    let document = Document::parse(&svg).expect("it is XML");
    let says =
        |name: &str| document.descendants().find(|node| node.has_tag_name(name)).and_then(|node| node.text());
    // Lane 4 is the third to access counter 0: 10 + 1 + 2 + 5 = 18.
    assert_eq!(says("desc"), Some("Lane 4 writes 18 to BUF[0] (was 13)."));
    assert_eq!(says("style"), None);
    // Without `--step`, the figure shows the last step. Step 0 is the start.
    assert!(figure(&[FIRST]).contains("step 42 of 42"));
    assert!(figure(&[FIRST, "--step", "0"]).contains("The start: nothing has run yet."));
}

#[test]
fn a_figure_has_the_requested_colours() {
    let light = figure(&[FIRST, "--step", "26", "--theme", "light"]);
    assert_eq!(light, figure(&[FIRST, "--step", "26"]));
    let dark = figure(&[FIRST, "--step", "26", "--theme", "dark"]);
    let auto = figure(&[FIRST, "--step", "26", "--theme", "auto"]);
    let grounds: Vec<bool> = [&light, &dark, &auto].map(|svg| svg.contains("fill=\"#ffffff\"")).to_vec();
    assert_eq!(grounds, [true, false, true]);
    assert!(auto.contains("@media (prefers-color-scheme: dark)") && !dark.contains("@media"));
    for svg in [&light, &dark, &auto] {
        Document::parse(svg).expect("it is XML");
    }
}

#[test]
fn a_strip_shows_the_run_or_a_lane() {
    let frames = |words: &[&str]| {
        let svg = figure(words);
        let document = Document::parse(&svg).expect("it is XML");
        document.descendants().filter(|node| node.attribute("role") == Some("img")).count()
    };
    // The start and 42 steps; the start and the five steps of a lane.
    assert_eq!(frames(&[FIRST, "--strip"]), 43);
    assert_eq!(frames(&[FIRST, "--strip", "--lane", "2"]), 6);
    assert_eq!(frames(&[FIRST, "--lane", "2"]), 6);
    // Only the second instruction has lane 1.
    let text = format!("{HEAD}{ADD}{}", ADD.replace("(M1, 1)", "(M1, 2)"));
    assert_eq!(frames(&[&file("second.lane", &text), "--lane", "1"]), 6);
}

#[test]
fn a_strip_is_cut_to_its_steps() {
    // The number of each figure is in its corner: the only text that ends there.
    let numbers = |words: &[&str]| -> Vec<u32> {
        let svg = figure(words);
        let document = Document::parse(&svg).expect("it is XML");
        let frames = document.descendants().filter(|node| node.attribute("role") == Some("img"));
        let corner = |frame: roxmltree::Node| {
            let mut texts = frame.children().filter(|node| node.attribute("text-anchor") == Some("end"));
            texts
                .next()
                .and_then(|node| node.text())
                .and_then(|text| text.parse().ok())
                .expect("it has a number")
        };
        frames.map(corner).collect()
    };
    assert_eq!(numbers(&[FIRST, "--from", "10", "--to", "13"]), [10, 11, 12, 13]);
    assert_eq!(numbers(&[FIRST, "--from", "40"]), [40, 41, 42]);
    assert_eq!(numbers(&[FIRST, "--to", "2", "--strip"]), [0, 1, 2]);
    // One instruction: the start and the end.
    assert_eq!(numbers(&[FIRST, "--granularity", "instruction"]), [0, 42]);
    // Two steps of the whole instruction, then eight lanes with five steps each.
    assert_eq!(numbers(&[FIRST, "--granularity", "lane", "--to", "12"]), [0, 2, 7, 12]);
    // The last figure shows the step of `--to`, even in the middle of a turn.
    assert_eq!(numbers(&[FIRST, "--granularity", "lane", "--to", "9"]), [0, 2, 7, 9]);
    assert_eq!(numbers(&[FIRST, "--lane", "1", "--from", "8", "--to", "11"]), [8, 9, 10, 11]);
    assert_eq!(numbers(&[FIRST, "--steps", "3,7,12"]), [3, 7, 12]);
    assert!(figure(&[FIRST, "--steps", "3,7,12"]).contains("3 steps of a run of 42 micro-steps."));
    let whole = figure(&[FIRST, "--strip"]);
    assert_eq!(figure(&[FIRST, "--from", "0", "--to", "42", "--granularity", "step"]), whole);
    assert!(figure(&[FIRST, "--from", "40"]).contains("Steps 40 to 42 of a run of 42 micro-steps"));
}

#[test]
fn a_variant_is_drawn() {
    let text = fs::read_to_string(root().join(FIRST)).expect("the example is there");
    let file = file("variant.lane", &format!("{text}\n.variant none {{ .lanes 8 active=0b1 }}\n"));
    // The mask step, the latch step, and five steps of lane 0.
    assert!(figure(&[&file, "--variant", "none"]).contains("step 7 of 7"));
}

#[test]
fn a_figure_is_written_to_the_output_file() {
    let to = file("there.svg", "");
    assert_eq!(render(&[FIRST, "-o", &to]), (Some(0), String::new(), String::new()));
    assert_eq!(fs::read_to_string(&to).expect("it is there"), figure(&[FIRST]));
    let (status, _, problem) = render(&[FIRST, "-o", "no/such/folder/there.svg"]);
    assert!(status == Some(2) && problem.starts_with("error: no/such/folder/there.svg: "), "{problem}");
}

#[test]
fn markup_in_a_scenario_is_escaped() {
    let text = fs::read_to_string(root().join(FIRST)).expect("the example is there");
    let title = "// <script>alert(1)</script> & \"more\"\u{1}";
    let file = file("escaped.lane", &text.replacen(text.lines().next().expect("a line"), title, 1));
    for svg in [figure(&[&file]), figure(&[&file, "--strip", "--theme", "auto"])] {
        let document = Document::parse(&svg).unwrap_or_else(|error| panic!("{error}"));
        assert!(document.descendants().all(|node| node.tag_name().name() != "script"));
        assert!(svg.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;more&quot;\u{fffd}"));
    }
}

#[test]
fn a_figure_that_cannot_be_drawn_is_an_error() {
    let broken = file("broken.lane", ".lanes 7\n");
    let empty = file("empty.lane", ".lanes 8\n");
    for (words, expected) in [
        (&[FIRST, "--step", "43"][..], "there is no step 43; the run has steps 0 to 42"),
        (&[FIRST, "--lane", "8"], "there is no lane 8; the run has 8, from lane 0 on"),
        (&[FIRST, "--step", "x"], "invalid value 'x' for '--step <N>': expected a whole number"),
        (&[FIRST, "--step", "-1"], "invalid value '-1' for '--step <N>': expected a whole number"),
        (
            &[FIRST, "--lane", "300"],
            "invalid value '300' for '--lane <LANE>': expected a whole number from 0 to 255",
        ),
        (&[FIRST, "--step"], "a value is required for '--step <N>'"),
        (
            &[FIRST, "--theme", "blue"],
            "invalid value 'blue' for '--theme <THEME>' [possible values: light, dark, auto]",
        ),
        (&[FIRST, "--big"], "unexpected argument '--big' found"),
        (&[FIRST, "more"], "unexpected argument 'more' found"),
        (&[], "required arguments were not provided: <FILE>"),
        (&[FIRST, "--step", "3", "--strip"], "'--step <N>' cannot be used with '--strip'"),
        (&[FIRST, "--step", "3", "--from", "1"], "'--step <N>' cannot be used with '--from <N>'"),
        (&[FIRST, "--from", "9", "--to", "8"], "the strip begins at step 9, which is after its last step 8"),
        (&[FIRST, "--to", "43"], "there is no step 43; the run has steps 0 to 42"),
        (&[FIRST, "--steps", "3,43"], "there is no step 43; the run has steps 0 to 42"),
        (&[FIRST, "--steps", "3,"], "invalid value '' for '--steps <N,N>': expected a whole number"),
        (&[FIRST, "--steps", "3", "--lane", "1"], "'--steps <N,N>' cannot be used with '--lane <LANE>'"),
        (&[FIRST, "--variant", "none"], "has no variant `none`; it has no variants"),
        (&["no-such.lane"], "no-such.lane: "),
        (&[&broken], "error[visa-dispatch-size]"),
        (&[&empty], "no instruction runs, so there is nothing to draw"),
    ] {
        let (status, figure, problem) = render(words);
        assert_eq!((status, figure.as_str()), (Some(2), ""), "{words:?}");
        assert!(problem.contains(expected), "{words:?}: {problem}");
    }
}

#[test]
fn a_run_that_stops_is_drawn_and_reported() {
    let trap = file(
        "trap.lane",
        ".isa sass\n.lanes 1\n.const 0x140 = 0\n.surface 0 1d R32_UINT 4\n.set R1 = 9\n\
         SUATOM.D.1D.ADD.TRAP R0, [R1], R2, 0x50;\n",
    );
    let (status, figure, problem) = render(&[&trap]);
    assert!(status == Some(1) && problem.contains("run-trap-outside"), "{problem}");
    Document::parse(&figure).expect("it is drawn");
}
