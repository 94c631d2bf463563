//! Languages.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use super::catalogue::{language_count, tag_of};

/// A language of texts and statements: one of those that are built in, or one that was [loaded](super::load).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Language(u8);

impl Language {
    /// English, which every text and every step has.
    pub const ENGLISH: Self = Self(0);
    /// Chinese.
    pub const CHINESE: Self = Self(1);
    /// Japanese.
    pub const JAPANESE: Self = Self(2);

    /// The tags of the languages that are built in: two letters of ISO 639-1.
    pub(crate) const BUILT_IN: [&'static str; 3] = ["en", "zh", "ja"];

    /// All languages, English first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..language_count()).map(Self)
    }

    /// The two letters of ISO 639-1.
    #[must_use]
    pub fn tag(self) -> &'static str {
        tag_of(self)
    }

    /// The place of the language among all languages.
    pub(crate) fn index(self) -> usize {
        self.0.into()
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tag())
    }
}

impl Serialize for Language {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.tag())
    }
}

/// Reads the primary subtag: `zh`, `zh-CN` and `ZH-Hant` are all Chinese.
impl FromStr for Language {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let primary = text.split_once(['-', '_']).map_or(text, |(primary, _)| primary);
        Self::all().find(|language| language.tag().eq_ignore_ascii_case(primary)).ok_or(())
    }
}
