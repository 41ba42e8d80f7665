//! Processor time, which other programs affect less than elapsed time.

/// Returns the processor time of this thread, in seconds.
#[cfg(unix)]
pub fn own() -> f64 {
    use nix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).expect("each thread has this clock");
    time.tv_sec() as f64 + time.tv_nsec() as f64 / 1e9
}

/// Returns elapsed time in seconds, because the standard library has no processor time.
#[cfg(not(unix))]
pub fn own() -> f64 {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed().as_secs_f64()
}
