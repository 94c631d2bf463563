//! Reads TOML and reports everything that is wrong with it, not only the first error.
//!
//! `toml` parses the text; what its values are read into says what it expected in its own words, so each diagnostic is made of
//! what serde tells a [`de::Error`], and no message is taken apart.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Range;

use serde::de::value::StrDeserializer;
use serde::de::{
    self, DeserializeOwned, DeserializeSeed, Deserializer, Expected, IntoDeserializer as _,
    MapAccess, SeqAccess, Unexpected, Visitor,
};
use serde::forward_to_deserialize_any;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::diagnostic::{Diagnostic, DiagnosticCode};

/// A TOML file that is being read: its name and text for messages, and the diagnostics so far.
pub struct TomlReader<'a> {
    pub(super) file: &'a str,
    text: &'a str,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The lines that could not be parsed: what is missed or misread there is not reported again.
    unparsed: BTreeSet<usize>,
}

impl<'a> TomlReader<'a> {
    /// Reads the text of a file, whose name diagnostics have.
    #[must_use]
    pub fn new(file: &'a str, text: &'a str) -> Self {
        Self { file, text, diagnostics: Vec::new(), unparsed: BTreeSet::new() }
    }

    /// Parses the text; what cannot be parsed is reported and left out.
    pub fn parse(&mut self) -> DeTable<'a> {
        let (table, errors) = DeTable::parse_recoverable(self.text);
        for error in errors {
            let line = error.span().map(|span| self.line(span.start));
            let what = error.message().trim().replace('\n', ", ");
            self.report(
                Misfit {
                    code: DiagnosticCode::TomlSyntax,
                    what,
                    help: "write `key = value`, texts in quotation marks".to_owned(),
                    place: None,
                },
                line,
            );
            self.unparsed.extend(line);
        }
        table.into_inner()
    }

    /// Reads a table into a value whose fields all have defaults.
    ///
    /// An entry that does not fit is reported and taken out, and the rest is read again: so each has its own line.
    pub fn read<T: DeserializeOwned + Default>(&mut self, mut table: DeTable<'a>) -> T {
        loop {
            let mut misfit = match T::deserialize(Table(&table)) {
                Ok(value) => return value,
                Err(misfit) => misfit,
            };
            let place = misfit.place.take();
            let line = place.as_ref().map(|place| self.line(place.span.start));
            self.report(misfit, line);
            if place.is_none_or(|place| table.remove(place.key.as_str()).is_none()) {
                return T::default();
            }
        }
    }

    /// Takes the table of a key out of another one; without the key, an empty one. `path` is how the file names it.
    pub fn take_table(&mut self, table: &mut DeTable<'a>, key: &str, path: &str) -> DeTable<'a> {
        let value = table.remove(key);
        value.and_then(|value| self.table(value, path)).unwrap_or_default()
    }

    /// The table that a value is; anything else is reported.
    pub fn table(&mut self, value: Spanned<DeValue<'a>>, path: &str) -> Option<DeTable<'a>> {
        let start = value.span().start;
        if let DeValue::Table(table) = value.into_inner() {
            return Some(table);
        }
        let (what, help) = (format!("`{path}` is not a table"), format!("write it as `[{path}]`"));
        self.report_at(DiagnosticCode::TomlValue, start, what, help);
        None
    }

    /// Reports what is at a byte offset, unless its line was reported already because it cannot be parsed.
    pub fn report_at(&mut self, code: DiagnosticCode, offset: usize, what: String, help: String) {
        let line = self.line(offset);
        self.report(Misfit { code, what, help, place: None }, Some(line));
    }

    /// How many diagnostics there are so far.
    #[must_use]
    pub fn reported(&self) -> usize {
        self.diagnostics.len()
    }

    /// Adds to the help of the unknown keys that were reported after the first so many diagnostics.
    pub fn explain_unknown_keys(&mut self, after: usize, help: &str) {
        let found = self.diagnostics.iter_mut().skip(after);
        for diagnostic in found.filter(|found| found.code == DiagnosticCode::TomlKey) {
            diagnostic.help.push_str(help);
        }
    }

    /// Reports an entry that does not fit, unless its line was reported already.
    fn report(&mut self, misfit: Misfit, line: Option<usize>) {
        let Misfit { code, what, help, .. } = misfit;
        let diagnostic = Diagnostic { line, ..Diagnostic::new(code, self.file, what, help) };
        let is_unparsed = line.is_some_and(|line| self.unparsed.contains(&line));
        if !is_unparsed && !self.diagnostics.contains(&diagnostic) {
            self.diagnostics.push(diagnostic);
        }
    }

    /// The diagnostics in the order of their lines; those of the whole file come last.
    #[must_use]
    pub fn into_diagnostics(mut self) -> Vec<Diagnostic> {
        self.diagnostics.sort_by_key(|diagnostic| (diagnostic.line.is_none(), diagnostic.line));
        self.diagnostics
    }

    /// The line of a byte offset, from 1.
    pub(super) fn line(&self, offset: usize) -> usize {
        1 + self.text.bytes().take(offset).filter(|&byte| byte == b'\n').count()
    }
}

/// The `[params]` of a step, for the kind that it names.
pub struct ParamsReader<'r, 'a> {
    reader: &'r mut TomlReader<'a>,
    table: DeTable<'a>,
}

impl<'r, 'a> ParamsReader<'r, 'a> {
    pub(super) fn new(reader: &'r mut TomlReader<'a>, table: DeTable<'a>) -> Self {
        Self { reader, table }
    }

    /// Reads the parameters. What does not fit is reported with its line, and the default is used instead.
    #[must_use]
    pub fn read<T: DeserializeOwned + Default>(self) -> T {
        self.reader.read(self.table)
    }

    /// Reads the parameters, and converts them where their types alone do not decide what fits. None if `convert` refuses one of
    /// them: that is reported with its line.
    pub fn read_into<R: DeserializeOwned + Default, T>(
        self,
        convert: impl FnOnce(R) -> Result<T, RefusedParam>,
    ) -> Option<T> {
        let Self { reader, table } = self;
        let line = |(key, value): Entry<'_, 'a>| {
            (key.get_ref().to_string(), reader.line(value.span().start))
        };
        let lines: BTreeMap<String, usize> = table.iter().map(line).collect();
        let refuse = |RefusedParam { key, what, help }| (Misfit::value(what, help), lines.get(key));
        match convert(reader.read(table)).map_err(refuse) {
            Ok(converted) => Some(converted),
            Err((misfit, line)) => {
                reader.report(misfit, line.copied());
                None
            }
        }
    }
}

/// A parameter whose value has the right form, but is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedParam {
    /// The key of the parameter.
    pub key: &'static str,
    /// What is wrong with the value.
    pub what: String,
    /// What the author can write instead.
    pub help: String,
}

