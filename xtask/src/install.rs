//! Installation of each tool, from what the machine offers first, from source last.

use std::fs;
use std::path::Path;
use std::process::Command;

use semver::Version;

use crate::needs::{self, CARGO_DENY, NODE, Need, TRUNK};
use crate::project::Project;
use crate::{Result, command};

/// Installs one tool.
pub fn install(need: Need, project: &Project) -> Result<()> {
    match need {
        Need::Node => debian(project, &["nodejs", "npm"])
            .map_err(|why| format!("{why}; install Node {} or later, for example from nodejs.org", NODE.major)),
        Need::WasmTarget => {
            let mut rustup = project.command("rustup");
            rustup.args(["target", "add", "wasm32-unknown-unknown"]);
            command::watch(rustup)
        }
        Need::WasmBindgen => cargo(project, "wasm-bindgen-cli", &project.wasm_bindgen(), &[]),
        // Without its default features Trunk has no TLS and no update check. Nothing here asks it to download.
        Need::Trunk => cargo(project, "trunk", &TRUNK, &["--no-default-features"]),
        Need::NodePackages => node_packages(project),
        Need::CargoDeny => cargo(project, "cargo-deny", &CARGO_DENY, &[]),
        Need::Firefox => debian(project, &["firefox-esr"]),
        Need::HeadlessShell => debian(project, &["chromium-headless-shell", "fonts-liberation", "fonts-dejavu-core"]),
        Need::Chromium => debian(project, &["chromium", "fonts-liberation", "fonts-dejavu-core"]).map_err(|why| {
            format!("{why}; install Chromium or Chrome (Debian: apt-get install chromium), or set CHROMIUM to its path")
        }),
    }
}

/// Installs a tool from the crate registry into .tools: prebuilt if cargo-binstall is there, otherwise unoptimised,
/// which takes a third of the time to build and is fast enough.
fn cargo(project: &Project, name: &str, version: &Version, options: &[&str]) -> Result<()> {
    if project.find_program("cargo-binstall").is_some() {
        let mut binstall =
            project.cargo(["binstall", "--no-confirm", "--force", "--disable-strategies", "compile"]);
        binstall.arg("--root").arg(project.tools()).arg(format!("{name}@{version}"));
        match command::watch(binstall) {
            Ok(()) => return Ok(()),
            Err(why) => println!("      {why}; building from source"),
        }
    }
    let build = project.tools().join("build");
    let mut install = project.cargo(["install", "--locked", "--debug", "--force"]);
    install
        .args(["--version", &format!("={version}"), name])
        .args(options)
        .arg("--root")
        .arg(project.tools());
    install.env("CARGO_TARGET_DIR", &build).env("CARGO_PROFILE_DEV_DEBUG", "0");
    command::watch(install)?;
    // The build folder is kept until here, so that an interrupted installation continues.
    fs::remove_dir_all(&build).map_err(|error| format!("{}: {error}", build.display()))
}

fn node_packages(project: &Project) -> Result<()> {
    let mut npm = project.command(if cfg!(windows) { "npm.cmd" } else { "npm" });
    npm.args(["ci", "--loglevel=error"]).current_dir(project.root.join("tools"));
    command::watch(npm)?;
    let lock = project.root.join("tools/package-lock.json");
    let copied = fs::copy(&lock, needs::installed_lock(project));
    copied.map(|_| ()).map_err(|error| format!("{}: {error}", lock.display()))
}

/// Installs packages of a Debian-like system, if permitted.
fn debian(project: &Project, packages: &[&str]) -> Result<()> {
    let is_root = command::output({
        let mut id = Command::new("id");
        id.arg("-u");
        id
    })
    .is_some_and(|user| user.trim() == "0");
    if !is_root || !Path::new("/etc/debian_version").exists() {
        return Err("it can only be installed for you by root on Debian or a relative".to_owned());
    }
    let apt = |arguments: &[&str]| {
        let mut apt = project.command("apt-get");
        apt.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
        command::watch(apt)
    };
    apt(&["update"])?;
    apt(&[&["install", "-y", "--no-install-recommends"], packages].concat())
}
