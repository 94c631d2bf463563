//! An attempt again: the board, the answer, and each item beside the reference.

use std::sync::Arc;

use serde::Serialize;
use utoipa::ToSchema;

use super::Curriculum;
use super::rejudge::{answer_of, step_of};
use crate::drawing::Panel;
use crate::step::{Answer, ComparedItem, Evidence, Step, TaskInstance, Verdict, WorkedAnswer};
use crate::store::{AttemptId, RecordedAttempt, Store, StoreError};

/// An attempt with everything that is known of it.
#[derive(Debug)]
pub struct Replay {
    /// The attempt.
    pub attempt: RecordedAttempt,
    /// The task as JSON; none if it was not stored.
    pub task: Option<String>,
    /// The boards of the task, drawn; none if today's kind does not read it.
    pub panels: Vec<Panel>,
    /// Item by item, beside the reference; empty where the task alone does not decide what is right, or is not read.
    pub items: Vec<ReplayedItem>,
    /// What today's judge says: whether the answer is accepted; none if it cannot be judged.
    pub is_accepted_today: Option<bool>,
    /// Whether the step's boards have changed since, or the step does not exist any more.
    pub is_of_older_boards: bool,
}

/// An item of an answer beside that of the reference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ItemReply)]
pub struct ReplayedItem {
    /// From 1.
    pub position: usize,
    /// What was sent; null if there were fewer items.
    pub sent: Option<String>,
    /// What the reference gives; null if it has fewer items.
    pub expected: Option<String>,
    /// Whether the item is right.
    #[serde(rename = "right")]
    pub is_right: bool,
}

impl Replay {
    /// The place of the first wrong item, from 0, as pictures mark it: by the comparison, or else by what is stored.
    pub fn first_wrong(&self) -> Option<usize> {
        if !self.items.is_empty() {
            return self.items.iter().position(|item| !item.is_right);
        }
        let (marks, _) = self.attempt.verdict.parts();
        marks?.first_wrong?.checked_sub(1)
    }
}

/// An attempt with what is needed to replay it.
pub struct Replayable {
    attempt: RecordedAttempt,
    /// The task as JSON; none if it was not stored.
    task: Option<String>,
    /// The step, if there is one that has the attempt's kind today.
    step: Option<Arc<Step>>,
}

impl Replayable {
    /// An attempt, from the store; none if there is no such attempt.
    pub async fn read(
        store: &dyn Store,
        curriculum: &Curriculum,
        id: AttemptId,
    ) -> Result<Option<Self>, StoreError> {
        let Some(attempt) = store.recorded_attempt(id).await? else { return Ok(None) };
        let task = store.attempted_task(id).await?;
        let step = step_of(curriculum, &attempt).map(Arc::clone);
        Ok(Some(Self { attempt, task, step }))
    }

    /// The attempt again. To solve the tasks of some kinds takes long.
    pub fn replay(self) -> Replay {
        let Self { attempt, task, step } = self;
        let is_of_older_boards =
            step.as_ref().is_none_or(|step| step.exercise().fingerprint() != attempt.fingerprint);
        let today = match (&step, &task) {
            (Some(step), Some(task)) => Today::of(step, task, &answer_of(&attempt)),
            _ => Today::default(),
        };
        let Today { panels, items, is_accepted: is_accepted_today } = today;
        Replay { attempt, task, panels, items, is_accepted_today, is_of_older_boards }
    }
}

/// What today's kind says of a stored task and its answer.
#[derive(Default)]
struct Today {
    panels: Vec<Panel>,
    items: Vec<ReplayedItem>,
    is_accepted: Option<bool>,
}

impl Today {
    /// Nothing, if the kind does not read the task.
    fn of(step: &Step, task: &str, answer: &Answer) -> Self {
        let Ok(task) = step.exercise().parse_task(task) else { return Self::default() };
        let panels = task.panels();
        if task.needs(answer).is_some() {
            return Self { panels, ..Self::default() };
        }
        let is_accepted = match task.judge(answer, &Evidence::None) {
            Verdict::Accepted => Some(true),
            Verdict::Wrong { .. } => Some(false),
            Verdict::Malformed(_) | Verdict::JudgeError(_) => None,
        };
        Self { panels, items: items(&*task, answer), is_accepted }
    }
}

/// The items of an answer beside the reference. An answer that cannot be read is compared as text.
fn items(task: &dyn TaskInstance, answer: &Answer) -> Vec<ReplayedItem> {
    let compared = task.compare(answer);
    if compared.is_empty() {
        let WorkedAnswer { answer: reference, evidence } = task.solution();
        // A reference that needs evidence is no answer to this very task.
        return if evidence == Evidence::None { texts(answer, &reference) } else { Vec::new() };
    }
    let item = |(position, ComparedItem { given, expected, is_right })| ReplayedItem {
        position,
        sent: Some(given),
        expected: Some(expected),
        is_right,
    };
    (1..).zip(compared).map(item).collect()
}

/// Two answers side by side, of which one may be longer.
fn texts(answer: &Answer, reference: &Answer) -> Vec<ReplayedItem> {
    let [mut sent, mut expected] =
        [answer, reference].map(|answer| answer.items().map(str::to_owned));
    let count = answer.count().max(reference.count());
    let item = |position| {
        let (sent, expected) = (sent.next(), expected.next());
        let is_right = sent == expected;
        ReplayedItem { position, sent, expected, is_right }
    };
    (1..=count).map(item).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_of_different_lengths_stand_side_by_side() {
        let item = |position, sent: Option<&str>, expected: Option<&str>, is_right| {
            let (sent, expected) = (sent.map(str::to_owned), expected.map(str::to_owned));
            ReplayedItem { position, sent, expected, is_right }
        };
        let compared = |answer: &str| texts(&Answer::new(answer), &Answer::new("1,2"));
        let whole = [item(1, Some("1"), Some("1"), true), item(2, Some("3"), Some("2"), false)];
        assert_eq!(compared("1,3"), whole);
        let [first, _] = whole;
        let short = item(2, None, Some("2"), false);
        assert_eq!(compared("1"), [first.clone(), short]);
        let (second, third) =
            (item(2, Some("2"), Some("2"), true), item(3, Some("4"), None, false));
        assert_eq!(compared("1,2,4"), [first, second, third]);
    }
}
