//! Why the fields of a query, a form or a JSON object cannot be read, as it is told to the caller.

use std::error::Error;
use std::fmt::{self, Display};

use serde::de::{Expected, Unexpected};

use super::messages::{Message, expected, message};
use crate::step::{Language, Translated, quoted};

/// Why fields cannot be read.
#[derive(Debug)]
pub(super) enum FieldError {
    /// An unknown field: its name, and the fields that are read.
    Unknown(String, &'static [&'static str]),
    /// An unknown field among those of a whole task, and the fields that are read.
    WholeTask(&'static [&'static str]),
    /// A required field is missing.
    Missing(&'static str),
    /// A field is given more than once, or has several values where one is expected.
    Repeated(String),
    /// The value of a field cannot be read.
    Value(String, ValueError),
    /// Fields that cannot be combined.
    Combination(String),
}

/// Why a value cannot be read.
#[derive(Debug)]
pub(super) enum ValueError {
    /// Several values where one is expected.
    Repeated,
    /// It is something else than what was expected.
    Type(Found, String),
    /// Something in it is something else than what was expected.
    Element(Found, String),
    /// What its type says, in English.
    Other(String),
}

/// What was found in place of a value.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// As it is shown.
    Shown(String),
    List,
    Object,
}

/// Whether these are the names of a task's fields: it is sent back as it came, perhaps with the answer in it.
pub(super) fn is_task<'a>(names: impl Iterator<Item = &'a str>) -> bool {
    names.filter(|name| ["kind", "statement"].contains(name)).count() == 2
}

impl FieldError {
    /// The value of this field cannot be read.
    pub(super) fn of(name: &str, error: ValueError) -> Self {
        match error {
            ValueError::Repeated => Self::Repeated(name.to_owned()),
            error => Self::Value(name.to_owned(), error),
        }
    }

    /// The error in fields that are those of a task, or are not.
    pub(super) fn in_task(self, is_task: bool) -> Self {
        match self {
            Self::Unknown(_, known) if is_task => Self::WholeTask(known),
            other => other,
        }
    }

    /// What is wrong and what was expected.
    pub(super) fn told(&self) -> Translated {
        match self {
            Self::Unknown(name, []) => {
                message(Message::FieldNoneExpected).with(&[("name", &quoted(name))])
            }
            Self::Unknown(name, known) => {
                filled(Message::FieldUnknown, &[("name", &quoted(name))], &listed(known))
            }
            Self::WholeTask(known) => filled(Message::WholeTask, &[], &listed(known)),
            Self::Missing(name) => message(Message::FieldMissing).with(&[("name", name)]),
            Self::Repeated(name) => message(Message::FieldRepeated).with(&[("name", name)]),
            Self::Value(name, error) => error.told(name),
            Self::Combination(english) => expected(english),
        }
    }
}

impl ValueError {
    /// The error in a list or an object: it is one in an element, unless lists or objects themselves are refused.
    pub(super) fn inside(self, whole: &Found) -> Self {
        match self {
            Self::Type(found, expected) if found != *whole => Self::Element(found, expected),
            other => other,
        }
    }

    fn told(&self, name: &str) -> Translated {
        let (form, found, english) = match self {
            Self::Repeated => return message(Message::FieldRepeated).with(&[("name", &name)]),
            Self::Other(text) => return Translated::untranslated(format!("`{name}`: {text}")),
            Self::Type(found, english) => (Message::FieldValue, found, english),
            Self::Element(found, english) => (Message::FieldElement, found, english),
        };
        let (found, expected) = (found.told(), expected(english));
        Translated::from_fn(|language| {
            let found = found.get(language);
            let values: [(&str, &dyn Display); 3] =
                [("name", &name), ("found", &found), ("expected", &expected.get(language))];
            message(form).fill(language, &values)
        })
    }
}

impl Found {
    fn told(&self) -> Translated {
        match self {
            Self::Shown(text) => Translated::untranslated(text.as_str()),
            Self::List => message(Message::AList).clone(),
            Self::Object => message(Message::AnObject).clone(),
        }
    }
}

impl From<Unexpected<'_>> for Found {
    fn from(unexpected: Unexpected<'_>) -> Self {
        match unexpected {
            Unexpected::Bool(value) => Self::Shown(value.to_string()),
            Unexpected::Unsigned(number) => Self::Shown(number.to_string()),
            Unexpected::Signed(number) => Self::Shown(number.to_string()),
            Unexpected::Float(number) => Self::Shown(number.to_string()),
            Unexpected::Str(text) => Self::Shown(quoted(text)),
            Unexpected::Unit | Unexpected::Option => Self::Shown("null".to_owned()),
            Unexpected::Seq => Self::List,
            Unexpected::Map => Self::Object,
            other => Self::Shown(other.to_string()),
        }
    }
}

/// A message with what was expected, which differs by language.
fn filled(name: Message, values: &[(&str, &dyn Display)], expected: &Translated) -> Translated {
    Translated::from_fn(|language| {
        let expected: (&str, &dyn Display) = ("expected", &expected.get(language));
        message(name).fill(language, &[values, &[expected]].concat())
    })
}

/// These names, as a language lists them.
fn listed(names: &[&str]) -> Translated {
    let quoted: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    Translated::from_fn(|language| match (&quoted[..], language) {
        ([others @ .., last], Language::English) if !others.is_empty() => {
            format!("{} and {last}", others.join(", "))
        }
        (all, _) => all.join("、"),
    })
}

impl serde::de::Error for FieldError {
    fn custom<T: Display>(message: T) -> Self {
        Self::Combination(message.to_string())
    }

    fn unknown_field(name: &str, expected: &'static [&'static str]) -> Self {
        Self::Unknown(name.to_owned(), expected)
    }

    fn missing_field(name: &'static str) -> Self {
        Self::Missing(name)
    }

    fn duplicate_field(name: &'static str) -> Self {
        Self::Repeated(name.to_owned())
    }
}

impl serde::de::Error for ValueError {
    fn custom<T: Display>(message: T) -> Self {
        Self::Other(message.to_string())
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::Type(found.into(), expected.to_string())
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::Type(found.into(), expected.to_string())
    }
}

/// For serde, which asks for it; [`FieldError::told`] is for people.
impl Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.told().get(Language::English))
    }
}

impl Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.told("").get(Language::English))
    }
}

impl Error for FieldError {}
impl Error for ValueError {}
