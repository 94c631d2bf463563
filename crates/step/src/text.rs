//! Texts in every language, and the catalogues that they are kept in.
//!
//! ```toml
//! [coordinates.column-before-row]
//! en = "The first letter of a point is its row, the second its column."
//! zh = "…"
//! ja = "…"
//! ```

use std::collections::BTreeMap;
use std::fmt::Display;

use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, Error as _};

use super::language::Language;

/// A text in every language.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Translated([String; Language::ALL.len()]);

impl Translated {
    /// The text that `write` gives in each language.
    pub fn from_fn(write: impl FnMut(Language) -> String) -> Self {
        Self(Language::ALL.map(write))
    }

    /// A text that is the same in every language, such as a name.
    pub fn untranslated(text: impl Into<String>) -> Self {
        let text = text.into();
        Self::from_fn(|_| text.clone())
    }

    /// The text in a language.
    #[must_use]
    pub fn get(&self, language: Language) -> &str {
        let [english, chinese, japanese] = &self.0;
        match language {
            Language::English => english,
            Language::Chinese => chinese,
            Language::Japanese => japanese,
        }
    }

    /// The text in a language, with `{name}` replaced by a value, for each of these names. The blank that Chinese and Japanese put
    /// around a number or a Latin word is left out where the value is a word of these languages.
    #[must_use]
    pub fn fill(&self, language: Language, values: &[(&str, &dyn Filling)]) -> String {
        let text = self.get(language);
        let mut filled = String::with_capacity(2 * text.len());
        let mut parts = text.split('{');
        filled.push_str(parts.next().unwrap_or_default());
        for part in parts {
            let place = part.split_once('}').and_then(|(name, rest)| {
                let (_, value) = values.iter().find(|(known, _)| *known == name)?;
                Some((value, rest))
            });
            if let Some((value, rest)) = place {
                let value = value.in_language(language);
                if value.starts_with(is_wide) && filled.trim_end().ends_with(is_wide) {
                    filled.truncate(filled.trim_end().len());
                }
                filled.push_str(&value);
                let behind = rest.trim_start();
                let is_between = value.ends_with(is_wide) && behind.starts_with(is_wide);
                filled.push_str(if is_between { behind } else { rest });
            } else {
                // A brace that begins no place for a value.
                filled.push('{');
                filled.push_str(part);
            }
        }
        filled
    }

    /// The same in every language.
    #[must_use]
    pub fn with(&self, values: &[(&str, &dyn Filling)]) -> Self {
        Self::from_fn(|language| self.fill(language, values))
    }

    /// What `change` makes of the text in each language.
    #[must_use]
    pub fn map(self, change: impl FnMut(String) -> String) -> Self {
        Self(self.0.map(change))
    }

    /// This text, which is not a whole sentence yet, with its full stop.
    #[must_use]
    pub fn ended(&self) -> Self {
        Self::from_fn(|language| {
            let stop = if language == Language::English { "." } else { "。" };
            format!("{}{stop}", self.get(language))
        })
    }

    /// This text and another one after it.
    #[must_use]
    pub fn followed_by(&self, other: &Self) -> Self {
        Self::from_fn(|language| {
            // Chinese and Japanese have no blanks between sentences.
            let blank = if language == Language::English { " " } else { "" };
            format!("{}{blank}{}", self.get(language), other.get(language))
        })
    }
}

/// Whether a character is one of Chinese or Japanese, which have no blanks between their words.
fn is_wide(letter: char) -> bool {
    matches!(letter, '\u{3000}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ff00}'..='\u{ff60}')
}

/// What can take the place of a `{name}` in a text: another text, or a value that is written the same in every language.
pub trait Filling {
    /// How it is written in a language.
    fn in_language(&self, language: Language) -> String;
}

impl<T: Display + ?Sized> Filling for T {
    fn in_language(&self, _: Language) -> String {
        self.to_string()
    }
}

impl Filling for Translated {
    fn in_language(&self, language: Language) -> String {
        self.get(language).to_owned()
    }
}

