//! The languages that statements are written in.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

/// A language of the statements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    /// English, which every step has.
    #[default]
    English,
    /// Chinese.
    Chinese,
    /// Japanese.
    Japanese,
}

impl Language {
    /// All of them, English first.
    pub const ALL: [Self; 3] = [Self::English, Self::Chinese, Self::Japanese];

    /// The two letters of ISO 639-1.
    #[must_use]
    pub fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Chinese => "zh",
            Self::Japanese => "ja",
        }
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
        Self::ALL
            .into_iter()
            .find(|language| language.tag().eq_ignore_ascii_case(primary))
            .ok_or(())
    }
}
