//! The options that are also variables of the environment and keys of the configuration file.
//!
//! A definition with `env` makes an option a variable and a key. The flag is the name of the field, and the names of the variable and the key are made
//! from the flag. The definitions of the command line are the only list. clap neither makes these names nor reports unknown variables.

use std::ffi::OsString;
use std::net::IpAddr;

use clap::error::{ContextKind, ContextValue};
use clap::{Arg, Command};

/// The command that serves.
const SERVER: &str = "serve";

/// The option that names the configuration file. It is no key: a file cannot name another file.
const CONFIG: &str = "config";

/// How the variables of options begin, but for that of `--log`.
const PREFIX: &str = "GRADUS_";

/// The variables of the client, which may be set in the same environment.
const OF_CLIENT: [&str; 3] = ["GRADUS_KEY", "GRADUS_SERVER", "GRADUS_KEPT_KEYS"];

/// How the variables begin that the tests of Gradus read.
const OF_TESTS: &str = "GRADUS_TESTS_";

/// The same program in which `env` without a name means the variable that is named as the flag: `GRADUS_SEND_TIMEOUT` for `--send-timeout`.
pub(crate) fn name_variables(program: Command) -> Command {
    let named = program.mut_args(|option| {
        // clap derives the name from the field.
        let id = option.get_id().as_str().to_uppercase();
        let is_unnamed = option.get_env().is_some_and(|name| *name == *id);
        match option.get_long().filter(|_| is_unnamed).map(variable_named) {
            Some(variable) => option.env(variable),
            None => option,
        }
    });
    named.mut_subcommands(name_variables)
}

/// The variable that is named as a flag.
pub(super) fn variable_named(long: &str) -> String {
    format!("{PREFIX}{}", long.to_uppercase().replace('-', "_"))
}

/// The options that are also variables: those of the server and those of all commands.
fn variables_of(program: &Command) -> impl Iterator<Item = &Arg> {
    let server = program.find_subcommand(SERVER).into_iter().flat_map(Command::get_arguments);
    server.chain(program.get_arguments()).filter(|option| option.get_env().is_some())
}

/// The options that are keys of the configuration file.
pub(super) fn keys_of(program: &Command) -> impl Iterator<Item = &Arg> {
    variables_of(program).filter(|option| is_key(option))
}

/// Whether an option may be a key of the configuration file.
pub(super) fn is_key(option: &Arg) -> bool {
    option.get_env().is_some() && option.get_long().is_some_and(|long| long != CONFIG)
}

