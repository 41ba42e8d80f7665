//! Tests of the Sphinx extension with a real Sphinx, and the Python tools of the suite.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::project::Project;
use crate::steps::Step;
use crate::{Result, command};

const PACKAGE: &str = "docs/sphinx-lanescope";
const NAME: &str = "Sphinx extension";

/// The packages from Python that the suite builds documents with.
const REQUIREMENTS: &str = "docs/requirements.txt";

/// Builds sites as the extension's README says. Installs the Python tools into `.tools/python` if they are missing.
pub fn step(project: &Project) -> Step<'_> {
    if project.find_program("python3").is_none() {
        return Step::skip(NAME, "there is no python3");
    }
    Step::call(NAME, || test(project))
}

fn test(project: &Project) -> Result<()> {
    let python = installed(project)?;
    let mut package = pip(project, &python);
    command::run({
        // Installs the extension as its README says. Its dependencies are installed already.
        package.args(["--no-deps", "--no-build-isolation", "--force-reinstall", PACKAGE]);
        package
    })?;
    command::run(project.cargo(["build", "--package=lanescope", "--bin=lanescope"]))?;
    let mut tests = project.command(&python);
    tests.args(["-m", "unittest", "discover", "-s"]).arg(project.root.join(PACKAGE).join("tests"));
    tests.env("LANESCOPE", project.root.join("target/debug/lanescope"));
    command::run(tests)
}

/// Returns the Python that has the tools in the pinned versions.
fn installed(project: &Project) -> Result<PathBuf> {
    let folder = project.tools().join("python");
    let python = folder.join("bin/python");
    let wanted = project.root.join(REQUIREMENTS);
    let wanted = fs::read_to_string(&wanted).map_err(|error| format!("{}: {error}", wanted.display()))?;
    let note = folder.join("requirements.txt");
    if fs::read_to_string(&note).is_ok_and(|known| known == wanted) {
        return Ok(python);
    }
    println!("installing Sphinx, MkDocs and Jupyter into {}", folder.display());
    let mut venv = project.command("python3");
    venv.args(["-m", "venv", "--clear"]).arg(&folder);
    command::run(venv)?;
    let mut packages = pip(project, &python);
    packages.args(["--requirement", REQUIREMENTS]);
    command::run(packages)?;
    // This file is written last, so it marks a complete installation.
    fs::write(&note, wanted).map_err(|error| format!("{}: {error}", note.display()))?;
    Ok(python)
}

fn pip(project: &Project, python: &PathBuf) -> Command {
    let mut pip = project.command(python);
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    pip
}
