//! The same additions in Oclgrind, an interpreter of OpenCL kernels: one work-group with a work-item for each lane, in one
//! thread.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::workloads::Workload;

/// The number of unrolled additions in the kernel without a loop.
const LINES: u32 = 100;
const ADDITION: &str = "old[lane] = atomic_add(&buffer[offset[lane]], value[lane]);\n";

/// The tool `oclgrind-kernel`, which runs a kernel without a host program.
pub struct Oclgrind {
    /// The version of Oclgrind.
    pub version: String,
}

impl Oclgrind {
    /// Finds the installation; `None` if there is none.
    pub fn find() -> Option<Self> {
        let output = Command::new("oclgrind-kernel").arg("--version").output().ok()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let version = text.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit()))?;
        Some(Self { version: version.to_owned() })
    }

    /// Returns the seconds of one atomic addition of a lane: the difference between a long and a short run, so that start-up and
    /// compilation do not count.
    pub fn seconds(&self, workload: &Workload) -> f64 {
        const SHORT: u32 = 100;
        const LONG: u32 = 40_000;
        let taken = [SHORT, LONG].map(|times| time(&simulation(workload, times)));
        (taken[1] - taken[0]) / f64::from((LONG - SHORT) * workload.program.lanes)
    }
}

/// Writes a kernel and a simulation with `times` additions for each lane. Returns the path of the simulation.
fn simulation(workload: &Workload, times: u32) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (lines, rounds) = if workload.is_loop { (1, times) } else { (LINES, times / LINES) };
    let kernel = format!(
        "__kernel void add(__global uint *buffer, __global const uint *offset, __global const uint *value, \
         __global uint *old, uint rounds) {{\n\
         uint lane = get_global_id(0);\n\
         for (uint k = 0; k < rounds; ++k) {{\n{}}}\n}}\n",
        ADDITION.repeat(lines as usize)
    );
    let (lanes, size_bytes) = (workload.program.lanes, 4 * workload.program.lanes);
    let last = lanes - 1;
    let simulation = format!(
        "add.cl\nadd\n{lanes} 1 1\n{lanes} 1 1\n\
         <size={size_bytes} fill=0 uint>\n<size={size_bytes} range=0:1:{last} uint>\n\
         <size={size_bytes} fill=1 uint>\n<size={size_bytes} fill=0 uint>\n<size=4 uint>\n{rounds}\n"
    );
    let path = folder.join("add.sim");
    let written = fs::write(folder.join("add.cl"), kernel).and_then(|()| fs::write(&path, simulation));
    written.unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    path
}

fn time(simulation: &Path) -> f64 {
    let folder = simulation.parent().expect("it lies in a folder");
    let mut command = Command::new("oclgrind-kernel");
    command.args(["--num-threads", "1"]).arg(simulation).current_dir(folder);
    let start = seconds_of_children();
    let status = command.stdout(Stdio::null()).status().expect("it was there before");
    assert!(status.success(), "oclgrind-kernel: {status}");
    seconds_of_children() - start
}

/// Returns the processor time, in seconds, of the child processes that have ended.
#[cfg(unix)]
fn seconds_of_children() -> f64 {
    use nix::sys::resource::{UsageWho, getrusage};
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("the system counts");
    let times = [usage.user_time(), usage.system_time()];
    times.into_iter().map(|time| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6).sum()
}

/// Elapsed seconds, as in `clock`.
#[cfg(not(unix))]
use super::clock::own as seconds_of_children;
