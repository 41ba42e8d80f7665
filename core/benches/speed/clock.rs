//! How long the processor has worked, which other programs do not change as they change the time that goes by.

#[cfg(unix)]
mod processor {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::time::{ClockId, clock_gettime};

    /// Seconds for this thread.
    pub fn own() -> f64 {
        let time = clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).expect("each thread has this clock");
        time.tv_sec() as f64 + time.tv_nsec() as f64 / 1e9
    }

    /// Seconds for the programs that this one has started and that have ended.
    pub fn of_children() -> f64 {
        let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("the system counts");
        let times = [usage.user_time(), usage.system_time()];
        times.into_iter().map(|time| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6).sum()
    }
}

/// Where the standard library is all that there is, the time that goes by has to do.
#[cfg(not(unix))]
mod processor {
    use std::sync::LazyLock;
    use std::time::Instant;

    static START: LazyLock<Instant> = LazyLock::new(Instant::now);

    pub fn own() -> f64 {
        START.elapsed().as_secs_f64()
    }

    pub fn of_children() -> f64 {
        own()
    }
}

pub use processor::{of_children, own};
