//! Verbs for the page for visitors: build, size, screenshots.

use std::process::Command;

use crate::project::Project;
use crate::{Result, command, needs, setup};

/// `build`: installs missing tools and builds the page into dist/.
pub fn build(project: &Project) -> Result<()> {
    setup::ensure(project, needs::BUILD)?;
    command::run(trunk_build(project))?;
    println!("the page is in {}", project.dist().display());
    Ok(())
}

/// Returns the command that builds the page. Trunk's hook runs `tools/finish.mjs`.
pub fn trunk_build(project: &Project) -> Command {
    project.trunk(["build", "--release"])
}

/// `size`: prints the weight of each part of the page.
pub fn size(project: &Project, built: bool) -> Result<()> {
    if !built {
        build(project)?;
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
    if built { Ok(()) } else { build(project) }
}
