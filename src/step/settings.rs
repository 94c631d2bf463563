//! Reads TOML and reports every fault in it, not only the first.

use serde::de::{DeserializeOwned, IntoDeserializer as _};
use toml::Spanned;
use toml::de::DeTable;

use super::fault::Fault;

/// A TOML file in the making: its name and text for messages, and the faults found so far.
pub(super) struct Settings<'a> {
    pub(super) file: &'a str,
    pub(super) text: &'a str,
    pub(super) faults: Vec<Fault>,
}

impl<'a> Settings<'a> {
    pub(super) fn new(file: &'a str, text: &'a str) -> Self {
        Self { file, text, faults: Vec::new() }
    }

    /// Parses the text; what cannot be parsed is reported and left out.
    pub(super) fn parse(&mut self) -> Spanned<DeTable<'a>> {
        let (table, errors) = DeTable::parse_recoverable(self.text);
        for error in errors {
            self.report(&error, "write it as TOML has it");
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
            self.report(&error, "correct it or leave it out");
            if !take_out_culprit(table.get_mut(), &error) {
                return T::default();
            }
        }
    }

    fn report(&mut self, error: &toml::de::Error, mend: &str) {
        let line = error.span().map(|span| self.line(span.start));
        let known = |fault: &Fault| line.is_some() && fault.line == line;
        // What could not be parsed cannot be understood either: the line's first fault says it.
        if !self.faults.iter().any(known) {
            let what = error.message().trim().replace('\n', ", ");
            self.faults.push(Fault { line, ..Fault::new(self.file, what, mend) });
        }
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
