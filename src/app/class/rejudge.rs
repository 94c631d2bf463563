//! Judging stored attempts again, and grading them again.
//!
//! Attempts are read in pages, the earliest first, so that the memory it takes does not depend on how many there are. A page is judged on a
//! thread of its own: to solve the tasks of some kinds takes long.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use super::{Curriculum, NamedLearner, decisions};
use crate::course::{AttemptId, Credit, DecisionId, Decisions, Extensions, Learner, LearnerId};
use crate::step::{Answer, Evidence, Step, StepNumber, TaskInstance, Timestamp, Verdict};
use crate::store::{
    AttemptPage, RecordedAttempt, Regrade, Rejudgment, Store, StoreError, StoredDiagnosis,
    StoredVerdict,
};
use serde::Serialize;
use utoipa::ToSchema;

/// Which attempts are meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    /// Only those at this step.
    pub step: Option<StepNumber>,
    /// Only those of this learner.
    pub learner: Option<LearnerId>,
    /// How many of those that change a report lists at most, so that its size is bounded; without it: all.
    pub limit: Option<usize>,
}

impl Scope {
    /// How many more a report lists that already has so many.
    fn remaining(&self, listed: usize) -> usize {
        self.limit.map_or(usize::MAX, |limit| limit.saturating_sub(listed))
    }
}

/// An attempt with another verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RejudgedReply)]
pub struct Rejudged {
    /// The id of the attempt.
    #[schema(value_type = i64)]
    pub attempt: AttemptId,
    /// Whose it is; null if they are forgotten.
    pub learner: Option<NamedLearner>,
    /// The step.
    #[schema(value_type = String)]
    pub step: StepNumber,
    /// When it was judged first, in the format of RFC 3339.
    #[schema(value_type = String)]
    pub at: Timestamp,
    /// The verdict before.
    pub was: StoredVerdict,
    /// The verdict today.
    pub is: StoredVerdict,
    /// What the learner had earned at the step by all their answers.
    #[schema(value_type = f64)]
    pub before: Credit,
    /// What the learner earns at the step with the verdicts of today.
    #[schema(value_type = f64)]
    pub after: Credit,
    /// The id of the decision that counts instead, whatever the verdict; null if there is none.
    #[schema(value_type = Option<i64>)]
    pub decision: Option<DecisionId>,
}

/// What judging again has found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct RejudgeReport {
    /// Always true.
    pub is_success: bool,
    /// How many attempts were judged again.
    pub judged: u64,
    /// How many cannot be judged again: no stored task, another kind today, a task or an answer that today's kind does not read, or evidence
    /// that is not stored.
    pub skipped: u64,
    /// Whether the new verdicts are stored.
    pub applied: bool,
    /// The attempts with another verdict, the earliest first, at most 500.
    pub changed: Vec<Rejudged>,
    /// How many have another verdict.
    pub changed_total: u64,
    /// How many grades of a learner at a step change with them.
    pub grades_total: u64,
}

/// Judges attempts again with today's reference, from the stored tasks. With `apply`, which is who lets it be done and when, the new verdicts
/// are stored, page by page, and the old ones kept on record; an attempt keeps what it is worth.
///
/// A verdict is another one if it accepts what was wrong or the other way round. How many items of a wrong answer are right stays as it was
/// told to the learner.
pub async fn rejudge(
    store: &dyn Store,
    curriculum: &Curriculum,
    scope: &Scope,
    apply: Option<(&str, Timestamp)>,
) -> Result<RejudgeReport, StoreError> {
    let applied = apply.is_some();
    let mut report = RejudgeReport { is_success: true, applied, ..RejudgeReport::default() };
    let mut grades = Grades::default();
    let decisions = decisions(store).await?;
    let mut attempts = page_after(store, scope, BEFORE_ALL).await?;
    while let Some(last) = attempts.last().map(|last| last.id) {
        let count = attempts.len() as u64;
        let counting: Vec<Counting> =
            attempts.iter().filter_map(|attempt| Counting::of(curriculum, attempt)).collect();
        let judged = judge_page(store, curriculum, attempts).await?;
        report.judged += judged.len() as u64;
        report.skipped += count - judged.len() as u64;
        let changed: Vec<_> = judged.into_iter().filter(Judged::is_changed).collect();
        for Counting { attempt, grade, worth, is_accepted } in counting {
            let is_changed = changed.iter().any(|judged| judged.attempt.id == attempt);
            let credit = |is_accepted: bool| is_accepted.then_some(worth);
            grades.add(grade, attempt, credit(is_accepted), credit(is_accepted != is_changed));
        }
        report.changed_total += changed.len() as u64;
        let remaining = scope.remaining(report.changed.len());
        report
            .changed
            .extend(changed.iter().take(remaining).map(|judged| judged.report(&decisions)));
        if let Some((by, at)) = apply.filter(|_| !changed.is_empty()) {
            let rejudgments = changed.into_iter().map(Judged::into_rejudgment).collect();
            store.rejudge(rejudgments, by.to_owned(), at).await?;
        }
        attempts = page_after(store, scope, last).await?;
    }
    report.grades_total = grades.changed().count() as u64;
    for change in &mut report.changed {
        let learner = change.learner.as_ref().map(|learner| LearnerId(learner.id));
        let grade = learner.and_then(|learner| grades.0.get(&(learner, change.step)));
        (change.before, change.after) =
            grade.map_or_else(Default::default, |grade| (grade.before, grade.after));
    }
    Ok(report)
}

