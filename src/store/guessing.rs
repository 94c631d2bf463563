//! How often a learner may be wrong, so that trial and error does not find an answer.
//!
//! | limit | counted | until |
//! |---|---|---|
//! | the pause: after the second wrong answer in a row 5 s, then 10, 20, 40, 60 | per learner and step | a right answer |
//! | [`TRIES`](crate::step::TRIES): a task with ten wrong answers is closed | per learner and task | a fresh task |
//! | the attempts on a day | per learner | the day ends, in UTC |
//!
//! A store applies the limits in the transaction that records the attempt. They do not apply to an answer that was sent before: the same answer
//! gets its verdict again.

use super::database::Store;
use super::error::{Result, StoreError};
use super::value::{from_row, values};
use crate::course::LearnerId;
use crate::step::{TRIES, TaskIdentity, Timestamp};

/// There is no pause before this many wrong answers in a row.
const FREE: u32 = 2;

/// The first pause, in seconds. Each further one is twice as long.
const FIRST_PAUSE: u64 = 5;

/// The longest pause, in seconds.
const LONGEST_PAUSE: u64 = 60;

/// After this many doublings a pause would be longer than the longest one.
const DOUBLINGS: u32 = 4;

/// How far the clocks of servers may disagree, in seconds. An answer with a time further ahead was judged before the clock was set back.
pub(super) const CLOCK_TOLERANCE: u64 = 60;

/// A day, in seconds.
const DAY: u64 = 86_400;

/// Why an attempt is neither judged nor recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The task has had [`TRIES`](crate::step::TRIES) wrong answers.
    Closed,
    /// An instructor has voided an answer to the task.
    Voided,
    /// The pause after a wrong answer lasts this many more seconds.
    CoolingDown(u64),
    /// The learner has made as many attempts as are allowed on one day, which ends in this many seconds.
    DayIsFull(u64),
}

/// The wrong answers of a learner to a step since the last right one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct WrongRun {
    /// How many there are.
    pub(super) count: u32,
    /// When the last one was judged.
    pub(super) last: Option<Timestamp>,
}

impl WrongRun {
    /// When the pause ends, if there is one.
    pub(super) fn paused_until(self) -> Option<Timestamp> {
        Some(self.last?.plus(pause_after(self.count)?))
    }

    /// How many seconds the pause still takes; none if it is over. If the clock was set back by more than clocks may disagree, there is no pause: its
    /// beginning is unknown, and the learner would wait until the clock gets there again.
    pub(super) fn seconds_left(self, now: Timestamp) -> Option<u64> {
        self.last_by_the_clock_of(now)?;
        let left = self.paused_until()?.seconds().saturating_sub(now.seconds());
        (left > 0).then(|| left.min(LONGEST_PAUSE))
    }

    /// The run with one more wrong answer.
    pub(super) fn with_one_more(self, at: Timestamp) -> Self {
        // Answers that are sent at once may be recorded in another order than that of their times.
        let last = self.last_by_the_clock_of(at).max(Some(at));
        Self { count: self.count.saturating_add(1), last }
    }

    /// When the last answer was judged, unless that was before the clock was set back.
    fn last_by_the_clock_of(self, now: Timestamp) -> Option<Timestamp> {
        self.last.filter(|last| *last <= now.plus(CLOCK_TOLERANCE))
    }
}

/// Why a new answer is refused: after so many wrong answers to its task, after this run of wrong answers to its step, and after so many attempts on
/// this day.
pub(super) fn refusal(
    wrong_on_task: u32,
    run: WrongRun,
    today: u32,
    per_day: u32,
    now: Timestamp,
) -> Option<Refusal> {
    if wrong_on_task >= TRIES {
        return Some(Refusal::Closed);
    }
    if let Some(seconds) = run.seconds_left(now) {
        return Some(Refusal::CoolingDown(seconds));
    }
    (today >= per_day).then(|| Refusal::DayIsFull(seconds_left_of_day(now)))
}

/// An answer that may come to be refused.
#[derive(Clone, Copy, Debug)]
pub struct ExpectedAnswer<'a> {
    /// The learner.
    pub learner: LearnerId,
    /// The task.
    pub task: TaskIdentity,
    /// The name of the step's kind.
    pub kind: &'a str,
    /// Its [hash](super::answer_hash).
    pub hash: [u8; 16],
    /// When it was sent.
    pub at: Timestamp,
}

/// What the store says of an answer before it is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forecast {
    /// Whether it was recorded before. Then it gets its verdict again.
    pub is_repeated: bool,
    /// Why it is refused otherwise.
    pub refusal: Option<Refusal>,
}

