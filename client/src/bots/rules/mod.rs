//! The computer player `rules` of STEPS.md, followed literally, as the opponent that the bots are tried against; and a referee.

mod four_in_a_row;
mod gomoku;
mod numerical;
mod tesseract;

use super::dice::Dice;
use super::{Turn, bot};

/// A game as the tests play it.
struct Rules {
    /// The move of the player `rules`.
    reply: fn(&Turn, &mut Dice) -> String,
    /// Who has won the match; none while it goes on.
    result: fn(&Turn) -> Option<Winner>,
}

/// Who has won a match that is over.
enum Winner {
    /// It is a draw.
    Nobody,
    /// A player, numbered from 1.
    Player(usize),
}

fn rules(game: &str) -> Rules {
    match game {
        "four_in_a_row" => Rules { reply: four_in_a_row::reply, result: four_in_a_row::result },
        "gomoku" => Rules { reply: gomoku::reply, result: gomoku::result },
        "numerical" => Rules { reply: numerical::reply, result: numerical::result },
        "tesseract" => Rules { reply: tesseract::reply, result: tesseract::result },
        _ => panic!("{game} is no game"),
    }
}

/// How a match ended for the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Won,
    Drawn,
    Lost,
}

/// A match of a game's bot as one of the players, numbered from 1, against `rules` as all others.
pub(crate) fn play(game: &str, start: &Turn, seat: usize, seed: u64) -> (Ending, Vec<String>) {
    let (bot, rules) = (bot(game).unwrap(), rules(game));
    let mut dice = Dice::new(seed);
    let mut history = start.history.to_vec();
    loop {
        let turn = Turn { history: &history, seed, ..*start };
        let ending = match (rules.result)(&turn) {
            Some(Winner::Nobody) => Some(Ending::Drawn),
            Some(Winner::Player(winner)) if winner == seat => Some(Ending::Won),
            Some(Winner::Player(_)) => Some(Ending::Lost),
            None => None,
        };
        if let Some(ending) = ending {
            return (ending, history);
        }
        let to_move = history.len() % usize::from(turn.players) + 1;
        let r#move =
            if to_move == seat { bot(&turn).unwrap() } else { (rules.reply)(&turn, &mut dice) };
        history.push(r#move);
    }
}