/// A grade of a learner at a step that changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RegradedReply)]
pub struct Regraded {
    /// The id of the attempt that determines the grade.
    #[schema(value_type = i64)]
    pub attempt: AttemptId,
    /// Whose it is.
    pub learner: NamedLearner,
    /// The step.
    #[schema(value_type = String)]
    pub step: StepNumber,
    /// When it was judged, in the format of RFC 3339.
    #[schema(value_type = String)]
    pub at: Timestamp,
    /// What the learner had earned at the step.
    #[schema(value_type = f64)]
    pub before: Credit,
    /// What the learner earns at the step by today's rules.
    #[schema(value_type = f64)]
    pub after: Credit,
    /// The id of the decision that counts instead, whatever the answer is worth; null if there is none.
    #[schema(value_type = Option<i64>)]
    pub decision: Option<DecisionId>,
}

/// What grading again has found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct RegradeReport {
    /// Always true.
    pub is_success: bool,
    /// Whether the new grades are stored.
    pub applied: bool,
    /// The grades that change, in the order of the attempts that determine them, at most 500.
    pub changed: Vec<Regraded>,
    /// How many grades change.
    pub changed_total: u64,
}

/// Grades attempts by today's rules, as if these had been in force when they were made. With `apply` it is stored, page by page. Attempts of
/// forgotten learners, and those at steps that have another kind today or do not exist, stay as they are.
///
/// The worth of every attempt is stored, but only those count as changes that determine a grade: the best accepted one of a learner at a step.
pub async fn regrade(
    store: &dyn Store,
    curriculum: &Curriculum,
    extensions: &Extensions,
    scope: &Scope,
    apply: bool,
) -> Result<RegradeReport, StoreError> {
    let (decisions, mut grades) = (decisions(store).await?, Grades::default());
    // Who has the attempts that determine a grade so far.
    let mut determining: HashMap<AttemptId, Regraded> = HashMap::new();
    let mut attempts = page_after(store, scope, BEFORE_ALL).await?;
    while let Some(last) = attempts.last().map(|last| last.id) {
        let mut regrades = Vec::new();
        for attempt in &attempts {
            let Some(learner) = &attempt.learner else { continue };
            let Some(step) = step_of(curriculum, attempt) else { continue };
            let rules = curriculum.rules(step, Some(learner), extensions);
            let worth = rules.credit(attempt.at);
            let late = rules.due.is_some_and(|due| attempt.at > due);
            if attempt.is_ungraded || (worth, late) != (attempt.worth, attempt.late) {
                regrades.push(Regrade { attempt: attempt.id, worth, late });
            }
            let Some(Counting { grade, worth: before, is_accepted: true, .. }) =
                Counting::of(curriculum, attempt)
            else {
                continue;
            };
            let replaced = grades.add(grade, attempt.id, Some(before), Some(worth));
            if let Some(replaced) = replaced {
                determining.remove(&replaced);
            }
            if grades.0.get(&grade).is_some_and(|grade| grade.determined_by == Some(attempt.id)) {
                determining.insert(
                    attempt.id,
                    Regraded {
                        attempt: attempt.id,
                        learner: learner.into(),
                        step: attempt.step,
                        at: attempt.at,
                        before,
                        after: worth,
                        decision: covering(&decisions, learner, attempt),
                    },
                );
            }
        }
        if apply && !regrades.is_empty() {
            store.regrade(regrades).await?;
        }
        attempts = page_after(store, scope, last).await?;
    }
    let changed = grades.changed().filter_map(|grade| {
        let determining = determining.remove(&grade.determined_by?)?;
        Some(Regraded { before: grade.before, after: grade.after, ..determining })
    });
    let mut changed: Vec<Regraded> = changed.collect();
    let changed_total = changed.len() as u64;
    changed.sort_unstable_by_key(|regraded| regraded.attempt);
    changed.truncate(scope.remaining(0));
    Ok(RegradeReport { is_success: true, applied: apply, changed, changed_total })
}

