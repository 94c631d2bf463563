//! How the steps go, and what may need a talk.

use askama::Template;

use super::attempts::hint;
use super::title_of;
use crate::app::class::Curriculum;
use crate::course::LearnerId;
use crate::pages::frame::Frame;
use crate::step::{Step, StepNumber};
use crate::store::{AttemptId, CauseCount, ForeignAnswer, StepStatistics, StuckLearner};
use crate::texts::InstructorPages;

/// How all steps go.
#[derive(Template)]
#[template(path = "instructor/statistics.html")]
pub(crate) struct StatisticsPage {
    pub(crate) frame: Frame,
    steps: Vec<StepView>,
}

/// How a step goes.
#[derive(Template)]
#[template(path = "instructor/step.html")]
pub(crate) struct StepPage {
    pub(crate) frame: Frame,
    step: StepView,
}

/// A step with its numbers.
struct StepView {
    number: StepNumber,
    title: String,
    kind: String,
    tried: u32,
    solved: u32,
    solve_rate: String,
    attempts: u32,
    accepted: u32,
    /// The time from the first attempt to the first accepted one, of half of those who have solved it.
    median: String,
    causes: Vec<CauseView>,
}

/// A misconception with its numbers.
struct CauseView {
    id: String,
    hint: String,
    answers: u32,
    /// How often it was told, and to how many.
    told: String,
}

impl StatisticsPage {
    /// The page of these steps.
    pub(crate) fn new<'a>(
        frame: Frame,
        steps: impl Iterator<Item = (&'a Step, &'a StepStatistics)>,
    ) -> Self {
        let view = |(step, statistics)| StepView::of(step, statistics, &frame);
        Self { steps: steps.map(view).collect(), frame }
    }
}

impl StepPage {
    /// The page of a step.
    pub(crate) fn new(frame: Frame, step: &Step, statistics: &StepStatistics) -> Self {
        Self { step: StepView::of(step, statistics, &frame), frame }
    }
}

impl StepView {
    fn of(step: &Step, statistics: &StepStatistics, frame: &Frame) -> Self {
        let (words, language) = (frame.words(), frame.language);
        let StepStatistics { tried, solved, attempts, accepted, causes, .. } = statistics;
        let cause = |CauseCount { cause, answers, learners }: &CauseCount| CauseView {
            id: cause.clone(),
            hint: hint(Some(step), cause, language),
            answers: *answers,
            told: words.told_to(answers, learners),
        };
        Self {
            number: step.number,
            title: step.statement(language).title().to_owned(),
            kind: step.exercise().kind().to_owned(),
            tried: *tried,
            solved: *solved,
            solve_rate: percent(*solved, *tried),
            attempts: *attempts,
            accepted: *accepted,
            median: statistics
                .median_seconds()
                .map(|seconds| duration(seconds, words))
                .unwrap_or_default(),
            causes: causes.iter().map(cause).collect(),
        }
    }

    /// How often the most frequent misconception was told.
    fn most_told(&self) -> u32 {
        self.causes.iter().map(|cause| cause.answers).max().unwrap_or(1)
    }
}

/// A share in whole hundredths; nothing of nothing.
fn percent(part: u32, whole: u32) -> String {
    let (part, whole) = (u64::from(part), u64::from(whole));
    (100 * part + whole / 2)
        .checked_div(whole)
        .map(|share| format!("{share} %"))
        .unwrap_or_default()
}

/// A time in its largest whole unit.
fn duration(seconds: u64, words: InstructorPages) -> String {
    match seconds {
        0..120 => words.seconds(seconds),
        120..7200 => words.minutes(seconds / 60),
        7200..172_800 => words.hours(seconds / 3600),
        _ => words.days(seconds / 86_400),
    }
}

/// What may need a talk: foreign answers, and learners who get no further.
#[derive(Template)]
#[template(path = "instructor/signals.html")]
pub(crate) struct SignalsPage {
    pub(crate) frame: Frame,
    foreign: Vec<ForeignView>,
    stuck: Vec<StuckView>,
}

/// An answer that is right for another learner's board.
struct ForeignView {
    attempt: AttemptId,
    learner: LearnerId,
    name: String,
    at: String,
    other: LearnerId,
    other_name: String,
    /// The other's accepted attempt, with its time.
    solved: Option<(AttemptId, String)>,
    /// For how many more learners it is right.
    more: u32,
    step: String,
}

/// A learner who gets no further.
struct StuckView {
    learner: LearnerId,
    name: String,
    step: StepNumber,
    wrong: u32,
    since: String,
    last: String,
}

impl SignalsPage {
    /// The page of these signals.
    pub(crate) fn new(
        frame: Frame,
        curriculum: &Curriculum,
        foreign: &[ForeignAnswer],
        stuck: &[StuckLearner],
    ) -> Self {
        let course = &curriculum.course;
        let foreign = foreign.iter().map(|one| ForeignView {
            attempt: one.attempt,
            learner: one.learner.id,
            name: one.learner.name.to_string(),
            at: course.local_time(one.at),
            other: one.other.id,
            other_name: one.other.name.to_string(),
            solved: one.solved.map(|(attempt, at)| (attempt, course.local_time(at))),
            more: one.fits.saturating_sub(1),
            step: title_of(curriculum, one.step, frame.language),
        });
        let stuck = stuck.iter().map(|one| StuckView {
            learner: one.learner.id,
            name: one.learner.name.to_string(),
            step: one.step,
            wrong: one.wrong,
            since: course.local_time(one.since),
            last: course.local_time(one.last),
        });
        Self { foreign: foreign.collect(), stuck: stuck.collect(), frame }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::Language;

    #[test]
    fn numbers_are_told_in_round_units() {
        assert_eq!(percent(2, 3), "67 %");
        assert_eq!(percent(0, 0), "");
        let told = |seconds| duration(seconds, InstructorPages(Language::ENGLISH));
        assert_eq!(told(119), "119 s");
        assert_eq!(told(150), "2 min");
        assert_eq!(told(7200), "2 h");
        assert_eq!(told(200_000), "2 days");
    }
}
