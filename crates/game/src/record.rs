//! Records of games, written and read: as JSON, and in the formats of each game.
//!
//! The format of a text is recognised from the text. A record that is written and read again gives the same game.
//!
//! ```
//! use gradus_game::GameSeed;
//! use gradus_game::record::{Format, Record, write};
//!
//! let played = Record::read("HHGI")?.resume(None, GameSeed::random(0))?;
//! assert_eq!(write(&played, "points".parse()?)?, "hhgi");
//! assert_eq!(write(&played, Format::JSON)?, r#"{"game":"gomoku","seats":["human","human"],"seed":0,"history":["hh","gi"]}"#);
//! assert!(write(&played, "ini".parse()?).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use super::options::Options;
use super::rejection::UnknownName;
use super::seat::{BySeat, Seat};
use super::setup::{GameSeed, Setup, SetupError, check_seat_count};
use super::spec::{GameName, MoveText};
use super::state::Match;
use super::typed_game::{MoveJson, Seats, TextFormat, Transcript};
use crate::json::{FieldError, Members, ValueError, from_members, not_json};
use crate::texts;
use gradus_step::{Text, quoted};

pub use super::rejection::Rejection;

/// A game as it was read, not yet known to be legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    game: GameName,
    seed: Option<GameSeed>,
    transcript: Transcript,
}

/// How a game is written down: as JSON, or in a format of a registered game.
#[derive(Clone, Copy, Debug)]
pub struct Format(Option<TextFormat>);

/// The format is not one of the game: which ones are.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", .0.english())]
pub struct WrongFormat(pub Text);

impl Format {
    /// JSON, for any game: `{"game":"gomoku","seats":["human","rules"],"history":["hh","gi"]}`.
    pub const JSON: Self = Self(None);

    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        std::iter::once(Self::JSON).chain(GameName::all().flat_map(Self::own))
    }

    /// The formats of a game's records; JSON is the first.
    pub fn of(game: GameName) -> impl Iterator<Item = Self> {
        std::iter::once(Self::JSON).chain(Self::own(game))
    }

    fn own(game: GameName) -> impl Iterator<Item = Self> {
        game.spec().formats.iter().map(|&format| Self(Some(format)))
    }

    /// The format's name.
    pub fn name(self) -> &'static str {
        self.0.map_or("json", |own| own.name)
    }
}

impl FromStr for Format {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        Self::all()
            .find(|format| format.name() == name)
            .ok_or_else(|| UnknownName::new("record format", name))
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Format {}

/// A match as a record.
pub fn write(played: &Match, format: Format) -> Result<String, WrongFormat> {
    write_with(played, format, Some(played.setup().seed()))
}

/// A match as a record without its seed: the seed would let a player predict the computers' moves.
pub fn write_without_seed(played: &Match, format: Format) -> Result<String, WrongFormat> {
    write_with(played, format, None)
}

fn write_with(
    played: &Match,
    format: Format,
    seed: Option<GameSeed>,
) -> Result<String, WrongFormat> {
    let Format(Some(own)) = format else { return Ok(json(played, seed)) };
    let written = played.game().write(own.name, played.setup().seats());
    written.ok_or_else(|| {
        let game = played.setup().game();
        WrongFormat(texts::matches::format(game, format, formats_of(game)))
    })
}

/// The formats of a game, in words: a, b or c.
fn formats_of(game: GameName) -> Text {
    let mut names: Vec<String> = Format::of(game).map(|format| format!("`{format}`")).collect();
    match (names.pop(), names.is_empty()) {
        (Some(last), false) => texts::matches::one_or_other(names.join(", "), last),
        (only, _) => only.unwrap_or_default().into(),
    }
}

/// A record as JSON, when it is written.
#[derive(Serialize)]
struct Document<'a> {
    game: GameName,
    seats: &'a BySeat<Seat>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<GameSeed>,
    #[serde(flatten)]
    options: Options,
    history: Vec<MoveJson>,
}

#[expect(clippy::expect_used, reason = "texts and numbers can be written")]
fn json(played: &Match, seed: Option<GameSeed>) -> String {
    let (setup, game) = (played.setup(), played.game());
    let document = Document {
        game: setup.game(),
        seats: setup.seats(),
        seed,
        options: game.options(),
        history: game.history_json(),
    };
    serde_json::to_string(&document).expect("texts and numbers can be written as JSON")
}

