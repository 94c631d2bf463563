//! The machinery, tried with kinds made for it.

mod catalog;
mod diagnostics;
mod exercise;
mod flawed;
mod folders;
mod sum;
