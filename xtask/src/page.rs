//! Verbs that look at the built page: its size and its pictures.

use std::process::Command;

use crate::arguments::Arguments;
use crate::project::Project;
use crate::{Result, command, dist, needs, setup};

/// `size`: prints what each part of the page weighs.
pub fn size(project: &Project, mut arguments: Arguments) -> Result<()> {
    let built = arguments.flag("--no-build");
    arguments.end()?;
    if !built {
        dist::build(project)?;
    }
    command::run(size_report(project))
}

/// The command behind `size`.
pub fn size_report(project: &Project) -> Command {
    project.node(["tools/size.mjs", "dist"])
}

/// `shots`: screenshots for people to look at.
pub fn shots(project: &Project, mut arguments: Arguments) -> Result<()> {
    let built = arguments.flag("--no-build");
    let scenes = arguments.words()?;
    prepare(project, built)?;
    let mut shots = project.node(["tools/shots.mjs", "dist", "target/shots"]);
    shots.args(scenes);
    command::run(shots)
}

/// Installs what looking at the page in a browser needs, and builds it unless it is built.
pub fn prepare(project: &Project, built: bool) -> Result<()> {
    setup::ensure(project, needs::TEST)?;
    if built { Ok(()) } else { dist::build(project) }
}
