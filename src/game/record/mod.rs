//! Games written down, and read again: as JSON, and in the forms that each game has had before.
//!
//! | format | game | looks like |
//! |---|---|---|
//! | `json` | all | `{"game":"gomoku","seats":["human","rules"],"history":["hh","gi"]}` |
//! | `points` | gomoku | `hhgi` |
//! | `psq` | gomoku | the files of the program Piskvork and of the Gomocup tournaments |
//! | `ini` | four in a row | the files of the program of the article 4次元四目で遊ぼう |
//! | `export` | tesseract | the strings of the essay "Naughts and crosses on a tesseract" |
//!
//! A text says by itself which of them it is. What is written and read again gives the same game.
//!
//! ```
//! use gradus::game::record::{Format, Record};
//! use gradus::game::GameSeed;
//!
//! let record = Record::read("HHGI")?;
//! let game = record.resume(None, GameSeed::random(0))?;
//! assert_eq!(Record::of(&game).write(Format::Points)?, "hhgi");
//! assert!(Record::of(&game).write(Format::Ini).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod export;
mod ini;
mod json;
mod points;
mod psq;

use std::str::FromStr;

use thiserror::Error;

use super::name::GameName;
use super::rules::{NoSuchRules, Options, Rules};
use super::seat::Seat;
use super::setup::{GameSeed, Setup};
use super::state::{IllegalHistory, Match};
use super::table::MoveError;

/// A game written down: what was agreed on and what was played, not yet known to be legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    game: GameName,
    options: Options,
    seats: Seats,
    seed: Option<GameSeed>,
    history: Vec<String>,
}

/// What a record says of those who play.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Seats {
    /// Who they are.
    Known(Vec<Seat>),
    /// How many they are.
    Counted(usize),
}

/// How a game is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// JSON, for any game.
    Json,
    /// The points of a game of gomoku.
    Points,
    /// Piskvork's files, for gomoku.
    Psq,
    /// An INI file, for four in a row.
    Ini,
    /// The essay's string, for the tesseract.
    Export,
}

/// Why a record is not one of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// It cannot be read: another form, or cut off.
    #[error("{0}")]
    Form(String),
    /// It can be read, but no such game can have been played.
    #[error("{0}")]
    Illegal(String),
}

/// A game that a format is not for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{game} is not written as `{format}`; expected {expected}", format = .format.name())]
pub struct WrongFormat {
    format: Format,
    game: GameName,
    expected: &'static str,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Json, Self::Points, Self::Psq, Self::Ini, Self::Export];

    /// The format's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Points => "points",
            Self::Psq => "psq",
            Self::Ini => "ini",
            Self::Export => "export",
        }
    }
}

impl FromStr for Format {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|format| format.name() == name).ok_or(())
    }
}

impl Record {
    /// The record of a match.
    #[must_use]
    pub fn of(game: &Match) -> Self {
        let setup = game.setup();
        Self {
            game: setup.rules().name(),
            options: setup.rules().options(),
            seats: Seats::Known(setup.seats().to_vec()),
            seed: Some(setup.seed()),
            history: game.table().history(),
        }
    }

    /// The record without what the computers draw from: whoever knows that can foresee them.
    #[must_use]
    pub fn without_seed(self) -> Self {
        Self { seed: None, ..self }
    }

    /// The game that was played.
    #[must_use]
    pub const fn game(&self) -> GameName {
        self.game
    }

    /// How many moves were made.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.history.len()
    }

    /// Writes the record down.
    pub fn write(&self, format: Format) -> Result<String, WrongFormat> {
        match (format, self.game) {
            (Format::Json, _) => Ok(json::write(self)),
            (Format::Points, GameName::Gomoku) => Ok(points::write(&self.history)),
            (Format::Psq, GameName::Gomoku) => Ok(psq::write(&self.history)),
            (Format::Ini, GameName::FourInARow) => Ok(ini::write(self)),
            (Format::Export, GameName::Tesseract) => Ok(export::write(self)),
            (format, game) => Err(WrongFormat { format, game, expected: formats_of(game) }),
        }
    }

    /// Reads a text of any of the formats.
    pub fn read(text: &str) -> Result<Self, RecordError> {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        if text.starts_with('"') {
            // A text in quotation marks, as it stands in a program.
            let inner: String = serde_json::from_str(text.trim_end())
                .map_err(|error| RecordError::Form(format!("the quoted text: {error}")))?;
            return if inner.starts_with('"') { Err(unreadable()) } else { Self::read(&inner) };
        }
        let is_object = |rest: &str| rest.trim_start().starts_with(['"', '}']);
        match text.strip_prefix('{') {
            Some(rest) if is_object(rest) => json::read(text),
            Some(_) => export::read(text),
            None if text.starts_with("Piskvorky") => psq::read(text),
            None if text.starts_with('[') => ini::read(text),
            None if text.trim_end().bytes().all(|byte| byte.is_ascii_alphabetic()) => {
                points::read(text.trim_end())
            }
            None => Err(unreadable()),
        }
    }

    /// Reads a record that is JSON.
    pub fn read_json(text: &str) -> Result<Self, RecordError> {
        json::read(text)
    }

    /// The record with another seed, if there is one.
    #[must_use]
    pub fn with_seed(self, seed: Option<GameSeed>) -> Self {
        Self { seed: seed.or(self.seed), ..self }
    }

    /// The match that goes on from the record, by those who are named, else by those of the record, else by humans. What the
    /// computers draw from is the seed of the record, unless it has none.
    pub fn resume(self, seats: Option<Vec<Seat>>, seed: GameSeed) -> Result<Match, RecordError> {
        let seats = seats.unwrap_or_else(|| match self.seats {
            Seats::Known(seats) => seats,
            Seats::Counted(count) => vec![Seat::Human; count],
        });
        let setup = Setup::new(self.game, seats, self.options, self.seed.unwrap_or(seed))?;
        Ok(Match::resume(setup, self.history.iter().map(String::as_str))?)
    }
}

impl From<NoSuchRules> for RecordError {
    fn from(error: NoSuchRules) -> Self {
        Self::Illegal(error.to_string())
    }
}

impl From<IllegalHistory> for RecordError {
    fn from(error: IllegalHistory) -> Self {
        match error.reason {
            MoveError::Form(_) => Self::Form(error.to_string()),
            MoveError::Illegal(_) | MoveError::Over => Self::Illegal(error.to_string()),
        }
    }
}

fn formats_of(game: GameName) -> &'static str {
    match game {
        GameName::Gomoku => "`json`, `points` or `psq`",
        GameName::Numerical => "`json`",
        GameName::FourInARow => "`json` or `ini`",
        GameName::Tesseract => "`json` or `export`",
    }
}

fn unreadable() -> RecordError {
    let expected =
        "expected JSON, or points, psq, ini or an export as GET /games/ID/record writes them";
    RecordError::Form(format!("the record has none of the known forms; {expected}"))
}

/// The options as they are agreed on; none where a record contradicts itself, which is told when it is resumed.
fn rules_of(record: &Record) -> Option<Rules> {
    let players = match &record.seats {
        Seats::Known(seats) => seats.len(),
        Seats::Counted(count) => *count,
    };
    Rules::new(record.game, players, record.options.clone()).ok()
}
