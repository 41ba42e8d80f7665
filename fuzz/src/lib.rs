//! Fuzz targets, and the limits that each input must keep. cargo-fuzz builds and runs them.

pub mod targets;

use allocation_counter::measure;
use nix::time::{ClockId, clock_gettime};
use std::time::Duration;

/// The maximum time of an input on the processor. Code that counts its branches for libFuzzer, with debug assertions and overflow
/// checks, takes about four times as long as the page's code, which may take a second.
const MOST_TIME: Duration = Duration::from_secs(4);
/// The maximum number of bytes that are allocated at any one time.
const MOST_BYTES: u64 = 256 << 20;

/// Runs a target on an input. Panics if the input takes more time or memory than it may.
pub fn hold(target: fn(&[u8]), data: &[u8]) {
    let begun = processor_time();
    let taken = measure(|| target(data));
    let time = processor_time() - begun;
    assert!(time <= MOST_TIME, "the input takes {time:?}");
    assert!(taken.bytes_max <= MOST_BYTES, "the input takes {} bytes", taken.bytes_max);
}

/// Returns the time that this thread has had on the processor.
fn processor_time() -> Duration {
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).expect("the clock exists").into()
}
