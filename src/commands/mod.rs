//! The commands of the command line.

pub(crate) mod backup;
pub(crate) mod check;
mod check_report;
mod class;
pub(crate) mod gradebook;
pub(crate) mod instructors;
pub(crate) mod log;
pub(crate) mod migrate;
mod named_instructors;
mod rates;
pub(crate) mod regrade;
pub(crate) mod rejudge;
mod repeats;
pub(crate) mod roster;
pub(crate) mod sample;
pub(crate) mod secret_file;
pub(crate) mod serve;
