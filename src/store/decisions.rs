//! Decisions of instructors, and the attempts that they void.

use super::connection::Connection;
use super::database::{Access, Store};
use super::error::{Result, StoreError};
use super::grades::{recount_earned, recount_wrong};
use super::value::{FromRow, Row, Value, from_row, ids, row, values};
use crate::course::{
    AttemptId, Credit, Decision, DecisionAction, DecisionId, LearnerName, VoidedAttempt,
};
use crate::step::Timestamp;

/// Decisions.
impl dyn Store + '_ {
    /// Stores a new decision, and returns its id and how many attempts it voids. Refuses a void without attempts.
    pub async fn decide(&self, new: Decision) -> Result<(DecisionId, u64)> {
        self.with(Access::Change, move |c| {
            Box::pin(async move {
                let Decision { step, kind, audience, action, reason, is_public, by, at, .. } = new;
                let (section, learner) = audience.names();
                let (points, attempt) = match action {
                    DecisionAction::Set(points) => (Some(points), None),
                    DecisionAction::Excuse => (None, None),
                    DecisionAction::Void(attempt) => (None, attempt),
                };
                let list = match action {
                    DecisionAction::Set(_) | DecisionAction::Excuse => None,
                    DecisionAction::Void(_) => {
                        let sql = "SELECT attempts.id FROM attempts JOIN learners ON learners.id = attempts.learner
                                   WHERE NOT is_forgotten
                                     AND CASE WHEN $5 IS NULL THEN step = $1 AND kind IN ($2, '') ELSE attempts.id = $5 END
                                     AND ($3 IS NULL OR section = $3) AND ($4 IS NULL OR learners.id = $4)";
                        let values = values![step, kind, section, learner, attempt];
                        let list = list_of(c.rows(sql, &values).await?);
                        let list = list.ok_or(StoreError::NothingToVoid)?;
                        c.lock_attempts(&list).await?;
                        Some(list)
                    }
                };
                let values = values![
                    step, kind, section, learner, action.name(), points, attempt, reason, is_public, by, at
                ];
                // The database refuses one for a learner who does not exist or is forgotten.
                let sql = "INSERT INTO decisions (step, kind, section, learner, action, points, attempt, reason, is_public, made_by, made_at)
                           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id";
                let id: DecisionId = c.one(sql, &values).await?;
                let Some(list) = list else { return Ok((id, 0)) };
                let note = "INSERT INTO voided_attempts (decision, attempt)
                            SELECT $2, attempt FROM {list} AS given";
                c.execute(note, &values![list, id]).await?;
                let void = "UPDATE attempts SET voided_by = $2 WHERE id IN (SELECT attempt FROM {list} AS given)";
                let voided = c.execute(void, &values![list, id]).await?;
                recount_earned(c, &list).await?;
                recount_wrong(c, &list).await?;
                Ok((id, voided))
            })
        })
        .await
    }

    /// Takes a decision back. The attempts that it has voided count again, unless another decision in force voids them. The decision stays on record.
    pub async fn take_back(&self, id: DecisionId, by: LearnerName, at: Timestamp) -> Result<()> {
        self.with(Access::Change, move |c| {
            Box::pin(async move {
                let attempts = "SELECT attempt FROM voided_attempts WHERE decision = $1";
                let list = list_of(c.rows(attempts, &values![id]).await?);
                if let Some(list) = &list {
                    c.lock_attempts(list).await?;
                }
                let sql = "UPDATE decisions SET taken_back_by = $2, taken_back_at = $3
                           WHERE id = $1 AND taken_back_at IS NULL";
                if c.execute(sql, &values![id, by, at]).await? == 0 {
                    return Err(StoreError::EntryUnknown);
                }
                let Some(list) = list else { return Ok(()) };
                restore(c, &list).await
            })
        })
        .await
    }

    /// All decisions in the order in which they were made, also those that were taken back.
    pub async fn decisions(&self) -> Result<Vec<Decision>> {
        let sql = "SELECT id, step, kind, section, learner, action, points, attempt, reason, is_public, made_by, made_at,
                          taken_back_by, taken_back_at
                   FROM decisions ORDER BY id";
        self.rows(sql, values![]).await
    }

    /// The attempts that are void, the earliest first.
    pub async fn voided_attempts(&self) -> Result<Vec<VoidedAttempt>> {
        let sql = "SELECT voided_by, learner, step, kind, fingerprint, nonce, canonical_hash, verdict = 'accepted'
                   FROM attempts WHERE voided_by IS NOT NULL ORDER BY id";
        self.rows(sql, values![]).await
    }
}

/// Attempts as a list with a column `attempt`; none if there are none.
fn list_of(attempts: Vec<AttemptId>) -> Option<Value> {
    Value::list(attempts.into_iter().map(|attempt| row![attempt: attempt]))
}

/// Determines again which decision voids the attempts of a list.
async fn restore(c: &mut Connection<'_>, list: &Value) -> Result<()> {
    c.execute(
        "UPDATE attempts SET voided_by = (
             SELECT max(decisions.id) FROM voided_attempts JOIN decisions ON decisions.id = voided_attempts.decision
             WHERE voided_attempts.attempt = attempts.id AND decisions.taken_back_at IS NULL)
         WHERE id IN (SELECT attempt FROM {list} AS given)",
        &values![list],
    )
    .await?;
    recount_earned(c, list).await?;
    recount_wrong(c, list).await
}

ids!(DecisionId);

from_row!(VoidedAttempt { by, learner, step, kind, fingerprint, nonce, answer, is_accepted });

/// From the columns `action, points, attempt`.
impl FromRow for DecisionAction {
    fn from_row(row: &mut Row<'_>) -> Result<Self> {
        let (action, points, attempt): (String, Option<Credit>, _) = row.read()?;
        match (&*action, points) {
            ("set", Some(points)) => Ok(Self::Set(points)),
            ("excuse", None) => Ok(Self::Excuse),
            ("void", None) => Ok(Self::Void(attempt)),
            _ => Err(StoreError::unreadable(format!("no decision is called {action:?}"))),
        }
    }
}

impl FromRow for Decision {
    fn from_row(row: &mut Row<'_>) -> Result<Self> {
        Ok(Self {
            id: row.read()?,
            step: row.read()?,
            kind: row.read()?,
            audience: row.read()?,
            action: row.read()?,
            reason: row.read()?,
            is_public: row.read()?,
            by: row.read()?,
            at: row.read()?,
            taken_back: Option::zip(row.read()?, row.read()?),
        })
    }
}
