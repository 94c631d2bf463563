//! Languages, the texts of files, and the languages that are loaded at run time.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use serde::{Serialize, Serializer};
use thiserror::Error;
use toml::{Table, Value};

use super::text::Template;

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
        let count = LOADED.get().map_or(Self::BUILT_IN.len(), Vec::len);
        (0..u8::try_from(count).unwrap_or(u8::MAX)).map(Self)
    }

    /// The two letters of ISO 639-1.
    pub fn tag(self) -> &'static str {
        let loaded = LOADED.get().and_then(|languages| languages.get(self.index()));
        let built_in = || Self::BUILT_IN.get(self.index()).copied().unwrap_or_default();
        loaded.map_or_else(built_in, |language| &language.tag)
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

/// All languages, once they are loaded. Without it there are those that are built in.
static LOADED: OnceLock<Vec<Loaded>> = OnceLock::new();

/// A language with the texts that were loaded for it.
struct Loaded {
    tag: String,
    /// By the keys of the templates.
    texts: HashMap<String, String>,
}

/// Why texts cannot be loaded.
#[derive(Debug, Error)]
pub enum TextsError {
    /// A file has a name that is no language tag of two or three small letters.
    #[error("`{0}` is not a language tag; name the file `fr.toml`, for example")]
    Tag(String),
    /// A file is not TOML with tables of texts.
    #[error("`{0}.toml`: {1}")]
    Syntax(String, String),
    /// The program has no such text.
    #[error("`{0}.toml`: there is no text `{1}`")]
    Unknown(String, String),
    /// A text has other placeholders than the English text.
    #[error("`{0}.toml`: `{1}` must have the placeholders {2:?}")]
    Placeholders(String, String, Vec<String>),
    /// Languages were loaded before.
    #[error("the languages are loaded only once")]
    Twice,
}

/// Adds languages, or overrides texts of those that exist: the TOML of each by its language tag. `known` are the texts of the program.
/// A file has a section for each crate. Call it once, before anything is rendered.
pub fn load(
    files: &BTreeMap<String, String>,
    known: &[&'static [Template]],
) -> Result<(), TextsError> {
    let mut languages: Vec<Loaded> =
        Language::BUILT_IN.map(|tag| Loaded { tag: tag.to_owned(), texts: HashMap::new() }).into();
    for (tag, toml) in files {
        if !(2..=3).contains(&tag.len()) || !tag.bytes().all(|byte| byte.is_ascii_lowercase()) {
            return Err(TextsError::Tag(tag.clone()));
        }
        let texts = parse(toml).map_err(|error| TextsError::Syntax(tag.clone(), error))?;
        for (key, text) in &texts {
            let template = known.iter().copied().flatten().find(|template| template.key == key);
            let template = template.ok_or_else(|| TextsError::Unknown(tag.clone(), key.clone()))?;
            let names: BTreeSet<&str> = template.names.iter().copied().collect();
            if placeholders(text).into_iter().collect::<BTreeSet<_>>() != names {
                let names = names.into_iter().map(str::to_owned).collect();
                return Err(TextsError::Placeholders(tag.clone(), key.clone(), names));
            }
        }
        let texts = texts.into_iter().collect();
        match languages.iter_mut().find(|language| language.tag == *tag) {
            Some(language) => language.texts = texts,
            None => languages.push(Loaded { tag: tag.clone(), texts }),
        }
    }
    LOADED.set(languages).map_err(|_| TextsError::Twice)
}

/// The keys of the texts that a language lacks: they are shown in English.
pub fn missing(
    language: Language,
    known: &[&'static [Template]],
) -> impl Iterator<Item = &'static str> {
    let is_missing = move |template: &&Template| {
        language.index() >= Language::BUILT_IN.len()
            && override_of(template.key, language).is_none()
    };
    known.iter().copied().flatten().filter(is_missing).map(|template| template.key)
}

/// The text that was loaded for a key.
pub(crate) fn override_of(key: &str, language: Language) -> Option<&'static str> {
    let language = LOADED.get()?.get(language.index())?;
    language.texts.get(key).map(String::as_str)
}

