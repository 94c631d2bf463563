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

use super::texts::TEXTS;
use crate::drawing::Look;
use crate::game::{BySeat, Match, MoveJson, Outcome, Seat, SeatNumber};
use crate::step::{Language, Translated};

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
        let title = shown.setup().game().spec().title();
        let status = status(shown);
        let history = game.history();
        let count = count(history.len());
        let sentences = [
            game.description(look),
            TEXTS.sentence.with(&[("text", &game.aim())]),
            moves(&history, &count),
            lines(shown),
        ];
        // Chinese and Japanese have no blank between sentences.
        let blank = if language == Language::English { " " } else { "" };
        Self {
            title: TEXTS.title.fill(language, &[("game", &title), ("status", &status)]),
            description: sentences.each_ref().map(|text| text.get(language)).join(blank),
            seats: shown.setup().seats().map(|seat, &who| seat_caption(shown, seat, who, language)),
            status: status.get(language).to_owned(),
            moves: count.get(language).to_owned(),
            aim: game.aim().get(language).to_owned(),
            game: title.get(language).to_owned(),
        }
    }
}

/// Who has won; none while the match is open, and after a draw.
fn winners(shown: &Match) -> Vec<SeatNumber> {
    match shown.game().outcome() {
        Outcome::Over(winners) if !shown.is_draw() => winners,
        _ => Vec::new(),
    }
}

/// Whose turn it is, or who has won.
pub(super) fn status(shown: &Match) -> Translated {
    let game = shown.game();
    match (shown.to_move(), winners(shown).as_slice()) {
        (Some(seat), _) => TEXTS.to_move.with(&[("player", &game.player_name(seat))]),
        (None, []) => TEXTS.draw.clone(),
        (None, [winner]) => TEXTS.won.with(&[("player", &game.player_name(*winner))]),
        // Where several win, players have numbers.
        (None, [first @ .., last]) => {
            let first: Vec<String> = first.iter().map(ToString::to_string).collect();
            TEXTS.several_won.with(&[("players", &first.join(", ")), ("last", last)])
        }
    }
}

fn seat_caption(shown: &Match, seat: SeatNumber, who: Seat, language: Language) -> SeatCaption {
    let game = shown.game();
    let who = match who {
        Seat::Human => TEXTS.human.get(language).to_owned(),
        Seat::Random => TEXTS.random.get(language).to_owned(),
        Seat::Rules => TEXTS.rules.get(language).to_owned(),
        Seat::Search => TEXTS.search.get(language).to_owned(),
        Seat::AlphaBeta(depth) => TEXTS.alphabeta.fill(language, &[("depth", &depth.get())]),
    };
    let turn = if shown.to_move() == Some(seat) {
        Turn::ToMove
    } else if winners(shown).contains(&seat) {
        Turn::Won
    } else {
        Turn::Others
    };
    SeatCaption {
        name: game.player_name(seat).get(language).to_owned(),
        about: std::iter::once(who).chain(score(shown, seat, language)).collect(),
        turn,
    }
}

/// How many lines a player has, in games that count them.
fn lines_counted(shown: &Match, seat: SeatNumber) -> Option<usize> {
    let game = shown.game();
    game.scores().get(seat).copied().filter(|_| game.is_scored())
}

/// The same in words.
pub(super) fn score(shown: &Match, seat: SeatNumber, language: Language) -> Option<String> {
    lines_counted(shown, seat).map(|score| match score {
        1 => TEXTS.one_line.get(language).to_owned(),
        count => TEXTS.lines.fill(language, &[("count", &count)]),
    })
}

/// How many moves there are, in words.
pub(super) fn count(moves: usize) -> Translated {
    match moves {
        0 => TEXTS.no_moves.clone(),
        1 => TEXTS.one_move.clone(),
        count => TEXTS.moves.with(&[("count", &count)]),
    }
}

fn moves(history: &[String], count: &Translated) -> Translated {
    match history.last() {
        None => TEXTS.sentence.with(&[("text", count)]),
        Some(last) => TEXTS.history.with(&[
            ("moves", count),
            ("history", &history.join(", ")),
            ("last", last),
        ]),
    }
}

fn lines(shown: &Match) -> Translated {
    let game = shown.game();
    let line =
        |line: Vec<MoveJson>| line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let lines_of = |seat| -> (Translated, String) {
        let lines: Vec<String> = game.lines_of(seat).into_iter().map(line).collect();
        let lines = match lines.len() {
            0 => "0".to_owned(),
            count => format!("{count} ({})", lines.join("; ")),
        };
        (game.player_name(seat), lines)
    };
    let players: Vec<_> = shown.setup().seats().numbers().map(lines_of).collect();
    let players = Translated::from_fn(|language| {
        let each = |(name, lines): &(Translated, String)| format!("{} {lines}", name.get(language));
        players.iter().map(each).collect::<Vec<_>>().join(TEXTS.comma.get(language))
    });
    TEXTS.complete_lines.with(&[("players", &players)])
}
