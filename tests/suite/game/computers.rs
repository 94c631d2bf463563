//! The computer players, as a match uses them. How they think is tested beside their code.

use gradus::game::record::{self, Format, Record};
use gradus::game::{Match, Seat};

use super::{new_match, setups, variants};

fn to_the_end(mut game: Match) -> Match {
    while game.advance().is_ok() {}
    assert_eq!(game.to_move(), None);
    game
}

/// The last computer player of a game is its strongest, and the first is `random`.
fn strongest_and_random(computers: &[Seat]) -> [Seat; 2] {
    [*computers.last().unwrap(), computers[0]]
}

#[case]
fn every_computer_plays_every_game_to_its_end() {
    for (game, seats, mut setup) in variants() {
        // A whole game of searches takes long; they are tested move by move.
        let computers = game.spec().computers.iter().copied().filter(|&one| one != Seat::Search);
        for computer in computers {
            for players in [[computer, Seat::Random], [Seat::Random, computer]] {
                let players: Vec<Seat> = players.into_iter().cycle().take(seats).collect();
                setup["seats"] = serde_json::to_value(players).unwrap();
                to_the_end(new_match(&setup));
            }
        }
    }
}

#[case]
fn a_game_is_its_seeds() {
    for setup in setups(|computers| [computers[computers.len() / 2], Seat::Random]) {
        let with_seed = |seed: u32| {
            let mut setup = setup.clone();
            setup["seed"] = seed.into();
            to_the_end(new_match(&setup)).game().history()
        };
        let first = with_seed(5);
        assert_eq!(with_seed(5), first, "{setup}");
        assert!((6..20).any(|seed| with_seed(seed) != first), "{setup}");
    }
}

#[case]
fn an_interrupted_game_goes_on_as_it_would_have() {
    for setup in setups(strongest_and_random) {
        let mut whole = new_match(&setup);
        for _ in 0..8 {
            if whole.advance().is_err() {
                break;
            }
        }
        let moves = whole.game().history();
        let kept = moves.len() / 2;
        let mut resumed = whole.until(kept);
        assert_eq!(resumed.game().history(), moves[..kept]);
        for _ in kept..moves.len() {
            resumed.advance().unwrap();
        }
        assert_eq!(resumed.game().history(), moves, "{setup}");
    }
}

#[case]
fn computers_play_legally_in_positions_of_any_kind() {
    for setup in setups(|_| [Seat::Random; 2]) {
        for moves in [1, 7, 12, 60, 79, 200, 254] {
            let mut game = new_match(&setup);
            while game.game().move_count() < moves && game.advance().is_ok() {}
            for &computer in &game.setup().game().spec().computers {
                let seats = vec![computer; game.setup().seats().len()];
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
}