/// The texts of a file by their keys: the names of the tables around each, and its own, joined by dots.
pub(crate) fn parse(toml: &str) -> Result<BTreeMap<String, String>, String> {
    fn flatten(
        table: Table,
        section: &str,
        texts: &mut BTreeMap<String, String>,
    ) -> Result<(), String> {
        for (name, value) in table {
            let key = if section.is_empty() { name } else { format!("{section}.{name}") };
            match value {
                Value::String(text) => drop(texts.insert(key, text)),
                Value::Table(table) => flatten(table, &key, texts)?,
                other => return Err(format!("`{key}` is {}, not a text", other.type_str())),
            }
        }
        Ok(())
    }
    let table: Table = toml.parse().map_err(|error: toml::de::Error| error.to_string())?;
    let mut texts = BTreeMap::new();
    flatten(table, "", &mut texts)?;
    Ok(texts)
}

/// The names of the placeholders in a text, in the order in which they first occur. One that begins with a slash is a path of the server.
pub(crate) fn placeholders(text: &str) -> Vec<&str> {
    let is_name = |name: &str| {
        let is_part = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        name.starts_with('/') || !name.is_empty() && name.bytes().all(is_part)
    };
    let parts = text.split('{').skip(1);
    let names = parts.filter_map(|part| Some(part.split_once('}')?.0)).filter(|name| is_name(name));
    let mut found = Vec::new();
    for name in names {
        if !found.contains(&name) {
            found.push(name);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    static KNOWN: [Template; 2] = [
        Template { key: "test.a.b", names: &["n"], built_in: ["{n} b", "{n} 二", "{n} に"] },
        Template { key: "test.a.c", names: &[], built_in: ["c", "三", "さん"] },
    ];

    fn refusal(tag: &str, toml: &str) -> String {
        let files = BTreeMap::from([(tag.to_owned(), toml.to_owned())]);
        load(&files, &[&KNOWN]).unwrap_err().to_string()
    }

    #[test]
    fn texts_that_the_program_cannot_use_are_refused() {
        assert!(refusal("français", "").starts_with("`français` is not a language tag"));
        assert!(refusal("fr", "a = ").starts_with("`fr.toml`: TOML parse error"));
        assert_eq!(refusal("fr", "[test]\na = 1"), "`fr.toml`: `test.a` is integer, not a text");
        assert_eq!(refusal("fr", "[test.a]\nd = \"\""), "`fr.toml`: there is no text `test.a.d`");
        assert!(refusal("fr", "[test.a]\nb = \"{m}\"").contains("must have the placeholders"));
    }

    #[test]
    fn a_language_is_added_and_lacks_the_other_texts() {
        let french = "[test.a]\nb = \"b : {n}\"".to_owned();
        let chinese = "[test.a]\nc = \"叁\"".to_owned();
        let files = BTreeMap::from([("fr".to_owned(), french), ("zh".to_owned(), chinese)]);
        load(&files, &[&KNOWN]).unwrap();
        let french: Language = "fr-CH".parse().unwrap();
        let [b, c] = &KNOWN;
        assert_eq!((b.get(french), c.get(french)), ("b : {n}", "c"));
        assert_eq!((b.get(Language::CHINESE), c.get(Language::CHINESE)), ("{n} 二", "叁"));
        assert_eq!(missing(french, &[&KNOWN]).collect::<Vec<_>>(), ["test.a.c"]);
        assert_eq!(missing(Language::JAPANESE, &[&KNOWN]).count(), 0);
        assert_eq!(
            Language::all().map(Language::tag).collect::<Vec<_>>(),
            ["en", "zh", "ja", "fr"]
        );
        assert!(matches!(load(&files, &[&KNOWN]), Err(TextsError::Twice)));
    }
}
