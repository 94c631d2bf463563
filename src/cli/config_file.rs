//! The configuration file: values of options that are neither on the command line nor in the environment.
//!
//! ```toml
//! bind = "0.0.0.0:8080"
//! trusted-proxy = ["10.0.0.0/8", "192.168.1.7"]
//! window = 300
//! ```
//!
//! Its keys are the options of the server that are also variables (`options`); other commands that have these options follow the file too.
//!
//! The crates that read configuration for clap stop at the first fault and do not know its line. This file reports all faults at once, each with
//! its line and in the words of the command line.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use clap::error::{ContextKind, ContextValue};
use clap::{Arg, ArgAction, Command};
use gradus::store::DatabaseUrl;
use toml::de::{DeTable, DeValue};

use super::error::CliError;
use super::options::{bare_command, is_key, keys_of, similar};
use super::secrets::mode_with;

/// The file that is read if none is named.
const DEFAULT: &str = "gradus.toml";

/// A configuration file.
pub(crate) struct ConfigFile {
    /// Its path as it was given.
    pub(super) name: String,
    /// What it says of options, by their long names.
    entries: BTreeMap<String, Entry>,
}

/// What a configuration file says of an option.
struct Entry {
    /// As they would be on the command line.
    values: Vec<String>,
    line: usize,
}

/// What is wrong in a line: its number; what was found, and what was expected.
type Fault = (usize, String);

impl ConfigFile {
    /// Reads the named file, or `gradus.toml` if it is there.
    pub(crate) fn find(named: Option<&Path>, program: &Command) -> Result<Option<Self>, CliError> {
        let path = named.unwrap_or(Path::new(DEFAULT));
        let shown = path.display();
        let unreadable = |error: io::Error| {
            CliError::Failed(format!(
                "{shown} cannot be read: {error}; expected a configuration file"
            ))
        };
        let mut file = match File::open(path) {
            Err(error) if named.is_none() && error.kind() == io::ErrorKind::NotFound => {
                return Ok(None);
            }
            opened => opened.map_err(unreadable)?,
        };
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(unreadable)?;
        let keys = bare_command(keys_of(program));
        let entries = read(&text, &keys).map_err(|faults| {
            let line = |(line, what)| format!("{shown}:{line}: {what}");
            CliError::faults(faults.into_iter().map(line))
        })?;
        let secrets = entries.iter().filter(|(key, entry)| is_secret(key, entry, &keys));
        let secret = secrets.map(|(_, entry)| entry.line).min();
        // The group may read the file, and others nothing.
        if let Some(line) = secret
            && let Some(mode) = mode_with(0o027, &file).map_err(unreadable)?
        {
            return Err(CliError::Failed(format!(
                "{shown}:{line}: found mode {mode:04o}, with which others can read this secret; expected 0600, or 0640 for a group: chmod 600 {shown}"
            )));
        }
        Ok(Some(Self { name: shown.to_string(), entries }))
    }

    /// The same command, and all commands below it, with the values of the file as defaults.
    pub(crate) fn set_defaults(&self, command: Command) -> Command {
        command
            .mut_args(|option| match self.entry(&option) {
                Some(Entry { values, .. }) => option.default_values(values),
                None => option,
            })
            .mut_subcommands(|command| self.set_defaults(command))
    }

    /// The line of an option, as `gradus.toml:3`, if the file has it.
    pub(super) fn place_of(&self, option: &Arg) -> Option<String> {
        self.entry(option).map(|Entry { line, .. }| format!("{}:{line}", self.name))
    }

    fn entry(&self, option: &Arg) -> Option<&Entry> {
        option.get_long().filter(|_| is_key(option)).and_then(|key| self.entries.get(key))
    }
}

/// Whether an entry must not be read by everybody. The address of a database is a secret if it has one in it.
fn is_secret(key: &str, entry: &Entry, keys: &Command) -> bool {
    let mut options = keys.get_arguments();
    let has_secrets = |url: &str| url.parse().is_ok_and(|url: DatabaseUrl| url.has_secrets());
    options.any(|option| option.get_long() == Some(key) && option.is_hide_env_values_set())
        && (key != "database" || entry.values.iter().any(|url| has_secrets(url)))
}

