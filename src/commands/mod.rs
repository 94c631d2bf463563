//! The commands of the command line.

pub(crate) mod check;
mod check_report;
pub(crate) mod log;
mod named_instructors;
mod rates;
mod repeats;
pub(crate) mod sample;
pub(crate) mod secret_file;
pub(crate) mod serve;
