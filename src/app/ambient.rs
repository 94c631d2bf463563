//! The clock and the system's random source. The other modules take the time as an argument.

#[cfg(debug_assertions)]
use std::fs;
#[cfg(debug_assertions)]
use std::path::PathBuf;
use std::sync::LazyLock;
#[cfg(debug_assertions)]
use std::sync::OnceLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rand::TryRng as _;
use rand::rngs::{SysError, SysRng};
use thiserror::Error;

use crate::step::Timestamp;

/// The file with the time, in a server that was started for a test.
#[cfg(debug_assertions)]
static CLOCK: OnceLock<PathBuf> = OnceLock::new();

/// From now on the time is what a file says, in seconds since 1970. Only the first call counts.
#[cfg(debug_assertions)]
pub fn set_clock(file: PathBuf) {
    // A second call has no effect.
    drop(CLOCK.set(file));
}

/// The time in the file of [`set_clock`], if it was called.
#[cfg(debug_assertions)]
#[expect(
    clippy::expect_used,
    reason = "it is the clock of a test, which writes the file as a whole"
)]
fn time_of_test() -> Option<Timestamp> {
    let text = fs::read_to_string(CLOCK.get()?).expect("the clock's file can be read");
    Some(Timestamp::from_seconds(text.trim().parse().expect("the clock's file has seconds")))
}

/// The time now.
///
/// # Panics
///
/// If the system's clock is set to a time before 1970, or a test's clock has no time.
#[expect(clippy::disallowed_methods, reason = "everything else takes the time as an argument")]
#[expect(
    clippy::expect_used,
    reason = "a clock this wrong makes every token and every window wrong"
)]
pub fn now() -> Timestamp {
    #[cfg(debug_assertions)]
    if let Some(time) = time_of_test() {
        return time;
    }
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH);
    Timestamp::from_seconds(since_epoch.expect("the clock is set to 1970 or later").as_secs())
}

/// The time since the first call. It never goes back, whatever happens to the system's clock.
#[expect(clippy::disallowed_methods, reason = "everything else takes the time as an argument")]
pub(crate) fn uptime() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

/// The system gave no random bytes.
#[derive(Debug, Error)]
#[error("no random bytes: {0}")]
pub struct NoRandomBytes(#[from] SysError);

/// Unpredictable random bytes, for nonces, keys and secrets.
pub fn random_bytes<const N: usize>() -> Result<[u8; N], NoRandomBytes> {
    let mut bytes = [0; N];
    SysRng.try_fill_bytes(&mut bytes)?;
    Ok(bytes)
}
