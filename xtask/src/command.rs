//! Ways to run a command: with its output, line by line, with a progress line instead, or silently.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, IsTerminal, Read, Write, stdout};
use std::process::{Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::{Result, elapsed};

/// The number of output lines of a failed command that are repeated.
const LAST_LINES: usize = 40;
/// The interval of progress lines if the output is not a terminal.
const QUIET_INTERVAL: Duration = Duration::from_secs(15);

/// Runs a command and shows its output.
pub fn run(mut command: Command) -> Result<()> {
    let status = command.stdin(Stdio::null()).status().map_err(|error| cannot_start(&command, &error))?;
    if status.success() { Ok(()) } else { Err(format!("`{}` failed ({status})", name(&command))) }
}

/// Runs a command, and shows its output only if it fails.
pub fn run_silently(mut command: Command) -> Result<()> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| cannot_start(&command, &error))?;
    if output.status.success() {
        return Ok(());
    }
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    Err(format!("{}\n`{}` failed ({})", text.concat(), name(&command), output.status))
}

/// Returns the output of a command, or `None` if it fails or does not exist.
pub fn output(mut command: Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Runs a command, shows its output, and passes each line of its standard output to `line`.
///
/// The lines are indented. Only the suite itself ends with a line of counts at the margin.
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

/// Runs a command with a progress line that shows the time and the command's last line. Shows the output if the command
/// fails.
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
            // A closed terminal does not stop an installation.
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

/// Splits bytes into lines. They need not be UTF-8.
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
