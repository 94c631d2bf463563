//! How learners stand at the steps, and how a step goes for the class.

use sqlx::AssertSqlSafe;

use super::connection::Connection;
use super::database::{Access, Store};
use super::error::{Result, StoreError};
use super::value::{Value, count, from_row, learner_columns, row, values};
use crate::course::{Decisions, Grade, Learner, LearnerId, StepResult};
use crate::step::{StepNumber, Timestamp};

/// The progress of a learner.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The grades at the steps and kinds that the learner has tried.
    pub steps: Vec<Grade>,
    /// The number of judged attempts, without repeated ones.
    pub attempts: u64,
}

impl Progress {
    /// The grades at a step of a kind; none if the learner has not tried it. A grade without a kind counts for every kind.
    pub fn of(&self, step: StepNumber, kind: &str) -> impl Iterator<Item = &Grade> {
        self.steps.iter().filter(move |grade| {
            grade.step == step && (grade.kind == kind || grade.kind.is_empty())
        })
    }

    /// Whether the learner has solved a step of a kind.
    pub fn has_solved(&self, step: StepNumber, kind: &str) -> bool {
        self.of(step, kind).any(|grade| grade.solved_at.is_some())
    }

    /// The result of the learner at a step of a kind that has `points` today.
    pub fn result(
        &self,
        learner: &Learner,
        (step, kind, points): (StepNumber, &str, u32),
        decisions: &Decisions,
    ) -> StepResult {
        decisions.result(learner.in_section(), (step, kind, points), self.of(step, kind))
    }

    /// Whether the learner has tried a step of a kind.
    pub fn has_tried(&self, step: StepNumber, kind: &str) -> bool {
        self.of(step, kind).next().is_some()
    }
}

/// How a step goes for the class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepStatistics {
    /// How many learners have tried it.
    pub tried: u32,
    /// How many learners have solved it.
    pub solved: u32,
    /// How many answers were judged.
    pub attempts: u32,
    /// How many of these were accepted.
    pub accepted: u32,
    /// For each learner who has solved it: the seconds from the first attempt to the first accepted one, ascending.
    pub seconds_to_solve: Vec<u64>,
    /// How often replies named each misconception, the most frequent first.
    pub causes: Vec<CauseCount>,
}

impl StepStatistics {
    /// The median of the seconds to solve it; the lower one of two, and none if no learner has solved it.
    pub fn median_seconds(&self) -> Option<u64> {
        let seconds = &self.seconds_to_solve;
        seconds.get(seconds.len().checked_sub(1)? / 2).copied()
    }
}

/// How often replies named a misconception.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CauseCount {
    /// The id of the misconception.
    pub cause: String,
    /// In how many answers.
    pub answers: u32,
    /// Of how many learners.
    pub learners: u32,
}

/// A learner who does not get further at a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StuckLearner {
    /// The learner.
    pub learner: Learner,
    /// The step.
    pub step: StepNumber,
    /// The kind that the step had; empty if it was not stored.
    pub kind: String,
    /// How many answers were wrong; none was accepted.
    pub wrong: u32,
    /// When the first one was judged.
    pub since: Timestamp,
    /// When the last one was judged.
    pub last: Timestamp,
}

