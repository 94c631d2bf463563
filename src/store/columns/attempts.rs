//! The columns of attempts.

use std::collections::HashMap;

use serde::Deserialize;
use sqlx::{Database, Encode, QueryBuilder, Type};

use super::{
    LearnerColumns, bytes, column, count, fingerprint, learner_of, nonce, step, time, worth,
};
use crate::step::Marks;
use crate::store::attempt::{Known, StoredAttempt};
use crate::store::guessing::WrongRun;
use crate::store::{
    AcceptedAttempt, AttemptId, AttemptPage, GradedThen, NewAttempt, PastAttempt, RawAnswer,
    RawRest, RecordedAttempt, Rejudged, StoredDiagnosis, StoredVerdict,
};

/// The columns of a verdict.
#[derive(sqlx::FromRow)]
pub(in crate::store) struct VerdictColumns {
    #[sqlx(rename = "verdict")]
    pub(in crate::store) name: String,
    pub(in crate::store) items_right: Option<i64>,
    pub(in crate::store) items_total: Option<i64>,
    pub(in crate::store) first_wrong: Option<i64>,
    pub(in crate::store) fit: Option<String>,
    pub(in crate::store) causes: Option<String>,
}

impl TryFrom<&StoredVerdict> for VerdictColumns {
    type Error = sqlx::Error;

    fn try_from(verdict: &StoredVerdict) -> sqlx::Result<Self> {
        let (name, marks, diagnosis) = match verdict {
            StoredVerdict::Accepted => ("accepted", None, None),
            StoredVerdict::Wrong { marks, diagnosis } => {
                ("wrong", marks.as_ref(), diagnosis.as_ref())
            }
        };
        Ok(Self {
            name: name.to_owned(),
            items_right: marks.map(|marks| column(marks.right)).transpose()?,
            items_total: marks.map(|marks| column(marks.total)).transpose()?,
            first_wrong: marks.and_then(|marks| marks.first_wrong).map(column).transpose()?,
            fit: diagnosis.map(|diagnosis| diagnosis.fit.as_str().to_owned()),
            causes: diagnosis.map(|diagnosis| diagnosis.causes.join(" ")),
        })
    }
}

impl TryFrom<VerdictColumns> for StoredVerdict {
    type Error = sqlx::Error;

    fn try_from(columns: VerdictColumns) -> sqlx::Result<Self> {
        let marks = match (columns.items_right, columns.items_total) {
            (Some(right), Some(total)) => Some(Marks {
                right: count(right)?,
                total: count(total)?,
                first_wrong: columns.first_wrong.map(count).transpose()?,
            }),
            _ => None,
        };
        let diagnosis = match (columns.fit, columns.causes) {
            (Some(fit), Some(causes)) => Some(StoredDiagnosis {
                fit: fit.parse().map_err(sqlx::Error::decode)?,
                causes: causes.split(' ').map(str::to_owned).collect(),
            }),
            _ => None,
        };
        match columns.name.as_str() {
            "accepted" => Ok(Self::Accepted),
            "wrong" => Ok(Self::Wrong { marks, diagnosis }),
            name => Err(sqlx::Error::Decode(format!("there is no verdict {name:?}").into())),
        }
    }
}

/// What is known when an attempt comes. SQLite tells it as JSON.
#[derive(sqlx::FromRow, Deserialize)]
pub(in crate::store) struct KnownColumns {
    /// These nine are of the attempt with the same answer to the same task, if there is one.
    id: Option<i64>,
    verdict: Option<String>,
    items_right: Option<i64>,
    items_total: Option<i64>,
    first_wrong: Option<i64>,
    fit: Option<String>,
    causes: Option<String>,
    worth: Option<i64>,
    at: Option<i64>,
    wrong_on_task: i64,
    earlier_wrong: i64,
    wrong_in_a_row: i64,
    last_wrong_at: Option<i64>,
    today: i64,
}

impl TryFrom<KnownColumns> for Known {
    type Error = sqlx::Error;

