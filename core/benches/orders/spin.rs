//! The same collision in SPIN, an explicit-state model checker.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

/// An installation of SPIN, with a C compiler.
pub struct Spin {
    /// The version of SPIN.
    pub version: String,
}

impl Spin {
    /// Finds the installation.
    pub fn find() -> Option<Self> {
        let output = Command::new("spin").arg("-V").output().ok()?;
        Command::new("gcc").arg("--version").stdout(Stdio::null()).status().ok()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        Some(Self { version: text.lines().next()?.trim().to_owned() })
    }

    /// Returns the seconds in which SPIN finds all states of lanes that count up, each to its bound. Generating and compiling the
    /// checker do not count. `None` if the checker runs out of memory.
    pub fn seconds(&self, bounds: &[u32]) -> Option<f64> {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("spin");
        let lanes = bounds.len();
        let list = bounds.iter().enumerate().fold(String::new(), |mut list, (lane, bound)| {
            let _ = writeln!(list, "  bound[{lane}] = {bound};");
            list
        });
        // One process chooses among the lanes, because a process for each lane would need more bytes for each state.
        let choices = (0..lanes).fold(String::new(), |mut choices, lane| {
            let _ = writeln!(
                choices,
                "  :: atomic {{ done[{lane}] == 0 -> done[{lane}] = 1; \
                 if :: x >= bound[{lane}] -> x = 0 :: else -> x = x + 1 fi }}"
            );
            choices
        });
        let model = format!(
            "byte x; bit done[{lanes}]; hidden byte bound[{lanes}];\n\
             init {{\n  d_step {{\n{list}  }}\n  do\n{choices}  :: else -> break\n  od\n}}\n"
        );
        fs::create_dir_all(&folder).ok()?;
        fs::write(folder.join("lanes.pml"), model).ok()?;
        let run = |program: &str, words: &[&str]| {
            let mut command = Command::new(program);
            command.args(words).current_dir(&folder).stdout(Stdio::null()).stderr(Stdio::null());
            command.status().ok().filter(|status| status.success())
        };
        run("spin", &["-a", "lanes.pml"])?;
        run("gcc", &["-O2", "-DSAFETY", "-DMEMLIM=4096", "-o", "pan", "pan.c"])?;
        let start = Instant::now();
        run("./pan", &["-m100000", "-w24"])?;
        Some(start.elapsed().as_secs_f64())
    }
}
