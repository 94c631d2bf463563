//! Attempts: submitting them, listing them, and judging and grading them again.

use std::collections::HashMap;

use async_trait::async_trait;
use sqlx::AssertSqlSafe;

use super::compression::inflate;
use super::connection::Connection;
use super::database::{Database, Writing};
use super::error::{Result, StoreError};
use super::failure::Failure;
use super::grades::{recount_earned, recount_wrong};
use super::list::{List, row};
use super::submission::{
    NewAttempt, RawAnswer, RawRest, StoredExercise, StoredVerdict, Submission, Submitted,
    VerdictColumns,
};
use super::value::{Column as _, FromRow, Row, Value, columns, from_row, values};
use crate::course::{Credit, Learner, LearnerId};
use crate::step::{Fingerprint, Nonce, StepNumber, Timestamp};

/// The id of an attempt in the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AttemptId(pub i64);

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
#[async_trait]
pub trait Attempts {
    /// Records a judged answer and returns the stored verdict: its own, or the earlier one if the same answer to the same task is recorded already.
    /// Refuses it if the learner was wrong too often and has to wait or to take another task, or has made `per_day` attempts today. All this is
    /// decided in one transaction.
    async fn submit_attempt(&self, attempt: NewAttempt, per_day: u32) -> Result<Submitted>;

    /// The latest attempts of a learner at a step, at most `limit`, the latest first.
    async fn attempts(
        &self,
        learner: LearnerId,
        step: StepNumber,
        limit: u32,
    ) -> Result<Vec<PastAttempt>>;

    /// A page of attempts.
    async fn recorded_attempts(&self, page: AttemptPage) -> Result<Vec<RecordedAttempt>>;

    /// An attempt.
    async fn recorded_attempt(&self, id: AttemptId) -> Result<Option<RecordedAttempt>>;

    /// The task of an attempt as JSON, as it was sent without token and links; none if it was not stored.
    async fn attempted_task(&self, id: AttemptId) -> Result<Option<String>>;

    /// The exercise with this fingerprint; none if it has no attempt since exercises are stored.
    async fn attempted_exercise(&self, fingerprint: Fingerprint) -> Result<Option<StoredExercise>>;

    /// A learner's accepted attempts: of each task the first one of those that earned most, the earliest first.
    async fn accepted_attempts(&self, learner: LearnerId) -> Result<Vec<AcceptedAttempt>>;

    /// Gives attempts new verdicts, and keeps the old ones on record. The times and the worth of the attempts stay.
    async fn rejudge(&self, rejudgments: Vec<Rejudgment>, by: String, at: Timestamp) -> Result<()>;

    /// Gives attempts a new worth.
    async fn regrade(&self, regrades: Vec<Regrade>) -> Result<()>;
}

#[async_trait]
impl<D: Database> Attempts for D {
    async fn submit_attempt(&self, attempt: NewAttempt, per_day: u32) -> Result<Submitted> {
        self.submit(Submission::new(attempt, per_day)?).await
    }

    async fn attempts(
        &self,
        learner: LearnerId,
        step: StepNumber,
        limit: u32,
    ) -> Result<Vec<PastAttempt>> {
        let sql = "SELECT fingerprint, nonce, coalesce(raw, canonical), verdict = 'accepted', at FROM attempts
                   WHERE id IN (SELECT id FROM attempts WHERE learner = $1 AND step = $2 ORDER BY id DESC LIMIT $3)
                   ORDER BY at DESC, id DESC";
        self.rows(sql, values![learner, step, limit]).await
    }

    async fn recorded_attempts(&self, page: AttemptPage) -> Result<Vec<RecordedAttempt>> {
        let AttemptPage { learner, step, before, after, limit } = page;
        let conditions = vec![
            ("learners.id =", learner.map(|learner| learner.store())),
            ("attempts.step =", step.map(|step| step.store())),
            ("attempts.id <", before.map(|before| before.store())),
            ("attempts.id >", after.map(|after| after.store())),
        ];
        let order = if after.is_some() { "ASC" } else { "DESC" };
        self.read(move |c| Box::pin(recorded(c, conditions, order, limit))).await
    }

    async fn recorded_attempt(&self, id: AttemptId) -> Result<Option<RecordedAttempt>> {
        let condition = vec![("attempts.id =", Some(id.store()))];
        let found = self.read(move |c| Box::pin(recorded(c, condition, "ASC", 1))).await;
        Ok(found?.pop())
    }

    async fn attempted_task(&self, id: AttemptId) -> Result<Option<String>> {
        // SQLite finds a task by the id of its first attempt, PostgreSQL by the key of its table.
        let sql = D::DIALECT.choose(
            "SELECT json FROM attempts AS this JOIN attempts AS first USING (learner, step, fingerprint, nonce)
             JOIN tasks ON tasks.id = first.id WHERE this.id = $1",
            "SELECT json FROM attempts JOIN tasks USING (learner, step, fingerprint, nonce) WHERE attempts.id = $1",
        );
        let compressed: Option<Vec<u8>> = self.row(sql, values![id]).await?;
        Ok(compressed.map(|task| inflate(&task)).transpose().map_err(Failure::from)?)
    }

    async fn attempted_exercise(&self, fingerprint: Fingerprint) -> Result<Option<StoredExercise>> {
        let sql = "SELECT kind, version, params FROM exercises WHERE fingerprint = $1";
        self.row(sql, values![fingerprint]).await
    }

    async fn accepted_attempts(&self, learner: LearnerId) -> Result<Vec<AcceptedAttempt>> {
        let sql =
            "SELECT id, step, kind, fingerprint, nonce, canonical_hash, worth, at
             FROM (SELECT *, row_number() OVER (PARTITION BY step, fingerprint, nonce ORDER BY worth DESC NULLS LAST, at, id) AS place
                   FROM attempts WHERE learner = $1 AND verdict = 'accepted') AS accepted
             WHERE place = 1 ORDER BY at, id";
        self.rows(sql, values![learner]).await
    }

