//! `attend`: runs Trunk for `serve`. Prints the address when the page is served, and ends Trunk when `serve` has ended.

use std::io::{Read, Write, stdout};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use process_wrap::std::{ChildWrapper, CommandWrap};

use crate::project::Project;
use crate::{Result, elapsed};

/// The arguments of `attend`.
#[derive(Args)]
pub struct Attend {
    /// The port at which Trunk serves the page.
    #[arg(long)]
    port: u16,
    /// The arguments of Trunk.
    #[arg(last = true)]
    trunk: Vec<String>,
}

/// Starts a program as the leader of a new group, which a Ctrl-C in this terminal does not reach. Without groups, on
/// Windows, Ctrl-C reaches all processes of the terminal.
pub fn spawn_apart(mut command: Command) -> Result<Box<dyn ChildWrapper>> {
    let name = command.get_program().to_string_lossy().into_owned();
    command.stdin(Stdio::null());
    let mut command = CommandWrap::from(command);
    #[cfg(unix)]
    command.wrap(process_wrap::std::ProcessGroup::leader());
    #[cfg(windows)]
    command.wrap(process_wrap::std::JobObject);
    command.spawn().map_err(|error| format!("{name} cannot be started: {error}"))
}

/// Runs Trunk, and polls its port until the page is served. Ends Trunk with all processes that it has started after the
/// process that started this has ended for any reason. Trunk alone would not end its compilers.
pub fn attend(project: &Project, arguments: &Attend) -> Result<()> {
    let failed = |error: std::io::Error| format!("trunk: {error}");
    let (start, parent) = (Instant::now(), parent());
    let mut trunk = spawn_apart(project.trunk(&arguments.trunk))?;
    let mut is_announced = false;
    while parent == self::parent() {
        if let Some(status) = trunk.try_wait().map_err(failed)? {
            return if status.success() { Ok(()) } else { Err(format!("trunk ended ({status})")) };
        }
        if !is_announced && answers(arguments.port) {
            is_announced = true;
            let took = elapsed::show(start.elapsed());
            let port = arguments.port;
            // The terminal may have been closed.
            let _ = writeln!(stdout(), "\n  Lanescope: http://127.0.0.1:{port}/  (ready after {took})\n");
        }
        thread::sleep(Duration::from_millis(200));
    }
    trunk.kill().map_err(failed)
}

/// Returns whether a page is served. The port is open before the first good build, without a page.
fn answers(port: u16) -> bool {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let ask = || -> std::io::Result<bool> {
        let mut stream = TcpStream::connect_timeout(&address, Duration::from_secs(1))?;
        stream.set_read_timeout(Some(Duration::from_secs(2)))?;
        stream.write_all(b"GET / HTTP/1.0\r\nHost: localhost\r\n\r\n")?;
        let mut head = [0; 12];
        stream.read_exact(&mut head)?;
        Ok(head.ends_with(b" 200"))
    };
    ask().unwrap_or(false)
}

#[cfg(unix)]
fn parent() -> Option<u32> {
    Some(std::os::unix::process::parent_id())
}

#[cfg(not(unix))]
fn parent() -> Option<u32> {
    None
}
