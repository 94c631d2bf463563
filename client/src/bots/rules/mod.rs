//! The computer player `rules` of STEPS.md, followed literally, as the opponent that the bots are tried against; and a referee.

mod four_in_a_row;
mod gomoku;
mod numerical;
mod tesseract;

use super::dice::Dice;
use super::{End, Turn, bot};

/// A game as the tests play it.
struct Rules {
    /// The move of the player `rules`.
    reply: fn(&Turn, &mut Dice) -> String,
    standing: fn(&Turn) -> Standing,
}

/// How a match stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    Open,
    Drawn,
    /// Won by this player, numbered from 1.
    Won(usize),
}

fn rules(game: &str) -> Rules {
    match game {
        "four_in_a_row" => Rules { reply: four_in_a_row::reply, standing: four_in_a_row::standing },
        "gomoku" => Rules { reply: gomoku::reply, standing: gomoku::standing },
        "numerical" => Rules { reply: numerical::reply, standing: numerical::standing },
        "tesseract" => Rules { reply: tesseract::reply, standing: tesseract::standing },
        _ => panic!("{game} is no game"),
    }
}

/// A match of a game's bot as one of the players, numbered from 1, against `rules` as all others: how it ended, and its moves.
fn play(game: &str, start: &Turn, seat: usize, seed: u64) -> (Standing, Vec<String>) {
    let (bot, rules) = (bot(game).unwrap(), rules(game));
    let mut dice = Dice::new(!seed);
    let mut history = start.history.to_vec();
    loop {
        let turn = Turn { history: &history, seed, ..*start };
        let standing = (rules.standing)(&turn);
        if standing != Standing::Open {
            return (standing, history);
        }
        let to_move = history.len() % usize::from(turn.players) + 1;
        let r#move =
            if to_move == seat { bot(&turn).unwrap() } else { (rules.reply)(&turn, &mut dice) };
        assert!(!history.contains(&r#move), "{move} again in {history:?}");
        history.push(r#move);
    }
}

/// How many of some matches with different seeds the bot does not win.
fn failures(game: &str, start: &Turn, seat: usize, matches: u64) -> usize {
    let standings = (0..matches).map(|seed| play(game, start, seat, seed).0);
    standings.filter(|standing| *standing != Standing::Won(seat)).count()
}

#[test]
fn gomoku_is_won_from_either_seat() {
    for seat in [1, 2] {
        assert_eq!(failures("gomoku", &Turn::new(&[]), seat, 4), 0, "seat {seat}");
    }
}

#[test]
fn four_in_a_row_is_won_from_either_seat() {
    for seat in [1, 2] {
        assert_eq!(failures("four_in_a_row", &Turn::new(&[]), seat, 8), 0, "seat {seat}");
    }
}

#[test]
fn the_most_lines_of_four_are_made_from_either_seat() {
    let start = Turn { end: End::MostLines, ..Turn::new(&[]) };
    for seat in [1, 2] {
        assert_eq!(failures("four_in_a_row", &start, seat, 1), 0, "seat {seat}");
    }
}

#[test]
fn a_tesseract_is_won_from_either_seat() {
    for seat in [1, 2] {
        assert_eq!(failures("tesseract", &Turn::new(&[]), seat, 4), 0, "seat {seat}");
    }
}

/// There is nothing that wins for sure: a draw is allowed here and there.
#[test]
fn numbers_are_won_from_either_seat_nearly_always() {
    for seat in [1, 2] {
        assert!(failures("numerical", &Turn::new(&[]), seat, 5) <= 1, "seat {seat}");
    }
}