/// The grades of learners at steps, before a change and after it.
#[derive(Default)]
struct Grades(HashMap<(LearnerId, StepNumber), Grade>);

/// What the best accepted answer of a learner at a step earns.
#[derive(Default)]
struct Grade {
    before: Credit,
    after: Credit,
    /// The attempt that earns most after the change; none if no answer is accepted.
    determined_by: Option<AttemptId>,
}

impl Grades {
    /// Counts an attempt: what it earned, and what it earns now, if it is accepted. Returns the attempt that has determined the grade until now, if
    /// this one does instead.
    fn add(
        &mut self,
        grade: (LearnerId, StepNumber),
        attempt: AttemptId,
        before: Option<Credit>,
        after: Option<Credit>,
    ) -> Option<AttemptId> {
        let grade = self.0.entry(grade).or_default();
        grade.before = grade.before.max(before.unwrap_or_default());
        let after = after?;
        if grade.determined_by.is_some() && after <= grade.after {
            return None;
        }
        grade.after = after;
        grade.determined_by.replace(attempt)
    }

    /// Those that change.
    fn changed(&self) -> impl Iterator<Item = &Grade> {
        self.0.values().filter(|grade| grade.before != grade.after)
    }
}

/// An attempt that may determine a grade: one of a learner who is not forgotten, which is not void, at a step that has its kind today.
struct Counting {
    attempt: AttemptId,
    grade: (LearnerId, StepNumber),
    /// What it earns if it is accepted.
    worth: Credit,
    is_accepted: bool,
}

impl Counting {
    fn of(curriculum: &Curriculum, attempt: &RecordedAttempt) -> Option<Self> {
        let learner = attempt.learner.as_ref().filter(|_| attempt.voided_by.is_none())?;
        let step = step_of(curriculum, attempt)?;
        let today = || curriculum.rules(step, None, &Extensions::default()).points;
        let worth = if attempt.is_ungraded { Credit::of_points(today()) } else { attempt.worth };
        let is_accepted = attempt.verdict.is_accepted();
        Some(Self { attempt: attempt.id, grade: (learner.id, attempt.step), worth, is_accepted })
    }
}

/// The decision that counts instead of an attempt: one that sets or excuses the step for its learner, or one that voids the attempt.
fn covering(
    decisions: &Decisions,
    learner: &Learner,
    attempt: &RecordedAttempt,
) -> Option<DecisionId> {
    let (id, section) = learner.in_section();
    let decided = decisions.of(id, section, attempt.step, &attempt.kind);
    decided.map(|decision| decision.id).or(attempt.voided_by)
}

/// How many attempts are read, judged and written at a time.
const PAGE: u32 = 256;

/// The ids of attempts begin at 1.
const BEFORE_ALL: AttemptId = AttemptId(0);

/// The page of a scope's attempts after one of them, the earliest first; it is empty behind the last one.
async fn page_after(
    store: &dyn Store,
    &Scope { step, learner, limit: _ }: &Scope,
    after: AttemptId,
) -> Result<Vec<RecordedAttempt>, StoreError> {
    let after = Some(after);
    store.recorded_attempts(AttemptPage { learner, step, before: None, after, limit: PAGE }).await
}

/// An attempt with what is needed to judge it again.
struct Stored {
    attempt: RecordedAttempt,
    step: Arc<Step>,
    task: String,
}

