//! Process groups: a program with all that it has started.

use std::process::Command;
use std::time::Duration;

/// How long a group may take to end by itself.
const PATIENCE: Duration = Duration::from_secs(3);

/// Makes a command the first of a group of its own, which no Ctrl-C in this terminal reaches.
#[cfg(unix)]
pub fn set_apart(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

/// Ends all processes of the group of that number.
#[cfg(unix)]
pub fn end(group: u32) {
    // A group that has ended already is what is wanted.
    signal("TERM", group);
    let start = std::time::Instant::now();
    while signal("0", group) && start.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_millis(50));
    }
    signal("KILL", group);
}

/// Whether there was somebody to send it to. The standard library sends no signals; each shell does.
#[cfg(unix)]
fn signal(name: &str, group: u32) -> bool {
    let script = format!("kill -{name} -{group}");
    let status = Command::new("sh").args(["-c", &script]).stderr(std::process::Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

/// Without groups, Ctrl-C reaches all that runs in the terminal.
#[cfg(not(unix))]
pub fn set_apart(_: &mut Command) {}

/// Ends a program with all that it has started.
#[cfg(not(unix))]
pub fn end(process: u32) {
    let _ = Command::new("taskkill").args(["/T", "/F", "/PID", &process.to_string()]).status();
}
