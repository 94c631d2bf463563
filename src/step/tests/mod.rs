//! The machinery, tried with kinds made for it.

mod catalog;
mod exercise;
mod faults;
mod flawed;
mod folders;
mod sum;
