//! Parsers for the values of options. clap's own do not say which numbers are expected, and they repeat a malformed value, which may be a secret.

use std::ffi::OsStr;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, Command};

/// Parses a whole number of a range. The error names the range.
pub fn whole<N>(range: RangeInclusive<N>) -> impl TypedValueParser<Value = N>
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

/// Parses a number of seconds.
pub fn seconds(range: RangeInclusive<u64>) -> impl TypedValueParser<Value = Duration> {
    whole(range).map(Duration::from_secs)
}

/// Parses a number of days.
pub fn days(range: RangeInclusive<u64>) -> impl TypedValueParser<Value = Duration> {
    whole(range).map(|days| Duration::from_hours(24 * days))
}

/// Parses one of some names, each with its help and its value.
pub fn one_of<T: Copy + Send + Sync + 'static>(
    choices: &'static [(&'static str, &'static str, T)],
) -> impl TypedValueParser<Value = T> {
    let names = choices.iter().map(|(name, help, _)| PossibleValue::new(*name).help(*help));
    PossibleValuesParser::new(names).try_map(|text| {
        let choice = choices.iter().find(|(name, ..)| *name == text);
        choice.map(|(_, _, value)| *value).ok_or(text)
    })
}

/// Parses a value of which shells complete the usual ones.
#[derive(Clone)]
pub struct Completed<T>(pub &'static [&'static str], pub fn(&str) -> Result<T, String>);

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Completed<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        option: Option<&Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        self.1.parse_ref(command, option, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().map(PossibleValue::new)))
    }
}

/// Parses a value that may contain a secret. The error does not repeat the value.
#[derive(Clone)]
pub struct Hidden<T>(pub fn(&str) -> Result<T, String>);

/// [`Hidden`] for a type that is parsed by [`FromStr`].
pub fn hidden<T: FromStr<Err: Display>>() -> Hidden<T> {
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
        let Self(parse) = self;
        let text = value.to_str().ok_or_else(|| "expected UTF-8".to_owned());
        text.and_then(parse).map_err(|reason| {
            // clap names the flag, whatever the source is.
            let variable =
                option.and_then(Arg::get_env).filter(|_| source == ValueSource::EnvVariable);
            let name = match (variable, option.and_then(Arg::get_long)) {
                (Some(variable), _) => variable.to_string_lossy().into_owned(),
                (None, long) => format!("--{}", long.unwrap_or_default()),
            };
            let message = format!("invalid value for '{name}': {reason}\n");
            clap::Error::raw(ErrorKind::ValueValidation, message).with_cmd(command)
        })
    }
}
