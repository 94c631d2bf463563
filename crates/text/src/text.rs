//! Texts as values.

use std::borrow::Cow;
use std::fmt::Display;

use super::language::{Language, override_of};

/// A text of the program in the languages that are built in. Build scripts make them.
#[derive(Debug, PartialEq, Eq)]
pub struct Template {
    /// The crate, the sections and the name of the text, joined by dots.
    pub key: &'static str,
    /// The names of the placeholders.
    pub names: &'static [&'static str],
    /// The text in each language that is built in, with `{name}` for each placeholder.
    pub built_in: [&'static str; Language::BUILT_IN.len()],
}

impl Template {
    /// The last part of the key.
    pub fn name(&self) -> &'static str {
        self.key.rsplit('.').next().unwrap_or(self.key)
    }

    /// The text in a language, with its placeholders; in English if the language lacks it.
    pub fn get(&self, language: Language) -> &'static str {
        let text = override_of(self.key, language);
        text.or_else(|| self.built_in.get(language.index()).copied())
            .unwrap_or_else(|| self.get(Language::ENGLISH))
    }

    /// The text with these values. A placeholder without a value stays.
    pub fn with(&'static self, values: &[(&'static str, String)]) -> Text {
        let value_of = |name: &&str| {
            let value = values.iter().find(|(known, _)| known == name);
            value.map_or_else(|| Text::from(format_args!("{{{name}}}")), |(_, text)| text.into())
        };
        Text::Template(self, self.names.iter().map(value_of).collect())
    }
}

/// A text that can be rendered in every language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Text {
    /// A text of the program, with a value for each of its placeholders.
    Template(&'static Template, Box<[Self]>),
    /// A separator, and the texts between which it is.
    List(Box<Self>, Box<[Self]>),
    /// A text that is given at run time and is the same in every language.
    Own(Box<str>),
    /// A path of the server.
    Path(&'static str),
}

impl Text {
    /// Texts with a separator between them.
    pub fn list<T: Into<Self>>(separator: Self, texts: impl IntoIterator<Item = T>) -> Self {
        Self::List(separator.into(), texts.into_iter().map(Into::into).collect())
    }

    /// The text in a language. A text without placeholders is not copied.
    pub fn render(&self, language: Language) -> Cow<'_, str> {
        self.render_below("", language)
    }

    /// The same at a server whose paths begin with a prefix.
    pub fn render_below(&self, prefix: &str, language: Language) -> Cow<'_, str> {
        let render = |text: &Self| text.render_below(prefix, language).into_owned();
        match self {
            Self::Own(text) => Cow::Borrowed(text),
            Self::Path(path) if prefix.is_empty() => Cow::Borrowed(path),
            Self::Path(path) => Cow::Owned([prefix, path].concat()),
            Self::Template(template, values) if values.is_empty() => {
                Cow::Borrowed(template.get(language))
            }
            Self::Template(template, values) => {
                let values: Vec<String> = values.iter().map(render).collect();
                Cow::Owned(fill(template.get(language), template.names, &values))
            }
            Self::List(separator, texts) => {
                let texts: Vec<String> = texts.iter().map(render).collect();
                Cow::Owned(texts.join(&render(separator)))
            }
        }
    }

    /// The text in English, for logs.
    pub fn english(&self) -> Cow<'_, str> {
        self.render(Language::ENGLISH)
    }
}

impl From<&'static Template> for Text {
    fn from(template: &'static Template) -> Self {
        Self::Template(template, Box::default())
    }
}

/// Numbers, names and other values that every language writes in the same way.
impl<T: Display> From<T> for Text {
    fn from(value: T) -> Self {
        Self::Own(value.to_string().into())
    }
}

impl From<&Self> for Text {
    fn from(text: &Self) -> Self {
        text.clone()
    }
}

/// Replaces the placeholders. Chinese and Japanese put a blank around a number or a Latin word; there is none where the value is a word
/// of these languages.
fn fill(text: &str, names: &[&str], values: &[String]) -> String {
    let mut filled = String::with_capacity(2 * text.len());
    let mut parts = text.split('{');
    filled.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let place = part.split_once('}').and_then(|(name, rest)| {
            let (_, value) = names.iter().zip(values).find(|(known, _)| **known == name)?;
            Some((value, rest))
        });
        if let Some((value, rest)) = place {
            if value.starts_with(is_wide) && filled.trim_end().ends_with(is_wide) {
                filled.truncate(filled.trim_end().len());
            }
            filled.push_str(value);
            let behind = rest.trim_start();
            let is_between = value.ends_with(is_wide) && behind.starts_with(is_wide);
            filled.push_str(if is_between { behind } else { rest });
        } else {
            // A brace that begins no placeholder.
            filled.push('{');
            filled.push_str(part);
        }
    }
    filled
}

/// Whether a character is one of Chinese or Japanese, which have no blanks between their words.
fn is_wide(letter: char) -> bool {
    matches!(letter, '\u{3000}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ff00}'..='\u{ff60}')
}

#[cfg(test)]
mod tests {
    use super::*;

    static OF: Template = Template {
        key: "test.of",
        names: &["n", "m"],
        built_in: ["{n} of {m}", "{m}中的{n}", "{m}のうち{n}"],
    };

    fn in_all(text: &Text) -> Vec<Cow<'_, str>> {
        let languages = [Language::ENGLISH, Language::CHINESE, Language::JAPANESE];
        languages.map(|language| text.render(language)).into()
    }

    #[test]
    fn placeholders_are_replaced_in_every_language() {
        let text = Text::Template(&OF, Box::new([1.into(), 2.into()]));
        assert_eq!(in_all(&text), ["1 of 2", "2中的1", "2のうち1"]);
        assert_eq!(OF.with(&[("m", "2".to_owned())]).english(), "{n} of 2");
        assert_eq!(OF.name(), "of");
    }

    #[test]
    fn a_path_begins_with_the_prefix_of_the_server() {
        static AT: Template = Template {
            key: "test.at",
            names: &["/me"],
            built_in: ["at {/me}", "在 {/me}", "{/me} に"],
        };
        let text = Text::Template(&AT, Box::new([Text::Path("/me")]));
        assert_eq!(in_all(&text), ["at /me", "在 /me", "/me に"]);
        assert_eq!(text.render_below("/prog1", Language::JAPANESE), "/prog1/me に");
    }

    #[test]
    fn a_value_is_not_filled_again() {
        let inner = Text::Template(&OF, Box::new(["{m}".into(), 3.into()]));
        let outer = Text::Template(&OF, Box::new([(&inner).into(), "x".into()]));
        assert_eq!(outer.english(), "{m} of 3 of x");
    }

    #[test]
    fn a_list_has_the_separator_of_the_language() {
        static COMMA: Template =
            Template { key: "test.comma", names: &[], built_in: [", ", "，", "、"] };
        assert_eq!(in_all(&Text::list((&COMMA).into(), [1, 2])), ["1, 2", "1，2", "1、2"]);
    }

    #[test]
    fn there_is_no_blank_between_two_chinese_or_japanese_words() {
        let fill = |found: &str| fill("中有 {found} 个", &["found"], &[found.to_owned()]);
        assert_eq!(fill("对象"), "中有对象个");
        assert_eq!(fill("5"), "中有 5 个");
        assert_eq!(fill("`ans` 或文本"), "中有 `ans` 或文本个");
        assert_eq!(fill("文本或 `ans`"), "中有文本或 `ans` 个");
        assert_eq!(fill("\"中\""), "中有 \"中\" 个");
    }
}
