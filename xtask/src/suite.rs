//! `test`: all checks before a commit.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use crate::counts::Runner;
use crate::project::Project;
use crate::steps::{Step, Suite};
use crate::{Result, command, needs, page, setup, sphinx};

const WASM: &str = "wasm32-unknown-unknown";

/// Runs the suite, or its quick part.
pub fn test(project: &Project, quick: bool) -> ExitCode {
    let mut suite = Suite::new();
    if quick {
        suite.run([format(project), clippy(project), native(project)]);
        return suite.finish();
    }
    suite.run([
        Step::call("installing what is missing", || setup::ensure(project, needs::TEST)),
        format(project),
        clippy(project),
        docs(project),
        native(project),
    ]);
    // Most of the time, each of these uses one core.
    suite.run_beside(
        Step::call("page for visitors", || command::run_silently(page::trunk_build(project))),
        [
            wasm(project),
            sphinx::step(project),
            documentation_lints(project),
            documentation_tools(project),
            packages(project),
        ],
    );
    suite.run([
        Step::count("tools", Runner::Node, tools(project)),
        browser(project),
        Step::run("size of a first visit", page::size_report(project)),
    ]);
    suite.finish()
}

fn format(project: &Project) -> Step<'static> {
    Step::run("format", project.cargo(["fmt", "--all", "--check"]))
}

/// Returns a Cargo command in the workspace of the documentation tools, with the shared target directory.
fn documentation_cargo(project: &Project, verb: &str) -> Command {
    let mut cargo = project.cargo([verb, "--manifest-path=docs/Cargo.toml"]);
    if verb != "fmt" {
        cargo.args(["--target-dir=target", "--locked", "--workspace"]);
    }
    cargo
}

fn documentation_tools(project: &Project) -> Step<'static> {
    let mut test = documentation_cargo(project, "test");
    test.arg("--no-fail-fast");
    Step::count("documentation tools", Runner::Cargo, test)
}

/// Runs format, clippy and documentation checks of the documentation tools.
fn documentation_lints(project: &Project) -> Step<'_> {
    Step::call("lints of documentation tools", || {
        let mut format = documentation_cargo(project, "fmt");
        format.args(["--all", "--check"]);
        let mut clippy = documentation_cargo(project, "clippy");
        clippy.args(["--all-targets", "--", "-D", "warnings"]);
        let mut doc = documentation_cargo(project, "doc");
        doc.args(["--no-deps", "--document-private-items"]).env("RUSTDOCFLAGS", "-D warnings");
        [format, clippy, doc].map(command::run).into_iter().collect()
    })
}

/// Checks that the published crates can be packaged. The second depends on the first, which is not published yet, so
/// the lock file of the second is left out.
fn packages(project: &Project) -> Step<'_> {
    Step::call("packages", || {
        let options = ["--no-verify", "--offline", "--allow-dirty", "--target-dir=target", "--quiet"];
        let mut core = project.cargo(["package", "--package=lanescope"]);
        core.args(options);
        let mut preprocessor =
            project.cargo(["package", "--manifest-path=docs/Cargo.toml", "--package=mdbook-lanescope"]);
        preprocessor.args(options).arg("--exclude-lockfile");
        [core, preprocessor].map(command::run).into_iter().collect()
    })
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

/// Runs the randomised tests with `times` as many cases as in the suite.
pub fn sweep(project: &Project, times: u16) -> Result<()> {
    for (package, folder) in [("lanescope", "core"), ("lanescope_frontend", "frontend")] {
        let mut test = project.cargo(["test", "--package", package, "--release", "--no-fail-fast"]);
        // The page runs without overflow checks. In a sweep an overflow is an error.
        test.args(["--config", "profile.release.overflow-checks=true"]);
        test.args(["--test=all", "--", "--include-ignored"]);
        test.args(modules_that_draw(project, folder)).env("LANESCOPE_SWEEP", times.to_string());
        command::run(test)?;
    }
    Ok(())
}

/// Runs the core's tests as WebAssembly in Node, those that support it.
fn wasm(project: &Project) -> Step<'static> {
    let mut test = project.cargo(["test", "--package", "lanescope", "--target", WASM]);
    test.args(["--profile", "wasm-test", "--no-fail-fast", "--no-default-features", "--lib", "--test=all"]);
    Step::count("core as wasm", Runner::Cargo, test)
}

/// Returns the names of the test modules of a package that draw their cases.
fn modules_that_draw(project: &Project, package: &str) -> Vec<String> {
    let draws = |file: &PathBuf| fs::read_to_string(file).is_ok_and(|text| text.contains("draws("));
    let files = files_in(&project.root.join(package).join("tests")).into_iter().filter(draws);
    files.filter_map(|file| Some(format!("{}::", file.file_stem()?.to_str()?))).collect()
}

/// Tests the program that finishes the page, and computes the contrast of the page's colours.
fn tools(project: &Project) -> Command {
    let mut node = project.node(["--test", "--test-reporter=tap"]);
    node.args(files_in(&project.root.join("tools/tests")));
    node
}

fn browser(project: &Project) -> Step<'static> {
    let report = project.root.join("target/e2e.json");
    let mut playwright =
        project.node(["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json"]);
    playwright.current_dir(project.root.join("tools")).env("PLAYWRIGHT_JSON_OUTPUT_FILE", &report);
    // Another checkout may run its suite at the same time.
    let free = TcpListener::bind(("127.0.0.1", 0)).and_then(|listener| listener.local_addr());
    if let Ok(address) = free {
        playwright.env("LANESCOPE_PORT", address.port().to_string());
    }
    Step::report("browser suite", playwright, report)
}

/// Returns the files of a folder, sorted by name; empty if the folder does not exist.
fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<_> = entries.filter(|path| path.is_file()).collect();
    files.sort();
    files
}
