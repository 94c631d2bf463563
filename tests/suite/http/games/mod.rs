//! `/games`, spoken with a real server.

mod addresses;
mod computers;
mod events;
mod making;
mod moves;
mod records;
mod restart;
mod showing;
mod steps;
