//! Values in columns, the same in every database: verdicts, learners, times and texts.

use std::str::FromStr;

use crate::course::{Learner, LearnerId};
use crate::step::{Marks, Timestamp};
use crate::store::{StoredDiagnosis, StoredVerdict};

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

/// The columns of a learner: id, name, section, and whether they are on the roster.
pub(super) type LearnerColumns = (i64, String, Option<String>, bool);

/// The learner in these columns.
pub(super) fn learner_of(
    (id, name, section, is_on_roster): LearnerColumns,
) -> sqlx::Result<Learner> {
    let section = parsed_if_any(section.as_deref())?;
    Ok(Learner { id: LearnerId(id), name: parsed(&name)?, section, is_on_roster })
}

/// The columns of a verdict.
#[derive(sqlx::FromRow)]
pub(super) struct VerdictColumns {
    #[sqlx(rename = "verdict")]
    pub(super) name: String,
    pub(super) items_right: Option<i64>,
    pub(super) items_total: Option<i64>,
    pub(super) first_wrong: Option<i64>,
    pub(super) fit: Option<String>,
    pub(super) causes: Option<String>,
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
        let count = |column: i64| usize::try_from(column).map_err(sqlx::Error::decode);
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
