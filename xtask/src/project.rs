//! Paths of the project, and commands that find the tools installed in it.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use semver::Version;

use crate::versions;

/// A checkout of the project.
pub struct Project {
    /// The folder with the workspace's `Cargo.toml`.
    pub root: PathBuf,
}

impl Project {
    /// Finds the checkout. Cargo names the package at run time, so a moved checkout works too.
    pub fn find() -> Self {
        let package = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
        let root = Path::new(&package).parent().expect("xtask lies one level below the root").to_owned();
        Self { root }
    }

    /// Returns the folder of tools that were installed because the machine lacked them.
    pub fn tools(&self) -> PathBuf {
        self.root.join(".tools")
    }

    /// Returns the folder of the page for visitors.
    pub fn dist(&self) -> PathBuf {
        self.root.join("dist")
    }

    /// Returns the version of wasm-bindgen in Cargo.lock. Its command line must have the same version.
    pub fn wasm_bindgen(&self) -> Version {
        let lock = fs::read_to_string(self.root.join("Cargo.lock")).unwrap_or_default();
        versions::locked(&lock, "wasm-bindgen").expect("Cargo.lock names wasm-bindgen")
    }

    /// Returns `PATH` with the tools of this project first.
    pub fn search_path(&self) -> OsString {
        let ours = [self.tools().join("bin"), self.root.join("tools/node_modules/.bin")];
        let theirs = env::var_os("PATH").unwrap_or_default();
        env::join_paths(ours.into_iter().chain(env::split_paths(&theirs)))
            .expect("a folder of PATH holds no separator")
    }

    /// Returns the path of a program on that `PATH`.
    pub fn find_program(&self, name: &str) -> Option<PathBuf> {
        let name = format!("{name}{}", env::consts::EXE_SUFFIX);
        env::split_paths(&self.search_path()).map(|folder| folder.join(&name)).find(|path| path.is_file())
    }

    /// Creates a command in the root, with the project's tools on its `PATH`.
    pub fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.root).env("PATH", self.search_path());
        command
    }

    /// Creates a Cargo command.
    pub fn cargo<const N: usize>(&self, arguments: [&str; N]) -> Command {
        let mut command = self.command("cargo");
        command.args(arguments);
        command
    }

    /// Creates a Node command.
    pub fn node<const N: usize>(&self, arguments: [&str; N]) -> Command {
        let mut command = self.command("node");
        command.args(arguments);
        command
    }

    /// Creates a Trunk command that does not download. All tools are installed before.
    pub fn trunk(&self, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Command {
        let mut command = self.command("trunk");
        command.args(arguments).env("TRUNK_OFFLINE", "true").env("TRUNK_SKIP_VERSION_CHECK", "true");
        command
    }
}
