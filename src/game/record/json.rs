//! Records as JSON: the setup with the moves.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Record, RecordError, Seats};
use crate::game::move_text::MoveText;
use crate::game::name::GameName;
use crate::game::rules::{EndName, Options};
use crate::game::seat::Seat;
use crate::game::setup::GameSeed;

/// What is read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    game: GameName,
    seats: Option<Vec<Seat>>,
    seed: Option<GameSeed>,
    end: Option<EndName>,
    threshold: Option<u32>,
    icons: Option<Vec<String>>,
    history: Vec<MoveText>,
}

/// What is written.
#[derive(Serialize)]
struct Document<'a> {
    game: GameName,
    seats: &'a [Seat],
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<GameSeed>,
    #[serde(flatten)]
    options: &'a Options,
    history: Vec<Value>,
}

pub(super) fn write(record: &Record) -> String {
    let seats: &[Seat] = match &record.seats {
        Seats::Known(seats) => seats,
        Seats::Counted(_) => &[],
    };
    let document = Document {
        game: record.game,
        seats,
        seed: record.seed,
        options: &record.options,
        history: record.history.iter().map(|text| value_of(text)).collect(),
    };
    // Texts and numbers can always be written.
    serde_json::to_string(&document).unwrap_or_default()
}

/// Games that number their places write moves as numbers.
fn value_of(text: &str) -> Value {
    text.parse::<u8>().map_or_else(|_| Value::from(text), Value::from)
}

pub(super) fn read(text: &str) -> Result<Record, RecordError> {
    let form: Form = serde_json::from_str(text)
        .map_err(|error| RecordError::Form(format!("the record's JSON: {error}")))?;
    let Form { game, seats, seed, end, threshold, icons, history } = form;
    Ok(Record {
        game,
        options: Options { end, threshold, icons },
        seats: seats.map_or(Seats::Counted(2), Seats::Known),
        seed,
        history: history.into_iter().map(|MoveText(text)| text).collect(),
    })
}
