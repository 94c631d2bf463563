//! The id of a match.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use thiserror::Error;

/// The 32 digits of an id, without the letters that are easily taken for a digit.
const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// The characters of an id.
const LENGTH: usize = 16;

/// The id of a match: 16 digits and lower-case letters, 80 bits, which cannot be guessed.
///
/// ```
/// use gradus_game::MatchId;
///
/// let id = MatchId::from_bytes([0xff; 10]);
/// assert_eq!(id.to_string(), "zzzzzzzzzzzzzzzz");
/// assert_eq!("ZZZZzzzzZZZZzzzz".parse(), Ok(id));
/// assert!("zzzz".parse::<MatchId>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MatchId([u8; LENGTH]);

/// The text is not the id of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a match's id is {LENGTH} digits and letters")]
pub struct NotAMatchId;

impl MatchId {
    /// An id from 10 bytes that a cryptographic random source gave.
    #[must_use]
    #[expect(clippy::indexing_slicing, reason = "five bits are an index of 32 digits")]
    pub fn from_bytes(bytes: [u8; 10]) -> Self {
        let mut bits = bytes.into_iter().fold(0_u128, |bits, byte| bits << 8 | u128::from(byte));
        Self([(); LENGTH].map(|()| {
            let digit = DIGITS[(bits & 31) as usize];
            bits >>= 5;
            digit
        }))
    }

    /// The id as text.
    #[must_use]
    #[expect(
        clippy::expect_used,
        clippy::missing_panics_doc,
        reason = "both constructors take ASCII alone"
    )]
    pub fn as_str(&self) -> &str {
        str::from_utf8(&self.0).expect("the digits are ASCII")
    }
}

/// In either case of letters.
impl FromStr for MatchId {
    type Err = NotAMatchId;

    fn from_str(text: &str) -> Result<Self, NotAMatchId> {
        let lower = text.to_ascii_lowercase();
        let digits = lower.as_bytes().as_array::<LENGTH>().ok_or(NotAMatchId)?;
        if digits.iter().all(|digit| DIGITS.contains(digit)) {
            Ok(Self(*digits))
        } else {
            Err(NotAMatchId)
        }
    }
}

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for MatchId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}
