//! The commands of the command line.

mod addresses;
pub(crate) mod backup;
pub(crate) mod check;
mod check_report;
mod class;
pub(crate) mod config;
pub(crate) mod config_file;
pub(crate) mod gradebook;
pub(crate) mod healthcheck;
pub(crate) mod instructors;
mod limits;
pub(crate) mod log;
pub(crate) mod migrate;
mod named_instructors;
mod options;
mod rates;
pub(crate) mod regrade;
pub(crate) mod rejudge;
mod reload;
mod repeats;
pub(crate) mod roster;
pub(crate) mod sample;
mod secret_file;
mod secrets;
pub(crate) mod serve;
pub(crate) mod shell;
pub(crate) mod variables;
