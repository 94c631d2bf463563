//! The columns of the class: learners on the roster, instructors, extensions, grades, and foreign answers.

use super::{count, learner_of, parsed, parsed_if_any, step, time, worth};
use crate::course::{Audience, Extension, ExtensionId, Grade, LearnerId, RuleChanges};
use crate::store::{
    AttemptId, ForeignAnswer, Instructor, InstructorId, Progress, RosterEntry, ScoreboardEntry,
};

/// The columns of a learner on the roster.
#[derive(sqlx::FromRow)]
pub(in crate::store) struct RosterColumns {
    id: i64,
    name: String,
    section: Option<String>,
    email: Option<String>,
    student_id: Option<String>,
    nickname: Option<String>,
    on_roster: bool,
    registered_at: i64,
}

impl RosterColumns {
    /// The learners who are not forgotten, by section and name; those without a section last.
    pub(in crate::store) const ALL: &'static str =
        "SELECT id, name, section, email, student_id, nickname, on_roster, registered_at FROM learners
         WHERE NOT is_forgotten ORDER BY section IS NULL, section, name_folded";

    /// The learner with the id $1, unless they are forgotten.
    pub(in crate::store) const OF_LEARNER: &'static str =
        "SELECT id, name, section, email, student_id, nickname, on_roster, registered_at FROM learners
         WHERE id = $1 AND NOT is_forgotten";
}

impl TryFrom<RosterColumns> for RosterEntry {
    type Error = sqlx::Error;

    fn try_from(columns: RosterColumns) -> sqlx::Result<Self> {
        Ok(Self {
            learner: learner_of((columns.id, columns.name, columns.section, columns.on_roster))?,
            email: parsed_if_any(columns.email.as_deref())?,
            student_id: parsed_if_any(columns.student_id.as_deref())?,
            nickname: parsed_if_any(columns.nickname.as_deref())?,
            registered_at: time(columns.registered_at),
        })
    }
}

/// The columns of a learner on the scoreboard.
#[derive(sqlx::FromRow)]
pub(in crate::store) struct ScoreboardColumns {
    id: i64,
    section: Option<String>,
    nickname: Option<String>,
}

impl ScoreboardColumns {
    /// The learners who are not forgotten.
    pub(in crate::store) const ALL: &'static str =
        "SELECT id, section, nickname FROM learners WHERE NOT is_forgotten ORDER BY id";
}

impl TryFrom<ScoreboardColumns> for ScoreboardEntry {
    type Error = sqlx::Error;

    fn try_from(columns: ScoreboardColumns) -> sqlx::Result<Self> {
        Ok(Self {
            learner: LearnerId(columns.id),
            section: parsed_if_any(columns.section.as_deref())?,
            nickname: parsed_if_any(columns.nickname.as_deref())?,
        })
    }
}

/// The columns of a grade.
#[derive(sqlx::FromRow)]
pub(in crate::store) struct GradeColumns {
    learner: i64,
    step: i64,
    kind: String,
    attempts: i64,
    solved_at: Option<i64>,
    credit: Option<i64>,
    credit_late: bool,
    is_ungraded: bool,
}

impl GradeColumns {
    /// How the learner $1 stands at every step and kind.
    pub(in crate::store) const OF_LEARNER: &'static str =
        "SELECT learner, step, kind, attempts, solved_at, credit, credit_late, is_ungraded
         FROM step_progress WHERE learner = $1 ORDER BY step, kind";

    /// How every learner stands who is not forgotten.
    pub(in crate::store) const ALL: &'static str =
        "SELECT learner, step, kind, attempts, solved_at, credit, credit_late, is_ungraded
         FROM step_progress JOIN learners ON learners.id = learner
         WHERE NOT is_forgotten ORDER BY learner, step, kind";

    /// The progress of the learner of these rows.
    pub(in crate::store) fn into_progress(rows: Vec<Self>) -> sqlx::Result<Progress> {
        let steps = rows.into_iter().map(Grade::try_from).collect::<sqlx::Result<Vec<_>>>()?;
        let attempts = steps.iter().map(|grade| u64::from(grade.attempts)).sum();
        Ok(Progress { steps, attempts })
    }
}

impl TryFrom<GradeColumns> for Grade {
    type Error = sqlx::Error;

    fn try_from(columns: GradeColumns) -> sqlx::Result<Self> {
        Ok(Self {
            learner: LearnerId(columns.learner),
            step: step(columns.step)?,
            kind: columns.kind,
            attempts: count(columns.attempts)?,
            solved_at: columns.solved_at.map(time),
            credit: worth(columns.credit)?,
            late: columns.credit_late && !columns.is_ungraded,
            is_ungraded: columns.is_ungraded,
        })
    }
}

/// The columns of an instructor.
#[derive(sqlx::FromRow)]
pub(in crate::store) struct InstructorColumns {
    id: i64,
    name: String,
    added_at: i64,
}

