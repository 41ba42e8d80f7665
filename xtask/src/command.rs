//! Three ways to run a command: shown, read line by line, or behind a progress line.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, IsTerminal, Read, Write, stdout};
use std::process::{Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::{Result, elapsed};

/// Lines of a failed command's output that are repeated.
const LAST_LINES: usize = 40;
/// How often a progress line is written where the output is no terminal.
const QUIET_INTERVAL: Duration = Duration::from_secs(15);

/// Runs a command whose output people see.
pub fn run(mut command: Command) -> Result<()> {
    let status = command.stdin(Stdio::null()).status().map_err(|error| cannot_start(&command, &error))?;
    if status.success() { Ok(()) } else { Err(format!("`{}` failed ({status})", name(&command))) }
}

/// What a command prints, or nothing where it fails or does not exist.
pub fn output(mut command: Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Runs a command whose output people see, and hands each line of its standard output to `line` too.
///
/// The lines are shown indented: only the suite itself may end with a line of counts at the margin.
pub fn read(mut command: Command, mut line: impl FnMut(&str)) -> Result<()> {
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    let mut child = command.spawn().map_err(|error| cannot_start(&command, &error))?;
    let pipe = child.stdout.take().expect("standard output is piped");
    for text in lines(pipe) {
        println!("{}", format!("  {text}").trim_end());
        line(&text);
    }
    let status = child.wait().map_err(|error| cannot_start(&command, &error))?;
    if status.success() { Ok(()) } else { Err(format!("`{}` failed ({status})", name(&command))) }
}

/// Runs a command behind one line that tells the time and what it does; its output is shown where it fails.
pub fn watch(mut command: Command) -> Result<()> {
    let start = Instant::now();
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| cannot_start(&command, &error))?;
    let (sender, receiver) = channel();
    forward(child.stdout.take().expect("standard output is piped"), sender.clone());
    forward(child.stderr.take().expect("standard error is piped"), sender);

    let mut progress = Progress { start, last: start, terminal: stdout().is_terminal() };
    let mut kept = VecDeque::new();
    loop {
        match receiver.recv_timeout(Duration::from_secs(1)) {
            Ok(line) => {
                kept.push_back(line);
                if kept.len() > LAST_LINES {
                    kept.pop_front();
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        progress.show(kept.back().map_or("", |line| line.trim()));
    }
    let status = child.wait().map_err(|error| cannot_start(&command, &error))?;
    progress.clear();
    if status.success() {
        return Ok(());
    }
    for line in kept {
        eprintln!("    {line}");
    }
    Err(format!("`{}` failed ({status})", name(&command)))
}

struct Progress {
    start: Instant,
    last: Instant,
    terminal: bool,
}

impl Progress {
    fn show(&mut self, doing: &str) {
        let interval = if self.terminal { Duration::from_millis(200) } else { QUIET_INTERVAL };
        if self.last.elapsed() < interval {
            return;
        }
        self.last = Instant::now();
        let doing: String = doing.chars().take(60).collect();
        let line = format!("      {}  {doing}", elapsed::show(self.start.elapsed()));
        if self.terminal {
            print!("\r\u{1b}[2K{line}");
            // A terminal that is gone is no reason to stop installing.
            let _ = stdout().flush();
        } else {
            println!("{line}");
        }
    }

    fn clear(&self) {
        if self.terminal {
            print!("\r\u{1b}[2K");
        }
    }
}

fn forward(pipe: impl Read + Send + 'static, sender: Sender<String>) {
    thread::spawn(move || lines(pipe).try_for_each(|line| sender.send(line)));
}

/// Lines of bytes that need not be UTF-8.
fn lines(pipe: impl Read) -> impl Iterator<Item = String> {
    BufReader::new(pipe).split(b'\n').map_while(std::result::Result::ok).map(|line| {
        let text = String::from_utf8_lossy(&line);
        text.trim_end_matches('\r').to_owned()
    })
}

fn name(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

fn cannot_start(command: &Command, error: &std::io::Error) -> String {
    format!("`{}` cannot be started: {error}", command.get_program().to_string_lossy())
}
