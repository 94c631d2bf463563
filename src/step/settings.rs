//! Reads TOML and reports every fault in it, not only the first.

use std::collections::BTreeSet;

use serde::de::{DeserializeOwned, IntoDeserializer as _};
use toml::Spanned;
use toml::de::DeTable;

use super::fault::{Fault, FaultCode};

/// A TOML file in the making: its name and text for messages, and the faults found so far.
pub(super) struct Settings<'a> {
    pub(super) file: &'a str,
    pub(super) text: &'a str,
    pub(super) faults: Vec<Fault>,
    /// The lines that could not be parsed: what is missed or misread there is no fault of its own.
    unparsed: BTreeSet<usize>,
}

impl<'a> Settings<'a> {
    pub(super) fn new(file: &'a str, text: &'a str) -> Self {
        Self { file, text, faults: Vec::new(), unparsed: BTreeSet::new() }
    }

    /// Parses the text; what cannot be parsed is reported and left out.
    pub(super) fn parse(&mut self) -> Spanned<DeTable<'a>> {
        let (table, errors) = DeTable::parse_recoverable(self.text);
        for error in errors {
            let mend = "write `key = value`, texts in quotation marks";
            self.report(FaultCode::TomlSyntax, &error, mend.to_owned());
            self.unparsed.extend(self.line_of(&error));
        }
        table
    }

    /// Reads a table into a value whose fields all have defaults.
    ///
    /// An entry that does not fit is reported and taken out, and the rest is read again: so each has its own line.
    pub(super) fn read<T: DeserializeOwned + Default>(
        &mut self,
        mut table: Spanned<DeTable<'a>>,
    ) -> T {
        loop {
            let error = match T::deserialize(table.clone().into_deserializer()) {
                Ok(value) => return value,
                Err(error) => error,
            };
            let is_unknown = error.message().starts_with("unknown field");
            let code = if is_unknown { FaultCode::TomlKey } else { FaultCode::TomlValue };
            // What serde expected is just what is to be written.
            let mend = match error.message().split_once(", expected ") {
                Some((_, expected)) if is_unknown => format!("write {expected}, or leave it out"),
                Some((_, expected)) => format!("write {expected}"),
                None if is_unknown => "leave it out".to_owned(),
                None => "correct it".to_owned(),
            };
            self.report(code, &error, mend);
            if !take_out_culprit(table.get_mut(), &error) {
                return T::default();
            }
        }
    }

    fn report(&mut self, code: FaultCode, error: &toml::de::Error, mend: String) {
        let line = self.line_of(error);
        let message = error.message().trim().replace('\n', ", ");
        let what = message.split(", expected ").next().unwrap_or_default();
        let fault = Fault { line, ..Fault::new(code, self.file, what, mend) };
        let unparsed = line.is_some_and(|line| self.unparsed.contains(&line));
        if !unparsed && !self.faults.contains(&fault) {
            self.faults.push(fault);
        }
    }

    fn line_of(&self, error: &toml::de::Error) -> Option<usize> {
        error.span().map(|span| self.line(span.start))
    }

    /// The faults in the order of their lines; those of the whole file come last.
    pub(super) fn into_faults(mut self) -> Vec<Fault> {
        self.faults.sort_by_key(|fault| (fault.line.is_none(), fault.line));
        self.faults
    }

    /// The line of a byte offset, from 1.
    pub(super) fn line(&self, offset: usize) -> usize {
        let before = self.text.get(..offset).unwrap_or(self.text);
        1 + before.bytes().filter(|&byte| byte == b'\n').count()
    }
}

/// Takes the entry out that an error points at; false if it points at none.
fn take_out_culprit(table: &mut DeTable<'_>, error: &toml::de::Error) -> bool {
    let Some(span) = error.span() else { return false };
    let culprit = table.iter().find_map(|(key, value)| {
        let touched = key.span().contains(&span.start) || value.span().contains(&span.start);
        touched.then(|| key.get_ref().to_string())
    });
    culprit.is_some_and(|key| table.remove(key.as_str()).is_some())
}
