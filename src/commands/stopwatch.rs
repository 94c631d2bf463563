//! The time that a thread has worked, which does not go on while the machine does something else.

use std::time::Duration;

/// The processor time of this thread.
#[cfg(unix)]
pub(crate) fn thread_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    // Negative only before the thread began.
    clock_gettime(ClockId::ThreadCPUTime).try_into().unwrap_or_default()
}

/// The time since the first look, where a thread has no clock of its own.
#[cfg(not(unix))]
pub(crate) fn thread_time() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}
