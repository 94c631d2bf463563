//! `gradus config`: prints the values of all options that a server would have here, and where each comes from.

use std::ffi::OsStr;
use std::io::{self, Write as _};

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};
use thiserror::Error;
use toml::Value;

use super::config_file::ConfigFile;
use super::options::keys_of;
use super::output::print;
use super::serve::{Serve, ServeError};

/// Why the options are not shown.
#[derive(Debug, Error)]
pub(crate) enum ConfigError {
    /// The server would not start with them.
    #[error(transparent)]
    Refused(#[from] ServeError),
    /// Standard output cannot be written.
    #[error("standard output cannot be written: {0}")]
    Output(#[from] io::Error),
}

/// Prints a configuration file with the options in force. What is hidden, has no value or does not count is a comment in it.
///
/// `matches` are the arguments of the whole program, of which the command has the options of the server.
pub(crate) fn show(
    server: &Serve,
    program: &Command,
    matches: &ArgMatches,
    file: Option<&ConfigFile>,
) -> Result<(), ConfigError> {
    let Some((_, matches)) = matches.subcommand() else { return Ok(()) };
    server.check()?;
    let lines: Vec<(String, String)> =
        keys_of(program).map(|option| line(option, server, matches, file)).collect();
    let widths = lines.iter().map(|(assignment, _)| assignment.chars().count());
    let width = widths.filter(|&width| width <= WIDEST).max().unwrap_or(0);
    let printed = print(|out| {
        match file {
            Some(file) => writeln!(out, "# {} is read.", file.name())?,
            None => writeln!(out, "# No configuration file is read.")?,
        }
        for (assignment, origin) in lines {
            writeln!(out, "{assignment:width$}  # {origin}")?;
        }
        Ok(())
    });
    Ok(printed?)
}

/// Wider lines are not aligned.
const WIDEST: usize = 60;

/// `key = value`, or a comment with as much of it as may be shown; and where it comes from.
fn line(
    option: &Arg,
    server: &Serve,
    matches: &ArgMatches,
    file: Option<&ConfigFile>,
) -> (String, String) {
    let key = option.get_long().unwrap_or_default();
    let raw = matches.get_raw(option.get_id().as_str());
    let values: Vec<&OsStr> = raw.into_iter().flatten().collect();
    if values.is_empty() {
        return unset(option, key, server);
    }
    let is_overruled = server.is_overruled(key);
    // The database is hidden because its address may have a password, and can be shown without that.
    let assignment = match (option.is_hide_env_values_set(), key) {
        (true, "database") => format!("{key} = {}", text(&server.database().without_password())),
        (true, _) => format!("# {key} = (hidden)"),
        (false, _) => {
            let mark = if is_overruled { "# " } else { "" };
            format!("{mark}{key} = {}", written(option, &values))
        }
    };
    let origin = origin(option, matches, file);
    (assignment, if is_overruled { format!("{origin}, without effect") } else { origin })
}

/// The same of an option without a value: what is in force instead, as a value or in words.
fn unset(option: &Arg, key: &str, server: &Serve) -> (String, String) {
    let default = server.default_of(key);
    let assignment = match &default {
        Some(value) => format!("{key} = {}", written(option, &[OsStr::new(value)])),
        None => format!("# {key} ="),
    };
    let origin = match default_in_words(option) {
        _ if default.is_some() => "default".to_owned(),
        Some(words) if !server.is_overruled(key) => format!("default: {words}"),
        _ => "not set".to_owned(),
    };
    (assignment, origin)
}

/// What is said in the help of an option that has no value by itself: `[default: taken from each request]`.
fn default_in_words(option: &Arg) -> Option<String> {
    let help = option.get_help()?.to_string();
    let (_, default) = help.split_once("[default: ")?;
    default.strip_suffix(']').map(str::to_owned)
}

/// A value as the file has it: one that is written again gives the same value.
fn written(option: &Arg, values: &[&OsStr]) -> String {
    let is_flag = matches!(option.get_action(), ArgAction::SetTrue | ArgAction::SetFalse);
    let one = |value: &&OsStr| {
        let value = value.to_string_lossy();
        let is_number = value.parse::<i64>().is_ok_and(|number| number.to_string() == value);
        if is_number || is_flag { value.into_owned() } else { text(&value) }
    };
    let written: Vec<String> = values.iter().map(one).collect();
    let written = written.join(", ");
    if matches!(option.get_action(), ArgAction::Append) { format!("[{written}]") } else { written }
}

/// A text in quotation marks, as TOML writes it.
fn text(value: &str) -> String {
    Value::from(value).to_string()
}

/// Where the value of an option comes from.
fn origin(option: &Arg, matches: &ArgMatches, file: Option<&ConfigFile>) -> String {
    match matches.value_source(option.get_id().as_str()) {
        Some(ValueSource::CommandLine) => "flag".to_owned(),
        Some(ValueSource::EnvVariable) => {
            format!("environment {}", option.get_env().unwrap_or_default().to_string_lossy())
        }
        _ => {
            let place = file.and_then(|file| file.place_of(option));
            place.unwrap_or_else(|| "default".to_owned())
        }
    }
}