impl InstructorColumns {
    /// All instructors by name.
    pub(in crate::store) const ALL: &'static str =
        "SELECT id, name, added_at FROM instructors ORDER BY name_folded";

    /// The instructor whose key has the hash $1.
    pub(in crate::store) const BY_KEY: &'static str =
        "SELECT id, name, added_at FROM instructors WHERE key_hash = $1";
}

impl TryFrom<InstructorColumns> for Instructor {
    type Error = sqlx::Error;

    fn try_from(columns: InstructorColumns) -> sqlx::Result<Self> {
        Ok(Self {
            id: Some(InstructorId(columns.id)),
            name: parsed(&columns.name)?,
            added_at: time(columns.added_at),
        })
    }
}

/// The columns of an extension.
#[derive(sqlx::FromRow)]
pub(in crate::store) struct ExtensionColumns {
    id: i64,
    step: i64,
    section: Option<String>,
    learner: Option<i64>,
    opens: Option<i64>,
    due: Option<i64>,
    closes: Option<i64>,
    reason: String,
    given_by: String,
    given_at: i64,
}

impl ExtensionColumns {
    /// All extensions in the order in which they were given.
    pub(in crate::store) const ALL: &'static str = "SELECT id, step, section, learner, opens, due, closes, reason, given_by, given_at FROM extensions ORDER BY id";
}

impl TryFrom<ExtensionColumns> for Extension {
    type Error = sqlx::Error;

    fn try_from(columns: ExtensionColumns) -> sqlx::Result<Self> {
        let audience = match (parsed_if_any(columns.section.as_deref())?, columns.learner) {
            (Some(section), None) => Audience::Section(section),
            (None, Some(learner)) => Audience::Learner(LearnerId(learner)),
            _ => return Err(sqlx::Error::Decode("an extension is for nobody".into())),
        };
        Ok(Self {
            id: ExtensionId(columns.id),
            step: step(columns.step)?,
            audience,
            changes: RuleChanges {
                opens: columns.opens.map(time),
                due: columns.due.map(time),
                closes: columns.closes.map(time),
                ..RuleChanges::default()
            },
            reason: columns.reason,
            by: parsed(&columns.given_by)?,
            at: time(columns.given_at),
        })
    }
}

/// The columns of a foreign answer.
#[derive(sqlx::FromRow)]
pub(in crate::store) struct ForeignColumns {
    attempt: i64,
    id: i64,
    name: String,
    section: Option<String>,
    on_roster: bool,
    at: i64,
    step: i64,
    other_id: i64,
    other_name: String,
    other_section: Option<String>,
    other_on_roster: bool,
    solved: Option<i64>,
    solved_at: Option<i64>,
    fits: i64,
}

impl ForeignColumns {
    /// The latest $1 foreign answers, the latest first. One that is right for several boards is listed once, with the first that was found.
    pub(in crate::store) const LATEST: &'static str =
        "WITH latest AS (
             SELECT noted.attempt, min(noted.id) AS found, count(DISTINCT noted.learner) AS fits
             FROM foreign_answers AS noted JOIN learners ON learners.id = noted.learner AND NOT learners.is_forgotten
             GROUP BY noted.attempt ORDER BY found DESC LIMIT $1)
         SELECT mine.id AS attempt, me.id, me.name, me.section, me.on_roster, mine.at, mine.step,
                they.id AS other_id, they.name AS other_name, they.section AS other_section,
                they.on_roster AS other_on_roster, theirs.id AS solved, theirs.at AS solved_at, latest.fits
         FROM latest
         JOIN foreign_answers AS noted ON noted.id = latest.found
         JOIN attempts AS mine         ON mine.id = noted.attempt
         JOIN learners AS me           ON me.id = mine.learner AND NOT me.is_forgotten
         JOIN learners AS they         ON they.id = noted.learner
         LEFT JOIN attempts AS theirs  ON theirs.id = (
             SELECT min(accepted.id) FROM attempts AS accepted
             WHERE accepted.learner = noted.learner AND accepted.step = mine.step AND accepted.fingerprint = mine.fingerprint
               AND accepted.nonce = noted.nonce AND accepted.verdict = 'accepted')
         ORDER BY latest.found DESC";
}

impl TryFrom<ForeignColumns> for ForeignAnswer {
    type Error = sqlx::Error;

    fn try_from(columns: ForeignColumns) -> sqlx::Result<Self> {
        Ok(Self {
            attempt: AttemptId(columns.attempt),
            learner: learner_of((columns.id, columns.name, columns.section, columns.on_roster))?,
            at: time(columns.at),
            step: step(columns.step)?,
            other: learner_of((
                columns.other_id,
                columns.other_name,
                columns.other_section,
                columns.other_on_roster,
            ))?,
            solved: columns.solved.map(AttemptId).zip(columns.solved_at.map(time)),
            fits: count(columns.fits)?,
        })
    }
}
