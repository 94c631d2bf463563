//! What is said about a match: the words in its picture, and those for whoever does not see it.
//!
//! ```text
//!   title          Gomoku: Black has won
//!   description    A board of 15 rows and 15 columns, lettered from a to o. 9 moves: hh, gh, …, hl. Complete lines: …
//!   players        Black, White
//!   status         Black has won
//! ```

use crate::game::{BySeat, Match, MoveJson, Outcome, SeatNumber};

/// The words of a picture.
#[derive(Clone, Debug)]
pub(super) struct Caption {
    /// The picture's name: the game, and how it stands.
    pub(super) title: String,
    /// All that the picture shows, in sentences.
    pub(super) description: String,
    /// What stands beside each player's token.
    pub(super) players: BySeat<Standing>,
    /// How the game stands.
    pub(super) status: String,
}

/// How a player stands.
#[derive(Clone, Debug)]
pub(super) struct Standing {
    /// The name, or the score where it matters.
    pub(super) label: String,
    /// Whether it is the player's turn, or the player has won.
    pub(super) stands_out: bool,
}

impl Caption {
    pub(super) fn of(shown: &Match) -> Self {
        let status = status(shown);
        let game = shown.game();
        Self {
            title: format!("{}: {status}", shown.setup().game().spec().title()),
            description: [game.description(), moves(&game.history()), lines(shown)].join(" "),
            players: shown.setup().seats().map(|seat, _| standing(shown, seat)),
            status,
        }
    }
}

fn status(shown: &Match) -> String {
    let game = shown.game();
    let winners = match game.outcome() {
        Outcome::Over(winners) if !shown.is_draw() => winners,
        _ => Vec::new(),
    };
    match (shown.to_move(), winners.as_slice()) {
        (Some(seat), _) => format!("{} to move", game.player_name(seat)),
        (None, []) => "Draw".to_owned(),
        (None, [winner]) => format!("{} has won", game.player_name(*winner)),
        // Where several win, players have numbers.
        (None, [first @ .., last]) => {
            let first: Vec<String> = first.iter().map(ToString::to_string).collect();
            format!("Players {} and {last} have won", first.join(", "))
        }
    }
}

fn standing(shown: &Match, seat: SeatNumber) -> Standing {
    let game = shown.game();
    let has_won = matches!(game.outcome(), Outcome::Over(winners) if winners.contains(&seat));
    Standing { label: game.standing(seat), stands_out: has_won || shown.to_move() == Some(seat) }
}

fn moves(history: &[String]) -> String {
    match history {
        [] => "Nobody has moved.".to_owned(),
        [only] => format!("1 move: {only}."),
        [.., last] => {
            format!("{} moves: {}. The last is {last}.", history.len(), history.join(", "))
        }
    }
}

fn lines(shown: &Match) -> String {
    let game = shown.game();
    let line =
        |line: Vec<MoveJson>| line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let lines_of = |seat| {
        let lines: Vec<String> = game.lines_of(seat).into_iter().map(line).collect();
        let name = game.player_name(seat);
        match lines.len() {
            0 => format!("{name} 0"),
            count => format!("{name} {count} ({})", lines.join("; ")),
        }
    };
    let players: Vec<String> = shown.setup().seats().numbers().map(lines_of).collect();
    format!("Complete lines: {}.", players.join(", "))
}
