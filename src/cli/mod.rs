//! The commands of the command line: a file for each, and what they share.
//!
//! | file | what |
//! |---|---|
//! | `error` | why a command failed |
//! | `options`, `config_file` | options as variables and as keys of the configuration file |
//! | `class` | the database and the course that a command works on |
//! | `output` | standard output, and new files |
//! | `secrets`, `memory`, `reload` | parts of `serve` |
//! | `log`, `repeats` | the log of every command |
//! | `check_report` | the report of `check` |

pub(crate) mod backup;
pub(crate) mod check;
mod check_report;
mod class;
pub(crate) mod config;
pub(crate) mod config_file;
pub(crate) mod error;
pub(crate) mod gradebook;
pub(crate) mod healthcheck;
pub(crate) mod instructors;
pub(crate) mod log;
mod memory;
pub(crate) mod migrate;
pub(crate) mod options;
mod output;
pub(crate) mod rejudge;
#[cfg(unix)]
mod reload;
mod repeats;
pub(crate) mod roster;
pub(crate) mod sample;
mod secrets;
pub(crate) mod serve;
pub(crate) mod shell;
