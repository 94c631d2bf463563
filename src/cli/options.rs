//! The options that are more than flags: variables of the environment, and keys of the configuration file.
//!
//! They are those of the server and those of all commands. Which options there are and what their values may be is known by the definitions of the
//! command line: there is no second list.

use clap::error::{ContextKind, ContextValue};
use clap::{Arg, Command};

/// The command that serves.
const SERVER: &str = "serve";

/// The id of the option that names the configuration file, and is no key of it: a file cannot name another file.
pub(super) const CONFIG: &str = "config";

/// The options that are also variables.
pub(super) fn variables_of(program: &Command) -> impl Iterator<Item = &Arg> {
    let server = program.find_subcommand(SERVER).into_iter().flat_map(Command::get_arguments);
    server.chain(program.get_arguments()).filter(|option| option.get_env().is_some())
}

/// Those of them that are keys of the configuration file.
pub(super) fn keys_of(program: &Command) -> impl Iterator<Item = &Arg> {
    variables_of(program).filter(|option| is_key(option))
}

/// Whether an option may be a key of the configuration file.
pub(super) fn is_key(option: &Arg) -> bool {
    option.get_env().is_some() && option.get_long().is_some() && option.get_id() != CONFIG
}

/// A command with these options and nothing else, which does not read their variables: it takes what a value may be.
pub(super) fn bare_command<'a>(options: impl Iterator<Item = &'a Arg>) -> Command {
    let options = options.map(|option| option.clone().env(None::<&'static str>));
    let command = Command::new("options").no_binary_name(true);
    command.disable_help_flag(true).disable_version_flag(true).args(options)
}

/// The long name of the option of a command that is most like a name which no option has; none if none is like it.
pub(super) fn similar(name: &str, command: &Command) -> Option<String> {
    let error = command.clone().try_get_matches_from([format!("--{name}=")]).err()?;
    match error.get(ContextKind::SuggestedArg) {
        Some(ContextValue::String(option)) => {
            option.split_whitespace().next().map(|long| long.trim_start_matches('-').to_owned())
        }
        _ => None,
    }
}
