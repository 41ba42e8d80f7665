//! Verbs for the built page: its size and its screenshots.

use std::process::Command;

use crate::project::Project;
use crate::{Result, command, dist, needs, setup};

/// `size`: prints the weight of each part of the page.
pub fn size(project: &Project, built: bool) -> Result<()> {
    if !built {
        dist::build(project)?;
    }
    command::run(size_report(project))
}

/// Returns the command of `size`.
pub fn size_report(project: &Project) -> Command {
    project.node(["tools/size.mjs", "dist"])
}

/// `shots`: takes screenshots.
pub fn shots(project: &Project, built: bool, scenes: &[String]) -> Result<()> {
    prepare(project, built)?;
    let mut shots = project.node(["tools/shots.mjs", "dist", "target/shots"]);
    shots.args(scenes);
    command::run(shots)
}

/// Installs the tools for a browser, and builds the page unless `built` is set.
pub fn prepare(project: &Project, built: bool) -> Result<()> {
    setup::ensure(project, needs::TEST)?;
    if built { Ok(()) } else { dist::build(project) }
}
