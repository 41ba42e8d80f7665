//! `bench`: how fast the core runs, how soon a visitor sees the page, how soon a key press shows, and what a step costs.

use crate::arguments::Arguments;
use crate::project::Project;
use crate::{Result, command, page};

/// Runs the native benches, where there are any, then those in Chromium; first visits and steps also beside those of other
/// simulators, for each `--beside` (tools/bench/beside/README.md).
pub fn bench(project: &Project, mut arguments: Arguments) -> Result<()> {
    let built = arguments.flag("--no-build");
    let mut start = project.node(["tools/bench/start.mjs", "dist"]);
    let mut step = project.node(["tools/bench/step.mjs", "dist"]);
    while let Some(other) = arguments.value("--beside", "NAME=URL_OR_FOLDER")? {
        start.args(["--beside", &other]);
        step.args(["--beside", &other]);
    }
    arguments.end()?;
    page::prepare(project, built)?;
    if project.root.join("core/benches").is_dir() {
        command::run(project.cargo(["bench", "--package", "lanescope_core", "--benches"]))?;
    }
    command::run(start)?;
    command::run(project.node(["tools/bench/keypress.mjs", "dist"]))?;
    command::run(step)
}