/// How learners stand at the steps.
impl dyn Store + '_ {
    /// The progress of a learner.
    pub async fn progress(&self, learner: LearnerId) -> Result<Progress> {
        let sql =
            "SELECT learner, step, kind, attempts, solved_at, coalesce(credit, 0), credit_late AND NOT is_ungraded, is_ungraded
                   FROM step_progress WHERE learner = $1 ORDER BY step, kind";
        let steps: Vec<Grade> = self.rows(sql, values![learner]).await?;
        let attempts = steps.iter().map(|grade| u64::from(grade.attempts)).sum();
        Ok(Progress { steps, attempts })
    }

    /// The grades of all learners who are not forgotten, at every step and kind that they have tried.
    pub async fn grades(&self) -> Result<Vec<Grade>> {
        let sql =
            "SELECT learner, step, kind, attempts, solved_at, coalesce(credit, 0), credit_late AND NOT is_ungraded, is_ungraded
                   FROM step_progress JOIN learners ON learners.id = learner
                   WHERE NOT is_forgotten ORDER BY learner, step, kind";
        self.rows(sql, values![]).await
    }

    /// The grades of these learners, at every step and kind that they have tried.
    pub async fn grades_of(
        &self,
        learners: impl IntoIterator<Item = LearnerId>,
    ) -> Result<Vec<Grade>> {
        let rows = learners.into_iter().map(|learner| row![learner: learner]);
        let Some(list) = Value::list(rows) else { return Ok(Vec::new()) };
        let sql =
            "SELECT learner, step, kind, attempts, solved_at, coalesce(credit, 0), credit_late AND NOT is_ungraded, is_ungraded
                   FROM step_progress WHERE learner IN (SELECT learner FROM {list} AS given) ORDER BY learner, step, kind";
        self.rows(sql, values![list]).await
    }

    /// How a step of a kind goes for the class. Attempts whose kind was not stored count.
    pub async fn step_statistics(&self, step: StepNumber, kind: &str) -> Result<StepStatistics> {
        let values = values![step, kind];
        self.with(Access::Read, move |c| {
            Box::pin(async move {
                // A learner may have a row with the kind and one without.
                let learners =
                    "SELECT CAST(sum(attempts) AS bigint), min(solved_at) - min(first_at) FROM step_progress
                     WHERE step = $1 AND kind IN ($2, '') GROUP BY learner";
                let learners: Vec<(i64, Option<i64>)> = c.rows(learners, &values).await?;
                let accepted =
                    "SELECT count(*) FROM attempts WHERE step = $1 AND kind IN ($2, '') AND verdict = 'accepted' AND voided_by IS NULL";
                let accepted = c.one(accepted, &values).await?;
                let causes = c.choose(
                    "SELECT cause.value, count(*), count(DISTINCT learner)
                     FROM attempts, json_each('[\"' || replace(causes, ' ', '\",\"') || '\"]') AS cause
                     WHERE step = $1 AND kind IN ($2, '') AND causes IS NOT NULL
                     GROUP BY cause.value ORDER BY count(*) DESC, cause.value",
                    "SELECT cause, count(*), count(DISTINCT learner)
                     FROM attempts, unnest(string_to_array(causes, ' ')) AS cause
                     WHERE step = $1 AND kind IN ($2, '') AND causes IS NOT NULL
                     GROUP BY cause ORDER BY count(*) DESC, cause COLLATE \"C\"",
                );
                let causes = c.rows(causes, &values).await?;
                let to_solve = learners.iter().filter_map(|&(_, elapsed)| elapsed);
                // The clock may have been set back.
                let mut seconds_to_solve: Vec<u64> =
                    to_solve.map(|elapsed| elapsed.max(0).cast_unsigned()).collect();
                seconds_to_solve.sort_unstable();
                Ok(StepStatistics {
                    tried: learners.len().try_into().map_err(StoreError::unreadable)?,
                    solved: seconds_to_solve.len().try_into().map_err(StoreError::unreadable)?,
                    attempts: count(learners.iter().map(|(attempts, _)| attempts).sum())?,
                    accepted,
                    seconds_to_solve,
                    causes,
                })
            })
        })
        .await
    }

    /// At most `limit` learners with at least `wrong` wrong answers at a step of a kind and no accepted one, the first of which was judged before a
    /// time. The learners who are stuck for the longest time come first.
    pub async fn stuck_learners(
        &self,
        wrong: u32,
        before: Timestamp,
        limit: u32,
    ) -> Result<Vec<StuckLearner>> {
        // If nothing was accepted, all wrong answers are in a row; void ones are not among them. A row without a kind is of any kind.
        let learner = learner_columns("learners");
        let sql = format!(
            "SELECT {learner}, mine.step, mine.kind, mine.wrong_in_a_row,
                    mine.first_at, coalesce(mine.last_wrong_at, mine.first_at)
             FROM step_progress AS mine JOIN learners ON learners.id = mine.learner AND NOT learners.is_forgotten
             WHERE mine.solved_at IS NULL AND mine.wrong_in_a_row >= $1 AND mine.first_at < $2
               AND NOT EXISTS (
                   SELECT 1 FROM step_progress AS solved
                   WHERE solved.learner = mine.learner AND solved.step = mine.step AND solved.solved_at IS NOT NULL
                     AND '' IN (solved.kind, mine.kind))
             ORDER BY mine.first_at, learners.id, mine.step LIMIT $3"
        );
        self.rows(AssertSqlSafe(sql), values![wrong, before, limit]).await
    }
}