    fn try_from(columns: KnownColumns) -> sqlx::Result<Self> {
        let stored = match (columns.id, columns.verdict, columns.at) {
            (Some(id), Some(name), Some(at)) => {
                let verdict = VerdictColumns {
                    name,
                    items_right: columns.items_right,
                    items_total: columns.items_total,
                    first_wrong: columns.first_wrong,
                    fit: columns.fit,
                    causes: columns.causes,
                };
                let graded = GradedThen {
                    worth: worth(columns.worth)?,
                    is_ungraded: columns.worth.is_none(),
                    at: time(at),
                };
                Some(StoredAttempt { id, verdict: verdict.try_into()?, graded })
            }
            _ => None,
        };
        let last = columns.last_wrong_at.map(time);
        Ok(Self {
            stored,
            wrong_on_task: count(columns.wrong_on_task)?,
            earlier_wrong: count(columns.earlier_wrong)?,
            run: WrongRun { count: count(columns.wrong_in_a_row)?, last },
            today: count(columns.today)?,
        })
    }
}

/// What of a new attempt has to be computed for its row.
pub(in crate::store) struct AttemptRow<'a> {
    pub(in crate::store) attempt: &'a NewAttempt,
    pub(in crate::store) verdict: VerdictColumns,
    /// The answer as it was sent, if it is not the canonical one.
    pub(in crate::store) raw: Option<&'a str>,
    pub(in crate::store) rest_length: Option<i64>,
}

impl<'a> AttemptRow<'a> {
    pub(in crate::store) fn of(attempt: &'a NewAttempt) -> sqlx::Result<Self> {
        let raw = &attempt.raw;
        let is_canonical = raw.rest.is_none() && raw.beginning == attempt.canonical;
        Ok(Self {
            attempt,
            verdict: VerdictColumns::try_from(&attempt.verdict)?,
            raw: (!is_canonical).then_some(raw.beginning.as_str()),
            rest_length: raw.rest.map(|rest| column(rest.length)).transpose()?,
        })
    }
}

/// The columns of an attempt as its learner sees it.
#[derive(sqlx::FromRow)]
pub(in crate::store) struct PastColumns {
    fingerprint: i64,
    nonce: i64,
    raw: String,
    is_accepted: bool,
    at: i64,
}

impl PastColumns {
    /// The latest attempts of the learner $1 at the step $2, at most $3, the latest first.
    pub(in crate::store) const LATEST: &'static str =
        "SELECT fingerprint, nonce, coalesce(raw, canonical) AS raw, verdict = 'accepted' AS is_accepted, at FROM attempts
         WHERE id IN (SELECT id FROM attempts WHERE learner = $1 AND step = $2 ORDER BY id DESC LIMIT $3)
         ORDER BY at DESC, id DESC";
}

impl TryFrom<PastColumns> for PastAttempt {
    type Error = sqlx::Error;

    fn try_from(columns: PastColumns) -> sqlx::Result<Self> {
        Ok(Self {
            fingerprint: fingerprint(columns.fingerprint)?,
            nonce: nonce(columns.nonce),
            raw: columns.raw,
            is_accepted: columns.is_accepted,
            at: time(columns.at),
        })
    }
}

/// The columns of an attempt as instructors see it; those of the learner are empty if they are forgotten.
#[derive(sqlx::FromRow)]
pub(in crate::store) struct RecordedColumns {
    pub(in crate::store) id: i64,
    learner: Option<i64>,
    name: Option<String>,
    section: Option<String>,
    on_roster: Option<bool>,
    step: i64,
    kind: String,
    fingerprint: i64,
    nonce: i64,
    raw: Option<String>,
    raw_rest_length: Option<i64>,
    raw_rest_hash: Option<Vec<u8>>,
    canonical: String,
    #[sqlx(flatten)]
    verdict: VerdictColumns,
    worth: Option<i64>,
    late: bool,
    at: i64,
}

impl RecordedColumns {
    /// All attempts. Further conditions and an order may follow.
    pub(in crate::store) const ALL: &'static str =
        "SELECT attempts.id, learners.id AS learner, learners.name, learners.section, learners.on_roster, attempts.step,
                attempts.kind, attempts.fingerprint, attempts.nonce, attempts.raw, attempts.raw_rest_length, attempts.raw_rest_hash,
                attempts.canonical, attempts.verdict, attempts.items_right, attempts.items_total, attempts.first_wrong,
                attempts.fit, attempts.causes, attempts.worth, attempts.late, attempts.at
         FROM attempts LEFT JOIN learners ON learners.id = attempts.learner AND NOT learners.is_forgotten
         WHERE TRUE";

