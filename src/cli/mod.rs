//! The commands of the command line: a file for each, and what they share. The commands are the product, so they are own code; clap reads the command
//! line, completes it in shells and writes the manual pages. The heads of the other files say what clap leaves to them.
//!
//! | file | what |
//! |---|---|
//! | `error` | why a command failed |
//! | `options`, `config_file` | options as variables and as keys of the configuration file |
//! | `class` | the database and the course that a command works on |
//! | `output` | standard output, and new files |
//! | `secrets` | the secrets of `serve` |
//! | `log` | the log of every command |

pub(crate) mod backup;
pub(crate) mod check;
mod class;
pub(crate) mod config;
pub(crate) mod config_file;
pub(crate) mod decide;
pub(crate) mod error;
pub(crate) mod gradebook;
pub(crate) mod healthcheck;
pub(crate) mod instructors;
pub(crate) mod log;
pub(crate) mod migrate;
pub(crate) mod options;
mod output;
pub(crate) mod rejudge;
pub(crate) mod roster;
pub(crate) mod sample;
mod secrets;
pub(crate) mod serve;
pub(crate) mod shell;
