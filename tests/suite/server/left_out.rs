//! What a test leaves out, because the machine lacks what it needs or does not permit it.

use std::fmt::Display;
use std::io::{self, Write as _};
use std::{env, thread};

/// Says what the test that is running leaves out, and why. What is printed with `eprintln` is shown only of tests that fail.
pub(crate) fn leave_out(what: &str, reason: impl Display) {
    let test = thread::current();
    let test = test.name().unwrap_or("a test");
    let _ = writeln!(io::stderr(), "{test} leaves out {what}: {reason}");
}

/// What may be left out of all tests, because it cannot be installed.
#[derive(Clone, Copy)]
pub(super) enum Part {
    Postgres,
    Nginx,
}

impl Part {
    /// Whether its tests do something. If not, it is said of this one.
    pub(super) fn is_wanted(self) -> bool {
        let (name, variable) = match self {
            Self::Postgres => ("PostgreSQL", "GRADUS_TESTS_WITHOUT_POSTGRES"),
            Self::Nginx => ("nginx", "GRADUS_TESTS_WITHOUT_NGINX"),
        };
        let is_wanted = env::var_os(variable).is_none_or(|value| value != "1");
        if !is_wanted {
            leave_out(name, format_args!("{variable}=1"));
        }
        is_wanted
    }
}
