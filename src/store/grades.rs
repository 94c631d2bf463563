//! How learners stand at the steps, and how a step goes for the class.

use sqlx::AssertSqlSafe;

use super::connection::Connection;
use super::database::{Access, Store};
use super::error::{Result, StoreError};
use super::value::{FromRow, Row, Value, count, from_row, learner_columns, row, values};
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

/// What a learner did at a step besides the attempts. Servers count it in memory and add it to what is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepActivity {
    /// The first request for the step.
    pub seen_at: Timestamp,
    /// How many malformed answers were sent.
    pub malformed: u32,
    /// The problem code and the time of the last malformed answer.
    pub last_malformed: Option<(String, Timestamp)>,
    /// How many answers `gradus-client solve-all` sent.
    pub solve_all: u32,
    /// When it sent the last one.
    pub solve_all_at: Option<Timestamp>,
    /// How many wrong answers were not compared with the boards of others.
    pub uncompared: u32,
}

/// The stored activity of a learner at a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredActivity {
    /// The learner.
    pub learner: Learner,
    /// The step.
    pub step: StepNumber,
    /// The activity.
    pub activity: StepActivity,
    /// Whether an answer of the learner to the step was judged.
    pub has_attempts: bool,
}

/// A step that was solved soon after the learner's first request for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuickSolution {
    /// The learner.
    pub learner: Learner,
    /// The step.
    pub step: StepNumber,
    /// The first request for the step.
    pub seen_at: Timestamp,
    /// When the first right answer was judged.
    pub solved_at: Timestamp,
    /// Whether no answer was judged earlier.
    pub is_first: bool,
}

/// How learners stand at the steps.
impl dyn Store + '_ {
    /// Adds to what learners did at steps. Learners who are forgotten meanwhile are left out.
    pub async fn add_step_activity(
        &self,
        activity: Vec<(LearnerId, StepNumber, StepActivity)>,
    ) -> Result<()> {
        let rows = activity.into_iter().map(|(learner, step, activity)| {
            let (code, malformed_at) = activity.last_malformed.unzip();
            row![
                learner: learner,
                step: step,
                seen_at: activity.seen_at,
                malformed: activity.malformed,
                malformed_code: code,
                malformed_at: malformed_at,
                solve_all: activity.solve_all,
                solve_all_at: activity.solve_all_at,
                uncompared: activity.uncompared,
            ]
        });
        let Some(list) = Value::list(rows) else { return Ok(()) };
        self.with(Access::Change, move |c| {
            Box::pin(async move {
                let learners = "SELECT 1 FROM learners WHERE id IN (SELECT learner FROM {list} AS given) ORDER BY id FOR KEY SHARE";
                c.lock(learners, &values![list]).await?;
                // Every process changes the rows in one order.
                c.execute(
                    "INSERT INTO step_activity AS known (learner, step, seen_at, malformed, malformed_code, malformed_at,
                                                         solve_all, solve_all_at, uncompared)
                     SELECT given.learner, given.step, given.seen_at, given.malformed, given.malformed_code, given.malformed_at,
                            given.solve_all, given.solve_all_at, given.uncompared
                     FROM {list} AS given JOIN learners ON learners.id = given.learner AND NOT learners.is_forgotten
                     WHERE TRUE ORDER BY given.learner, given.step
                     ON CONFLICT (learner, step) DO UPDATE SET
                         seen_at = CASE WHEN excluded.seen_at < known.seen_at THEN excluded.seen_at ELSE known.seen_at END,
                         malformed = known.malformed + excluded.malformed,
                         malformed_code = coalesce(excluded.malformed_code, known.malformed_code),
                         malformed_at = coalesce(excluded.malformed_at, known.malformed_at),
                         solve_all = known.solve_all + excluded.solve_all,
                         solve_all_at = coalesce(excluded.solve_all_at, known.solve_all_at),
                         uncompared = known.uncompared + excluded.uncompared",
                    &values![list],
                )
                .await
                .map(drop)
            })
        })
        .await
    }

    /// The activity of learners who are not forgotten, where it is more than requests, by learner and step.
    pub async fn step_activity(&self) -> Result<Vec<StoredActivity>> {
        let learner = learner_columns("learners");
        let sql = format!(
            "SELECT {learner}, mine.step, mine.seen_at, mine.malformed, mine.malformed_code, mine.malformed_at,
                    mine.solve_all, mine.solve_all_at, mine.uncompared,
                    EXISTS (SELECT 1 FROM step_progress AS judged WHERE judged.learner = mine.learner AND judged.step = mine.step)
             FROM step_activity AS mine JOIN learners ON learners.id = mine.learner AND NOT learners.is_forgotten
             WHERE mine.malformed > 0 OR mine.solve_all > 0 OR mine.uncompared > 0
             ORDER BY mine.learner, mine.step"
        );
        self.rows(AssertSqlSafe(sql), values![]).await
    }

    /// The steps that learners solved within so many seconds of their first request for the step, by learner and time.
    pub async fn quick_solutions(&self, seconds: u64) -> Result<Vec<QuickSolution>> {
        let learner = learner_columns("learners");
        let sql = format!(
            "SELECT {learner}, seen.step, seen.seen_at, solved.solved_at, solved.first_at = solved.solved_at
             FROM step_activity AS seen
             JOIN step_progress AS solved ON solved.learner = seen.learner AND solved.step = seen.step
             JOIN learners ON learners.id = seen.learner AND NOT learners.is_forgotten
             WHERE solved.solved_at BETWEEN seen.seen_at AND seen.seen_at + $1
             ORDER BY seen.learner, solved.solved_at, seen.step"
        );
        self.rows(AssertSqlSafe(sql), values![seconds]).await
    }

    /// The learners on the roster of whom no answer was judged, by section and name.
    pub async fn learners_without_attempts(&self) -> Result<Vec<Learner>> {
        let learner = learner_columns("learners");
        let sql = format!(
            "SELECT {learner} FROM learners
             WHERE on_roster AND NOT is_forgotten AND NOT EXISTS (SELECT 1 FROM step_progress WHERE learner = learners.id)
             ORDER BY section IS NULL, section, name_folded"
        );
        self.rows(AssertSqlSafe(sql), values![]).await
    }

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

from_row!(StoredActivity { learner, step, activity, has_attempts });

from_row!(QuickSolution { learner, step, seen_at, solved_at, is_first });

impl FromRow for StepActivity {
    fn from_row(row: &mut Row<'_>) -> Result<Self> {
        Ok(Self {
            seen_at: row.read()?,
            malformed: row.read()?,
            last_malformed: Option::zip(row.read()?, row.read()?),
            solve_all: row.read()?,
            solve_all_at: row.read()?,
            uncompared: row.read()?,
        })
    }
}

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