/// An attempt with today's verdict.
struct Judged {
    attempt: RecordedAttempt,
    verdict: StoredVerdict,
}

impl Judged {
    fn is_changed(&self) -> bool {
        self.attempt.verdict.is_accepted() != self.verdict.is_accepted()
    }

    fn report(&self, decisions: &Decisions) -> Rejudged {
        let attempt = &self.attempt;
        Rejudged {
            attempt: attempt.id,
            learner: attempt.learner.as_ref().map(NamedLearner::from),
            step: attempt.step,
            at: attempt.at,
            was: attempt.verdict.clone(),
            is: self.verdict.clone(),
            before: Credit::NONE,
            after: Credit::NONE,
            decision: attempt
                .learner
                .as_ref()
                .and_then(|learner| covering(decisions, learner, attempt)),
        }
    }

    fn into_rejudgment(self) -> Rejudgment {
        Rejudgment { attempt: self.attempt.id, verdict: self.verdict }
    }
}

/// Judges a page again; what cannot be judged is left out.
async fn judge_page(
    store: &dyn Store,
    curriculum: &Curriculum,
    attempts: Vec<RecordedAttempt>,
) -> Result<Vec<Judged>, StoreError> {
    let mut page = Vec::with_capacity(attempts.len());
    for attempt in attempts {
        let Some(step) = step_of(curriculum, &attempt) else { continue };
        let step = Arc::clone(step);
        if let Some(task) = store.attempted_task(attempt.id).await? {
            page.push(Stored { attempt, step, task });
        }
    }
    Ok(apart(move || judge_all(page)).await)
}

/// Judges attempts again. Several are often of one task, which is solved once.
fn judge_all(page: Vec<Stored>) -> Vec<Judged> {
    let mut tasks: HashMap<(StepNumber, String), Option<Box<dyn TaskInstance>>> = HashMap::new();
    let judged = page.into_iter().filter_map(|Stored { attempt, step, task }| {
        let task = match tasks.entry((step.number, task)) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(free) => {
                let task = step.exercise().parse_task(&free.key().1).ok();
                free.insert(task)
            }
        };
        let verdict = judge(task.as_deref()?, &attempt)?;
        Some(Judged { attempt, verdict })
    });
    judged.collect()
}

/// Today's verdict; none if the answer cannot be judged by itself.
fn judge(task: &dyn TaskInstance, attempt: &RecordedAttempt) -> Option<StoredVerdict> {
    let answer = answer_of(attempt);
    if task.needs(&answer).is_some() {
        return None;
    }
    match task.judge(&answer, &Evidence::None) {
        Verdict::Accepted => Some(StoredVerdict::Accepted),
        Verdict::Wrong { marks, .. } => {
            // Only a verdict that is stored needs to be explained.
            let diagnosis = if attempt.verdict.is_accepted() {
                task.diagnose(&answer, &Evidence::None).ok().flatten()
            } else {
                None
            };
            let diagnosis = diagnosis.as_ref().map(StoredDiagnosis::from);
            Some(StoredVerdict::Wrong { marks: Some(marks), diagnosis })
        }
        Verdict::Malformed(_) | Verdict::JudgeError(_) => None,
    }
}

/// Does work on a thread where it blocks nobody.
#[expect(clippy::expect_used, reason = "panics of kinds are caught where they happen")]
async fn apart<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    tokio::task::spawn_blocking(work).await.expect("judging does not panic")
}

/// The step of an attempt, if there is one that has its kind today. Early attempts were stored without a kind: there the task decides.
pub(super) fn step_of<'a>(
    curriculum: &'a Curriculum,
    attempt: &RecordedAttempt,
) -> Option<&'a Arc<Step>> {
    let step = curriculum.steps.get(attempt.step)?;
    let is_same = attempt.kind.is_empty() || attempt.kind == step.exercise().kind();
    is_same.then_some(step)
}

/// The answer of an attempt: as it was sent, if all of that is stored. The canonical form of a right answer always is.
pub(super) fn answer_of(attempt: &RecordedAttempt) -> Answer {
    match attempt.raw.rest {
        None => Answer::new(&*attempt.raw.beginning),
        Some(_) => Answer::new(&*attempt.canonical),
    }
}
