//! Reads TOML and reports everything that is wrong with it, not only the first error.

use std::collections::BTreeSet;

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Deserializer, Error};
use toml::value::Datetime;

use super::date_help::date_instead_of;
use super::diagnostic::{Diagnostic, DiagnosticCode};
use super::near_miss::near_miss;

/// A TOML file that is being read: its name and text for messages, and the diagnostics so far.
pub struct TomlReader<'a> {
    pub(super) file: &'a str,
    text: &'a str,
    pub(super) diagnostics: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
    /// The lines that could not be parsed: what is missed or misread there is not reported again.
    unparsed: BTreeSet<usize>,
}

impl<'a> TomlReader<'a> {
    /// Reads the text of a file, whose name diagnostics have.
    pub fn new(file: &'a str, text: &'a str) -> Self {
        Self {
            file,
            text,
            diagnostics: Vec::new(),
            warnings: Vec::new(),
            unparsed: BTreeSet::new(),
        }
    }

    /// Parses the text; what cannot be parsed is reported and left out.
    pub fn parse(&mut self) -> DeTable<'a> {
        let (table, errors) = DeTable::parse_recoverable(self.text);
        for error in errors {
            let start = error.span().map(|span| span.start);
            let line = start.map(|start| self.line(start));
            let (what, help) = match start.and_then(|start| broken_date(self.text, start)) {
                Some(text) => {
                    (format!("`{text}` is not a date"), format!("write {}", date_instead_of(text)))
                }
                None => (
                    error.message().trim().replace('\n', ", "),
                    "write `key = value`, texts in quotation marks".to_owned(),
                ),
            };
            self.report(DiagnosticCode::TomlSyntax, line, what, help);
            self.unparsed.extend(line);
        }
        let mut table = table.into_inner();
        table.iter_mut().for_each(|(_, value)| write_dates_as_texts(value));
        table
    }

    /// Reads a table into a value whose fields all have defaults.
    ///
    /// An entry that does not fit is reported and taken out, and the rest is read again: so each has its own line.
    pub fn read<T: DeserializeOwned + Default>(&mut self, mut table: DeTable<'a>) -> T {
        // An error of the whole table is behind the text, so that it belongs to no entry.
        let whole = self.text.len()..self.text.len();
        loop {
            let copy = Spanned::new(whole.clone(), table.clone());
            let error = match T::deserialize(Deserializer::from(copy)) {
                Ok(value) => return value,
                Err(error) => error,
            };
            let place = error.span().map(|span| span.start).filter(|&start| start < whole.start);
            let (code, what, help) = explain(&error);
            self.report(code, place.map(|place| self.line(place)), what, help);
            // What is within an entry comes after its key, and before the next one.
            let keys = table.keys().filter(|key| Some(key.span().start) <= place);
            let last = keys.max_by_key(|key| key.span().start).cloned();
            if last.is_none_or(|key| table.remove(&key).is_none()) {
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
        self.report(code, Some(self.line(offset)), what, help);
    }

    /// Warns of what is at a byte offset: it is valid, but perhaps not what its author meant.
    pub fn warn_at(&mut self, code: DiagnosticCode, offset: usize, what: String, help: String) {
        let diagnostic = Diagnostic::new(code, self.file, what, help);
        self.warnings.push(diagnostic.on_line(self.line(offset)));
    }

    /// How many diagnostics there are so far.
    pub fn reported(&self) -> usize {
        self.diagnostics.len()
    }

    /// Adds to the help of the unknown keys that were reported after the first so many diagnostics. `tables` are what such a key may have been
    /// meant for.
    pub fn explain_unknown_keys(&mut self, after: usize, tables: &[&str], help: &str) {
        let found = self.diagnostics.iter_mut().skip(after);
        for diagnostic in found.filter(|found| found.code == DiagnosticCode::TomlKey) {
            let name = diagnostic.what.split('`').nth(1).unwrap_or_default();
            if let Some(meant) = near_miss(name, tables) {
                diagnostic.help.insert_str(0, &format!("did you mean `[{meant}]`? "));
            }
            diagnostic.help.push_str(help);
        }
    }

    /// Reports what is wrong, unless its line was reported already.
    fn report(&mut self, code: DiagnosticCode, line: Option<usize>, what: String, help: String) {
        let diagnostic = Diagnostic { line, ..Diagnostic::new(code, self.file, what, help) };
        let is_unparsed = line.is_some_and(|line| self.unparsed.contains(&line));
        if !is_unparsed && !self.diagnostics.contains(&diagnostic) {
            self.diagnostics.push(diagnostic);
        }
    }

    /// The diagnostics in the order of their lines; those of the whole file come last.
    pub fn into_diagnostics(mut self) -> Vec<Diagnostic> {
        self.diagnostics.sort_by_key(|diagnostic| (diagnostic.line.is_none(), diagnostic.line));
        self.diagnostics
    }

    /// The warnings in the order of their lines.
    pub fn into_warnings(mut self) -> Vec<Diagnostic> {
        self.warnings.sort_by_key(|warning| warning.line);
        self.warnings
    }

    /// The line of a byte offset, from 1.
    pub fn line(&self, offset: usize) -> usize {
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
        let read = reader.read(table.clone());
        let refuse = |RefusedParam { key, what, help }| {
            let line = table.get(key).map(|value| reader.line(value.span().start));
            reader.report(DiagnosticCode::TomlValue, line, what, help);
        };
        convert(read).map_err(refuse).ok()
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

/// The value at a byte offset, if it was meant as a date and is none.
fn broken_date(text: &str, offset: usize) -> Option<&str> {
    let line_start = text.get(..offset)?.rfind('\n').map_or(0, |end| end + 1);
    let line = text.get(line_start..)?.lines().next()?;
    let before = line.get(..offset - line_start + 1).unwrap_or(line);
    let value = line.get(before.rfind('=')? + 1..)?;
    let value = value.split([',', '#', '}', ']']).next()?.trim();
    let is_date = value.starts_with(|c: char| c.is_ascii_digit())
        && value.contains(['-', '.', '/', ':'])
        && value.chars().all(|c| c.is_ascii_alphanumeric() || "-./:+ ".contains(c));
    (is_date && value.parse::<Datetime>().is_err() && value.parse::<f64>().is_err())
        .then_some(value)
}

/// Writes dates, which TOML has without quotation marks, as texts: the types of course files read both.
fn write_dates_as_texts(value: &mut Spanned<DeValue<'_>>) {
    match value.get_mut() {
        DeValue::Datetime(moment) => {
            let text = moment.to_string().into();
            *value.get_mut() = DeValue::String(text);
        }
        DeValue::Array(list) => list.iter_mut().for_each(write_dates_as_texts),
        DeValue::Table(table) => {
            table.iter_mut().for_each(|(_, value)| write_dates_as_texts(value));
        }
        _ => {}
    }
}

/// What an error is, and what the author can do about it. Serde ends a message with what it expected.
fn explain(error: &Error) -> (DiagnosticCode, String, String) {
    let message = error.message();
    let (what, help) = match message.rsplit_once(", expected ") {
        Some((what, expected)) => (what, format!("write {expected}")),
        None => (message, "correct it".to_owned()),
    };
    if !what.starts_with("unknown field") {
        return (DiagnosticCode::TomlValue, what.to_owned(), help);
    }
    // A table for nothing has no fields.
    if let Some(what) = what.strip_suffix(", there are no fields") {
        return (DiagnosticCode::TomlKey, what.to_owned(), "leave it out".to_owned());
    }
    let known: Vec<&str> = help.split('`').skip(1).step_by(2).collect();
    let name = what.split('`').nth(1).unwrap_or_default();
    let meant = near_miss(name, &known).map(|meant| format!("did you mean `{meant}`? "));
    let help = format!("{}{help}, or leave it out", meant.unwrap_or_default());
    (DiagnosticCode::TomlKey, what.to_owned(), help)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

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
            let messages: Vec<_> = reader.diagnostics.into_iter().map(|found| found.what).collect();
            (read.into_values().next(), messages)
        };
        assert_eq!(read("order = \"Descending\""), (Some(Order::Descending), vec![]));
        let unknown = "unknown variant `Upward`".to_owned();
        assert_eq!(read("order = \"Upward\""), (None, vec![unknown]));
        let number = "wanted string or table".to_owned();
        assert_eq!(read("order = 2"), (None, vec![number]));
    }
}
