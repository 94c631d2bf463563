//! Variables that begin as those of options and are none. Without a word a misspelt one would be ignored.

use std::ffi::OsString;

use clap::Command;

use super::options::{bare_command, similar, variables_of};

/// How the variables of options begin, but for that of `--log`.
const PREFIX: &str = "GRADUS_";

/// Those of the client, which may be set in the same environment.
const OF_CLIENT: [&str; 3] = ["GRADUS_KEY", "GRADUS_SERVER", "GRADUS_KEPT_KEYS"];

/// How those begin that the tests of Gradus read.
const OF_TESTS: &str = "GRADUS_TESTS_";

/// Logs a warning for each of these variables that is taken for one of Gradus and is unknown.
pub(crate) fn warn_of_unknown(program: &Command, names: impl Iterator<Item = OsString>) {
    for name in names.filter_map(|name| name.into_string().ok()) {
        let is_of_others = OF_CLIENT.contains(&&*name) || name.starts_with(OF_TESTS);
        let is_known = variables_of(program).any(|option| option.get_env() == Some(name.as_ref()));
        if let Some(rest) = name.strip_prefix(PREFIX)
            && !is_of_others
            && !is_known
        {
            let help = meant(rest, program).map_or_else(
                || "`gradus serve --help` lists those that there are".to_owned(),
                |variable| format!("did you mean {variable}?"),
            );
            tracing::warn!("there is no variable {name}; {help}");
        }
    }
}

/// The variable of the option that is called as the rest of a name, or nearly so.
fn meant(rest: &str, program: &Command) -> Option<String> {
    let long = rest.to_lowercase().replace('_', "-");
    let variable_of = |long: &str| {
        let option = variables_of(program).find(|option| option.get_long() == Some(long))?;
        option.get_env().map(|variable| variable.to_string_lossy().into_owned())
    };
    variable_of(&long).or_else(|| {
        let command = bare_command(variables_of(program));
        similar(&long, &command).and_then(|long| variable_of(&long))
    })
}
