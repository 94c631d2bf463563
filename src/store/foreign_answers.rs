//! Foreign answers: wrong for their learner's board, and right for a board of another learner.
//!
//! Triggers of the databases note equal answers, one wrong and one accepted. `note_foreign_answer` notes the others. Matches with equal moves are the
//! same for steps that are solved by a match.

use sqlx::AssertSqlSafe;

use super::database::{Access, Store};
use super::error::Result;
use super::matches::MatchEntry;
use super::value::{FromRow, Row, Value, from_row, learner_columns, row, values};
use crate::course::{AttemptId, Learner, LearnerId};
use crate::step::{Fingerprint, Nonce, StepNumber, Timestamp};

/// A learner's board of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LearnersBoard {
    /// The learner.
    pub learner: LearnerId,
    /// Which of the learner's boards.
    pub nonce: Nonce,
}

/// What identifies a stored wrong answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongAnswer {
    /// The step.
    pub step: StepNumber,
    /// The fingerprint of the step.
    pub fingerprint: Fingerprint,
    /// The board that it was sent for.
    pub board: LearnersBoard,
    /// Its [hash](super::answer_hash).
    pub hash: [u8; 16],
}

/// An answer that was wrong for its learner's board and right for a board of another learner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignAnswer {
    /// The wrong attempt.
    pub attempt: AttemptId,
    /// The learner who sent it.
    pub learner: Learner,
    /// When it was judged.
    pub at: Timestamp,
    /// The step.
    pub step: StepNumber,
    /// The learner whose board it fits: the first one that was found.
    pub other: Learner,
    /// The other learner's first accepted attempt at the board, with its time; none if they have not solved it.
    pub solved: Option<(AttemptId, Timestamp)>,
    /// How many of its items are not those of the other board's right answer: 0 if it is right for that board.
    pub changed: u32,
    /// For how many other learners' boards it was noted as right. An answer that is right for many boards fits by chance.
    pub fits: u32,
}

/// A match for a step that was won, and another match with the same moves that began before it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EqualMatches {
    /// The step.
    pub step: StepNumber,
    /// The match for the step.
    pub mine: MatchEntry,
    /// The learner who created it.
    pub learner: Learner,
    /// The other match.
    pub other: MatchEntry,
    /// The learner who created the other match; none for an anonymous client.
    pub other_learner: Option<Learner>,
    /// Whether the other match is for a step too.
    pub is_other_for_step: bool,
}

