//! Attempts: submitting them, listing them, and judging and grading them again.

use std::collections::HashMap;

use sqlx::AssertSqlSafe;

use super::attempt_request::{
    AttemptRequest, NewAttempt, RawAnswer, RawRest, StoredExercise, StoredVerdict, Submitted,
    columns_of,
};
use super::compression::inflate;
use super::database::{Access, Store};
use super::error::{Result, StoreError};
use super::grades::{recount_earned, recount_wrong};
use super::value::{FromRow, Row, Value, from_row, ids, learner_columns, row, values};
use crate::course::{AttemptId, Credit, DecisionId, Learner, LearnerId};
use crate::step::{Fingerprint, Nonce, StepNumber, Timestamp};

/// A judged answer, as its learner sees it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastAttempt {
    /// The fingerprint of the step. With the nonce it names the task.
    pub fingerprint: Fingerprint,
    /// The nonce of the task.
    pub nonce: Nonce,
    /// The answer as it was sent, lists joined by commas, or the beginning of a long one.
    pub raw: String,
    /// Whether it was accepted.
    pub is_accepted: bool,
    /// Whether an instructor has voided it.
    pub is_void: bool,
    /// When it was judged.
    pub at: Timestamp,
}

/// A judged answer, as an instructor sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedAttempt {
    /// The id.
    pub id: AttemptId,
    /// The learner; none if they are forgotten.
    pub learner: Option<Learner>,
    /// The step.
    pub step: StepNumber,
    /// The kind that the step had; empty in attempts from before it was stored.
    pub kind: String,
    /// The fingerprint that the step had.
    pub fingerprint: Fingerprint,
    /// The nonce of the task.
    pub nonce: Nonce,
    /// The answer as it was sent.
    pub raw: RawAnswer,
    /// The answer in its canonical form, or the beginning of a very long one.
    pub canonical: String,
    /// The verdict.
    pub verdict: StoredVerdict,
    /// What it would earn if it was accepted, by the rules in force when it was made.
    pub worth: Credit,
    /// Whether it was late by these rules.
    pub late: bool,
    /// Whether its worth is not stored. Then it earns the points that the step has today.
    pub is_ungraded: bool,
    /// The latest decision in force that voids it.
    pub voided_by: Option<DecisionId>,
    /// When it was judged.
    pub at: Timestamp,
    /// The earlier verdicts, if it was judged again, the latest last.
    pub rejudged: Vec<Rejudged>,
}

/// A verdict that was replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejudged {
    /// Whether the answer was accepted before.
    pub was_accepted: bool,
    /// When it was judged again.
    pub at: Timestamp,
    /// The instructor or the command that judged it again, by name.
    pub by: String,
}

/// Which attempts are listed: the latest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AttemptPage {
    /// Only attempts of this learner.
    pub learner: Option<LearnerId>,
    /// Only attempts at this step.
    pub step: Option<StepNumber>,
    /// Only attempts with a smaller id: the last one of the previous page.
    pub before: Option<AttemptId>,
    /// Only attempts with a greater id; then the earliest come first.
    pub after: Option<AttemptId>,
    /// How many attempts are listed at most.
    pub limit: u32,
}

/// An attempt's new verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejudgment {
    /// The attempt.
    pub attempt: AttemptId,
    /// The new verdict.
    pub verdict: StoredVerdict,
}

/// An attempt's new worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Regrade {
    /// The attempt.
    pub attempt: AttemptId,
    /// What it earns if it is accepted.
    pub worth: Credit,
    /// Whether it was late.
    pub late: bool,
}

/// An accepted attempt, as a receipt contains it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcceptedAttempt {
    /// The id.
    pub id: AttemptId,
    /// The step.
    pub step: StepNumber,
    /// The kind.
    pub kind: String,
    /// The fingerprint.
    pub fingerprint: Fingerprint,
    /// The nonce of the task.
    pub nonce: Nonce,
    /// The hash of the answer: see [`answer_hash`](super::answer_hash).
    pub answer: [u8; 16],
    /// What it earned.
    pub credit: Credit,
    /// Whether its worth is not stored. Then it earns the points that the step has today.
    pub is_ungraded: bool,
    /// When it was judged.
    pub at: Timestamp,
}

