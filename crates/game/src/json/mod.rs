//! JSON objects read by serde, with errors in the words of this server, in every language. `deny_unknown_fields` rejects unknown fields.
//!
//! `error` has the errors of fields and values, `syntax` what is wrong with a text that is not JSON.

mod error;
mod syntax;

use self::error::is_task;
pub use self::error::{FieldError, Found, ValueError, Wanted};
pub use self::syntax::not_json;

use std::fmt;
use std::ops::Deref;

use serde::de::value::{MapAccessDeserializer, MapDeserializer, SeqDeserializer};
use serde::de::{
    Deserialize, DeserializeOwned, DeserializeSeed, Deserializer, Error, IntoDeserializer,
    MapAccess, Unexpected, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::Value;

/// The members of a JSON object in order, also those with the same name.
pub struct Members(pub(crate) Vec<(String, Value)>);

impl Members {
    /// The names and values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.0.iter().map(|(name, value)| (&**name, value))
    }
}

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Collect;
        impl<'de> Visitor<'de> for Collect {
            type Value = Members;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Collect)
    }
}

/// Reads the members of an object. `serde_json` reads faster; this one says in other words what is wrong.
pub fn from_members<T: DeserializeOwned>(Members(members): Members) -> Result<T, FieldError> {
    from_fields(members.into_iter().map(|(name, value)| (name, Json(value))).collect())
}

/// Reads fields from their names and values.
pub fn from_fields<'de, T: DeserializeOwned, N, V>(fields: Vec<(N, V)>) -> Result<T, FieldError>
where
    N: Deref<Target = str>,
    V: Deserializer<'de, Error = ValueError>,
{
    let is_task = is_task(fields.iter().map(|(name, _)| &**name));
    let fields = UnreadFields { fields: fields.into_iter(), value: None };
    T::deserialize(MapAccessDeserializer::new(fields)).map_err(|error| error.in_task(is_task))
}

/// The fields that have not been read yet.
struct UnreadFields<N, V> {
    fields: std::vec::IntoIter<(N, V)>,
    /// The field whose name was read last.
    value: Option<(N, V)>,
}

impl<'de, N: Deref<Target = str>, V: Deserializer<'de, Error = ValueError>> MapAccess<'de>
    for UnreadFields<N, V>
{
    type Error = FieldError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, FieldError> {
        let Some((name, value)) = self.fields.next() else { return Ok(None) };
        let key = seed.deserialize((*name).into_deserializer())?;
        self.value = Some((name, value));
        Ok(Some(key))
    }

    #[expect(clippy::expect_used, reason = "the contract of MapAccess")]
    fn next_value_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<S::Value, FieldError> {
        let (name, value) = self.value.take().expect("serde reads a name before its value");
        seed.deserialize(value).map_err(|error| FieldError::of(&name, error))
    }
}

/// A JSON value whose elements and members are read with errors in the words of this server.
pub struct Json(pub Value);

impl<'de> Deserializer<'de> for Json {
    type Error = ValueError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(value),
            Value::Number(number) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
                (Some(number), _, _) => visitor.visit_u64(number),
                (None, Some(number), _) => visitor.visit_i64(number),
                (None, None, number) => visitor.visit_f64(number.unwrap_or(f64::NAN)),
            },
            Value::String(text) => visitor.visit_string(text),
            Value::Array(list) => {
                let mut position = 0;
                let elements = list.into_iter().map(|element| {
                    position += 1;
                    Json(element)
                });
                let read = visitor.visit_seq(SeqDeserializer::new(elements));
                read.map_err(|error| error.inside(&Found::List, Some(position)))
            }
            Value::Object(members) => {
                let members = members.into_iter().map(|(name, value)| (name, Json(value)));
                let members = MapDeserializer::new(members);
                visitor.visit_map(members).map_err(|error| error.inside(&Found::Object, None))
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
        match self.0 {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, ValueError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ValueError> {
        match self.0 {
            Value::String(text) => IntoDeserializer::<ValueError>::into_deserializer(text)
                .deserialize_enum(name, variants, visitor),
            other => Err(ValueError::Type(Found::of(&other), Wanted::OneOf(variants.to_vec()))),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq
        tuple tuple_struct map struct identifier ignored_any
    }
}

impl IntoDeserializer<'_, ValueError> for Json {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// A value that may be written as a text or as a number.
#[derive(Clone, Copy, Debug)]
pub enum Scalar<'a> {
    /// A text. Forms and queries have nothing else.
    Text(&'a str),
    /// A whole number.
    Number(i128),
}

/// A whole number, also where it is written as a text with blanks around it.
pub fn whole_number(sent: Scalar<'_>) -> Option<u64> {
    match sent {
        Scalar::Text(text) => text.trim().parse().ok(),
        Scalar::Number(number) => number.try_into().ok(),
    }
}

/// Reads a text or a whole number. `expected` ends the message about any other value. For a text that is not read, the message
/// lists the `names`, if there are any.
pub fn read_scalar<'de, T, D: Deserializer<'de>>(
    deserializer: D,
    expected: &'static str,
    names: &'static [&'static str],
    read: impl FnOnce(Scalar<'_>) -> Option<T>,
) -> Result<T, D::Error> {
    deserializer.deserialize_any(ScalarVisitor { expected, names, read })
}

struct ScalarVisitor<F> {
    expected: &'static str,
    names: &'static [&'static str],
    read: F,
}

impl<T, F: FnOnce(Scalar<'_>) -> Option<T>> Visitor<'_> for ScalarVisitor<F> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        (self.read)(Scalar::Text(text)).ok_or_else(|| match self.names {
            [] => E::invalid_value(Unexpected::Str(text), &self.expected),
            names => E::unknown_variant(text, names),
        })
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
        let read = (self.read)(Scalar::Number(number.into()));
        read.ok_or_else(|| E::invalid_value(Unexpected::Unsigned(number), &self.expected))
    }

    /// As TOML has every number.
    fn visit_i64<E: Error>(self, number: i64) -> Result<T, E> {
        let read = (self.read)(Scalar::Number(number.into()));
        read.ok_or_else(|| E::invalid_value(Unexpected::Signed(number), &self.expected))
    }
}
