//! Matches and records as values, without a server.

mod computers;
mod matches;
mod records;
mod setups;

use gradus::game::{Match, Setup};
use serde_json::Value;

/// A match of these seats, `{"game":…,"seats":…}` with a seed.
fn new_match(setup: &Value) -> Match {
    let mut setup = setup.clone();
    setup.as_object_mut().unwrap().entry("seed").or_insert(1.into());
    Match::new(serde_json::from_value::<Setup>(setup).unwrap())
}

/// A match in which these moves were made.
fn played(setup: &Value, moves: &str) -> Match {
    let mut game = new_match(setup);
    for text in moves.split_whitespace() {
        game.play(text).unwrap();
    }
    game
}
