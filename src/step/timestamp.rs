//! A moment, as the caller's clock told it.

/// Whole seconds since 1970-01-01T00:00:00Z.
///
/// The core never reads a clock: every function that needs the time takes one of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(u64);

impl Timestamp {
    /// The moment this many seconds after the epoch.
    #[must_use]
    pub fn from_seconds(seconds: u64) -> Self {
        Self(seconds)
    }

    /// Seconds since the epoch.
    #[must_use]
    pub fn seconds(self) -> u64 {
        self.0
    }

    /// The moment this many seconds later.
    #[must_use]
    pub fn plus(self, seconds: u64) -> Self {
        Self(self.0.saturating_add(seconds))
    }
}