/// Answers before they are judged.
impl dyn Store + '_ {
    /// Whether an answer that is judged by itself would be refused now.
    pub async fn forecast(&self, answer: ExpectedAnswer<'_>, per_day: u32) -> Result<Forecast> {
        let ExpectedAnswer { learner, task, kind, hash, at } = answer;
        let sql = "SELECT EXISTS (SELECT 1 FROM attempts WHERE learner = $1 AND step = $2 AND fingerprint = $3 AND nonce = $4 AND canonical_hash = $5),
                          (SELECT count(*) FROM attempts WHERE learner = $1 AND step = $2 AND fingerprint = $3 AND nonce = $4 AND verdict = 'wrong'),
                          coalesce(progress.wrong_in_a_row, unnamed.wrong_in_a_row, 0),
                          CASE WHEN progress.kind IS NULL THEN unnamed.last_wrong_at ELSE progress.last_wrong_at END,
                          coalesce((SELECT CAST(sum(attempts_on_day) AS bigint) FROM step_progress WHERE learner = $1 AND day = $7), 0)
                   FROM learners
                   LEFT JOIN step_progress AS progress ON progress.learner = learners.id AND progress.step = $2 AND progress.kind = $6
                   LEFT JOIN step_progress AS unnamed ON unnamed.learner = learners.id AND unnamed.step = $2 AND unnamed.kind = ''
                   WHERE learners.id = $1 AND NOT learners.is_forgotten";
        let TaskIdentity { step, fingerprint, nonce, .. } = task;
        let values = values![learner, step, fingerprint, nonce, hash, kind, day_of(at)];
        let known: Option<(bool, (u32, WrongRun, u32))> = self.row(sql, values).await?;
        let (is_repeated, (wrong_on_task, run, today)) = known.ok_or(StoreError::LearnerUnknown)?;
        Ok(Forecast { is_repeated, refusal: refusal(wrong_on_task, run, today, per_day, at) })
    }
}

from_row!(WrongRun { count, last });

/// The pause after this many wrong answers in a row, in seconds, if there is one.
fn pause_after(wrong: u32) -> Option<u64> {
    let doublings = wrong.checked_sub(FREE)?;
    Some((FIRST_PAUSE << doublings.min(DOUBLINGS)).min(LONGEST_PAUSE))
}

/// The pauses after no wrong answer in a row, after one, and so on. The last pause stands for all that follow.
pub(super) fn pauses() -> impl Iterator<Item = Option<u64>> {
    (0..=FREE + DOUBLINGS).map(pause_after)
}

/// The number of the day of a time, counted from 1970-01-01.
pub(super) fn day_of(at: Timestamp) -> u64 {
    at.seconds() / DAY
}

/// How many seconds are left of the day.
fn seconds_left_of_day(at: Timestamp) -> u64 {
    DAY - at.seconds() % DAY
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(seconds: u64) -> Timestamp {
        Timestamp::from_seconds(1_800_000_000 + seconds)
    }

    #[test]
    fn the_pause_begins_with_the_second_wrong_answer_and_doubles_up_to_a_minute() {
        let (mut run, noon) = (WrongRun::default(), after(0));
        let mut pauses = Vec::new();
        for _ in 0..9 {
            run = run.with_one_more(noon);
            pauses.push(run.seconds_left(noon).unwrap_or(0));
        }
        assert_eq!(pauses, [0, 5, 10, 20, 40, 60, 60, 60, 60]);
        for count in [63, 66, 1000, u32::MAX] {
            let run = WrongRun { count, last: Some(noon) };
            assert_eq!(run.seconds_left(noon), Some(60), "{count}");
        }
        assert_eq!(WrongRun { count: u32::MAX, last: None }.with_one_more(noon).count, u32::MAX);
    }

    #[test]
    fn the_list_of_pauses_ends_with_the_longest() {
        let listed: Vec<_> = pauses().collect();
        assert_eq!(listed, [None, None, Some(5), Some(10), Some(20), Some(40), Some(60)]);
        assert!((6..100).all(|wrong| pause_after(wrong) == listed[6]));
    }

    #[test]
    fn the_pause_passes() {
        let run = WrongRun { count: 3, last: Some(after(0)) };
        let left = [0, 1, 9, 10, 11].map(|seconds| run.seconds_left(after(seconds)));
        assert_eq!(left, [Some(10), Some(9), Some(1), None, None]);
    }

    #[test]
    fn of_clocks_that_disagree_the_later_one_counts() {
        let run = WrongRun { count: 3, last: Some(after(CLOCK_TOLERANCE)) };
        assert_eq!(run.seconds_left(after(0)), Some(60));
        assert_eq!(run.with_one_more(after(0)).last, run.last);
    }

    #[test]
    fn a_clock_that_was_set_back_ends_the_pause() {
        let run = WrongRun { count: 3, last: Some(after(3600)) };
        assert_eq!(run.seconds_left(after(0)), None);
        let next = run.with_one_more(after(0));
        assert_eq!((next.last, next.seconds_left(after(0))), (Some(after(0)), Some(20)));
    }

    #[test]
    fn a_day_is_that_of_utc() {
        let midnight = Timestamp::from_seconds(20_000 * DAY);
        assert_eq!((day_of(midnight), seconds_left_of_day(midnight)), (20_000, DAY));
        let before = Timestamp::from_seconds(20_000 * DAY - 1);
        assert_eq!((day_of(before), seconds_left_of_day(before)), (19_999, 1));
    }
}