/// Attempts.
impl dyn Store + '_ {
    /// Records a judged answer and returns the stored verdict: its own, or the earlier one if the same answer to the same task is recorded already.
    /// Refuses it if the learner was wrong too often and has to wait or to take another task, or has made `per_day` attempts today. All this is
    /// decided in one transaction.
    pub async fn submit_attempt(&self, attempt: NewAttempt, per_day: u32) -> Result<Submitted> {
        self.submit(AttemptRequest::new(attempt, per_day)?).await
    }

    /// The latest attempts of a learner at a step, at most `limit`, the latest first.
    pub async fn attempts(
        &self,
        learner: LearnerId,
        step: StepNumber,
        limit: u32,
    ) -> Result<Vec<PastAttempt>> {
        let sql = "SELECT fingerprint, nonce, coalesce(raw, canonical), verdict = 'accepted', voided_by IS NOT NULL, at FROM attempts
                   WHERE id IN (SELECT id FROM attempts WHERE learner = $1 AND step = $2 ORDER BY id DESC LIMIT $3)
                   ORDER BY at DESC, id DESC";
        self.rows(sql, values![learner, step, limit]).await
    }

    /// A page of attempts.
    pub async fn recorded_attempts(&self, page: AttemptPage) -> Result<Vec<RecordedAttempt>> {
        let AttemptPage { learner, step, before, after, limit } = page;
        let conditions = [
            ("AND learners.id = $1", learner.is_some()),
            ("AND attempts.step = $2", step.is_some()),
            ("AND attempts.id < $3", before.is_some()),
            ("AND attempts.id > $4", after.is_some()),
        ];
        let conditions = conditions.into_iter().filter(|(_, is_given)| *is_given);
        let conditions: Vec<&str> = conditions.map(|(condition, _)| condition).collect();
        let sql = format!(
            "SELECT attempts.id, {}, attempts.step, attempts.kind,
                      attempts.fingerprint, attempts.nonce, coalesce(attempts.raw, attempts.canonical),
                      attempts.raw_rest_length, attempts.raw_rest_hash, attempts.canonical,
                      attempts.verdict, attempts.items_right, attempts.items_total, attempts.first_wrong, attempts.fit, attempts.causes,
                      coalesce(attempts.worth, 0), attempts.late, attempts.worth IS NULL, attempts.voided_by, attempts.at
               FROM attempts LEFT JOIN learners ON learners.id = attempts.learner AND NOT learners.is_forgotten
               WHERE TRUE {} ORDER BY attempts.id {} LIMIT $5",
            learner_columns("learners"),
            conditions.join(" "),
            if after.is_some() { "ASC" } else { "DESC" },
        );
        let values = values![learner, step, before, after, limit];
        self.with(Access::Read, move |c| {
            Box::pin(async move {
                let mut attempts: Vec<RecordedAttempt> =
                    c.rows(AssertSqlSafe(sql), &values).await?;
                let ids = attempts.iter().map(|attempt| row![attempt: attempt.id]);
                let Some(list) = Value::list(ids) else { return Ok(attempts) };
                let earlier = c
                    .rows(
                        "SELECT attempt, verdict = 'accepted', judged_at, judged_by FROM rejudgments
                         WHERE attempt IN (SELECT attempt FROM {list} AS given) ORDER BY id",
                        &values![list],
                    )
                    .await?;
                let mut of_attempt: HashMap<AttemptId, Vec<Rejudged>> = HashMap::new();
                for (attempt, rejudged) in earlier {
                    of_attempt.entry(attempt).or_default().push(rejudged);
                }
                for attempt in &mut attempts {
                    attempt.rejudged = of_attempt.remove(&attempt.id).unwrap_or_default();
                }
                Ok(attempts)
            })
        })
        .await
    }

    /// An attempt.
    pub async fn recorded_attempt(&self, id: AttemptId) -> Result<Option<RecordedAttempt>> {
        let before = Some(AttemptId(id.0.saturating_add(1)));
        let after = Some(AttemptId(id.0.saturating_sub(1)));
        let page = AttemptPage { before, after, limit: 1, ..AttemptPage::default() };
        Ok(self.recorded_attempts(page).await?.pop())
    }

    /// The task of an attempt as JSON, as it was sent without token and links; none if it was not stored.
    pub async fn attempted_task(&self, id: AttemptId) -> Result<Option<String>> {
        let read = self.with(Access::Read, move |c| {
            Box::pin(async move {
                // SQLite finds a task by the id of its first attempt, PostgreSQL by the key of its table.
                let sql = c.choose(
                    "SELECT json FROM attempts AS this JOIN attempts AS first USING (learner, step, fingerprint, nonce)
                     JOIN tasks ON tasks.id = first.id WHERE this.id = $1",
                    "SELECT json FROM attempts JOIN tasks USING (learner, step, fingerprint, nonce) WHERE attempts.id = $1",
                );
                c.row::<Vec<u8>>(sql, &values![id]).await
            })
        });
        let compressed = read.await?;
        compressed.map(|task| inflate(&task)).transpose().map_err(StoreError::unreadable)
    }

    /// The exercise with this fingerprint; none if it has no attempt since exercises are stored.
    pub async fn attempted_exercise(
        &self,
        fingerprint: Fingerprint,
    ) -> Result<Option<StoredExercise>> {
        let sql = "SELECT kind, version, params FROM exercises WHERE fingerprint = $1";
        self.row(sql, values![fingerprint]).await
    }

    /// A learner's accepted attempts that are not void: of each task the first one of those that earned most, the earliest first.
    pub async fn accepted_attempts(&self, learner: LearnerId) -> Result<Vec<AcceptedAttempt>> {
        let sql =
            "SELECT id, step, kind, fingerprint, nonce, canonical_hash, coalesce(worth, 0), worth IS NULL, at
             FROM (SELECT *, row_number() OVER (PARTITION BY step, fingerprint, nonce ORDER BY worth DESC NULLS LAST, at, id) AS place
                   FROM attempts WHERE learner = $1 AND verdict = 'accepted' AND voided_by IS NULL) AS accepted
             WHERE place = 1 ORDER BY at, id";
        self.rows(sql, values![learner]).await
    }

    /// Gives attempts new verdicts, and keeps the old ones on record. The times and the worth of the attempts stay.
    pub async fn rejudge(
        &self,
        rejudgments: Vec<Rejudgment>,
        by: String,
        at: Timestamp,
    ) -> Result<()> {
        let rows = rejudgments.iter().map(|Rejudgment { attempt, verdict }| {
            [row![attempt: attempt], columns_of(verdict)].concat()
        });
        let Some(list) = Value::list(rows) else { return Ok(()) };
        self.with(Access::Change, move |c| {
            Box::pin(async move {
                c.lock_attempts(&list).await?;
                c.execute(
                    "INSERT INTO rejudgments (attempt, verdict, items_right, items_total, first_wrong, fit, causes, judged_at, judged_by)
                     SELECT id, verdict, items_right, items_total, first_wrong, fit, causes, $2, $3 FROM attempts
                     WHERE id IN (SELECT attempt FROM {list} AS given) ORDER BY id",
                    &values![list, at, by],
                )
                .await?;
                let changed = c
                    .execute(
                        "UPDATE attempts SET
                             verdict = given.verdict, items_right = given.items_right, items_total = given.items_total,
                             first_wrong = given.first_wrong, fit = given.fit, causes = given.causes
                         FROM {list} AS given WHERE id = given.attempt",
                        &values![list],
                    )
                    .await?;
                require_all(changed, rejudgments.len())?;
                recount_earned(c, &list).await?;
                recount_wrong(c, &list).await
            })
        })
        .await
    }

    /// Gives attempts a new worth.
    pub async fn regrade(&self, regrades: Vec<Regrade>) -> Result<()> {
        let rows = regrades.iter().map(
            |Regrade { attempt, worth, late }| row![attempt: attempt, worth: worth, late: late],
        );
        let Some(list) = Value::list(rows) else { return Ok(()) };
        self.with(Access::Change, move |c| {
            Box::pin(async move {
                c.lock_attempts(&list).await?;
                let sql = "UPDATE attempts SET worth = given.worth, late = given.late
                           FROM {list} AS given WHERE id = given.attempt";
                let changed = c.execute(sql, &values![list]).await?;
                require_all(changed, regrades.len())?;
                recount_earned(c, &list).await
            })
        })
        .await
    }
}

ids!(AttemptId);

from_row!(PastAttempt { fingerprint, nonce, raw, is_accepted, is_void, at });

from_row!(StoredExercise { kind, version, params });

from_row!(AcceptedAttempt { id, step, kind, fingerprint, nonce, answer, credit, is_ungraded, at });

impl FromRow for RawAnswer {
    fn from_row(row: &mut Row<'_>) -> Result<Self> {
        let beginning = row.read()?;
        let rest = Option::zip(row.read()?, row.read()?);
        Ok(Self { beginning, rest: rest.map(|(length, hash)| RawRest { length, hash }) })
    }
}

from_row!(RecordedAttempt {
    id, learner, step, kind, fingerprint, nonce, raw, canonical, verdict, worth, late, is_ungraded, voided_by, at;
    rejudged: Vec::new()
});

from_row!(Rejudged { was_accepted, at, by });

/// Requires that all attempts of a list exist.
fn require_all(changed: u64, expected: usize) -> Result<()> {
    if changed == expected as u64 { Ok(()) } else { Err(StoreError::EntryUnknown) }
}
