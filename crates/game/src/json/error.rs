//! Why the fields of a query, a form or a JSON object cannot be read, as it is told to the caller.

use std::error::Error;
use std::fmt::{self, Display};

use gradus_text::Template;
use serde::de::{Expected, Unexpected};
use serde_json::Value;

use crate::texts;
use crate::texts::json;
use gradus_step::{Text, near_miss, quoted};

/// Why fields cannot be read.
#[derive(Debug)]
#[must_use]
pub enum FieldError {
    /// An unknown field: its name, and the fields that are read.
    Unknown(String, Vec<&'static str>),
    /// An unknown field among those of a whole task, and the fields that are read.
    WholeTask(Vec<&'static str>),
    /// A required field is missing.
    Missing(&'static str),
    /// A field is given more than once, or has several values where one is expected.
    Repeated(String),
    /// The value of a field cannot be read.
    Value(String, ValueError),
    /// Fields that cannot be combined.
    Combination(Text),
}

/// Why a value cannot be read.
#[derive(Debug)]
#[must_use]
pub enum ValueError {
    /// Several values where one is expected.
    Repeated,
    /// It is something else than what was expected.
    Type(Found, Wanted),
    /// Something in it is something else than what was expected; in a list, with the number of the element, from 1.
    Element(Found, Wanted, Option<usize>),
    /// Something else. What a type says of it, in English, is not told.
    Other,
}

/// What was found in place of a value.
#[derive(Debug, PartialEq, Eq)]
pub enum Found {
    /// As it is shown.
    Shown(String),
    /// A list.
    List,
    /// An object.
    Object,
}

/// What was expected of a value.
#[derive(Debug)]
pub enum Wanted {
    /// A value of this description.
    Value(Text),
    /// One of these names.
    OneOf(Vec<&'static str>),
}

/// Whether these are the names of a task's fields: it is sent back as it came, perhaps with the answer in it.
pub(super) fn is_task<'a>(names: impl Iterator<Item = &'a str>) -> bool {
    names.filter(|name| ["kind", "statement"].contains(name)).count() == 2
}

impl FieldError {
    /// The value of this field cannot be read.
    pub fn of(name: &str, error: ValueError) -> Self {
        match error {
            ValueError::Repeated => Self::Repeated(name.to_owned()),
            error => Self::Value(name.to_owned(), error),
        }
    }

    /// The error in fields that are those of a task, or are not.
    pub fn in_task(self, is_task: bool) -> Self {
        match self {
            Self::Unknown(_, known) if is_task => Self::WholeTask(known),
            other => other,
        }
    }

    /// The error where these fields are read as well, before the others.
    pub fn besides(self, fields: &[&'static str]) -> Self {
        match self {
            Self::Unknown(name, known) => Self::Unknown(name, [fields, &known].concat()),
            other => other,
        }
    }

    /// The error where this field is read as well.
    pub fn or(self, field: &'static str) -> Self {
        match self {
            Self::Unknown(name, known) => Self::Unknown(name, [&known[..], &[field]].concat()),
            other => other,
        }
    }

    /// The message, where it is known which fields are required: the others are optional.
    pub fn message_requiring(&self, required: &[String]) -> Text {
        let Self::Unknown(name, known) = self else { return self.message() };
        let (required, optional): (Vec<&str>, Vec<&str>) =
            known.iter().copied().partition(|field| required.iter().any(|it| it == field));
        match (near_miss(name, known), &required[..], &optional[..]) {
            (Some(_), ..) | (None, [], _) => self.message(),
            (None, required, []) => json::unknown_required(quoted(name), listed(required)),
            (None, required, optional) => {
                json::unknown_optional(quoted(name), listed(required), listed(optional))
            }
        }
    }

    /// What is wrong and what was expected.
    pub fn message(&self) -> Text {
        match self {
            Self::Unknown(name, known) if known.is_empty() => json::none_expected(quoted(name)),
            Self::Unknown(name, known)
                if let Some((field, _)) = name.split_once('[')
                    && known.contains(&field) =>
            {
                json::unknown_list(name, field)
            }
            Self::Unknown(name, known) => match near_miss(name, known) {
                Some(field) => json::did_you_mean(quoted(name), field),
                None => json::unknown(quoted(name), listed(known)),
            },
            Self::WholeTask(known) => json::whole_task(listed(known)),
            Self::Missing(name) => json::missing(name),
            Self::Repeated(name) => json::repeated(name),
            Self::Value(name, error) => error.message(name),
            Self::Combination(text) => text.clone(),
        }
    }
}

impl ValueError {
    /// A value is none of these names.
    pub fn none_of(found: &str, names: Vec<&'static str>) -> Self {
        Self::Type(Found::Shown(quoted(found)), Wanted::OneOf(names))
    }

    /// A value is not what was expected.
    pub(crate) fn unexpected(found: &Value, expected: Text) -> Self {
        Self::Type(Found::of(found), Wanted::Value(expected))
    }

    /// The error in a list or an object: it is one in an element, unless lists or objects themselves are refused. A list says in which.
    pub(crate) fn inside(self, whole: &Found, position: Option<usize>) -> Self {
        match self {
            Self::Type(found, wanted) if found != *whole => Self::Element(found, wanted, position),
            Self::Element(found, wanted, inner) => Self::Element(found, wanted, position.or(inner)),
            other => other,
        }
    }

    fn message(&self, name: &str) -> Text {
        match self {
            Self::Repeated => json::repeated(name),
            Self::Other => json::unreadable(name),
            Self::Type(found, wanted) => json::value(name, found.message(), wanted.message()),
            Self::Element(found, wanted, None) => {
                json::element(name, found.message(), wanted.message())
            }
            Self::Element(found, wanted, Some(position)) => {
                json::element_at(name, found.message(), position, wanted.message())
            }
        }
    }
}

impl Found {
    /// A JSON value.
    pub(crate) fn of(value: &Value) -> Self {
        match value {
            Value::String(text) => Self::Shown(quoted(text)),
            Value::Array(_) => Self::List,
            Value::Object(_) => Self::Object,
            other => Self::Shown(other.to_string()),
        }
    }

    fn message(&self) -> Text {
        match self {
            Self::Shown(text) => Text::from(text.as_str()),
            Self::List => json::list(),
            Self::Object => json::object(),
        }
    }
}

impl Wanted {
    fn message(&self) -> Text {
        match self {
            Self::Value(text) => text.clone(),
            Self::OneOf(names) => json::one_of(names.join(", ")),
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

/// These names, as a language lists them.
fn listed(names: &[&str]) -> Text {
    let quoted: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    let joined = |names: &[String]| Text::list(texts::list::comma(), names);
    match &quoted[..] {
        [others @ .., last] if !others.is_empty() => texts::list::last(joined(others), last),
        all => joined(all),
    }
}

/// The text for what a type says in English while serde reads it: serde passes nothing else on. What a type of this program says is the English
/// text of `expected`; every test that meets another one fails.
fn expected(english: &str) -> Text {
    let rest = english.strip_prefix("up to ");
    if let Some(limit) = rest.and_then(|rest| rest.strip_suffix(" characters in one line")) {
        return json::line(limit);
    }
    let name = match english {
        "fresh-combined" => return json::fresh_combined(),
        "a sequence" => "list",
        "a boolean" => "boolean",
        "u32" => "natural-number",
        "a player" => "player",
        "a whole number" => "integer",
        _ => "",
    };
    let is_meant = |text: &&Template| match name {
        "" => text.built_in.first() == Some(&english),
        name => text.name() == name,
    };
    let text = texts::EXPECTED.iter().find(is_meant);
    debug_assert!(text.is_some(), "no text says what {english:?} is");
    text.map_or_else(|| english.into(), Text::from)
}

impl serde::de::Error for FieldError {
    fn custom<T: Display>(message: T) -> Self {
        Self::Combination(expected(&message.to_string()))
    }

    fn unknown_field(name: &str, expected: &'static [&'static str]) -> Self {
        Self::Unknown(name.to_owned(), expected.to_vec())
    }

    fn missing_field(name: &'static str) -> Self {
        Self::Missing(name)
    }

    fn duplicate_field(name: &'static str) -> Self {
        Self::Repeated(name.to_owned())
    }
}

impl serde::de::Error for ValueError {
    fn custom<T: Display>(_: T) -> Self {
        Self::Other
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::Type(found.into(), Wanted::Value(self::expected(&expected.to_string())))
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::Type(found.into(), Wanted::Value(self::expected(&expected.to_string())))
    }

    fn unknown_variant(name: &str, expected: &'static [&'static str]) -> Self {
        Self::none_of(name, expected.to_vec())
    }
}

/// For serde, which asks for it; [`FieldError::message`] is for people.
impl Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message().english())
    }
}

impl Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message("").english())
    }
}

impl Error for FieldError {}
impl Error for ValueError {}
