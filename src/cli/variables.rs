//! Variables of the environment. One that begins as those of options and is none would be ignored without a word, and clap blames a flag for the
//! value of a variable.

use std::ffi::OsString;
use std::net::IpAddr;

use clap::error::{ContextKind, ContextValue};
use clap::{Arg, Command};

use super::options::{bare_command, similar, variables_of};

/// How the variables of options begin, but for that of `--log`.
const PREFIX: &str = "GRADUS_";

/// Those of the client, which may be set in the same environment.
const OF_CLIENT: [&str; 3] = ["GRADUS_KEY", "GRADUS_SERVER", "GRADUS_KEPT_KEYS"];

/// How those begin that the tests of Gradus read.
const OF_TESTS: &str = "GRADUS_TESTS_";

/// Logs a warning for each of these variables that is taken for one of Gradus and is unknown.
pub(crate) fn warn_of_unknown(
    program: &Command,
    variables: impl Iterator<Item = (OsString, OsString)>,
) {
    for (name, value) in variables {
        let (Ok(name), value) = (name.into_string(), value.to_string_lossy()) else { continue };
        let is_of_others = OF_CLIENT.contains(&&*name) || name.starts_with(OF_TESTS);
        let is_known = variables_of(program).any(|option| option.get_env() == Some(name.as_ref()));
        if let Some(rest) = name.strip_prefix(PREFIX)
            && !is_of_others
            && !is_known
            && !is_of_service(rest, &value)
        {
            let help = meant(rest, program).map_or_else(
                || "`gradus serve --help` lists those that there are".to_owned(),
                |variable| format!("did you mean {variable}?"),
            );
            tracing::warn!("there is no variable {name}; {help}");
        }
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

/// The same error, but if it is about an option that is not among the arguments of the process, it names the variable that has given the value.
pub(crate) fn in_name_of_variable(
    mut error: clap::Error,
    program: &Command,
    arguments: &[OsString],
) -> clap::Error {
    let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg) else {
        return error;
    };
    // `--window <SECONDS>`
    let flag = option.split(' ').next().unwrap_or_default().to_owned();
    let is_given = arguments.iter().any(|argument| {
        argument.to_str().is_some_and(|argument| argument.split('=').next() == Some(flag.as_str()))
    });
    let long = flag.strip_prefix("--").unwrap_or_default();
    let option = variables_of(program).find(|option| option.get_long() == Some(long));
    if let Some(variable) = option.and_then(Arg::get_env).filter(|_| !is_given) {
        let variable = variable.to_string_lossy().into_owned();
        error.insert(ContextKind::InvalidArg, ContextValue::String(variable));
    }
    error
}
