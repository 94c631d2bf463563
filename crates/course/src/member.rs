//! What a roster says of a learner beside the name.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use gradus_text::{Template, Text};
use serde::{Serialize, Serializer};
use thiserror::Error;

use crate::texts;

/// The longest name of a section, in characters.
pub(super) const SECTION_LIMIT: usize = 32;

/// The longest e-mail address that mail servers accept, in bytes (RFC 5321, 4.5.3.1.3).
const EMAIL_LIMIT: usize = 254;

/// The longest student id, in characters.
const STUDENT_ID_LIMIT: usize = 64;

/// The name of a section of the class: 1–32 characters of one line, without blanks around it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SectionName(String);

/// Why a text is not one line of a class list, such as the name of a section.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotALine {
    /// It is empty or blank.
    #[error("it is empty")]
    Empty,
    /// It is too long.
    #[error("it has {0} characters, at most {1} are allowed")]
    Long(usize, usize),
    /// It has a control character, such as a line break.
    #[error("it has the character {0:?}, which is not allowed")]
    Character(char),
}

fn line(text: &str, limit: usize) -> Result<String, NotALine> {
    let text = text.trim();
    if let Some(found) = text.chars().find(|c| c.is_control()) {
        return Err(NotALine::Character(found));
    }
    match text.chars().count() {
        0 => Err(NotALine::Empty),
        length if length > limit => Err(NotALine::Long(length, limit)),
        _ => Ok(text.to_owned()),
    }
}

impl FromStr for SectionName {
    type Err = NotALine;

    fn from_str(text: &str) -> Result<Self, NotALine> {
        line(text, SECTION_LIMIT).map(Self)
    }
}

impl SectionName {
    /// The text, without blanks around it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SectionName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for SectionName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

/// A detail: what a class list may say of a learner besides the name and the section. It is stored, shown and exported.
///
/// A new detail is a variant here, its place in [`Detail::ALL`], its [`DetailSpec`], and its key in [`for_each_detail`](crate::for_each_detail).
/// `CONTRIBUTING.md` lists the other files: the column in the databases, the texts, the documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Detail {
    /// The e-mail address: something, `@`, and a host. Whether it receives mail is not known.
    Email,
    /// The id that the school knows a learner by: 1–64 characters of one line.
    StudentId,
}

/// Calls a macro with the keys of all details, in their order: for types that have a field for each.
#[macro_export]
macro_rules! for_each_detail {
    ($macro:ident) => {
        $macro! { email student_id }
    };
}

macro_rules! count {
    ($($key:ident)*) => { [$(stringify!($key)),*].len() };
}

const _: () = assert!(
    for_each_detail!(count) == Detail::ALL.len(),
    "`for_each_detail` has the key of every detail"
);

/// What there is to know of a detail.
#[derive(Clone, Copy, Debug)]
pub struct DetailSpec {
    /// The name in JSON, in forms, in the databases, and of the detail's texts.
    pub key: &'static str,
    /// The heading in a gradebook. `roster/headings.toml` has those of class lists.
    pub heading: &'static str,
    /// The heading in the tables of the command line.
    pub column: &'static str,
    /// A text that is such a detail.
    pub example: &'static str,
    /// Reads the detail; none if the text is no such detail.
    read: fn(&str) -> Option<String>,
}

impl Detail {
    /// All details, in the order of exports.
    pub const ALL: [Self; 2] = [Self::Email, Self::StudentId];

    /// The details that no two learners share, in the order in which a class list finds known learners by them. The databases have unique
    /// indexes for them.
    pub const IDENTIFYING: [Self; 2] = [Self::StudentId, Self::Email];

    /// What there is to know of it.
    pub const fn spec(self) -> DetailSpec {
        match self {
            Self::Email => DetailSpec {
                key: "email",
                heading: "email",
                column: "email",
                example: "ada@example.org",
                read: email,
            },
            Self::StudentId => DetailSpec {
                key: "student_id",
                heading: "student id",
                column: "id",
                example: "1815",
                read: |text| line(text, STUDENT_ID_LIMIT).ok(),
            },
        }
    }

