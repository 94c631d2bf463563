//! The fields of queries and forms, read by serde: a field with several values is a list. `deny_unknown_fields` rejects unknown fields.

use std::borrow::Cow;

use serde::de::value::SeqDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::Value;

use crate::game::json::{FieldError, Json, ValueError, is_task};

/// Reads names and values.
pub(crate) fn from_pairs<'a, T: DeserializeOwned>(
    pairs: impl Iterator<Item = Pair<'a>>,
) -> Result<T, FieldError> {
    let pairs: Vec<_> = pairs.collect();
    let is_task = is_task(pairs.iter().map(|(name, _)| &**name));
    let read = T::deserialize(Fields { pairs, values: None });
    read.map_err(|error| error.in_task(is_task))
}

/// The names and values in `application/x-www-form-urlencoded` text.
pub(crate) fn pairs(text: &[u8]) -> impl Iterator<Item = Pair<'_>> {
    form_urlencoded::parse(text)
}

/// A name and a value.
pub(crate) type Pair<'a> = (Cow<'a, str>, Cow<'a, str>);

/// The fields that have not been read yet.
struct Fields<'a> {
    pairs: Vec<Pair<'a>>,
    /// The name that was read last, and its values.
    values: Option<(Cow<'a, str>, Values<'a>)>,
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
        self.values = Some((name, Values { first, more }));
        Ok(Some(key))
    }

    #[expect(clippy::expect_used, reason = "the contract of MapAccess")]
    fn next_value_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<S::Value, FieldError> {
        let (name, values) = self.values.take().expect("serde reads a name before its value");
        seed.deserialize(values).map_err(|error| FieldError::of(&name, error))
    }
}

/// The values of one field.
struct Values<'a> {
    first: Cow<'a, str>,
    more: Vec<Cow<'a, str>>,
}

impl<'a> Values<'a> {
    fn only(self) -> Result<Cow<'a, str>, ValueError> {
        if self.more.is_empty() { Ok(self.first) } else { Err(ValueError::Repeated) }
    }
}

impl<'de> Deserializer<'de> for Values<'_> {
    type Error = ValueError;

    /// A list if there are several values.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
        if self.more.is_empty() {
            return AnyText(self.first).deserialize_any(visitor);
        }
        let texts = std::iter::once(self.first).chain(self.more).map(AnyText);
        visitor.visit_seq(SeqDeserializer::new(texts))
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
