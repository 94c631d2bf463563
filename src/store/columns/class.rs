//! The columns of the class: learners on the roster, instructors, extensions, grades, and how a step goes.

use std::collections::{HashMap, HashSet};

use super::{count, learner_of, parsed, parsed_if_any, step, time, worth};
use crate::course::{Audience, Extension, ExtensionId, Grade, LearnerId, RuleChanges};
use crate::store::{
    AttemptId, CauseCount, ForeignAnswer, Instructor, InstructorId, RosterEntry, ScoreboardEntry,
    StepStatistics, StuckLearner,
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

/// How a step goes, from a row for each learner who has tried it: the attempts, and if they have solved it the seconds from the first attempt
/// to the first accepted one.
pub(in crate::store) fn statistics(
    learners: &[(i64, Option<i64>)],
    accepted: i64,
    causes: Vec<CauseCount>,
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
        causes,
    })
}

/// How often each misconception was told, the most frequent first, from rows with the causes of an answer, a learner, and how many such answers
/// they have sent. An answer may have been told several.
pub(in crate::store) fn cause_counts(rows: &[(String, i64, i64)]) -> sqlx::Result<Vec<CauseCount>> {
    let mut told: HashMap<&str, (i64, HashSet<i64>)> = HashMap::new();
    for (causes, learner, answers) in rows {
        for cause in causes.split(' ') {
            let (total, learners) = told.entry(cause).or_default();
            *total += answers;
            learners.insert(*learner);
        }
    }
    let counts = told.into_iter().map(|(cause, (answers, learners))| {
        let learners = u32::try_from(learners.len()).map_err(sqlx::Error::decode)?;
        Ok(CauseCount { cause: cause.to_owned(), answers: count(answers)?, learners })
    });
    let mut counts = counts.collect::<sqlx::Result<Vec<_>>>()?;
    counts.sort_by(|one, other| {
        other.answers.cmp(&one.answers).then_with(|| one.cause.cmp(&other.cause))
    });
    Ok(counts)
}
