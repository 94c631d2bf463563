//! What a roster says of a learner beside the name.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use thiserror::Error;

/// The longest name of a section, in characters.
const SECTION_LIMIT: usize = 32;

/// The longest e-mail address that mail servers accept, in bytes (RFC 5321, 4.5.3.1.3).
const EMAIL_LIMIT: usize = 254;

/// The longest student id, in characters.
const STUDENT_ID_LIMIT: usize = 64;

/// The name of a section of the class: 1–32 characters of one line, without blanks around it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SectionName(String);

/// Why a text is not the name of a section, or not a student id.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotASection {
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

fn line(text: &str, limit: usize) -> Result<String, NotASection> {
    let text = text.trim();
    if let Some(found) = text.chars().find(|c| c.is_control()) {
        return Err(NotASection::Character(found));
    }
    match text.chars().count() {
        0 => Err(NotASection::Empty),
        length if length > limit => Err(NotASection::Long(length, limit)),
        _ => Ok(text.to_owned()),
    }
}

impl FromStr for SectionName {
    type Err = NotASection;

    fn from_str(text: &str) -> Result<Self, NotASection> {
        line(text, SECTION_LIMIT).map(Self)
    }
}

/// The id that the school knows a learner by: 1–64 characters of one line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StudentId(String);

impl FromStr for StudentId {
    type Err = NotASection;

    fn from_str(text: &str) -> Result<Self, NotASection> {
        line(text, STUDENT_ID_LIMIT).map(Self)
    }
}

/// An e-mail address: something, `@`, and a host. Whether anybody receives what is sent there is not known.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EmailAddress(String);

/// The text is not an e-mail address.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("it is not an e-mail address such as ada@example.org")]
pub struct NotAnEmail;

impl EmailAddress {
    /// The form in which addresses are compared: letters' case does not count, as with all mail servers of today.
    pub fn folded(&self) -> String {
        self.0.to_lowercase()
    }
}

impl FromStr for EmailAddress {
    type Err = NotAnEmail;

    fn from_str(text: &str) -> Result<Self, NotAnEmail> {
        let text = text.trim();
        let is_plain = |part: &str| {
            !part.is_empty()
                && !part
                    .contains(|c: char| c.is_whitespace() || c.is_control() || ",;<>\"".contains(c))
        };
        let is_address = text.len() <= EMAIL_LIMIT
            && text.rsplit_once('@').is_some_and(|(user, host)| {
                is_plain(user) && is_plain(host) && !user.contains('@')
            });
        if is_address { Ok(Self(text.to_owned())) } else { Err(NotAnEmail) }
    }
}

/// What a class list says of a learner besides the name and the section: it is stored, shown and exported, and the course does not depend on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// The e-mail address.
    pub email: Option<EmailAddress>,
    /// The student id.
    pub student_id: Option<StudentId>,
}

/// Something that a class list says of a learner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RosterField {
    /// The name.
    Name,
    /// The section.
    Section,
    /// The e-mail address.
    Email,
    /// The student id.
    StudentId,
    /// That they are on the roster.
    OnRoster,
}

impl RosterField {
    /// All fields.
    pub const ALL: [Self; 5] =
        [Self::Name, Self::Section, Self::Email, Self::StudentId, Self::OnRoster];

    /// The fields of [`Details`].
    pub const DETAILS: [Self; 2] = [Self::Email, Self::StudentId];

    /// The name in messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Section => "section",
            Self::Email => "e-mail address",
            Self::StudentId => "student id",
            Self::OnRoster => "put on the roster",
        }
    }

    /// The heads of its column in a class list. The first one is also that in a gradebook.
    pub(super) fn heads(self) -> &'static [&'static str] {
        match self {
            Self::Name => &["name", "full name", "student", "student name", "learner"],
            Self::Section => &["section", "group", "class"],
            Self::Email => &["email", "mail", "email address"],
            Self::StudentId => &[
                "student id",
                "id",
                "id number",
                "student number",
                "matriculation",
                "matriculation number",
            ],
            Self::OnRoster => &[],
        }
    }
}

impl Details {
    /// The text of a field; none if it is not known, or is no field of these.
    pub fn get(&self, field: RosterField) -> Option<&str> {
        match field {
            RosterField::Email => self.email.as_ref().map(EmailAddress::as_str),
            RosterField::StudentId => self.student_id.as_ref().map(StudentId::as_str),
            RosterField::Name | RosterField::Section | RosterField::OnRoster => None,
        }
    }

    /// Reads a field, or says why the text is none.
    pub fn set(&mut self, field: RosterField, text: &str) -> Result<(), String> {
        match field {
            RosterField::Email => self.email = Some(read(text)?),
            RosterField::StudentId => self.student_id = Some(read(text)?),
            RosterField::Name | RosterField::Section | RosterField::OnRoster => {}
        }
        Ok(())
    }
}

fn read<T: FromStr<Err: fmt::Display>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| error.to_string())
}

/// Texts that are shown and stored as they were read.
macro_rules! as_text {
    ($($name:ident)*) => {$(
        impl $name {
            /// The text, without blanks around it.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.0)
            }
        }
    )*};
}

as_text! { SectionName StudentId EmailAddress }