impl<'de> Deserialize<'de> for Translated {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        translated(BTreeMap::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// Reads a catalogue whose texts are the fields of `T`, so that the compiler knows them: a text that is missing, and one that is not
/// used, are errors.
///
/// # Panics
///
/// If it has other texts, or a text is missing in a language, or has other `{names}` in it than the English one: catalogues are part of
/// the program.
#[must_use]
#[expect(clippy::panic, reason = "the message names the text that is wrong")]
pub fn read_texts<T: DeserializeOwned>(toml: &str) -> T {
    toml::from_str(toml).unwrap_or_else(|error| panic!("the texts of a catalogue: {error}"))
}

/// How many characters of a text that somebody sent are repeated in a message.
const SHOWN: usize = 40;

/// A text that somebody sent, for messages: its beginning in quotation marks. What cannot be seen is shown by its number.
#[must_use]
pub fn quoted(text: &str) -> String {
    let mark = if text.contains('"') && !text.contains('\'') { '\'' } else { '"' };
    let mut quoted = String::from(mark);
    let mut letters = text.chars();
    for letter in letters.by_ref().take(SHOWN) {
        match letter {
            '"' | '\'' | '\\' => quoted.push(letter),
            '\n' | '\t' | '\r' => quoted.extend(letter.escape_default()),
            _ if is_invisible(letter) => {
                quoted.extend([format!("<U+{:04X}>", u32::from(letter))]);
            }
            _ => quoted.push(letter),
        }
    }
    if letters.next().is_some() {
        quoted.push('…');
    }
    quoted.push(mark);
    quoted
}

/// Whether a character cannot be seen in a text: it is neither printed nor a blank.
#[must_use]
pub(super) fn is_invisible(letter: char) -> bool {
    // The standard library knows which characters can be printed, but tells it only in this way.
    !matches!(letter, '"' | '\'' | '\\' | '\u{3000}') && letter.escape_debug().len() > 1
}

/// Texts by section and name, each in every language.
pub struct Catalogue(BTreeMap<String, BTreeMap<String, Translated>>);

/// What a catalogue's text says: section, name, tag of the language, text.
type Tables = BTreeMap<String, BTreeMap<String, BTreeMap<String, String>>>;

impl Catalogue {
    /// Reads a catalogue.
    ///
    /// # Panics
    ///
    /// If it is not a catalogue, or a text is missing in a language, or has other `{names}` in it than the English one: catalogues
    /// are part of the program.
    #[must_use]
    #[expect(clippy::panic, reason = "the message names the text that is missing")]
    pub fn parse(toml: &str) -> Self {
        let tables: Tables = toml::from_str(toml)
            .unwrap_or_else(|error| panic!("a catalogue has tables of sections: {error}"));
        let sections = tables.into_iter().map(|(section, texts)| {
            let texts = texts.into_iter().map(|(name, text)| {
                let text =
                    translated(text).unwrap_or_else(|error| panic!("`{section}.{name}` {error}"));
                (name, text)
            });
            (section.clone(), texts.collect())
        });
        Self(sections.collect())
    }

    /// A text; none if the catalogue has none of this name.
    #[must_use]
    pub fn get(&self, section: &str, name: &str) -> Option<&Translated> {
        self.0.get(section)?.get(name)
    }

    /// The text in a section whose English is this; the English alone, if there is none.
    #[must_use]
    pub fn translate(&self, section: &str, english: &str) -> Translated {
        let mut texts = self.0.get(section).into_iter().flat_map(BTreeMap::values);
        let known = texts.find(|text| text.get(Language::English) == english);
        known.cloned().unwrap_or_else(|| Translated::untranslated(english))
    }

    /// The sections.
    pub fn sections(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// The names in a section.
    pub fn names(&self, section: &str) -> impl Iterator<Item = &str> {
        self.0.get(section).into_iter().flat_map(BTreeMap::keys).map(String::as_str)
    }
}

/// A text that has every language, and the same `{names}` in each.
fn translated(mut texts: BTreeMap<String, String>) -> Result<Translated, String> {
    let missing = Language::ALL.into_iter().find(|language| !texts.contains_key(language.tag()));
    if let Some(language) = missing {
        return Err(format!("has no text in `{language}`"));
    }
    let text = Translated::from_fn(|language| texts.remove(language.tag()).unwrap_or_default());
    if !texts.is_empty() {
        return Err(format!("has texts in unknown languages: {texts:?}"));
    }
    let expected = names_in(text.get(Language::English));
    let other = Language::ALL.into_iter().find(|&other| names_in(text.get(other)) != expected);
    match other {
        Some(language) => Err(format!("has other names in `{language}` than {expected:?}")),
        None => Ok(text),
    }
}

/// The `{names}` in a text, sorted.
fn names_in(text: &str) -> Vec<&str> {
    let parts = text.split('{').skip(1);
    let mut names: Vec<_> = parts.filter_map(|part| Some(part.split_once('}')?.0)).collect();
    names.sort_unstable();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_filled_in_every_language() {
        let catalogue = Catalogue::parse(
            "[a.b]\nen = \"{n} of {m}\"\nzh = \"{m}中的{n}\"\nja = \"{m}のうち{n}\"",
        );
        let filled = catalogue.get("a", "b").unwrap().with(&[("n", &1), ("m", &2)]);
        let texts = Language::ALL.map(|language| filled.get(language).to_owned());
        assert_eq!(texts, ["1 of 2", "2中的1", "2のうち1"]);
        assert!(catalogue.get("a", "c").is_none() && catalogue.get("c", "b").is_none());
        assert_eq!(catalogue.names("a").collect::<Vec<_>>(), ["b"]);
    }

    #[test]
    fn there_is_no_blank_between_two_chinese_or_japanese_words() {
        let text = Translated::untranslated("中有 {found} 个");
        let fill = |found: &str| text.fill(Language::Chinese, &[("found", &found)]);
        assert_eq!(fill("对象"), "中有对象个");
        assert_eq!(fill("5"), "中有 5 个");
        assert_eq!(fill("`ans` 或文本"), "中有 `ans` 或文本个");
        assert_eq!(fill("文本或 `ans`"), "中有文本或 `ans` 个");
        assert_eq!(fill("\"中\""), "中有 \"中\" 个");
        let english = Translated::untranslated("the row {found} is");
        assert_eq!(english.fill(Language::English, &[("found", &"一")]), "the row 一 is");
    }

    #[test]
    fn a_text_is_quoted_readably() {
        assert_eq!(quoted("x1"), r#""x1""#);
        assert_eq!(quoted("[\"x1\\"), r#"'["x1\'"#);
        assert_eq!(quoted("don't \"x\""), r#""don't "x"""#);
        assert_eq!(quoted("\u{200b}1\n"), r#""<U+200B>1\n""#);
        assert_eq!(quoted("一\u{3000}，"), "\"一\u{3000}，\"");
        assert_eq!(quoted(&"x".repeat(SHOWN)), format!("\"{}\"", "x".repeat(SHOWN)));
        assert_eq!(quoted(&"x".repeat(SHOWN + 1)), format!("\"{}…\"", "x".repeat(SHOWN)));
    }

    #[test]
    #[should_panic(expected = "`a.b` has no text in `ja`")]
    fn a_missing_language_is_refused() {
        let _ = Catalogue::parse("[a.b]\nen = \"one\"\nzh = \"一\"");
    }

    #[test]
    #[should_panic(expected = "`a.b` has other names in `zh`")]
    fn other_names_are_refused() {
        let _ = Catalogue::parse("[a.b]\nen = \"{n}\"\nzh = \"{m}\"\nja = \"{n}\"");
    }

    #[test]
    fn texts_are_filled_into_texts_and_what_they_repeat_is_left_alone() {
        let outer = Translated::untranslated("{inner} {n}");
        let inner = Translated::from_fn(|language| format!("{{n}} {language}"));
        let filled = outer.with(&[("inner", &inner), ("n", &5)]);
        assert_eq!(filled.get(Language::Japanese), "{n} ja 5");
    }

    #[test]
    fn the_texts_of_a_catalogue_are_fields() {
        #[derive(Deserialize)]
        struct Texts {
            one: Translated,
        }
        let texts: Texts = read_texts("[one]\nen = \"one\"\nzh = \"一\"\nja = \"一\"");
        assert_eq!(texts.one.get(Language::Chinese), "一");
    }

    #[test]
    fn sentences_are_joined_as_the_language_does() {
        let one = Translated::untranslated("A.");
        let two = one.followed_by(&Translated::untranslated("B."));
        assert_eq!(
            Language::ALL.map(|language| two.get(language).to_owned()),
            ["A. B.", "A.B.", "A.B."]
        );
    }
}
