//! The machinery, tried with kinds made for it.

mod catalog;
mod exercise;
mod sum;
