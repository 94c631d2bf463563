//! The fields of a query or a form, read by serde.
//!
//! A field with several values is a list. `deny_unknown_fields` refuses unknown fields; the messages are written here.

use std::borrow::Cow;
use std::fmt;

use serde::de::value::SeqDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::Value;
use thiserror::Error;

/// Why fields cannot be read.
#[derive(Debug, Error)]
pub(super) enum FieldError {
    /// An unknown field.
    #[error("there is no field {name:?}; expected {expected}")]
    Unknown {
        /// Its name, shortened.
        name: String,
        /// The fields that are read.
        expected: String,
    },
    /// A required field is missing.
    #[error("the field `{0}` is missing")]
    Missing(&'static str),
    /// A field with several values where one is expected.
    #[error("the field `{0}` is given twice; expected it once")]
    Repeated(String),
    /// A value that cannot be read.
    #[error("`{0}`: {1}")]
    Value(String, String),
    /// Fields that cannot be combined.
    #[error("{0}")]
    Combination(String),
}

/// How much of a name is repeated in a message, in characters.
const SHOWN: usize = 40;

impl serde::de::Error for FieldError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::Combination(message.to_string())
    }

    fn unknown_field(name: &str, expected: &'static [&'static str]) -> Self {
        let quoted: Vec<_> = expected.iter().map(|name| format!("`{name}`")).collect();
        let expected = match &quoted[..] {
            [] => "none".to_owned(),
            [only] => only.clone(),
            [others @ .., last] => format!("{} and {last}", others.join(", ")),
        };
        Self::Unknown { name: name.chars().take(SHOWN).collect(), expected }
    }

    fn missing_field(name: &'static str) -> Self {
        Self::Missing(name)
    }
}

/// Reads `application/x-www-form-urlencoded` text.
pub(super) fn from_urlencoded<T: DeserializeOwned>(text: &[u8]) -> Result<T, FieldError> {
    from_pairs(pairs(text))
}

/// Reads names and values.
pub(super) fn from_pairs<'a, T: DeserializeOwned>(
    pairs: impl Iterator<Item = Pair<'a>>,
) -> Result<T, FieldError> {
    T::deserialize(Fields { pairs: pairs.collect(), values: None })
}

/// The names and values in `application/x-www-form-urlencoded` text.
pub(super) fn pairs(text: &[u8]) -> impl Iterator<Item = Pair<'_>> {
    form_urlencoded::parse(text)
}

/// A name and a value.
pub(super) type Pair<'a> = (Cow<'a, str>, Cow<'a, str>);

/// The fields that have not been read yet.
struct Fields<'a> {
    pairs: Vec<Pair<'a>>,
    /// The values of the name that was read last.
    values: Option<Values<'a>>,
}

impl<'de> Deserializer<'de> for Fields<'_> {
    type Error = FieldError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        visitor.visit_map(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de> MapAccess<'de> for Fields<'_> {
    type Error = FieldError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, FieldError> {
        let mut pairs = std::mem::take(&mut self.pairs).into_iter();
        let Some((name, first)) = pairs.next() else { return Ok(None) };
        // An unknown name is refused here, so the pairs are scanned at most once per known field.
        let key = seed.deserialize((&*name).into_deserializer())?;
        let (same, others): (Vec<_>, Vec<_>) = pairs.partition(|(other, _)| *other == name);
        let more = same.into_iter().map(|(_, value)| value).collect();
        self.pairs = others;
        self.values = Some(Values { name, first, more });
        Ok(Some(key))
    }

    #[expect(clippy::expect_used, reason = "the contract of MapAccess")]
    fn next_value_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<S::Value, FieldError> {
        let values = self.values.take().expect("serde reads a name before its value");
        let name = values.name.to_string();
        seed.deserialize(values).map_err(|error| match error {
            FieldError::Combination(message) => FieldError::Value(name, message),
            other => other,
        })
    }
}

/// The values of one field.
struct Values<'a> {
    name: Cow<'a, str>,
    first: Cow<'a, str>,
    more: Vec<Cow<'a, str>>,
}

impl<'a> Values<'a> {
    fn only(self) -> Result<Cow<'a, str>, FieldError> {
        if self.more.is_empty() {
            Ok(self.first)
        } else {
            Err(FieldError::Repeated(self.name.into_owned()))
        }
    }
}

impl<'de> Deserializer<'de> for Values<'_> {
    type Error = FieldError;

    /// A list if there are several values.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        if self.more.is_empty() {
            return AnyText(self.first).deserialize_any(visitor);
        }
        let texts = std::iter::once(self.first).chain(self.more).map(AnyText);
        visitor.visit_seq(SeqDeserializer::new(texts))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, FieldError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        visitor.visit_str(&self.only()?)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        visitor.visit_string(self.only()?.into_owned())
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, FieldError> {
        let value = self.only()?;
        IntoDeserializer::<FieldError>::into_deserializer(&*value)
            .deserialize_enum(name, variants, visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

/// A value for a type that reads both texts and lists: text that is a JSON list is read as a list.
struct AnyText<'a>(Cow<'a, str>);

impl<'de> Deserializer<'de> for AnyText<'_> {
    type Error = FieldError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldError> {
        if self.0.trim_start().starts_with('[')
            && let Ok(list) = serde_json::from_str::<Value>(&self.0)
        {
            let read = list.deserialize_any(visitor);
            return read.map_err(|error| FieldError::Combination(error.to_string()));
        }
        visitor.visit_str(&self.0)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl IntoDeserializer<'_, FieldError> for AnyText<'_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}
