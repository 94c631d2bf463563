//! The columns of the class: learners on the roster, instructors, extensions, grades, and foreign answers.

use super::{count, learner_of, nonce, parsed, parsed_if_any, step, time, worth};
use crate::course::{Audience, Extension, ExtensionId, Grade, LearnerId, LearnerName, RuleChanges};
use crate::step::{StepNumber, Timestamp};
use crate::store::{
    AttemptId, ForeignAnswer, Forgetting, Instructor, InstructorId, LearnersBoard, Progress,
    RosterEntry, ScoreboardEntry,
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

impl Forgetting {
    /// The statements that delete what belongs to the learner $1. A foreign answer tells two names.
    pub(in crate::store) fn deletions(self) -> impl Iterator<Item = &'static str> {
        static PERSONAL: [&str; 4] = [
            "DELETE FROM records WHERE learner = $1",
            "DELETE FROM games WHERE owner = $1",
            "DELETE FROM extensions WHERE learner = $1",
            "DELETE FROM foreign_answers WHERE learner = $1 OR attempt IN (SELECT id FROM attempts WHERE learner = $1)",
        ];
        static WORK: [&str; 3] = [
            "DELETE FROM tasks WHERE learner = $1",
            "DELETE FROM step_progress WHERE learner = $1",
            "DELETE FROM attempts WHERE learner = $1",
        ];
        let work = match self {
            Self::KeepAttempts => [].as_slice(),
            Self::RemoveAttempts => &WORK,
        };
        PERSONAL.iter().chain(work).copied()
    }
}

/// Whether a nickname looks like the name of a learner other than $1, or of an instructor. Its forms: $2 folded, $3 the skeleton, $4 the folded one.
pub(in crate::store) const NICKNAME_IS_TAKEN: &str =
    "SELECT EXISTS (SELECT 1 FROM learners
                    WHERE (name_folded = $2 OR name_skeleton = $3 OR folded_skeleton = $4) AND id <> $1)
         OR EXISTS (SELECT 1 FROM instructors WHERE name_skeleton = $3 OR folded_skeleton = $4)";

/// Gives the learner $1 a nickname, unless they are forgotten: $2, with its skeleton and the folded one; all null takes it away.
pub(in crate::store) const SET_NICKNAME: &str =
    "UPDATE learners SET nickname = $2, nickname_skeleton = $3, nickname_folded_skeleton = $4
     WHERE id = $1 AND NOT is_forgotten";

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

    /// Whether the name of a learner looks like one that has the skeleton $1 and the folded one $2.
    pub(in crate::store) const IS_LEARNERS: &'static str =
        "SELECT EXISTS (SELECT 1 FROM learners WHERE name_skeleton = $1 OR folded_skeleton = $2)";

    /// Takes away the nicknames that look like that name.
    pub(in crate::store) const CLEAR_NICKNAMES: &'static str =
        "UPDATE learners SET nickname = NULL, nickname_skeleton = NULL, nickname_folded_skeleton = NULL
         WHERE nickname_skeleton = $1 OR nickname_folded_skeleton = $2";

    /// Adds an instructor, and returns the id. The arguments are in the order of the columns.
    pub(in crate::store) const INSERT: &'static str =
        "INSERT INTO instructors (name, name_folded, name_skeleton, folded_skeleton, key_hash, added_at)
         VALUES ($1, $2, $3, $4, $5, $6) RETURNING id";
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

/// An extension that is given. One for a learner who is not known or forgotten is refused by the database.
pub(in crate::store) struct Extend {
    pub(in crate::store) step: StepNumber,
    pub(in crate::store) audience: Audience,
    pub(in crate::store) changes: RuleChanges,
    pub(in crate::store) reason: String,
    pub(in crate::store) by: LearnerName,
    pub(in crate::store) at: Timestamp,
}

impl Extend {
    /// Stores one, and returns its id. The arguments are in the order of the columns.
    pub(in crate::store) const INSERT: &'static str =
        "INSERT INTO extensions (step, section, learner, opens, due, closes, reason, given_by, given_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id";

    /// The columns `section` and `learner`: one of them is empty.
    pub(in crate::store) fn audience_columns(&self) -> (Option<&str>, Option<i64>) {
        match &self.audience {
            Audience::Section(section) => (Some(section.as_str()), None),
            Audience::Learner(learner) => (None, Some(learner.0)),
        }
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

/// Boards by their columns `learner` and `nonce`.
pub(in crate::store) fn boards(rows: Vec<(i64, i64)>) -> Vec<LearnersBoard> {
    let boards = rows.into_iter().map(|(learner, column)| LearnersBoard {
        learner: LearnerId(learner),
        nonce: nonce(column),
    });
    boards.collect()
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
