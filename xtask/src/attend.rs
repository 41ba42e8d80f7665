//! `attend`: runs beside Trunk. Prints the address when the page is served, and ends Trunk when `serve` has ended.

use std::io::{Read, Write, stdout};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use crate::arguments::Arguments;
use crate::{Result, elapsed, group};

/// Polls the port of `--port` until the page is served. Then polls the process that started this. After that has ended,
/// ends the processes of `--group`.
pub fn attend(mut arguments: Arguments) -> Result<()> {
    let port = arguments.number("--port")?.ok_or("`attend` needs `--port`")?;
    let group = arguments.value("--group", "a number")?.and_then(|number| number.parse().ok());
    let group = group.ok_or("`attend` needs `--group` with a number")?;
    arguments.end()?;
    let (start, parent) = (Instant::now(), parent());
    let mut is_announced = false;
    while parent == self::parent() {
        if !is_announced && answers(port) {
            is_announced = true;
            let took = elapsed::show(start.elapsed());
            // The terminal may have been closed.
            let _ = writeln!(stdout(), "\n  Lanescope: http://127.0.0.1:{port}/  (ready after {took})\n");
        }
        thread::sleep(Duration::from_millis(200));
    }
    group::end(group);
    Ok(())
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