/// Why an entry does not fit.
#[derive(Debug)]
struct Misfit {
    code: DiagnosticCode,
    what: String,
    help: String,
    /// The entry of the outermost table, and the value in it.
    place: Option<Place>,
}

#[derive(Debug)]
struct Place {
    key: String,
    span: Range<usize>,
}

impl Misfit {
    fn value(what: String, help: String) -> Self {
        Self { code: DiagnosticCode::TomlValue, what, help, place: None }
    }

    /// The same, within the entry of this key. The outermost key is kept, and the innermost span.
    fn within(self, key: &str, span: Range<usize>) -> Self {
        let span = self.place.map_or(span, |inner| inner.span);
        Self { place: Some(Place { key: key.to_owned(), span }), ..self }
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.what, self.help)
    }
}

impl std::error::Error for Misfit {}

impl de::Error for Misfit {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::value(message.to_string(), "correct it".to_owned())
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::value(format!("invalid type: {found}"), format!("write {expected}"))
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::value(format!("invalid value: {found}"), format!("write {expected}"))
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        Self::value(format!("unknown variant `{variant}`"), format!("write {}", OneOf(expected)))
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        let help = if expected.is_empty() {
            "leave it out".to_owned()
        } else {
            format!("write {}, or leave it out", OneOf(expected))
        };
        let what = format!("unknown field `{field}`");
        Self { code: DiagnosticCode::TomlKey, what, help, place: None }
    }
}

/// Names to choose from: `a`; `a` or `b`; one of `a`, `b`, `c`.
struct OneOf(&'static [&'static str]);

impl fmt::Display for OneOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [first, second] => write!(f, "`{first}` or `{second}`"),
            names => {
                let one_of = if names.len() > 1 { "one of " } else { "" };
                let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
                write!(f, "{one_of}{}", names.join(", "))
            }
        }
    }
}

