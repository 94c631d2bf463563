//! The clock and the system's random source. Everything else takes the time and random numbers as arguments.

use std::sync::LazyLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rand::TryRng as _;
use rand::rngs::SysRng;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::problem::{Code, Problem};
use crate::step::Timestamp;

/// The time now.
///
/// # Panics
///
/// If the system's clock is set to a time before 1970.
#[must_use]
#[expect(clippy::disallowed_methods, reason = "everything else takes the time as an argument")]
#[expect(
    clippy::expect_used,
    reason = "a clock this wrong makes every token and every window wrong"
)]
pub fn now() -> Timestamp {
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH);
    Timestamp::from_seconds(since_epoch.expect("the clock is set to 1970 or later").as_secs())
}

/// The time from which a duration is measured.
#[expect(clippy::disallowed_methods, reason = "everything else takes the time as an argument")]
pub(super) fn instant() -> Instant {
    Instant::now()
}

/// The time since the first call. It never goes back, whatever happens to the system's clock.
pub(super) fn uptime() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(instant);
    START.elapsed()
}

/// A clock that tells how much time has passed since it was made.
pub(super) fn stopwatch() -> impl Fn() -> Duration {
    let began = instant();
    move || began.elapsed()
}

/// A moment in the format of RFC 3339: `2026-11-20T12:00:00Z`. The format ends with the year 9999.
pub(super) fn rfc3339(moment: Timestamp) -> Result<String, Problem> {
    i64::try_from(moment.seconds())
        .ok()
        .and_then(|seconds| OffsetDateTime::from_unix_timestamp(seconds).ok())
        .and_then(|moment| moment.format(&Rfc3339).ok())
        .ok_or_else(|| {
            let detail = format!("{} s after 1970 is not a date", moment.seconds());
            Problem::internal(Code::ServerError, detail)
        })
}

/// Unpredictable random bytes, for nonces and keys.
pub(super) fn random_bytes<const N: usize>() -> Result<[u8; N], Problem> {
    let mut bytes = [0; N];
    match SysRng.try_fill_bytes(&mut bytes) {
        Ok(()) => Ok(bytes),
        Err(error) => {
            Err(Problem::internal(Code::ServerError, format!("no random bytes: {error}")))
        }
    }
}

/// The time of day of a moment, in UTC: `23:10:07 UTC`. Two boards are often of one minute.
pub(super) fn time_of_day(moment: Timestamp) -> Option<String> {
    let seconds = i64::try_from(moment.seconds()).ok()?;
    let moment = OffsetDateTime::from_unix_timestamp(seconds).ok()?;
    Some(format!("{:02}:{:02}:{:02} UTC", moment.hour(), moment.minute(), moment.second()))
}
