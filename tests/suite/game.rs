//! Matches and records as values, without a server.

mod computers;
mod matches;
mod records;
mod setups;

use gradus::game::{GameName, Match, Seat, Setup};
use serde_json::{Value, json};

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

/// Every game with its numbers of seats, and the games whose options change how they are played; without players.
fn variants() -> Vec<(GameName, usize, Value)> {
    // On the tesseract the numbers of seats that matter: the fewest, some between, and the most.
    let is_tried = |seats: &usize| [2, 3, 4, 8].contains(seats);
    let default = GameName::all().flat_map(move |game| {
        let seats = game.spec().seats.clone().filter(is_tried);
        seats.map(move |seats| (game, seats, json!({ "game": game })))
    });
    let with_options = [
        json!({"game": "four_in_a_row", "end": "most_lines"}),
        json!({"game": "tesseract", "threshold": 3}),
    ];
    let with_options = with_options.into_iter().map(|setup| {
        let game = serde_json::from_value(setup["game"].clone()).unwrap();
        (game, 2, setup)
    });
    default.chain(with_options).collect()
}

/// The variants in which two players take the seats in turn; `choose` gets the computer players of the game.
fn setups(choose: impl Fn(&[Seat]) -> [Seat; 2]) -> Vec<Value> {
    let with_players = |(game, seats, mut setup): (GameName, usize, Value)| {
        let players = choose(&game.spec().computers);
        let players: Vec<Seat> = players.into_iter().cycle().take(seats).collect();
        setup["seats"] = json!(players);
        setup
    };
    variants().into_iter().map(with_players).collect()
}