/// Foreign answers.
impl dyn Store + '_ {
    /// The boards of a step that other learners than `except` have answered, at most `limit`, the latest first.
    pub async fn answered_boards(
        &self,
        step: StepNumber,
        fingerprint: Fingerprint,
        except: LearnerId,
        limit: u32,
    ) -> Result<Vec<LearnersBoard>> {
        let sql = "SELECT learner, nonce FROM tasks
                   WHERE step = $1 AND fingerprint = $2 AND learner <> $3 ORDER BY id DESC LIMIT $4";
        self.rows(sql, values![step, fingerprint, except, limit]).await
    }

    /// Notes that a wrong answer is right for boards of other learners, or right but for so many `changed` items.
    ///
    /// Meanwhile the attempt may have been judged again, and either of the learners may have been forgotten. The locks wait for a transaction that is
    /// doing so.
    pub async fn note_foreign_answer(
        &self,
        answer: WrongAnswer,
        boards: Vec<LearnersBoard>,
        changed: usize,
    ) -> Result<()> {
        let WrongAnswer { step, fingerprint, board, hash } = answer;
        let rows = boards
            .iter()
            .zip(0_usize..)
            .map(|(board, place)| row![learner: board.learner, nonce: board.nonce, place: place]);
        let Some(list) = Value::list(rows) else { return Ok(()) };
        self.with(Access::Change, move |c| {
            Box::pin(async move {
                // Learners may go on answering: the lock only keeps them from being forgotten.
                let learners =
                    "SELECT 1 FROM learners WHERE id = $2 OR id IN (SELECT learner FROM {list} AS given)
                     ORDER BY id FOR KEY SHARE";
                c.lock(learners, &values![list, board.learner]).await?;
                c.lock("SELECT lock_answers(ARRAY[$1::bytea])", &values![hash]).await?;
                c.execute(
                    "INSERT INTO foreign_answers (attempt, learner, nonce, changed)
                     SELECT mine.id, they.id, other.nonce, $7
                     FROM {list} AS other
                     JOIN learners AS they ON they.id = other.learner AND NOT they.is_forgotten
                     JOIN attempts AS mine ON mine.learner = $2 AND mine.step = $3 AND mine.fingerprint = $4 AND mine.nonce = $5
                                          AND mine.canonical_hash = $6 AND mine.verdict = 'wrong'
                     JOIN learners AS me   ON me.id = mine.learner AND NOT me.is_forgotten
                     WHERE TRUE ORDER BY other.place
                     ON CONFLICT DO NOTHING",
                    &values![list, board.learner, step, fingerprint, board.nonce, hash, changed],
                )
                .await
                .map(drop)
            })
        })
        .await
    }

    /// The latest foreign answers, at most `limit`, the latest first: each wrong attempt once.
    pub async fn foreign_answers(&self, limit: u32) -> Result<Vec<ForeignAnswer>> {
        // An answer that is right for several boards is listed once, with the first board that was found.
        let (me, they) = (learner_columns("me"), learner_columns("they"));
        let sql = format!(
            "WITH latest AS (
                 SELECT noted.attempt, min(noted.id) AS found, count(DISTINCT noted.learner) AS fits
                 FROM foreign_answers AS noted JOIN learners ON learners.id = noted.learner AND NOT learners.is_forgotten
                 GROUP BY noted.attempt ORDER BY found DESC LIMIT $1)
             SELECT mine.id, {me}, mine.at, mine.step, {they}, theirs.id, theirs.at, noted.changed, latest.fits
             FROM latest
             JOIN foreign_answers AS noted ON noted.id = latest.found
             JOIN attempts AS mine         ON mine.id = noted.attempt
             JOIN learners AS me           ON me.id = mine.learner AND NOT me.is_forgotten
             JOIN learners AS they         ON they.id = noted.learner
             LEFT JOIN attempts AS theirs  ON theirs.id = (
                 SELECT min(accepted.id) FROM attempts AS accepted
                 WHERE accepted.learner = noted.learner AND accepted.step = mine.step AND accepted.fingerprint = mine.fingerprint
                   AND accepted.nonce = noted.nonce AND accepted.verdict = 'accepted')
             ORDER BY latest.found DESC"
        );
        self.rows(AssertSqlSafe(sql), values![limit]).await
    }

    /// Won matches for steps with another match of the same moves, at most `limit`, the latest first.
    pub async fn equal_matches(&self, limit: u32) -> Result<Vec<EqualMatches>> {
        let (me, they) = (learner_columns("me"), learner_columns("they"));
        let entry = |table| {
            format!(
                "{table}.id, {table}.setup, {table}.status, {table}.history, {table}.changed_at"
            )
        };
        let (mine, other) = (entry("mine"), entry("other"));
        let sql = format!(
            "SELECT mine.step, {mine}, {me}, {other}, {they}, other.step IS NOT NULL
             FROM games AS mine
             JOIN games AS other ON other.history = mine.history AND other.id <> mine.id
                                AND other.status = 'won' AND other.started_at <= mine.changed_at
             JOIN learners AS me ON me.id = mine.owner AND NOT me.is_forgotten
             LEFT JOIN learners AS they ON they.id = other.owner AND NOT they.is_forgotten
             WHERE mine.step IS NOT NULL AND mine.status = 'won'
             ORDER BY mine.changed_at DESC, mine.id, other.started_at, other.id LIMIT $1"
        );
        self.rows(AssertSqlSafe(sql), values![limit]).await
    }
}

from_row!(LearnersBoard { learner, nonce });

from_row!(ForeignAnswer { attempt, learner, at, step, other, solved, changed, fits });

from_row!(EqualMatches { step, mine, learner, other, other_learner, is_other_for_step });

impl FromRow for Option<(AttemptId, Timestamp)> {
    fn from_row(row: &mut Row<'_>) -> Result<Self> {
        Ok(Option::zip(row.read()?, row.read()?))
    }
}
