//! The texts of a match's picture: its labels, and the title and description for screen readers.
//!
//! ```text
//!   title          Gomoku: Black has won
//!   description    A board of 15 rows and 15 columns, lettered from a to o. Five in a row wins. 9 moves: hh, gh, …
//!   seats          Black, person, won; White, search
//!   status         Black has won
//!   moves          9 moves
//!   aim            Five in a row wins
//! ```

use crate::drawing::Look;
use crate::game::{BySeat, Match, MoveJson, Seat, SeatNumber};
use crate::step::Language;
use crate::texts::{Between, Picture};

/// The texts of a picture, in one language.
#[derive(Clone, Debug)]
pub(super) struct Caption {
    /// The game.
    pub(super) game: String,
    /// The game and its status.
    pub(super) title: String,
    /// Everything that the picture shows, in sentences.
    pub(super) description: String,
    /// What is beside each player's token.
    pub(super) seats: BySeat<SeatCaption>,
    /// Whose turn it is, or the result.
    pub(super) status: String,
    /// How many moves were made.
    pub(super) moves: String,
    /// What wins.
    pub(super) aim: String,
}

/// What is said of a player.
#[derive(Clone, Debug)]
pub(super) struct SeatCaption {
    /// What the player is called.
    pub(super) name: String,
    /// Who plays, and the score where it decides the game.
    pub(super) about: Vec<String>,
    pub(super) turn: Turn,
}

/// What a player has to do with the status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    ToMove,
    Won,
    /// Another one is to move, or has won.
    Others,
}

impl Caption {
    pub(super) fn of(shown: &Match, look: &Look, language: Language) -> Self {
        let game = shown.game();
        let title = &shown.setup().game().spec().title;
        let status = status(shown, language);
        let history = game.history();
        let count = count(history.len(), language);
        let sentences = [
            game.description(look).render(language).into_owned(),
            Picture(language).sentence(game.aim()),
            moves(&history, &count, language),
            lines(shown, language),
        ];
        // Chinese and Japanese have no blank between sentences.
        let blank = Between(language).sentences();
        Self {
            title: Picture(language).title(title, &status),
            description: sentences.join(blank),
            seats: shown.setup().seats().map(|seat, &who| seat_caption(shown, seat, who, language)),
            status,
            moves: count,
            aim: game.aim().render(language).into_owned(),
            game: title.render(language).into_owned(),
        }
    }
}

/// Whose turn it is, or who has won.
pub(crate) fn status(shown: &Match, language: Language) -> String {
    let game = shown.game();
    match (shown.to_move(), shown.winners().as_slice()) {
        (Some(seat), _) => Picture(language).to_move(game.player_name(seat)),
        (None, []) => Picture(language).draw().to_owned(),
        (None, [winner]) => Picture(language).won(game.player_name(*winner)),
        // Where several win, players have numbers.
        (None, [first @ .., last]) => {
            let first: Vec<String> = first.iter().map(ToString::to_string).collect();
            Picture(language).several_won(first.join(", "), last)
        }
    }
}

fn seat_caption(shown: &Match, seat: SeatNumber, who: Seat, language: Language) -> SeatCaption {
    let game = shown.game();
    let who = match who {
        Seat::Human => Picture(language).human().to_owned(),
        Seat::Random => Picture(language).random().to_owned(),
        Seat::Rules => Picture(language).rules().to_owned(),
        Seat::Search => Picture(language).search().to_owned(),
        Seat::AlphaBeta(depth) => Picture(language).alphabeta(depth.get()),
    };
    let turn = if shown.to_move() == Some(seat) {
        Turn::ToMove
    } else if shown.winners().contains(&seat) {
        Turn::Won
    } else {
        Turn::Others
    };
    SeatCaption {
        name: game.player_name(seat).render(language).into_owned(),
        about: std::iter::once(who).chain(score(shown, seat, language)).collect(),
        turn,
    }
}

/// How many lines a player has, in games that count them.
fn lines_counted(shown: &Match, seat: SeatNumber) -> Option<usize> {
    let game = shown.game();
    game.scores().get(seat).copied().filter(|_| game.is_scored())
}

/// How many lines a player has, in words; none in games that do not count them.
pub(crate) fn score(shown: &Match, seat: SeatNumber, language: Language) -> Option<String> {
    lines_counted(shown, seat).map(|score| match score {
        1 => Picture(language).one_line().to_owned(),
        count => Picture(language).lines(count),
    })
}

/// How many moves there are, in words.
pub(crate) fn count(moves: usize, language: Language) -> String {
    match moves {
        0 => Picture(language).no_moves().to_owned(),
        1 => Picture(language).one_move().to_owned(),
        count => Picture(language).moves(count),
    }
}

fn moves(history: &[String], count: &str, language: Language) -> String {
    match history.last() {
        None => Picture(language).sentence(count),
        Some(last) => Picture(language).history(count, history.join(", "), last),
    }
}

fn lines(shown: &Match, language: Language) -> String {
    let game = shown.game();
    let line =
        |line: Vec<MoveJson>| line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let lines_of = |seat| {
        let lines: Vec<String> = game.lines_of(seat).into_iter().map(line).collect();
        let lines = match lines.len() {
            0 => "0".to_owned(),
            count => format!("{count} ({})", lines.join("; ")),
        };
        format!("{} {lines}", game.player_name(seat).render(language))
    };
    let players: Vec<_> = shown.setup().seats().numbers().map(lines_of).collect();
    let players = players.join(Picture(language).comma());
    Picture(language).complete_lines(players)
}
