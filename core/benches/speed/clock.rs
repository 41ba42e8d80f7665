//! How long the processor has worked, which other programs do not change as they change the time that goes by.

/// Seconds for this thread.
#[cfg(unix)]
pub fn own() -> f64 {
    use nix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).expect("each thread has this clock");
    time.tv_sec() as f64 + time.tv_nsec() as f64 / 1e9
}

/// Seconds that have gone by: the standard library knows no others.
#[cfg(not(unix))]
pub fn own() -> f64 {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed().as_secs_f64()
}