/// A command with these options and nothing else, which does not read their variables: it parses their values.
pub(super) fn bare_command<'a>(options: impl Iterator<Item = &'a Arg>) -> Command {
    let options = options.map(|option| option.clone().env(None::<&'static str>));
    let command = Command::new("options").no_binary_name(true);
    command.disable_help_flag(true).disable_version_flag(true).args(options)
}

/// The long name of the option of a command that is most like an unknown name, if one is like it.
pub(super) fn similar(name: &str, command: &Command) -> Option<String> {
    let error = command.clone().try_get_matches_from([format!("--{name}=")]).err()?;
    match error.get(ContextKind::SuggestedArg) {
        Some(ContextValue::String(option)) => {
            option.split_whitespace().next().map(|long| long.trim_start_matches('-').to_owned())
        }
        _ => None,
    }
}

/// The variable of the option with this long name.
fn variable_of(program: &Command, long: &str) -> Option<String> {
    let option = variables_of(program).find(|option| option.get_long() == Some(long))?;
    option.get_env().map(|variable| variable.to_string_lossy().into_owned())
}

/// Logs a warning for each variable that is named as those of Gradus and is unknown. Without it, a misspelt variable would be ignored.
pub(crate) fn warn_of_unknown(
    program: &Command,
    variables: impl Iterator<Item = (OsString, OsString)>,
) {
    for (name, value) in variables {
        let (Ok(name), value) = (name.into_string(), value.to_string_lossy()) else { continue };
        let is_of_others = OF_CLIENT.contains(&&*name) || name.starts_with(OF_TESTS);
        let is_known = variables_of(program).any(|option| option.get_env() == Some(name.as_ref()));
        let Some(rest) = name.strip_prefix(PREFIX).filter(|_| !is_of_others && !is_known) else {
            continue;
        };
        if is_of_service(rest, &value) {
            continue;
        }
        let long = rest.to_lowercase().replace('_', "-");
        let meant = variable_of(program, &long).or_else(|| {
            let similar = similar(&long, &bare_command(variables_of(program)))?;
            variable_of(program, &similar)
        });
        let help = meant.map_or_else(
            || "`gradus serve --help` lists those that there are".to_owned(),
            |variable| format!("did you mean {variable}?"),
        );
        tracing::warn!("there is no variable {name}; {help}");
    }
}

/// Whether Kubernetes sets a variable for a service with the name `gradus`:
///
/// ```text
/// GRADUS_SERVICE_HOST=10.0.0.11       GRADUS_PORT=tcp://10.0.0.11:8080            GRADUS_PORT_8080_TCP_PROTO=tcp
/// GRADUS_SERVICE_PORT=8080            GRADUS_PORT_8080_TCP=tcp://10.0.0.11:8080   GRADUS_PORT_8080_TCP_PORT=8080
/// GRADUS_SERVICE_PORT_HTTP=8080                                                   GRADUS_PORT_8080_TCP_ADDR=10.0.0.11
/// ```
fn is_of_service(rest: &str, value: &str) -> bool {
    let is_port = value.parse::<u16>().is_ok();
    let is_address = value.parse::<IpAddr>().is_ok();
    let protocol = value.split_once("://").map_or(value, |(protocol, _)| protocol);
    let has_protocol = ["tcp", "udp", "sctp"].contains(&protocol);
    match rest {
        "SERVICE_HOST" => is_address,
        "PORT" => has_protocol,
        _ if rest.starts_with("SERVICE_PORT") => is_port,
        _ if rest.starts_with("PORT_") => is_port || is_address || has_protocol,
        _ => false,
    }
}

/// The same error, but if it is about an option that is not among the arguments of the process, it names the variable that has the value. clap
/// names the flag.
pub(crate) fn name_variable_in(
    mut error: clap::Error,
    program: &Command,
    arguments: &[OsString],
) -> clap::Error {
    let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg) else {
        return error;
    };
    // `--window <SECONDS>`
    let flag = option.split(' ').next().unwrap_or_default();
    let is_given = arguments.iter().any(|argument| {
        argument.to_str().is_some_and(|argument| argument.split('=').next() == Some(flag))
    });
    let variable = variable_of(program, flag.trim_start_matches('-')).filter(|_| !is_given);
    if let Some(variable) = variable {
        error.insert(ContextKind::InvalidArg, ContextValue::String(variable));
    }
    error
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;
    use std::{env, fs};

    use super::*;
    use crate::CommandLine;

    const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/operations.md");
    const BEGIN: &str = "<!-- The options: written by `GRADUS_TESTS_RENEW=1 cargo test --bin gradus options`. -->\n";
    const END: &str = "<!-- The end of the options. -->\n";

    /// The options of the server in tables, one for each section of `gradus serve --help`.
    fn tables(program: &Command) -> String {
        let mut sections: Vec<(&str, Vec<[String; 4]>)> = Vec::new();
        for option in variables_of(program) {
            let section = option.get_help_heading().unwrap_or("All commands");
            match sections.iter_mut().find(|(known, _)| *known == section) {
                Some((_, rows)) => rows.push(row(option)),
                None => sections.push((section, vec![row(option)])),
            }
        }
        let mut text = String::new();
        for (section, rows) in sections {
            let has_codes = rows.iter().any(|[.., code]| !code.is_empty());
            let columns = if has_codes { 4 } else { 3 };
            let head = ["option", "default", "what", "code"];
            write!(text, "\n**{section}**\n\n").unwrap();
            writeln!(text, "| {} |", head[..columns].join(" | ")).unwrap();
            writeln!(text, "|{}", "---|".repeat(columns)).unwrap();
            for row in rows {
                writeln!(text, "| {} |", row[..columns].join(" | ")).unwrap();
            }
        }
        text + "\n"
    }

    /// Flag, default, help, and the codes of the problems that the option causes.
    fn row(option: &Arg) -> [String; 4] {
        let code = |text: &str| format!("`{text}`");
        let long = option.get_long().unwrap();
        // clap makes a name of the field where a definition has none.
        let derived = option.get_id().as_str().to_uppercase();
        let value = option.get_value_names().unwrap_or_default().first();
        let value = value.filter(|value| value.as_str() != derived);
        let value = value.map_or_else(String::new, |value| format!(" {value}"));
        let flag = code(&format!("--{long}{value}"));
        let variable = option.get_env().unwrap().to_str().unwrap();
        let is_named = variable == variable_named(long);
        let flag = if is_named { flag } else { format!("{flag} ({})", code(variable)) };
        let help = option.get_help().unwrap().to_string();
        let (help, default) = part(&help, "[default: ");
        let (mut help, codes) = part(&help, "[code: ");
        let names = option.get_possible_values();
        if !names.is_empty() {
            let names: Vec<_> = names.iter().map(|name| code(name.get_name())).collect();
            help = format!("{help}: {}", names.join(", "));
        }
        let values = option.get_default_values().iter().map(|value| code(value.to_str().unwrap()));
        let default = default.into_iter().chain(values).collect::<Vec<_>>().join(", ");
        let codes = codes.iter().flat_map(|codes| codes.split(", ")).map(code);
        [flag, default, help.replace('|', "\\|"), codes.collect::<Vec<_>>().join(", ")]
    }

    /// A help text without a part in brackets, and the part.
    fn part(help: &str, begin: &str) -> (String, Option<String>) {
        let Some((before, rest)) = help.split_once(begin) else { return (help.to_owned(), None) };
        let (part, after) = rest.split_once(']').unwrap();
        (format!("{}{after}", before.trim_end()), Some(part.to_owned()))
    }

    #[test]
    fn the_tables_in_the_documents_are_those_of_the_definitions() {
        let document = fs::read_to_string(DOCUMENT).unwrap();
        let (before, rest) = document.split_once(BEGIN).unwrap();
        let (written, after) = rest.split_once(END).unwrap();
        let tables = tables(&CommandLine::program());
        if env::var_os("GRADUS_TESTS_RENEW").is_some() {
            fs::write(DOCUMENT, [before, BEGIN, &tables, END, after].concat()).unwrap();
        } else {
            assert_eq!(written, tables, "is it meant? then renew it: {BEGIN}");
        }
    }

    #[test]
    fn the_variable_of_an_option_is_named_as_its_flag() {
        let program = CommandLine::program();
        let named = |option: &&Arg| option.get_env().unwrap() != "RUST_LOG";
        for option in variables_of(&program).filter(named) {
            let variable = variable_named(option.get_long().unwrap());
            assert_eq!(option.get_env().unwrap(), &*variable);
        }
        program.debug_assert();
    }
}
