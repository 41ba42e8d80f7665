//! The command line, as tests call it.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// Declarations and initial values for one lane and a buffer of one dword.
pub const HEAD: &str = ".decl OFF v_type=G type=ud num_elts=8\n.decl SRC v_type=G type=ud num_elts=8\n\
    .decl BUF v_type=T num_elts=1\n.set OFF = [0; 8]\n.set SRC = [1; 8]\n.surface BUF buffer ud = 0\n";
pub const ADD: &str = "dword_atomic.add (M1, 1) BUF OFF.0 SRC.0 V0.0 V0.0\n";

/// Returns the command line with these arguments, not started.
pub fn lanescope(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lanescope"));
    command.args(arguments).stdin(Stdio::null());
    command
}

/// Runs the command line with these arguments.
pub fn output(arguments: &[&str]) -> Output {
    lanescope(arguments).output().expect("the command starts")
}

/// Runs the command line. Returns its exit status, standard output and standard error.
pub fn told(arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = output(arguments);
    let text = |bytes| String::from_utf8(bytes).expect("it prints text");
    (status.code(), text(stdout), text(stderr))
}

/// Writes a file for one test and returns its path. The name must differ from those of other tests.
pub fn file(name: &str, text: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("command");
    fs::create_dir_all(&folder).expect("there is room for the files of tests");
    let path = folder.join(name);
    fs::write(&path, text).expect("the folder takes files");
    path
}
