//! Where things are, and commands that see the tools installed here.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::versions;

/// The checkout that this runs in.
pub struct Project {
    /// The folder with the workspace's `Cargo.toml`.
    pub root: PathBuf,
}

impl Project {
    /// Cargo says at run time which package it runs, so a moved checkout is found too.
    pub fn find() -> Self {
        let package = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
        let root = Path::new(&package).parent().expect("xtask lies one level below the root").to_owned();
        Self { root }
    }

    /// Where tools are installed that the machine lacks.
    pub fn tools(&self) -> PathBuf {
        self.root.join(".tools")
    }

    /// The page for visitors.
    pub fn dist(&self) -> PathBuf {
        self.root.join("dist")
    }

    /// The version of wasm-bindgen that Cargo.lock pins; its command line must have the same.
    pub fn wasm_bindgen(&self) -> String {
        let lock = fs::read_to_string(self.root.join("Cargo.lock")).unwrap_or_default();
        versions::locked(&lock, "wasm-bindgen").expect("Cargo.lock names wasm-bindgen").to_owned()
    }

    /// `PATH` with the tools of this project first.
    pub fn search_path(&self) -> OsString {
        let ours = [self.tools().join("bin"), self.root.join("tools/node_modules/.bin")];
        let theirs = env::var_os("PATH").unwrap_or_default();
        env::join_paths(ours.into_iter().chain(env::split_paths(&theirs)))
            .expect("a folder of PATH holds no separator")
    }

    /// A program as these commands would find it.
    pub fn find_program(&self, name: &str) -> Option<PathBuf> {
        let name = format!("{name}{}", env::consts::EXE_SUFFIX);
        env::split_paths(&self.search_path()).map(|folder| folder.join(&name)).find(|path| path.is_file())
    }

    /// A command in the root, with the project's tools on its `PATH`.
    pub fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.root).env("PATH", self.search_path());
        command
    }

    /// Cargo with the given arguments.
    pub fn cargo<const N: usize>(&self, arguments: [&str; N]) -> Command {
        let mut command = self.command("cargo");
        command.args(arguments);
        command
    }

    /// Node with the given arguments.
    pub fn node<const N: usize>(&self, arguments: [&str; N]) -> Command {
        let mut command = self.command("node");
        command.args(arguments);
        command
    }

    /// Trunk, kept from downloading: what it needs is installed by then.
    pub fn trunk<const N: usize>(&self, arguments: [&str; N]) -> Command {
        let mut command = self.command("trunk");
        command.args(arguments).env("TRUNK_OFFLINE", "true").env("TRUNK_SKIP_VERSION_CHECK", "true");
        command
    }
}
