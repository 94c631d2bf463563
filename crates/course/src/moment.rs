//! Moments as text, in UTC.

use gradus_step::Timestamp;

/// The moment for the calendar. Moments after the calendar's end, in the year 9999, become its end.
pub(crate) fn instant(moment: Timestamp) -> jiff::Timestamp {
    let instant = i64::try_from(moment.seconds()).ok();
    instant
        .and_then(|seconds| jiff::Timestamp::from_second(seconds).ok())
        .unwrap_or(jiff::Timestamp::MAX)
}

/// The moment in the format of RFC 3339: `2026-11-20T12:00:00Z`.
#[must_use]
pub fn rfc3339(moment: Timestamp) -> String {
    instant(moment).strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// The time of day, with seconds because two boards are often of one minute: `23:10:07 UTC`.
#[must_use]
pub fn time_of_day(moment: Timestamp) -> String {
    instant(moment).strftime("%H:%M:%S UTC").to_string()
}
