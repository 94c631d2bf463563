//! The two secrets that the server gives out: a learner's key and a seat's key. Neither shows in debug output.

use std::fmt;

use serde::Deserialize;

/// A learner's key. A client without one is anonymous: it can solve, and nothing is recorded.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(String);

impl Key {
    /// A key as it was read from a file, a flag or the environment; blanks around it do not count.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self(text.trim().to_owned())
    }

    /// The key's text, for the request's header.
    pub(super) fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}

/// The key of a human seat: it authorizes the moves of that seat.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct SeatKey(String);

/// A key as it was read from a flag; blanks around it do not count.
impl From<&str> for SeatKey {
    fn from(text: &str) -> Self {
        Self(text.trim().to_owned())
    }
}

impl SeatKey {
    /// The key's text, to hand it to the person who plays.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for SeatKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SeatKey(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_do_not_show_in_debug_output() {
        assert_eq!(format!("{:?}", Key::new("secret")), "Key(…)");
        assert_eq!(format!("{:?}", SeatKey::from("gs_secret")), "SeatKey(…)");
    }
}
