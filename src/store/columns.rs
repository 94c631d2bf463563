//! Values and rows as they are stored, in every database.
//!
//! A whole number is read as 64 bits with a sign, whichever width its column has, and a flag as a truth value: so one type holds the columns
//! of a row from SQLite and from PostgreSQL. A query that is the same for both is beside the columns that it reads. Both know its arguments as
//! `$1`, `$2`, …

mod attempts;
mod class;
mod matches;
mod statistics;

use std::str::FromStr;

pub(super) use attempts::{
    AcceptedColumns, AttemptRow, KnownColumns, PastColumns, RecordedColumns, VerdictColumns,
};
pub(super) use class::{
    Extend, ExtensionColumns, ForeignColumns, GradeColumns, InstructorColumns, NICKNAME_IS_TAKEN,
    RosterColumns, SET_NICKNAME, ScoreboardColumns, boards,
};
pub(super) use matches::{EntryColumns, MatchColumns, RecordColumns, SavedColumns, setup_column};
pub(super) use statistics::{ACCEPTED, StuckColumns, TOLD, TRIED, statistics};

use crate::course::{Credit, Learner, LearnerId};
use crate::step::{Fingerprint, Nonce, StepNumber, Timestamp};

/// A number in a column.
pub(super) fn column(count: usize) -> sqlx::Result<i64> {
    i64::try_from(count).map_err(|error| sqlx::Error::Encode(error.into()))
}

/// A time in a column.
pub(super) fn seconds(at: Timestamp) -> i64 {
    at.seconds().cast_signed()
}

/// The time in a column.
pub(super) fn time(seconds: i64) -> Timestamp {
    Timestamp::from_seconds(seconds.cast_unsigned())
}

/// The count in a column.
pub(super) fn count<T>(column: i64) -> sqlx::Result<T>
where
    T: TryFrom<i64>,
    T::Error: std::error::Error + Send + Sync + 'static,
{
    column.try_into().map_err(sqlx::Error::decode)
}

/// The number of a step in a column.
pub(super) fn step(column: i64) -> sqlx::Result<StepNumber> {
    StepNumber::new(count(column)?).map_err(sqlx::Error::decode)
}

/// The fingerprint in a column.
pub(super) fn fingerprint(column: i64) -> sqlx::Result<Fingerprint> {
    Ok(Fingerprint::from_bits(count(column)?))
}

/// The nonce in a column: the signed number with the same bits.
pub(super) fn nonce(column: i64) -> Nonce {
    Nonce::from_bits(column.cast_unsigned())
}

/// What an attempt is worth, in a column; nothing if it is not known.
pub(super) fn worth(column: Option<i64>) -> sqlx::Result<Credit> {
    Ok(column.map(count).transpose()?.map(Credit::from_hundredths).unwrap_or_default())
}

/// The bytes of a column that has as many.
pub(super) fn bytes<const N: usize>(column: &[u8]) -> sqlx::Result<[u8; N]> {
    column.try_into().map_err(sqlx::Error::decode)
}

/// A text in a column that was read when it was stored.
pub(super) fn parsed<T>(text: &str) -> sqlx::Result<T>
where
    T: FromStr,
    T::Err: std::error::Error + Send + Sync + 'static,
{
    text.parse().map_err(sqlx::Error::decode)
}

/// The same for a column that may be empty.
pub(super) fn parsed_if_any<T>(text: Option<&str>) -> sqlx::Result<Option<T>>
where
    T: FromStr,
    T::Err: std::error::Error + Send + Sync + 'static,
{
    text.map(parsed).transpose()
}

/// The learner whose key has the hash $1. That of a forgotten one is the hash of no key.
pub(super) const LEARNER_BY_KEY: &str =
    "SELECT id, name, section, on_roster FROM learners WHERE key_hash = $1";

/// The columns of a learner: id, name, section, and whether they are on the roster.
pub(super) type LearnerColumns = (i64, String, Option<String>, bool);

/// The learner in these columns.
pub(super) fn learner_of(
    (id, name, section, is_on_roster): LearnerColumns,
) -> sqlx::Result<Learner> {
    let section = parsed_if_any(section.as_deref())?;
    Ok(Learner { id: LearnerId(id), name: parsed(&name)?, section, is_on_roster })
}