/// A record as JSON, when it is read.
#[derive(Deserialize)]
struct Form {
    game: GameName,
    seats: Option<Vec<Seat>>,
    seed: Option<GameSeed>,
    history: Vec<MoveText>,
    #[serde(flatten)]
    options: Options,
}

/// A record as a member of a JSON object.
#[derive(Deserialize)]
#[serde(untagged)]
pub enum RecordForm {
    /// In one of the formats.
    Text(String),
    /// As JSON itself.
    Object(Members),
    /// Neither.
    Other(Value),
}

impl Record {
    /// Reads a text of any of the formats.
    pub fn read(text: &str) -> Result<Self, Rejection> {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        if text.starts_with('"') {
            // A text in quotation marks, as a program has it.
            let inner: String = serde_json::from_str(text.trim_end()).map_err(|error| {
                Rejection::Form(not_json(texts::matches::quoted_text(), text, &error))
            })?;
            return if inner.starts_with('"') { Err(unreadable(text)) } else { Self::read(&inner) };
        }
        let is_object = |rest: &str| rest.trim_start().starts_with(['"', '}']);
        if text.strip_prefix('{').is_some_and(is_object) {
            return Self::read_json(text);
        }
        let own = GameName::all()
            .flat_map(|game| game.spec().formats.iter().map(move |format| (game, format)));
        let mut recognised = own.filter(|(_, format)| (format.recognises)(text));
        let (game, format) = recognised.next().ok_or_else(|| unreadable(text))?;
        Ok(Self { game, seed: None, transcript: (format.read)(text)? })
    }

    /// Reads a record that is a JSON object.
    pub fn read_json(text: &str) -> Result<Self, Rejection> {
        let members = serde_json::from_str(text)
            .map_err(|error| Rejection::Form(not_json(texts::matches::record(), text, &error)))?;
        Self::from_members(members)
    }

    /// Reads a record in one of the forms that a member of a JSON object may have.
    pub fn from_form(form: RecordForm) -> Result<Self, Rejection> {
        match form {
            RecordForm::Text(text) => Self::read(&text),
            RecordForm::Object(members) => Self::from_members(members),
            RecordForm::Other(other) => {
                let error = ValueError::unexpected(&other, texts::json::record());
                Err(Rejection::Form(FieldError::of("record", error).message()))
            }
        }
    }

    /// Reads a record from the members of its JSON.
    fn from_members(members: Members) -> Result<Self, Rejection> {
        let Form { game, seats, seed, history, options } = from_members(members)
            .map_err(|error| error.besides(&["game", "seats", "seed", "history"]).message())
            .map_err(|reason| Rejection::Form(texts::matches::json(reason)))?;
        let seats = seats.map_or(Seats::Counted(*game.spec().seats.start()), Seats::Known);
        let history = history.into_iter().map(|MoveText(text)| text).collect();
        Ok(Self { game, seed, transcript: Transcript { options, seats, history } })
    }

    /// The game that it is of.
    pub const fn game(&self) -> GameName {
        self.game
    }

    /// The record with another seed, if there is one.
    #[must_use]
    pub fn with_seed(self, seed: Option<GameSeed>) -> Self {
        Self { seed: seed.or(self.seed), ..self }
    }

    /// The match that continues the record. It is played by `seats`, or by the players of the record, or by humans if the record
    /// does not name them. `seed` is used only if the record has none.
    pub fn resume(self, seats: Option<Vec<Seat>>, seed: GameSeed) -> Result<Match, Rejection> {
        let Transcript { options, seats: recorded, history } = self.transcript;
        let seats = match (seats, recorded) {
            (Some(seats), _) | (None, Seats::Known(seats)) => seats,
            (None, Seats::Counted(count)) => {
                check_seat_count(self.game, count)?;
                vec![Seat::Human; count]
            }
        };
        let setup = Setup::new(self.game, seats, &options, self.seed.unwrap_or(seed))?;
        Match::resume(setup, history.iter().map(String::as_str))
    }
}

impl From<SetupError> for Rejection {
    fn from(SetupError(rejection): SetupError) -> Self {
        rejection
    }
}

fn unreadable(text: &str) -> Rejection {
    let example = |Format(own): Format| {
        let example = own.map_or(r#"{"game":"gomoku","history":["hh","gi"]}"#, |own| own.example);
        format!("`{}` ({example})", Format(own))
    };
    let known = Format::all().map(example).collect::<Vec<_>>().join(", ");
    let found: String = text.lines().next().unwrap_or_default().chars().take(20).collect();
    Rejection::Form(texts::matches::unreadable(quoted(&found), known))
}
