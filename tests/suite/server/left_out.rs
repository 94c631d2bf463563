//! Parts of the tests that a machine may leave out, because what they need cannot be installed there.

use std::io::{self, Write as _};
use std::{env, thread};

/// What may be left out.
#[derive(Clone, Copy)]
pub(super) enum Part {
    Postgres,
    Nginx,
}

impl Part {
    /// Whether its tests do something. If not, it is said of this one, also when its output is captured.
    pub(super) fn is_wanted(self) -> bool {
        let (name, variable) = match self {
            Self::Postgres => ("PostgreSQL", "GRADUS_TESTS_WITHOUT_POSTGRES"),
            Self::Nginx => ("nginx", "GRADUS_TESTS_WITHOUT_NGINX"),
        };
        let is_wanted = env::var_os(variable).is_none_or(|value| value != "1");
        if !is_wanted {
            let test = thread::current();
            let test = test.name().unwrap_or("a test");
            let _ =
                writeln!(io::stderr(), "{test}: nothing is tested with {name}, by {variable}=1");
        }
        is_wanted
    }
}
