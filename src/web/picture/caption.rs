//! The texts of a picture: its labels, and the title and description for screen readers.
//!
//! ```text
//!   title          Gomoku: Black has won
//!   description    A board of 15 rows and 15 columns, lettered from a to o. 9 moves: hh, gh, …, hl. Complete lines: …
//!   players        Black, White
//!   status         Black has won
//! ```

use crate::game::{BySeat, Match, MoveJson, Outcome, SeatNumber};
use crate::step::Language;

/// The texts of a picture.
#[derive(Clone, Debug)]
pub(super) struct Caption {
    /// The title: the game and its status.
    pub(super) title: String,
    /// Everything that the picture shows, in sentences.
    pub(super) description: String,
    /// The label beside each player's token.
    pub(super) players: BySeat<PlayerLabel>,
    /// Whose turn it is, or the result.
    pub(super) status: String,
}

/// The label of a player.
#[derive(Clone, Debug)]
pub(super) struct PlayerLabel {
    /// The name, or the score in games that count lines.
    pub(super) text: String,
    /// Whether it is the player's turn, or the player has won.
    pub(super) is_bold: bool,
}

impl Caption {
    pub(super) fn of(shown: &Match) -> Self {
        let status = status(shown);
        let game = shown.game();
        Self {
            title: format!(
                "{}: {status}",
                shown.setup().game().spec().title().get(Language::English)
            ),
            description: [game.description(), moves(&game.history()), lines(shown)].join(" "),
            players: shown.setup().seats().map(|seat, _| player_label(shown, seat)),
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

fn player_label(shown: &Match, seat: SeatNumber) -> PlayerLabel {
    let game = shown.game();
    let has_won = matches!(game.outcome(), Outcome::Over(winners) if winners.contains(&seat));
    PlayerLabel { text: game.standing(seat), is_bold: has_won || shown.to_move() == Some(seat) }
}

fn moves(history: &[String]) -> String {
    match history {
        [] => "No moves.".to_owned(),
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
