//! The one place that reads the clock.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::step::Timestamp;

/// The time now.
#[must_use]
#[expect(clippy::disallowed_methods, reason = "everything else takes the time as an argument")]
pub fn now() -> Timestamp {
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp::from_seconds(since_epoch.as_secs())
}

/// A moment as RFC 3339 has it: `2026-11-20T12:00:00Z`.
pub(super) fn rfc3339(moment: Timestamp) -> String {
    use time::OffsetDateTime;
    use time::format_description::well_known::Rfc3339;
    i64::try_from(moment.seconds())
        .ok()
        .and_then(|seconds| OffsetDateTime::from_unix_timestamp(seconds).ok())
        .and_then(|moment| moment.format(&Rfc3339).ok())
        .unwrap_or_default()
}