    async fn rejudge(&self, rejudgments: Vec<Rejudgment>, by: String, at: Timestamp) -> Result<()> {
        self.write(Writing::Change, move |c| Box::pin(rejudge(c, rejudgments, by, at))).await
    }

    async fn regrade(&self, regrades: Vec<Regrade>) -> Result<()> {
        self.write(Writing::Change, move |c| Box::pin(regrade(c, regrades))).await
    }
}

columns! {
    AttemptId: i64 = |id| id.0, |column| Ok(Self(column));
}

from_row!(PastAttempt { fingerprint, nonce, raw, is_accepted, at });

from_row!(StoredExercise { kind, version, params });

impl FromRow for AcceptedAttempt {
    fn from_row(row: &mut Row<'_>) -> Result<Self, Failure> {
        let (id, step, kind) = row.read()?;
        let (fingerprint, nonce, answer) = row.read()?;
        let (worth, at): (Option<Credit>, _) = row.read()?;
        let (credit, is_ungraded) = (worth.unwrap_or_default(), worth.is_none());
        Ok(Self { id, step, kind, fingerprint, nonce, answer, credit, is_ungraded, at })
    }
}

/// Without the earlier verdicts.
impl FromRow for RecordedAttempt {
    fn from_row(row: &mut Row<'_>) -> Result<Self, Failure> {
        let (id, learner) = row.read()?;
        let (step, kind, fingerprint) = row.read()?;
        let (nonce, canonical, beginning): (_, String, Option<String>) = row.read()?;
        let rest = Option::zip(row.read()?, row.read()?);
        let rest = rest.map(|(length, hash)| RawRest { length, hash });
        let raw = RawAnswer { beginning: beginning.unwrap_or_else(|| canonical.clone()), rest };
        let verdict: Option<StoredVerdict> = row.read()?;
        let verdict = verdict.ok_or_else(|| Failure::value("an attempt has no verdict"))?;
        let (worth, late, at): (Option<Credit>, _, _) = row.read()?;
        let (is_ungraded, worth, rejudged) = (worth.is_none(), worth.unwrap_or_default(), vec![]);
        Ok(Self {
            id,
            learner,
            step,
            kind,
            fingerprint,
            nonce,
            raw,
            canonical,
            verdict,
            worth,
            late,
            is_ungraded,
            at,
            rejudged,
        })
    }
}

from_row!(Rejudged { was_accepted, at, by });

/// The attempts that fulfil the conditions, each a comparison with a number.
async fn recorded(
    c: &mut Connection<'_>,
    conditions: Vec<(&'static str, Option<i64>)>,
    order: &'static str,
    limit: u32,
) -> Result<Vec<RecordedAttempt>, Failure> {
    let mut sql = "SELECT attempts.id, learners.id, learners.name, learners.section, learners.on_roster, attempts.step, attempts.kind,
                          attempts.fingerprint, attempts.nonce, attempts.canonical, attempts.raw,
                          attempts.raw_rest_length, attempts.raw_rest_hash,
                          attempts.verdict, attempts.items_right, attempts.items_total, attempts.first_wrong, attempts.fit, attempts.causes,
                          attempts.worth, attempts.late, attempts.at
                   FROM attempts LEFT JOIN learners ON learners.id = attempts.learner AND NOT learners.is_forgotten
                   WHERE TRUE"
        .to_owned();
    let mut values = Vec::new();
    for (comparison, value) in conditions {
        if value.is_some() {
            values.push(Value::Integer(value));
            sql.extend([" AND ", comparison, " $", &values.len().to_string()]);
        }
    }
    values.extend(values![limit]);
    sql.extend([" ORDER BY attempts.id ", order, " LIMIT $", &values.len().to_string()]);
    let mut attempts: Vec<RecordedAttempt> = c.rows(AssertSqlSafe(sql), &values).await?;

    let ids = attempts.iter().map(|attempt| row![attempt: attempt.id]);
    let Some(list) = List::of_rows(ids) else { return Ok(attempts) };
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
}

async fn rejudge(
    c: &mut Connection<'_>,
    rejudgments: Vec<Rejudgment>,
    by: String,
    at: Timestamp,
) -> Result<(), Failure> {
    let rows = rejudgments.iter().map(|Rejudgment { attempt, verdict }| {
        let verdict = VerdictColumns::from(verdict);
        row![
            attempt: attempt,
            verdict: verdict.name,
            items_right: verdict.right,
            items_total: verdict.total,
            first_wrong: verdict.first,
            fit: verdict.fit.map(str::to_owned),
            causes: verdict.causes,
        ]
    });
    let Some(list) = List::of_rows(rows) else { return Ok(()) };
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
}

async fn regrade(c: &mut Connection<'_>, regrades: Vec<Regrade>) -> Result<(), Failure> {
    let rows = regrades
        .iter()
        .map(|Regrade { attempt, worth, late }| row![attempt: attempt, worth: worth, late: late]);
    let Some(list) = List::of_rows(rows) else { return Ok(()) };
    c.lock_attempts(&list).await?;
    let changed = c
        .execute(
            "UPDATE attempts SET worth = given.worth, late = given.late FROM {list} AS given WHERE id = given.attempt",
            &values![list],
        )
        .await?;
    require_all(changed, regrades.len())?;
    recount_earned(c, &list).await
}

/// Requires that all attempts of a list exist.
fn require_all(changed: u64, expected: usize) -> Result<(), Failure> {
    if changed == expected as u64 { Ok(()) } else { Err(StoreError::EntryUnknown.into()) }
}
