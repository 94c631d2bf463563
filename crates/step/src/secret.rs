//! The server's secret: all its keys are derived from it.

use std::fmt;
use std::str::FromStr;

use blake3::Hasher;
use thiserror::Error;

use super::identity::SecretMark;

/// The server's 256-bit secret. With it every board can be predicted and every token forged.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(pub(super) [u8; 32]);

/// The text is not a secret.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a secret is 64 hexadecimal digits")]
pub struct NotASecret;

impl Secret {
    /// A secret from 32 bytes that a cryptographic random source gave.
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The form that is kept in a file: 64 lower-case hexadecimal digits.
    pub fn to_hex(&self) -> String {
        blake3::Hash::from_bytes(self.0).to_hex().to_string()
    }

    /// Whether the tasks of two secrets have different marks, so that they can be distinguished. Two random secrets have the same mark once in 2^23 times.
    pub fn is_distinct_from(&self, other: &Self) -> bool {
        self.mark() != other.mark()
    }

    /// What it marks the nonces of its tasks with.
    pub(super) fn mark(&self) -> SecretMark {
        let mut mark = [0; 8];
        let mut hasher = Hasher::new_derive_key("gradus 2026-11 nonces");
        hasher.update(&self.0).finalize_xof().fill(&mut mark);
        SecretMark::from_bits(u64::from_be_bytes(mark))
    }
}

impl FromStr for Secret {
    type Err = NotASecret;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        blake3::Hash::from_hex(text.trim())
            .map(|hash| Self(*hash.as_bytes()))
            .map_err(|_| NotASecret)
    }
}

/// The secret stays out of logs.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}