    /// The attempts of a page.
    pub(in crate::store) fn page<DB: Database>(page: &AttemptPage) -> QueryBuilder<DB>
    where
        i64: for<'a> Encode<'a, DB> + Type<DB>,
    {
        let conditions = [
            (" AND learners.id = ", page.learner.map(|learner| learner.0)),
            (" AND attempts.step = ", page.step.map(|step| i64::from(step.get()))),
            (" AND attempts.id < ", page.before.map(|before| before.0)),
            (" AND attempts.id > ", page.after.map(|after| after.0)),
        ];
        let mut query: QueryBuilder<DB> = QueryBuilder::new(Self::ALL);
        for (condition, value) in conditions {
            if let Some(value) = value {
                query.push(condition).push_bind(value);
            }
        }
        let order = if page.after.is_some() { "ASC" } else { "DESC" };
        query.push(" ORDER BY attempts.id ").push(order);
        query.push(" LIMIT ").push_bind(i64::from(page.limit));
        query
    }

    /// The attempts of these rows, with what they were judged before.
    pub(in crate::store) fn into_attempts(
        rows: Vec<Self>,
        earlier: Vec<RejudgedColumns>,
    ) -> sqlx::Result<Vec<RecordedAttempt>> {
        let mut of_attempt: HashMap<i64, Vec<Rejudged>> = HashMap::new();
        for RejudgedColumns { attempt, was_accepted, judged_at, judged_by } in earlier {
            let rejudged = Rejudged { was_accepted, at: time(judged_at), by: judged_by };
            of_attempt.entry(attempt).or_default().push(rejudged);
        }
        let attempts = rows.into_iter().map(|row| {
            let rejudged = of_attempt.remove(&row.id).unwrap_or_default();
            row.into_attempt(rejudged)
        });
        attempts.collect()
    }

    fn into_attempt(self, rejudged: Vec<Rejudged>) -> sqlx::Result<RecordedAttempt> {
        let learner: Option<LearnerColumns> = match (self.learner, self.name, self.on_roster) {
            (Some(id), Some(name), Some(is_on_roster)) => {
                Some((id, name, self.section, is_on_roster))
            }
            _ => None,
        };
        let rest = match (self.raw_rest_length, self.raw_rest_hash) {
            (Some(length), Some(hash)) => {
                Some(RawRest { length: count(length)?, hash: bytes(&hash)? })
            }
            _ => None,
        };
        let beginning = self.raw.unwrap_or_else(|| self.canonical.clone());
        Ok(RecordedAttempt {
            id: AttemptId(self.id),
            learner: learner.map(learner_of).transpose()?,
            step: step(self.step)?,
            kind: self.kind,
            fingerprint: fingerprint(self.fingerprint)?,
            nonce: nonce(self.nonce),
            raw: RawAnswer { beginning, rest },
            canonical: self.canonical,
            verdict: self.verdict.try_into()?,
            worth: worth(self.worth)?,
            late: self.late,
            is_ungraded: self.worth.is_none(),
            at: time(self.at),
            rejudged,
        })
    }
}

/// The columns of a verdict that an attempt had before.
#[derive(sqlx::FromRow)]
pub(in crate::store) struct RejudgedColumns {
    attempt: i64,
    was_accepted: bool,
    judged_at: i64,
    judged_by: String,
}

/// The columns of an accepted attempt.
#[derive(sqlx::FromRow)]
pub(in crate::store) struct AcceptedColumns {
    id: i64,
    step: i64,
    kind: String,
    fingerprint: i64,
    nonce: i64,
    canonical_hash: Vec<u8>,
    worth: Option<i64>,
    at: i64,
}

impl AcceptedColumns {
    /// The accepted attempts of the learner $1, of each task the first of those that earned most, the earliest first.
    pub(in crate::store) const OF_LEARNER: &'static str =
        "SELECT id, step, kind, fingerprint, nonce, canonical_hash, worth, at
         FROM (SELECT *, row_number() OVER (PARTITION BY step, fingerprint, nonce ORDER BY worth DESC NULLS LAST, at, id) AS place
               FROM attempts WHERE learner = $1 AND verdict = 'accepted') AS accepted
         WHERE place = 1 ORDER BY at, id";
}

impl TryFrom<AcceptedColumns> for AcceptedAttempt {
    type Error = sqlx::Error;

    fn try_from(columns: AcceptedColumns) -> sqlx::Result<Self> {
        Ok(Self {
            id: AttemptId(columns.id),
            step: step(columns.step)?,
            kind: columns.kind,
            fingerprint: fingerprint(columns.fingerprint)?,
            nonce: nonce(columns.nonce),
            answer: bytes(&columns.canonical_hash)?,
            credit: worth(columns.worth)?,
            is_ungraded: columns.worth.is_none(),
            at: time(columns.at),
        })
    }
}
