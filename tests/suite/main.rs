//! The tests of the server, in one binary, one module for each concern.
#![cfg(test)]

mod author;
mod board;
mod durability;
mod golden;
mod http;
mod kinds;
mod kinds_four_in_a_row;
mod kinds_gomoku;
mod kinds_numerical;
mod kinds_tesseract;
mod oracle;
mod problems;
mod server;
mod solve_all;
mod startup;
mod store;
