//! The tests of the server, in one binary, one module for each concern.
#![cfg(test)]

mod author;
mod board;
mod durability;
mod game;
mod golden;
mod http;
mod kinds;
mod oracle;
mod problems;
mod readme;
mod schemas;
mod server;
mod solve_all;
mod startup;
mod store;
