//! How the values of options are read where clap's own way would say too much of a malformed one, or too little.

use std::ffi::OsStr;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use clap::builder::TypedValueParser;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, Command};

/// Reads a whole number of a range; the error says which numbers are expected.
pub(super) fn whole<N>(range: RangeInclusive<N>) -> impl TypedValueParser<Value = N>
where
    N: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    move |text: &str| {
        let number = text.parse::<N>().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            format!("expected a whole number from {} to {}", range.start(), range.end())
        })
    }
}

/// Reads a value that may have a secret in it: the message does not repeat it, as clap's own would.
#[derive(Clone)]
pub(super) struct Hidden<T>(pub(super) fn(&str) -> Result<T, String>);

/// The same of a type that is read from a text.
pub(super) fn hidden<T>() -> Hidden<T>
where
    T: FromStr<Err: Display>,
{
    Hidden(|text| text.parse::<T>().map_err(|error: T::Err| error.to_string()))
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Hidden<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        option: Option<&Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        self.parse_ref_(command, option, value, ValueSource::CommandLine)
    }

    fn parse_ref_(
        &self,
        command: &Command,
        option: Option<&Arg>,
        value: &OsStr,
        source: ValueSource,
    ) -> Result<T, clap::Error> {
        let Self(read) = self;
        let text = value.to_str().ok_or_else(|| "expected UTF-8".to_owned());
        text.and_then(read).map_err(|reason| {
            let name = option.map_or_else(String::new, |option| name(option, source));
            let message = format!("invalid value for '{name}': {reason}\n");
            clap::Error::raw(ErrorKind::ValueValidation, message).with_cmd(command)
        })
    }
}

/// What an option is called by the source that gives it.
fn name(option: &Arg, source: ValueSource) -> String {
    match (source, option.get_env(), option.get_long()) {
        (ValueSource::EnvVariable, Some(variable), _) => variable.to_string_lossy().into_owned(),
        (_, _, Some(long)) => format!("--{long}"),
        _ => option.get_id().to_string(),
    }
}
