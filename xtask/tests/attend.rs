//! Trunk and its compilers end when `serve` ends, for any reason.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

/// A replacement for Trunk. It notes the number of its process group, and has a child.
const TRUNK: &str = "#!/bin/sh\necho $$ >group.new\nmv group.new group\nsleep 600 &\nwait\n";

fn is_there(group: &str) -> bool {
    let probe = Command::new("sh").args(["-c", &format!("kill -0 -{group} 2>&-")]).status();
    probe.expect("a shell can be started").success()
}

/// Waits for a condition, which must come true within ten seconds.
fn wait_until(condition: impl Fn() -> bool, why: &str) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < Duration::from_secs(10), "{why}");
        thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn the_group_of_trunk_ends_after_serve() {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("attend");
    let (programs, noted) = (root.join(".tools/bin"), root.join("group"));
    fs::create_dir_all(&programs).expect("a folder can be created");
    let _ = fs::remove_file(&noted);
    fs::write(programs.join("trunk"), TRUNK).expect("a program can be written");
    let executable = fs::Permissions::from_mode(0o755);
    fs::set_permissions(programs.join("trunk"), executable).expect("a program can be made executable");

    // A shell instead of `serve`.
    let script = format!("{} attend --port 1 -- serve & exec sleep 600", env!("CARGO_BIN_EXE_xtask"));
    let mut serve = Command::new("sh")
        .args(["-c", &script])
        .env("CARGO_MANIFEST_DIR", root.join("xtask"))
        .spawn()
        .expect("a shell can be started");
    wait_until(|| noted.exists(), "Trunk was not started");
    let group = fs::read_to_string(&noted).expect("a group was noted");
    let group = group.trim();
    thread::sleep(Duration::from_millis(500));
    assert!(is_there(group), "Trunk ended although `serve` is still there");
    // No process can catch this signal.
    serve.kill().expect("it runs");
    serve.wait().expect("it is a child");
    wait_until(|| !is_there(group), "a process of the group is still there");
}
