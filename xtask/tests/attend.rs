//! Processes that `serve` has started end when `serve` ends, for any reason.
#![cfg(unix)]

use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

/// A process with a child, both in a group of their own, as Trunk has compilers.
fn group_of_two() -> Child {
    let mut both = Command::new("sh");
    both.args(["-c", "sleep 600 & wait"]).process_group(0);
    both.spawn().expect("a shell can be started")
}

fn is_there(group: u32) -> bool {
    let probe = Command::new("sh").args(["-c", &format!("kill -0 -{group} 2>&-")]).status();
    probe.expect("a shell can be started").success()
}

#[test]
fn a_group_ends_with_whoever_started_its_attendant() {
    let mut both = group_of_two();
    let group = both.id();
    let attend = env!("CARGO_BIN_EXE_xtask");
    let script = format!("{attend} attend --port 1 --group {group} & exec sleep 600");
    let mut serve = Command::new("sh").args(["-c", &script]).spawn().expect("a shell can be started");
    thread::sleep(Duration::from_millis(500));
    assert!(both.try_wait().expect("it is a child").is_none(), "nothing ends while `serve` is there");
    // No process can catch this signal.
    serve.kill().expect("it runs");
    serve.wait().expect("it is a child");
    let start = Instant::now();
    both.wait().expect("it is a child");
    while is_there(group) {
        assert!(start.elapsed() < Duration::from_secs(10), "a process of the group is still there");
        thread::sleep(Duration::from_millis(50));
    }
}
