//! The computer players, as a match uses them. How they think is tested beside their code.

use gradus::game::record::{self, Format, Record};
use gradus::game::{Match, Seat};
use serde_json::{Value, json};

use super::new_match;

/// Every game with seats for computers, each in its variants.
fn games(one: &str, other: &str) -> Vec<Value> {
    let mut games = Vec::new();
    for (game, more) in [
        ("gomoku", json!({})),
        ("numerical", json!({})),
        ("four_in_a_row", json!({})),
        ("four_in_a_row", json!({"end": "most_lines"})),
        ("tesseract", json!({})),
        ("tesseract", json!({"threshold": 3})),
    ] {
        let mut setup = json!({"game": game, "seats": [one, other]});
        setup.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        games.push(setup);
    }
    games.push(json!({"game": "tesseract", "seats": [one, other, one], "threshold": 5}));
    games.push(json!({"game": "tesseract", "seats": [one, other, other, one], "threshold": 5}));
    games
}

fn to_the_end(mut game: Match) -> Match {
    while game.advance().is_ok() {}
    assert_eq!(game.to_move(), None);
    game
}

#[test]
fn every_computer_plays_every_game_to_its_end() {
    for (one, other) in [("random", "rules"), ("rules", "random"), ("random", "random")] {
        for setup in games(one, other) {
            to_the_end(new_match(&setup));
        }
    }
}

#[test]
fn a_game_is_its_seeds() {
    for setup in games("rules", "random") {
        let with_seed = |seed: u32| {
            let mut setup = setup.clone();
            setup["seed"] = seed.into();
            to_the_end(new_match(&setup)).game().history()
        };
        assert_eq!(with_seed(5), with_seed(5), "{setup}");
        assert_ne!(with_seed(5), with_seed(6), "{setup}");
    }
}

#[test]
fn an_interrupted_game_goes_on_as_it_would_have() {
    for setup in games("rules", "search") {
        let mut whole = new_match(&setup);
        for _ in 0..8 {
            whole.advance().unwrap();
        }
        let moves = whole.game().history();
        let mut resumed = whole.until(5);
        assert_eq!(resumed.game().history(), moves[..5]);
        for _ in 5..8 {
            resumed.advance().unwrap();
        }
        assert_eq!(resumed.game().history(), moves, "{setup}");
    }
}

#[test]
fn search_plays_legally_in_positions_of_any_kind() {
    for setup in games("random", "random") {
        for moves in [1, 7, 12, 60, 79, 200, 254] {
            let mut game = new_match(&setup);
            for _ in 0..moves {
                let _ = game.advance();
            }
            let seats = vec![Seat::Search; game.setup().seats().len()];
            let record = record::write(&game, Format::JSON).unwrap();
            let record = Record::read(&record).unwrap();
            let mut game = record.resume(Some(seats), game.setup().seed()).unwrap();
            let before = game.game().move_count();
            let is_open = game.to_move().is_some();
            assert_eq!(game.advance().is_ok(), is_open, "{setup} after {moves}");
            assert_eq!(game.game().move_count(), before + usize::from(is_open));
        }
    }
}
