//! The tests of the server, in one binary, one module for each concern.
#![cfg(test)]

mod author;
mod backup;
mod board;
mod browser;
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
mod http;
mod kinds;
mod malformed;
mod matches;
mod older_boards;
mod openapi;
mod oracle;
mod packaging;
mod places;
mod play;
mod problems;
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

use std::sync::LazyLock;

use gradus::app::challenges;
use gradus::step::Steps;

/// The steps of the program. The tests share them, and with them what is prepared for explanations.
fn catalog() -> &'static Steps {
    static CATALOG: LazyLock<Steps> = LazyLock::new(|| challenges::load(None, None).unwrap().steps);
    &CATALOG
}
