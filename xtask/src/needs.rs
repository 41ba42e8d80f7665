//! Tools that the verbs need, and checks for them.

use std::{env, fs};

use semver::Version;

use crate::command;
use crate::project::Project;
use crate::versions;

/// Trunk's version. 0.22 requires a newer compiler than rust-toolchain.toml names.
pub const TRUNK: Version = Version::new(0, 21, 14);
/// The version of cargo-deny.
pub const CARGO_DENY: Version = Version::new(0, 20, 2);
/// The oldest Node version for the packages in tools/.
pub const NODE: Version = Version::new(20, 0, 0);

/// A tool that is installed if it is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Node and npm: bundle the editor, shrink the program, run the browser suite.
    Node,
    /// The standard library for wasm32-unknown-unknown.
    WasmTarget,
    /// wasm-bindgen's command line, in the library's version.
    WasmBindgen,
    /// Trunk.
    Trunk,
    /// The packages of tools/package-lock.json.
    NodePackages,
    /// The headless shell of Chromium, which is Chromium without windows, for a quick browser suite.
    HeadlessShell,
    /// Any Chromium or Chrome, for the browser suite.
    Chromium,
    /// A Firefox, for some tests of the browser suite.
    Firefox,
    /// cargo-deny, for the licences of a release.
    CargoDeny,
}

/// The tools for building and serving the page.
pub const BUILD: &[Need] =
    &[Need::Node, Need::WasmTarget, Need::WasmBindgen, Need::Trunk, Need::NodePackages];
/// The tools for testing and measuring it.
pub const TEST: &[Need] = &[
    Need::Node,
    Need::WasmTarget,
    Need::WasmBindgen,
    Need::Trunk,
    Need::NodePackages,
    Need::HeadlessShell,
    Need::Chromium,
    Need::Firefox,
];
/// The tools for packing a release. Python comes from the machine.
pub const RELEASE: &[Need] = &[
    Need::Node,
    Need::WasmTarget,
    Need::WasmBindgen,
    Need::Trunk,
    Need::NodePackages,
    Need::HeadlessShell,
    Need::Chromium,
    Need::CargoDeny,
];

impl Need {
    /// Describes the tool, its purpose, and the time that its installation takes.
    pub fn describe(self, project: &Project) -> String {
        match self {
            Need::Node => format!("Node {} or later (bundles the editor, shrinks the program)", NODE.major),
            Need::WasmTarget => "the wasm32-unknown-unknown target of the Rust toolchain".to_owned(),
            Need::WasmBindgen => {
                format!("wasm-bindgen {} (about 1 min on two cores)", project.wasm_bindgen())
            }
            Need::Trunk => format!("trunk {TRUNK} (about 3 min on two cores)"),
            Need::NodePackages => "the packages of tools/package.json, with npm".to_owned(),
            Need::HeadlessShell => "the headless shell of Chromium (runs the browser suite)".to_owned(),
            Need::Chromium => "Chromium (runs the browser suite)".to_owned(),
            Need::Firefox => "Firefox (runs some tests of the browser suite)".to_owned(),
            Need::CargoDeny => format!("cargo-deny {CARGO_DENY} (about 3 min on two cores)"),
        }
    }

    /// Returns the effect of its absence, or `None` if nothing works without it.
    pub fn without(self) -> Option<&'static str> {
        match self {
            Need::HeadlessShell => Some("the browser suite takes longer"),
            Need::Firefox => Some("its tests are skipped"),
            _ => None,
        }
    }

    /// Returns whether the machine has it in the right version.
    pub fn is_met(self, project: &Project) -> bool {
        match self {
            Need::Node => version(project, "node") >= Some(NODE) && has(project, "npm"),
            Need::WasmTarget => {
                let sysroot = command::output(rustc(project)).unwrap_or_default();
                std::path::Path::new(sysroot.trim()).join("lib/rustlib/wasm32-unknown-unknown/lib").is_dir()
            }
            Need::WasmBindgen => {
                let wanted = Some(project.wasm_bindgen());
                version(project, "wasm-bindgen") == wanted
                    && version(project, "wasm-bindgen-test-runner") == wanted
            }
            Need::Trunk => version(project, "trunk") == Some(TRUNK),
            Need::NodePackages => match fs::read(project.root.join("tools/package-lock.json")) {
                Ok(wanted) => fs::read(installed_lock(project)).is_ok_and(|installed| installed == wanted),
                Err(_) => false,
            },
            Need::HeadlessShell => {
                env::var_os("CHROMIUM").is_some() || has(project, "chromium-headless-shell")
            }
            Need::Chromium => has_browser(project, "chromium"),
            Need::Firefox => has_browser(project, "firefox"),
            Need::CargoDeny => version(project, "cargo-deny") == Some(CARGO_DENY),
        }
    }
}

/// Returns the path of the copy of the lock file that tools/node_modules was made from.
pub fn installed_lock(project: &Project) -> std::path::PathBuf {
    project.root.join("tools/node_modules/.installed-lock.json")
}

fn has_browser(project: &Project, name: &str) -> bool {
    let find =
        format!("import('./tools/lib/{name}.mjs').then((found) => process.exit(found.{name}Path() ? 0 : 1))");
    command::output(project.node(["-e", &find])).is_some()
}

fn rustc(project: &Project) -> std::process::Command {
    let mut command = project.command("rustc");
    command.args(["--print", "sysroot"]);
    command
}

fn has(project: &Project, program: &str) -> bool {
    project.find_program(program).is_some() || project.find_program(&format!("{program}.cmd")).is_some()
}

fn version(project: &Project, program: &str) -> Option<Version> {
    let mut command = project.command(project.find_program(program)?);
    command.arg("--version");
    versions::parse(&command::output(command)?)
}
