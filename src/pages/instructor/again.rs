//! Judging and grading again.

use askama::Template;

use super::attempts::{named, verdict_name};
use crate::app::class::{Curriculum, RegradeReport, RejudgeReport, Scope};
use crate::course::LearnerId;
use crate::pages::frame::Frame;
use crate::step::StepNumber;
use crate::store::AttemptId;
use crate::texts::InstructorPages;

/// What changes if attempts are judged or graded again, or has changed.
#[derive(Template)]
#[template(path = "instructor/again.html")]
pub(crate) struct AgainPage {
    pub(crate) frame: Frame,
    title: &'static str,
    /// Where the form goes that applies it.
    action: &'static str,
    summary: String,
    is_applied: bool,
    step: Option<StepNumber>,
    learner: Option<LearnerId>,
    changed: Vec<ChangeView>,
    /// That not all are listed, if so.
    rest: Option<String>,
}

/// An attempt that changes.
struct ChangeView {
    attempt: AttemptId,
    at: String,
    learner: Option<(LearnerId, String)>,
    step: StepNumber,
    was: String,
    is: String,
}

impl AgainPage {
    /// What judging again has found, and whether it is stored.
    pub(crate) fn rejudged(
        frame: Frame,
        curriculum: &Curriculum,
        scope: &Scope,
        report: &RejudgeReport,
        is_applied: bool,
    ) -> Self {
        let words = frame.words();
        let verdict = |is_accepted| verdict_name(is_accepted, words).to_owned();
        let changed = report.changed.iter().map(|change| ChangeView {
            attempt: change.attempt,
            at: curriculum.course.local_time(change.at),
            learner: change.learner.as_ref().map(named),
            step: change.step,
            was: verdict(change.was_accepted),
            is: verdict(change.is_accepted),
        });
        let (judged, skipped, count) = (report.judged, report.skipped, report.changed_total);
        let summary = if is_applied {
            words.rejudge_has(judged, count, skipped)
        } else {
            words.rejudge_would(judged, count, skipped)
        };
        Self {
            title: words.rejudge(),
            action: "/instructor/rejudge",
            summary,
            is_applied,
            step: scope.step,
            learner: scope.learner,
            changed: changed.collect(),
            rest: rest(report.changed.len(), count, words),
            frame,
        }
    }

    /// What grading again changes, and whether it is stored.
    pub(crate) fn regraded(
        frame: Frame,
        curriculum: &Curriculum,
        scope: &Scope,
        report: &RegradeReport,
        is_applied: bool,
    ) -> Self {
        let words = frame.words();
        let changed = report.changed.iter().map(|change| ChangeView {
            attempt: change.attempt,
            at: curriculum.course.local_time(change.at),
            learner: Some(named(&change.learner)),
            step: change.step,
            was: change.before.to_string(),
            is: change.after.to_string(),
        });
        let (count, accepted) = (report.changed_total, report.accepted_total);
        let summary = if is_applied {
            words.regrade_has(count, accepted)
        } else {
            words.regrade_would(count, accepted)
        };
        Self {
            title: words.regrade(),
            action: "/instructor/regrade",
            summary,
            is_applied,
            step: scope.step,
            learner: scope.learner,
            changed: changed.collect(),
            rest: rest(report.changed.len(), count, words),
            frame,
        }
    }
}

/// That only some of those that change are listed; none if all are.
fn rest(listed: usize, count: u64, words: InstructorPages) -> Option<String> {
    ((listed as u64) < count).then(|| words.changes_listed(listed, count))
}
