//! How a step goes, and the columns of learners who are stuck.

use std::collections::{HashMap, HashSet};

use super::{count, learner_of, step, time};
use crate::store::{CauseCount, StepStatistics, StuckLearner};

/// For each learner who has tried the step $1 of the kind $2: the attempts, and if they have solved it the seconds from the first attempt to the
/// first accepted one. What was recorded without a kind counts; a learner may have a row with the kind and one without.
pub(in crate::store) const TRIED: &str =
    "SELECT CAST(sum(attempts) AS bigint), min(solved_at) - min(first_at) FROM step_progress
     WHERE step = $1 AND kind IN ($2, '') GROUP BY learner";

/// How many answers to the step $1 of the kind $2 were accepted.
pub(in crate::store) const ACCEPTED: &str =
    "SELECT count(*) FROM attempts WHERE step = $1 AND kind IN ($2, '') AND verdict = 'accepted'";

/// The causes that answers to the step $1 of the kind $2 were told, with the learner, and how many such answers they have sent.
pub(in crate::store) const TOLD: &str = "SELECT causes, learner, count(*) FROM attempts
     WHERE step = $1 AND kind IN ($2, '') AND causes IS NOT NULL GROUP BY causes, learner";

/// How a step goes, from the rows of [`TRIED`], [`ACCEPTED`] and [`TOLD`].
pub(in crate::store) fn statistics(
    learners: &[(i64, Option<i64>)],
    accepted: i64,
    told: &[(String, i64, i64)],
) -> sqlx::Result<StepStatistics> {
    let to_solve = learners.iter().filter_map(|&(_, elapsed)| elapsed);
    // The clock may have been set back.
    let mut seconds_to_solve: Vec<u64> =
        to_solve.map(|elapsed| elapsed.max(0).cast_unsigned()).collect();
    seconds_to_solve.sort_unstable();
    let length = |length: usize| u32::try_from(length).map_err(sqlx::Error::decode);
    Ok(StepStatistics {
        tried: length(learners.len())?,
        solved: length(seconds_to_solve.len())?,
        attempts: count(learners.iter().map(|(attempts, _)| attempts).sum())?,
        accepted: count(accepted)?,
        seconds_to_solve,
        causes: cause_counts(told)?,
    })
}

/// How often each misconception was told, the most frequent first. An answer may have been told several.
fn cause_counts(told: &[(String, i64, i64)]) -> sqlx::Result<Vec<CauseCount>> {
    let mut of_cause: HashMap<&str, (i64, HashSet<i64>)> = HashMap::new();
    for (causes, learner, answers) in told {
        for cause in causes.split(' ') {
            let (total, learners) = of_cause.entry(cause).or_default();
            *total += answers;
            learners.insert(*learner);
        }
    }
    let counts = of_cause.into_iter().map(|(cause, (answers, learners))| {
        let learners = u32::try_from(learners.len()).map_err(sqlx::Error::decode)?;
        Ok(CauseCount { cause: cause.to_owned(), answers: count(answers)?, learners })
    });
    let mut counts = counts.collect::<sqlx::Result<Vec<_>>>()?;
    counts.sort_by(|one, other| {
        other.answers.cmp(&one.answers).then_with(|| one.cause.cmp(&other.cause))
    });
    Ok(counts)
}

/// The columns of a learner who is stuck.
#[derive(sqlx::FromRow)]
pub(in crate::store) struct StuckColumns {
    id: i64,
    name: String,
    section: Option<String>,
    on_roster: bool,
    step: i64,
    kind: String,
    attempts: i64,
    first_at: i64,
    last_at: i64,
}

impl StuckColumns {
    /// Those with at least $1 answers and no accepted one, the first of which was judged before $2; at most $3, those who are stuck for the
    /// longest time first. Where nothing was accepted, every attempt is wrong. A row without a kind is of any kind.
    pub(in crate::store) const LONGEST: &'static str =
        "SELECT learners.id, learners.name, learners.section, learners.on_roster, mine.step, mine.kind, mine.attempts,
                mine.first_at, coalesce(mine.last_wrong_at, mine.first_at) AS last_at
         FROM step_progress AS mine JOIN learners ON learners.id = mine.learner AND NOT learners.is_forgotten
         WHERE mine.solved_at IS NULL AND mine.attempts >= $1 AND mine.first_at < $2
           AND NOT EXISTS (
               SELECT 1 FROM step_progress AS solved
               WHERE solved.learner = mine.learner AND solved.step = mine.step AND solved.solved_at IS NOT NULL
                 AND '' IN (solved.kind, mine.kind))
         ORDER BY mine.first_at, learners.id, mine.step LIMIT $3";
}

impl TryFrom<StuckColumns> for StuckLearner {
    type Error = sqlx::Error;

    fn try_from(columns: StuckColumns) -> sqlx::Result<Self> {
        Ok(Self {
            learner: learner_of((columns.id, columns.name, columns.section, columns.on_roster))?,
            step: step(columns.step)?,
            kind: columns.kind,
            wrong: count(columns.attempts)?,
            since: time(columns.first_at),
            last: time(columns.last_at),
        })
    }
}