/// Reads the entries of a configuration file, or finds all that is wrong with it.
fn read(text: &str, keys: &Command) -> Result<BTreeMap<String, Entry>, Vec<Fault>> {
    let line_of = |offset| 1 + text.bytes().take(offset).filter(|&byte| byte == b'\n').count();
    let (table, errors) = DeTable::parse_recoverable(text);
    let mut faults: Vec<Fault> = Vec::new();
    // What is misread in a line that cannot be parsed is not reported too.
    let mut unparsed = BTreeSet::new();
    for error in errors {
        let what = error.message().trim().replace('\n', ", ");
        let what = format!("{what}; expected `key = value`, texts in quotation marks");
        let line = line_of(error.span().map_or(0, |span| span.start));
        if unparsed.insert(line) {
            faults.push((line, what));
        }
    }
    let mut entries = BTreeMap::new();
    for (key, value) in table.get_ref() {
        let (line, key) = (line_of(key.span().start), &**key.get_ref());
        if unparsed.contains(&line) {
            continue;
        }
        match values_of(key, value.get_ref(), keys) {
            Ok(values) => {
                entries.insert(key.to_owned(), Entry { values, line });
            }
            Err(what) => faults.push((line, what)),
        }
    }
    if faults.is_empty() {
        return Ok(entries);
    }
    faults.sort_unstable();
    Err(faults)
}

/// The values of a key as they would be on the command line, if its option takes them.
fn values_of(key: &str, value: &DeValue<'_>, keys: &Command) -> Result<Vec<String>, String> {
    let option = keys.get_arguments().find(|option| option.get_long() == Some(key));
    let option = option.ok_or_else(|| unknown(key, keys))?;
    let found = |expected| format!("`{key}`: found {}; expected {expected}", value.type_str());
    let one = |expected| Ok::<_, String>(vec![scalar(value).ok_or_else(|| found(expected))?]);
    let values = match (option.get_action(), value) {
        (ArgAction::SetTrue | ArgAction::SetFalse, DeValue::Boolean(is_set)) => {
            return Ok(vec![is_set.to_string()]);
        }
        (ArgAction::SetTrue | ArgAction::SetFalse, _) => return Err(found("true or false")),
        (ArgAction::Append, DeValue::Array(list)) => {
            let list: Option<_> = list.iter().map(|value| scalar(value.get_ref())).collect();
            list.ok_or_else(|| {
                format!("`{key}`: found a list in the list; expected texts or numbers")
            })?
        }
        (ArgAction::Append, _) => one("a text or a number, or a list")?,
        _ => one("a text or a number")?,
    };
    refusal(key, &values, keys).map_or(Ok(values), Err)
}

/// A text, a number or a truth value as it would be on the command line.
fn scalar(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
            .ok()
            .map(|number| number.to_string()),
        DeValue::Float(number) => Some(number.as_str().to_owned()),
        DeValue::Boolean(truth) => Some(truth.to_string()),
        DeValue::Datetime(_) | DeValue::Array(_) | DeValue::Table(_) => None,
    }
}

fn unknown(key: &str, keys: &Command) -> String {
    let help = similar(key, keys).map_or_else(
        || "`gradus config` shows the keys that there are".to_owned(),
        |option| format!("did you mean `{option}`?"),
    );
    format!("there is no key `{key}`; {help}")
}

/// What the command line would say of these values; none if it takes them.
fn refusal(key: &str, values: &[String], keys: &Command) -> Option<String> {
    let arguments = values.iter().map(|value| format!("--{key}={value}"));
    let error = keys.clone().try_get_matches_from(arguments).err()?;
    let option = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(option)) => option.clone(),
        _ => format!("--{key}"),
    };
    // The paragraphs after the first are about the command line.
    let said = error.to_string();
    let said = said.split("\n\n").next().unwrap_or_default();
    let said = said.trim().trim_start_matches("error: ").replace(&format!(" for '{option}'"), "");
    let said = said.lines().map(str::trim).collect::<Vec<_>>().join(" ");
    Some(format!("`{key}`: {said}"))
}

#[cfg(test)]
mod tests {
    use clap::{ArgMatches, value_parser};

    use super::*;

