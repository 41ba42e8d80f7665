//! `serve`: the playground on this machine, rebuilt when a file changes.

use std::net::{Ipv4Addr, Ipv6Addr, TcpListener};
use std::process::Command;
use std::{env, fs};

use crate::arguments::Arguments;
use crate::project::Project;
use crate::{Result, announce, needs, setup};

const DEFAULT_PORT: u16 = 8080;
/// How many ports are tried when the wanted one is busy.
const PORTS: u16 = 50;
/// Apart from dist/, so that serving does not overwrite the page for visitors.
const FOLDER: &str = "target/serve";

/// Installs what is missing, then hands over to Trunk.
pub fn serve(project: &Project, mut arguments: Arguments) -> Result<()> {
    let wanted = arguments.number("--port")?.unwrap_or(DEFAULT_PORT);
    let (open, release) = (arguments.flag("--open"), arguments.flag("--release"));
    let passed_on = arguments.passed_on();
    arguments.end()?;
    setup::ensure(project, needs::BUILD)?;

    let last = wanted.saturating_add(PORTS);
    let port = (wanted..=last).find(|port| is_free(*port));
    let port =
        port.ok_or_else(|| format!("ports {wanted} to {last} are all busy; choose another with `--port`"))?;
    if port != wanted {
        println!("port {wanted} is busy, taking {port}");
    }
    // Trunk serves what an earlier build left when the first one fails; without its page nothing looks built.
    let _ = fs::remove_file(project.root.join(FOLDER).join("index.html"));

    let mut trunk = project.trunk(["serve", "--dist", FOLDER, "--port", &port.to_string()]);
    trunk.args(open.then_some("--open"));
    if release {
        // The policy of the page for visitors would refuse Trunk's inline reload script.
        trunk.args(["--release", "--no-autoreload"]);
    }
    trunk.args(passed_on);
    println!("building; the playground will be at http://127.0.0.1:{port}/ (stop it with Ctrl-C)");
    start_announcer(port)?;
    hand_over(trunk)
}

/// On both loopback addresses; a machine without IPv6 cannot be busy there.
fn is_free(port: u16) -> bool {
    let v6 = TcpListener::bind((Ipv6Addr::LOCALHOST, port));
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok()
        && v6.err().is_none_or(|error| error.kind() != std::io::ErrorKind::AddrInUse)
}

/// A second process says when the page is there, because this one becomes Trunk.
fn start_announcer(port: u16) -> Result<()> {
    let this = env::current_exe().map_err(|error| error.to_string())?;
    let spawned = Command::new(this).args(["announce", "--port", &port.to_string()]).spawn();
    spawned.map(|_| ()).map_err(|error| format!("cannot start {}: {error}", announce::NAME))
}

/// Becomes Trunk, so that what stops this command stops Trunk.
#[cfg(unix)]
fn hand_over(mut trunk: Command) -> Result<()> {
    use std::os::unix::process::CommandExt;
    Err(format!("trunk cannot be started: {}", trunk.exec()))
}

/// Runs Trunk as a child: there is nothing to become on this system.
#[cfg(not(unix))]
fn hand_over(trunk: Command) -> Result<()> {
    crate::command::run(trunk)
}
