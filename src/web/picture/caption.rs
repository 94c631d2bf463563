//! What is said about a match: the words in its picture, and those for whoever does not see it.
//!
//! ```text
//!   title          Gomoku: Black has won
//!   description    A board of 15 rows and 15 columns, lettered from a to o. 9 moves: hh, gh, …, hl. Complete lines: …
//!   players        Black, White
//!   status         Black has won
//! ```

use crate::board::lattice::four_in_a_row::End;
use crate::game::{Match, Outcome, Rules, SeatNumber, Written};

/// The words of a picture.
#[derive(Clone, Debug)]
pub(super) struct Caption {
    /// The picture's name: the game, and how it stands.
    pub(super) title: String,
    /// All that the picture shows, in sentences.
    pub(super) description: String,
    /// What stands beside each player's token, in the players' order.
    pub(super) players: Vec<Standing>,
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
    pub(super) fn of(game: &Match) -> Self {
        let status = status(game);
        let scores = game.table().scores();
        let players = SeatNumber::first(scores.len()).zip(scores);
        Self {
            title: format!("{}: {status}", name(game.setup().rules())),
            description: [board(game.setup().rules()), moves(game), lines(game)].join(" "),
            players: players.map(|(seat, score)| standing(game, seat, score)).collect(),
            status,
        }
    }
}

const fn name(rules: &Rules) -> &'static str {
    match rules {
        Rules::Gomoku => "Gomoku",
        Rules::Numerical => "Numerical tic-tac-toe",
        Rules::FourInARow { .. } => "Four in a row in four dimensions",
        Rules::Tesseract { .. } => "Tic-tac-toe on a tesseract",
    }
}

fn player(rules: &Rules, seat: SeatNumber) -> String {
    let is_first = seat.index() == 0;
    match rules {
        Rules::Gomoku | Rules::FourInARow { .. } if is_first => "Black".to_owned(),
        Rules::Gomoku | Rules::FourInARow { .. } => "White".to_owned(),
        Rules::Numerical if is_first => "Odd".to_owned(),
        Rules::Numerical => "Even".to_owned(),
        Rules::Tesseract { .. } => format!("Player {seat}"),
    }
}

fn status(game: &Match) -> String {
    let rules = game.setup().rules();
    let winners = match game.table().outcome() {
        Outcome::Over(winners) if !game.is_draw() => winners,
        _ => Vec::new(),
    };
    match (game.to_move(), winners.as_slice()) {
        (Some(seat), _) => format!("{} to move", player(rules, seat)),
        (None, []) => "Draw".to_owned(),
        (None, [winner]) => format!("{} has won", player(rules, *winner)),
        // Several win on a tesseract only, where players have numbers.
        (None, [first @ .., last]) => {
            let first: Vec<String> = first.iter().map(ToString::to_string).collect();
            format!("Players {} and {last} have won", first.join(", "))
        }
    }
}

fn standing(game: &Match, seat: SeatNumber, score: usize) -> Standing {
    let rules = game.setup().rules();
    let label = match rules {
        Rules::Gomoku | Rules::Numerical => player(rules, seat),
        Rules::FourInARow { .. } => format!("{} {score}", player(rules, seat)),
        Rules::Tesseract { .. } => score.to_string(),
    };
    let has_won =
        matches!(game.table().outcome(), Outcome::Over(winners) if winners.contains(&seat));
    Standing { label, stands_out: has_won || game.to_move() == Some(seat) }
}

fn board(rules: &Rules) -> String {
    match rules {
        Rules::Gomoku => "A board of 15 rows and 15 columns, lettered from a to o.".to_owned(),
        Rules::Numerical => {
            "A board of 4 rows and 4 columns, its cells numbered row by row from 0 to 15."
                .to_owned()
        }
        Rules::FourInARow { end } => {
            let wins = match end {
                End::FirstLine => "The first line wins.",
                End::MostLines => "Whoever has more lines on the full board wins.",
            };
            format!("A board of 4×4×4×4 cells, numbered from 0 to 255. {wins}")
        }
        Rules::Tesseract { players, threshold, icons } => {
            let icons = players.iter().zip(icons.all().iter().skip(1));
            let icons = icons.map(|(player, icon)| format!("player {player} is {icon}"));
            format!(
                "A tesseract of 80 tiles, numbered from 1 to 80: {}. Lines that win: {threshold}.",
                icons.collect::<Vec<_>>().join(", ")
            )
        }
    }
}

fn moves(game: &Match) -> String {
    let history = game.table().history();
    match history.as_slice() {
        [] => "Nobody has moved.".to_owned(),
        [only] => format!("1 move: {only}."),
        [.., last] => {
            format!("{} moves: {}. The last is {last}.", history.len(), history.join(", "))
        }
    }
}

fn lines(game: &Match) -> String {
    let line = |line: Vec<Written>| line.iter().map(shown).collect::<Vec<_>>().join(" ");
    let lines_of = |seat| {
        let lines: Vec<String> = game.table().lines_of(seat).into_iter().map(line).collect();
        let name = player(game.setup().rules(), seat);
        match lines.len() {
            0 => format!("{name} 0"),
            count => format!("{name} {count} ({})", lines.join("; ")),
        }
    };
    let players = SeatNumber::first(game.setup().seats().len()).map(lines_of);
    format!("Complete lines: {}.", players.collect::<Vec<_>>().join(", "))
}

fn shown(place: &Written) -> String {
    match place {
        Written::Text(text) => text.clone(),
        Written::Number(number) => number.to_string(),
    }
}
