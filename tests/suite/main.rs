//! The tests of the server, in one binary, one module for each concern. [`cases`] runs them.
#![cfg(test)]

#[macro_use]
extern crate gradus_case;

mod author;
mod backup;
mod board;
mod browser;
mod cases;
mod commands;
mod configuration;
mod dashboard;
mod documents;
mod durability;
mod faults;
mod fleet;
mod game;
mod generation;
mod golden;
mod healthcheck;
mod honest_class;
mod http;
mod kinds;
#[path = "../long/mod.rs"]
mod long;
mod malformed;
mod matches;
mod older_boards;
mod openapi;
mod packaging;
mod places;
mod play;
mod programs;
mod reload;
mod replay;
mod seam;
mod server;
mod shell;
mod solve_all;
mod startup;
mod store;
mod term;
mod under_load;

use std::process::ExitCode;
use std::sync::LazyLock;

use gradus::app::challenges;
use gradus::step::Steps;

/// The steps of the program. The tests share them, and with them what is prepared for explanations.
fn catalog() -> &'static Steps {
    static CATALOG: LazyLock<Steps> = LazyLock::new(|| challenges::load(None, None).unwrap().steps);
    &CATALOG
}

fn main() -> ExitCode {
    cases::run()
}
