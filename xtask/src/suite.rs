//! `test`: everything that has to hold before a change goes in.

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, ExitCode};

use crate::arguments::Arguments;
use crate::counts::Runner;
use crate::project::Project;
use crate::steps::{self, Step};
use crate::{dist, needs, page, setup};

const WASM: &str = "wasm32-unknown-unknown";

/// Runs the suite, all of it or the quick part.
pub fn test(project: &Project, mut arguments: Arguments) -> ExitCode {
    let quick = arguments.flag("--quick");
    if let Err(why) = arguments.end() {
        eprintln!("xtask: {why}");
        return ExitCode::FAILURE;
    }
    let mut steps = Vec::new();
    if quick {
        if !project.root.join("frontend/js/pane.js").exists() {
            steps.push(editor(project));
        }
        steps.extend([format(project), clippy(project), native(project)]);
    } else {
        steps.push(Step::call("installing what is missing", || setup::ensure(project, needs::TEST)));
        steps.extend([format(project), editor(project), clippy(project), docs(project), native(project)]);
        steps.extend([wasm(project), examples(project)]);
        steps.push(Step::run("page for visitors", dist::trunk_build(project)));
        steps.push(Step::count("browser suite", Runner::Playwright, browser(project)));
        steps.push(Step::run("size of a first visit", page::size_report(project)));
    }
    steps::run(steps)
}

fn format(project: &Project) -> Step<'static> {
    Step::run("format", project.cargo(["fmt", "--all", "--check"]))
}

/// The front end binds the bundle, so it does not compile without.
fn editor(project: &Project) -> Step<'static> {
    Step::run("editor bundle", project.node(["tools/build-editor.mjs"]))
}

fn clippy(project: &Project) -> Step<'static> {
    Step::run("clippy", project.cargo(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))
}

fn docs(project: &Project) -> Step<'static> {
    let mut doc = project.cargo(["doc", "--workspace", "--no-deps", "--document-private-items"]);
    doc.env("RUSTDOCFLAGS", "-D warnings");
    Step::run("documentation", doc)
}

fn native(project: &Project) -> Step<'static> {
    Step::count("native tests", Runner::Cargo, project.cargo(["test", "--workspace", "--no-fail-fast"]))
}

/// The core's tests once more as WebAssembly, in Node.
fn wasm(project: &Project) -> Step<'static> {
    let mut test =
        project.cargo(["test", "--package", "lanescope_core", "--target", WASM, "--no-fail-fast", "--lib"]);
    if has_files(&project.root.join("core/tests"), "rs") {
        test.args(["--test", "*"]);
    }
    Step::count("core as wasm", Runner::Cargo, test)
}

fn examples(project: &Project) -> Step<'static> {
    let name = "examples";
    let mut files: Vec<_> = match fs::read_dir(project.root.join("static/examples")) {
        Ok(folder) => folder.flatten().map(|entry| entry.path()).filter(|path| path.is_file()).collect(),
        Err(_) => Vec::new(),
    };
    if files.is_empty() {
        return Step::skip(name, "static/examples is empty");
    }
    files.sort();
    let mut test = project.cargo(["run", "--quiet", "--bin", "lanescope", "--", "test"]);
    test.args(files.iter().map(|file| file.strip_prefix(&project.root).unwrap_or(file)));
    Step::count(name, Runner::Lanescope, test)
}

fn browser(project: &Project) -> Command {
    let mut playwright = project.node(["node_modules/@playwright/test/cli.js", "test"]);
    playwright.current_dir(project.root.join("tools"));
    // Another checkout may run its suite at the same time.
    let free = TcpListener::bind(("127.0.0.1", 0)).and_then(|listener| listener.local_addr());
    if let Ok(address) = free {
        playwright.env("LANESCOPE_PORT", address.port().to_string());
    }
    playwright
}

fn has_files(folder: &Path, extension: &str) -> bool {
    let has_extension = |path: &Path| path.extension().is_some_and(|found| found == extension);
    fs::read_dir(folder).is_ok_and(|entries| entries.flatten().any(|entry| has_extension(&entry.path())))
}
