//! The fields of queries and forms, read by serde: a field with several values is a list. `deny_unknown_fields` rejects unknown fields.
//!
//! This is own code because `serde_html_form` and `serde_urlencoded` say in English what is wrong. Here an error names the field, what was found and
//! what was expected, in every language.

use std::borrow::Cow;
use std::collections::HashMap;

use serde::de::value::SeqDeserializer;
use serde::de::{DeserializeOwned, Deserializer, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::Value;

use crate::game::json::{FieldError, Found, Json, ValueError, from_fields};

/// Reads names and values.
pub(crate) fn from_pairs<'a, T: DeserializeOwned>(
    pairs: impl Iterator<Item = Pair<'a>>,
) -> Result<T, FieldError> {
    let mut fields: Vec<(Cow<'a, str>, Values<'a>)> = Vec::new();
    let mut places = HashMap::new();
    for (name, value) in pairs {
        let place = *places.entry(name.clone()).or_insert(fields.len());
        match fields.get_mut(place) {
            Some((_, Values(values))) => values.push(value),
            None => fields.push((name, Values(vec![value]))),
        }
    }
    from_fields(fields)
}

/// The names and values in `application/x-www-form-urlencoded` text.
pub(crate) fn pairs(text: &[u8]) -> impl Iterator<Item = Pair<'_>> {
    form_urlencoded::parse(text)
}

/// A name and a value.
pub(crate) type Pair<'a> = (Cow<'a, str>, Cow<'a, str>);

/// The values of one field, at least one.
struct Values<'a>(Vec<Cow<'a, str>>);

impl<'a> Values<'a> {
    fn only(self) -> Result<Cow<'a, str>, ValueError> {
        <[_; 1]>::try_from(self.0).map(|[only]| only).map_err(|_| ValueError::Repeated)
    }
}

impl<'de> Deserializer<'de> for Values<'_> {
    type Error = ValueError;

    /// A list if there are several values and the type reads lists.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
        match <[_; 1]>::try_from(self.0) {
            Ok([only]) => AnyText(only).deserialize_any(visitor),
            Err(texts) => {
                let read = visitor.visit_seq(SeqDeserializer::new(texts.into_iter().map(AnyText)));
                read.map_err(|error| match error {
                    ValueError::Type(Found::List, _) => ValueError::Repeated,
                    error => error,
                })
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, ValueError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
        visitor.visit_str(&self.only()?)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
        visitor.visit_string(self.only()?.into_owned())
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ValueError> {
        let value = self.only()?;
        IntoDeserializer::<ValueError>::into_deserializer(&*value)
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
    type Error = ValueError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
        if self.0.trim_start().starts_with('[')
            && let Ok(list) = serde_json::from_str::<Value>(&self.0)
        {
            return Json(list).deserialize_any(visitor);
        }
        visitor.visit_str(&self.0)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl IntoDeserializer<'_, ValueError> for AnyText<'_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}