from_row!(Grade { learner, step, kind, attempts, solved_at, credit, late, is_ungraded });

from_row!(CauseCount { cause, answers, learners });

from_row!(StuckLearner { learner, step, kind, wrong, since, last });

/// Counts again what the learners of these attempts have earned at the steps and kinds of the attempts. Void attempts earn nothing. The list has a column `attempt`.
pub(super) async fn recount_earned(c: &mut Connection<'_>, list: &Value) -> Result<()> {
    c.execute(
        "UPDATE step_progress AS mine SET
             solved_at = (SELECT min(answer.at) FROM attempts AS answer
                          WHERE answer.learner = mine.learner AND answer.step = mine.step AND answer.kind = mine.kind
                            AND answer.verdict = 'accepted' AND answer.voided_by IS NULL),
             credit = (SELECT max(answer.worth) FROM attempts AS answer
                       WHERE answer.learner = mine.learner AND answer.step = mine.step AND answer.kind = mine.kind
                         AND answer.verdict = 'accepted' AND answer.voided_by IS NULL),
             credit_late = coalesce(
                 (SELECT answer.late FROM attempts AS answer
                  WHERE answer.learner = mine.learner AND answer.step = mine.step AND answer.kind = mine.kind
                    AND answer.verdict = 'accepted' AND answer.voided_by IS NULL AND answer.worth IS NOT NULL
                  ORDER BY answer.worth DESC, answer.late LIMIT 1),
                 FALSE),
             is_ungraded = EXISTS (
                 SELECT 1 FROM attempts AS answer
                 WHERE answer.learner = mine.learner AND answer.step = mine.step AND answer.kind = mine.kind
                   AND answer.verdict = 'accepted' AND answer.voided_by IS NULL AND answer.worth IS NULL)
         WHERE (learner, step, kind) IN (
             SELECT learner, step, kind FROM attempts WHERE id IN (SELECT attempt FROM {list} AS given))",
        &values![list],
    )
    .await
    .map(drop)
}

/// Counts again how many answers were wrong in a row, for the same learners, steps and kinds. As an accepted one does, a void one ends the row: the step
/// is open again, without an old pause.
pub(super) async fn recount_wrong(c: &mut Connection<'_>, list: &Value) -> Result<()> {
    c.execute(
        "UPDATE step_progress AS mine SET
             wrong_in_a_row = (
                 SELECT count(*) FROM attempts AS answer
                 WHERE answer.learner = mine.learner AND answer.step = mine.step AND answer.kind = mine.kind
                   AND answer.id > coalesce(
                       (SELECT max(accepted.id) FROM attempts AS accepted
                        WHERE accepted.learner = mine.learner AND accepted.step = mine.step AND accepted.kind = mine.kind
                          AND (accepted.verdict = 'accepted' OR accepted.voided_by IS NOT NULL)),
                       0)),
             last_wrong_at = (
                 SELECT max(answer.at) FROM attempts AS answer
                 WHERE answer.learner = mine.learner AND answer.step = mine.step AND answer.kind = mine.kind
                   AND answer.verdict = 'wrong')
         WHERE (learner, step, kind) IN (
             SELECT learner, step, kind FROM attempts WHERE id IN (SELECT attempt FROM {list} AS given))",
        &values![list],
    )
    .await
    .map(drop)
}