    /// A program with an option of each sort, on two levels.
    fn program() -> Command {
        let option =
            |name: &'static str, variable: &'static str| Arg::new(name).long(name).env(variable);
        let window = option("window", "TEST_WINDOW").value_parser(value_parser!(u64).range(1..));
        let proxy = option("trusted-proxy", "TEST_PROXY").action(ArgAction::Append);
        let secret = option("secret", "TEST_SECRET").hide_env_values(true);
        let database = option("database", "TEST_DATABASE").hide_env_values(true);
        let lean = option("lean", "TEST_LEAN").action(ArgAction::SetTrue);
        let clock = Arg::new("clock").long("clock");
        let serve = Command::new("serve").args([window, proxy, secret, lean, clock]);
        Command::new("gradus").arg(database.global(true)).subcommand(serve)
    }

    fn read_all(text: &str) -> Result<BTreeMap<String, Entry>, Vec<Fault>> {
        read(text, &bare_command(keys_of(&program())))
    }

    fn matches(text: &str, arguments: &[&str]) -> ArgMatches {
        let file = ConfigFile { name: "gradus.toml".to_owned(), entries: read_all(text).unwrap() };
        let arguments = ["gradus", "serve"].iter().chain(arguments);
        let matches = file.set_defaults(program()).try_get_matches_from(arguments).unwrap();
        matches.subcommand_matches("serve").unwrap().clone()
    }

    #[test]
    fn the_file_gives_what_the_command_line_does_not() {
        let text =
            "window = 1_200\ntrusted-proxy = ['10.0.0.0/8', 7]\ndatabase = 'a.db'\nlean = true\n";
        let from_file = matches(text, &[]);
        assert_eq!(from_file.get_one::<u64>("window"), Some(&1200));
        let proxies = from_file.get_many::<String>("trusted-proxy").unwrap();
        assert_eq!(proxies.collect::<Vec<_>>(), ["10.0.0.0/8", "7"]);
        assert_eq!(from_file.get_one::<String>("database").unwrap(), "a.db");
        assert!(from_file.get_flag("lean"));

        let both = matches(text, &["--window", "7", "--trusted-proxy", "::1", "--database=b.db"]);
        assert_eq!(both.get_one::<u64>("window"), Some(&7));
        assert_eq!(both.get_many::<String>("trusted-proxy").unwrap().collect::<Vec<_>>(), ["::1"]);
        assert_eq!(both.get_one::<String>("database").unwrap(), "b.db");
    }

    #[test]
    fn all_that_is_wrong_is_told_with_its_line_and_what_was_expected() {
        let text = "windw = 3\nwindow = 0\nclock = 'x'\n\nlean = 1\n[serve]\nwindow = 1\n";
        let faults = read_all(text).err().unwrap();
        let lines: Vec<usize> = faults.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [1, 2, 3, 5, 6]);
        let what = |place: usize| faults[place].1.as_str();
        assert_eq!(what(0), "there is no key `windw`; did you mean `window`?");
        assert!(what(1).starts_with("`window`: invalid value '0': 0 is not in 1.."), "{faults:?}");
        assert!(what(2).starts_with("there is no key `clock`"), "{faults:?}");
        assert_eq!(what(3), "`lean`: found integer; expected true or false");
        assert!(what(4).starts_with("there is no key `serve`"), "{faults:?}");

        let faults =
            read_all("database = \n= 3\nwindow = [1]\ntrusted-proxy = [[1]]\n").err().unwrap();
        let expected = [
            (3, "`window`: found array; expected a text or a number"),
            (4, "`trusted-proxy`: found a list in the list; expected texts or numbers"),
        ];
        for (line, what) in expected {
            assert!(faults.contains(&(line, what.to_owned())), "{faults:?}");
        }
        assert!(faults.iter().any(|(line, _)| *line == 1), "{faults:?}");
    }

    #[test]
    fn a_secret_is_what_is_hidden_and_a_database_with_a_password_or_a_key() {
        let keys = bare_command(keys_of(&program()));
        let is_secret = |key: &str, value: &str| {
            is_secret(key, &Entry { values: vec![value.to_owned()], line: 1 }, &keys)
        };
        assert!(is_secret("secret", "x") && !is_secret("window", "x"));
        for url in [
            "postgres://ada:x@db/gradus",
            "postgres://db/gradus?user=ada&password=x",
            "postgres://db/gradus?%70assword=x",
            "postgres://db/gradus?sslkey=x",
        ] {
            assert!(is_secret("database", url), "{url}");
        }
        for url in ["gradus.db", "C:\\a@b", "postgres://ada@localhost:5432/gradus", "sqlite:a"] {
            assert!(!is_secret("database", url), "{url}");
        }
    }
}
