//! `gradus config`: prints the values of all options that a server would have here, and where each comes from. clap knows the sources, and has no
//! function that shows them.

use std::ffi::{OsStr, OsString};
use std::io::Write as _;

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};
use toml::Value;

use super::config_file::ConfigFile;
use super::error::CliError;
use super::options::keys_of;
use super::output::print;
use super::secrets::is_overruled;
use super::serve::Serve;

/// Prints a configuration file with the options in force. What is hidden, has no value or does not count is a comment in it.
pub(crate) fn show(
    server: &Serve,
    program: &Command,
    matches: &ArgMatches,
    file: Option<&ConfigFile>,
) -> Result<(), CliError> {
    server.check(matches)?;
    let lines: Vec<(String, String)> =
        keys_of(program).map(|option| line(option, server, matches, file)).collect();
    let widths = lines.iter().map(|(assignment, _)| assignment.chars().count());
    let width = widths.filter(|&width| width <= WIDEST).max().unwrap_or(0);
    Ok(print(|out| {
        match file {
            Some(file) => writeln!(out, "# {} is read.", file.name)?,
            None => writeln!(out, "# No configuration file is read.")?,
        }
        for (assignment, origin) in lines {
            writeln!(out, "{assignment:width$}  # {origin}")?;
        }
        Ok(())
    })?)
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
    let (key, id) = (option.get_long().unwrap_or_default(), option.get_id().as_str());
    let is_overruled = is_overruled(key, matches);
    let default = server.default_of(key).filter(|_| !is_overruled).map(OsString::from);
    let raw = matches.get_raw(id);
    let given: Vec<&OsStr> = raw.into_iter().flatten().collect();
    let origin = match matches.value_source(id) {
        Some(ValueSource::CommandLine) => "flag".to_owned(),
        Some(ValueSource::EnvVariable) => {
            format!("environment {}", option.get_env().unwrap_or_default().to_string_lossy())
        }
        None if default.is_none() => default_in_words(option)
            .filter(|_| !is_overruled)
            .map_or_else(|| "not set".to_owned(), |words| format!("default: {words}")),
        _ => file.and_then(|file| file.place_of(option)).unwrap_or_else(|| "default".to_owned()),
    };
    let without_effect = is_overruled && !given.is_empty();
    let values =
        if given.is_empty() { default.iter().map(|value| &**value).collect() } else { given };
    let (mark, value) = match (&values[..], option.is_hide_env_values_set(), key) {
        ([], ..) => ("# ", String::new()),
        // The database is hidden because its address may have a password, and can be shown without that.
        (_, true, "database") => ("", text(&server.database.database.without_password())),
        (_, true, _) => ("# ", "(hidden)".to_owned()),
        (_, false, _) => (if is_overruled { "# " } else { "" }, written(option, &values)),
    };
    let assignment = format!("{mark}{key} = {value}").trim_end().to_owned();
    (assignment, if without_effect { format!("{origin}, without effect") } else { origin })
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
