//! How the class gets on, in SQLite: steps, misconceptions, and who is stuck.

use std::collections::{HashMap, HashSet};

use sqlx::SqlitePool;

use crate::step::{StepNumber, Timestamp};
use crate::store::columns::{learner_of, seconds, time};
use crate::store::{CauseCount, StepStatistics, StuckLearner};

/// How a step of a kind goes. What was recorded without a kind counts.
pub(super) async fn of_step(
    readers: &SqlitePool,
    step: StepNumber,
    kind: &str,
) -> sqlx::Result<StepStatistics> {
    // A learner may have a row with the kind and one without.
    let learners: Vec<(u32, Option<i64>)> = sqlx::query_as(
        "SELECT sum(attempts), min(solved_at) - min(first_at) FROM step_progress
         WHERE step = ?1 AND kind IN (?2, '') GROUP BY learner",
    )
    .bind(step.get())
    .bind(kind)
    .fetch_all(readers)
    .await?;
    let accepted = sqlx::query_scalar(
        "SELECT count(*) FROM attempts WHERE step = ?1 AND kind IN (?2, '') AND verdict = 'accepted'",
    )
    .bind(step.get())
    .bind(kind)
    .fetch_one(readers)
    .await?;
    let to_solve = learners.iter().filter_map(|&(_, elapsed)| elapsed);
    // The clock may have been set back.
    let mut seconds_to_solve: Vec<u64> =
        to_solve.map(|elapsed| elapsed.max(0).cast_unsigned()).collect();
    seconds_to_solve.sort_unstable();
    let count = |length: usize| u32::try_from(length).map_err(sqlx::Error::decode);
    Ok(StepStatistics {
        tried: count(learners.len())?,
        solved: count(seconds_to_solve.len())?,
        attempts: learners.iter().map(|(attempts, _)| attempts).sum(),
        accepted,
        seconds_to_solve,
        causes: causes(readers, step, kind).await?,
    })
}

/// How often each misconception was told at a step of a kind, the most frequent first. An answer may have been told several.
async fn causes(
    readers: &SqlitePool,
    step: StepNumber,
    kind: &str,
) -> sqlx::Result<Vec<CauseCount>> {
    let rows: Vec<(String, i64, u32)> = sqlx::query_as(
        "SELECT causes, learner, count(*) FROM attempts
         WHERE step = ?1 AND kind IN (?2, '') AND causes IS NOT NULL GROUP BY causes, learner",
    )
    .bind(step.get())
    .bind(kind)
    .fetch_all(readers)
    .await?;
    let mut told: HashMap<&str, (u32, HashSet<i64>)> = HashMap::new();
    for (causes, learner, count) in &rows {
        for cause in causes.split(' ') {
            let (answers, learners) = told.entry(cause).or_default();
            *answers += count;
            learners.insert(*learner);
        }
    }
    let counts = told.into_iter().map(|(cause, (answers, learners))| {
        let learners = u32::try_from(learners.len()).map_err(sqlx::Error::decode)?;
        Ok(CauseCount { cause: cause.to_owned(), answers, learners })
    });
    let mut counts = counts.collect::<sqlx::Result<Vec<_>>>()?;
    counts.sort_by(|one, other| {
        other.answers.cmp(&one.answers).then_with(|| one.cause.cmp(&other.cause))
    });
    Ok(counts)
}

/// The columns of a learner who is stuck.
#[derive(sqlx::FromRow)]
struct StuckColumns {
    id: i64,
    name: String,
    section: Option<String>,
    on_roster: bool,
    step: u8,
    kind: String,
    attempts: u32,
    first_at: i64,
    last_at: i64,
}

/// The learners with at least so many wrong answers at a step and no accepted one, whose first was judged before a time.
pub(super) async fn stuck(
    readers: &SqlitePool,
    wrong: u32,
    before: Timestamp,
    limit: u32,
) -> sqlx::Result<Vec<StuckLearner>> {
    // Where nothing was accepted, every attempt is wrong. A row without a kind is of any kind.
    let rows: Vec<StuckColumns> = sqlx::query_as(
        "SELECT learners.id, learners.name, learners.section, learners.on_roster, mine.step, mine.kind, mine.attempts,
                mine.first_at, coalesce(mine.last_wrong_at, mine.first_at) AS last_at
         FROM step_progress AS mine JOIN learners ON learners.id = mine.learner AND NOT learners.is_forgotten
         WHERE mine.solved_at IS NULL AND mine.attempts >= ?1 AND mine.first_at < ?2
           AND NOT EXISTS (
               SELECT 1 FROM step_progress AS solved
               WHERE solved.learner = mine.learner AND solved.step = mine.step AND solved.solved_at IS NOT NULL
                 AND '' IN (solved.kind, mine.kind))
         ORDER BY mine.first_at, learners.id, mine.step LIMIT ?3",
    )
    .bind(wrong)
    .bind(seconds(before))
    .bind(limit)
    .fetch_all(readers)
    .await?;
    let stuck = rows.into_iter().map(|row| {
        Ok(StuckLearner {
            learner: learner_of((row.id, row.name, row.section, row.on_roster))?,
            step: StepNumber::new(row.step).map_err(sqlx::Error::decode)?,
            kind: row.kind,
            wrong: row.attempts,
            since: time(row.first_at),
            last: time(row.last_at),
        })
    });
    stuck.collect()
}
