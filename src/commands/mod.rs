//! What the command line can do, one file each.

pub(crate) mod check;
mod check_report;
pub(crate) mod log;
pub(crate) mod sample;
pub(crate) mod secret_file;
pub(crate) mod serve;
