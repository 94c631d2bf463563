//! Learners: their names, and the keys that prove them.

use std::fmt;
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use thiserror::Error;

/// The longest name, in characters.
pub const NAME_LIMIT: usize = 64;

/// A learner's name: 1–64 letters, digits, blanks and `. _ - ' + @` of any script, with a letter or a digit among them.
///
/// It has no `:`, because HTTP Basic sends `name:key`.
///
/// ```
/// use gradus::store::LearnerName;
///
/// let name: LearnerName = " 小林 Ada ".parse()?;
/// assert_eq!(name.as_str(), "小林 Ada");
/// assert!("a\u{7}b".parse::<LearnerName>().is_err());
/// # Ok::<(), gradus::store::NotAName>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LearnerName(String);

/// Why a text is not a learner's name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotAName {
    /// Nothing but blanks.
    #[error("the name is empty")]
    Empty,
    /// More than [`NAME_LIMIT`] characters.
    #[error("the name has {0} characters, at most {NAME_LIMIT} are allowed")]
    Long(usize),
    /// A character that no name may have.
    #[error("the name has the character {found:?} at position {position}, which no name may have")]
    Character {
        /// The character.
        found: char,
        /// Where it stands, from 1.
        position: usize,
    },
    /// Punctuation only.
    #[error("the name has neither a letter nor a digit")]
    NoLetter,
}

impl LearnerName {
    /// The name as it was registered, without blanks around it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The form in which names are compared: `Ada` and `ada` are one learner.
    #[must_use]
    pub fn folded(&self) -> String {
        self.0.to_lowercase()
    }
}

impl FromStr for LearnerName {
    type Err = NotAName;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let name = text.trim();
        if name.is_empty() {
            return Err(NotAName::Empty);
        }
        let length = name.chars().count();
        if length > NAME_LIMIT {
            return Err(NotAName::Long(length));
        }
        let allowed = |c: char| c.is_alphanumeric() || " ._-'+@".contains(c);
        if let Some((index, found)) = name.chars().enumerate().find(|&(_, c)| !allowed(c)) {
            return Err(NotAName::Character { found, position: index + 1 });
        }
        if !name.chars().any(char::is_alphanumeric) {
            return Err(NotAName::NoLetter);
        }
        Ok(Self(name.to_owned()))
    }
}

impl fmt::Display for LearnerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A learner's key, shown once when they register.
#[derive(Clone, PartialEq, Eq)]
pub struct LearnerKey(String);

impl LearnerKey {
    /// A key from 24 bytes that a cryptographic random source gave.
    #[must_use]
    pub fn from_bytes(bytes: [u8; 24]) -> Self {
        Self(format!("gk_{}", URL_SAFE_NO_PAD.encode(bytes)))
    }

    /// The key in full, for the one reply that shows it.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What is stored of the key.
    #[must_use]
    pub fn hash(&self) -> KeyHash {
        KeyHash::of(&self.0)
    }
}

/// What is stored of a key. Keys are long and random, so that a fast hash keeps them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KeyHash([u8; 32]);

impl KeyHash {
    /// The hash of a text that claims to be a key.
    #[must_use]
    pub fn of(key: &str) -> Self {
        Self(blake3::derive_key("gradus 2026-11 learner keys", key.as_bytes()))
    }

    /// The hash's 32 bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// A learner's number in the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LearnerId(pub i64);

/// A registered learner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Learner {
    /// Their number in the database.
    pub id: LearnerId,
    /// Their name, as registered.
    pub name: LearnerName,
}
