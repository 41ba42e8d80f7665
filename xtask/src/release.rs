//! `release`: packs, checks and tries everything that a release publishes.

use crate::project::Project;
use crate::{Result, command, needs, page, setup};

/// Packs all packages and tries each of them. Without `dry_run`, only lists the commands that publish.
pub fn release(project: &Project, dry_run: bool, built: bool) -> Result<()> {
    if !dry_run {
        return command::run(project.node(["tools/release.mjs", "--list"]));
    }
    setup::ensure(project, needs::RELEASE)?;
    if !built {
        page::build(project)?;
    }
    check_licences(project)?;
    command::run(project.node(["tools/release.mjs", "dist"]))
}

/// Checks licences and sources of all crates. A tool's test checks those of the packages in tools/. Advisories need a
/// database from the network, so they are among the commands that `release` lists.
fn check_licences(project: &Project) -> Result<()> {
    for manifest in ["Cargo.toml", "docs/Cargo.toml"] {
        let mut deny = project.cargo(["deny", "--manifest-path", manifest, "--config", "deny.toml"]);
        deny.args(["check", "licenses", "bans", "sources"]);
        command::run(deny)?;
    }
    Ok(())
}