/// A table as serde reads it.
struct Table<'t, 'a>(&'t DeTable<'a>);

impl<'de> Deserializer<'de> for Table<'_, '_> {
    type Error = Misfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_map(Entries { rest: self.0.iter(), current: None })
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// The entries of a table, one after the other.
struct Entries<'t, 'a, I> {
    rest: I,
    current: Option<Entry<'t, 'a>>,
}

type Entry<'t, 'a> = (&'t Spanned<DeString<'a>>, &'t Spanned<DeValue<'a>>);

impl<'de, 't, 'a, I: Iterator<Item = Entry<'t, 'a>>> MapAccess<'de> for Entries<'t, 'a, I> {
    type Error = Misfit;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Misfit> {
        self.current = self.rest.next();
        let Some((key, _)) = self.current else { return Ok(None) };
        let name: &str = key.get_ref();
        let deserializer: StrDeserializer<'_, Misfit> = name.into_deserializer();
        seed.deserialize(deserializer).map(Some).map_err(|misfit| misfit.within(name, key.span()))
    }

    #[expect(clippy::expect_used, reason = "serde asks for a value after its key only")]
    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Misfit> {
        let (key, value) = self.current.take().expect("a value comes after its key");
        let misplaced = |misfit: Misfit| misfit.within(key.get_ref(), value.span());
        seed.deserialize(Value(value)).map_err(misplaced)
    }
}

/// The elements of a list, one after the other.
struct Elements<'t, 'a>(std::slice::Iter<'t, Spanned<DeValue<'a>>>);

impl<'de> SeqAccess<'de> for Elements<'_, '_> {
    type Error = Misfit;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Misfit> {
        self.0.next().map(|element| seed.deserialize(Value(element))).transpose()
    }
}

/// A value as serde reads it.
struct Value<'t, 'a>(&'t Spanned<DeValue<'a>>);

impl<'de> Deserializer<'de> for Value<'_, '_> {
    type Error = Misfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        let number = |text: &str| de::Error::custom(format!("the number {text} is out of range"));
        match self.0.get_ref() {
            DeValue::String(text) => visitor.visit_str(text),
            DeValue::Integer(integer) => {
                let parsed = i64::from_str_radix(integer.as_str(), integer.radix());
                visitor.visit_i64(parsed.map_err(|_| number(integer.as_str()))?)
            }
            DeValue::Float(float) => {
                visitor.visit_f64(float.as_str().parse().map_err(|_| number(float.as_str()))?)
            }
            DeValue::Boolean(value) => visitor.visit_bool(*value),
            DeValue::Datetime(moment) => visitor.visit_string(moment.to_string()),
            DeValue::Array(list) => visitor.visit_seq(Elements((**list).iter())),
            DeValue::Table(table) => Table(table).deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        match self.0.get_ref() {
            DeValue::String(name) => {
                let deserializer: StrDeserializer<'_, Misfit> = (&**name).into_deserializer();
                visitor.visit_enum(deserializer)
            }
            _ => self.deserialize_any(visitor),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        seq tuple tuple_struct map struct identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_name_is_no_choice() {
        assert_eq!(OneOf(&["a"]).to_string(), "`a`");
        assert_eq!(OneOf(&["a", "b"]).to_string(), "`a` or `b`");
        assert_eq!(OneOf(&["a", "b", "c"]).to_string(), "one of `a`, `b`, `c`");
    }

    #[derive(Debug, Default, PartialEq, serde::Deserialize)]
    enum Order {
        #[default]
        Ascending,
        Descending,
    }

    #[test]
    fn a_text_may_name_one_of_several_values() {
        let read = |text| {
            let mut reader = TomlReader::new("step.toml", text);
            let table = reader.parse();
            let read: BTreeMap<String, Order> = reader.read(table);
            let told: Vec<_> = reader.diagnostics.into_iter().map(|found| found.what).collect();
            (read.into_values().next(), told)
        };
        assert_eq!(read("order = \"Descending\""), (Some(Order::Descending), vec![]));
        let unknown = "unknown variant `Upward`".to_owned();
        assert_eq!(read("order = \"Upward\""), (None, vec![unknown]));
        let number = "invalid type: integer `2`".to_owned();
        assert_eq!(read("order = 2"), (None, vec![number]));
    }
}
