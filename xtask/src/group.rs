//! Process groups: a program with all processes that it has started.

use std::process::Command;
use std::time::Duration;

/// The time that a group has to end by itself.
const PATIENCE: Duration = Duration::from_secs(3);

/// Makes a command the leader of a new group, which a Ctrl-C in this terminal does not reach.
#[cfg(unix)]
pub fn set_apart(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

/// Ends all processes of the group with that number.
#[cfg(unix)]
pub fn end(group: u32) {
    // The group may have ended already.
    signal("TERM", group);
    let start = std::time::Instant::now();
    while signal("0", group) && start.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_millis(50));
    }
    signal("KILL", group);
}

/// Sends a signal. Returns whether the group exists. The standard library cannot send signals, and every shell can.
#[cfg(unix)]
fn signal(name: &str, group: u32) -> bool {
    let script = format!("kill -{name} -{group}");
    let status = Command::new("sh").args(["-c", &script]).stderr(std::process::Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

/// Without groups, Ctrl-C reaches all processes of the terminal.
#[cfg(not(unix))]
pub fn set_apart(_: &mut Command) {}

/// Ends a program with all processes that it has started.
#[cfg(not(unix))]
pub fn end(process: u32) {
    let _ = Command::new("taskkill").args(["/T", "/F", "/PID", &process.to_string()]).status();
}
