//! How long something took.

use std::time::{Duration, Instant};

/// What is read before and after.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Clock {
    /// The time that this thread had on a processor, where there is such a clock: all forms run on
    /// one thread, and what else the machine does in between is not theirs.
    Thread,
    /// The time that went by.
    Wall,
}

impl Clock {
    /// How long the work took.
    pub(crate) fn time(self, work: impl FnOnce()) -> Duration {
        match self {
            Clock::Thread => {
                let start = on_processor();
                work();
                on_processor().saturating_sub(start)
            }
            Clock::Wall => {
                let start = Instant::now();
                work();
                start.elapsed()
            }
        }
    }
}

#[cfg(unix)]
fn on_processor() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

#[cfg(not(unix))]
fn on_processor() -> Duration {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    START.elapsed()
}