    /// The name of the detail, for pages and messages.
    pub fn label(self) -> Text {
        self.text_of(texts::detail::LABEL)
    }

    /// The end of the message about a text that is no such detail: what was expected.
    pub fn expected(self) -> Text {
        self.text_of(texts::detail::EXPECTED)
    }

    /// The text of the detail in a section of texts that has one for each, under its key.
    #[expect(clippy::expect_used, reason = "a test finds the texts of every detail")]
    fn text_of(self, section: &'static [Template]) -> Text {
        let text = section.iter().find(|text| text.name() == self.spec().key);
        text.expect("every detail has its texts").into()
    }
}

fn email(text: &str) -> Option<String> {
    let text = text.trim();
    let is_plain = |part: &str| {
        !part.is_empty()
            && !part.contains(|c: char| c.is_whitespace() || c.is_control() || ",;<>\"".contains(c))
    };
    let is_address = text.len() <= EMAIL_LIMIT
        && text
            .rsplit_once('@')
            .is_some_and(|(user, host)| is_plain(user) && is_plain(host) && !user.contains('@'));
    is_address.then(|| text.to_owned())
}

/// A text is not the detail that was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected {}", .0.expected().english())]
pub struct NotADetail(pub Detail);

/// The details of a learner that are known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Details(BTreeMap<Detail, String>);

impl Details {
    /// The text of a detail, without blanks around it; none if it is not known.
    pub fn get(&self, detail: Detail) -> Option<&str> {
        self.0.get(&detail).map(String::as_str)
    }

    /// Reads a detail, unless the text is no such detail.
    pub fn set(&mut self, detail: Detail, text: &str) -> Result<(), NotADetail> {
        self.0.insert(detail, (detail.spec().read)(text).ok_or(NotADetail(detail))?);
        Ok(())
    }

    /// The form in which a detail is compared: letters' case does not count in addresses, as with all mail servers of today.
    pub fn folded(&self, detail: Detail) -> Option<String> {
        let text = self.get(detail)?;
        Some(if detail == Detail::Email { text.to_lowercase() } else { text.to_owned() })
    }
}

/// Something that a class list says of a learner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RosterField {
    /// The name.
    Name,
    /// The section.
    Section,
    /// That they are on the roster.
    OnRoster,
    /// A detail.
    #[serde(untagged)]
    Detail(Detail),
}

impl RosterField {
    /// All fields.
    pub fn all() -> impl Iterator<Item = Self> {
        let details = Detail::ALL.map(Self::Detail);
        [Self::Name, Self::Section].into_iter().chain(details).chain([Self::OnRoster])
    }

    /// The name of the field, for pages and messages.
    pub fn label(self) -> Text {
        match self {
            Self::Name => texts::field::name(),
            Self::Section => texts::field::section(),
            Self::Detail(detail) => detail.label(),
            Self::OnRoster => texts::field::on_roster(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    macro_rules! keys {
        ($($key:ident)*) => { [$(stringify!($key)),*] };
    }

    #[test]
    fn every_detail_has_its_texts_and_no_text_is_left() {
        let mut keys = Detail::ALL.map(|detail| detail.spec().key);
        keys.sort_unstable();
        for section in [texts::detail::LABEL, texts::detail::EXPECTED] {
            assert_eq!(section.iter().map(Template::name).collect::<Vec<_>>(), keys);
        }
    }

    #[test]
    fn a_detail_has_one_key_and_reads_its_example() {
        assert_eq!(Detail::ALL.map(|detail| detail.spec().key), for_each_detail!(keys));
        for detail in Detail::ALL {
            assert_eq!(serde_json::to_value(detail).unwrap(), detail.spec().key);
            let (mut details, example) = (Details::default(), detail.spec().example);
            details.set(detail, &format!(" {example} ")).unwrap();
            assert_eq!(details.get(detail), Some(example));
        }
    }
}
